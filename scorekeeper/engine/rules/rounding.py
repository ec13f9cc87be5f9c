"""Commercial rounding for all pages: halves are rounded away from zero."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal


def half_up(number: float, digits: int = 0) -> Decimal:
    """A number rounded to `digits` decimals: 27.25 to 27.3, and -0.5 to -1.

    Uses the decimal text of a float: 0.35 counts as a half although the float is slightly smaller.
    """
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def hundredths(share: float) -> int:
    """A share between 0 and 1 as a whole number of percent."""
    return int(half_up(share, 2) * 100)


def in_hundredths(shares: Sequence[float]) -> list[int]:
    """Shares of a whole as whole percents that add up correctly (largest remainder)."""
    floors = [int(share * 100) for share in shares]
    left = hundredths(sum(shares)) - sum(floors)
    by_remainder = sorted(range(len(shares)), key=lambda place: floors[place] - shares[place] * 100)
    for place in by_remainder[: max(left, 0)]:
        floors[place] += 1
    return floors
