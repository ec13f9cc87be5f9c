"""The bids of many deals: the worth of hands, and numbers announced one after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from scorekeeper.play.kernel.arrays import Column, Keys, Lanes, below_at, lanes_of_seats, left_of
from scorekeeper.play.kernel.dealing import RANKS, SUITS
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import FIRST_CONTRACT_SLOT
from scorekeeper.play.sensible_player import PACK, TRICK, USUAL, Trust, shares


def worths(  # noqa: PLR0917
    hand: Sequence[Column],
    trump: Column,
    players: int,
    each: int,
    pack: int = PACK,
    trust: Trust = USUAL,
) -> Column:
    """Return the worth of a hand in each deal, as `sensible_player.worth_of` does for one."""
    worth = np.zeros(len(trump), np.int16)
    for suit, lane in enumerate(hand):
        for trumps in (False, True):
            here = (trump < SUITS) == trumps
            if not here.any():
                continue
            plain, high = _tables(players, each, trumps, pack, trust)
            is_trump = trump == suit
            worth += np.where(here & ~is_trump, plain.take(lane), 0).astype(np.int16)
            if trumps:
                worth += np.where(is_trump, high.take(lane), 0).astype(np.int16)
    return worth


Places = npt.NDArray[np.integer[Any]]
Masks = npt.NDArray[np.int32]
"""The numbers that may be announced in each deal: bit n for number n."""


def numbers(worth: Column, legal: Masks) -> Column:
    """Return the number nearest to a worth, as `sensible_player.nearest_number` does for one."""
    best = np.zeros(len(worth), np.int16)
    least = np.full(len(worth), np.iinfo(np.int16).max, np.int16)
    for number in range(int(legal.max(initial=0)).bit_length()):
        distance = np.abs(worth - np.int16(TRICK * number))
        nearer = (distance < least) & (legal >> number & 1 > 0)
        best = np.where(nearer, np.int16(number), best)
        least = np.where(nearer, distance, least)
    return best


class Bids(NamedTuple):
    """The numbers announced, shape (seats, deals), and those that the players would have chosen."""

    said: npt.NDArray[np.int16]
    chosen: npt.NDArray[np.int16]


def bids_in_turn(  # noqa: PLR0917
    hands: npt.NDArray[np.int16],
    eldest: Column,
    keys: Keys,
    random: Sequence[bool],
    legal: Callable[[int, Column, npt.NDArray[np.int16]], Masks],
    sensible: Callable[[Lanes, Masks, int, npt.NDArray[np.int16]], Column],
    known: npt.NDArray[np.int16] | None = None,
    slot: int | None = None,
) -> Bids:
    """Return the number that each seat announces, from the eldest on.

    hands       lanes, shape (seats, lanes, deals)
    random      for each seat, whether it bids at random
    legal       returns the legal numbers of a place and its seats, after the bids so far
    sensible    returns the numbers that sensible players announce with these lanes, of the legal
                ones, at a place after the bids so far
    known       by seat, numbers that were announced and do not depend on the hands; -1 for none
    slot        the slot of the random numbers of the eldest, before those of the others in turn;
                None for the slots of contracts, by seat
    """
    players, deals = len(hands), np.arange(len(keys))
    bids, chosen_ones = np.zeros((2, players, len(keys)), np.int16)
    for place in range(players):
        seat = left_of(eldest, place, players)
        masks = legal(place, seat, bids)
        hand = lanes_of_seats(hands, seat)
        chosen = partial(sensible, hand, masks, place, bids)
        slots = seat + np.int16(FIRST_CONTRACT_SLOT)
        if slot is not None:
            slots = np.full_like(seat, slot + place)
        own = announced(keys, slots, masks, np.array(random)[seat], chosen)
        chosen_ones[seat, deals] = bids[seat, deals] = own
        if known is not None:
            fixed = known[seat, deals]
            bids[seat, deals] = np.where(fixed < 0, own, fixed)
    return Bids(bids, chosen_ones)


def random_numbers(keys: Keys, slots: Column, legal: Masks) -> Column:
    """Return the numbers that random players announce, uniform over the legal ones."""
    count = np.bitwise_count(legal)
    place = below_at(keys, count, slots)
    for lower in range(int(count.max(initial=1)) - 1):
        legal = legal & (legal - (place > lower))  # without the lowest number
    number: Column = np.bitwise_count((legal & -legal) - 1).astype(np.int16)
    return number


def announced(
    keys: Keys,
    slots: Column,
    legal: Masks,
    random: npt.NDArray[np.bool_],
    sensible: Callable[[], Column],
) -> Column:
    """Return the numbers that players announce.

    slots       the slots of the random numbers
    random      whether the player in turn announces any legal number, for each deal
    sensible    returns the numbers that sensible players announce
    """
    if random.all():
        return random_numbers(keys, slots, legal)
    if not random.any():
        return sensible()
    return np.where(random, random_numbers(keys, slots, legal), sensible())


def numbers_but(most: int | Places, barred: Places) -> Masks:
    """Return the masks of the numbers from 0 to `most` without a barred one; -1 bars none."""
    every = (np.int32(2) << most) - np.int32(1)
    return np.where(barred < 0, every, every & ~(1 << np.maximum(barred, 0).astype(np.int32)))


@lru_cache(maxsize=64)
def _tables(
    players: int, each: int, trumps: bool, pack: int, trust: Trust
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return two tables of the worth of the cards in each lane: as a plain suit and as trumps."""
    lanes = np.arange(1 << RANKS)
    tables = []
    for values in shares(players, each, trumps, pack, trust):
        table = np.zeros(len(lanes), np.int16)
        for bit in range(RANKS):
            higher = RANKS - 1 - bit - np.bitwise_count(lanes >> (bit + 1)).astype(np.int64)
            table += np.where(lanes >> bit & 1, np.array(values)[higher], 0).astype(np.int16)
        tables.append(table)
    return tables[0], tables[1]
