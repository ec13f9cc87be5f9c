"""The multipliers of many games of Estimation at once, for win probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.carry import Carry
from scorekeeper.engine.cards.seating import SEATS
from scorekeeper.engine.games.estimation.house_rules import EstimationRules
from scorekeeper.engine.games.estimation.rulebook import Carried
from scorekeeper.engine.games.estimation.scoring import MOST_TIMES, counts_once
from scorekeeper.engine.rules.points import DealScore

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.carry import Rows

MADE, ONCE = 1, 2


@dataclass(frozen=True, slots=True)
class Times(Carry):
    """The multiplier of the hand; the marks are `MADE` and `ONCE` flags for each player."""

    rules: EstimationRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """For each player, `MADE` if the call was made plus `ONCE` if it counts only once."""
        scene = score.scene
        calls = [scene.contract_of(seat) or 0 for seat in SEATS[: len(score.lines)]]
        return tuple(
            MADE * (call == taken) + ONCE * counts_once(call, self.rules)
            for call, taken in zip(calls, scene.tricks, strict=True)
        )

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """The multiplier, a single number."""
        return (left.times if isinstance(left, Carried) else 1,)

    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """A hand that nobody made doubles the next one, up to the limit of the scheme."""
        from scorekeeper.engine.optional_numpy import np  # noqa: PLC0415  (the companions name it)

        (times,) = state
        counted = np.where(marks & ONCE, points, points * times)
        more = np.minimum(2 * times, MOST_TIMES[self.rules.scheme])
        return counted, np.where((marks & MADE).any(axis=0), 1, more)[None]
