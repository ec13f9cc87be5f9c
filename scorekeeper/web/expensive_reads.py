"""Expensive reads: slow pages are made by another process.

A view marked `expensive` runs in a process of its own (`web/reader_process.py`), so that requests
that record scores never share an interpreter with it. A request takes these steps:

1. `expensive` looks into the answer cache. Scorers get a page of the present state of the file,
   watchers one that is at most ten seconds old.
2. `WaitingRoom` limits how many watchers wait, because each of them holds a thread of the server.
   Any further watcher gets a page that reloads itself.
3. Watchers who ask for the same page at the same time wait for one `Future`.
4. `Readers` has at most two processes, of which watchers never hold the last one. Those who wait
   are served in this order: scorers, watchers, statistics computed in advance; among watchers, the
   link served least recently.
5. `Reader` sends the request through a pipe and receives the answer in pieces. A process that takes
   too long is killed, and one that dies costs only its own request.

It takes a second or more of the processor until a new process can make a page (2.7 s on a small
computer), so one is started before anybody asks.

A process pool of `concurrent.futures` does not fit: one dead worker breaks the whole pool, a job
that runs cannot be ended, and a future returns one value, neither a stream nor a question.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import pickle
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

from flask import Flask, Response, current_app, g, render_template, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.caches import LimitedDict
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import Store
from scorekeeper.web import page_cache
from scorekeeper.web.access import open_store
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import OLDEST, AnswerCache, AnswerKey, CompleteResponse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "expensive_reads"
GATE = "scorekeeper.gate"
# Pages rendered at once. Beside eighty pages that scorers asked for at once, a tap took 0.8 s
# without this limit, and 0.05 s with it (medians at a load of 22); a limit of 1 was no better.
RENDERED = 2
PATIENCE = 130.0  # seconds that a watcher waits for a page that another watcher has asked for
READS_OF_A_PHONE = 2  # reads of one phone that may wait at once
RETRY = 5  # seconds after which the page of a refused watcher asks again
MOST = 2  # reader processes
LONGEST = 120.0  # seconds for one page, or between two pieces of a file
FIRST = 10.0  # seconds after which the first process is started; the first pages come before it
IDLE = 1800.0  # seconds after which unused processes are ended, which gives their memory back
NICENESS = 5  # if processors are busy, taps come first
COUNTING_PAUSE = 0.05  # seconds between two jobs that count figures
MOST_FAILURES = 200  # jobs without progress after which counting is given up
PROGRAM = (
    "import json, os, sys; sys.path[:] = json.loads(sys.argv[1]); "
    f"hasattr(os, 'nice') and os.nice({NICENESS}); "
    "from scorekeeper.web.reader_process import main; main()"
)

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


class Crowded(Exception):
    """Raised if too many watchers wait already."""


class ReaderLost(Exception):
    """Raised if a reader process ended in the middle of a job."""


class CannotRead(Exception):
    """Raised if no reader process can be started, or it cannot use the file."""


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The head of an HTTP response; pieces of its body follow.

    personal   whether the response is for one phone only
    uncounted  the id of the table if some of its figures are not counted yet; otherwise None
    """

    status: str
    headers: list[tuple[str, str]]
    personal: bool = False
    uncounted: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Changes that the server should write; it replies with True if they were written."""

    changes: Sequence[Statement]


# Messages are pickled. The server sends the path of the score file with the configuration, then one
# job after another: a WSGI environ, or the id of a table whose figures to count. A reader answers
# with a head and bytes, with the number of sessions left to count, or with CannotRead; None ends an
# answer.
Job = Mapping[str, Any] | int
Message = ResponseHead | Keep | CannotRead | bytes | int


def start_process() -> subprocess.Popen[bytes]:
    """Start a process that runs `reader_process`; raises OSError.

    `multiprocessing` would import the main program again, and start another process that tracks
    resources. A pipe to a program does neither.
    """
    return subprocess.Popen(  # noqa: S603  (our own program)
        [sys.executable or "python3", "-P", "-c", PROGRAM, json.dumps(sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


class Reader:
    """A process that renders expensive pages, one job after another."""

    def __init__(self, *start: object) -> None:
        """Start the process; raises CannotRead."""
        try:
            self._process = start_process()
        except OSError as error:
            raise CannotRead(str(error)) from error
        with contextlib.suppress(ReaderLost):  # the first job raises it again
            self.send(start)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, job: Job) -> Iterator[Message]:
        """Send a job, and yield the messages that answer it; raises ReaderLost."""
        self.send(job)
        while (message := self._receive()) is not None:
            yield message

    def send(self, message: object) -> None:
        """Send a message; raises ReaderLost."""
        assert self._process.stdin  # noqa: S101
        try:
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise ReaderLost(str(error)) from error

    def _receive(self) -> Message | None:
        assert self._process.stdout  # noqa: S101
        limit = threading.Timer(LONGEST, self._process.kill)
        limit.daemon = True
        limit.start()
        try:
            message: Message | None = pickle.load(self._process.stdout)  # noqa: S301  (our own process)
        except (OSError, ValueError, EOFError, pickle.UnpicklingError) as error:
            raise ReaderLost(str(error)) from error
        finally:
            limit.cancel()
        return message

    def end(self) -> None:
        """End the process at once; its job is lost."""
        self._process.kill()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]
        self._process.wait()


class Urgency(IntEnum):
    """The kinds of jobs, the most urgent first."""

    SCORER = 0
    WATCHER = 1
    COUNTING = 2


@dataclass(frozen=True, slots=True)
class Asker:
    """The link and the phone that a request comes from."""

    rank: Urgency
    link: str = ""
    phone: str = ""


class WaitingRoom:
    """Places for watchers who wait: for each link at most half of them."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._inside: list[Asker] = []
        self._lock = threading.Lock()

    @contextmanager
    def place(self, asker: Asker) -> Iterator[None]:
        """Take a place while a page is made; raises Crowded. Scorers need none."""
        if asker.rank is Urgency.SCORER:
            yield
            return
        with self._lock:
            links = Counter(other.link for other in self._inside)
            phones = Counter(other.phone for other in self._inside)
            if (
                len(self._inside) >= self._places
                or links[asker.link] >= (self._places + 1) // 2
                or phones[asker.phone] >= READS_OF_A_PHONE
            ):
                raise Crowded
            self._inside.append(asker)
        try:
            yield
        finally:
            with self._lock:
                self._inside.remove(asker)


