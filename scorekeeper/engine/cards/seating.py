"""Who sits where: seats in clockwise order, the dealer, and the sides that score together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.engine.rules.wording import Sentence, say

_NAMES = ("South", "West", "North", "East")


class Seat(int):
    """A place at the table, counted clockwise from 0; the first four are called South to East."""

    def __str__(self) -> str:
        return _NAMES[self] if self < len(_NAMES) else f"Seat {int(self) + 1}"

    def __repr__(self) -> str:
        return f"Seat({int(self)})"


SEATS = tuple(Seat(index) for index in range(52))  # a pack serves no more players than that
SOUTH, WEST, NORTH, EAST = SEATS[:4]

Side = tuple[Seat, ...]


class Names(tuple[Seat, ...]):
    """Several players, as a sentence names them together."""

    __slots__ = ()

    @property
    def between(self) -> Sentence:
        """What stands between two of them."""
        return say(" and ")

    def __str__(self) -> str:
        return str(self.between).join(map(str, self))


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of one deal: how many, who deals, and which of them form a side.

    number    which deal of the game it is, from 1; deals that were thrown in are not counted
    step      1 where the turn passes to the left, -1 where it passes to the right
    """

    players: int
    dealer: Seat
    sides: tuple[Side, ...]
    number: int = 1
    step: int = 1

    @classmethod
    @lru_cache
    def alone(cls, players: int, dealer: Seat) -> Seating:
        """Every player alone."""
        return cls(players, dealer, tuple((Seat(index),) for index in range(players)))

    @classmethod
    def partners(cls, players: int, dealer: Seat) -> Seating:
        """Two sides, whose players sit in turn: of four, those who sit across."""
        return cls(
            players,
            dealer,
            tuple(tuple(Seat(index) for index in range(side, players, 2)) for side in range(2)),
        )

    def numbered(self, number: int) -> Seating:
        """The same seats in another deal of the game."""
        return replace(self, number=number)

    @property
    def eldest(self) -> Seat:
        """The player whose turn is next after the dealer's, and who deals next as a rule."""
        return SEATS[(self.dealer + self.step) % self.players]

    def left_of(self, seat: Seat, steps: int = 1) -> Seat:
        """The seat so many places clockwise."""
        return SEATS[(seat + steps) % self.players]

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Every seat once, clockwise from the first."""
        return (*SEATS[first : self.players], *SEATS[:first])

    def in_turn(self, first: Seat) -> tuple[Seat, ...]:
        """Every seat once, in the order of the turns from the first."""
        return tuple(
            SEATS[(first + self.step * place) % self.players] for place in range(self.players)
        )

    def side_of(self, seat: Seat) -> int:
        """The place of a seat's side among the sides."""
        return next(index for index, side in enumerate(self.sides) if seat in side)
