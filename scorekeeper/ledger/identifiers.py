"""Identifiers: row numbers, and random keys of games and entries."""

from __future__ import annotations

import hashlib
import secrets

LARGEST_ID = 2**63 - 1  # the largest integer of SQLite


def clamp_int(number: int) -> int:
    """Return the number, limited to what SQLite can store: a URL may contain any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """Return a random key for a game or an entry."""
    return secrets.token_urlsafe(12)


def rematch_key(key: str) -> str:
    """Return the key of a game's rematch: one per game, and the same in every file."""
    return f"rematch-{hashlib.sha256(key.encode()).hexdigest()[:24]}"
