"""Journal of a table: links made and renewed, files, removals, renames and merges.

Each line is written in the transaction of the act that it records. Exports are the exception: they
only read, and also work if the journal cannot be written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.journal_events import INSERT, Author, Event, journal_row
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import Store

AN_HOUR = timedelta(hours=1)
_EVENTS = {event.value: event for event in Event}


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A line of the journal.

    at         the time of the act; None for a damaged line
    event      None for an event of a newer version, and for a damaged line
    by         the phone or command that did it
    details    further facts of the event
    """

    at: datetime | None
    event: Event | None
    by: Author
    details: Mapping[str, Any]


def note(db: Database, now: str, table_id: int, event: Event, by: Author, **details: Any) -> int:
    """Write a line in the transaction of the change that it records; return its number."""
    row = journal_row(now, table_id, event, by, **details)
    return int(db.execute(INSERT, row).lastrowid or 0)


def note_export(
    store: Store,
    table_id: int,
    by: Author,
    form: str,
    *,
    session_id: int | None = None,
    game_id: int | None = None,
) -> bool:
    """Record an export unless the file is busy; return whether it is in the journal.

    The same export by the same phone within an hour adds no line, so that repeated downloads do not
    fill the file.
    """
    details = {"form": form, "evening": session_id, "game": game_id}
    line = journal_row(store.now(), table_id, Event.EXPORTED, by, **details)
    lately = timestamp(store.clock() - AN_HOUR)
    try:
        known = store.db.execute(
            "select 1 from journal where table_id = ? and at > ? "
            "and what = ? and device = ? and said = ? and device <> ''",
            [table_id, lately, Event.EXPORTED.value, by.device, json.dumps(details)],
        )
        return known.fetchone() is not None or store.keep([Statement(INSERT, [line])])
    except (sqlite3.Error, UnusableFile):
        return False


def line(store: Store, table_id: int, number: int) -> JournalEntry | None:
    """Return one line of the journal of a table; None if there is no such line."""
    row = store.db.execute(
        "select at, what, origin, device, link, said from journal where table_id = ? and id = ?",
        [table_id, clamp_int(number)],
    ).fetchone()
    if row is None:
        return None
    at, what, origin, device, link, said = row
    return _line(at, what, Author(origin, device, link), said)


def lines(store: Store, table_id: int, skip: int = 0, limit: int = 50) -> list[JournalEntry]:
    """Return lines of the journal, newest first."""
    rows = store.db.execute(
        "select at, what, origin, device, link, said from journal where table_id = ? "
        "order by id desc limit ? offset ?",
        [table_id, limit, skip],
    )
    return [_line(at, what, Author(*by), said) for at, what, *by, said in rows.fetchall()]


def _line(at: str, what: str, by: Author, said: str) -> JournalEntry:
    """Return a row as a line; a damaged row does not hide the others."""
    try:
        return JournalEntry(
            datetime.fromisoformat(at), _EVENTS.get(what), by, dict(json.loads(said))
        )
    except (TypeError, ValueError):
        return JournalEntry(None, None, by, {})
