"""95 % confidence intervals of shares and means."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

NORMAL = 1.959964  # standard deviations around the mean that cover 95 % of a normal distribution
MANY_CASES = 100  # a share of this many cases is shown without its interval


def interval_of_few(so: int, cases: int) -> tuple[float, float] | None:
    """The interval to show beside a share of `so` out of `cases`; None if there are many."""
    return None if cases >= MANY_CASES else likely_share(so, cases)


def likely_share(so: int, cases: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's score interval)."""
    share, square = so / cases, NORMAL * NORMAL
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    half *= NORMAL / (1 + square / cases)
    return max(middle - half, 0.0), min(middle + half, 1.0)


@dataclass(frozen=True, slots=True)
class Groups:
    """Cases that come in groups, such as hands in games, as sums over the groups.

    sum, size      the sum of all cases, and their number
    squares        the sum of the squares of the groups' sums
    products       the sum of each group's sum times its size
    size_squares   the sum of the squares of the groups' sizes
    """

    groups: int
    sum: float
    size: int
    squares: float
    products: float
    size_squares: int

    @property
    def margin(self) -> float | None:
        """The half width of the interval of the mean; None for fewer than two groups."""
        if self.groups < 2 or not self.size:
            return None
        mean = self.sum / self.size
        squares = self.squares - 2 * mean * self.products + mean * mean * self.size_squares
        freedom = self.groups - 1
        return _student(freedom) * sqrt(max(squares, 0.0) * self.groups / freedom) / self.size


def _student(freedom: int) -> float:
    """`NORMAL` for Student's distribution (Cornish and Fisher's expansion)."""
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2
