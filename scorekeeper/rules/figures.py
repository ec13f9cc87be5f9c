"""Figures (statistics of players) and awards, as a game defines them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from scorekeeper.rules.deal import Deal
from scorekeeper.seating import Seat
from scorekeeper.wording import Sentence, say

# Figures
#
# A game lists its figures and finds their cases in each complete deal. The code that adds them up
# needs to know nothing about the game. The figure that all games share, points per hand, is here.


class Measure(Enum):
    """How the values that count for a figure (its cases) become one number.

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
    """One value that counts for a figure: the seat, the key of the figure, and the value."""

    seat: Seat
    key: str
    value: int


POINTS = Figure("points", say("Points per hand"), say("Points"), Measure.MEAN, least=1, signed=True)
GENERAL_FIGURES = (POINTS,)


def general_cases(deal: Deal) -> Iterator[Case]:
    """Yield the values of a deal that count for `GENERAL_FIGURES`.

    The deal must count.
    """
    assert deal.score is not None  # noqa: S101  (deals that count are complete)
    for side, points in zip(deal.seating.sides, deal.score.points, strict=True):
        for seat in side:
            yield Case(seat, POINTS.key, points)


@dataclass(frozen=True, slots=True)
class Count:
    """The sums of the values of a figure (its cases), such as their number and total.

    run    the longest run of cases above 0 within an evening
    """

    cases: int
    total: int
    low: int
    high: int
    run: int = 0

    @classmethod
    def of(cls, values: Sequence[int]) -> Count:
        """Count values in the order in which they occurred; there must be at least one."""
        run = longest = 0
        for value in values:
            if value > 0:
                run += 1
            else:
                longest, run = max(longest, run), 0
        return cls(len(values), sum(values), min(values), max(values), max(longest, run))

    @property
    def mean(self) -> float:
        """The mean of the values; for a share, the share of ones."""
        return self.total / self.cases


# Awards


class By(Enum):
    """The number of a figure that decides an award: its sum, its longest run, and so on."""

    TOTAL = "total"
    RUN = "run"
    HIGH = "high"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Award:
    """An award of a game.

    key      the key of the figure (a statistic) that is compared
    title    the title
    reason   a function from the winner's number to the reason in words
    least    the lowest number that wins the award
    """

    key: str
    title: Sentence
    reason: Callable[[int], Sentence]
    by: By = By.TOTAL
    least: int = 2

    def worth(self, count: Count) -> int:
        """Return the number that ranks a player for this award, from the player's counts."""
        return {
            By.TOTAL: count.total,
            By.RUN: count.run,
            By.HIGH: count.high,
            By.SPREAD: count.high - count.low,
        }[self.by]
