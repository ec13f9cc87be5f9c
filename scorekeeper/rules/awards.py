"""Awards of a finished game, such as “Roller coaster”: who wins them, and at most four a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from scorekeeper.rules.figures import POINTS, Count, cases_in
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulebook import Extra
from scorekeeper.seating import Seat
from scorekeeper.wording import Points, Sentence, say

MOST = 4  # awards per game

Holder = Callable[[int, Seat], Hashable]  # (number of the deal, seat) -> player


class By(Enum):
    """What players are compared by for an award: a figure's sum, its longest run, and so on."""

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


class Awards(Extra):
    """An optional part of a game: its own awards."""

    awards: tuple[Award, ...] = ()


@dataclass(frozen=True, slots=True)
class EarnedAward:
    """An award that was won, with its holder (a seat, or what `Holder` returns) and the reason."""

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


def awards(game: Game, holder: Holder | None = None) -> tuple[EarnedAward, ...]:
    """Return the awards of a finished game; nobody gets a second one while others have none.

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


def _earned(game: Game, offered: Iterable[Award], holder: Holder | None) -> Iterator[EarnedAward]:
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
            yield EarnedAward(award.title, holders[0], award.reason(best))
