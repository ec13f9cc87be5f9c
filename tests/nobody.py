"""Unprivileged process: runs checks of permissions, as tests may run as root."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from tests.browser.forked_server import CONTEXT

NOBODY = 65534


def as_nobody(act: Callable[[Path], str], path: Path) -> str:
    """The result of a function of a path, called in a process without root's rights.

    The process is not forked from the tests, whose threads may be busy.
    """
    reading, writing = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_say, args=(act, path, writing))
    process.start()
    writing.close()
    answer: str = reading.recv()
    process.join()
    reading.close()
    return answer


def _say(act: Callable[[Path], str], path: Path, writing: Connection) -> None:
    """Send the function's result, or its error, from the new process."""
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        writing.send(act(path))
    except BaseException as error:  # includes failed assertions of the act
        writing.send(repr(error))
