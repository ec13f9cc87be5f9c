"""Dealing many deals: the same keys as in `dealing`, sorted a row a deal."""

from __future__ import annotations

from scorekeeper.engine.draws import STEP, WORD
from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import LANE, Keys, mix

CARDS, PLAYERS, SUITS, RANKS = 52, 4, 4, 13
_BLOCK = 1024
_STEPS = np.array([(number + 1) * STEP & WORD for number in range(CARDS // 2)], np.uint64)
_OWNERS = np.arange(CARDS, dtype=np.uint32) % PLAYERS


def deal_lanes(keys: Keys) -> npt.NDArray[np.int16]:
    """The lanes of every hand, shape (seats, suits, deals); `dealing.deal` for each deal."""
    lanes = np.empty((PLAYERS, SUITS, len(keys)), np.int16)
    for start in range(0, len(keys), _BLOCK):
        block = keys[start : start + _BLOCK]
        lanes[:, :, start : start + len(block)] = _dealt(block)
    return lanes


def _dealt(keys: Keys) -> npt.NDArray[np.int16]:
    rows = mix(keys[:, None] + _STEPS[None, :]).astype("<u8", copy=False).view("<u4")
    rows &= np.uint32(0xFFFF_FFFC)
    rows |= _OWNERS
    rows.sort(axis=1)
    owners = np.zeros((len(keys), SUITS, 16), np.uint8)
    owners[:, :, :RANKS] = rows.reshape(-1, SUITS, RANKS)
    odd = _packed(owners & np.uint8(1))
    high = _packed(owners & np.uint8(2))
    none = np.int16(LANE)
    return np.stack([none & ~(odd | high), odd & ~high, high & ~odd, odd & high])


def _packed(bits: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """One lane of 16 bits from each 16 flags, shape (suits, deals)."""
    packed = np.packbits(bits.reshape(-1), bitorder="little").view("<i2")
    return np.ascontiguousarray(packed.reshape(-1, SUITS).T).astype(np.int16, copy=False)
