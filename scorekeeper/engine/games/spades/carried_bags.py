"""The bags of many games of Spades at once, for win probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.carry import Carry
from scorekeeper.engine.games.spades.house_rules import SpadesRules
from scorekeeper.engine.games.spades.scoring import cost_of_bags
from scorekeeper.engine.rules.points import DealScore

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.carry import Rows


@dataclass(frozen=True, slots=True)
class Bags(Carry):
    """The bags of each side; a hand's mark is its bags if there were none before."""

    rules: SpadesRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """The bags of each side, without those already charged."""
        return self.state(score.left, len(score.lines))

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """The bags of each side."""
        return left if isinstance(left, tuple) else (0,) * sides

    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """Charge every full set of bags; the rest is carried on."""
        bags = state + marks
        if not self.rules.bag_limit:
            return points, bags
        full = bags // self.rules.bag_limit
        return points - full * cost_of_bags(self.rules), bags - full * self.rules.bag_limit
