"""Seating: clockwise South, West, North, East."""

from __future__ import annotations

import pytest

from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat, Seating


@pytest.mark.parametrize(
    ("seat", "left", "right"),
    [(SOUTH, WEST, EAST), (WEST, NORTH, SOUTH), (NORTH, EAST, WEST), (EAST, SOUTH, NORTH)],
)
def test_left_is_clockwise(seat: Seat, left: Seat, right: Seat) -> None:
    table = Seating.alone(4, seat)
    assert (table.left_of(seat), table.left_of(seat, -1), table.eldest) == (left, right, left)


def test_everyone_comes_once_clockwise_from_the_first() -> None:
    assert list(Seating.alone(4, SOUTH).clockwise(NORTH)) == [NORTH, EAST, SOUTH, WEST]


def test_alone_each_seat_is_a_side() -> None:
    table = Seating.alone(4, EAST)
    assert table.sides == ((SOUTH,), (WEST,), (NORTH,), (EAST,))
    assert [table.side_of(seat) for seat in (SOUTH, WEST, NORTH, EAST)] == [0, 1, 2, 3]


def test_partners_are_one_side() -> None:
    table = Seating(4, SOUTH, ((SOUTH, NORTH), (WEST, EAST)))
    assert [table.side_of(seat) for seat in (SOUTH, WEST, NORTH, EAST)] == [0, 1, 0, 1]


def test_seats_have_names() -> None:
    assert [str(Seat(index)) for index in range(5)] == ["South", "West", "North", "East", "Seat 5"]
    assert repr(Seat(2)) == "Seat(2)"
