"""Files of other scorekeeping programs, converted to games of this one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.extras import Extra
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact
from scorekeeper.engine.rules.wording import Sentence


@dataclass(frozen=True, slots=True)
class ForeignHand:
    """One hand of such a file.

    facts     the answers, as this program records them
    points    the points of each side according to the file; None if it has none that can be read
    at        when the hand was finished, as text; empty if unknown
    """

    dealer: Seat | None
    facts: tuple[Fact, ...]
    points: tuple[int, ...] | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """One game of such a file.

    key        identifies the game among those of the same program
    started    when it began, as text
    stopped    whether the players ended it before its goal
    notes      what could not be taken over unchanged, in words
    """

    key: str
    started: str
    players: tuple[str, ...]
    rules: Any
    hands: tuple[ForeignHand, ...]
    stopped: bool
    notes: tuple[Sentence, ...] = ()


class ForeignFiles(Extra):
    """The extra that reads the files of one other program.

    form       the key of the file format; empty if no other program is supported
    program    the program's name
    """

    form: str = ""
    program: str = ""

    def is_one(self, data: Any) -> bool:  # noqa: ARG002  (subclasses use it)
        """Whether parsed JSON is such a file."""
        return False

    def games(self, data: Any, book: Rulebook[Any]) -> Iterable[ForeignGame]:
        """The games of such a file; raises MalformedEntry if it cannot be read."""
        raise NotImplementedError
