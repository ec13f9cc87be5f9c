"""The reader process: it answers expensive requests, so that the server need not.

`expensive_reads` starts it. It has the same application over the same file, which it only reads.
Jobs come on its standard input, answers go to its standard output. It ends when its input ends, so
it does not outlive the server. Everything else that it prints goes to standard error.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask, Response, g, request

from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.player_figures import Counter
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import ReadingStore
from scorekeeper.web.expensive_reads import CannotRead, Job, Keep, Message, ResponseHead

PIECE = 64 * 1024  # bytes of a body in one message
COUNTING_SECONDS = 0.5
PERSONAL = "scorekeeper.personal"


def main() -> None:
    """Answer jobs until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def send(message: Message | None) -> None:
        pickle.dump(message, answers)
        answers.flush()

    def keep(changes: Sequence[Statement]) -> bool:
        with _ending_with_the_server():  # otherwise Flask would log an error of the page
            send(Keep(changes))
            return bool(pickle.load(jobs))  # noqa: S301  (from our own server)

    with _ending_with_the_server():
        path, config = pickle.load(jobs)  # noqa: S301
        pages: _Pages | None = None
        with suppress(UnusableFile):  # the first job says so
            pages = _Pages(path, config, keep)
        while True:
            job = pickle.load(jobs)  # noqa: S301
            try:
                pages = pages or _Pages(path, config, keep)
            except UnusableFile as error:  # another file was put in its place just now
                send(CannotRead(str(error)))
            else:
                for message in pages.answer(job):
                    send(message)
            send(None)


@contextmanager
def _ending_with_the_server() -> Iterator[None]:
    """End this process silently when the server is gone."""
    try:
        yield
    except (EOFError, BrokenPipeError, pickle.UnpicklingError):
        os._exit(0)  # this process writes nothing that could be lost


class _Counter(Counter):
    """Counts some figures now, and stores the id of the table whose other figures are left."""

    uncounted: int | None = None

    def refresh_later(self, table_id: int) -> None:
        self.uncounted = table_id


class _Pages:
    """Answers jobs with an application of its own over the score file."""

    def __init__(
        self, path: Path, config: Mapping[str, Any], keep: Callable[[Sequence[Statement]], bool]
    ) -> None:
        from scorekeeper.web.app import create_app  # noqa: PLC0415  (which imports this)

        self._store = ReadingStore(path, keep)
        self._app = create_app(self._store, signed_with=config["SECRET_KEY"])
        self._app.config.update(config)
        self._app.config["UPLOADS"].close()  # this process imports nothing
        self._app.after_request(_mark_personal)
        self._app.extensions["figures"] = self._counter = _Counter(self._store)

    def answer(self, job: Job) -> Iterator[Message]:
        self._store.forget_names()  # names may have changed since the last job
        if isinstance(job, int):
            yield self._counter.refresh(job, COUNTING_SECONDS)
            return
        self._counter.uncounted = None
        environ = {
            **job,
            "CONTENT_LENGTH": "0",
            "wsgi.input": BytesIO(),
            "wsgi.errors": sys.stderr,
        }
        head: list[Any] = []
        body = Flask.wsgi_app(self._app, environ, lambda *start: head.extend(start))  # type: ignore[arg-type]
        try:
            pieces = _in_pieces(body)
            first = next(pieces, b"")
            status, headers = head[:2]
            sets_cookie = any(name.lower() == "set-cookie" for name, _ in headers)
            personal = sets_cookie or PERSONAL in environ
            yield ResponseHead(status, headers, personal, self._counter.uncounted)
            yield first
            yield from pieces
        finally:
            getattr(body, "close", lambda: None)()


def _mark_personal(response: Response) -> Response:
    """Mark a page that holds a token of the phone's session, so that no other phone gets it."""
    if "csrf_token" in g:
        request.environ[PERSONAL] = True
    return response


def _in_pieces(body: Iterable[bytes]) -> Iterator[bytes]:
    """Join the chunks of a body to pieces of about PIECE bytes."""
    piece = bytearray()
    for chunk in body:
        piece += chunk
        if len(piece) >= PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)
