"""The reader process: carries out requests that cost much time, beside the process that takes taps.

It is started by `readers` and serves the same pages over the same file, which it only reads. Jobs
come on its standard input, answers go to its standard output; it ends when its input does, and so
with the server. Whatever is printed goes into the log.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from flask import Flask, Response, g, request

from scorekeeper.ledger.counting import Counter
from scorekeeper.ledger.reading import ReadingStore
from scorekeeper.ledger.score_file import Change

LENGTH = struct.Struct(">I")
PIECE = 64 * 1024  # bytes of a body that go at once
GENTLY = 5  # how far the process stands back where processors are short
COUNTED_AT_ONCE = 0.5  # seconds
PERSONAL = "scorekeeper.personal"


@dataclass(frozen=True, slots=True)
class Start:
    """What the process serves."""

    path: Path
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """A request to be carried out, as WSGI has it."""

    environ: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Counting:
    """Figures to be counted, of one table."""

    table_id: int


@dataclass(frozen=True, slots=True)
class Head:
    """The head of an answer. What is `personal` holds something that is made for one phone."""

    status: str
    headers: list[tuple[str, str]]
    personal: bool


@dataclass(frozen=True, slots=True)
class End:
    """The end of an answer, and the table of which figures are still to be counted."""

    counting: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """What the other process should write; it is told whether that was done."""

    changes: Sequence[Change]


Job = Request | Counting
Message = Head | bytes | Keep | End


def send(stream: IO[bytes], message: object) -> None:
    """Write one message."""
    packed = pickle.dumps(message)
    stream.write(LENGTH.pack(len(packed)) + packed)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read one message of our own processes; raises EOFError at the end."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    packed = stream.read(length)
    if len(packed) < length:
        raise EOFError
    return pickle.loads(packed)  # noqa: S301  (written by our own process)


def main() -> None:
    """Answer jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(GENTLY)
    try:

        def keep(changes: Sequence[Change]) -> bool:
            send(answers, Keep(changes))
            return bool(receive(jobs))

        pages = _Pages(receive(jobs), keep)
        while True:
            for message in pages.answer(receive(jobs)):
                send(answers, message)
    except (EOFError, BrokenPipeError):
        os._exit(0)  # the server is gone, and nothing is held that must be put back


class _Pages:
    """The application in this process."""

    def __init__(self, start: Start, keep: Callable[[Sequence[Change]], bool]) -> None:
        from scorekeeper.web.app import create_app  # noqa: PLC0415  (which knows of this module)

        self._store = ReadingStore(start.path, keep)
        self._app: Flask = create_app(self._store, signed_with=start.config["SECRET_KEY"])
        self._app.config.update(start.config)
        self._app.config["UPLOADS"].close()  # nothing is brought in here
        self._app.after_request(_mark_personal)
        self._app.extensions["figures"] = self._counter = _Counter(self._store)

    def answer(self, job: Job) -> Iterator[Message]:
        """The messages that answer a job."""
        self._counter.wanted = None
        self._store.respelled()  # since the last job
        if isinstance(job, Counting):
            left = self._counter.refresh(job.table_id, COUNTED_AT_ONCE)
            yield End(job.table_id if left else None)
            return
        yield from self._page({**job.environ, **_channels()})
        yield End(self._counter.wanted)

    def _page(self, environ: dict[str, Any]) -> Iterator[Head | bytes]:
        head: list[Any] = []
        body = Flask.wsgi_app(self._app, environ, lambda *given: head.extend(given))  # type: ignore[arg-type]
        try:
            pieces = _in_pieces(body)
            first = next(pieces, b"")
            status, headers = head[:2]
            yield Head(status, headers, PERSONAL in environ)
            yield first
            yield from pieces
        finally:
            getattr(body, "close", lambda: None)()


class _Counter(Counter):
    """Counts at once, and leaves the rest to jobs of its own."""

    wanted: int | None = None

    def later(self, table_id: int) -> None:
        """Ask for such jobs."""
        self.wanted = table_id


def _mark_personal(response: Response) -> Response:
    """Note that a page holds a form that writes, whose token is the phone's."""
    if "csrf_token" in g or "Set-Cookie" in response.headers:
        request.environ[PERSONAL] = True
    return response


def _channels() -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "CONTENT_LENGTH": "0",
        "wsgi.version": (1, 0),
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def _in_pieces(body: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in pieces of about one size."""
    held = bytearray()
    for one in body:
        held += one
        if len(held) >= PIECE:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)
