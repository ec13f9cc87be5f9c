"""The state that a deal takes over from the earlier deals of its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Earlier:
    """The totals and carried values before a deal, derived from the records.

    totals    the points of each side, fines included; empty for a single deal outside a game
    left      what the last deal passes on besides points, such as bags or a multiplier; or None
    """

    totals: tuple[int, ...] = ()
    left: object = None

    def total(self, side: int) -> int:
        return self.totals[side] if self.totals else 0


def one_a_side(numbers: Sequence[int], sides: int) -> tuple[int, ...]:
    """Check that there is one number for each side and return them; raises ValueError."""
    if len(numbers) != sides:
        raise ValueError(f"what was left takes {sides} numbers, one for each side")
    return tuple(numbers)


NOTHING_EARLIER = Earlier()
