"""Scoring: the five schemes against the formulas, and custom schemes."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.israeli_whist.scoring_schemes import NOTES, SCHEMES, AllMissed, Made, Scheme
from tests import oracle, strategies

ALL_NUMBERS = range(14)


def points_and_reasons(
    scheme: Scheme, contracts: tuple[int, ...], tricks: tuple[int, ...]
) -> list[tuple[int, list[str]]]:
    return [
        (sum(line.points for line in lines), [str(line.reason) for line in lines])
        for lines in scheme.score(contracts, tricks)
    ]


def points(scheme: Scheme, contracts: tuple[int, ...], tricks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(total for total, _ in points_and_reasons(scheme, contracts, tricks))


def test_the_five_schemes_are_those_of_the_table() -> None:
    assert list(SCHEMES) == list(oracle.FORMULAS) == list(NOTES)


@pytest.mark.parametrize("key", SCHEMES)
def test_every_contract_with_every_number_of_tricks_scores_as_the_formulas_say(key: str) -> None:
    """All contracts x tricks x over and under, for a single player."""
    for contract, tricks, over in product(ALL_NUMBERS, ALL_NUMBERS, (False, True)):
        line = SCHEMES[key].line(contract, tricks, over)
        assert line.points == oracle.FORMULAS[key].player(contract, tricks, over)
        assert line.made == (contract == tricks)


@pytest.mark.parametrize("key", SCHEMES)
@given(st.tuples(*[st.integers(0, 13)] * 4), strategies.tricks(), st.booleans())
def test_whole_deals_score_as_the_formulas_say(
    key: str, contracts: tuple[int, ...], tricks: tuple[int, ...], same: bool
) -> None:
    """All four players together, with some equal numbers so that contracts are made too."""
    if same:
        contracts = (*contracts[:3], tricks[3])
    assert points(SCHEMES[key], contracts, tricks) == oracle.FORMULAS[key].deal(contracts, tricks)


@pytest.mark.parametrize("key", SCHEMES)
@given(strategies.tricks(), st.tuples(*[st.integers(1, 13)] * 4))
def test_deals_in_which_all_miss_score_as_the_formulas_say(
    key: str, tricks: tuple[int, ...], off: tuple[int, ...]
) -> None:
    """Every contract differs from the tricks; a failed zero is a miss like any other."""
    contracts = tuple((taken + more) % 14 for taken, more in zip(tricks, off, strict=True))
    scored = points(SCHEMES[key], contracts, tricks)
    assert scored == oracle.FORMULAS[key].deal(contracts, tricks)
    assert (scored == (0, 0, 0, 0)) or key in ("standard", "pagat-german", "wikipedia")


@pytest.mark.parametrize(
    ("key", "contract", "tricks", "over", "expected"),
    [
        # EN's own examples
        ("standard", 3, 3, False, (19, "3 made: 3 x 3 + 10 = 19")),
        ("standard", 8, 8, True, (74, "8 made: 8 x 8 + 10 = 74")),
        ("standard", 2, 4, False, (-20, "said 2, took 4: -20")),
        ("standard", 0, 3, False, (-30, "zero failed, 3 tricks: -50 + 2 x 10 = -30")),
        # the points with the reasons that the documentation promises
        ("standard", 7, 7, True, (59, "7 made: 7 x 7 + 10 = 59")),
        ("standard", 5, 4, True, (-10, "said 5, took 4: -10")),
        ("standard", 0, 0, False, (50, "zero, under: 50")),
        ("standard", 0, 0, True, (30, "zero, over: 30")),
        # HT's own examples
        ("wikipedia", 3, 3, False, (19, "3 made: 3 x 3 + 10 = 19")),
        ("wikipedia", 4, 6, True, (-20, "said 4, took 6: -20")),
        ("wikipedia", 0, 0, True, (25, "zero, over: 25")),
        ("wikipedia", 0, 1, True, (-50, "zero failed, 1 trick: -50")),
        ("wikipedia", 0, 2, True, (-40, "zero failed, 2 tricks: -50 + 1 x 10 = -40")),
        # a failed zero is positive from the seventh trick on
        ("standard", 0, 6, False, (0, "zero failed, 6 tricks: -50 + 5 x 10 = 0")),
        ("standard", 0, 7, False, (10, "zero failed, 7 tricks: -50 + 6 x 10 = 10")),
        ("elhanani-german", 0, 7, False, (5, "zero failed, 7 tricks: -25 + 6 x 5 = 5")),
        # DE: 0 bid, 1 taken = -50, 2 taken = -40
        ("pagat-german", 0, 1, False, (-50, "zero failed, 1 trick: -50")),
        ("pagat-german", 0, 2, False, (-40, "zero failed, 2 tricks: -50 + 1 x 10 = -40")),
        # EN, Elhanani: 25 for 5 tricks; 25 and 5 per trick lost
        ("elhanani", 5, 5, False, (25, "5 made: 5 x 5 = 25")),
        ("elhanani", 0, 3, False, (-40, "zero failed, 3 tricks: -30 - 2 x 5 = -40")),
        # DE, Elhanani: -15 for 3 tricks
        ("elhanani-german", 0, 3, False, (-15, "zero failed, 3 tricks: -25 + 2 x 5 = -15")),
    ],
)
def test_points_come_with_their_reasons(
    key: str, contract: int, tricks: int, over: bool, expected: tuple[int, str]
) -> None:
    line = SCHEMES[key].line(contract, tricks, over)
    assert (line.points, str(line.reason)) == expected


@pytest.mark.parametrize(
    ("scheme", "contract", "tricks", "over", "expected"),
    [
        # 5 instead of 10 per missed trick
        (Scheme(missed=5), 3, 5, False, (-10, "said 3, took 5: -10")),
        # a miss costs nothing
        (Scheme(missed=0), 3, 5, False, (0, "said 3, took 5: 0")),
        # a made contract is 10 + 10n
        (Scheme(made=Made.LINEAR), 4, 4, False, (50, "4 made: 4 x 10 + 10 = 50")),
        (Scheme(made=Made.LINEAR, bonus=0), 4, 4, False, (40, "4 made: 4 x 10 = 40")),
        # a failed zero is a flat -50 under, -25 over
        (
            Scheme(failed_over=-25, failed_next=0),
            *(0, 4, False, (-50, "zero failed, 4 tricks: -50")),
        ),
        (Scheme(failed_over=-25, failed_next=0), 0, 4, True, (-25, "zero failed, 4 tricks: -25")),
        # or -10 per trick
        (
            Scheme(failed_under=-10, failed_over=-10, failed_next=-10),
            *(0, 4, False, (-40, "zero failed, 4 tricks: -10 - 3 x 10 = -40")),
        ),
        # or capped at 0: the sixth trick still fits, the eighth does not
        (
            Scheme(failed_cap=0),
            *(0, 6, False, (0, "zero failed, 6 tricks: -50 + 5 x 10 = 0")),
        ),
        (
            Scheme(failed_cap=0),
            *(0, 8, False, (0, "zero failed, 8 tricks: -50 + 7 x 10 = 20, at most 0")),
        ),
        (
            Scheme(failed_cap=-60),
            *(0, 1, False, (-60, "zero failed, 1 trick: -50, at most -60")),
        ),
    ],
)
def test_a_table_makes_its_own_scheme(
    scheme: Scheme, contract: int, tricks: int, over: bool, expected: tuple[int, str]
) -> None:
    line = scheme.line(contract, tricks, over)
    assert (line.points, str(line.reason)) == expected


@pytest.mark.parametrize(
    ("all_missed", "expected"),
    [
        (
            AllMissed.SCORED,
            [
                (-10, ["said 5, took 4: -10"]),
                (-10, ["said 4, took 5: -10"]),
                (-40, ["zero failed, 2 tricks: -50 + 1 x 10 = -40"]),
                (-10, ["said 3, took 2: -10"]),
            ],
        ),
        (
            AllMissed.VOID,
            [
                (0, ["said 5, took 4: -10", "all four missed: nobody scores"]),
                (0, ["said 4, took 5: -10", "all four missed: nobody scores"]),
                (
                    0,
                    [
                        "zero failed, 2 tricks: -50 + 1 x 10 = -40",
                        "all four missed: nobody scores",
                    ],
                ),
                (0, ["said 3, took 2: -10", "all four missed: nobody scores"]),
            ],
        ),
        (
            AllMissed.DOUBLED,
            [
                (-20, ["said 5, took 4: -10", "all four missed: doubled, -10 more"]),
                (-20, ["said 4, took 5: -10", "all four missed: doubled, -10 more"]),
                (
                    -80,
                    [
                        "zero failed, 2 tricks: -50 + 1 x 10 = -40",
                        "all four missed: doubled, -40 more",
                    ],
                ),
                (-20, ["said 3, took 2: -10", "all four missed: doubled, -10 more"]),
            ],
        ),
    ],
)
def test_when_all_four_miss(all_missed: AllMissed, expected: list[tuple[int, list[str]]]) -> None:
    scheme = Scheme(all_missed=all_missed)
    assert points_and_reasons(scheme, (5, 4, 0, 3), (4, 5, 2, 2)) == expected


@pytest.mark.parametrize("all_missed", list(AllMissed))
def test_one_made_contract_is_enough_for_the_usual_points(all_missed: AllMissed) -> None:
    """A made zero counts as made."""
    scheme = Scheme(all_missed=all_missed)
    assert points(scheme, (5, 4, 0, 3), (4, 5, 0, 4)) == (-10, -10, 50, -10)
