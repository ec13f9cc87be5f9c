"""Rounding as people do it, wherever a page shows one: a half goes up, away from zero."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal


def half_up(number: float, digits: int = 0) -> Decimal:
    """A number to so many digits: 27.25 is 27.3, and -0.5 is -1.

    It is read as it is written: 0.35 is a half, though no float is quite that much.
    """
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def hundredths(share: float) -> int:
    """A share between 0 and 1 in hundredths."""
    return int(half_up(share, 2) * 100)


def in_hundredths(shares: Sequence[float]) -> list[int]:
    """Shares of one whole in hundredths that come to as many as the whole, by largest remainder."""
    floors = [int(share * 100) for share in shares]
    left = hundredths(sum(shares)) - sum(floors)
    by_remainder = sorted(range(len(shares)), key=lambda place: floors[place] - shares[place] * 100)
    for place in by_remainder[: max(left, 0)]:
        floors[place] += 1
    return floors
