"""Sessions: the evenings of a table, found, read and changed.

Games find their session by themselves (see `session_joining`); here people say otherwise. Who was
there follows from the games.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import Table

from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.database.checksums import change_game, kept_date, naming_damage
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.identifiers import held, new_key
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.tables import journal
from scorekeeper.ledger.timestamps import day_of
from scorekeeper.ledger.typed_text import clean_line, clean_lines

LONGEST_NAME = 80
LONGEST_NOTES = 4000
EARLIEST = dt.date(1900, 1, 1)
NEWEST_FIRST = "date desc, id desc"
# An evening that has nothing but games taken off the list is off the list with them.
IN_SIGHT = (
    "(name <> '' or notes <> '' "
    "or exists (select 1 from games where session_id = sessions.id and removed is null) "
    "or not exists (select 1 from games where session_id = sessions.id))"
)


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """An evening: games one after another."""

    id: int
    key: str
    date: dt.date
    name: str
    notes: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> SessionRecord:
        """The record of a row of the file."""
        day = kept_date(row["date"])
        return cls(row["id"], row["key"], day, row["name"], row["notes"])


def session(store: Store, table_id: int, session_id: int) -> SessionRecord:
    """One session of a table; raises Unknown."""
    return _owned(store.db, table_id, session_id)


def session_of_game(store: Store, table_id: int, game_id: int) -> SessionRecord:
    """The session in which a game was played; raises Unknown."""
    row = store.db.execute(
        "select session_id from games where id = ? and table_id = ?", [held(game_id), table_id]
    ).fetchone()
    if row is None:
        raise Unknown("game")
    return _owned(store.db, table_id, row[0])


def newest(store: Store, table_id: int, limit: int) -> tuple[SessionRecord, ...]:
    """The newest sessions of a table, newest first."""
    return _read(store.db, ["table_id = ?", IN_SIGHT], [table_id], limit=limit)


def in_use(store: Store, table_id: int, games: int = 4) -> tuple[int, ...]:
    """The sessions of the games that were begun last, wherever their dates put them."""
    rows = store.db.execute(
        "select distinct session_id from (select session_id from games where table_id = ? "
        "  order by id desc limit ?)",
        [table_id, games],
    )
    return tuple(row[0] for row in rows.fetchall())


def after_the_fact(store: Store, session: SessionRecord) -> bool:
    """Whether a session was entered on another day than that on which it was."""
    (begun,) = store.db.execute(
        "select min(started) from games where session_id = ?", [session.id]
    ).fetchone()
    return begun is not None and day_of(dt.datetime.fromisoformat(begun)) != session.date


def near(store: Store, table_id: int, date: dt.date, limit: int) -> tuple[SessionRecord, ...]:
    """The sessions of a table that are nearest to a day, newest first."""
    given = [table_id, date.isoformat()]
    after = _read(store.db, ["table_id = ?", "date > ?"], given, order="date, id", limit=limit)
    before = _read(store.db, ["table_id = ?", "date <= ?"], given, limit=limit)
    return (*reversed(after), *before)


def begin(store: Store, table_id: int, key: str, date: str, name: str = "") -> int:
    """Begin a session by hand and return its id; the same key twice begins one.

    Raises MalformedEntry or IllegalEntry for a date or a name that will not do.
    """
    day, called = _past(store, read_date(date)), clean_name(name)
    with store.transaction() as db:
        db.execute(
            "insert or ignore into sessions (table_id, key, date, name, notes, created) "
            "values (?, ?, ?, ?, '', ?)",
            [table_id, key, day.isoformat(), called, store.now()],
        )
        row = db.execute(
            "select id from sessions where table_id = ? and key = ?", [table_id, key]
        ).fetchone()
        return int(row[0])


def change(
    store: Store,
    table_id: int,
    session_id: int,
    *,
    date: str,
    name: str,
    notes: str,
    by: Author = COMMAND,
) -> None:
    """Set the date, the name and the notes of a session.

    Raises Unknown; MalformedEntry or IllegalEntry for a date, name or notes that will not do.
    """
    values = [read_date(date).isoformat(), clean_name(name), clean_notes(notes)]
    with store.transaction() as db:
        before = _owned(db, table_id, session_id)
        if values[0] != before.date.isoformat():
            _past(store, read_date(date))
        db.execute(
            "update sessions set date = ?, name = ?, notes = ? where id = ? and table_id = ?",
            [*values, before.id, table_id],
        )
        if values[1] != before.name:
            details = {"date": values[0], "old": before.name, "new": values[1]}
            journal.note(db, store.now(), table_id, Event.EVENING_RENAMED, by, **details)


def move(
    store: Store, table_id: int, games: Sequence[int], session_id: int, target: int | None
) -> int:
    """Move games of a session to another one, or to a new one; return where they are now.

    A session without games goes, its notes with the games; one that people have named stays.
    Raises Unknown, and MalformedEntry where no game is named.
    """
    if not games:
        raise MalformedEntry("no-games", say("Which games? Choose at least one."), "games")
    listed = json.dumps([held(game) for game in games])
    with store.transaction() as db:
        left = _owned(db, table_id, session_id)
        row = db.execute(
            "select count(*), min(started) from games where session_id = ? "
            "and id in (select value from json_each(?))",
            [left.id, listed],
        ).fetchone()
        if row[0] != len(set(games)):
            raise Unknown("game")
        if target is None:
            cursor = db.execute(
                "insert into sessions (table_id, key, date, name, notes, created) "
                "values (?, ?, ?, '', '', ?)",
                [table_id, new_key(), left.date.isoformat(), store.now()],
            )
            joined = int(cursor.lastrowid or 0)
        else:
            joined = _owned(db, table_id, target).id
        for game in dict.fromkeys(games):
            with naming_damage(game):
                change_game(db, game, "session_id", joined)
        if joined != left.id:
            _leave(db, left, joined)
    return joined


def remove(store: Store, table_id: int, session_id: int, by: Author = COMMAND) -> None:
    """Remove a session that has no games; raises Unknown, and IllegalEntry where it has any."""
    with store.transaction() as db:
        empty = _owned(db, table_id, session_id)
        if _has_games(db, empty.id):
            raise IllegalEntry("not-empty", say("This evening has games: move them first."))
        db.execute("delete from sessions where id = ?", [empty.id])
        details = {"date": empty.date.isoformat(), "name": empty.name}
        journal.note(db, store.now(), table_id, Event.EVENING_REMOVED, by, **details)


def read_date(text: str) -> dt.date:
    """The day that a form gives; raises MalformedEntry."""
    try:
        day = dt.date.fromisoformat(text.strip())
    except ValueError:
        day = dt.date.min
    if day < EARLIEST:
        raise MalformedEntry(
            "no-date", say("A date is needed, as in {example}.", example="2026-03-06"), "date"
        )
    return day


def _past(store: Store, day: dt.date) -> dt.date:
    """A day that has come, wherever on earth; raises IllegalEntry."""
    if day > day_of(store.clock()) + dt.timedelta(days=1):
        raise IllegalEntry("date-to-come", say("That day is still to come."), "date")
    return day


def clean_name(text: str) -> str:
    """The name of an evening; raises IllegalEntry if it is too long."""
    return clean_line(text, "name", LONGEST_NAME)


def clean_notes(text: str) -> str:
    """Several lines, each of them clean; raises IllegalEntry where they are too long."""
    return clean_lines(text, "notes", LONGEST_NOTES)


def _owned(db: Database, table_id: int, session_id: int) -> SessionRecord:
    sessions = _read(db, ["id = ?", "table_id = ?"], [held(session_id), table_id], limit=1)
    if not sessions:
        raise Unknown("session")
    return sessions[0]


def _read(
    db: Database,
    clauses: Sequence[str],
    given: Sequence[Any],
    *,
    limit: int,
    order: str = NEWEST_FIRST,
) -> tuple[SessionRecord, ...]:
    rows = sessions_table(db).rows_where(" and ".join(clauses), given, order_by=order, limit=limit)
    return tuple(map(SessionRecord.of, rows))


def _leave(db: Database, left: SessionRecord, joined: int) -> None:
    """Take away a session that has lost its last game and has no name; its notes are kept."""
    if _has_games(db, left.id) or left.name:
        return
    if left.notes:
        db.execute(
            "update sessions set notes = trim(notes || char(10) || ?, char(10)) where id = ?",
            [left.notes, joined],
        )
    db.execute("delete from sessions where id = ?", [left.id])


def _has_games(db: Database, session_id: int) -> bool:
    games = db.execute("select 1 from games where session_id = ? limit 1", [session_id])
    return games.fetchone() is not None


def sessions_table(db: Database) -> Table:
    """The table of the file that holds the sessions."""
    table = db.table("sessions")
    assert isinstance(table, Table)  # noqa: S101  (never a view)
    return table
