"""Cached pages: made once until something is written, and personal ones never."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask, before_render_template, template_rendered
from flask_wtf.csrf import generate_csrf

from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.renames_and_merges import rename
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.web import create_app, page_cache
from scorekeeper.web.page_cache import AnswerCache, CompleteResponse
from tests.ledger.season import record_season
from tests.web.phone import Phone

SOON = 30.0  # seconds to wait for an expected event
PLAYERS = "/players/?game=israeli-whist"


def of_size(size: int) -> CompleteResponse:
    return CompleteResponse("200 OK", [], b"x" * size)


def test_an_answer_is_kept_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = AnswerCache()
    cache.put(("a",), of_size(1))
    answers = [cache.get(("a",))]
    monkeypatch.setattr(page_cache, "OLDEST", 0.0)
    answers.append(cache.get(("a",)))
    assert answers == [of_size(1), None]


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
        cache.put((number,), of_size(size))
    cached = [number for number in range(len(sizes)) if cache.get((number,))]
    assert (cached, cache.size) == (kept, sum(sizes[number] for number in kept))


def test_what_was_asked_for_last_is_forgotten_last() -> None:
    cache = AnswerCache(2)
    for key in ("a", "b"):
        cache.put((key,), of_size(1))
    cache.get(("a",))
    cache.put(("c",), of_size(1))
    assert [bool(cache.get((key,))) for key in "abc"] == [True, False, True]


@pytest.fixture
def season(store: Store) -> Flask:
    record_season(store, 4, seed=1)
    FigureCounter(store).refresh(tables.first(store).id, SOON)
    return create_app(store)


def phone_at(app: Flask, link: str) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link)
    return phone


def made(app: Flask, phone: Phone, address: str) -> bool:
    """Whether a page was made when a phone asked for it."""
    rendered: list[object] = []

    def note(*_: object, **__: object) -> None:
        rendered.append(1)

    with template_rendered.connected_to(note, app):
        assert phone.open(address).status == 200
    return bool(rendered)


@pytest.mark.parametrize("address", [PLAYERS, "/games/1/story", "/sessions/?text=sara"])
def test_a_page_is_made_once_for_watchers_and_anew_for_who_scores(
    season: Flask, link: Callable[[Role], str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer, first, second = (
        phone_at(season, link(role)) for role in (Role.SCORE, Role.WATCH, Role.WATCH)
    )
    phones = (scorer, scorer, first, second, first)
    seen = [made(season, phone, address) for phone in phones]
    monkeypatch.setattr(page_cache, "OLDEST", 0.0)
    assert (seen, made(season, first, address)) == ([True, True, True, False, False], True)


def test_a_changed_game_is_shown_at_once(season: Flask, link: Callable[[Role], str]) -> None:
    scorer, watcher = (phone_at(season, link(role)) for role in (Role.SCORE, Role.WATCH))
    game = scorer.begin().address
    number = int(game.split("/")[2])
    seen = [made(season, watcher, f"{game}story") for _ in range(2)]
    scorer.answer(number, bid="7C", winner="2")
    assert (seen, made(season, watcher, f"{game}story")) == ([True, False], True)


def test_a_page_from_the_cache_equals_the_one_that_was_made(
    season: Flask, link: Callable[[Role], str]
) -> None:
    watcher = phone_at(season, link(Role.WATCH))
    for encodings in ("gzip", ""):
        pages = [
            watcher.client.get(PLAYERS, headers={"Accept-Encoding": encodings}) for _ in range(2)
        ]
        assert (pages[0].data, {*pages[0].headers}) == (pages[1].data, {*pages[1].headers})
        assert pages[0].headers.get("Content-Encoding", "") == encodings


def test_a_page_with_a_token_is_for_one_phone_only(
    season: Flask, link: Callable[[Role], str]
) -> None:
    """No page of a watcher has one now."""
    watcher = phone_at(season, link(Role.WATCH))

    def make_token(*_: object, **__: object) -> None:
        generate_csrf()

    with before_render_template.connected_to(make_token, season):
        assert [made(season, watcher, PLAYERS) for _ in range(2)] == [True, True]


def test_a_page_that_is_not_finished_is_made_again(
    store: Store,
    link: Callable[[Role], str],
    rows: Callable[[str], list[tuple[object, ...]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It shows how many evenings are still to be counted, which a thread goes on with."""
    record_season(store, 4, seed=1)
    app = create_app(store)
    watcher = phone_at(app, link(Role.WATCH))
    with monkeypatch.context() as slow:
        slow.setattr(FigureCounter, "refresh", lambda *_: 3)
        slow.setattr(FigureCounter, "refresh_later", lambda *_: None)
        assert [made(app, watcher, PLAYERS) for _ in range(2)] == [True, True]
    app.extensions["figures"].refresh_later(tables.first(store).id)
    query = "select (select count(*) from sessions) = (select count(*) from counted)"
    end = time.monotonic() + SOON
    while rows(query) != [(1,)] and time.monotonic() < end:
        time.sleep(0.02)
    assert rows(query) == [(1,)]


def test_a_changed_name_is_shown_at_once(
    season: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    phone = phone_at(season, link(Role.SCORE))
    address = "/games/1/print?what=sheet"
    before = phone.open(address).words
    person = next(player for player in players_at(store, 1) if player.name in before)
    rename(store, 1, person.id, "Zwetschge")
    after = phone.open(address).words
    assert (person.name in before, person.name in after, "Zwetschge" in after) == (
        True,
        False,
        True,
    )
