"""Remarks on a table: all that a reader has to say of its lines and columns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from scorekeeper.wording import Given, Sentence, say

LONGEST_TITLE = 20  # characters of a column's title in a remark


class Level(Enum):
    """The weight of a remark.

    LEFT_OUT    something that is not read; it is only shown
    DOUBT       a likely slip, which somebody must confirm or put right
    QUESTION    something that only a person knows; the field of the form has the answer
    ERROR       something that cannot be read, or that the rules forbid
    """

    LEFT_OUT = "left-out"
    DOUBT = "doubt"
    QUESTION = "question"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on a line, on a column, on a cell, or on the whole table.

    line      the number of the line, from 1; 0 if it is about no single line
    column    the title of the column, beside a line; empty if it is about no single column
    field     the name of the form's field that answers a question
    allowed   what would be right, if it can be listed
    """

    level: Level
    reason: Sentence
    line: int = 0
    column: str = ""
    field: str = ""
    allowed: Sentence | None = None

    @property
    def sentence(self) -> Sentence:
        """The place and the reason, as in “line 3, column “bid”: ...”."""
        column = Given(self.column[:LONGEST_TITLE])
        if self.line and self.column:
            place = say("line {line}, column “{column}”", line=self.line, column=column)
        elif self.line:
            place = say("line {line}", line=self.line)
        else:
            return self.reason
        return say("{place}: {reason}", place=place, reason=self.reason)


def is_ready(remarks: Iterable[Remark], *, as_written: bool) -> bool:
    """Return whether nothing is wrong or asked, and no doubt is left.

    as_written    whether somebody has confirmed the doubts
    """
    levels = {remark.level for remark in remarks}
    return not levels & {Level.ERROR, Level.QUESTION} and (as_written or Level.DOUBT not in levels)


def of_level(remarks: Iterable[Remark], level: Level) -> list[Remark]:
    """Return the remarks of a level, by line."""
    return sorted((each for each in remarks if each.level is level), key=lambda each: each.line)
