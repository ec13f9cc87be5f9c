"""Arrays of the kernel: columns of suit lanes, masks, and random numbers by slot.

A column is an int16 array with one value per deal. A lane is the cards of one suit as bits, as in
`sensible_player.py`. It uses 13 of the 15 value bits, so arithmetic shifts can make masks: -1 (all
bits) for true, 0 for false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.random_streams import MULTIPLIERS, SHIFTS, STEP, WORD, stream

Column = npt.NDArray[np.int16]
Rows = npt.NDArray[np.int16]
Keys = npt.NDArray[np.uint64]
Lanes = list[Column]

LANE = 0x1FFF


def keys_of(seed: int, deals: npt.NDArray[np.int64]) -> Keys:
    """Return the keys of many deals: `Draws.of(seed, deal).key` for each."""
    return mix(deals.astype(np.uint64) * np.uint64(STEP) + np.uint64(stream(seed)))


def word(keys: Keys, number: int) -> Keys:
    """Word `number` of each deal's stream of random numbers, 64 bits."""
    return mix(keys + np.uint64((number + 1) * STEP & WORD))


def half(keys: Keys, slot: int) -> Keys:
    """Return what `Draws.half` returns, for each deal: 32 random bits of a slot."""
    halves = word(keys, slot // 2)
    if slot % 2:
        halves >>= np.uint64(32)
    else:
        halves &= np.uint64(0xFFFF_FFFF)
    return halves


def below(keys: Keys, count: npt.NDArray[np.integer], slot: int) -> Column:
    """Return what `Draws.below` returns, for each deal, with a count per deal."""
    return scaled(half(keys, slot), count)


def below_at(keys: Keys, count: npt.NDArray[np.integer], slots: Column) -> Column:
    """Return what `Draws.below` returns, for each deal, with a count and a slot per deal."""
    number = (slots >> 1).astype(np.uint64) + np.uint64(1)
    halves = mix(keys + number * np.uint64(STEP))
    halves >>= (slots & 1).astype(np.uint64) << np.uint64(5)
    halves &= np.uint64(0xFFFF_FFFF)
    return scaled(halves, count)


def scaled(halves: Keys, count: npt.NDArray[np.integer]) -> Column:
    """Return numbers below `count` from 32 random bits each; overwrites `halves`."""
    halves *= count.astype(np.uint64)
    halves >>= np.uint64(32)
    return halves.astype(np.int16)


def is_some(column: Column) -> Column:
    """Return a mask of the values above 0."""
    return -column >> 15


def equals(column: Column, value: int) -> Column:
    """Return a mask of the values that equal `value`; all of them must be 0 or more."""
    return ((column ^ np.int16(value)) - np.int16(1)) >> 15


def mask_of(flags: npt.NDArray[np.bool_]) -> Column:
    """Return a mask of the deals whose flag is set."""
    mask: Column = -flags.astype(np.int16)
    return mask


def where_set(flags: npt.NDArray[np.bool_]) -> npt.NDArray[np.intp] | slice:
    """Return the indices of the deals whose flag is set; if it is set in all, a slice of them."""
    return slice(None) if flags.all() else np.flatnonzero(flags)


def either(mask: Column, yes: Column | np.int16, no: Column) -> Column:
    """Return, for each deal, `yes` if the mask is set, otherwise `no`."""
    chosen = yes ^ no
    chosen &= mask
    chosen ^= no
    return chosen


def first_of(first: Column, other: Column) -> Column:
    """Return, for each deal, `first` if it is not empty, otherwise `other`."""
    return first | (other & ~is_some(first))


def lowest(lane: Column) -> Column:
    """Return the lowest card of each lane."""
    return lane & -lane


def smear(lane: Column) -> Column:
    """Return all cards up to the highest of each lane."""
    lane = lane | (lane >> 1)
    lane |= lane >> 2
    lane |= lane >> 4
    lane |= lane >> 8
    return lane


def highest(lane: Column) -> Column:
    """Return the highest card of each lane."""
    lane = smear(lane)
    lane ^= lane >> 1
    return lane


def count_of(lane: Column) -> Column:
    """Return the number of cards in each lane, by bytes: twice as fast as by 16 bits."""
    count = np.bitwise_count(np.ascontiguousarray(lane).view(np.uint8)).view(np.int16)
    count += count >> 8
    count &= np.int16(15)
    return count


def largest(keys: Lanes) -> Column:
    """Return, for each deal, the largest of four keys."""
    greatest: Column = np.maximum(np.maximum(keys[0], keys[1]), np.maximum(keys[2], keys[3]))
    return greatest


def masked(lanes: Lanes, masks: Lanes) -> Column:
    """Return, for each deal, the lane whose mask is set."""
    chosen = lanes[0] & masks[0]
    for lane, mask in zip(lanes[1:], masks[1:], strict=True):
        chosen |= lane & mask
    return chosen


def any_of(lanes: Sequence[Column]) -> Column:
    """Return a mask of the deals in which one of the lanes has a card."""
    every = lanes[0]
    for lane in lanes[1:]:
        every = every | lane
    return is_some(every)


def lanes_of_seats(hands: npt.NDArray[np.int16], seats: Column) -> Lanes:
    """Return the hand of one seat in each deal; `hands` has the shape (seats, lanes, deals)."""
    deals = np.arange(len(seats))
    return [rows[seats, deals] for rows in hands.swapaxes(0, 1)]


def around(places: Column, players: int) -> Column:
    """Return the places modulo the number of players."""
    if players & (players - 1):
        return places % np.int16(players)
    return places & np.int16(players - 1)


def left_of(seats: Column, steps: int, players: int) -> Column:
    """Return the seats `steps` places clockwise."""
    return around(seats + np.int16(steps), players)


Turner = Callable[[Sequence[Column]], list[Column]]


def turned(rows: Sequence[Column], first: Column) -> list[Column]:
    """Return rows by seat, rotated to start at seat `first` of each deal, clockwise."""
    return turner(first, len(rows))(rows)


def turner(first: Column, players: int) -> Turner:
    """Return the function that rotates rows as `turned` does; for several lists of rows."""
    if players == 4:
        return turner_fast(first)
    deals = len(first)
    places = first.astype(np.intp) * deals + np.arange(deals)

    def turn(rows: Sequence[npt.NDArray[Any]]) -> list[npt.NDArray[Any]]:
        every = np.concatenate([*rows, *rows[:-1]])
        return [every[place * deals :].take(places) for place in range(len(rows))]

    return turn


def turner_fast(first: Column) -> Turner:
    """Fast path of `turner` for four rows: two swaps by masks. Measured: 3 times as fast."""
    by_one, by_two = -(first & 1), -((first >> 1) & 1)

    def turn(rows: Sequence[Column]) -> list[Column]:
        columns = []
        for place in range(4):
            step = rows[place] ^ rows[(place + 1) % 4]
            step &= by_one
            step ^= rows[place]
            columns.append(step)
        for place in range(2):
            swap = columns[place] ^ columns[place + 2]
            swap &= by_two
            columns[place] ^= swap
            columns[place + 2] ^= swap
        return columns

    return turn


def _pick_table() -> npt.NDArray[np.int16]:
    lanes = np.arange(2**13, dtype=np.int16)
    rows = []
    for _ in range(16):
        low = lanes & -lanes
        rows.append(low)
        lanes = lanes ^ low
    return np.concatenate(rows)


PICK = _pick_table()
"""At index n << 13 | lane, card number n of the lane, counted from 0 at its lowest card."""


def _low_table() -> npt.NDArray[np.int16]:
    lanes = np.arange(2**13, dtype=np.int16)
    table = lanes & np.int16(1 << 12)
    for bit in range(12):
        table |= (lanes >> bit & 1) << (11 - bit)
    return table


LOW = _low_table()
"""Every lane turned round: with the ranks from two to king reversed. The ace is best either way."""

FROM_LOW = 16
PICK_BOTH = np.concatenate([PICK, LOW[PICK.reshape(FROM_LOW, -1)[:, LOW]].reshape(-1)])
"""`PICK`, then, from n = `FROM_LOW` on, card number n - `FROM_LOW` of a lane turned round, counted
as in the pack."""


def mix(words: Keys) -> Keys:
    """Apply `random_streams.mix` to each word, in place."""
    shifted = np.empty_like(words)
    for shift, multiplier in zip(SHIFTS, MULTIPLIERS, strict=False):
        words ^= np.right_shift(words, np.uint64(shift), out=shifted)
        words *= np.uint64(multiplier)
    words ^= np.right_shift(words, np.uint64(SHIFTS[2]), out=shifted)
    return words
