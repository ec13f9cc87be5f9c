"""Few pages are rendered at once, and taps go past those that wait."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from scorekeeper.web.read_limits import TABLE, PageGate
from scorekeeper.web.serving import FairThreads

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

PLACES = 2
SOON = 30.0  # seconds to wait for an expected event


@dataclass
class Pages:
    """An application behind a gate whose pages are held until `go` is set.

    asked       counts the requests that have been sent
    rendered    counts those that have reached the application
    most        the most pages that were there at once
    order       the tables of the pages, in the order in which they were let in
    """

    pool: ThreadPoolExecutor
    places: int = PLACES
    go: threading.Event = field(default_factory=threading.Event)
    changed: threading.Condition = field(default_factory=threading.Condition)
    asked: int = 0
    rendered: int = 0
    here: int = 0
    most: int = 0
    order: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate = PageGate(self.application, self.places)

    def application(self, environ: WSGIEnvironment, _: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            return [b"recorded"]
        self.order.append(environ.get(TABLE, ""))
        self._count(rendered=1, here=1)
        self.go.wait(SOON)
        self._count(here=-1)
        return [b"page"]

    def ask(self, method: str = "GET", table: str = "") -> Future[Any]:
        def ask() -> Any:
            self._count(asked=1)
            return self.gate({"REQUEST_METHOD": method, TABLE: table}, lambda *_: print)

        return self.pool.submit(ask)

    def until(self, **counts: int) -> None:
        """Wait until as many have been asked for, or rendered."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: all(getattr(self, name) == count for name, count in counts.items()), SOON
            )

    def until_waiting(self, count: int) -> None:
        """Wait until that many requests stand before the gate."""
        while self.gate.waiting < count:
            time.sleep(0.001)

    def _count(self, **more: int) -> None:
        with self.changed:
            for name, number in more.items():
                setattr(self, name, getattr(self, name) + number)
            self.most = max(self.most, self.here)
            self.changed.notify_all()


@pytest.fixture
def pages() -> Iterator[Pages]:
    with ThreadPoolExecutor(12) as pool:
        pages = Pages(pool)
        yield pages
        pages.go.set()


def test_a_tap_goes_past_pages_that_wait(pages: Pages) -> None:
    waiting = [pages.ask() for _ in range(5)]
    pages.until(asked=5, rendered=PLACES)
    assert pages.ask("POST").result(SOON) == [b"recorded"]
    pages.go.set()
    assert [page.result(SOON) for page in waiting] == [[b"page"]] * 5
    assert (pages.rendered, pages.most) == (5, PLACES)


def test_tables_take_turns() -> None:
    """A page does not wait for all the pages that another table has asked for."""
    with ThreadPoolExecutor(12) as pool:
        pages = Pages(pool, places=1)
        asked = []
        for number, table in enumerate("aaaaabbc"):
            asked.append(pages.ask(table=table))
            pages.until_waiting(number)
        pages.go.set()
        for page in asked:
            page.result(SOON)
    assert "".join(pages.order) == "aabcabaa"  # the first one found nobody before it


@dataclass
class Asked:
    """A connection with one request, which is answered at once; its cookie names the table."""

    path: str
    answered: list[str]

    def __post_init__(self) -> None:
        method, table = self.path.split()[:2]
        self.requests = [SimpleNamespace(command=method, headers={"COOKIE": table})]

    def service(self) -> None:
        self.answered.append(self.path)


def ask(threads: FairThreads, *paths: str) -> list[str]:
    """Send requests, and return the list of those that `answer` will answer."""
    answered: list[str] = []
    for path in paths:
        threads.add_task(Asked(path, answered))
    return answered


def test_threads_take_taps_first_and_then_tables_in_turn() -> None:
    threads = FairThreads(str, share=1)  # none yet
    answered = ask(
        threads, "GET a 1", "GET a 2", "POST a 3", "GET a 4", "GET b 5", "POST b 6", "GET c 7"
    )
    while threads.queue:
        threads.queue.popleft().service()
    assert answered == [
        *("POST a 3", "POST b 6"),
        *("GET a 1", "GET b 5", "GET c 7", "GET a 2", "GET a 4"),
    ]


def test_a_table_leaves_threads_to_the_others() -> None:
    """However many pages it asks for; when one of them is answered, its next one has the thread."""
    threads = FairThreads(str, share=2)
    answered = ask(threads, *(f"GET a {number}" for number in range(80)))
    queue = threads.queue
    in_threads = [queue.popleft(), queue.popleft()]
    assert not queue
    ask(threads, "GET b", "POST a")
    assert [queue.popleft().task.path, queue.popleft().task.path] == ["POST a", "GET b"]
    assert not queue
    for turn in in_threads:
        turn.service()
    assert [queue.popleft().task.path, queue.popleft().task.path] == ["GET a 2", "GET a 3"]
    assert (bool(queue), len(queue), answered) == (False, 76, ["GET a 0", "GET a 1"])
