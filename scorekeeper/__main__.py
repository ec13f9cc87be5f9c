"""The entry point of the command, also as `python -m scorekeeper`."""

from __future__ import annotations

import sys


def run() -> None:
    """Import the command, which takes a while on a small machine, and run it."""
    try:
        from scorekeeper.commands.main import main  # noqa: PLC0415  (so that loading it can be interrupted)

        main(prog_name="scorekeeper")
    except KeyboardInterrupt:
        sys.stderr.write("\nAborted!\n")
        sys.exit(1)


if __name__ == "__main__":
    run()
