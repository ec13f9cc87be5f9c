"""The worth of many hands in each denomination: `players.estimate` by table look-up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from scorekeeper.engine.games.israeli_whist.whole.players.bids_and_contracts import (
    BUCKETS,
    LEVEL_WIDTH,
    LEVELS,
    WIDTH,
)
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import Role, table
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column

SUITS = 4
_WIDTH_BITS, _LEVEL_BITS = WIDTH.bit_length() - 1, LEVEL_WIDTH.bit_length() - 1
_BITS, _FIELD, _SHIFT = 16, 0xFFFF, 4096


def worth(hands: Sequence[Column], role: Role) -> list[Column]:
    """The worth of hands in each denomination, in 64ths of a trick."""
    packed = _packed(role)
    shares = [packed.take(lane) for lane in hands]
    every = shares[0] + shares[1] + shares[2] + shares[3]
    side = (every & _FIELD).astype(np.int16) - np.int16(SUITS * _SHIFT)
    worths = [
        side + (((share >> _BITS) & _FIELD).astype(np.int16) - np.int16(_SHIFT)) for share in shares
    ]
    worths.append((every >> 2 * _BITS).astype(np.int16) - np.int16(SUITS * _SHIFT))
    return worths


def best_denomination(worths: Sequence[Column]) -> tuple[Column, Column]:
    """The denomination with the highest worth, and that worth; ties go to the highest."""
    best = worths[0] << 3
    for denomination, each in enumerate(worths[1:], 1):
        best = np.maximum(best, (each << 3) | np.int16(denomination))
    return best & np.int16(7), best >> 3


def buckets(worths: Column) -> Column:
    """`bids_and_contracts.bucket` of each estimate."""
    clipped: Column = np.clip(worths >> _WIDTH_BITS, 0, BUCKETS - 1)
    return clipped


def levels(eases: Column) -> Column:
    """`bids_and_contracts.level_of` of each ease of a zero."""
    clipped: Column = np.clip((eases >> _LEVEL_BITS) + np.int16(LEVELS // 2), 0, LEVELS - 1)
    return clipped


@cache
def _packed(role: Role) -> npt.NDArray[np.int64]:
    """For each lane, in fields of 16 bits: as a side suit, as trumps beyond that, without trumps.

    The fields have an offset that makes them positive, so they can be added up over the suits.
    """
    trump, side, plain = (
        np.array(table(weights), np.int64) for weights in (role.trump, role.side, role.plain)
    )
    return (side + _SHIFT) | (trump - side + _SHIFT) << _BITS | (plain + _SHIFT) << 2 * _BITS
