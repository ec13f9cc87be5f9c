"""What has been set for a whole score file, by name."""

from __future__ import annotations

from scorekeeper.ledger.entries.store import Store


def preference(store: Store, name: str) -> str | None:
    """What has been set under a name; None where nothing has, which asking does not change."""
    row = store.db.execute("select value from settings where name = ?", [name]).fetchone()
    return None if row is None else str(row[0])


def set_preference(store: Store, name: str, value: str) -> None:
    """Set a value under a name, in place of any other."""
    with store.transaction() as db:
        db.execute("insert or replace into settings values (?, ?)", [name, value])
