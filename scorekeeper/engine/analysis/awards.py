"""Awards at the end of a game: light-hearted titles for whoever did something most or longest."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.analysis.statistics import POINTS, Count, cases_in
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.extras import Extra
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.wording import Points, Sentence, say

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
    """A title to win.

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
    """An award with its winner and the reason; the holder is a seat or what `Holder` returns."""

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
    """The awards of a finished game; nobody gets a second one while others have none.

    An award that two players have earned equally is not given. `holder` returns who sat in a seat
    in a deal, for games in which players have changed seats; without it the holders are seats.
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
