"""Caching and compression of pages.

Pages for watchers are cached: 400 of them cost 9.7 s of the processor in 25 s, and 20.4 s without.
"""

from __future__ import annotations

import gzip
import io
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from flask import Flask, Response, current_app, g, request, session
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import Accept

from scorekeeper.ledger.access_keys import Role
from scorekeeper.web import languages
from scorekeeper.web.access import open_store
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
LEVEL = 6
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
OLDEST = 10.0  # seconds; older answers are not sent

AnswerKey = tuple[object, ...]
P = ParamSpec("P")


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
        self._answers: OrderedDict[AnswerKey, tuple[float, CompleteResponse]] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0  # bytes of all answers

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: AnswerKey) -> CompleteResponse | None:
        """Return a cached response that is not too old, or None."""
        with self._lock:
            if key not in self._answers:
                return None
            made_at, answer = self._answers[key]
            if time.monotonic() - made_at >= OLDEST:
                return None
            self._answers.move_to_end(key)
            return answer

    def put(self, key: AnswerKey, answer: CompleteResponse) -> None:
        """Store a response unless it is too large, and drop the least recently used ones."""
        if len(answer.body) > LARGEST:
            return
        with self._lock:
            self._drop(key)
            self._answers[key] = time.monotonic(), answer
            self.size += len(answer.body)
            while len(self._answers) > self._most or self.size > self._most_bytes:
                self._drop(next(iter(self._answers)))

    def _drop(self, key: AnswerKey) -> None:
        if key in self._answers:
            self.size -= len(self._answers.pop(key)[1].body)


# Pages for watchers
#
# Watchers may get a page that is ten seconds old, unless its game has changed. A page is not cached
# if it contains a token of its phone, if it sets a cookie, or if it reloads itself because
# something is missing. Pages for scorers are always made anew.

View = Callable[P, ResponseReturnValue]


def install(app: Flask) -> None:
    """Store pages as they are sent: installed first, because Flask calls the first hook last."""
    app.extensions[NAME] = AnswerCache()
    app.after_request(_store)


def cached(view: View[P]) -> View[P]:
    """Decorate the view of a page that is made once for all watchers."""

    @wraps(view)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        game_id = (request.view_args or {}).get("game_id")
        revision = None if game_id is None else open_store().revision(g.table.id, game_id)
        return cached_answer((page_key(), revision)) or view(*args, **kwargs)

    return wrapper


def cached_answer(key: AnswerKey) -> Response | None:
    """Return the cached answer to this request of a watcher; without one, cache the new answer."""
    if g.role is not Role.WATCH or request.method != "GET":
        return None
    answer = _answers().get(key)
    if answer is not None:
        return Response(answer.body, headers=answer.headers)
    g.cached_as = key
    return None


def page_key() -> AnswerKey:
    """Return everything that a page depends on, except for the score file and the phone."""
    return (
        *(request.url, g.table, g.role, languages.current(), languages.region()),
        *(Preferences.from_cookie(), may_compress()),
    )


def _store(response: Response) -> Response:
    if "cached_as" not in g:
        return response  # and nothing has asked for the session: that makes a page vary by cookie
    is_personal = "csrf_token" in g or session.modified or "Set-Cookie" in response.headers
    is_whole = response.status_code == 200 and "Refresh" not in response.headers
    if is_whole and not is_personal:
        response.vary.add("Cookie")
        body = response.get_data()
        _answers().put(g.cached_as, CompleteResponse(response.status, [*response.headers], body))
    return response


def _answers() -> AnswerCache:
    cache: AnswerCache = current_app.extensions[NAME]
    return cache
