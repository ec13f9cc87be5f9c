"""Files of other score keepers, read into games of ours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact
from scorekeeper.engine.rules.wording import Sentence


@dataclass(frozen=True, slots=True)
class ForeignHand:
    """A hand of such a file.

    facts     the answers that it comes to here
    points    of each side as the file has them; None where it has none that can be read
    at        when it was finished, as text; empty where the file does not say
    """

    dealer: Seat | None
    facts: tuple[Fact, ...]
    points: tuple[int, ...] | None
    at: str = ""


@dataclass(frozen=True, slots=True)
class ForeignGame:
    """A game of such a file.

    key        what tells it from others of the same program
    started    when it began, as text
    stopped    the table ended it
    notes      what could not be taken as it is, in words
    """

    key: str
    started: str
    players: tuple[str, ...]
    rules: Any
    hands: tuple[ForeignHand, ...]
    stopped: bool
    notes: tuple[Sentence, ...] = ()


class ForeignFiles(Companion):
    """The companion that reads files of another program.

    form       what the program's files are called here; empty where there is no such program
    program    its own name
    """

    form: str = ""
    program: str = ""

    def is_one(self, data: Any) -> bool:  # noqa: ARG002  (a game may look)
        """Whether JSON is that of such a file."""
        return False

    def games(self, data: Any, book: Rulebook[Any]) -> Iterable[ForeignGame]:
        """The games of such a file; raises MalformedEntry for what cannot be read."""
        raise NotImplementedError
