"""Where the command begins; `python -m scorekeeper` stands for it."""

from __future__ import annotations

import sys


def run() -> None:
    """Load the command, which a small machine takes a while for, and run it."""
    try:
        from scorekeeper.cli import main  # noqa: PLC0415  (so that loading it can be interrupted)

        main(prog_name="scorekeeper")
    except KeyboardInterrupt:
        sys.stderr.write("\nAborted!\n")
        sys.exit(1)


if __name__ == "__main__":
    run()
