"""How many tricks a hand is worth, suit by suit, in 64ths of a trick.

A suit is worth something for its length and something for each honour that is guarded: the ace
always, the king with one card beside it, the queen with two, and so on. The trump suit, the other
suits and a deal without trumps have weights of their own, and so have the declarer, who leads and
has chosen the trumps, and the others. The weights were fitted to the tricks that sensible players
take (`tests/benchmarks/fit.py` does it again).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.cards import Denomination
from scorekeeper.engine.israeli_whist.whole.players.lanes import Lanes

TRICK = 64
TOP_BIT = 12
LONGEST = 8


@dataclass(frozen=True, slots=True)
class Weights:
    """What a suit is worth, in 64ths of a trick.

    lengths    by the number of cards in it, from 0 to 8 and more
    honours    for the ace, king, queen, jack and ten, each where it is guarded
    """

    lengths: tuple[int, ...]
    honours: tuple[int, ...]

    def value(self, lane: int) -> int:
        """What a lane is worth."""
        count = lane.bit_count()
        return self.lengths[min(count, LONGEST)] + sum(
            weight
            for place, weight in enumerate(self.honours)
            if lane >> TOP_BIT - place & 1 and count > place
        )


@dataclass(frozen=True, slots=True)
class Role:
    """The weights of a declarer, or of the others.

    trump, side   in a deal with trumps: for the trump suit, and for each other one
    plain         for each suit in a deal without trumps
    """

    trump: Weights
    side: Weights
    plain: Weights


DECLARER = Role(
    trump=Weights((-64, -32, 0, 32, 64, 128, 192, 256, 320), (64, 52, 36, 20, 8)),
    side=Weights((24, 12, 0, 0, 4, 10, 20, 32, 48), (52, 34, 14, 4, 0)),
    plain=Weights((-10, -8, -4, 0, 8, 30, 60, 96, 130), (60, 40, 24, 12, 6)),
)
OTHER = Role(
    trump=Weights((0, 10, 24, 40, 64, 96, 128, 160, 192), (60, 48, 32, 16, 8)),
    side=Weights((16, 10, 0, 0, 0, 4, 8, 12, 16), (48, 30, 14, 4, 0)),
    plain=Weights((-4, -4, 0, 0, 4, 16, 32, 64, 96), (54, 36, 22, 12, 6)),
)


@cache
def table(weights: Weights) -> tuple[int, ...]:
    """The value of every lane, 8192 of them."""
    return tuple(weights.value(lane) for lane in range(2**13))


def estimate(hand: Lanes, denomination: int, role: Role) -> int:
    """What a hand is worth in a denomination, in 64ths of a trick."""
    return sum(parts(hand, denomination, role))


def parts(hand: Lanes, denomination: int, role: Role) -> tuple[int, int, int, int]:
    """What each suit contributes, clubs first, in 64ths of a trick."""
    plain = denomination == Denomination.NO_TRUMP
    clubs, diamonds, hearts, spades = (
        table(role.plain if plain else role.trump if suit == denomination else role.side)[lane]
        for suit, lane in enumerate(hand)
    )
    return clubs, diamonds, hearts, spades
