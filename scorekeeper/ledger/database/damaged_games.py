"""Damage in a score file that ends at one game: the game is named, and the others go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from scorekeeper.engine.rules.steps import Fact
from scorekeeper.ledger.database.database_errors import DatabaseFault, fault_of
from scorekeeper.ledger.errors import LedgerError, UnreadableGame


@contextmanager
def naming_damage(game_id: int) -> Iterator[None]:
    """Turn whatever keeps a game from being read into UnreadableGame."""
    try:
        yield
    except LedgerError:
        raise
    except Exception as error:  # whatever stands in a damaged file
        if isinstance(error, sqlite3.Error) and fault_of(error) is not DatabaseFault.DAMAGED:
            raise
        raise UnreadableGame(game_id, f"{type(error).__name__}: {error}") from error


class DamagedRow(sqlite3.DatabaseError):
    """A row that SQLite reads and that holds no sense."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def kept_date(kept: str) -> date:
    """A date as it is kept; raises DamagedRow for what is none."""
    try:
        return date.fromisoformat(kept)
    except (TypeError, ValueError) as error:
        raise DamagedRow(f"“{kept}” is no date") from error


def fact_of(kept: str) -> Fact:
    """The fact of an entry as it is kept; raises ValueError for what is none."""
    fact = json.loads(kept)
    if not isinstance(fact, dict):
        raise ValueError(f"“{kept}” is no fact")
    return fact
