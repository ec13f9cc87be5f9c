"""Intervals: how far a share or a mean of few cases can be believed, 19 times in 20."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

NORMAL = 1.959964  # standard deviations that hold 95 % of a normal distribution
MANY_CASES = 100  # from which on a share is shown without its interval


def interval_of_few(so: int, cases: int) -> tuple[float, float] | None:
    """The interval to show beside a share of so many cases; None if there are many."""
    return None if cases >= MANY_CASES else likely_share(so, cases)


def likely_share(so: int, cases: int) -> tuple[float, float]:
    """The shares between which the true one is likely to lie (Wilson's score interval)."""
    share, square = so / cases, NORMAL * NORMAL
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    half *= NORMAL / (1 + square / cases)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def margin_of_mean(sums: Sequence[float], sizes: Sequence[int]) -> float | None:
    """The half width of the interval of a mean whose cases come in groups, such as hands in games.

    sums, sizes    of each group its sum and how many cases it has; None for fewer than two groups
    """
    groups, cases = len(sums), sum(sizes)
    if groups < 2 or not cases:
        return None
    mean = sum(sums) / cases
    squares = sum((total - mean * size) ** 2 for total, size in zip(sums, sizes, strict=True))
    return _student(groups - 1) * sqrt(squares * groups / (groups - 1)) / cases


def _student(freedom: int) -> float:
    """The same as `NORMAL` for Student's distribution (Cornish and Fisher's expansion)."""
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2
