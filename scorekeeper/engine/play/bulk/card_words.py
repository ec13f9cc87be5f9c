"""Card words: the cards of four suits in one 64-bit integer, 16 bits per suit."""

from __future__ import annotations

from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.play.bulk.arrays import Keys

LANE_BITS = np.uint64(16)
LANE = np.uint64(0x1FFF)  # thirteen cards, the two in bit 0
IN_EACH_LANE = np.uint64(0x0001_0001_0001_0001)
SUITS = LANE * IN_EACH_LANE
NOTHING, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)
_EACH_BYTE, _SIGNS = np.uint64(0x0101_0101_0101_0101), np.uint64(0x8080_8080_8080_8080)
_BYTE, _SIGN, _BYTE_BITS, _PLACE_BITS = (np.uint64(n) for n in (0xFF, 0x80, 8, 3))
_LANE_MASK, _SHIFTS = np.uint64(0xFFFF), np.uint64(0x30)


def picked(words: Keys, places: Keys) -> Keys:
    """Card number `places` of each word, counted from 0 at its lowest bit."""
    counts: Keys = np.bitwise_count(words.astype("<u8", copy=False).view(np.uint8)).view("<u8")
    up_to = counts * _EACH_BYTE  # in each byte, the number of cards up to its end
    past = ((places | _SIGN) * _EACH_BYTE - up_to) & _SIGNS
    byte = np.bitwise_count(past).astype(np.uint64) << _PLACE_BITS
    place = places - (up_to << _BYTE_BITS >> byte & _BYTE)
    bits = words >> byte & _BYTE
    cards: Keys = _PICK.take((bits << _PLACE_BITS | place).view(np.int64)) << byte
    return cards


def lowest(words: Keys) -> Keys:
    """The lowest bit of each word."""
    return words & (~words + ONE)


def highest(lanes: Keys) -> Keys:
    """The highest bit of each lane of up to 16 bits."""
    return _HIGHEST.take(lanes.view(np.int64))


def folded(words: Keys) -> Keys:
    """The bitwise or of the four lanes of each word."""
    words = words | words >> HALF
    return (words | words >> LANE_BITS) & _LANE_MASK


def lane_of(cards: Keys) -> Keys:
    """The shift of the lane that contains each card."""
    starts: Keys = np.bitwise_count(cards - ONE).astype(np.uint64) & _SHIFTS
    return starts


def _pick_table() -> Keys:
    """[byte << 3 | n]: the n-th set bit of a byte, counted from its lowest."""
    table = np.zeros(256 * 8, np.uint64)
    for byte in range(256):
        bits = [bit for bit in range(8) if byte >> bit & 1]
        table[byte << 3 : (byte << 3) + len(bits)] = [1 << bit for bit in bits]
    return table


_PICK = _pick_table()
_HIGHEST = np.array([0, *(1 << number.bit_length() - 1 for number in range(1, 1 << 16))], np.uint64)
