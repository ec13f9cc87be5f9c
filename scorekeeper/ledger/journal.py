"""The journal of a table: links made and renewed, files, removals, renames and merges.

Each row is written in the transaction of the act that it tells of. Exports are the exception: they
only read, and go out also where the journal cannot be written.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.identifiers import noted
from scorekeeper.ledger.journal_events import INSERT, Author, Event, journal_row
from scorekeeper.ledger.score_file import Change
from scorekeeper.ledger.store import Store

AN_HOUR = timedelta(hours=1)
_EVENTS = {event.value: event for event in Event}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal.

    at      when it was written; None for a damaged line
    event   None for one of a newer version, and for a damaged line
    by      who did it
    said    what the event is about
    """

    at: datetime | None
    event: Event | None
    by: Author
    said: Mapping[str, Any]


def note(db: Database, now: str, table_id: int, event: Event, by: Author, **details: Any) -> None:
    """Write a line, inside the transaction of the act."""
    db.execute(INSERT, journal_row(now, table_id, event, by, **details))


def exported(
    store: Store,
    table_id: int,
    by: Author,
    form: str,
    *,
    session_id: int | None = None,
    game_id: int | None = None,
) -> bool:
    """Note an export, where the file takes it at once, and say whether it did.

    The same one by the same phone within an hour of its line adds none: whoever reads again and
    again does not fill the file.
    """
    details = {"form": form, "evening": session_id, "game": game_id}
    line = journal_row(store.now(), table_id, Event.EXPORTED, by, **details)
    lately = noted(store.clock() - AN_HOUR)
    try:
        known = store.db.execute(
            "select 1 from journal where table_id = ? and at > ? "
            "and what = ? and device = ? and said = ? and device <> ''",
            [table_id, lately, Event.EXPORTED.value, by.device, json.dumps(details)],
        )
        return known.fetchone() is not None or store.keep([Change(INSERT, [line])])
    except (sqlite3.Error, UnusableFile):
        return False


def lines(store: Store, table_id: int, skip: int = 0, limit: int = 50) -> list[Line]:
    """Some lines of the journal, the newest first."""
    rows = store.db.execute(
        "select at, what, origin, device, link, said from journal where table_id = ? "
        "order by id desc limit ? offset ?",
        [table_id, limit, skip],
    )
    return [_line(at, what, Author(*by), said) for at, what, *by, said in rows.fetchall()]


def _line(at: str, what: str, by: Author, said: str) -> Line:
    """A row as a line. The row may be damaged: one bad row does not hide the others."""
    try:
        return Line(datetime.fromisoformat(at), _EVENTS.get(what), by, dict(json.loads(said)))
    except (TypeError, ValueError):
        return Line(None, None, by, {})
