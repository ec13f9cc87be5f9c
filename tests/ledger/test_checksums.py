"""Checksums: a damaged game is refused, named and counted nowhere."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger import backups, doctor, sessions
from scorekeeper.ledger.checksums import COPIED, ENTRY, GAME, damaged_rows, entry_rows
from scorekeeper.ledger.errors import UnreadableGame, UnusableFile
from scorekeeper.ledger.game_results import Span, damaged_of, listing_of, played
from scorekeeper.ledger.people import ensure_player
from scorekeeper.ledger.player_figures import FigureCounter, ratings
from scorekeeper.ledger.renames_and_merges import merge, rename
from scorekeeper.ledger.store import Store
from tests.ledger.sealed import write_checksums
from tests.ledger.season import record_season

NOW = datetime(2026, 3, 7, tzinfo=UTC)
CHANGES = {  # accidental changes of each column that still parse
    "number": "-number",
    "key": "key || 'x'",
    "kind": "'correction'",
    "deal": "deal + 1",
    "fact": "replace(fact, '\"winner\":', '\"winner\": ')",
    "device": "'another'",
    "at": "replace(at, '2026', '2025')",
    "rulebook": "'bid-whist'",
    "rules": "replace(rules, 'true', 'false')",
    "ending": "replace(ending, '2', '3')",
    "players": "replace(players, '1', '5')",
    "first_dealer": "3 - first_dealer",
    "started": "replace(started, '2026', '2025')",
    "session_id": "3 - session_id",
    "removed": "'2026-01-03T19:00:00.000+00:00'",
}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two evenings of two games, counted."""
    store = Store.open(tmp_path_factory.mktemp("season") / "scores.db")
    record_season(store, 4, 1, hands=2)
    FigureCounter(store).refresh(1, 60)
    store.close()
    return store.path


@pytest.fixture
def store(season: Path, tmp_path: Path) -> Store:
    path = tmp_path / "scores.db"
    path.write_bytes(season.read_bytes())
    return Store.open(path)


def plant(store: Store, *statements: str, sealed: bool = False) -> Store:
    """Change the file directly, not through the store, and reopen it."""
    with closing(sqlite3.connect(store.path)) as db, db:
        for statement in statements:
            db.execute(statement)
        if sealed:
            write_checksums(db)
    return Store(store.path)


@pytest.mark.parametrize("column", ENTRY.split(", ")[1:])
def test_no_column_of_an_entry_changes_without_a_word(store: Store, column: str) -> None:
    change = f"{column} = {CHANGES[column]}"
    spoilt = plant(store, f"update entries set {change} where game_id = 1 and number = 1")  # noqa: S608
    with pytest.raises(UnreadableGame):
        spoilt.game(1, 1)
    assert spoilt.game(1, 2).game.over


@pytest.mark.parametrize(
    "column", [name for name in GAME.split(", ") if name not in {"id", "table_id"}]
)
def test_no_column_of_a_game_changes_without_a_word(store: Store, column: str) -> None:
    spoilt = plant(store, f"update games set {column} = {CHANGES[column]} where id = 1")  # noqa: S608
    with pytest.raises(UnreadableGame):
        spoilt.game(1, 1)


def test_a_last_entry_that_the_index_of_keys_hides_is_missed(store: Store) -> None:
    whole = "CREATE UNIQUE INDEX idx_entries_game_id_key on entries (game_id, key)"
    ((last,),) = store.db.execute("select max(number) from entries where game_id = 1").fetchall()
    spoilt = plant(
        store,
        "drop index idx_entries_game_id_key",
        f"{whole} where not (game_id = 1 and number = {last})",
        "pragma writable_schema=on",
        f"update sqlite_master set sql = '{whole}' where name = 'idx_entries_game_id_key'",  # noqa: S608
    )
    with pytest.raises(UnreadableGame, match=f"{last - 1} keys for {last} entries"):
        spoilt.game(1, 1)


