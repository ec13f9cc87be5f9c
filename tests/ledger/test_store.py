"""Store: single writes, their authors, and concurrent writers."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Barrier, Thread

import pytest

from scorekeeper.errors import IllegalEntry
from scorekeeper.ledger import tables
from scorekeeper.ledger.errors import StaleEntry, Unknown
from scorekeeper.ledger.game_list import bring_back, game_ids, new_game, recent_rules, remove
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import names_at, preference, set_preference
from scorekeeper.rules.ending import Ending, Goal
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND, POINTS, answer, play
from tests.ledger.sealed import write_checksums

Rows = Callable[[str], list[tuple[object, ...]]]


def act(store: Store, game: int, kind: Kind, key: str = "") -> GameRecord:
    return store.record(
        1, game, key=key or new_key(), revision=store.revision(1, game), kind=kind, given={}
    )


@pytest.fixture
def game(store: Store) -> int:
    return new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)


def test_a_hand_is_recorded_tap_by_tap(store: Store, game: int, rows: Rows) -> None:
    record = play(store, game)
    assert (record.game.totals, record.log.revision, record.players) == (POINTS, 5, PLAYERS)
    assert rows("select number, kind, deal, fact from entries") == [
        (number, "answer", 1, json.dumps(fact, separators=(",", ":")))
        for number, fact in enumerate(HAND, 1)
    ]


def test_what_was_recorded_is_there_for_whoever_opens_the_file_next(
    store: Store, game: int
) -> None:
    recorded = play(store, game)
    assert Store.open(store.path).game(1, game).log == recorded.log


def test_the_same_key_is_one_entry_even_after_others_followed(
    store: Store, game: int, rows: Rows
) -> None:
    answer(store, game, HAND[0], 0, "tap")
    later = answer(store, game, HAND[1], 1, "next")
    assert answer(store, game, HAND[0], 0, "tap") == later
    assert rows("select key from entries order by number") == [("tap",), ("next",)]


def test_the_same_key_in_two_games_is_two_entries(store: Store, game: int, rows: Rows) -> None:
    other = new_game(store, 1, "another", setup_of(), PLAYERS)
    answer(store, game, HAND[0], 0, "tap")
    answer(store, other, HAND[0], 0, "tap")
    assert rows("select game_id, number, key from entries") == [(game, 1, "tap"), (other, 1, "tap")]


@pytest.mark.parametrize("revision", [0, 2, -1, 10**30])
def test_an_entry_made_at_another_revision_is_refused_and_not_written(
    store: Store, game: int, rows: Rows, revision: int
) -> None:
    answer(store, game, HAND[0], 0)
    with pytest.raises(StaleEntry) as refused:
        answer(store, game, HAND[1], revision)
    assert (refused.value.seen, refused.value.present) == (revision, 1)
    assert rows("select count(*) from entries") == [(1,)]


def test_an_illegal_entry_is_refused_and_not_written(store: Store, game: int, rows: Rows) -> None:
    play(store, game, HAND[:3])
    with pytest.raises(IllegalEntry) as refused:
        answer(store, game, {"number": 4, "seat": 1}, 3)
    assert refused.value.code == "contract-barred"
    assert rows("select count(*) from entries") == [(3,)]
    assert answer(store, game, HAND[3], 3).log.revision == 4


def test_nothing_is_recorded_into_a_removed_game(store: Store, game: int, rows: Rows) -> None:
    remove(store, 1, game)
    with pytest.raises(IllegalEntry) as refused:
        answer(store, game, HAND[0], 0)
    assert (refused.value.code, rows("select * from entries")) == ("game-removed", [])
    bring_back(store, 1, game)
    assert answer(store, game, HAND[0], 0).log.revision == 1


def test_an_entry_that_cannot_be_written_leaves_the_game_as_it_was(
    store: Store, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(store, game, HAND[0], 0)
    with monkeypatch.context() as broken:
        broken.setattr(store, "now", lambda: None)  # violates the column's "not null"
        with pytest.raises(sqlite3.IntegrityError):
            answer(store, game, HAND[1], 1)
    assert store.revision(1, game) == 1
    assert answer(store, game, HAND[1], 1).log.revision == 2


@pytest.mark.parametrize(
    ("table", "number"),
    [(1, 2), (2, 1), (1, 0), (1, -1), (1, 10**30), (1, -(10**30))],
    ids=["no such game", "of another table", "zero", "negative", "huge", "huge negative"],
)
def test_a_game_that_is_not_this_tables_is_unknown(
    store: Store, game: int, table: int, number: int
) -> None:
    with pytest.raises(Unknown):
        store.game(table, number)
    with pytest.raises(Unknown):
        store.revision(table, number)
    with pytest.raises(Unknown):
        store.record(table, number, key="k", revision=0, kind=Kind.ANSWER, given=HAND[0])


def test_an_unknown_table_is_unknown(store: Store) -> None:
    with pytest.raises(Unknown):
        tables.table(store, 99)


def test_the_first_table_is_laid_once(store: Store) -> None:
    assert tables.first(store) == tables.first(store)
    assert [table.name for table in tables.every(store)] == ["Our table"]


def test_the_same_key_begins_one_game(store: Store, rows: Rows) -> None:
    table = tables.first(store).id
    first = new_game(store, table, "key", setup_of(), PLAYERS)
    assert new_game(store, table, "key", setup_of(), PLAYERS) == first
    assert new_game(store, table, "other", setup_of(), PLAYERS) != first
    assert rows("select count(*) from games") == [(2,)]


def test_a_game_keeps_its_own_copy_of_what_was_agreed(store: Store) -> None:
    setup = setup_of("wikipedia", Ending(goal=Goal.DEALS, deals=7))
    game = new_game(store, tables.first(store).id, "key", setup, PLAYERS)
    assert Store.open(store.path).game(1, game).game.setup == setup


def test_a_game_begun_before_there_were_other_endings_still_reads(store: Store) -> None:
    """Its stored ending has three fields; the other fields have their defaults."""
    setup = setup_of(ending=Ending(target=250))
    game = new_game(store, tables.first(store).id, "key", setup, PLAYERS)
    connection = sqlite3.connect(store.path)
    with connection:
        connection.execute(
            "update games set ending = ?", ['{"goal": "target", "target": 250, "deals": 12}']
        )
        write_checksums(connection)
    connection.close()
    assert Store.open(store.path).game(1, game).game.setup == setup


def test_names_are_remembered_those_who_play_most_first(store: Store) -> None:
    table = tables.first(store).id
    new_game(store, table, "1", setup_of(), ("Anna", "Ben", "Chaim", "Dana"))
    new_game(store, table, "2", setup_of(), ("Dana", "Eva", "Anna", "Fritz"))
    new_game(store, table, "3", setup_of(), ("Dana", "Eva", "Gil", "Hans"))
    assert names_at(store, table) == ["Dana", "Anna", "Eva", "Ben", "Chaim", "Fritz", "Gil", "Hans"]


def test_a_name_in_other_capitals_is_the_same_player_in_the_latest_spelling(store: Store) -> None:
    table = tables.first(store).id
    new_game(store, table, "1", setup_of(), ("anna", "Ben", "Chaim", "Dana"))
    new_game(store, table, "2", setup_of(), ("Anna", "BEN", "Chaim", "Dana"))
    assert names_at(store, table) == ["Anna", "BEN", "Chaim", "Dana"]


def test_games_are_listed_newest_first(store: Store) -> None:
    table = tables.first(store).id
    games = [new_game(store, table, str(number), setup_of(), PLAYERS) for number in range(5)]
    assert game_ids(store, table, 2) == games[:2:-1]
    assert game_ids(store, table, 9) == games[::-1]


def test_each_set_of_house_rules_is_offered_once_newest_first(store: Store) -> None:
    table = tables.first(store).id
    presets = ("pagat", "wikipedia", "pagat", "vax")
    games = [
        new_game(store, table, str(number), setup_of(preset), PLAYERS)
        for number, preset in enumerate(presets)
    ]
    assert recent_rules(store, table, "israeli-whist") == [games[3], games[2], games[1]]
    assert recent_rules(store, table, "bridge") == []


def test_undo_and_redo_are_entries_too(store: Store, game: int, rows: Rows) -> None:
    before = play(store, game)
    undone = act(store, game, Kind.UNDO)
    assert (undone.game.totals, undone.game.step is not None) == ((0, 0, 0, 0), True)
    redone = act(store, game, Kind.REDO)
    assert (redone.game.totals, redone.game.deals) == (POINTS, before.game.deals)
    assert rows("select number, kind from entries where number > 4") == [
        (5, "answer"),
        (6, "undo"),
        (7, "redo"),
    ]


def test_entries_say_when_and_on_which_device_they_were_made(tmp_path: Path) -> None:
    Store.open(tmp_path / "scores.db")
    noon = datetime(2026, 1, 2, 12, tzinfo=UTC)
    store = Store(tmp_path / "scores.db", clock=lambda: noon + timedelta(milliseconds=1.9))
    game = new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)
    store.record(1, game, key="k", revision=0, kind=Kind.ANSWER, given=HAND[0], device="phone")
    (row,) = sqlite3.connect(store.path).execute("select device, at from entries").fetchall()
    assert row == ("phone", "2026-01-02T12:00:00.001+00:00")
    assert store.game(1, game).started == noon + timedelta(milliseconds=1)


@pytest.mark.parametrize("files", [1, 2], ids=["one store", "a store a thread"])
def test_of_many_that_answer_at_once_one_is_recorded(
    store: Store, game: int, rows: Rows, files: int
) -> None:
    """Every thread answers every question; the store records one answer to each."""
    threads, revisions = 6, []
    barrier = Barrier(threads, timeout=30)

    def race(own: Store) -> None:
        for revision, fact in enumerate(HAND):
            barrier.wait()
            try:
                revisions.append(answer(own, game, fact, revision).log.revision)
            except StaleEntry as stale:
                revisions.append(-stale.present)

    _run([partial(race, own) for own in _stores(store, files, threads)])
    assert sorted(revisions) == sorted([*range(1, 6), *(-n for n in range(1, 6) for _ in range(5))])
    assert rows("select number, kind from entries") == [(n, "answer") for n in range(1, 6)]
    assert store.game(1, game).game.totals == POINTS


@pytest.mark.parametrize("files", [1, 2], ids=["one store", "a store a thread"])
def test_of_many_that_send_the_same_key_at_once_one_is_recorded(
    store: Store, game: int, rows: Rows, files: int
) -> None:
    numbers: list[int] = []

    def race(own: Store) -> None:
        numbers.append(answer(own, game, HAND[0], 0, "tap").log.revision)
        numbers.append(new_game(own, 1, "rematch", setup_of(), PLAYERS))

    _run([partial(race, own) for own in _stores(store, files, 6)])
    assert sorted(numbers) == [1] * 6 + [game + 1] * 6
    assert rows("select number, key from entries") == [(1, "tap")]


def test_several_stores_on_one_file_follow_each_other(store: Store, game: int) -> None:
    other = Store.open(store.path)
    for revision, fact in enumerate(HAND):
        writer, reader = (store, other) if revision % 2 else (other, store)
        answer(writer, game, fact, revision)
        assert reader.game(1, game).log == writer.game(1, game).log
    assert other.game(1, game).game.totals == POINTS


def _stores(store: Store, files: int, threads: int) -> list[Store]:
    return [store if files == 1 else Store(store.path) for _ in range(threads)]


def _run(acts: Sequence[Callable[[], None]]) -> None:
    threads = [Thread(target=act, daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)


def test_a_preference_is_kept_and_asking_for_one_writes_nothing(
    store: Store, rows: Callable[[str], list[tuple[object, ...]]]
) -> None:
    assert preference(store, "colour") is None
    assert rows("select count(*) from settings where name = 'colour'") == [(0,)]
    set_preference(store, "colour", "red")
    set_preference(store, "colour", "green")
    assert preference(store, "colour") == "green"
    assert preference(Store.open(store.path), "colour") == "green"


def test_a_game_that_was_asked_for_before_it_was_begun_is_seen_at_once(store: Store) -> None:
    table = tables.first(store).id
    with pytest.raises(Unknown):
        store.revision(table, 1)
    begun = new_game(store, table, "key", setup_of(), PLAYERS)
    assert store.revision(table, begun) == 0


def test_the_stamp_of_a_file_is_another_after_each_write(store: Store) -> None:
    """The stamp tells an outdated page from a current one."""
    other = Store(store.path)
    table = tables.first(store)
    before = store.stamp()
    assert store.stamp() == before  # no write happened
    tables.add(store, "Ours")
    mine = store.stamp()
    tables.add(other, "By another process")
    theirs = store.stamp()
    assert tables.table(store, table.id) == table  # reading is no write
    assert (len({before, mine, theirs}), store.stamp()) == (3, theirs)
