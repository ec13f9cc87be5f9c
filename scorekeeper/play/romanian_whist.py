"""Card play of Romanian Whist: whole deals, and runs of bids made or missed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.games.romanian_whist import RUN, RomanianWhistRules, Streak
from scorekeeper.play.carried_values import CarriedValues, Carry
from scorekeeper.play.exact_bids import ExactBidsPlay
from scorekeeper.rules.points import DealScore

if TYPE_CHECKING:
    from scorekeeper.play.carried_values import CarriedColumns


class CarriedRuns(CarriedValues):
    """The length of each player's run of made or missed bids."""

    def __init__(self, book: ExactBids[Any]) -> None:
        self.book = book

    def carry(self, rules: RomanianWhistRules) -> Runs | None:
        return Runs(rules) if self.book.carries(rules) else None


class RomanianWhistPlay(ExactBidsPlay):
    """Card play of Romanian Whist; the lengths of the players' runs pass from deal to deal."""

    def __init__(self, book: ExactBids[Any]) -> None:
        super().__init__(book)
        self.carried_values = CarriedRuns(book)


@dataclass(frozen=True, slots=True)
class Runs(Carry):
    """The rule by which runs of bids pass on; its state is the run of each player.

    A run of missed bids is negative. Deals of one card neither count nor break a run.
    """

    rules: RomanianWhistRules

    def marks(self, score: DealScore) -> tuple[int, ...]:
        """Return the cards of the deal for each made bid, and their negative for a missed one."""
        return tuple(score.scene.total if made else -score.scene.total for made in score.made)

    def state(self, left: object, sides: int) -> tuple[int, ...]:
        return left if isinstance(left, tuple) else (0,) * sides

    def after(
        self, state: CarriedColumns, points: CarriedColumns, marks: CarriedColumns
    ) -> tuple[CarriedColumns, CarriedColumns]:
        """Return the points with the pay for runs of five, and the runs after the deal."""
        from scorekeeper.play.optional_numpy import np  # noqa: PLC0415  (NumPy)

        longer = np.where(marks > 0, np.maximum(state, 0) + 1, np.minimum(state, 0) - 1)
        runs = np.where(np.abs(marks) == 1, state, longer)
        paid = (np.abs(runs) == RUN) & (runs != state)
        points = points + self.rules.bonus * paid * np.sign(runs)
        return points, np.where(paid & (self.rules.streak is Streak.RESTART), 0, runs)
