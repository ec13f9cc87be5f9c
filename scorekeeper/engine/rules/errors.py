"""The errors for answers that are refused.

    EntryError
    ├── MalformedEntry    not an answer: not a number, not a bid, a field missing
    └── IllegalEntry      an answer that the rules forbid

Both carry a sentence for the table and a stable `code` for programs.
"""

from __future__ import annotations

from scorekeeper.engine.rules.wording import Sentence


class EntryError(ValueError):
    """An answer was refused; `field` names the field of the form that is wrong, or is None."""

    def __init__(self, code: str, sentence: Sentence, field: str | None = None) -> None:
        super().__init__(str(sentence))
        self.code = code
        self.sentence = sentence
        self.field = field


class MalformedEntry(EntryError):
    """The text is not an answer to the question."""


class IllegalEntry(EntryError):
    """The rules forbid the answer."""
