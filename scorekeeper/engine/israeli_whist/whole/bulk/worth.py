"""What many hands are worth in each denomination: `players.estimate` by table look-up."""

from __future__ import annotations

from functools import cache

from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import Column
from scorekeeper.engine.israeli_whist.whole.players.estimate import Role, table
from scorekeeper.engine.israeli_whist.whole.players.policy import BUCKETS, WIDTH

SUITS, DENOMINATIONS = 4, 5


def worth(hands: npt.NDArray[np.int16], role: Role) -> npt.NDArray[np.int16]:
    """What hands of shape (suits, ...) are worth, shape (denominations, ...), in 64ths."""
    trump, side, plain = _tables(role)
    sides = [side.take(lane) for lane in hands]
    every = sides[0] + sides[1] + sides[2] + sides[3]
    found = [every - sides[suit] + trump.take(hands[suit]) for suit in range(SUITS)]
    found.append(sum((plain.take(lane) for lane in hands[1:]), plain.take(hands[0])))
    return np.stack(found)


def best_denomination(worths: npt.NDArray[np.int16]) -> tuple[Column, Column]:
    """The denomination worth most and its worth; among equals the highest."""
    best = DENOMINATIONS - 1 - worths[::-1].argmax(axis=0)
    return best.astype(np.int16), worths.max(axis=0)


def buckets(worths: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """`policy.bucket` of each estimate."""
    return np.clip(worths // WIDTH, 0, BUCKETS - 1).astype(np.int64)


@cache
def _tables(role: Role) -> tuple[Column, Column, Column]:
    trump, side, plain = (
        np.array(table(weights), np.int16) for weights in (role.trump, role.side, role.plain)
    )
    return trump, side, plain
