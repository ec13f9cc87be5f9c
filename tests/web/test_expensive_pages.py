"""Expensive pages over HTTP: waiting, refusals, and priorities."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.expensive_reads import CannotRead, ExpensiveReads, Reader, Readers
from scorekeeper.web.page_cache import AnswerCache
from tests.ledger.season import record_season
from tests.web.phone import Phone
from tests.web.slow_readers import SOON, Works, threads, until, works

__all__ = ["threads", "works"]  # fixtures


@pytest.fixture
def busy(store: Store, works: Works, link: Callable[[Role], str]) -> Iterator[Flask]:
    """An application with slow pages and places for two waiting watchers."""
    app = create_app(store, waiting=2)
    reads = ExpensiveReads(store, Readers(works.make), 2, AnswerCache())
    app.extensions["expensive_reads"] = reads
    yield app
    works.allowed.set()


def phone_at(app: Flask, link: str, language: str = "en") -> Phone:
    phone = Phone(app.test_client())
    phone.open(link)
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    return phone


def asking(threads: ThreadPoolExecutor, works: Works, phone: Phone, address: str) -> Future[Any]:
    """A phone that has sent a request and waits."""
    before = len(works.begun)
    asked = threads.submit(phone.open, address)
    until(lambda: len(works.begun) > before)
    return asked


@pytest.mark.parametrize(
    ("language", "title"),
    [("en", "One moment, please"), ("de", "Einen Moment, bitte"), ("he", "רגע אחד, בבקשה")],
)
def test_one_watcher_too_many_is_told_to_come_again(
    language: str,
    title: str,
    busy: Flask,
    works: Works,
    link: Callable[[Role], str],
) -> None:
    first, second, third = (phone_at(busy, link(Role.WATCH), language) for _ in range(3))
    threads = ThreadPoolExecutor(1)
    waits = asking(threads, works, first, "/players/")
    page = second.open("/players/what-if")
    assert (page.status, page.headers["Retry-After"], page.headers["Refresh"]) == (503, "5", "5")
    assert page.title.split(" · ")[0] == title
    works.allowed.set()
    assert (waits.result(SOON).status, third.open("/players/what-if").status) == (200, 200)


def test_what_is_expensive_waits_its_turn(
    store: Store,
    busy: Flask,
    works: Works,
    link: Callable[[Role], str],
    threads: ThreadPoolExecutor,
) -> None:
    record_season(store, 1, seed=1)
    waits = asking(threads, works, phone_at(busy, link(Role.WATCH)), "/players/")
    second = phone_at(busy, link(Role.WATCH))
    game = ("board", "story", "history", "print", "what-if", "result.svg")
    pages = ("/players/what-if", "/sessions/", *(f"/games/1/{page}" for page in game))
    assert {page: second.open(page).status for page in pages} == dict.fromkeys(pages, 503)
    works.allowed.set()
    assert waits.result(SOON).status == 200


def test_who_scores_reads_and_exports_beside_them(
    busy: Flask, works: Works, link: Callable[[Role], str], threads: ThreadPoolExecutor
) -> None:
    waits = asking(threads, works, phone_at(busy, link(Role.WATCH)), "/players/")
    scores = phone_at(busy, link(Role.SCORE))
    export = asking(threads, works, scores, "/data/everything.json")
    works.allowed.set()
    assert {future.result(SOON).status for future in (waits, export)} == {200}
    assert {scores.open("/players/").status for _ in range(5)} == {200}


def test_a_watcher_gets_no_export_and_keeps_nobody_waiting(
    busy: Flask, works: Works, link: Callable[[Role], str]
) -> None:
    page = phone_at(busy, link(Role.WATCH)).open("/data/everything.json")
    assert (page.status, works.begun) == (403, [])


def test_where_no_process_can_be_started_the_page_is_made_here(
    busy: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    def cannot() -> Reader:
        raise CannotRead

    reads = ExpensiveReads(store, Readers(cannot), 2, AnswerCache())
    busy.extensions["expensive_reads"] = reads
    phone = phone_at(busy, link(Role.SCORE))
    statuses = [phone.open(address).status for address in ("/players/", "/data/everything.json")]
    assert statuses == [200, 200]
