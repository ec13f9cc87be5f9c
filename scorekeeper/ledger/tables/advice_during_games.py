"""Whether a table allows advice while a game of its own is running: agreed by all, and noted."""

from __future__ import annotations

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.tables import journal
from scorekeeper.ledger.tables.file_settings import preference

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
