"""Identifiers: row numbers that SQLite can hold, and keys that name games, sessions and entries."""

from __future__ import annotations

import hashlib
import secrets

LARGEST_ID = 2**63 - 1  # what SQLite holds


def held(number: int) -> int:
    """The number, or the nearest that SQLite can hold: an address may name any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """A key that tells one entry or game from any other."""
    return secrets.token_urlsafe(12)


def rematch_key(key: str) -> str:
    """The key of the rematch of a game: one for each game, and the same in every file."""
    return f"rematch-{hashlib.sha256(key.encode()).hexdigest()[:24]}"
