"""Values other than points that deals pass on to later ones, for many games at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from scorekeeper.play.card_play_parts import CardPlayPart
from scorekeeper.rules.points import DealScore

if TYPE_CHECKING:
    from scorekeeper.play.optional_numpy import np, npt


if TYPE_CHECKING:
    CarriedColumns = npt.NDArray[np.int32]


class Carry(ABC):
    """The rule by which values such as bags pass from deal to deal, for many games at once.

    The state is an integer array with a column for each game. It corrects the points of deals that
    were each scored as if nothing came before them.
    """

    @abstractmethod
    def marks(self, score: DealScore) -> tuple[int, ...]:
        """Return for each side the number with which a deal changes the state."""

    @abstractmethod
    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """Return the state after a deal with this `left` (see `Earlier`).

        `left` is None before the first deal.
        """

    @abstractmethod
    def after(
        self, state: CarriedColumns, points: CarriedColumns, marks: CarriedColumns
    ) -> tuple[CarriedColumns, CarriedColumns]:
        """Return the points of a deal that starts from this state, and the state after it.

        points    of the deal scored alone, shape (sides, games); `marks` has the same shape
        """


class CarryByCall(Carry):
    """A rule whose marks follow from the call and the tricks of each player."""

    @abstractmethod
    def mark(self, call: int, taken: int) -> int:
        """Return the mark of a player."""


class CarriedValues(CardPlayPart, point="carried_values"):
    """The values other than points that deals pass on."""

    def carry(self, rules: Any) -> Carry | None:
        """Return how values pass from deal to deal; None if none do, or if that is not modelled."""
        return None
