"""Words: sentences with blanks and their separate fillings, and numbers as people round them."""

from __future__ import annotations

import pytest

from scorekeeper.seating import WEST
from scorekeeper.wording import Points, half_up, hundredths, in_hundredths, say, say_count


@pytest.mark.parametrize(("points", "text"), [(5, "+5"), (-5, "-5"), (0, "0"), (1000, "+1000")])
def test_points_show_their_sign(points: int, text: str) -> None:
    assert str(Points(points)) == text


def test_a_sentence_in_plain_english() -> None:
    assert str(say("{seat} deals", seat=WEST)) == "West deals"


@pytest.mark.parametrize(("count", "text"), [(1, "1 hand"), (0, "0 hands"), (2, "2 hands")])
def test_a_sentence_that_depends_on_a_number(count: int, text: str) -> None:
    assert str(say_count("{count} hand", "{count} hands", count)) == text


def test_a_sentence_in_another_language_with_names_in_the_blanks() -> None:
    german = {"{seat} deals": "{seat} gibt"}
    sentence = say("{seat} deals", seat=WEST).render(
        lambda pattern, _plural, _count: german[pattern],
        lambda value: "Dana" if value == WEST else str(value),
    )
    assert sentence == "Dana gibt"


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
