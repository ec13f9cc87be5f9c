"""Checksums of rows, which limit damage to one game.

Each entry, each game and each stored result has the CRC-32 of its columns. It shows damage by a
disk or memory card, or by a copy that went wrong; it does not protect against deliberate changes,
which can update the checksum. A damaged game is reported by its number, and the others stay usable.
Rows of players, evenings and tables have a copy of their columns instead, which triggers write.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.errors import DatabaseFault, LedgerError, UnreadableGame, fault_of
from scorekeeper.rules.steps import Fact

# The columns of each table that its checksums cover, in this order. A change needs a migration.
ENTRY = "game_id, number, key, kind, deal, fact, device, at"
GAME = (
    "id, table_id, key, rulebook, rules, ending, players, first_dealer, started, session_id, "
    "removed"
)
RESULT = "game_id, revision, program, result"
COPIED = {  # the columns in the copy of a row of each small table
    "tables": "name, created",
    "players": "table_id, name, folded, created",
    "sessions": "table_id, key, date, name, notes, created",
    "merges": "player_id, into_id, at, device, withdrawn",
    "former_names": "player_id, name, folded, at, device",
}
MOST_NAMED = 10  # games in a sentence
INSERT_ENTRY = f"insert into entries ({ENTRY}, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
INSERT_RESULT = f"insert or replace into results ({RESULT}, checksum) values (?, ?, ?, ?, ?)"  # noqa: S608


class WrongChecksum(ValueError):
    """Raised for a row that was changed since it was written."""


def columns_of(table: str, columns: str) -> str:
    """Return the columns with the name of their table, for a query that joins several tables."""
    return ", ".join(f"{table}.{name}" for name in columns.split(", "))


def checksum(values: Iterable[object]) -> int:
    """Return the checksum of a row; text may be given as its bytes in UTF-8."""
    return zlib.crc32(
        b"\0".join(
            value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
            for value in values
        )
    )


def with_checksum(row: Sequence[object]) -> tuple[object, ...]:
    """Return a row followed by its checksum."""
    return (*row, checksum(row))


def is_sound(row: Sequence[object]) -> bool:
    """Return whether a row is unchanged; its checksum is its last value."""
    return checksum(row[:-1]) == row[-1]


def entry_rows(
    db: Database | sqlite3.Connection, game_id: int, revision: int = 0
) -> list[tuple[Any, ...]]:
    """Return number, key, kind, deal, fact, device and time of a game's entries after a revision.

    Raises ValueError if one is missing or damaged.
    """
    # Entries are counted by another index, that of their keys: a damaged index may hide the last
    # entries of a game, but hardly the same ones in both. One statement reads both at one moment.
    joined = db.execute(
        "select keys.count, entries.number, entries.key, kind, deal, fact, device, at, "
        "entries.checksum from (select count(*) as count from entries where game_id = ? "
        "  and key >= '') as keys left join entries on game_id = ? and number > ? order by number",
        [game_id, game_id, revision],
    ).fetchall()
    keys = joined[0][0]
    rows = [row[1:] for row in joined if row[1] is not None]
    for place, row in enumerate(rows, revision + 1):
        if row[0] != place:
            raise ValueError(f"entry {place} is missing; the next one there is {row[0]}")
        if not is_sound((game_id, *row)):
            raise WrongChecksum(f"entry {place} was changed: its checksum is another")
    if keys != revision + len(rows):
        raise ValueError(f"there are {keys} keys for {revision + len(rows)} entries")
    return [row[:-1] for row in rows]


def check_game(row: Sequence[object]) -> None:
    """Raise WrongChecksum if a row of a game, ending with its checksum, was changed."""
    if not is_sound(row):
        raise WrongChecksum("what was agreed for it was changed: its checksum is another")


def damaged_games(db: Database | sqlite3.Connection) -> list[int]:
    """Return the numbers of the damaged games: those with a wrong checksum or a missing entry."""
    damaged: list[int] = []
    for row in db.execute(f"select {GAME}, checksum from games order by id").fetchall():  # noqa: S608
        try:
            check_game(row)
            entry_rows(db, row[0])
        except ValueError:
            damaged.append(row[0])
    return damaged


def damaged_rows(db: Database | sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Yield the table and the number of each row that differs from its copy."""
    for table, columns in COPIED.items():
        rows = db.execute(
            f"select id from {table} where copy is not json_array({columns}) order by id"  # noqa: S608
        )
        yield from ((table, number) for (number,) in rows.fetchall())


def describe_games(games: Sequence[int]) -> str:
    """Return damaged games in words, with the verb: “game 3 is”, “games 3, 7 are”."""
    if len(games) == 1:
        return f"game {games[0]} is"
    more = f" and {len(games) - MOST_NAMED} more" if len(games) > MOST_NAMED else ""
    return f"games {', '.join(map(str, games[:MOST_NAMED]))}{more} are"


def game_row(
    db: Database | sqlite3.Connection, game_id: int, columns: str
) -> tuple[Any, ...] | None:
    """Return some columns of a game; None if there is no such game. Raises WrongChecksum."""
    row = db.execute(
        f"select {GAME}, checksum from games where id = ?",  # noqa: S608  (a constant)
        [game_id],
    ).fetchone()
    if row is None:
        return None
    check_game(row)
    names = GAME.split(", ")
    return tuple(row[names.index(name)] for name in columns.split(", "))


def change_game(db: Database, game_id: int, column: str, value: object) -> None:
    """Change a column of a sound game; raises WrongChecksum for a damaged one."""
    if game_row(db, game_id, "id") is None:
        return
    db.execute(f"update games set {column} = ? where id = ?", [value, game_id])  # noqa: S608
    write_checksums(db, [game_id])


def write_checksums(db: Database, games: Iterable[int]) -> None:
    """Write the checksums of games that were added or changed in this transaction."""
    rows = db.execute(
        f"select {GAME} from games where id in (select value from json_each(?))",  # noqa: S608
        [json.dumps(list(games))],
    ).fetchall()
    db.conn.executemany(
        "update games set checksum = ? where id = ?", [(checksum(row), row[0]) for row in rows]
    )


@contextmanager
def naming_damage(game_id: int) -> Iterator[None]:
    """Turn errors that damaged rows of a game cause into UnreadableGame; others pass unchanged."""
    try:
        yield
    except LedgerError:
        raise
    except Exception as error:  # a damaged file may contain anything
        if isinstance(error, sqlite3.Error) and fault_of(error) is not DatabaseFault.DAMAGED:
            raise
        raise UnreadableGame(game_id, f"{type(error).__name__}: {error}") from error


class DamagedRow(sqlite3.DatabaseError):
    """Raised for a row that SQLite can read but that has an impossible value."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def stored_date(kept: str) -> date:
    """Parse a date of the file; raises DamagedRow if that fails."""
    try:
        return date.fromisoformat(kept)
    except (TypeError, ValueError) as error:
        raise DamagedRow(f"“{kept}” is no date") from error


def fact_of(kept: str) -> Fact:
    """Parse the fact of an entry of the file; raises ValueError if that fails."""
    fact = json.loads(kept)
    if not isinstance(fact, dict):
        raise ValueError(f"“{kept}” is no fact")
    return fact
