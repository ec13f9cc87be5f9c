"""Values other than points, such as bags, that deals carry over, for many games at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from scorekeeper.engine.rules.points import DealScore

if TYPE_CHECKING:
    from scorekeeper.engine.optional_numpy import np, npt

    Rows = npt.NDArray[np.int32]


class Carry(ABC):
    """The carried values of a game as integers: rows of state, with a column for each game.

    It combines deals that were each scored alone, as if nothing came before them.
    """

    @abstractmethod
    def marks(self, score: DealScore) -> tuple[int, ...]:
        """For each side, the part of a deal that affects the state."""

    @abstractmethod
    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """The state after a deal with this `left` (see `Earlier`); None before the first deal."""

    @abstractmethod
    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """The points of a deal that starts from this state, and the state after it.

        points    of the deal scored alone, shape (sides, games); `marks` has the same shape
        """
