"""Player statistics: the figures of a game, counted case by case over many deals.

A game lists its figures and finds their cases in each complete deal. The code that adds them up
needs to know nothing about the game. The figure that all games share, points per hand, is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.extras import Extra
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.engine.rules.wording import Sentence, say


class Measure(Enum):
    """The meaning of the sum of the cases.

    SHARE     each case is 0 or 1; the figure is the share of ones
    MEAN      each case is a number; the figure is the mean
    """

    SHARE = "share"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic.

    key      its name in files; its meaning never changes
    name     its name on a page
    part     the heading above it
    least    it is shown only from this number of cases on
    signed   whether a mean is shown with its sign, like points
    """

    key: str
    name: Sentence
    part: Sentence
    measure: Measure = Measure.SHARE
    least: int = 5
    signed: bool = False


class Case(NamedTuple):
    """One case of a figure: the seat, the key of the figure, and the value."""

    seat: Seat
    key: str
    value: int


class Statistics(Extra):
    """The extra with a game's own figures and their cases."""

    figures: tuple[Figure, ...] = ()

    def cases(self, deal: Deal, rules: Any) -> Iterable[Case]:  # noqa: ARG002  (a game may look)
        """The cases of the game's figures in a deal that counts."""
        return ()


POINTS = Figure("points", say("Points per hand"), say("Points"), Measure.MEAN, least=1, signed=True)
GENERAL = (POINTS,)


def general_cases(deal: Deal) -> Iterator[Case]:
    """The cases of `GENERAL` in a deal that counts."""
    assert deal.score is not None  # noqa: S101  (deals that count are complete)
    for side, points in zip(deal.seating.sides, deal.score.points, strict=True):
        for seat in side:
            yield Case(seat, POINTS.key, points)


def cases_of(game: Game) -> Iterator[Case]:
    """All cases of the deals that count, general ones and the game's own."""
    for deal in game.deals:
        yield from cases_in(game, deal)


def cases_in(game: Game, deal: Deal) -> Iterator[Case]:
    """All cases of one deal; none if it does not count."""
    if deal.counts:
        yield from general_cases(deal)
        yield from Statistics.of(game.setup.book).cases(deal, game.setup.rules)


@dataclass(frozen=True, slots=True)
class Count:
    """The sums over the cases of a figure.

    run    the longest run of cases above 0 within an evening
    """

    cases: int
    total: int
    low: int
    high: int
    run: int = 0

    @classmethod
    def of(cls, values: Sequence[int]) -> Count:
        """Count cases in the order in which they occurred; there must be at least one."""
        run = longest = 0
        for value in values:
            if value > 0:
                run += 1
            else:
                longest, run = max(longest, run), 0
        return cls(len(values), sum(values), min(values), max(values), max(longest, run))

    @property
    def mean(self) -> float:
        """The mean of the cases; for a share, the share of ones."""
        return self.total / self.cases
