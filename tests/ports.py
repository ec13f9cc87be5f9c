"""Reserved TCP ports: a server can listen there, and no other program gets the number."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager


def reserve() -> socket.socket:
    """A port of this machine, reserved until the socket is closed.

    The socket is bound and never listens. The server may bind the same port because both allow
    reuse of the address. The system assigns the number to no other program.
    """
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


@contextmanager
def reserved_port() -> Iterator[int]:
    """The number of a port, reserved during the context."""
    with reserve() as held:
        yield int(held.getsockname()[1])
