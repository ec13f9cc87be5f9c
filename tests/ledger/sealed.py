"""Checksums for rows that a test writes directly."""

from __future__ import annotations

import sqlite3

from scorekeeper.ledger.checksums import ENTRY, GAME, RESULT, checksum


def write_checksums(db: sqlite3.Connection) -> None:
    """Give every row the checksum of its content."""
    db.create_function("checksum_of", -1, lambda *values: checksum(values))
    for table, columns in (("entries", ENTRY), ("games", GAME), ("results", RESULT)):
        db.execute(f"update {table} set checksum = checksum_of({columns})")  # noqa: S608
