"""Rounding as people do it, wherever a page shows one: a half goes up, away from zero."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal


def half_up(number: float, digits: int = 0) -> Decimal:
    """A number to so many digits: 27.25 is 27.3, and -0.5 is -1.

    It is read as it is written: 0.35 is a half, though no float is quite that much.
    """
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def hundredths(share: float) -> int:
    """A share between 0 and 1 in hundredths."""
    return int(half_up(share, 2) * 100)
