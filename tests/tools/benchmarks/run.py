"""Measure the engine against its peers, and print one table.

    python tests/tools/benchmarks/run.py [--env DIRECTORY] [--seconds N]

The peers, OpenSpiel and RLCard, are installed from PyPI into a separate environment
(`build/benchmarks` by default, reused the next time), together with the engine. The tests do not
use this.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PEERS = ("open_spiel", "rlcard", "numpy>=2.0", "click>=8.1")


def main() -> None:
    """Create the environment if it is missing, and measure in it."""
    parser = argparse.ArgumentParser(description="Measure the engine against its peers.")
    parser.add_argument("--env", type=Path, default=ROOT / "build" / "benchmarks")
    parser.add_argument("--seconds", type=float, default=3.0, help="spent on each measurement")
    options = parser.parse_args()
    python = options.env / "bin" / "python"
    if not python.exists():
        venv.create(options.env, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *PEERS], check=True)
    measure = Path(__file__).with_name("measure.py")
    done = subprocess.run(
        [python, measure, str(options.seconds)], env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin"},
        check=False,
    )  # fmt: skip
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
