"""Dealing many deals: the same keys as in `dealing`, sorted a row a deal."""

from __future__ import annotations

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import LANE, Keys, mix
from scorekeeper.engine.play.random_streams import STEP, WORD

CARDS, PLAYERS, SUITS, RANKS = 52, 4, 4, 13
_BLOCK = 1 << 13
_WORDS = CARDS // 2
_STEPS = np.tile(
    np.array([(number + 1) * STEP & WORD for number in range(_WORDS)], np.uint64), _BLOCK
)
_OWNERS = np.tile(np.arange(CARDS, dtype=np.uint32) % PLAYERS, (_BLOCK, 1))
_SUITS = np.arange(0, CARDS, RANKS, dtype=np.uint64)[:, None]


def deal_lanes(keys: Keys) -> npt.NDArray[np.int16]:
    """The lanes of every hand, shape (seats, suits, deals); `dealing.deal` for each deal."""
    lanes = np.empty((PLAYERS, SUITS, len(keys)), np.int16)
    for start in range(0, len(keys), _BLOCK):
        block = keys[start : start + _BLOCK]
        lanes[:, :, start : start + len(block)] = _dealt(block)
    return lanes


def _dealt(keys: Keys) -> npt.NDArray[np.int16]:
    words = np.repeat(keys, _WORDS)
    words += _STEPS[: len(words)]
    rows = mix(words).astype("<u8", copy=False).view("<u4").reshape(len(keys), CARDS)
    rows &= np.uint32(0xFFFF_FFFC)
    rows |= _OWNERS[: len(keys)]
    rows.sort(axis=1)
    owners = np.zeros((len(keys), 64), np.uint8)
    owners[:, :CARDS] = rows
    odd, high = _packed(owners & np.uint8(1)), _packed(owners & np.uint8(2))
    hands = np.stack([~(odd | high), odd & ~high, high & ~odd, odd & high])
    return (hands[:, None, :] >> _SUITS & np.uint64(LANE)).astype(np.int16)


def _packed(flags: npt.NDArray[np.uint8]) -> Keys:
    """A word from each row of 64 flags."""
    return (
        np.packbits(flags.reshape(-1), bitorder="little").view("<u8").astype(np.uint64, copy=False)
    )
