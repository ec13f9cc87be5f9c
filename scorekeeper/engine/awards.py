"""A few awards at the end of a game, with a smile: who did most of something, and how often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.figures import POINTS, Count, cases_of
from scorekeeper.engine.game import Game
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import Points, Sentence, say

MOST = 4  # awards a game


class By(Enum):
    """What of the cases is compared."""

    TOTAL = "total"
    RUN = "run"
    HIGH = "high"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Award:
    """Something to be best at.

    key      the figure whose cases are looked at (see `figures`)
    title    what the winner is called
    reason   what he did, from the number
    least    nobody gets it for less
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


@dataclass(frozen=True, slots=True)
class Given:
    """An award with who got it and why."""

    title: Sentence
    seat: Seat
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
    say("Hand of the evening"),
    lambda number: say("{points} in one hand", points=Points(number)),
    By.HIGH,
    least=1,
)
GENERAL = (BEST_HAND, ROLLER_COASTER)


def awards(game: Game) -> tuple[Given, ...]:
    """The awards of a game that is over: a few, and none twice to one before others have one.

    An award that two players have earned alike goes to nobody.
    """
    if not game.over:
        return ()
    general = () if game.partners else GENERAL
    earned = list(_earned(game, (*game.setup.book.awards, *general)))
    firsts = {one.seat: one for one in reversed(earned)}
    ordered = sorted(earned, key=lambda one: one is not firsts[one.seat])
    return tuple(ordered[:MOST])


def _earned(game: Game, offered: Iterable[Award]) -> Iterator[Given]:
    counts: dict[tuple[str, Seat], Count] = {}
    for case in cases_of(game):
        old = counts.get((case.key, case.seat))
        counts[case.key, case.seat] = old.with_case(case.value) if old else Count.of(case.value)
    for award in offered:
        worth = {seat: award.worth(one) for (key, seat), one in counts.items() if key == award.key}
        best = max(worth.values(), default=0)
        holders = [seat for seat, number in worth.items() if number == best]
        if best >= award.least and len(holders) == 1:
            yield Given(award.title, holders[0], award.reason(best))
