"""Reserved TCP ports: a server can listen there, and no other program is given the number."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


def reserve() -> socket.socket:
    """A port of this machine, reserved until the socket is closed.

    The socket is bound and never listens. The server may bind the same port because both allow
    reuse of the address; the system gives the number to nobody who asks for any free port.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


@contextmanager
def reserved_port() -> Iterator[int]:
    """The number of a port that is reserved meanwhile."""
    with reserve() as held:
        yield int(held.getsockname()[1])
