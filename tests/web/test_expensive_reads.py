"""Expensive pages: rendered in another process, once, in order, with a limited queue."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper.ledger.store import Store
from scorekeeper.web.expensive_reads import (
    Asker,
    Crowded,
    ExpensiveReads,
    ReaderLost,
    Readers,
    Urgency,
    WaitingRoom,
)
from scorekeeper.web.page_cache import AnswerCache, CompleteResponse
from tests.web.slow_readers import SOON, Works, threads, until, works

__all__ = ["threads", "works"]  # fixtures

STAMP, LATER = (None, 0, 1), (None, 0, 2)
SCORER = Asker(Urgency.SCORER, "scores", "a phone")
COUNTING = Asker(Urgency.COUNTING)


def watcher_by(link: str, phone: str = "") -> Asker:
    return Asker(Urgency.WATCHER, link, phone or f"a phone of {link}")


@pytest.fixture
def readers(works: Works) -> Readers:
    return Readers(works.make)


@pytest.fixture
def reads(store: Store, readers: Readers) -> ExpensiveReads:
    return ExpensiveReads(store, readers, 8, AnswerCache())


def of_size(size: int) -> CompleteResponse:
    return CompleteResponse("200 OK", [], b"x" * size)


def test_an_answer_is_kept_while_nothing_is_written() -> None:
    cache = AnswerCache()
    cache.put(("a",), STAMP, of_size(1))
    answers = [cache.get(("a",), *asked) for asked in ((STAMP, 0.0), (LATER, 0.0), (LATER, 60.0))]
    assert answers == [of_size(1), None, of_size(1)]  # the last accepts a page a minute old


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [
        ([1, 1, 1, 1], [1, 2, 3]),  # three at most
        ([40, 40, 40], [1, 2]),  # of a hundred bytes together
        ([1, 101, 1], [0, 2]),  # one that is larger than all together may be
        ([60, 60], [1]),
    ],
)
def test_the_cache_has_an_end(sizes: list[int], kept: list[int], monkeypatch: Any) -> None:
    """Custom rules make an unlimited number of pages."""
    monkeypatch.setattr("scorekeeper.web.page_cache.LARGEST", 100)
    cache = AnswerCache(3, 100)
    for number, size in enumerate(sizes):
        cache.put((number,), STAMP, of_size(size))
    cached = [number for number in range(len(sizes)) if cache.get((number,), STAMP, 0.0)]
    assert (cached, cache.size) == (kept, sum(sizes[number] for number in kept))


def test_what_was_asked_for_last_is_forgotten_last() -> None:
    cache = AnswerCache(2)
    for key in ("a", "b"):
        cache.put((key,), STAMP, of_size(1))
    cache.get(("a",), STAMP, 0.0)
    cache.put(("c",), STAMP, of_size(1))
    assert [bool(cache.get((key,), STAMP, 0.0)) for key in "abc"] == [True, False, True]


@contextmanager
def inside(room: WaitingRoom, askers: list[Asker]) -> Iterator[list[bool]]:
    """The admitted requests, one after another, all of them staying."""
    places, let_in = [], []
    for asker in askers:
        place = room.place(asker)
        try:
            place.__enter__()
        except Crowded:
            let_in.append(False)
        else:
            places.append(place)
            let_in.append(True)
    yield let_in
    for place in places:
        place.__exit__(None, None, None)


@pytest.mark.parametrize(
    ("askers", "let_in"),
    [
        ([watcher_by("a", "one phone")] * 3, [True, True, False]),
        # a link fills half of the room, whatever its phones
        ([watcher_by("a", str(n)) for n in range(5)], [True] * 4 + [False]),
        # the other half is for others
        ([watcher_by("ab"[n > 4], str(n)) for n in range(9)], [True] * 4 + [False] + [True] * 4),
        ([watcher_by("abc"[n // 4], str(n)) for n in range(9)], [True] * 8 + [False]),
        ([SCORER] * 20, [True] * 20),
    ],
)
def test_how_many_may_wait(askers: list[Asker], let_in: list[bool]) -> None:
    room = WaitingRoom(8)
    for _ in range(2):  # who has left makes room
        with inside(room, askers) as entered:
            assert entered == let_in


def test_who_scores_comes_first_and_links_take_turns(
    readers: Readers, threads: ThreadPoolExecutor
) -> None:
    """Two watchers by one link and one by another, in the order of their coming."""
    order: list[str] = []
    waiting = (COUNTING, *map(watcher_by, "aab"), SCORER)

    def read(asker: Asker) -> None:
        with readers.turn(asker):
            order.append(asker.link)

    with readers.turn(SCORER), readers.turn(watcher_by("a")):
        done = []
        for number, asker in enumerate(waiting, 1):
            done.append(threads.submit(read, asker))
            until(lambda number=number: len(readers.waiting) == number)  # type: ignore[misc]
    for future in done:
        future.result(SOON)
    # The scorer and a watcher may run at once; each order below holds among those who wait.
    assert [link for link in order if link != "scores"] == ["b", "a", "a", ""]


def test_watchers_never_hold_the_last_process(
    readers: Readers, threads: ThreadPoolExecutor
) -> None:
    with readers.turn(watcher_by("a")):
        waiting = threads.submit(lambda: readers.turn(watcher_by("b")).__enter__())
        until(lambda: readers.waiting == [watcher_by("b")])
        with readers.turn(SCORER):  # at once
            assert readers.waiting == [watcher_by("b")]
    waiting.result(SOON)


def test_a_process_that_nobody_needs_is_used_again_and_a_failed_one_is_not(
    readers: Readers, works: Works
) -> None:
    with readers.turn(SCORER) as first:
        pass
    with pytest.raises(ReaderLost), readers.turn(SCORER) as second:
        raise ReaderLost
    with readers.turn(SCORER) as third:
        pass
    assert (first is second, second is third, works.ended) == (True, False, 1)


def test_the_same_page_is_made_once_for_all_who_ask_at_the_same_time(
    reads: ExpensiveReads, works: Works, threads: ThreadPoolExecutor
) -> None:
    askers = [watcher_by("ab"[n % 2], str(n)) for n in range(8)]
    asked = [threads.submit(reads.page, ("key",), asker, {}) for asker in askers]
    until(lambda: len(works.begun) == 1)
    works.allowed.set()
    assert {future.result(SOON).body for future in asked} == {b"page 1"}
    assert reads.page(("key",), askers[0], {}).body == b"page 1"  # and kept
    assert len(works.begun) == 1


def test_a_page_made_for_one_phone_is_given_to_no_other(
    reads: ExpensiveReads, works: Works
) -> None:
    """It contains the token of that phone's forms."""
    works.personal = True
    works.allowed.set()
    bodies = [reads.page(("key",), asker, {}).body for asker in (SCORER, SCORER, watcher_by("a"))]
    assert (bodies, len(reads.cache)) == ([b"page 1", b"page 2", b"page 3"], 0)


