"""Helper: a score keeper started by its command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from tests.browser.forked_server import ForkedCommand


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[tuple[list[str], str]]:
    """Run the command in its own process; yield its output before serving, and its address.

    It must say nothing more, to its end.
    """
    command = ForkedCommand(arguments, environment, errors=True)
    try:
        lines: list[str] = []
        for line in command.stdout:
            lines.append(line.rstrip("\n"))
            if "Stop with Ctrl-C" in line or "No key is asked for" in line:
                break
        address = re.search(r"https?://\S+", "\n".join(lines))
        assert address, lines
        yield lines, address[0]
    finally:
        command.process.terminate()
        rest = command.stdout.read()
        assert (command.stop(), rest) == (0, "")
