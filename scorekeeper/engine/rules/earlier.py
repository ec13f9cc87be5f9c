"""Earlier hands: what a script may know of its game before its own hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Earlier:
    """What the earlier hands of a game have come to; derived from what was recorded of them.

    totals    the points of each side, fines included; empty for a hand that stands by itself
    left      what the last hand left behind besides its points, such as bags or a multiplier;
              None where it left nothing
    """

    totals: tuple[int, ...] = ()
    left: object = None

    def total(self, side: int) -> int:
        """The points of a side."""
        return self.totals[side] if self.totals else 0


def one_a_side(numbers: Sequence[int], sides: int) -> tuple[int, ...]:
    """What a hand left each side; raises ValueError unless there is a number for each."""
    if len(numbers) != sides:
        raise ValueError(f"what was left takes {sides} numbers, one for each side")
    return tuple(numbers)


NOTHING_EARLIER = Earlier()
