"""How many times hands count in many games of Estimation at once, for the chances to win."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.analysis.carry import Carry, Rows
from scorekeeper.engine.cards.seating import SEATS
from scorekeeper.engine.games.estimation.house_rules import EstimationRules
from scorekeeper.engine.games.estimation.rulebook import Carried
from scorekeeper.engine.games.estimation.scoring import MOST_TIMES, counts_once
from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.rules.points import DealScore

MADE, ONCE = 1, 2


@dataclass(frozen=True, slots=True)
class Times(Carry):
    """How many times the hand counts; its marks are whether a call was made, or counts once."""

    rules: EstimationRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """`MADE` and `ONCE`, added up."""
        scene = score.scene
        calls = [scene.contract_of(seat) or 0 for seat in SEATS[: len(score.lines)]]
        return tuple(
            MADE * (call == taken) + ONCE * counts_once(call, self.rules)
            for call, taken in zip(calls, scene.tricks, strict=True)
        )

    def state(self, left: object, sides: int) -> tuple[int, ...]:  # noqa: ARG002  (one for all)
        """A single number."""
        return (left.times if isinstance(left, Carried) else 1,)

    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """A hand that nobody made doubles the next one, as far as the scoring goes."""
        (times,) = state
        counted = np.where(marks & ONCE, points, points * times)
        more = np.minimum(2 * times, MOST_TIMES[self.rules.scheme])
        return counted, np.where((marks & MADE).any(axis=0), 1, more)[None]
