"""Helper: a score keeper started by its command."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[tuple[list[str], str]]:
    """Run the command in its own process; yield its output before serving, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | environment | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout
    try:
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if "Stop with Ctrl-C" in line or "No key is asked for" in line:
                break
        address = re.search(r"https?://\S+", "\n".join(lines))
        assert address, lines
        yield lines, address[0]
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        assert (process.wait(60), rest) == (0, "")
