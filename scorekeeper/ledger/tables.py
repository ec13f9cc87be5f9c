"""Tables of a score file: separate groups of people, with their players and settings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scorekeeper.ledger import journal
from scorekeeper.ledger.errors import LedgerError, Unknown
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people import folded, people_of
from scorekeeper.ledger.store import Store

# Tables

LONGEST_NAME = 60
TABLES = "select id, name, score_keys, watch_keys, removals from tables"


class Refused(LedgerError):
    """Raised if the name of a table is invalid or taken."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A group of people who play together.

    `score_keys` and `watch_keys` count the renewals of its links, `removals` the removed phones.
    """

    id: int
    name: str
    score_keys: int
    watch_keys: int
    removals: int = 0


def first(store: Store) -> TableRecord:
    """Return the oldest table; add one if there is none."""
    row = store.db.execute(f"{TABLES} order by id limit 1").fetchone()
    if row is None:
        with store.transaction() as db:
            db.execute(
                "insert into tables (name, created, score_keys, watch_keys) "
                "select ?, ?, 1, 1 where not exists (select 1 from tables)",
                ["Our table", store.now()],
            )
        return first(store)
    return TableRecord(*row)


def every(store: Store) -> list[TableRecord]:
    """Return all tables, oldest first."""
    rows = store.db.execute(f"{TABLES} order by id").fetchall()
    return [TableRecord(*row) for row in rows]


def table(store: Store, table_id: int, *, glance: bool = False) -> TableRecord:
    """Return one table, at most a moment old if `glance`; raises Unknown."""
    row = store.glance("table", f"{TABLES} where id = ?", table_id, anew=not glance)
    if row is None:
        raise Unknown("table")
    return TableRecord(*row)


def add(store: Store, name: str) -> TableRecord:
    """Add a table; raises Refused for a name that is invalid or taken."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused(f"The name of a table has 1 to {LONGEST_NAME} characters.")
    with store.transaction() as db:
        taken = {folded(row[0]) for row in db.execute("select name from tables").fetchall()}
        if folded(name) in taken:
            raise Refused(f"There is a table “{name}” already.")
        cursor = db.execute(
            "insert into tables (name, created, score_keys, watch_keys) values (?, ?, 1, 1)",
            [name, store.now()],
        )
    return table(store, int(cursor.lastrowid or 0))


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with the number of its games and of its scoring keys."""

    table: TableRecord
    games: int
    keys: int


def overview(store: Store) -> list[ListedTable]:
    """Return all tables with their numbers of games and keys, oldest first."""
    counts = {
        row[0]: row[1:]
        for row in store.db.execute(
            "select id, (select count(*) from games where table_id = tables.id and removed is null)"
            ", (select count(*) from keys where table_id = tables.id and role = 'score') "
            "from tables"
        ).fetchall()
    }
    return [
        ListedTable(record, *counts[record.id]) for record in every(store) if record.id in counts
    ]


def find(store: Store, name: str) -> TableRecord:
    """Return the table with this name or, if there is none, with this number. Raises Unknown."""
    tables = every(store)
    matches = [record for record in tables if folded(record.name) == folded(name)]
    matches += [record for record in tables if str(record.id) == name.strip()]
    if not matches:
        raise Unknown(f"table “{name}”")
    return matches[0]


# Players of a table

LATELY = 200  # games that show what is usual at a table


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player of a table, as stored."""

    id: int
    name: str


def names_at(store: Store, table_id: int) -> list[str]:
    """Return the names of all players of a table, those with most recent games first."""
    return [player.name for player in players_at(store, table_id)]


def players_at(store: Store, table_id: int) -> list[PlayerRecord]:
    """Return all players of a table, those with most recent games first."""
    people = people_of(store.db, table_id)
    rows = store.db.execute(
        "select seats.player_id, count(*) "
        "from (select games.id from sessions join games on session_id = sessions.id "
        "  where sessions.table_id = ? order by date desc, sessions.id desc limit ?) as lately "
        "join seats on game_id = lately.id group by seats.player_id",
        [table_id, LATELY],
    )
    played = Counter[int]()
    for player, games in rows.fetchall():
        played[people.person(player)] += games
    numbers = [number for number in people.names if number not in people.into]
    numbers.sort(key=lambda number: (-played[number], number))
    return [PlayerRecord(number, people.names[number]) for number in numbers]


# Settings of the file


def preference(store: Store, name: str) -> str | None:
    """Return a setting of the score file; None if it has not been set."""
    row = store.db.execute("select value from settings where name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def set_preference(store: Store, name: str, value: str) -> None:
    """Store a setting of the score file."""
    with store.transaction() as db:
        db.execute("insert or replace into settings values (?, ?)", [name, value])


# Advice during games

ALLOWED, HIDDEN = "allowed", "hidden"


def is_allowed(store: Store, table_id: int) -> bool:
    """Return whether a table shows advice while a game is running; False by default."""
    return preference(store, _name(table_id)) == ALLOWED


def allow(store: Store, table_id: int, *, allowed: bool, by: Author = COMMAND) -> None:
    """Allow or hide advice during the games of a table.

    A change is written to the journal with its author.
    """
    with store.transaction() as db:
        if allowed == is_allowed(store, table_id):
            return
        value = ALLOWED if allowed else HIDDEN
        db.execute("insert or replace into settings values (?, ?)", [_name(table_id), value])
        event = Event.ADVICE_ALLOWED if allowed else Event.ADVICE_HIDDEN
        journal.note(db, store.now(), table_id, event, by)


def _name(table_id: int) -> str:
    return f"advice-{table_id}"
