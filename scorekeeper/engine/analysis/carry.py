"""What deals leave to later ones besides points, such as bags, followed in many games at once."""

from __future__ import annotations

from abc import ABC, abstractmethod

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.rules.points import DealScore

Rows = npt.NDArray[np.int32]


class Carry(ABC):
    """What a game carries on, as whole numbers: the state, in rows, with a column for each game.

    It works with what a deal scores and leaves by itself, with nothing before it.
    """

    @abstractmethod
    def marks(self, score: DealScore) -> tuple[int, ...]:
        """What counts of a deal besides its points, a number for each side."""

    @abstractmethod
    def state(self, left: object, sides: int) -> tuple[int, ...]:
        """The state after a deal that left this (see `Earlier`); None before the first deal."""

    @abstractmethod
    def after(self, state: Rows, points: Rows, marks: Rows) -> tuple[Rows, Rows]:
        """The points of a deal that finds this state, and the state after it.

        points    of the deal by itself, shape (sides, games); so are the marks
        """
