"""Broken HTTP, byte by byte, sent to the real server: it refuses it, and goes on."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from random import Random
from threading import Thread

import pytest
from flask import Flask

from scorekeeper.web import serving
from tests.tools.fuzz import values

PATIENCE = 60  # seconds for an answer of a slow and busy machine
NOT_KNOWN = b"501"  # the only expected answer above 500: to an unknown transfer coding
WHOLE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"HEAD /sw.js HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
    b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded"
    b"\r\nContent-Length: 11\r\n\r\nlanguage=he",
    b"POST /settings/ HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"5\r\ntheme\r\n5\r\n=dark\r\n0\r\n\r\n",
    b"POST /data/import HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
    b"Content-Type: multipart/form-data; boundary=----fuzz\r\nContent-Length: 90\r\n\r\n"
    + values.multipart([("a", "b")], b"{}"),
)
BROKEN = (
    *(b"", b"\r\n\r\n", b"\x00" * 40, b"\xff\xfe" * 40, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"),
    *(
        b"GET /\r\n\r\n",
        b"GET  /  HTTP/1.1\r\n\r\n",
        b"get / http/1.1\r\n\r\n",
        b"GET / HTTP/1.1\n\n",
    ),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),  # https, spoken to http
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET //%%%00%ff/..%2f..%2f HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /games/%ED%A0%80/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /\xd7\x90 HTTP/1.1\r\nHost: \xd7\x90\r\nCookie: \xff=\x80\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
    b"GET / HTTP/1.1\r\n Folded: x\r\n: nameless\r\nNo colon\r\nA\x00B: c\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n",
    b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    *(
        b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n\r\n" + body
        for head, body in (
            (b"Content-Length: -1", b"x"),
            (b"Content-Length: 0x10", b"x" * 16),
            (b"Content-Length: " + b"9" * 400, b"x"),
            (b"Content-Length: 99999999999", b"x"),
            (b"Transfer-Encoding: chunked", b"zz\r\nx\r\n0\r\n\r\n"),
            (b"Transfer-Encoding: chunked", b"-5\r\nx\r\n0\r\n\r\n"),
            (b"Transfer-Encoding: chunked", b"F" * 100 + b"\r\n"),
            (b"Transfer-Encoding: sorcery", b"x"),
            (
                b"Transfer-Encoding: chunked\r\nContent-Length: 3",
                b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            ),
        )
    ),
)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    server = serving.listen(app, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    yield serving.port_of(server)
    server.asyncore.close_all(server._map)
    server.task_dispatcher.shutdown()
    thread.join(10)


def answers(port: int, sent: bytes) -> list[bytes]:
    """Return the status of every answer to these bytes."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        try:
            client.sendall(sent)
            client.shutdown(socket.SHUT_WR)
            received = b"".join(iter(lambda: client.recv(100_000), b""))
        except OSError as error:
            if isinstance(error, ConnectionError) or error.errno == errno.ENOTCONN:
                return []  # it hung up
            raise
    return [line.split()[1] for line in received.split(b"\r\n") if line.startswith(b"HTTP/1.")]


def faults(port: int, sent: bytes) -> list[bytes]:
    """Return the answers that report a fault of the server."""
    return [status for status in answers(port, sent) if status >= b"500" and status != NOT_KNOWN]


def test_what_is_no_http_is_refused_and_the_next_one_is_served(port: int) -> None:
    for sent in BROKEN:
        assert faults(port, sent) == [], sent
        assert answers(port, WHOLE[0]) == [b"403"], sent


def test_spoilt_requests_make_no_server_error(port: int) -> None:
    luck = Random(7)
    for _ in range(300):
        sent = b"".join(luck.choice(WHOLE) for _ in range(luck.randrange(1, 4)))
        for _ in range(luck.randrange(1, 4)):
            sent = values.spoilt(luck, sent)
        assert faults(port, sent) == [], sent
    assert answers(port, WHOLE[0]) == [b"403"]
