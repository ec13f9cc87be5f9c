"""Plain-trick games in bulk: bids and play, for any number of players and cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import (
    Column,
    Keys,
    Lanes,
    around,
    below_at,
    equals,
    turned,
)
from scorekeeper.engine.play.bulk.play_tables import Tables
from scorekeeper.engine.play.bulk.random_play import PLAYERS, TRICKS, tricks_at_random
from scorekeeper.engine.play.plain_play import PACK, RANKS, TRICK, shares
from scorekeeper.engine.play.players import FIRST_CONTRACT_SLOT

SUITS = 4
NOTHING_BARRED = -1


def tricks_taken(
    hands: npt.NDArray[np.int16],
    leader: Column,
    trump: Column,
    keys: Keys,
    random: Sequence[bool],
    *,
    wants: npt.NDArray[np.int16] | None = None,
    shown: Column | None = None,
) -> npt.NDArray[np.int16]:
    """The tricks that each seat takes, shape (seats, deals).

    hands     lanes, shape (seats, suits, deals)
    trump     a suit per deal; 4 for no trumps
    random    for each seat, whether it plays at random
    wants     by seat, the tricks that sensible players aim for; None for as many as possible
    shown     the card that lies open, as its index in the pack; -1 for none
    """
    players, _, deals = hands.shape
    tricks = int(np.bitwise_count(hands[0, :, 0]).sum()) if deals else 0
    if all(random) and (players, tricks) == (PLAYERS, TRICKS):
        return tricks_at_random(hands, leader, trump, keys)
    suits = [turned(list(hands[:, suit]), leader) for suit in range(SUITS)]
    aims = np.zeros((players, deals), np.int16) if wants is None else wants
    tables = Tables(
        [[suits[suit][place].copy() for suit in range(SUITS)] for place in range(players)],
        [aim.copy() for aim in turned(list(aims), leader)],
        leader,
        [equals(trump, suit) for suit in range(SUITS)],
        random,
        keys,
        tricks=tricks,
        greedy=wants is None,
    )
    if shown is not None and not all(random):
        tables.seen = lanes_of_places(shown)
    return aims - tables.finish()


def lanes_of_places(places: Column) -> Lanes:
    """Cards given by their index in the pack, as lanes; -1 is no card."""
    bit = np.where(places < 0, 0, 1 << (places % RANKS)).astype(np.int16)
    return [bit & equals(places // np.int16(RANKS), suit) for suit in range(SUITS)]


def worths(
    hand: Sequence[Column], trump: Column, players: int, each: int, pack: int = PACK
) -> Column:
    """`plain_play.worth_of` for each deal."""
    worth = np.zeros(len(trump), np.int16)
    for suit, lane in enumerate(hand):
        for trumps in (False, True):
            here = (trump < SUITS) == trumps
            plain, high = _tables(players, each, trumps, pack)
            is_trump = trump == suit
            worth += np.where(here & ~is_trump, plain.take(lane), 0).astype(np.int16)
            if trumps:
                worth += np.where(is_trump, high.take(lane), 0).astype(np.int16)
    return worth


def numbers(worth: Column, most: int, barred: Column) -> Column:
    """`plain_play.sensible_number` for each deal; `NOTHING_BARRED` if any number is allowed."""
    best = np.full(len(worth), most, np.int16)
    least = np.full(len(worth), np.iinfo(np.int16).max, np.int16)
    for number in range(most + 1):
        distance = np.abs(worth - np.int16(TRICK * number))
        nearer = (distance < least) & (barred != number)
        best = np.where(nearer, np.int16(number), best)
        least = np.where(nearer, distance, least)
    return best


def random_numbers(keys: Keys, seats: Column, most: int, barred: Column) -> Column:
    """The numbers that random players announce, uniform over the allowed ones."""
    slots = (seats + np.int16(FIRST_CONTRACT_SLOT)).astype(np.int16)
    number = below_at(keys, most + 1 - (barred >= 0).astype(np.int16), slots)
    return number + ((barred >= 0) & (number >= barred)).astype(np.int16)


def left_of(seats: Column, steps: int, players: int) -> Column:
    """The seats `steps` places clockwise."""
    return around(seats + np.int16(steps), players)


@lru_cache(maxsize=64)
def _tables(
    players: int, each: int, trumps: bool, pack: int
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The worth of every lane: as a plain suit, and as trumps."""
    lanes = np.arange(1 << RANKS)
    tables = []
    for values in shares(players, each, trumps, pack):
        table = np.zeros(len(lanes), np.int16)
        for bit in range(RANKS):
            higher = RANKS - 1 - bit - np.bitwise_count(lanes >> (bit + 1)).astype(np.int64)
            table += np.where(lanes >> bit & 1, np.array(values)[higher], 0).astype(np.int16)
        tables.append(table)
    return tables[0], tables[1]
