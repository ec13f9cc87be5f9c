"""Expensive reads: pages and files that cost much time are made in a process of their own.

A view that is marked as `expensive` is carried out by a reader process (see `reader_pool`), so that
taps never share an interpreter with it. What was made is kept until the file changes; watchers may
be shown a page that is some seconds old. The same page is made once for all watchers who ask for it
at the same time. So many may wait; another watcher is told to come again.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, ParamSpec

from flask import Flask, Response, current_app, g, render_template, request, session
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web import compression
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.answer_cache import Answer, AnswerCache, Key
from scorekeeper.web.performance.reader_messages import Counting, End, Head, Keep, Request, Start
from scorekeeper.web.performance.reader_pool import (
    Asker,
    CannotRead,
    Rank,
    Reader,
    ReaderLost,
    Readers,
)
from scorekeeper.web.rendering import languages
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.rendering.settings import Preferences

NAME = "expensive_reads"
OLDEST = 10.0  # seconds, of a page that watchers are shown
PATIENCE = 130.0  # seconds in which a page that another has asked for comes, or is given up
A_PHONE = 2  # reads of one phone that may wait
AGAIN = 5  # seconds after which somebody may ask again
BETWEEN = 0.05  # seconds between two jobs that count figures
MOST_FAILURES = 200  # times that they could not be written

P = ParamSpec("P")
View = Callable[P, ResponseReturnValue]


class Crowded(Exception):
    """Too many wait already."""


class WaitingRoom:
    """How many watchers may wait at once: each holds a thread of the server."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._link = (places + 1) // 2
        self._inside: list[Asker] = []
        self._lock = threading.Lock()

    def close(self) -> None:
        """Let nobody in any more."""
        self._places = 0

    @contextmanager
    def place(self, asker: Asker) -> Iterator[None]:
        """A place while the page is made; raises Crowded. Those who score always have one."""
        if asker.rank is Rank.SCORER:
            yield
            return
        with self._lock:
            links = Counter(other.link for other in self._inside)
            phones = Counter(other.phone for other in self._inside)
            if (
                len(self._inside) >= self._places
                or links[asker.link] >= self._link
                or phones[asker.phone] >= A_PHONE
            ):
                raise Crowded
            self._inside.append(asker)
        try:
            yield
        finally:
            with self._lock:
                self._inside.remove(asker)


@dataclass(eq=False, slots=True)
class _Flight:
    """A page that is being made."""

    done: threading.Event = field(default_factory=threading.Event)
    page: Answer | None = None


class _Pieces:
    """The pieces of a file, and what ends when they do: also where nobody takes the first one."""

    def __init__(self, messages: Iterator[Head | bytes | End], stack: ExitStack) -> None:
        self._messages = messages
        self._stack = stack

    def __iter__(self) -> Iterator[bytes]:
        with self._stack:
            for message in self._messages:
                if isinstance(message, bytes):
                    yield message

    def close(self) -> None:
        """End the process, unless it has answered to the end."""
        left = GeneratorExit()
        self._stack.__exit__(type(left), left, None)