@dataclass(frozen=True, slots=True)
class _Ticket:
    number: int
    asker: Asker


class Readers:
    """The reader processes, and the queue of requests that wait for one."""

    def __init__(self, make: Callable[[], Reader]) -> None:
        """`make` starts a process, or raises CannotRead."""
        self._make = make
        self._changed = threading.Condition()
        self._numbers = itertools.count(1)
        self._waiting: list[_Ticket] = []
        self._busy: dict[_Ticket, Reader | None] = {}
        self._idle: list[Reader] = []
        self._served = LimitedDict[str, int](1000)  # the last ticket of each link
        self._timer = threading.Timer(FIRST, self._start)

    def start_soon(self) -> None:
        """Start a process after a moment, before anybody needs it."""
        self._later(FIRST, self._start)

    @contextmanager
    def turn(self, asker: Asker) -> Iterator[Reader]:
        """Wait for a process and yield it; raises CannotRead.

        A process whose job fails, or is left early, is ended.
        """
        reader: Reader | None
        with self._changed:
            ticket = _Ticket(next(self._numbers), asker)
            self._waiting.append(ticket)
            self._changed.wait_for(lambda: self._next() is ticket)
            self._waiting.remove(ticket)
            self._served[asker.link] = ticket.number
            reader = self._busy[ticket] = self._idle.pop() if self._idle else None
            self._changed.notify_all()
        try:
            if reader is None:
                reader = self._busy[ticket] = self._make()
            yield reader
        except BaseException:
            if reader is not None:
                reader.end()
            reader = None
            raise
        finally:
            with self._changed:
                del self._busy[ticket]
                if reader is not None:
                    self._idle.append(reader)
                    self._later(IDLE, self._start_anew)
                self._changed.notify_all()

    @property
    def pids(self) -> list[int]:
        with self._changed:
            return [reader.pid for reader in [*self._idle, *self._busy.values()] if reader]

    @property
    def waiting(self) -> list[Asker]:
        with self._changed:
            return [ticket.asker for ticket in self._waiting]

    def close(self) -> None:
        """End all reader processes at once."""
        self._timer.cancel()
        self._end_idle()
        with self._changed:
            busy = [reader for reader in self._busy.values() if reader]
        for reader in busy:
            reader.end()

    def _next(self) -> _Ticket | None:
        """Return the waiting request (a ticket) to serve next.

        None if no process is free for any.
        """
        if len(self._busy) >= MOST:
            return None
        only_scorers = any(ticket.asker.rank is not Urgency.SCORER for ticket in self._busy)
        able = (
            ticket
            for ticket in self._waiting
            if ticket.asker.rank is Urgency.SCORER or not only_scorers
        )
        return min(able, key=self._order, default=None)

    def _order(self, ticket: _Ticket) -> tuple[int, int, int]:
        return ticket.asker.rank, self._served.get(ticket.asker.link, 0), ticket.number

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        self._timer.cancel()
        self._timer = threading.Timer(seconds, act)
        self._timer.daemon = True
        self._timer.start()

    def _start(self) -> None:
        """Start a process if there is none."""
        if not self.pids:
            with contextlib.suppress(CannotRead):  # the first page tries again
                reader = self._make()
                with self._changed:
                    self._idle.append(reader)

    def _start_anew(self) -> None:
        self._end_idle()
        self._start()

    def _end_idle(self) -> None:
        with self._changed:
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.end()


