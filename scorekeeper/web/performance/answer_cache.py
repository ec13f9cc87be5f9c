"""The answer cache: pages as they were sent, for others who ask for the same page."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import g, request

from scorekeeper.ledger.database.score_file import Stamp
from scorekeeper.web import compression
from scorekeeper.web.rendering import languages
from scorekeeper.web.rendering.settings import Preferences

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "answer_cache"
MOST_ANSWERS = 500
MOST_BYTES = 16 * 1024 * 1024  # in all answers
LARGEST = 2 * 1024 * 1024  # bytes of an answer that is kept
OLDEST = 10.0  # seconds, of a page that watchers are shown

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer. Called as a WSGI application, it sends itself."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes

    @classmethod
    def of(cls, app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
        """Return what an application answers."""
        head: list[Any] = []
        return cls.read(head, app(environ, lambda *given: head.extend(given)))  # type: ignore[arg-type]

    @classmethod
    def read(cls, head: Sequence[Any], body: Iterable[bytes]) -> Answer:
        """Return an answer whose body is read to its end; `head` is its status and headers."""
        try:
            whole = b"".join(body)
        finally:
            getattr(body, "close", lambda: None)()
        return cls(head[0], head[1], whole)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start(self.status, list(self.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [self.body]


class AnswerCache:
    """The answers of one application that were asked for last."""

    def __init__(self, most: int = MOST_ANSWERS, most_bytes: int = MOST_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._answers: OrderedDict[Key, tuple[Stamp | None, float, Answer]] = OrderedDict()
        self._lock = threading.Lock()
        self.size = 0  # bytes of all answers

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, key: Key, stamp: Stamp | None, oldest: float) -> Answer | None:
        """Return an answer made from this state of the file, or less than `oldest` seconds ago."""
        with self._lock:
            if key not in self._answers:
                return None
            made_from, made_at, answer = self._answers[key]
            of_this_state = stamp is not None and stamp == made_from
            if not of_this_state and time.monotonic() - made_at >= oldest:
                return None
            self._answers.move_to_end(key)
            return answer

    def put(self, key: Key, stamp: Stamp | None, answer: Answer) -> None:
        """Keep an answer, and drop those that nobody has asked for for longest."""
        if len(answer.body) > LARGEST:
            return
        with self._lock:
            self._drop(key)
            self._answers[key] = stamp, time.monotonic(), answer
            self.size += len(answer.body)
            while len(self._answers) > self._most or self.size > self._most_bytes:
                self._drop(next(iter(self._answers)))

    def _drop(self, key: Key) -> None:
        if key in self._answers:
            self.size -= len(self._answers.pop(key)[2].body)


def page_key() -> Key:
    """Return all that a page depends on, except for the score file and the phone."""
    return (
        *(request.url, g.table, g.role, languages.current(), languages.region()),
        *(Preferences.kept(), compression.is_allowed()),
    )
