"""A change to a score file, which one thread or process works out and another writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database


@dataclass(frozen=True, slots=True)
class Change:
    """A statement in SQL, and the rows for which it is carried out."""

    sql: str
    rows: Sequence[tuple[Any, ...]]

    def write(self, db: Database) -> None:
        """Carry it out."""
        db.conn.executemany(self.sql, self.rows)
