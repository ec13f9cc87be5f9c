"""A few awards at the end of a game, with a smile: who did most of something, and how often."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.analysis.statistics import POINTS, Count, cases_in
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.wording import Points, Sentence, say

MOST = 4  # awards a game

Holder = Callable[[int, Seat], Hashable]  # of a seat, in the deal of this number


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
    reason   what the player did, from the number
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


class Awards(Companion):
    """The companion for them: what the players of a game can be best at, beside the general."""

    awards: tuple[Award, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """An award with who got it and why; the holder is a seat, unless told otherwise."""

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
GENERAL = (BEST_HAND, ROLLER_COASTER)


def awards(game: Game, holder: Holder | None = None) -> tuple[Given, ...]:
    """The awards of a game that is over: a few, and none twice to one before others have one.

    An award that two players have earned alike goes to nobody. Where players have changed seats,
    `holder` says who had a seat in the deal of a number.
    """
    if not game.over:
        return ()
    general = () if game.partners or game.setup.ending.low else GENERAL
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
