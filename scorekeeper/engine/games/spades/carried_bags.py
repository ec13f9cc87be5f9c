"""Bags in many games of Spades at once, for the chances to win."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.analysis.carry import Carry, Rows
from scorekeeper.engine.games.spades.house_rules import SpadesRules
from scorekeeper.engine.games.spades.scoring import cost_of_bags
from scorekeeper.engine.rules.points import DealScore


@dataclass(frozen=True, slots=True)
class Bags(Carry):
    """The bags of each side. A hand's mark is what it leaves where there were none before."""

    rules: SpadesRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """The bags of each side, those that it has been charged for taken off."""
        return self.state(score.left, len(score.lines))

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """The bags of each side."""
        return left if isinstance(left, tuple) else (0,) * sides

    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """Ten bags cost, and the rest stays, whatever a hand has been charged for by itself."""
        bags = state + marks
        if not self.rules.bag_limit:
            return points, bags
        full = bags // self.rules.bag_limit
        return points - full * cost_of_bags(self.rules), bags - full * self.rules.bag_limit
