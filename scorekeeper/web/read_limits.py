"""Read limits: how much processor time watchers and strangers may use.

Each link to watch, each phone that watches and each household of strangers has a budget of
processor time, which fills up again in time. The client is read from our signed cookie before Flask
reads the request; a client over its budget gets a page that was made once. Following a link to
watch uses the budget of that link. Scorers have no budget.

Beside 120 watchers who ask for slow pages without a pause, the server uses 3.4 s of the processor
in a few seconds, and 15.3 s without these limits; a tap takes 31 and 44 ms.

Links are followed one at a time, and few requests wait for that: many at once would make a tap
wait for all their threads.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from flask import Flask, Request, Response, g, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.caches import LimitedDict
from scorekeeper.ledger import access_keys
from scorekeeper.ledger.access_keys import Opened, Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from scorekeeper.web import cookies, languages
from scorekeeper.web.cookies import Claim
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import CompleteResponse
from scorekeeper.web.rate_limits import household

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "read_limits"
MOST_REMEMBERED = 10_000
MOST_COOKIES = 2000  # 4 KB each at most
MOST_FOLLOWING = 8  # requests that follow a link to watch, or wait to
ESTIMATE = 0.1  # seconds charged for a request until its cost is known, so that few run at once
LONGEST_LANGUAGES = 100  # characters of Accept-Language that are read
OVER, SCORES = "scorekeeper.over", "scorekeeper.scores"
TABLE = "scorekeeper.table"  # the table that a phone has open; empty for strangers
JOIN = "/join/"
RETRY = 5  # seconds after which the page of a refused watcher asks again


@dataclass(frozen=True, slots=True)
class TimeBudget:
    """A limit for processor time: a budget of `at_once` seconds, refilled by `each_second`."""

    at_once: float
    each_second: float

    def part(self, among: int) -> TimeBudget:
        """Return the share in one of `among` processes."""
        return TimeBudget(self.at_once / among, self.each_second / among)


A_LINK, A_PHONE, A_HOUSEHOLD = TimeBudget(1.5, 0.3), TimeBudget(0.5, 0.1), TimeBudget(0.3, 0.05)


class Budgets:
    """The processor time that each client has left of a share."""

    def __init__(self, share: TimeBudget, clock: Callable[[], float] = time.monotonic) -> None:
        self._share = share
        self._clock = clock
        self._left = LimitedDict[str, tuple[float, float]](MOST_REMEMBERED)
        self._lock = threading.Lock()

    def has(self, who: str, cost: float) -> bool:
        with self._lock:
            return self._now(who) >= cost

    def charge(self, who: str, cost: float) -> None:
        """Take a cost from a budget, which may become negative; a negative cost gives it back."""
        with self._lock:
            left = min(self._share.at_once, self._now(who) - cost)
            self._left[who] = left, self._clock()

    def _now(self, who: str) -> float:
        left, at = self._left.get(who, (self._share.at_once, 0.0))
        return min(self._share.at_once, left + (self._clock() - at) * self._share.each_second)


class _Cookie(NamedTuple):
    """The grant in our cookie, and the language chosen on the phone."""

    claim: Claim | None
    language: object

    @property
    def table(self) -> str:
        """The table that the phone has open; empty for strangers."""
        return self.claim.link.partition(" ")[0] if self.claim else ""


class _Payer(NamedTuple):
    """A budget that a request uses, and the estimate charged until the cost is known."""

    budgets: Budgets
    who: str
    estimate: float


class ReadLimits:
    """WSGI middleware right outside Flask, which refuses clients over their budget."""

    def __init__(self, inner: WSGIApplication, app: Flask, store: Store) -> None:
        self._inner = inner
        self._app = app
        self._store = store
        app.extensions[NAME] = self
        self._following = threading.BoundedSemaphore(MOST_FOLLOWING)
        self._one_link = threading.Lock()
        self._estimate = ESTIMATE
        self.set_shares(A_LINK, A_PHONE)
        self._refusals: dict[tuple[str, str], CompleteResponse] = {}
        self._cookies = LimitedDict[str, _Cookie](MOST_COOKIES)
        self._watching = LimitedDict[str, str](MOST_REMEMBERED)  # links to watch, by their key

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if self._app.config["KEYLESS"]:
            return self._inner(environ, start)
        cookie = self._cookie(environ.get("HTTP_COOKIE", ""))
        environ[TABLE] = cookie.table
        path = environ["PATH_INFO"]
        address = environ.get("REMOTE_ADDR", "")
        if path.startswith(JOIN):
            payers = self._payers_of_link(path.removeprefix(JOIN), cookie.claim, address)
            if self._admits(payers):
                with self._turn(limited=bool(payers)) as may_follow:
                    if may_follow:
                        return self._answer_and_charge(environ, start, payers)
        elif self._admits(payers := self._payers(cookie.claim, address)):
            return self._answer_and_charge(environ, start, payers)
        return self._refusal(environ, cookie)(environ, start)

    def set_shares(
        self, link: TimeBudget, phone: TimeBudget, home: TimeBudget = A_HOUSEHOLD
    ) -> None:
        """Set the limits of a link, a phone and a household, and fill all budgets."""
        self.shares = link, phone, home
        self._links, self._phones, self._households = map(Budgets, self.shares)

    def share_among(self, workers: int) -> None:
        """Reduce all shares, because several processes serve the same phones."""
        self._estimate = ESTIMATE / workers
        self.set_shares(*(share.part(workers) for share in (A_LINK, A_PHONE, A_HOUSEHOLD)))

    def table_of(self, sent: str) -> str:
        """Return the table that a phone has open, by a Cookie header with a valid signature."""
        return self._cookie(cookies.only_own(sent, self._app.config["SESSION_COOKIE_NAME"])).table

    def _cookie(self, sent: str) -> _Cookie:
        """Return the contents of our cookie, which is read only once."""
        known = self._cookies.get(sent)
        if known is None:
            opened = self._app.session_interface.open_session(
                self._app, Request({"HTTP_COOKIE": sent})
            )
            session: Mapping[str, Any] = opened or {}
            known = _Cookie(cookies.claim_of(session), session.get("language"))
            if known.claim is not None:
                self._cookies[sent] = known
        return known

    def _payers_of_link(self, key: str, claim: Claim | None, address: str) -> list[_Payer]:
        """Return the budgets that following a link uses; none for a link to score.

        A link to watch is looked up once: if many threads read the file at once, taps wait.
        """
        link = self._watching.get(key)
        if link is None:
            opened = self._look_up(key)
            if opened is None:
                return self._payers(claim, address)
            if opened.role is Role.SCORE:
                return []
            link = self._watching[key] = f"{opened.table.id} {key}"
        return [_Payer(self._links, link, self._estimate)]

    def _look_up(self, key: str) -> Opened | None:
        """Return the table and role of a key; None if it is wrong or the file cannot be read."""
        try:
            return access_keys.look_up(self._store, key)
        except (sqlite3.Error, UnusableFile):
            return None

    def _payers(self, claim: Claim | None, address: str) -> list[_Payer]:
        """Return the budgets that a request uses, unless Flask finds that its phone scores."""
        if claim is None:
            return [_Payer(self._households, household(address), self._estimate)]
        if claim.scores:  # perhaps by a link that is void
            return [_Payer(self._phones, claim.device, 0.0)]
        return [
            _Payer(self._links, claim.link, self._estimate),
            _Payer(self._phones, claim.device, self._estimate),
        ]

    def _admits(self, payers: list[_Payer]) -> bool:
        return all(payer.budgets.has(payer.who, self._estimate) for payer in payers)

    @contextmanager
    def _turn(self, *, limited: bool) -> Iterator[bool]:
        """Wait until no other link is being followed, and yield True; False if too many wait.

        A link to score is not limited, so it is never refused.
        """
        if limited and not self._following.acquire(blocking=False):
            yield False
            return
        try:
            with self._one_link:
                yield True
        finally:
            if limited:
                self._following.release()

    def _refusal(self, environ: WSGIEnvironment, cookie: _Cookie) -> CompleteResponse:
        """Return the page for clients over a budget, made once for each language."""
        accepted = environ.get("HTTP_ACCEPT_LANGUAGE", "")[:LONGEST_LANGUAGES]
        parsed = parse_accept_header(accepted, LanguageAccept)
        key = languages.preferred_code(cookie.language, parsed), environ["wsgi.url_scheme"]
        if key not in self._refusals:
            plain: dict[str, Any] = environ | {
                **{"REQUEST_METHOD": "GET", "PATH_INFO": "/", "QUERY_STRING": "", OVER: True},
                **{"HTTP_ACCEPT_LANGUAGE": key[0], "HTTP_ACCEPT_ENCODING": "", "HTTP_COOKIE": ""},
            }
            self._refusals[key] = CompleteResponse.from_app(self._inner, plain)
        return self._refusals[key]

    def _answer_and_charge(
        self, environ: WSGIEnvironment, start: StartResponse, payers: list[_Payer]
    ) -> Iterable[bytes]:
        """Charge the estimates, answer, and replace the estimates by the cost."""
        for payer in payers:
            payer.budgets.charge(payer.who, payer.estimate)
        begun = time.thread_time()
        try:
            return self._inner(environ, start)
        finally:
            cost = 0.0 if SCORES in environ else time.thread_time() - begun
            for payer in payers:
                payer.budgets.charge(payer.who, cost - payer.estimate)


# Pages at once

# Pages rendered at once. Behind eighty pages that scorers asked for at once, a tap took 587 ms
# without this limit, and 77 ms with it (medians on a busy machine).
RENDERED = 2


Waiting = TypeVar("Waiting")


class Turns(Generic[Waiting]):
    """The requests that wait: tables take turns, and the requests of a table stay in order.

    So a table that asks for many pages waits for them itself.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Waiting]] = {}  # by table; the next table first

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, table: str, request: Waiting) -> None:
        self._waiting.setdefault(table, deque()).append(request)

    def next_table(self, busy: Collection[str] = ()) -> str | None:
        """Return the table whose turn it is, without busy ones; None if no other waits."""
        return next((table for table in self._waiting if table not in busy), None)

    def take(self, table: str) -> Waiting:
        """Remove and return the next request of a table, which then is the last of the tables."""
        requests = self._waiting.pop(table)
        request = requests.popleft()
        if requests:
            self._waiting[table] = requests
        return request