class ExpensiveReads:
    """The expensive reads of an application."""

    def __init__(self, store: Store, readers: Readers, places: int) -> None:
        self.cache = AnswerCache()
        self._store = store
        self.readers = readers
        self.room = WaitingRoom(places)
        self._flights: dict[Key, _Flight] = {}
        self._lock = threading.Lock()
        self._counting = threading.Lock()

    def page(self, key: Key, asker: Asker, environ: Mapping[str, Any]) -> Answer:
        """The page, from what is kept or made now. Raises Crowded, ReaderLost, sqlite3.Error."""
        watches = asker.rank is Rank.WATCHER
        stamp = self._store.stamp()
        kept = self.cache.get(key, stamp, OLDEST if watches else 0.0)
        if kept is not None:
            return kept
        with self.room.place(asker):
            flight, mine = self._board(key) if watches else (_Flight(), True)
            if not mine:
                flight.done.wait(PATIENCE)
                if flight.page is None:
                    raise Crowded
                return flight.page
            try:
                page = self._made(asker, environ)
                if page.may_be_kept:
                    self.cache.put(key, stamp, page)
                if not page.personal:
                    flight.page = page
                return page
            finally:
                if watches:
                    with self._lock:
                        self._flights.pop(key, None)
                flight.done.set()

    def stream(self, asker: Asker, environ: Mapping[str, Any]) -> tuple[Head, _Pieces]:
        """A file that goes out while it is made: its head, and its pieces. Raises ReaderLost."""
        stack = ExitStack()
        try:
            reader = stack.enter_context(self.readers.turn(asker))
            messages = self._messages(reader, environ)
            head = next(messages)
            assert isinstance(head, Head)  # noqa: S101
        except BaseException as error:
            stack.__exit__(type(error), error, error.__traceback__)
            raise
        return head, _Pieces(messages, stack)

    def close(self) -> None:
        """End the reader processes."""
        self.readers.close()

    def _board(self, key: Key) -> tuple[_Flight, bool]:
        """The flight by which a page comes, and whether the caller has to make it."""
        with self._lock:
            flight = self._flights.get(key)
            if flight is not None:
                return flight, False
            self._flights[key] = flight = _Flight()
            return flight, True

    def _made(self, asker: Asker, environ: Mapping[str, Any]) -> Answer:
        """The page from a reader process; from another one where the first is lost over it."""
        try:
            return self._collected(asker, environ)
        except ReaderLost:
            return self._collected(asker, environ)

    def _collected(self, asker: Asker, environ: Mapping[str, Any]) -> Answer:
        with self.readers.turn(asker) as reader:
            head, *rest, end = self._messages(reader, environ)
        assert isinstance(head, Head)  # noqa: S101
        assert isinstance(end, End)  # noqa: S101
        body = b"".join(piece for piece in rest if isinstance(piece, bytes))
        unfinished = end.counting is not None
        return Answer(head.status, head.headers, body, head.personal, unfinished)

    def _messages(self, reader: Reader, environ: Mapping[str, Any]) -> Iterator[Head | bytes | End]:
        for message in reader.ask(Request(environ)):
            match message:
                case Keep(changes):
                    reader.kept(self._store.keep(changes))
                case End(int(table_id)):
                    self._count(table_id)
                    yield message
                case _:
                    yield message

    def _count(self, table_id: int) -> None:
        """Have the rest of the figures be counted, after all who wait."""
        if self._counting.acquire(blocking=False):
            work = partial(self._count_on, table_id)
            threading.Thread(target=work, name="figures", daemon=True).start()

    def _count_on(self, table_id: int) -> None:
        left, failures = True, 0
        try:
            while left and failures < MOST_FAILURES:
                time.sleep(BETWEEN)  # the process of the page is free by then
                with self.readers.turn(Asker(Rank.COUNTING)) as reader:
                    for message in reader.ask(Counting(table_id)):
                        if isinstance(message, Keep):
                            written = self._store.keep(message.changes)
                            failures += not written
                            reader.kept(written)
                        elif isinstance(message, End):
                            left = message.counting is not None
        except (ReaderLost, CannotRead, sqlite3.Error, UnusableFile):
            pass  # it is left to whoever asks next
        finally:
            self._counting.release()


def install(app: Flask, store: Store, places: int) -> None:
    """Have expensive reads be made elsewhere, with places for so many watchers who wait."""

    def make() -> Reader:
        config = {key: value for key, value in app.config.items() if _is_plain(value)}
        return Reader(Start(store.path, config))

    app.extensions[NAME] = ExpensiveReads(store, Readers(make), places)
    app.register_error_handler(Crowded, _come_again)
    app.register_error_handler(ReaderLost, _come_again)


def close(app: Flask) -> None:
    """End what an application has started."""
    reads: ExpensiveReads | None = app.extensions.get(NAME)
    if reads is not None:
        reads.close()


def expensive(*, alike: bool = True, stream: bool = False) -> Callable[[View[P]], View[P]]:
    """Mark a view that costs much time.

    alike   the page is the same for all watchers who read the same language
    stream  it is a file that goes out while it is made
    """

    def marked(view: View[P]) -> View[P]:
        @wraps(view)
        def shown(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
            reads: ExpensiveReads | None = current_app.extensions.get(NAME)
            if reads is None or (stream and g.role is not Role.SCORE):  # who is refused at once
                return view(*args, **kwargs)
            try:
                if stream:
                    head, pieces = reads.stream(_asker(), _environ())
                    return Response(pieces, head.status, head.headers)
                page = reads.page(_key(alike), _asker(), _environ())
            except CannotRead:
                return view(*args, **kwargs)
            return Response(page.body, page.status, page.headers)

        return shown

    return marked


def _come_again(_: Exception) -> ResponseReturnValue:
    """The page that says that too many ask at once; it asks again by itself."""
    text = translated(
        "Too many people are asking for pages like this one. This page tries again by itself in a "
        "few seconds."
    )
    page = render_template("error.html", title=translated("One moment, please"), text=text)
    return page, 503, {"Retry-After": str(AGAIN), "Refresh": str(AGAIN)}


def _key(alike: bool) -> Key:
    """All that a page depends on, but for the file; and how far its game has got."""
    game_id = (request.view_args or {}).get("game_id")
    store = open_store()
    return (
        *(request.url, g.table, g.role, languages.current(), Preferences.kept()),
        *(compression.is_allowed(), request.headers.get("Accept-Language", "")),
        session.get("device") if g.role is Role.SCORE or not alike else None,
        None if game_id is None else store.revision(g.table.id, game_id),
    )


def _asker() -> Asker:
    rank = Rank.SCORER if g.role is Role.SCORE else Rank.WATCHER
    return Asker(rank, f"{g.table.id} {g.role.value} {g.key}", session.get("device", ""))


def _environ() -> dict[str, Any]:
    return {name: value for name, value in request.environ.items() if _is_plain(value)}


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)
