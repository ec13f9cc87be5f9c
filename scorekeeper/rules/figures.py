"""Figures and awards: what a game counts about its players, and what it says about a deal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from scorekeeper.rules.game import Deal, Game
from scorekeeper.rules.points import Prize
from scorekeeper.rules.rulebook import Extra
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Points, Sentence, say

# Figures
#
# A game lists its figures and finds their cases in each complete deal. The code that adds them up
# needs to know nothing about the game. The figure that all games share, points per hand, is here.


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
GENERAL_FIGURES = (POINTS,)


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
        yield from Statistics.of(game.setup.book).cases(deal, game.setup.at(deal.number).rules)


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


# Awards

MOST = 4  # awards per game

Holder = Callable[[int, Seat], Hashable]  # (number of the deal, seat) -> player


class By(Enum):
    """The value by which players are compared: the sum of the cases, the longest run, and so on."""

    TOTAL = "total"
    RUN = "run"
    HIGH = "high"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Award:
    """An award of a game.

    key      the figure whose cases are compared (see `statistics`)
    title    the title
    reason   the reason in words, from the winner's number
    least    the lowest number that wins the award
    """

    key: str
    title: Sentence
    reason: Callable[[int], Sentence]
    by: By = By.TOTAL
    least: int = 2

    def worth(self, count: Count) -> int:
        """The number by which players are compared."""
        return {
            By.TOTAL: count.total,
            By.RUN: count.run,
            By.HIGH: count.high,
            By.SPREAD: count.high - count.low,
        }[self.by]


class Awards(Extra):
    """The extra that lists a game's own awards."""

    awards: tuple[Award, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An award with its winner and the reason; the holder is a seat or the value of `Holder`."""

    title: Sentence
    holder: Hashable
    reason: Sentence


ROLLER_COASTER = Award(
    POINTS.key,
    say("Roller coaster"),
    lambda number: say("{points} points between the best hand and the worst", points=number),
    By.SPREAD,
    least=60,
)
BEST_HAND = Award(
    POINTS.key,
    say("Hand of the game"),
    lambda number: say("{points} in one hand", points=Points(number)),
    By.HIGH,
    least=1,
)
GENERAL_AWARDS = (BEST_HAND, ROLLER_COASTER)


def awards(game: Game, holder: Holder | None = None) -> tuple[Given, ...]:
    """The awards of a finished game; nobody gets a second one while others have none.

    An award that two players have earned equally is not given. `holder` returns who sat in a seat
    in a deal, for games in which players have changed seats; without it the holders are seats.
    """
    if not game.over:
        return ()
    general = () if game.partners or game.setup.ending.low else GENERAL_AWARDS
    earned = list(_earned(game, (*Awards.of(game.setup.book).awards, *general), holder))
    firsts = {award.holder: award for award in reversed(earned)}
    ordered = sorted(earned, key=lambda award: award is not firsts[award.holder])
    return tuple(ordered[:MOST])


def _earned(game: Game, offered: Iterable[Award], holder: Holder | None) -> Iterator[Given]:
    values: dict[tuple[str, Hashable], list[int]] = {}
    for deal in game.deals:
        for case in cases_in(game, deal):
            who = holder(deal.number, case.seat) if holder else case.seat
            values.setdefault((case.key, who), []).append(case.value)
    counts = {key: Count.of(cases) for key, cases in values.items()}
    for award in offered:
        worth = {
            who: award.worth(count) for (key, who), count in counts.items() if key == award.key
        }
        best = max(worth.values(), default=0)
        holders = [who for who, number in worth.items() if number == best]
        if best >= award.least and len(holders) == 1:
            yield Given(award.title, holders[0], award.reason(best))


# Deeds and prizes


class Deeds(Extra):
    """The extra that names what a side did in a deal, if the contract does not say it."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:  # noqa: ARG002  (subclasses use it)
        """Describe what a side did, for example “Noa's moon”; None for the default wording.

        The deal has no fines.
        """
        return None


def contract_deed(names: Names, number: int, *, made: bool) -> Sentence:
    """A made or missed contract of a number of tricks, in words."""
    if number == 0 and made:
        return say("{side}'s made zero", side=names)
    if number == 0:
        return say("{side}'s missed zero", side=names)
    if made:
        return say("{side}'s made {number}", side=names, number=number)
    return say("{side}'s missed {number}", side=names, number=number)


class Prizes(Extra):
    """The extra that lists what a side can score in one deal."""

    def prizes(
        self,
        rules: Any,  # noqa: ARG002  (a game may ask)
        seating: Seating | None = None,  # noqa: ARG002
    ) -> tuple[tuple[Prize, ...], ...]:
        """Kinds of prizes, each ordered from the easiest to the hardest.

        seating    the deal; None for the prizes that every deal has
        """
        return ()
