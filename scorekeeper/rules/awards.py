"""Awards of a finished game, such as “Roller coaster”: who wins them, and at most four a game."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.rules.figures import POINTS, Award, By, Count
from scorekeeper.rules.game import Game
from scorekeeper.seating import Seat
from scorekeeper.wording import Points, Sentence, Total, say

MOST = 4  # awards per game

Holder = Callable[[int, Seat], Hashable]  # (number of the deal, seat) -> player


@dataclass(frozen=True, slots=True)
class EarnedAward:
    """An award that was won, with its holder (a seat, or what `Holder` returns) and the reason."""

    title: Sentence
    holder: Hashable
    reason: Sentence


ROLLER_COASTER = Award(
    POINTS.key,
    say("Roller coaster"),
    lambda number: say("{points} points between the best hand and the worst", points=Total(number)),
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
    earned = list(_earned(game, (*game.setup.book.awards, *general), holder))
    firsts = {award.holder: award for award in reversed(earned)}
    ordered = sorted(earned, key=lambda award: award is not firsts[award.holder])
    return tuple(ordered[:MOST])


def _earned(game: Game, offered: Iterable[Award], holder: Holder | None) -> Iterator[EarnedAward]:
    values: dict[tuple[str, Hashable], list[int]] = {}
    for deal in game.deals:
        for case in game.cases_in(deal):
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
