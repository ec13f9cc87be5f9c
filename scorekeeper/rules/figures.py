"""Figures (statistics of players), words for what they did, and results that score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game
from scorekeeper.rules.points import Prize
from scorekeeper.rules.rulebook import Extra
from scorekeeper.seating import Names, Seat, Seating
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


class Statistics(Extra):
    """An optional part of a game: its own figures, and the values that count for them."""

    figures: tuple[Figure, ...] = ()

    def cases(self, deal: Deal, rules: Any) -> Iterable[Case]:  # noqa: ARG002  (a game may look)
        """Return the values of a deal that count for the game's figures.

        It is called only for deals that count.
        """
        return ()


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


def cases_of(game: Game) -> Iterator[Case]:
    """Yield all values of a game's deals that count for figures: for general ones and its own."""
    for deal in game.deals:
        yield from cases_in(game, deal)


def cases_in(game: Game, deal: Deal) -> Iterator[Case]:
    """Yield all values of one deal that count for figures; none if the deal does not count."""
    if deal.counts:
        yield from general_cases(deal)
        yield from Statistics.of(game.setup.book).cases(deal, game.setup.at(deal.number).rules)


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


# Deeds and prizes


class Deeds(Extra):
    """An optional part of a game: words for what a side did in a deal, beyond its contract."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:  # noqa: ARG002  (subclasses use it)
        """Describe what a side did, for example “Noa's moon”; None for the default wording.

        It is called only for a side that was not fined in the deal.
        """
        return None


def contract_deed(names: Names, number: int, *, made: bool) -> Sentence:
    """Return a phrase for a made or missed contract of a number of tricks, as in “Noa's made 3”."""
    if number == 0 and made:
        return say("{side}'s made zero", side=names)
    if number == 0:
        return say("{side}'s missed zero", side=names)
    if made:
        return say("{side}'s made {number}", side=names, number=number)
    return say("{side}'s missed {number}", side=names, number=number)


class Prizes(Extra):
    """An optional part of a game: the results with which a side can score in one deal."""

    def prizes(
        self,
        rules: Any,  # noqa: ARG002  (a game may ask)
        seating: Seating | None = None,  # noqa: ARG002
    ) -> tuple[tuple[Prize, ...], ...]:
        """Return the results that score (see `Prize`), by kind, each from the easiest on.

        seating    the deal; None for the results that every deal has
        """
        return ()

    def is_open(self, prize: Prize, side: int, deal: Deal) -> bool:
        """Return whether a side can still reach a result in the running deal.

        By default a side is one player, whose contract fixes the result; once everybody has one, it
        is fixed too whether they total more than the tricks.
        """
        step = deal.reading.step
        contract = step and step.scene.sum_of(deal.seating.sides[side])
        if step is None or contract is None:
            return True
        complete = len(step.scene.contracts) == deal.seating.players
        over = step.scene.contract_sum > step.scene.total
        return contract == prize.number and (not complete or prize.over in {None, over})
