"""Several tables in one score file: people who know nothing of one another."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import LedgerError, Unknown
from scorekeeper.ledger.people.names import folded

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
