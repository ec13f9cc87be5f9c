"""Read limits: the processor time that watchers and strangers may use in the process of the taps.

Each watching link, and each phone that came by it, has a budget of processor time that fills up
again by itself. A request over the budget is refused before Flask unpacks it, with the page that
its phone was shown when it was refused first; and so is a phone that was told to come again in some
seconds (see `expensive_reads`) and asks for the same sooner. What is answered from memory (see
`polling`) costs nothing; those who score have no limit.

Who is not let in, at the door or on a page that is open to all, shares the budget of the household
that the request comes from. Over it, whoever brings neither a cookie of ours nor a right link is
refused; so a right link is never limited, nor a phone that was let in. Links are looked at one at a
time: many at once would make a tap wait for all their threads.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, Response, g, request

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.limited_dict import LimitedDict
from scorekeeper.ledger.tables import access_keys
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web.access.rate_limits import household
from scorekeeper.web.performance.answer_cache import Answer
from scorekeeper.web.performance.expensive_reads import AGAIN, CROWDED, Crowded

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "read_limits"
MOST_REMEMBERED = 10_000
LONGEST = 4096  # letters of a cookie; a longer one is none of ours
ESTIMATE = 0.02  # seconds that a request is taken to cost, until it is known
LONGEST_LANGUAGES = 100  # letters of those that a browser asks for
OVER, LINK, STRANGER = "scorekeeper.over", "scorekeeper.link", "scorekeeper.stranger"
EARLY = 0.5  # seconds by which a clock may be fast
JOIN, JOINS, SEE_OTHER = "/join/", "access.join", 303
FREE = ("/static/", "/health")
MOST_REFUSALS = 50  # pages for strangers, one for each set of languages


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


@dataclass(slots=True)
class _Watcher:
    """A phone, by its cookie.

    refusal  the page that refuses it, in its own language
    address  what it was refused last
    until    when it may ask for that again
    """

    link: str
    refusal: Answer | None = None
    address: str = ""
    until: float = 0.0


class Door:
    """Tells strangers from those who may be let in, without Flask."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._app = app
        self._store = store

    def shuts_out(self, environ: WSGIEnvironment) -> bool:
        """Whether a request has neither a right link nor a cookie that was given with one."""
        if self._app.config["KEYLESS"]:
            return False
        path = str(environ["PATH_INFO"])
        try:
            if path.startswith(JOIN) and access_keys.opened(self._store, path.removeprefix(JOIN)):
                return False
        except (sqlite3.Error, UnusableFile):
            return False  # the long way tells what is wrong
        return not self._has_grants(environ)

    def _has_grants(self, environ: WSGIEnvironment) -> bool:
        """Whether the cookie is one that names a table, as it was signed here."""
        session = self._app.session_interface.open_session(self._app, Request(environ))
        return bool(session and session.get("grants"))