class PageGate:
    """WSGI middleware right outside Flask that renders few pages at once; taps do not wait for it.

    All threads share one interpreter, so a tap beside sixty pages would get a small part of its
    time. The pages that wait come in turns of their tables.
    """

    def __init__(self, inner: WSGIApplication, places: int = RENDERED) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._free = places
        self._turns = Turns[threading.Event]()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            return self._inner(environ, start)
        self._enter(environ.get(TABLE, ""))
        try:
            return self._inner(environ, start)
        finally:
            self._leave()

    @property
    def waiting(self) -> int:
        """The number of pages that wait."""
        with self._lock:
            return len(self._turns)

    def _enter(self, table: str) -> None:
        """Wait until a page of the table may be rendered."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            turn = threading.Event()
            self._turns.add(table, turn)
        turn.wait()

    def _leave(self) -> None:
        """Give the place to the next page that waits."""
        with self._lock:
            table = self._turns.next_table()
            if table is None:
                self._free += 1
            else:
                self._turns.take(table).set()


def install(app: Flask) -> None:
    """Refuse the requests of clients over their budget, and mark those of scorers."""
    app.before_request(_refuse)
    app.after_request(_mark_scorer)


def _refuse() -> ResponseReturnValue | None:
    """Show that too many people ask at once, on a page that reloads itself."""
    if OVER not in request.environ:
        return None
    text = translated(
        "The server is busy with similar requests. This page tries again by itself in a "
        "few seconds."
    )
    page = render_template("error.html", title=translated("One moment, please"), text=text)
    return page, 503, {"Retry-After": str(RETRY), "Refresh": str(RETRY)}


def _mark_scorer(response: Response) -> Response:
    """Mark a request of a scorer, which is not charged."""
    if g.get("role") is Role.SCORE:
        request.environ[SCORES] = True
    return response
