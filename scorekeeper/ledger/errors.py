"""What the ledger refuses.

LedgerError
├── UnusableFile    the database file cannot be used, and was not touched
├── Unknown         no such table, game or hand, or none that may be seen from here
└── StaleEntry      the entry was made on an old view of the game
"""

from __future__ import annotations


class LedgerError(Exception):
    """Something that the ledger refuses."""


class UnusableFile(LedgerError):
    """The database file is not one of ours, is of a newer version or cannot be written."""


class Unknown(LedgerError):
    """There is no such thing, or it may not be seen from here."""


class StaleEntry(LedgerError):
    """The entry was made at one revision of the game, and the game is now at another."""

    def __init__(self, seen: int, present: int) -> None:
        super().__init__(f"made at revision {seen}, the game is at {present}")
        self.seen = seen
        self.present = present
