"""Rounding half away from zero, as people do it."""

from __future__ import annotations

import pytest

from scorekeeper.wording import half_up, hundredths, in_hundredths


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [
        (27.25, 1, "27.3"),  # half to even would be 27.2
        (-27.25, 1, "-27.3"),  # away from zero
        (7 / 20, 1, "0.4"),  # a float that is a little less than the half it stands for
        (1 / 3, 1, "0.3"),
        (2.5, 0, "3"),
        (-0.5, 0, "-1"),
        (1e-7, 1, "0.0"),  # written with an exponent
        (1e6, 1, "1000000.0"),
    ],
)
def test_a_half_goes_up_away_from_zero(number: float, digits: int, shown: str) -> None:
    assert str(half_up(number, digits)) == shown


@pytest.mark.parametrize(
    ("so", "cases", "shown"),
    [(1, 8, 13), (29, 200, 15), (1, 3, 33), (0, 5, 0), (5, 5, 100), (199, 200, 100)],
)
def test_shares_in_hundredths(so: int, cases: int, shown: int) -> None:
    assert hundredths(so / cases) == shown


@pytest.mark.parametrize(
    ("shares", "shown"),
    [
        ((0.335, 0.335, 0.33), [34, 33, 33]),  # rounded separately: 34, 34, 33
        ((0.334, 0.333, 0.333), [34, 33, 33]),
        ((0.996, 0.002, 0.002), [100, 0, 0]),
        ((0.29, 0.71), [29, 71]),  # a float that is a little less than 29 hundredths
        ((0.25, 0.25, 0.0), [25, 25, 0]),  # a game that may never end is won by no side
    ],
)
def test_shares_of_one_whole_come_to_it(shares: tuple[float, ...], shown: list[int]) -> None:
    assert in_hundredths(shares) == shown