def test_a_last_entry_that_the_index_of_numbers_hides_is_missed(store: Store) -> None:
    """Its index takes the pages of one without that entry."""
    ((last,),) = store.db.execute("select max(number) from entries where game_id = 1").fetchall()
    spoilt = plant(
        store,
        "create index short on entries (game_id, number) "
        f"where not (game_id = 1 and number = {last})",
        "pragma writable_schema=on",
        "update sqlite_master set rootpage = (select rootpage from sqlite_master "
        "where name = 'short') where name = 'sqlite_autoindex_entries_1'",
        "delete from sqlite_master where name = 'short'",
    )
    with pytest.raises(UnreadableGame, match=f"{last} keys for {last - 1} entries"):
        spoilt.game(1, 1)


def test_entries_that_change_while_a_game_is_read_are_no_damage(store: Store) -> None:
    """Another connection deletes the last entry before each statement but the first."""
    (last,) = store.db.execute("select max(number) from entries where game_id = 1").fetchone()
    statements: list[str] = []
    with (
        closing(sqlite3.connect(store.path)) as reader,
        closing(sqlite3.connect(store.path)) as writer,
    ):

        def before(statement: str) -> None:
            statements.append(statement)
            if len(statements) > 1:
                writer.execute("delete from entries where game_id = 1 and number = ?", [last])
                writer.commit()

        reader.set_trace_callback(before)
        assert len(entry_rows(reader, 1)) == last


def test_an_entry_that_the_rules_forbid_is_refused(store: Store) -> None:
    low = """update entries set fact = '{"bid":"4C","winner":2}' where game_id = 1 and number = 1"""
    with pytest.raises(UnreadableGame, match="entry 1: "):
        plant(store, low, sealed=True).game(1, 1)


def test_no_entry_is_without_a_checksum(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="NOT NULL"):
        plant(store, "insert into entries select game_id, 99, 'k', kind, deal, fact, device, at, "
                     "null from entries limit 1")  # fmt: skip


def test_a_damaged_game_is_named_and_counted_nowhere(store: Store) -> None:
    assert len(played(store, 1, ISRAELI_WHIST, Span())) == 4
    spoilt = plant(store, "update entries set deal = 2 where game_id = 1 and number = 1",
                   "delete from results where game_id = 1")  # fmt: skip
    listing = listing_of(spoilt, 1, [1, 2])
    assert [game.id for game in listing.damaged] == [1]
    assert [result.id for result in listing.results] == [2, 3, 4]
    FigureCounter(spoilt).refresh(1, 60)
    another = Store(store.path)  # stands for a process that has read no game
    assert [game.finish.game_id for game in played(another, 1, ISRAELI_WHIST, Span())] == [2, 3, 4]
    assert [game.id for game in damaged_of(another, 1)] == [1]


@pytest.mark.parametrize(
    "statement",
    [
        "update results set result = replace(result, '\"over\": true', '\"over\": false')",
        "update results set revision = revision, checksum = checksum + 1 where game_id = 2",
    ],
)
def test_a_damaged_result_is_worked_out_again(store: Store, statement: str) -> None:
    before = played(store, 1, ISRAELI_WHIST, Span())
    assert played(plant(store, statement), 1, ISRAELI_WHIST, Span()) == before


def test_damaged_ratings_are_worked_out_again(store: Store) -> None:
    finishes = [game.finish for game in played(store, 1, ISRAELI_WHIST, Span())]
    before = ratings(store, 1, "israeli-whist", finishes)
    spoilt = plant(store, "update ratings set ratings = replace(ratings, '2', '3')")
    assert ratings(spoilt, 1, "israeli-whist", finishes) == before