class ReadLimits:
    """A WSGI layer right over Flask."""

    def __init__(self, inner: WSGIApplication, door: Door) -> None:
        self._inner = inner
        self._door = door
        self._joining = threading.Lock()
        self.set_shares(A_LINK, A_PHONE)
        self._refusals = LimitedDict[str, Answer](MOST_REFUSALS)
        self._watchers = LimitedDict[str, _Watcher](MOST_REMEMBERED)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """What the application answers, or that too many ask."""
        cookie, path = environ.get("HTTP_COOKIE", ""), environ["PATH_INFO"]
        if path.startswith(FREE):
            return self._inner(environ, start)
        home = household(environ.get("REMOTE_ADDR", ""))
        if not self._households.has(home, ESTIMATE) and self._door.shuts_out(environ):
            return self._refused(environ, start)
        known = len(cookie) <= LONGEST and not path.startswith(JOIN)
        watcher = self._watchers.get(cookie) if known else None
        if watcher is not None:
            over = not self._may(watcher, cookie)
            if watcher.refusal is not None and (over or _comes_too_soon(watcher, environ)):
                start(watcher.refusal.status, list(watcher.refusal.headers))
                return [watcher.refusal.body]
            if over:
                environ[OVER] = True
        with self._joining if path.startswith(JOIN) else nullcontext():
            return self._measured(environ, start, cookie, watcher)

    def set_shares(self, link: Share, phone: Share, home: Share = A_HOUSEHOLD) -> None:
        """Begin anew with other shares."""
        self.shares = link, phone, home
        self._links, self._phones = Budgets(link), Budgets(phone)
        self._households = Budgets(home)

    def share_among(self, workers: int) -> None:
        """Give a part of every share, because so many processes serve the same phones."""
        self.set_shares(*(share.part(workers) for share in (A_LINK, A_PHONE, A_HOUSEHOLD)))

    def _refused(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The page that refuses strangers, made once for each set of languages."""
        languages = environ.get("HTTP_ACCEPT_LANGUAGE", "")[:LONGEST_LANGUAGES]
        kept = self._refusals.get(languages)
        if kept is None:
            plain = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": "", OVER: True}
            whoever = {"HTTP_COOKIE": "", "HTTP_ACCEPT_LANGUAGE": languages}
            head: list[Any] = []
            asked = environ | plain | whoever | {"HTTP_ACCEPT_ENCODING": ""}
            body = b"".join(self._inner(asked, lambda *given: head.extend(given)))  # type: ignore[arg-type]
            kept = Answer(head[0], head[1], body)
            if CROWDED not in asked or any(name == "Set-Cookie" for name, _ in kept.headers):
                start(kept.status, list(kept.headers))  # refused for another reason
                return [kept.body]
            self._refusals[languages] = kept
        start(kept.status, list(kept.headers))
        return [kept.body]

    def _may(self, watcher: _Watcher, cookie: str) -> bool:
        return self._links.has(watcher.link, ESTIMATE) and self._phones.has(cookie, ESTIMATE)

    def _measured(
        self,
        environ: WSGIEnvironment,
        start: StartResponse,
        cookie: str,
        watcher: _Watcher | None,
    ) -> Iterable[bytes]:
        """The answer; its cost is taken for granted while it is made, and set right then."""
        head: list[Any] = []

        def noted(*given: Any) -> Any:
            head[:] = given
            return start(*given)

        if watcher is not None:
            self._charge(watcher.link, cookie, ESTIMATE)
        begun = time.thread_time()
        try:
            answer = self._inner(environ, noted)
        finally:
            if watcher is not None:
                self._charge(watcher.link, cookie, -ESTIMATE)
        link = environ.get(LINK)
        if environ.get(STRANGER):
            home = household(environ.get("REMOTE_ADDR", ""))
            self._households.charge(home, time.thread_time() - begun)
        if link is not None:
            self._charge(link, cookie, time.thread_time() - begun)
            self._remember(cookie, link)
        watcher = self._watchers.get(cookie)
        if CROWDED not in environ or watcher is None:
            return answer
        watcher.refusal = Answer(head[0], head[1], b"".join(answer))
        watcher.address, watcher.until = _address(environ), time.monotonic() + AGAIN - EARLY
        return [watcher.refusal.body]

    def _charge(self, link: str, cookie: str, cost: float) -> None:
        self._links.charge(link, cost)
        self._phones.charge(cookie, cost)

    def _remember(self, cookie: str, link: str) -> None:
        known = self._watchers.get(cookie)
        if known is None or known.link != link:
            self._watchers[cookie] = _Watcher(link)


def _comes_too_soon(watcher: _Watcher, environ: WSGIEnvironment) -> bool:
    return time.monotonic() < watcher.until and _address(environ) == watcher.address


def _address(environ: WSGIEnvironment) -> str:
    return f"{environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}"


def install(app: Flask, store: Store) -> None:
    """Put the layer over the application."""
    app.extensions[NAME] = layer = ReadLimits(app.wsgi_app, Door(app, store))
    app.wsgi_app = layer  # type: ignore[method-assign, assignment]  # the way Flask documents
    app.before_request(_refuse)
    app.after_request(_note_link)


def _refuse() -> None:
    if OVER in request.environ:
        raise Crowded


def _note_link(response: Response) -> Response:
    """Say for whom this request was; nobody's where it was for those who score."""
    if g.get("role") is Role.WATCH:
        request.environ[LINK] = f"{g.table.id} {g.key}"
    elif "role" not in g and (request.endpoint != JOINS or response.status_code != SEE_OTHER):
        request.environ[STRANGER] = True
    return response
