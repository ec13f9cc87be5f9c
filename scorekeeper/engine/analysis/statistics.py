"""What is counted about players over many deals: the cases, one by one.

A game says which figures it knows and finds the cases of each in a deal that is complete; whoever
adds them up needs to know nothing of the game. What every game has, points a hand, stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.engine.rules.wording import Sentence, say


class Measure(Enum):
    """What the sum of the cases means.

    SHARE     each case is 0 or 1: in how many of them it was so
    MEAN      each case is a number: the mean
    """

    SHARE = "share"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is counted.

    key      its name in a file, which never changes its meaning
    name     its name on a page
    part     the heading under which it stands
    least    in fewer cases than these it says nothing
    signed   a mean is shown with its sign, as points are
    """

    key: str
    name: Sentence
    part: Sentence
    measure: Measure = Measure.SHARE
    least: int = 5
    signed: bool = False


class Case(NamedTuple):
    """One case of a figure: whose, of which, and what it was."""

    seat: Seat
    key: str
    value: int


class Statistics(Companion):
    """The companion that counts: a game's own figures, and their cases in a deal."""

    figures: tuple[Figure, ...] = ()

    def cases(self, deal: Deal) -> Iterable[Case]:  # noqa: ARG002  (a game may look)
        """The cases of its figures in a deal that counts."""
        return ()

    def cases_by(self, rules: Any, deal: Deal) -> Iterable[Case]:  # noqa: ARG002  (as above)
        """The same, in a game whose house rules say what counts."""
        return self.cases(deal)


POINTS = Figure("points", say("Points per hand"), say("Points"), Measure.MEAN, least=1, signed=True)
GENERAL = (POINTS,)


def general_cases(deal: Deal) -> Iterator[Case]:
    """The cases of `GENERAL` in a deal that counts."""
    assert deal.score is not None  # noqa: S101  (a deal that counts is complete)
    for side, points in zip(deal.seating.sides, deal.score.points, strict=True):
        for seat in side:
            yield Case(seat, POINTS.key, points)


def cases_of(game: Game) -> Iterator[Case]:
    """All cases of the deals that count: what every game has, and what only this one knows."""
    for deal in game.deals:
        yield from cases_in(game, deal)


def cases_in(game: Game, deal: Deal) -> Iterator[Case]:
    """All cases of one deal of a game; none of one that does not count."""
    if deal.counts:
        yield from general_cases(deal)
        yield from Statistics.of(game.setup.book).cases_by(game.setup.rules, deal)


@dataclass(frozen=True, slots=True)
class Count:
    """The cases of a figure added up.

    run    the most cases in a row, within an evening, that were so
    """

    cases: int
    total: int
    low: int
    high: int
    run: int = 0

    @classmethod
    def of(cls, values: Sequence[int]) -> Count:
        """Cases in the order in which they came, one at least."""
        run = longest = 0
        for value in values:
            if value > 0:
                run += 1
            else:
                longest, run = max(longest, run), 0
        return cls(len(values), sum(values), min(values), max(values), max(longest, run))

    @property
    def mean(self) -> float:
        """The sum a case: the share, where every case is 0 or 1."""
        return self.total / self.cases
