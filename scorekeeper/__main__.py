"""The entry point of the command, also as `python -m scorekeeper`."""

from __future__ import annotations

import sys

OLDEST = (3, 11)  # the oldest Python that runs the program; this module and the package load in 3.8


def run() -> None:
    """Import the command, which takes a while on a small machine, and run it."""
    if sys.version_info < OLDEST:
        here = ".".join(map(str, sys.version_info[:2]))
        sys.exit(f"Scorekeeper needs Python 3.11 or newer; this is Python {here}.")
    try:
        from scorekeeper.commands.main import main  # noqa: PLC0415  (so that loading it can be interrupted)

        main(prog_name="scorekeeper")
    except KeyboardInterrupt:
        sys.stderr.write("\nAborted!\n")
        sys.exit(1)


if __name__ == "__main__":
    run()
