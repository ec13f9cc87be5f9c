"""The reader process: carries out requests that cost much time, beside the process that takes taps.

It is started by `reader_pool` and serves the same pages over the same file, which it only reads.
Jobs come on its standard input, answers go to its standard output; it ends when its input does,
and so with the server. Whatever is printed goes into the log.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from flask import Flask, Response, g, request

from scorekeeper.ledger.database.change import Change
from scorekeeper.ledger.entries.read_only_store import ReadingStore
from scorekeeper.ledger.statistics.evening_counts import Counter
from scorekeeper.web.performance.reader_messages import (
    Counting,
    End,
    Head,
    Job,
    Keep,
    Message,
    Start,
    receive,
    send,
)

PIECE = 64 * 1024  # bytes of a body that go at once
GENTLY = 5  # how far the process stands back where processors are short
COUNTED_AT_ONCE = 0.5  # seconds
PERSONAL = "scorekeeper.personal"


def main() -> None:
    """Answer jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(GENTLY)

    def keep(changes: Sequence[Change]) -> bool:
        with _ending_with_the_server():  # before Flask takes it for a fault of the page
            send(answers, Keep(changes))
            return bool(receive(jobs))

    with _ending_with_the_server():
        pages = _Pages(receive(jobs), keep)
        while True:
            for message in pages.answer(receive(jobs)):
                send(answers, message)


@contextmanager
def _ending_with_the_server() -> Iterator[None]:
    """End this process, without a word, when the server is gone."""
    try:
        yield
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nothing is held that must be put back


class _Pages:
    """The application in this process."""

    def __init__(self, start: Start, keep: Callable[[Sequence[Change]], bool]) -> None:
        from scorekeeper.web.app.factory import create_app  # noqa: PLC0415  (which knows of this module)

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
    for chunk in body:
        held += chunk
        if len(held) >= PIECE:
            yield bytes(held)
            held.clear()
    if held:
        yield bytes(held)
