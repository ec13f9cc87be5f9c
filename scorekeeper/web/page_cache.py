"""Caching and compression of pages."""

from __future__ import annotations

import gzip
import io
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, g, request
from werkzeug.datastructures import Accept

from scorekeeper.ledger.score_file import Stamp
from scorekeeper.web import languages
from scorekeeper.web.settings import Preferences

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


# Compression
#
# A compressed page can leak its secrets, if it also repeats input of an attacker who can see the
# length of encrypted answers (the BREACH attack). The secrets here are the keys in the invitations
# and the token in the forms. Flask-WTF signs the token anew for each answer, and a token without
# the signature is useless; but the first part of the token stays the same during a session. Two
# measures protect tokens and keys: a page requested by another site is sent uncompressed, and a
# compressed page is padded by a random length.

SMALLEST = 860  # bytes; a smaller body fits into one packet with its head, compressed or not
LEVEL = 5
LONGEST_PADDING = 64  # bytes
TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
ELSEWHERE = {"cross-site", "same-site"}


def install_compression(app: Flask) -> None:
    """Compress every page that is large enough, if the browser accepts that."""
    app.after_request(_compress)


def browser_takes_gzip() -> bool:
    return takes_gzip(request.accept_encodings)


def takes_gzip(accepted: Accept) -> bool:
    """Return whether gzip is among the encodings that a browser accepts."""
    offered = {name.lower(): quality for name, quality in accepted}
    return offered.get("gzip", offered.get("*", 0)) > 0


def may_compress() -> bool:
    """Return whether the answer to this request may be compressed."""
    return browser_takes_gzip() and request.headers.get("Sec-Fetch-Site") not in ELSEWHERE


def is_text(mimetype: str) -> bool:
    """Return whether bodies of this media type are worth compressing."""
    return mimetype.startswith(TEXT)


def compress(body: bytes, level: int = LEVEL, padding: int = 0) -> bytes:
    """Compress a body with gzip; the padding is a file name in the head, which browsers skip."""
    target = io.BytesIO()
    name = "-" * padding
    with gzip.GzipFile(name, "wb", level, target, mtime=0) as packed:
        packed.write(body)
    return target.getvalue()


def _compress(response: Response) -> Response:
    if response.is_streamed or "Content-Encoding" in response.headers:
        return response
    body = response.get_data()
    if len(body) < SMALLEST or not is_text(response.mimetype or ""):
        return response
    response.vary.add("Accept-Encoding")
    if may_compress():
        response.set_data(compress(body, padding=secrets.randbelow(LONGEST_PADDING)))
        response.headers["Content-Encoding"] = "gzip"
    return response


# Answers

NAME = "answer_cache"
MOST_ANSWERS = 500
MOST_BYTES = 16 * 1024 * 1024  # of all answers together
LARGEST = 2 * 1024 * 1024  # bytes; larger answers are not cached
OLDEST = 10.0  # seconds; older pages are not shown to watchers

AnswerKey = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class CompleteResponse:
    """A complete HTTP response, which is also a WSGI application that sends it."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @classmethod
    def from_app(cls, app: WSGIApplication, environ: WSGIEnvironment) -> CompleteResponse:
        """Return the response of a WSGI application to a request."""
        head: list[Any] = []
        return cls.read(head, app(environ, lambda *start: head.extend(start)))  # type: ignore[arg-type]

    @classmethod
    def read(cls, head: Sequence[Any], body: Iterable[bytes]) -> CompleteResponse:
        """Read and close a response body, and return the complete response.

        `head` holds the status and the headers; the application may fill it while the body is read.
        """
        try:
            whole = b"".join(body)
        finally:
            getattr(body, "close", lambda: None)()
        return cls(head[0], head[1], whole)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start(self.status, list(self.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self.body]


class AnswerCache:
    """The most recently used responses of an application."""

    def __init__(self, most: int = MOST_ANSWERS, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._answers: OrderedDict[AnswerKey, tuple[Stamp | None, float, CompleteResponse]] = (
            OrderedDict()
        )
        self._lock = threading.Lock()
        self.size = 0  # bytes of all answers

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: AnswerKey, stamp: Stamp | None, oldest: float) -> CompleteResponse | None:
        """Return a cached response, or None.

        A response is used if it was made from the same state of the file (`stamp`), or less than
        `oldest` seconds ago.
        """
        with self._lock:
            if key not in self._answers:
                return None
            made_from, made_at, answer = self._answers[key]
            of_this_state = stamp is not None and stamp == made_from
            if not of_this_state and time.monotonic() - made_at >= oldest:
                return None
            self._answers.move_to_end(key)
            return answer

    def put(self, key: AnswerKey, stamp: Stamp | None, answer: CompleteResponse) -> None:
        """Store a response unless it is too large, and drop the least recently used ones."""
        if len(answer.body) > LARGEST:
            return
        with self._lock:
            self._drop(key)
            self._answers[key] = stamp, time.monotonic(), answer
            self.size += len(answer.body)
            while len(self._answers) > self._most or self.size > self._most_bytes:
                self._drop(next(iter(self._answers)))

    def _drop(self, key: AnswerKey) -> None:
        if key in self._answers:
            self.size -= len(self._answers.pop(key)[2].body)


def page_key() -> AnswerKey:
    """Return everything that a page depends on, except for the score file and the phone."""
    return (
        *(request.url, g.table, g.role, languages.current(), languages.region()),
        *(Preferences.from_cookie(), may_compress()),
    )
