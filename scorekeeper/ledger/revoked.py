"""Links that were made void: they stay so when an older copy of the score file is put back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper.ledger import copies

KEYS = "hash, table_id, role, origin, made, parent"


def stay_revoked(replaced: Path, copy: Path) -> bool:
    """Void in a copy what the file that it replaces has voided; links made since stay good.

    Returns whether that could be read from the replaced file. Raises sqlite3.Error for the copy.
    """
    try:
        with closing(copies.readable(replaced)) as db:
            tables = db.execute("select id, created, score_keys, watch_keys from tables").fetchall()
            keys = db.execute(f"select {KEYS} from keys").fetchall()  # noqa: S608  (a constant)
    except sqlite3.Error:
        return False
    with closing(sqlite3.connect(copy)) as db, db:
        for table_id, created, scoring, watching in tables:
            found = db.execute(
                "update tables set score_keys = max(score_keys, ?), "
                "watch_keys = max(watch_keys, ?) where id = ? and created = ?",
                [scoring, watching, table_id, created],
            )
            if found.rowcount and _has_keys(db):
                rows = [row for row in keys if row[1] == table_id]
                db.execute("delete from keys where table_id = ?", [table_id])
                db.executemany(f"insert into keys ({KEYS}) values (?, ?, ?, ?, ?, ?)", rows)  # noqa: S608
    return True


def _has_keys(db: sqlite3.Connection) -> bool:
    """Whether the copy is of a version that keeps hashes of keys."""
    return db.execute("select 1 from sqlite_master where name = 'keys'").fetchone() is not None
