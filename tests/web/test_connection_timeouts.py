"""Slow, silent or deaf clients: they are closed in the end, and nobody waits for them."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from waitress import channel, server
from waitress.adjustments import Adjustments

from scorekeeper.web import serving

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PAGE = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
PATIENCE = 60  # seconds for what a slow and busy machine does at last
FORM = b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\na"

Connect = Callable[[bytes], socket.socket]


def pages(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    """A small page, and one larger than the buffer of a client."""
    body = [bytes(1_000_000)] * 40 if environ["PATH_INFO"] == "/much" else [b"7"]
    length = ("Content-Length", str(len(body) * len(body[0])))
    if environ["PATH_INFO"] == "/refused":
        start("503 SERVICE UNAVAILABLE", [length, ("Retry-After", "5")])
    else:
        start("200 OK", [length])
    return body


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Connect to a server with short timeouts, and send some bytes."""
    monkeypatch.setattr(serving, "CHECK_INTERVAL", 0)
    monkeypatch.setattr(serving, "HEAD", 0.4)
    monkeypatch.setattr(serving, "SILENT", 2 * PATIENCE)
    monkeypatch.setattr(serving, "DEAF", 0.4)
    monkeypatch.setattr(serving, "PAUSE", 0.2)
    monkeypatch.setattr(serving.Connection, "pause", 0.2)
    monkeypatch.setattr(serving, "MOST_PHONES", 100)
    monkeypatch.setattr(serving, "THREADS", 4)
    proxied = getattr(request, "param", False)
    listening = serving.listen(pages, "127.0.0.1", 0, behind_proxy=proxied)
    thread = Thread(target=listening.run)
    thread.start()
    with ExitStack() as opened:

        def connect(first: bytes) -> socket.socket:
            client = socket.create_connection(("127.0.0.1", serving.port_of(listening)), PATIENCE)
            opened.callback(client.close)
            client.sendall(first)
            return client

        yield connect
    listening.task_dispatcher.shutdown()
    listening.asyncore.close_all(listening._map)
    thread.join(10)


def answered(connect: Connect) -> bool:
    """Whether a page is answered."""
    with connect(PAGE) as client:
        return client.recv(15) == b"HTTP/1.1 200 OK"


def closed_after(client: socket.socket, dripping: bytes = b"") -> float:
    """The seconds until a connection is closed that sends a byte now and then."""
    begun = time.monotonic()
    client.settimeout(0.2)
    while time.monotonic() - begun < PATIENCE:
        with suppress(TimeoutError):
            try:
                if dripping:
                    client.sendall(dripping)
                if client.recv(1) == b"":
                    return time.monotonic() - begun
            except ConnectionError:
                return time.monotonic() - begun
    raise AssertionError("still open")


STALLED = (
    (b"GET / HTTP/1.1\r\nX-Slow: ", b""),  # stops in the middle of the head
    (b"GET / HTTP/1.1\r\nX-Slow: ", b"a"),  # goes on with it for ever
    (FORM, b""),  # stops in the middle of the form
    (FORM, b"a"),  # goes on with it, five bytes a second
)


def test_what_does_not_get_on_is_closed(connect: Connect) -> None:
    with ThreadPoolExecutor(len(STALLED)) as pool:
        clients = [connect(sent) for sent, _ in STALLED]
        times = pool.map(closed_after, clients, [dripping for _, dripping in STALLED])
    assert min(times) > serving.HEAD - 0.2


def test_a_client_that_never_asks_is_closed(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "SILENT", 0.6)
    assert closed_after(connect(b"")) > serving.SILENT - 0.2


def test_a_client_that_takes_no_answer_gives_its_thread_back(connect: Connect) -> None:
    """Four of them occupy all four threads, each with more to send than the buffer holds."""
    deaf = [connect(b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(4)]
    time.sleep(0.5)
    assert answered(connect)
    assert len(deaf) == 4


def test_a_closed_connection_is_not_asked_for() -> None:
    """Its number may be that of the next one, which would be closed in its place."""
    near, far = socket.socketpair()
    adjustments = Adjustments()
    listening = SimpleNamespace(active_channels={}, adj=adjustments)
    with near, far:
        connection = serving.Connection(listening, near, ("127.0.0.1", 0), adjustments, map={})
        assert connection.readable()
        connection.handle_close()
        assert not connection.readable()
        assert not connection.writable()


def test_where_all_connections_are_taken_the_most_silent_one_makes_room(connect: Connect) -> None:
    silent = [connect(b"") for _ in range(300)]
    assert answered(connect)
    assert silent[0].recv(1) == b""


def test_a_phone_that_asks_again_and_again_is_let(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each pause of its own is shorter than the silence that ends a connection."""
    passed = [0.0]  # seconds, on the clock of waitress
    clock = SimpleNamespace(time=lambda: time.time() + passed[0])
    for module in (channel, server):
        monkeypatch.setattr(module, "time", clock)
    client = connect(b"")
    answers = client.makefile("rb")
    for _ in range(3):
        passed[0] += serving.SILENT / 2
        time.sleep(4 * serving.LOOK)  # the server looks at its connections
        client.sendall(PAGE)
        assert answers.readline() == b"HTTP/1.1 200 OK\r\n"
        while answers.readline() != b"\r\n":
            pass
        assert answers.read(1) == b"7"


@pytest.mark.parametrize(
    ("connect", "path", "pauses"),
    [
        (False, "/refused", 3),  # one pause, then a double one
        (False, "/health", 2),
        (False, "/", 0),
        (True, "/refused", 0),  # many phones share the connection of a proxy
    ],
    indirect=["connect"],
)
def test_who_is_refused_and_asks_at_once_has_to_wait(
    connect: Connect, path: str, pauses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not pauses:
        monkeypatch.setattr(serving, "PAUSE", 2 * PATIENCE)
        monkeypatch.setattr(serving.Connection, "pause", 2 * PATIENCE)
    asked = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
    client = connect(asked)
    answers, begun = client.makefile("rb"), time.monotonic()
    for again in (asked, asked, b""):
        while answers.readline() != b"\r\n":
            pass
        assert answers.read(1) == b"7"
        client.sendall(again)
    waited = time.monotonic() - begun
    assert pauses * serving.PAUSE <= waited < 2 * PATIENCE
    assert answered(connect), "others are answered meanwhile"


@pytest.mark.parametrize(
    ("answering", "unsent", "closes", "writable"),
    [
        (True, 500, False, False),  # the thread that answers sends it
        (True, 10 * serving.LARGE_OUTPUT, False, True),
        (True, 500, True, True),
        (False, 500, False, True),
        (False, 0, False, False),
    ],
)
def test_the_main_thread_does_not_look_again_and_again_whether_a_thread_is_done(
    answering: bool, unsent: int, closes: bool, writable: bool
) -> None:
    connection = serving.Connection.__new__(serving.Connection)
    connection.connected, connection.requests = True, [object()] if answering else []
    connection.total_outbufs_len, connection.will_close = unsent, closes
    assert connection.writable() == writable
