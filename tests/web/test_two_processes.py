"""Two score keepers on one file: each sees the other's entries, and the same tap is one entry."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.ledger import doctor, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.browser.conftest import Server
from tests.conftest import PLAYERS, setup_of
from tests.doors import new_link
from tests.ledger.example import play
from tests.ledger.season import record_season
from tests.tools.benchmarks.tapping_phone import Seen, Tap, Writer
from tests.web.phone import Phone

WITHIN = 60.0  # seconds until each sees the other's entries, on a busy machine


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[tuple[Writer, Writer]]:
    """A phone at each of two processes that serve one file."""
    servers = [Server(tmp_path / "scores.db") for _ in range(2)]
    try:
        for server in servers:
            server.start()
        writers = [Writer(server.port, [0] * 4, 0, Seen()) for server in servers]
        for phone in writers:
            phone.connect()
        yield writers[0], writers[1]
    finally:
        for server in servers:
            server.close()


def until(ask: Callable[[], object], expected: object) -> None:
    end = time.monotonic() + WITHIN
    while (answer := ask()) != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert answer == expected


def tap(phone: Writer, key: str, revision: int, **fields: str) -> Tap:
    carried = {"csrf_token": phone.token, "key": key, "revision": str(revision)}
    return Tap("/games/1/answers", key, tuple((carried | fields).items()), "answer")


def test_each_sees_what_the_other_wrote(phones: tuple[Writer, Writer]) -> None:
    first, other = phones
    first.begin()
    for revision, fields in enumerate(({"bid": "7C", "winner": "2"}, {"number": "0"})):
        until(lambda: other.ask("/games/1/revision"), str(revision))
        assert first.send(tap(first, f"one-{revision}", revision, **fields))
        until(lambda: other.ask("/games/1/revision"), str(revision + 1))
    assert other.send(tap(other, "other", 2, number="2"))
    until(lambda: first.ask("/games/1/revision"), "3")
    assert [phone.ask("/games/1/game.json").count('"kind"') for phone in phones] == [3, 3]


def test_the_same_tap_at_both_is_one_entry(phones: tuple[Writer, Writer], tmp_path: Path) -> None:
    first, other = phones
    first.begin()
    with ThreadPoolExecutor(2) as pool:
        for number in range(10):
            fields = {"bid": "pass"}
            taps = [tap(phone, f"double-{number}", number, **fields) for phone in phones]
            assert list(pool.map(Writer.send, phones, taps)) == [True, True]
    assert first.answered == other.answered
    with closing(sqlite3.connect(tmp_path / "scores.db")) as db:
        assert db.execute("select count(*), count(distinct key) from entries").fetchone() == (
            10,
            10,
        )


def test_of_two_different_taps_the_first_counts_and_the_other_is_told(
    phones: tuple[Writer, Writer], tmp_path: Path
) -> None:
    phones[0].begin()
    with ThreadPoolExecutor(2) as pool:
        for number in range(10):
            taps = [
                tap(phone, f"{name}-{number}", number, bid="pass")
                for name, phone in zip(("one", "other"), phones, strict=True)
            ]
            assert sorted(pool.map(Writer.send, phones, taps)) == [False, True]
    with closing(sqlite3.connect(tmp_path / "scores.db")) as db:
        assert db.execute("select count(*), max(number) from entries").fetchone() == (10, 10)


@pytest.mark.slow
def test_both_count_the_figures_at_once(phones: tuple[Writer, Writer], tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    store = Store.open(path)
    record_season(store, 12, seed=1, hands=3)
    with ThreadPoolExecutor(2) as pool:
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            pages = list(pool.map(lambda phone: phone.ask("/players/"), phones))
            assert all("<html" in page for page in pages)
            if not FigureCounter(store).stale(1):
                break
            time.sleep(0.1)
    assert FigureCounter(store).stale(1) == []
    store.close()
    findings = [finding for finding in doctor.examine(path, datetime.now(UTC)) if finding.level]
    assert [finding.message for finding in findings if finding.topic != doctor.BACKUPS] == []


def test_a_name_spelled_anew_by_the_other_is_spelled_so_here(tmp_path: Path) -> None:
    """The figures are counted meanwhile."""
    store, other = (Store.open(tmp_path / "scores.db") for _ in range(2))
    game = new_game(store, tables.first(store).id, "first", setup_of(), PLAYERS)
    play(store, game)
    new_game(other, 1, "second", setup_of(), ("ANNA", "Ben", "Chaim", "Dana"))
    assert FigureCounter(store).refresh(1, 60) == 0
    until(lambda: store.game(1, game).players[0], "ANNA")


def test_a_kept_page_moves_with_what_the_other_wrote(tmp_path: Path) -> None:
    """Pages are rendered once for all watchers."""
    path = tmp_path / "scores.db"
    store, other = (Store.open(path) for _ in range(2))
    app = create_app(store)
    game = new_game(store, tables.first(store).id, "first", setup_of(), PLAYERS)
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    assert "7♣" not in watcher.open(f"/games/{game}/").words
    bid = {"bid": "7C", "winner": 2}
    other.record(1, game, key="bid", revision=0, kind=Kind.ANSWER, given=bid)
    until(lambda: watcher.open(f"/games/{game}/revision").html, "1")
    until(lambda: "7♣" in watcher.open(f"/games/{game}/").words, True)