class ExpensiveReads:
    """Makes the expensive pages of an application in reader processes, and caches them."""

    def __init__(self, store: Store, readers: Readers, places: int, cache: AnswerCache) -> None:
        self.cache = cache
        self.readers = readers
        self.room = WaitingRoom(places)
        self._store = store
        self._being_made: dict[AnswerKey, Future[CompleteResponse | None]] = {}
        self._lock = threading.Lock()
        self._counting = threading.Lock()

    def page(self, key: AnswerKey, asker: Asker, environ: Mapping[str, Any]) -> CompleteResponse:
        """Return a page from the cache, or make it.

        Only watchers wait for a page that is being made for somebody else. Raises Crowded,
        ReaderLost, CannotRead and sqlite3.Error.
        """
        watches = asker.rank is Urgency.WATCHER
        stamp = self._store.stamp()
        cached = self.cache.get(key, stamp, OLDEST if watches else 0.0)
        if cached is not None:
            return cached
        with self.room.place(asker):
            own = Future[CompleteResponse | None]()
            with self._lock:
                first = self._being_made.setdefault(key, own) if watches else own
            if first is not own:
                return _wait_for(first)
            shared: CompleteResponse | None = None
            try:
                head, answer = self._make(asker, environ)
                if not head.personal:
                    shared = answer
                    if head.status.startswith("200") and head.uncounted is None:
                        self.cache.put(key, stamp, answer)
                return answer
            finally:
                if watches:
                    with self._lock:
                        del self._being_made[key]
                own.set_result(shared)

    def messages(self, asker: Asker, job: Job) -> Iterator[Any]:
        """Send a job to a reader, write the changes of `Keep` messages, and yield all others.

        Closing the iterator early ends the process. Raises ReaderLost and CannotRead.
        """
        refusal: CannotRead | None = None
        with self.readers.turn(asker) as reader:
            for message in reader.ask(job):
                if isinstance(message, Keep):
                    reader.send(self._store.keep(message.changes))
                elif isinstance(message, CannotRead):
                    refusal = message  # raised outside, because the process can go on
                else:
                    yield message
        if refusal is not None:
            raise refusal

    def _make(
        self, asker: Asker, environ: Mapping[str, Any]
    ) -> tuple[ResponseHead, CompleteResponse]:
        """Make a page in a reader process; if that process is lost, in another one."""
        try:
            head, *pieces = self.messages(asker, environ)
        except ReaderLost:
            head, *pieces = self.messages(asker, environ)
        if head.uncounted is not None:
            self._count(head.uncounted)
        return head, CompleteResponse(head.status, head.headers, b"".join(pieces))

    def _count(self, table_id: int) -> None:
        """Count outdated statistics of a table in the background, after all waiting pages."""

        def count() -> None:
            left, failures = sys.maxsize, 0
            try:
                while left and failures < MOST_FAILURES:
                    time.sleep(COUNTING_PAUSE)
                    before = left
                    (left,) = self.messages(Asker(Urgency.COUNTING), table_id)
                    failures += left >= before
            except (ReaderLost, CannotRead, sqlite3.Error, UnusableFile):
                pass  # the next page that needs the figures tries again
            finally:
                self._counting.release()

        if self._counting.acquire(blocking=False):
            threading.Thread(target=count, name="figures", daemon=True).start()


