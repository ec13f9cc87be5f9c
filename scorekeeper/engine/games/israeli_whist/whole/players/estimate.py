"""The worth of a hand in tricks, suit by suit, in 64ths of a trick.

A suit is worth something for its length and for each guarded honour: the ace always, the king with
one card beside it, the queen with two, and so on. There are separate weights for the trump suit,
for side suits and for deals without trumps, and for the declarer, who leads and has chosen the
trumps, and the others. The weights were fitted to the tricks that sensible players take
(`tests/tools/benchmarks/fit.py` repeats it).

The ease of taking no trick at all is estimated in the same way, with low cards counted too: a hand
that is worth two tricks may be good or bad for a zero. These weights, `EASE`, were fitted to the
zeros that sensible players make (`tests/tools/benchmarks/fit_zero.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.play.lanes import Lanes

TRICK = 64
TOP_BIT = 12
LONGEST = 8


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of a suit, in 64ths of a trick.

    lengths    by the number of cards in it, from 0 to 8 or more
    honours    for the ace, king, queen, jack and ten, if guarded
    lows       for the lowest card, the second lowest and so on, each times its rank (0 for a two)
    """

    lengths: tuple[int, ...]
    honours: tuple[int, ...]
    lows: tuple[int, ...] = ()

    def value(self, lane: int) -> int:
        """The worth of a lane."""
        count = lane.bit_count()
        ranks = [rank for rank in range(TOP_BIT + 1) if lane >> rank & 1]
        return (
            self.lengths[min(count, LONGEST)]
            + sum(
                weight
                for place, weight in enumerate(self.honours)
                if lane >> TOP_BIT - place & 1 and count > place
            )
            + sum(weight * rank for weight, rank in zip(self.lows, ranks, strict=False))
        )


@dataclass(frozen=True, slots=True)
class Role:
    """The weights of a declarer, or of the others.

    trump, side   in a deal with trumps: for the trump suit, and for each other suit
    plain         for each suit in a deal without trumps
    """

    trump: Weights
    side: Weights
    plain: Weights


DECLARER = Role(
    trump=Weights((-64, -32, 0, 32, 92, 151, 202, 246, 291), (70, 54, 40, 21, 10)),
    side=Weights((45, 34, 16, 3, -3, 3, 40, 32, 48), (61, 56, 37, 21, 13)),
    plain=Weights((-65, -30, -9, -2, 7, 25, 49, 74, 100), (63, 82, 66, 35, 17)),
)
OTHER = Role(
    trump=Weights((-48, -31, -11, 13, 51, 101, 162, 220, 197), (64, 61, 50, 36, 22)),
    side=Weights((10, 11, 5, 0, -6, -18, -30, -39, -47), (62, 50, 29, 15, 10)),
    plain=Weights((-64, -40, -23, -11, -3, 4, 16, 31, 59), (74, 90, 69, 38, 19)),
)
EASE = Role(
    trump=Weights(
        (90, 92, 93, 86, 71, -12, -159, -74, -1), (-523, -25, -28, -20, -28), (-4, -3, -2, -2)
    ),
    side=Weights(
        (-5, 23, 51, 50, 35, 72, 98, 112, 124), (-48, -25, -20, -17, -13), (-11, -6, 1, 4)
    ),
    plain=Weights((99, 96, 99, 74, 37, 53, 61, 62, 62), (-72, -38, -27, -20, -17), (-8, -6, 0, 4)),
)
"""The ease of a zero, not as declarer: 64 times the log odds of taking no trick."""


@cache
def table(weights: Weights) -> tuple[int, ...]:
    """The value of all 8192 lanes."""
    return tuple(weights.value(lane) for lane in range(2**13))


def estimate(hand: Lanes, denomination: int, role: Role) -> int:
    """The worth of a hand in a denomination, in 64ths of a trick."""
    return sum(parts(hand, denomination, role))


def parts(hand: Lanes, denomination: int, role: Role) -> tuple[int, int, int, int]:
    """The contribution of each suit, clubs first, in 64ths of a trick."""
    plain = denomination == Denomination.NO_TRUMP
    clubs, diamonds, hearts, spades = (
        table(role.plain if plain else role.trump if suit == denomination else role.side)[lane]
        for suit, lane in enumerate(hand)
    )
    return clubs, diamonds, hearts, spades
