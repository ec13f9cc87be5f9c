"""Seating: seats in clockwise order, the dealer, and the sides that score together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.errors import MalformedEntry
from scorekeeper.wording import Sentence, say

_NAMES = ("South", "West", "North", "East")
LETTERS = "SWNE"


class Seat(int):
    """A place at the table, counted clockwise from 0; the first four are called South to East."""

    def __str__(self) -> str:
        return _NAMES[self] if self < len(_NAMES) else f"Seat {int(self) + 1}"

    def __repr__(self) -> str:
        return f"Seat({int(self)})"


SEATS = tuple(Seat(index) for index in range(52))  # one player per card at most
SOUTH, WEST, NORTH, EAST = SEATS[:4]

Side = tuple[Seat, ...]

_FURTHER = {str(seat + 1): seat for seat in SEATS[len(LETTERS) :]}


def seat_text(seat: Seat) -> str:
    """Return the text of a seat: `S`, `W`, `N`, `E`, then `5` and so on."""
    return LETTERS[seat] if seat < len(LETTERS) else str(int(seat) + 1)


def side_text(side: Side) -> str:
    """Return the letters of the seats of a side, as in `S` or `SN`."""
    return "".join(map(seat_text, side))


def parse_seat(text: str) -> Seat:
    """Parse the text of `seat_text`; raises MalformedEntry."""
    word = text.strip().upper()
    if len(word) == 1 and word in LETTERS:
        return SEATS[LETTERS.index(word)]
    if word in _FURTHER:
        return _FURTHER[word]
    raise MalformedEntry(
        "no-such-seat",
        say(
            "“{text}” is not a seat. Seats are S, W, N, E (and 5–10 with more players).",
            text=text[:20],
        ),
    )


class Names(tuple[Seat, ...]):
    """Several players, named together in a sentence."""

    __slots__ = ()

    @property
    def between(self) -> Sentence:
        """The text between two names."""
        return say(" and ")

    def __str__(self) -> str:
        return str(self.between).join(map(str, self))


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats of one deal: the number of players, the dealer, and the sides.

    number    the number of the deal in its game, from 1, without deals that were thrown in
    step      1 if the turn passes to the left, -1 if it passes to the right
    order     every seat of the deal once, clockwise; empty if it is 0, 1, 2, …
    begun     the number of players with whom the game began, if others play now; otherwise 0
    """

    players: int
    dealer: Seat
    sides: tuple[Side, ...]
    number: int = 1
    step: int = 1
    order: tuple[Seat, ...] = ()
    begun: int = 0

    @classmethod
    @lru_cache
    def alone(cls, players: int, dealer: Seat) -> Seating:
        """Return a seating in which every player is a side of their own."""
        return cls(players, dealer, tuple((Seat(index),) for index in range(players)))

    @classmethod
    def partners(cls, players: int, dealer: Seat) -> Seating:
        """Return a seating with two sides, whose players alternate around the table."""
        return cls(
            players,
            dealer,
            tuple(tuple(Seat(index) for index in range(side, players, 2)) for side in range(2)),
        )

    def numbered(self, number: int) -> Seating:
        """Return the same seating for deal `number` of the game."""
        return replace(self, number=number)

    def in_order(self, order: tuple[Seat, ...]) -> Seating:
        """Return the seating with the seats in another order; partners sit across as before."""
        sides = sorted(tuple(sorted(order[seat] for seat in side)) for side in self.sides)
        return replace(self, sides=tuple(sides), order=order)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat once, in the order of the numbers."""
        return tuple(sorted(self.order)) if self.order else SEATS[: self.players]

    @property
    def beginners(self) -> int:
        """The number of players with whom the game began: the sizes of hands follow from it."""
        return self.begun or self.players

    @property
    def columns(self) -> tuple[int, ...]:
        """For each side, its index among the sides of the game, which may have more of them.

        Only where everyone plays alone may others have left or come: there it is the seat.
        """
        if self.begun:
            return tuple(int(seat) for (seat,) in self.sides)
        return tuple(range(len(self.sides)))

    @property
    def eldest(self) -> Seat:
        """The seat next to the dealer, which usually speaks first and deals next."""
        return self.left_of(self.dealer, self.step)

    def left_of(self, seat: Seat, steps: int = 1) -> Seat:
        """Return the seat `steps` places clockwise from `seat`."""
        if self.order:
            return self.order[(self.order.index(seat) + steps) % self.players]
        return SEATS[(seat + steps) % self.players]

    def clockwise(self, first: Seat | None = None) -> tuple[Seat, ...]:
        """Return every seat once, clockwise from `first`, by default the least number."""
        order = self.order or self.seats
        place = 0 if first is None else order.index(first)
        return (*order[place:], *order[:place])

    @property
    def around(self) -> tuple[int, ...]:
        """The index of every side once, in the order in which they sit, clockwise."""
        return tuple(dict.fromkeys(map(self.side_of, self.clockwise())))

    def in_turn(self, first: Seat) -> tuple[Seat, ...]:
        """Return every seat once, in the order of the turns from `first`."""
        return tuple(self.left_of(first, self.step * place) for place in range(self.players))

    def side_of(self, seat: Seat) -> int:
        """Return the index of a seat's side."""
        return next(index for index, side in enumerate(self.sides) if seat in side)
