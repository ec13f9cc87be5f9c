"""Tables in one score file: people who know nothing of one another; their players and settings."""

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
    """A table cannot have this name."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """People who play together.

    The numbers say how often each of its keys has been renewed, and how many phones were removed.
    """

    id: int
    name: str
    score_keys: int
    watch_keys: int
    removals: int = 0


def first(store: Store) -> TableRecord:
    """The oldest table, laid where there is none yet."""
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
    """Every table, oldest first."""
    rows = store.db.execute(f"{TABLES} order by id").fetchall()
    return [TableRecord(*row) for row in rows]


def table(store: Store, table_id: int, *, glance: bool = False) -> TableRecord:
    """One table, or what it was a moment ago where a glance is enough; raises Unknown."""
    row = store.glance("table", f"{TABLES} where id = ?", table_id, anew=not glance)
    if row is None:
        raise Unknown("table")
    return TableRecord(*row)


def add(store: Store, name: str) -> TableRecord:
    """Lay a table; raises Refused for a name that is none or is taken."""
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
class Listed:
    """A table with how many games are on its list, and how many scoring keys open it."""

    table: TableRecord
    games: int
    keys: int


def listed(store: Store) -> list[Listed]:
    """Every table, oldest first."""
    counts = {
        row[0]: row[1:]
        for row in store.db.execute(
            "select id, (select count(*) from games where table_id = tables.id and removed is null)"
            ", (select count(*) from keys where table_id = tables.id and role = 'score') "
            "from tables"
        ).fetchall()
    }
    return [Listed(record, *counts[record.id]) for record in every(store) if record.id in counts]


def named(store: Store, name: str) -> TableRecord:
    """The table of a name, or of a number where no table is named so; raises Unknown."""
    tables = every(store)
    matches = [record for record in tables if folded(record.name) == folded(name)]
    matches += [record for record in tables if str(record.id) == name.strip()]
    if not matches:
        raise Unknown(f"table “{name}”")
    return matches[0]


# Players of a table

LATELY = 200  # games; what is usual at a table is seen from so many


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Somebody who plays at a table."""

    id: int
    name: str


def names_at(store: Store, table_id: int) -> list[str]:
    """The names of everyone who has played at a table, the most frequent of late first."""
    return [player.name for player in players_at(store, table_id)]


def players_at(store: Store, table_id: int) -> list[PlayerRecord]:
    """Everyone who has played at a table, the most frequent of late first."""
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
    """What has been set under a name; None where nothing has, which asking does not change."""
    row = store.db.execute("select value from settings where name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def set_preference(store: Store, name: str, value: str) -> None:
    """Set a value under a name, in place of any other."""
    with store.transaction() as db:
        db.execute("insert or replace into settings values (?, ?)", [name, value])


# Advice during games

ALLOWED, HIDDEN = "allowed", "hidden"


def is_allowed(store: Store, table_id: int) -> bool:
    """Whether advice is given while a game is running; it is not until somebody allows it."""
    return preference(store, _name(table_id)) == ALLOWED


def allow(store: Store, table_id: int, *, allowed: bool, by: Author = COMMAND) -> None:
    """Allow advice or hide it; the journal tells of a change, and who made it."""
    with store.transaction() as db:
        if allowed == is_allowed(store, table_id):
            return
        value = ALLOWED if allowed else HIDDEN
        db.execute("insert or replace into settings values (?, ?)", [_name(table_id), value])
        event = Event.ADVICE_ALLOWED if allowed else Event.ADVICE_HIDDEN
        journal.note(db, store.now(), table_id, event, by)


def _name(table_id: int) -> str:
    return f"advice-{table_id}"
