"""Files that are neither opened nor restored: each function writes one at a path."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from scorekeeper.ledger import database
from scorekeeper.ledger.game_document import FORMAT, VERSION


def foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
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


def photo(path: Path) -> None:
    path.write_bytes(bytes.fromhex("ffd8ffe000104a464946") + bytes(range(256)) * 9)


def cut_export(path: Path) -> None:
    head = {"format": FORMAT, "version": VERSION, "exported": "2026-11-20T12:00:00.000+00:00"}
    path.write_text(json.dumps(head)[:-1] + ',\n"players": [\n{"name": "An', "utf-8")


def later_export(path: Path) -> None:
    path.write_text(json.dumps({"format": FORMAT, "version": VERSION + 1, "games": []}), "utf-8")
