"""Why an answer was not taken.

    EntryError
    ├── MalformedEntry    no answer at all: not a number, not a bid, a field missing
    └── IllegalEntry      an answer that the rules forbid

Both say so in words fit for the table, and carry a stable `code` for programs.
"""

from __future__ import annotations

from scorekeeper.engine.rules.wording import Sentence


class EntryError(ValueError):
    """An answer that was not taken; `field` names the part of the form that it concerns."""

    def __init__(self, code: str, sentence: Sentence, field: str | None = None) -> None:
        super().__init__(str(sentence))
        self.code = code
        self.sentence = sentence
        self.field = field


class MalformedEntry(EntryError):
    """Not an answer to the question at all."""


class IllegalEntry(EntryError):
    """An answer that the rules forbid."""
