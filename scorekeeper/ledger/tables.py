"""Several tables in one score file: people who know nothing of one another."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.ledger.errors import LedgerError, Unknown
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.store import Store, TableRecord

LONGEST_NAME = 60


class Refused(LedgerError):
    """A table cannot have this name."""


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
    return store.table(int(cursor.lastrowid or 0))


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
    return [Listed(table, *counts[table.id]) for table in store.tables() if table.id in counts]


def named(store: Store, name: str) -> TableRecord:
    """The table of a name, or of a number where no table is named so; raises Unknown."""
    tables = store.tables()
    found = [table for table in tables if folded(table.name) == folded(name)]
    found += [table for table in tables if str(table.id) == name.strip()]
    if not found:
        raise Unknown(f"table “{name}”")
    return found[0]
