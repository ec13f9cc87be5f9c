"""Intervals: published values and coverage."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean, stdev

import pytest

from scorekeeper.insight.player_records import Groups, likely_share


@pytest.mark.parametrize(
    ("so", "cases", "low", "high"),
    [
        (0, 10, 0.0, 0.278),  # Brown, Cai and DasGupta (2001): Wilson's interval, by hand
        (10, 10, 0.722, 1.0),
        (5, 10, 0.237, 0.763),
        (81, 263, 0.255, 0.366),  # Newcombe (1998), table I
        (15, 148, 0.062, 0.161),
        (0, 20, 0.0, 0.161),
        (1, 29, 0.006, 0.172),
    ],
)
def test_the_interval_of_a_share(so: int, cases: int, low: float, high: float) -> None:
    assert likely_share(so, cases) == pytest.approx((low, high), abs=0.0006)


def test_the_interval_of_a_share_holds_it_19_times_in_20() -> None:
    luck = random.Random(1)
    held = []
    for _ in range(2000):
        share, cases = luck.uniform(0.2, 0.8), luck.randint(10, 60)
        low, high = likely_share(sum(luck.random() < share for _ in range(cases)), cases)
        held.append(low <= share <= high)
    assert fmean(held) == pytest.approx(0.95, abs=0.015)


def margin_of_mean(sums: Sequence[float], sizes: Sequence[int]) -> float | None:
    pairs = [*zip(sums, sizes, strict=True)]
    squares, products = sum(s * s for s in sums), sum(s * n for s, n in pairs)
    size_squares = sum(n * n for n in sizes)
    return Groups(len(sums), sum(sums), sum(sizes), squares, products, size_squares).margin


@pytest.mark.parametrize(
    ("games", "student"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (5, 2.776), (7, 2.447), (8, 2.365), (11, 2.228),
     (31, 2.042)],
)  # fmt: skip
def test_few_games_have_the_wide_margin_of_students_table(games: int, student: float) -> None:
    """Games of one hand: the margin of a plain mean, as in a textbook."""
    sums = [float(number) for number in range(games)]
    expected = student * stdev(sums) / games**0.5
    assert margin_of_mean(sums, [1] * games) == pytest.approx(expected, rel=0.005)


def test_the_margin_of_a_mean_holds_it_19_times_in_20() -> None:
    """Games of 5 to 15 hands; in each somebody has a good or a bad day."""
    luck = random.Random(1)
    held = []
    for _ in range(2000):
        sizes = [luck.randint(5, 15) for _ in range(luck.randint(5, 30))]
        days = [luck.gauss(10, 5) for _ in sizes]
        sums = [
            sum(luck.gauss(day, 30) for _ in range(size))
            for day, size in zip(days, sizes, strict=True)
        ]
        margin = margin_of_mean(sums, sizes)
        assert margin is not None
        held.append(abs(sum(sums) / sum(sizes) - 10) <= margin)
    assert fmean(held) == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(("sums", "sizes"), [([], []), ([7], [3]), ([0, 0], [0, 0])])
def test_there_is_no_margin_of_one_group(sums: list[int], sizes: list[int]) -> None:
    assert margin_of_mean(sums, sizes) is None