def test_damaged_figures_are_worked_out_again(store: Store) -> None:
    """The index of all figures is intact, the table is not: SQLite finds the difference."""
    figures = "select * from counts not indexed order by 1, 2, 3, 4"
    before = store.db.execute(figures).fetchall()
    spoilt = plant(
        store,
        "drop index idx_counts_of_players",
        "create index idx_counts_of_players on counts (rulebook, key, player_id, session_id, "
        "cases, total + 1, low, high, run)",
        "pragma writable_schema=on",
        "update sqlite_master set sql = replace(sql, 'total + 1', 'total') "
        "where name = 'idx_counts_of_players'",
    )
    FigureCounter(spoilt).refresh(1, 60)
    with closing(sqlite3.connect(store.path)) as db:
        assert db.execute(figures).fetchall() == before
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]


def test_a_change_of_a_damaged_game_does_not_make_it_sound(store: Store) -> None:
    spoilt = plant(store, "update games set first_dealer = 3 - first_dealer where id = 1")
    with pytest.raises(UnreadableGame):
        sessions.move(spoilt, 1, [1], 1, 2)
    with pytest.raises(UnreadableGame):
        Store(store.path).game(1, 1)


def spoil(path: Path) -> None:
    plant(Store(path), "update entries set deal = 2 where game_id = 1 and number = 1",
          "update tables set name = name || '!'")  # fmt: skip


def test_copies_from_before_the_damage_stay(store: Store) -> None:
    for day in (1, 2, 3):
        plant(store, f"update tables set name = '{day}'")  # noqa: S608
        assert backups.make(store.path, 3, date(2026, 3, day))
    spoil(store.path)
    with pytest.raises(UnusableFile, match="game 1 is damaged"):
        backups.make(store.path, 3, date(2026, 3, 3))
    assert backups.make(store.path, 3, date(2026, 3, 4)), "entries go on to be copied"
    assert len(backups.copies_of(store.path)) == 4


def test_a_copy_of_a_damaged_file_replaces_no_earlier_one(store: Store, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backups.back_up(store.path, copy)
    before = copy.read_bytes()
    spoil(store.path)
    with pytest.raises(UnusableFile, match="game 1 is damaged; the earlier copy"):
        backups.back_up(store.path, copy)
    assert copy.read_bytes() == before
    assert backups.back_up(store.path, tmp_path / "other.db") is None


def test_an_index_that_lost_its_games_is_built_anew(season: Path, tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    content = bytearray(season.read_bytes())
    with closing(sqlite3.connect(season)) as db:
        (page,) = db.execute(
            "select rootpage from sqlite_master where name = 'idx_games_table_id'"
        ).fetchone()
        (size,) = db.execute("pragma page_size").fetchone()
    start = (page - 1) * size
    content[start : start + 512] = content[start + 512 : start + 1024]  # a lost sector
    content[start] = 10  # still an index leaf, now without entries
    path.write_bytes(content)
    with closing(sqlite3.connect(path)) as db:
        by_index = "select count(*) from games indexed by idx_games_table_id where table_id = 1"
        assert db.execute(by_index).fetchone() == (0,)
    store = Store.open(path)
    assert store.db.execute(by_index).fetchone() == (4,)
    store.close()


@pytest.mark.parametrize(
    ("table", "column"),
    [(table, column) for table, columns in COPIED.items() for column in columns.split(", ")],
)
def test_no_column_of_a_small_row_changes_without_a_word(
    store: Store, table: str, column: str
) -> None:
    rename(store, 1, 1, "Renamed")
    with store.transaction() as db:
        stranger = ensure_player(db, 1, "Somebody", store.now())
    merge(store, 1, stranger, 1)
    assert list(damaged_rows(store.db)) == []
    triggers = store.db.execute(
        "select name, sql from sqlite_master where type = 'trigger' and tbl_name = ?", [table]
    ).fetchall()
    damage = f"update {table} set {column} = 7 where id = 1"  # noqa: S608
    spoilt = plant(
        store,
        *(f"drop trigger {name}" for name, _ in triggers),  # which a disk does not run
        damage,
        *(sql for _, sql in triggers),
    )
    assert list(damaged_rows(spoilt.db)) == [(table, 1)]
    found = [finding.message for finding in doctor.examine(store.path, NOW) if finding.level]
    assert any(f"1: its row in “{table}” is not as it was written." in each for each in found)
