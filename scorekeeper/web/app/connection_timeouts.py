"""What becomes of connections whose clients are slow, silent or deaf, so that the table goes on.

waitress receives requests and sends answers in one thread and works in others, so that such a
client costs a connection and, mostly, no more. What waitress would leave open for good is closed:
a request that is still not whole after its time, an answer that nobody takes, and, where there are
as many connections as the system allows, the one on which nothing has happened for longest.

A client that is refused and asks again at once has to wait: nothing is read from its connection for
a moment. So a crowd in a loop takes little of the time of those two kinds of threads.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

HEALTH = "/health"
LOOKED_AFTER = 5  # seconds between two looks at all connections
SILENT = 60.0  # seconds without a request, longer than a phone waits between its questions
HEAD = 20.0  # seconds for the head of a request
SLOWEST = 1_000  # bytes a second of its body
DEAF = 30.0  # seconds in which not a byte of an answer was taken
PAUSE = 0.5  # seconds after a refusal in which nothing more is read
FULL = 0.95  # of the connections there may be; from then on one makes room for the next


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress is not typed
    """A connection that has to get on."""

    paused_until = 0.0

    def __init__(self, server: Any, *rest: Any, **named: Any) -> None:
        super().__init__(server, *rest, **named)
        self._receiving: HTTPRequestParser | None = None
        self._since = 0.0
        if len(server.active_channels) > FULL * server.adj.connection_limit:
            _make_room(server)

    def handle_read(self) -> None:
        """Take what has come, and note when the request that it belongs to began."""
        super().handle_read()
        if self.request is not self._receiving:
            self._receiving, self._since = self.request, time.monotonic()
        elif self._is_late(time.monotonic()):
            self.will_close = True

    def readable(self) -> bool:
        """Whether more may be read."""
        return time.monotonic() >= self.paused_until and bool(super().readable())

    def must_end(self, now: float, wall: float) -> bool:
        """Whether this has lasted long enough, by the clock and by waitress's own."""
        silent: float = wall - self.last_activity
        if self.total_outbufs_len:
            return silent > DEAF
        if self.requests:
            return False  # it waits for us
        return bool(self.will_close) or silent > SILENT or self._is_late(now)

    def _is_late(self, now: float) -> bool:
        """Whether a request that is being received has taken too long so far."""
        request = self._receiving
        if request is None or request is not self.request:
            return False
        return bool(now - self._since > HEAD + request.body_bytes_received / SLOWEST)


class _PausingTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and pauses the connection if the answer is not worth asking for again."""

    def build_response_header(self) -> bytes:
        """The head of the answer: the status is known by now, and nothing has been sent yet."""
        head: bytes = super().build_response_header()
        refused = any(name == "Retry-After" for name, _ in self.response_headers)
        if refused or self.status.startswith("404") or self.request.path == HEALTH:
            self.channel.paused_until = time.monotonic() + PAUSE
        return head


class PausingConnection(Connection):
    """A connection that leads to one client, and not to a proxy through which all of them come."""

    task_class = _PausingTask


def look_after(server: Any, *, behind_proxy: bool = False) -> None:
    """Have every connection of a server that does not get on be closed."""
    kind = Connection if behind_proxy else PausingConnection
    several = getattr(server, "map", None)  # a name with two addresses has two servers
    for listener in list(several.values()) if several else [server]:
        if hasattr(listener, "channel_class"):
            listener.channel_class = kind
            listener.maintenance = partial(_close_overdue, listener)


def _close_overdue(server: Any, wall: float) -> None:
    """In place of waitress's own, which waits for the client to take something before it closes."""
    now = time.monotonic()
    for connection in list(server.active_channels.values()):
        if connection.must_end(now, wall):
            connection.handle_close()


def _make_room(server: Any) -> None:
    """Close the connection on which nothing has happened for longest."""
    idle = [channel for channel in server.active_channels.values() if not channel.requests]
    if idle:
        min(idle, key=lambda channel: channel.last_activity).handle_close()