class PageGate:
    """WSGI middleware right outside Flask that renders few pages at once; taps do not wait for it.

    All threads share one interpreter, so a tap beside sixty pages would get a small part of its
    time. A page that waits for a reader process gives up its place meanwhile (`left`).
    """

    def __init__(self, inner: WSGIApplication, places: int = RENDERED) -> None:
        self._inner = inner
        self._places = threading.BoundedSemaphore(places)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            return self._inner(environ, start)
        environ[GATE] = self
        with self._places:
            return self._inner(environ, start)

    @contextmanager
    def left(self) -> Iterator[None]:
        """Give up a place for a while."""
        self._places.release()
        try:
            yield
        finally:
            self._places.acquire()


def _place_left() -> AbstractContextManager[None]:
    """Give up this request's place among the pages that are rendered, if it has one."""
    gate: PageGate | None = request.environ.get(GATE)
    return gate.left() if gate else contextlib.nullcontext()


def _wait_for(page: Future[CompleteResponse | None]) -> CompleteResponse:
    """Wait for the page that another watcher has asked for; raises Crowded if that fails."""
    with contextlib.suppress(TimeoutError):
        if (answer := page.result(PATIENCE)) is not None:
            return answer
    raise Crowded


def install(app: Flask, store: Store, places: int) -> None:
    """Make expensive pages in reader processes, and few other pages at once.

    places    the number of watchers who may wait at once
    """

    def make() -> Reader:
        return Reader(store.path, _plain(app.config))

    app.wsgi_app = PageGate(app.wsgi_app)  # type: ignore[method-assign, assignment]
    cache: AnswerCache = app.extensions[page_cache.NAME]
    app.extensions[NAME] = ExpensiveReads(store, Readers(make), places, cache)
    app.register_error_handler(Crowded, _come_again)
    app.register_error_handler(ReaderLost, _come_again)


def start(app: Flask) -> None:
    """Start the first reader process of an application soon."""
    reads: ExpensiveReads = app.extensions[NAME]
    reads.readers.start_soon()


def close(app: Flask) -> None:
    """End the reader processes of an application."""
    reads: ExpensiveReads | None = app.extensions.get(NAME)
    if reads is not None:
        reads.readers.close()


def expensive(*, alike: bool = True, stream: bool = False) -> Callable[[View[P]], View[P]]:
    """Decorate a view whose page is slow, so that a reader process makes it.

    alike   whether the page is the same for all watchers with the same language
    stream  whether the answer is a file, which is sent while it is made
    """

    def decorator(view: View[P]) -> View[P]:
        @wraps(view)
        def wrapper(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            reads: ExpensiveReads | None = current_app.extensions.get(NAME)
            scores = g.role is Role.SCORE
            if reads is None or (stream and not scores):  # the view itself refuses watchers
                return view(*args, **kwargs)
            phone = session.get("device", "")
            link = f"{g.table.id} {g.role.value} {g.key}"
            asker = Asker(Urgency.SCORER if scores else Urgency.WATCHER, link, phone)
            environ = _plain(request.environ)
            try:
                if stream:
                    messages = reads.messages(asker, environ)
                    with _place_left():
                        head = next(messages)
                    return Response(messages, head.status, head.headers)
                game_id = (request.view_args or {}).get("game_id")
                revision = None if game_id is None else open_store().revision(g.table.id, game_id)
                own = request.cookies.get(current_app.config["SESSION_COOKIE_NAME"])
                key = page_cache.page_key(), revision, None if alike and not scores else own
                with _place_left():
                    page = reads.page(key, asker, environ | {"REQUEST_METHOD": "GET"})
            except CannotRead:
                return view(*args, **kwargs)
            return Response(page.body, page.status, page.headers)

        return wrapper

    return decorator


def _come_again(_: Exception) -> ResponseReturnValue:
    """Show that too many people ask at once, on a page that reloads itself."""
    text = translated(
        "The server is busy with similar requests. This page tries again by itself in a "
        "few seconds."
    )
    page = render_template("error.html", title=translated("One moment, please"), text=text)
    return page, 503, {"Retry-After": str(RETRY), "Refresh": str(RETRY)}


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of simple types, which can be sent to another process."""
    plain = str | int | float | bool | None
    return {name: value for name, value in values.items() if isinstance(value, plain)}
