"""What somebody may do who owns nothing: tests may run as root, who may do anything."""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from tests.browser.forked_server import CONTEXT

NOBODY = 65534


def as_nobody(act: Callable[[Path], str], path: Path) -> str:
    """What a function says of a path in a process that may not write everywhere, as root may.

    The process is not forked from the tests, whose threads may be in the middle of something.
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
    """Send what the function says, or the error, from the new process."""
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        writing.send(act(path))
    except BaseException as error:  # a failed assertion of the act too
        writing.send(repr(error))
