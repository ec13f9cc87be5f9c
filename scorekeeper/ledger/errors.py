"""What the ledger refuses.

LedgerError
├── UnusableFile    the database file cannot be used, and was not touched
├── Unknown         no such table, game or hand, or none that may be seen from here
├── StaleEntry      the entry was made on an old view of the game
├── UnreadableGame  the part of the file that holds a game is damaged; the other games are not
└── Unreadable      a document cannot be brought in, and nothing of it was
"""

from __future__ import annotations

from scorekeeper.engine.rules.wording import Sentence, say


class LedgerError(Exception):
    """Something that the ledger refuses."""


class UnusableFile(LedgerError):
    """The database file is not one of ours, is of a newer version or cannot be written."""


class Unknown(LedgerError):
    """There is no such thing, or it may not be seen from here."""


class UnreadableGame(LedgerError):
    """A game whose entries or rules cannot be read, because its part of the file is damaged."""

    def __init__(self, game_id: int, reason: str) -> None:
        super().__init__(f"game {game_id} cannot be read: {reason}")
        self.game_id = game_id


class StaleEntry(LedgerError):
    """The entry was made at one revision of the game, and the game is now at another."""

    def __init__(self, seen: int, present: int) -> None:
        super().__init__(f"made at revision {seen}, the game is at {present}")
        self.seen = seen
        self.present = present


class Unreadable(LedgerError):
    """What is wrong in a document, and where: a damaged file, or one that does not fit the rules.

    `clash` where the file itself is sound, but says something else than what is here.
    """

    def __init__(self, sentence: Sentence, *, clash: bool = False) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.clash = clash

    def at(self, place: Sentence) -> Unreadable:
        """The same with a place before it."""
        placed = say("{place}: {reason}", place=place, reason=self.sentence)
        return Unreadable(placed, clash=self.clash)