def test_who_scores_is_never_refused_and_never_shown_what_is_old(
    reads: ExpensiveReads, works: Works, store: Store
) -> None:
    works.allowed.set()
    bodies = [reads.page(("key",), asker, {}).body for asker in (SCORER, watcher_by("a"))]
    with store.transaction() as db:
        db.execute("insert into settings values ('a', 'b')")
    bodies += [reads.page(("key",), asker, {}).body for asker in (watcher_by("a"), SCORER)]
    assert bodies == [b"page 1", b"page 1", b"page 1", b"page 2"]


def test_a_page_that_is_not_finished_is_made_again(
    reads: ExpensiveReads, works: Works, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It shows how many evenings are still to be counted."""
    monkeypatch.setattr(reads, "_count", lambda _: None)
    works.counting = 1
    works.allowed.set()
    bodies = [reads.page(("key",), watcher_by("a"), {}).body for _ in range(2)]
    assert (bodies, len(reads.cache)) == ([b"page 1", b"page 2"], 0)


def test_a_lost_process_is_replaced_once(reads: ExpensiveReads, works: Works) -> None:
    works.allowed.set()
    works.losses = ["first"]
    assert reads.page(("a",), SCORER, {}).body == b"page 2"
    works.losses = ["first", "second"]
    with pytest.raises(ReaderLost):
        reads.page(("b",), SCORER, {})
    assert reads.page(("b",), SCORER, {}).body == b"page 5"
