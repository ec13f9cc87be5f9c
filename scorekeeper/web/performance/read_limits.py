"""Read limits: the processor time that watchers and strangers may use in the process of the taps.

Each watching link, each phone that came by it and each household of strangers has a budget of
processor time that fills up again by itself. Who asks is read from our signed cookie, before Flask
unpacks the request; who is over a budget gets a page that was made once. Following a watching link
uses the budget of that link. Pages for those who score cost them nothing.

Links are followed one at a time, and a few wait: many at once would make a tap wait for all their
threads.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask, Request, Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.limited_dict import LimitedDict
from scorekeeper.ledger.tables import access_keys
from scorekeeper.ledger.tables.access_keys import Opened, Role
from scorekeeper.web.access import session_cookie
from scorekeeper.web.access.rate_limits import household
from scorekeeper.web.access.session_cookie import Claim
from scorekeeper.web.performance.answer_cache import Answer
from scorekeeper.web.performance.expensive_reads import Crowded
from scorekeeper.web.rendering import languages

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "read_limits"
MOST_REMEMBERED = 10_000
MOST_COOKIES = 2000  # of at most 4 KB
MOST_FOLLOWING = 8  # watching links that are followed or wait for it
ESTIMATE = 0.1  # seconds that a request is taken to cost, until it is known: few are made at once
LONGEST_LANGUAGES = 100  # characters of those that a browser asks for
OVER, SCORES = "scorekeeper.over", "scorekeeper.scores"
JOIN = "/join/"


@dataclass(frozen=True, slots=True)
class Share:
    """Seconds of processor time: at once, and those that come back each second."""

    at_once: float
    each_second: float

    def part(self, among: int) -> Share:
        """What one of several processes may give."""
        return Share(self.at_once / among, self.each_second / among)


A_LINK, A_PHONE, A_HOUSEHOLD = Share(1.5, 0.3), Share(0.5, 0.1), Share(0.3, 0.05)


class Budgets:
    """What is left of a share, for each of those who ask."""

    def __init__(self, share: Share, clock: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._clock = clock
        self._left = LimitedDict[str, tuple[float, float]](MOST_REMEMBERED)
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._left)

    def has(self, who: str, cost: float) -> bool:
        """Whether so much is left."""
        with self._lock:
            return self._now(who) >= cost

    def charge(self, who: str, cost: float) -> None:
        """Take so much, more than there is if it must be; give back what is below zero."""
        with self._lock:
            left = min(self._share.at_once, self._now(who) - cost)
            self._left[who] = left, self._clock()

    def _now(self, who: str) -> float:
        left, at = self._left.get(who, (self._share.at_once, 0.0))
        return min(self._share.at_once, left + (self._clock() - at) * self._share.each_second)


class _Cookie(NamedTuple):
    """What our cookie says: what the phone was granted, and the language that was chosen on it."""

    claim: Claim | None
    language: object


class _Payer(NamedTuple):
    """A budget that a request uses; `estimate` is what it is taken to cost until it is known."""

    budgets: Budgets
    who: str
    estimate: float


class ReadLimits:
    """A WSGI layer right over Flask."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._app = app
        self._inner: WSGIApplication = app.wsgi_app
        self._store = store
        self._following = threading.BoundedSemaphore(MOST_FOLLOWING)
        self._one_link = threading.Lock()
        self._estimate = ESTIMATE
        self.set_shares(A_LINK, A_PHONE)
        self._refusals: dict[tuple[str, str], Answer] = {}
        self._cookies = LimitedDict[str, _Cookie](MOST_COOKIES)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """What the application answers, or that too many ask."""
        if self._app.config["KEYLESS"]:
            return self._inner(environ, start)
        cookie = self._cookie(environ)
        path = environ["PATH_INFO"]
        key = path.removeprefix(JOIN) if path.startswith(JOIN) else None
        opened = self._opened(key)
        payers = self._payers(key, opened, cookie.claim, environ.get("REMOTE_ADDR", ""))
        if not all(payer.budgets.has(payer.who, self._estimate) for payer in payers):
            return self._refused(environ, start, cookie)
        if key is None:
            return self._measured(environ, start, payers)
        with self._turn(opened) as may_follow:
            if may_follow:
                return self._measured(environ, start, payers)
        return self._refused(environ, start, cookie)

    def set_shares(self, link: Share, phone: Share, home: Share = A_HOUSEHOLD) -> None:
        """Begin anew with other shares."""
        self.shares = link, phone, home
        self._links, self._phones = Budgets(link), Budgets(phone)
        self._households = Budgets(home)

    def share_among(self, workers: int) -> None:
        """Give a part of every share, because so many processes serve the same phones."""
        self._estimate = ESTIMATE / workers
        self.set_shares(*(share.part(workers) for share in (A_LINK, A_PHONE, A_HOUSEHOLD)))

    def _cookie(self, environ: WSGIEnvironment) -> _Cookie:
        """What our cookie says, read once for each."""
        sent = environ.get("HTTP_COOKIE", "")
        known = self._cookies.get(sent)
        if known is None:
            opened = self._app.session_interface.open_session(self._app, Request(environ))
            session: Mapping[str, Any] = opened or {}
            known = _Cookie(session_cookie.claim_of(session), session.get("language"))
            if known.claim is not None:
                self._cookies[sent] = known
        return known

    def _opened(self, key: str | None) -> Opened | None:
        """What a key opens; None for none, and where the application has to tell what is wrong."""
        try:
            return None if key is None else access_keys.opened(self._store, key)
        except (sqlite3.Error, UnusableFile):
            return None

    def _payers(
        self, key: str | None, opened: Opened | None, claim: Claim | None, address: str
    ) -> list[_Payer]:
        """The budgets that a request uses, unless it turns out to be one of those who score.

        A cookie may claim to score by a link that is void, so its phone pays, too.
        """
        if opened is not None:
            watches = opened.role is Role.WATCH
            link = _Payer(self._links, f"{opened.table.id} {key}", self._estimate)
            return [link] if watches else []
        if claim is None:
            return [_Payer(self._households, household(address), self._estimate)]
        if claim.scores:
            return [_Payer(self._phones, claim.device, 0.0)]
        return [
            _Payer(self._links, claim.link, self._estimate),
            _Payer(self._phones, claim.device, self._estimate),
        ]

    @contextmanager
    def _turn(self, opened: Opened | None) -> Iterator[bool]:
        """Wait until nobody else follows a link; False if too many wait.

        Those who follow a scoring link always may.
        """
        limited = opened is None or opened.role is Role.WATCH
        if limited and not self._following.acquire(blocking=False):
            yield False
            return
        try:
            with self._one_link:
                yield True
        finally:
            if limited:
                self._following.release()

    def _refused(
        self, environ: WSGIEnvironment, start: StartResponse, cookie: _Cookie
    ) -> Iterable[bytes]:
        """The page that says so, made once for each language, and without a cookie."""
        accepted = environ.get("HTTP_ACCEPT_LANGUAGE", "")[:LONGEST_LANGUAGES]
        parsed = parse_accept_header(accepted, LanguageAccept)
        key = languages.wanted(cookie.language, parsed), environ["wsgi.url_scheme"]
        refusal = self._refusals.get(key)
        if refusal is None:
            asked: dict[str, Any] = environ | {
                **{"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": "", OVER: True},
                **{"HTTP_ACCEPT_LANGUAGE": key[0], "HTTP_ACCEPT_ENCODING": "", "HTTP_COOKIE": ""},
            }
            head: list[Any] = []
            body = b"".join(self._inner(asked, lambda *given: head.extend(given)))  # type: ignore[arg-type]
            refusal = self._refusals[key] = Answer(head[0], head[1], body)
        start(refusal.status, list(refusal.headers))
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [refusal.body]

    def _measured(
        self,
        environ: WSGIEnvironment,
        start: StartResponse,
        payers: list[_Payer],
    ) -> Iterable[bytes]:
        """The answer; its cost is taken for granted while it is made, and set right then."""
        for payer in payers:
            payer.budgets.charge(payer.who, payer.estimate)
        begun = time.thread_time()
        try:
            return self._inner(environ, start)
        finally:
            cost = 0.0 if SCORES in environ else time.thread_time() - begun
            for payer in payers:
                payer.budgets.charge(payer.who, cost - payer.estimate)


def install(app: Flask, store: Store) -> None:
    """Put the layer over the application."""
    app.extensions[NAME] = layer = ReadLimits(app, store)
    app.wsgi_app = layer  # type: ignore[method-assign, assignment]  # the way Flask documents
    app.before_request(_refuse)
    app.after_request(_note_scorer)


def _refuse() -> None:
    if OVER in request.environ:
        raise Crowded


def _note_scorer(response: Response) -> Response:
    """Note that this request costs nobody anything."""
    if g.get("role") is Role.SCORE:
        request.environ[SCORES] = True
    return response
