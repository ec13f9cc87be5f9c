"""Bids and announcements of many deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.engine.cards.cards import Card, Rank, Suit
from scorekeeper.engine.cards.tricks import ACE_HIGH
from scorekeeper.engine.games.bid_whist.bids import BIDS, BOOK, LADDER, LEVELS, Kind
from scorekeeper.engine.games.bid_whist.bulk.card_words import BLACK, PLAYERS
from scorekeeper.engine.games.bid_whist.order import ACE_THEN_UP
from scorekeeper.engine.games.bid_whist.player import (
    JOKER,
    SENSIBLE,
    TOPS_BESIDE_TRUMPS,
    TRICK,
    plain_suit_worth,
    suit_worth,
    trumps_worth,
)
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, Keys, below
from scorekeeper.engine.play.bulk.card_words import LANE, LANE_BITS
from scorekeeper.engine.play.players import FIRST_CALL_SLOT, FIRST_CONTRACT_SLOT

NOBODY = -1
Ints = npt.NDArray[np.int32]
_RANKS = (ACE_HIGH, ACE_THEN_UP)
_FIRST = np.array([len(BIDS) - len(LADDER.higher_than(bid)) for bid in (*BIDS, None)], np.int16)
"""[index of the highest bid]: the index of the lowest bid that outranks it; last entry: no bid."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The result of each auction: the declarer's seat and the index of the bid; -1 for none."""

    declarer: Column
    bid: Column


def auctions(
    hands: Keys, dealer: Column, keys: Keys, random: Sequence[bool], *, dealer_must_bid: bool
) -> Calls:
    """One round of calls in each deal; hands as dealt, shape (seats, deals)."""
    deals = np.arange(len(dealer))
    bid, declarer = np.full((2, len(dealer)), NOBODY, np.int16)
    for number in range(PLAYERS):
        seat = (dealer + np.int16(1 + number)) & np.int16(3)
        must = (bid < 0) & (dealer_must_bid and number == PLAYERS - 1)
        call = np.full_like(bid, NOBODY)
        if any(random):
            call = _random_call(bid, must, keys, FIRST_CALL_SLOT + number)
        if not all(random):
            partner = (declarer >= 0) & ((declarer ^ seat) & 1 == 0)
            sensible = _sensible_call(hands[seat, deals], bid, must, partner)
            call = np.where(np.array(random)[seat], call, sensible)
        higher = call >= 0
        bid, declarer = np.where(higher, call, bid), np.where(higher, seat, declarer)
    return Calls(declarer, bid)


def announced(
    hands: Keys, declarer: Column, kind: Column, keys: Keys, random: Sequence[bool]
) -> tuple[Column, npt.NDArray[np.bool_]]:
    """The trump suit of each deal, 0 for no trump, and whether the low cards are better."""
    hand = hands[declarer, np.arange(len(declarer))]
    plain = kind == Kind.NO_TRUMP
    suit, low = np.zeros((2, len(declarer)), np.int16)
    if not all(random):
        worths = [_trump_worths(hand, low) for low in (False, True)]
        best = [np.argmax(each[::-1], axis=0) for each in worths]  # ties go to the highest suit
        suit = (3 - np.where(kind == Kind.LOW, best[1], best[0])).astype(np.int16)
        low = (_plain_worth(hand, True) > _plain_worth(hand, False)).astype(np.int16)
    if any(random):
        slots = [FIRST_CONTRACT_SLOT + seat for seat in range(PLAYERS)]
        count = np.where(plain, 2, 4)
        choice = np.stack([below(keys, count, slot) for slot in slots])
        choice = choice[declarer, np.arange(len(declarer))]
        lucky = np.array(random)[declarer]
        suit, low = np.where(lucky, 3 - choice, suit), np.where(lucky, choice, low)
    return np.where(plain, 0, suit).astype(np.int16), np.where(plain, low == 1, kind == Kind.LOW)


def _random_call(bid: Column, must: npt.NDArray[np.bool_], keys: Keys, slot: int) -> Column:
    """A pass or any bid that outranks the highest, uniformly at random."""
    first = _FIRST[bid]
    index = below(keys, len(BIDS) + 1 - first - must, slot)
    return np.where(must | (index > 0), first + index - ~must, NOBODY).astype(np.int16)


def _sensible_call(
    hand: Keys, bid: Column, must: npt.NDArray[np.bool_], partner: npt.NDArray[np.bool_]
) -> Column:
    """`SensiblePlayer._call` for each deal."""
    first, most = _FIRST[bid], np.full(len(hand), NOBODY, np.int32)
    call = np.where(must, 0, NOBODY).astype(np.int16)
    for kind, worth in zip(Kind, _worths(hand), strict=True):
        number = np.minimum((worth - TRICK * partner) // TRICK - BOOK, LEVELS[-1])
        place = (number - LEVELS[0]) * len(Kind) + kind
        points = number * (1 if kind.has_trump else 2)
        key = ((points << 12 | worth) << 2) | 2 - kind
        better = (number >= LEVELS[0]) & (place >= first) & (key > most)
        most = np.where(better, key, most)
        call = np.where(better, place, call).astype(np.int16)
    return call


def _worths(hand: Keys) -> tuple[Ints, Ints, Ints]:
    """The expected tricks of a hand in hundredths: high, low and no trump."""
    high, low = (_trump_worths(hand, low).max(axis=0) for low in (False, True))
    plain = np.maximum(_plain_worth(hand, False), _plain_worth(hand, True))
    return high + SENSIBLE.hope, low + SENSIBLE.hope, plain + SENSIBLE.plain_hope


def _trump_worths(hand: Keys, low: bool) -> Ints:
    """The worth of a hand with each suit as trumps, shape (suits, deals)."""
    jokers = np.bitwise_count(hand >> BLACK).astype(np.int64)
    beside, trumps, _ = _tables(low)
    lanes = [_lane(hand, suit) for suit in range(4)]
    plain = [beside.take(lane) for lane in lanes]
    every = plain[0] + plain[1] + plain[2] + plain[3] + (jokers * JOKER).astype(np.int32)
    return np.stack([
        every - own + trumps.take(jokers << 13 | lane)
        for own, lane in zip(plain, lanes, strict=True)
    ])  # fmt: skip


def _plain_worth(hand: Keys, low: bool) -> Ints:
    """The worth of a hand without trumps."""
    table = _tables(low)[2]
    worth: Ints = sum(table.take(_lane(hand, suit)) for suit in range(1, 4)) + table.take(
        _lane(hand, 0)
    )
    return worth


def _lane(hand: Keys, suit: int) -> npt.NDArray[np.int64]:
    return (hand >> LANE_BITS * np.uint64(suit) & LANE).view(np.int64)


@cache
def _tables(low: bool) -> tuple[Ints, Ints, Ints]:
    """The worth of every lane: beside trumps, as trumps [jokers << 13 | lane], without trumps."""
    ranks, suits = _RANKS[low], [_suit(lane) for lane in range(int(LANE) + 1)]
    return (
        np.array([suit_worth(suit, ranks, TOPS_BESIDE_TRUMPS) for suit in suits], np.int32),
        np.array([trumps_worth(suit, n, ranks) for n in range(3) for suit in suits], np.int32),
        np.array([plain_suit_worth(suit, ranks) for suit in suits], np.int32),
    )


def _suit(lane: int) -> tuple[Card, ...]:
    return tuple(Card(Suit.CLUBS, rank) for place, rank in enumerate(Rank) if lane >> place & 1)
