"""Packages that travel with the program, in the versions of `docs/requirements.lock`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "docs" / "requirements.lock"
EPOCH = "1767225600"  # 2026-01-01: the date of every file in an archive
PIP = (sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile")


def bundled() -> str:
    """Return the lock file without NumPy, which differs by system."""
    entries = re.split(r"\n(?=\w)", LOCK.read_text("utf-8"))
    return "\n".join(entry for entry in entries if not entry.startswith("numpy=="))


def install(folder: Path) -> None:
    """Install the packages into a folder; pip checks the hash of each."""
    with tempfile.TemporaryDirectory() as name:
        lock = Path(name) / LOCK.name
        lock.write_text(bundled(), "utf-8")
        run(*PIP, "--target", folder, "--no-deps", "--require-hashes", "-r", lock)


def run(*command: object, **environment: str) -> str:
    """Run a command whose output is the same each time; exits if it fails."""
    fixed = {"SOURCE_DATE_EPOCH": EPOCH, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env=os.environ | fixed | environment,
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        words = " ".join(str(word) for word in command[:4])
        raise SystemExit(f"{words} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout
