"""Files that are not restored: each function writes one at a path."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from scorekeeper.ledger import database


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("create table songs (name text)")
    db.close()


def later(path: Path) -> None:
    database.prepare(path)
    with sqlite3.connect(path) as db:
        db.execute("update _sqlite_migrations set name = 'm9_later'")
    db.close()


def older(path: Path) -> None:
    foreign(path)
    content = bytearray(path.read_bytes())
    at = database.APPLICATION_ID_AT
    content[at : at + 4] = database.OLDER_ID.to_bytes(4, "big")
    path.write_bytes(content)


def damaged(path: Path) -> None:
    database.prepare(path)
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(len(content) - 4096))


def cut_off(path: Path) -> None:
    database.prepare(path)
    path.write_bytes(path.read_bytes()[:5000])
