"""Links that were made void, and phones that were removed: they stay so when an older copy of the
score file is put back.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper.ledger.database import database_copy
from scorekeeper.ledger.journal_events import COMMAND, INSERT, Event, row

KEYS = "hash, table_id, role, origin, made, parent"
PHONES = "table_id, device, role, renewal, link, player_id, came, seen, removed"


def stay_revoked(replaced: Path, copy: Path) -> bool:
    """Void in a copy what the file that it replaces has voided; links made since stay good.

    Returns whether that could be read from the replaced file. Raises sqlite3.Error for the copy.
    """
    try:
        with closing(database_copy.readable(replaced)) as db:
            tables = db.execute("select id, created, score_keys, watch_keys from tables").fetchall()
            keys = db.execute(f"select {KEYS} from keys").fetchall()  # noqa: S608  (a constant)
            phones = _removed(db)
    except sqlite3.Error:
        return False
    with closing(sqlite3.connect(copy)) as db, db:  # all of it, or nothing
        for table_id, created, scoring, watching in tables:
            updated = db.execute(
                "update tables set score_keys = max(score_keys, ?), "
                "watch_keys = max(watch_keys, ?) where id = ? and created = ?",
                [scoring, watching, table_id, created],
            )
            if not updated.rowcount:
                continue
            if _has(db, "keys"):
                rows = [row for row in keys if row[1] == table_id]
                db.execute("delete from keys where table_id = ?", [table_id])
                db.executemany(f"insert into keys ({KEYS}) values (?, ?, ?, ?, ?, ?)", rows)  # noqa: S608
            _remove(db, table_id, [row for row in phones if row[0] == table_id])
    return True


def note_restored(copy: Path, now: str, name: str) -> None:
    """Write into the journal of every table that a copy has been put back, by its file's name."""
    with closing(sqlite3.connect(copy)) as db, db:
        if not _has(db, "journal"):
            return  # a copy of an older version, which keeps none
        for (table_id,) in db.execute("select id from tables").fetchall():
            db.execute(INSERT, row(now, table_id, Event.RESTORED, COMMAND, file=name))


def _removed(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    """The phones that were removed, in a file of this version."""
    if not _has(db, "phones"):
        return []
    query = f"select {PHONES} from phones where removed is not null"  # noqa: S608  (a constant)
    return db.execute(query).fetchall()


def _remove(db: sqlite3.Connection, table_id: int, phones: list[tuple[object, ...]]) -> None:
    """Remove phones from a table of the copy.

    A copy of an older version cannot hold that: every phone has to follow a link anew.
    """
    if not phones:
        return
    if not _has(db, "phones"):
        db.execute(
            "update tables set score_keys = score_keys + 1, watch_keys = watch_keys + 1 "
            "where id = ?",
            [table_id],
        )
        return
    db.executemany(
        f"insert into phones ({PHONES}) values (?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "on conflict (table_id, device) do update set removed = excluded.removed",
        phones,
    )
    db.execute(
        "update tables set removals = (select count(*) from phones "
        "where table_id = tables.id and removed is not null) where id = ?",
        [table_id],
    )


def _has(db: sqlite3.Connection, table: str) -> bool:
    """Whether a file is of a version that keeps such a table."""
    return db.execute("select 1 from sqlite_master where name = ?", [table]).fetchone() is not None
