"""The discards of the bid winners in many deals at once."""

from __future__ import annotations

from functools import cache

from scorekeeper.engine.games.bid_whist.bulk.card_words import JOKERS, PLAIN_SUITS, PLAYERS, Terms
from scorekeeper.engine.games.bid_whist.player import keeping_value
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Keys, half
from scorekeeper.engine.play.bulk.card_words import HALF, LANE, LANE_BITS, SUITS, lowest, picked
from scorekeeper.engine.play.players import FIRST_AWAY_SLOT

KITTY, TAKEN_UP = 6, 18
LAST = int(LANE)
_EMPTY = 1 << 20


def put_away(hands: Keys, terms: Terms, keys: Keys, lucky: npt.NDArray[np.bool_]) -> Keys:
    """Six of the eighteen cards of each bid winner, as ranked; `lucky` ones choose at random."""
    left = hands
    for number in range(KITTY):
        card = np.zeros_like(left)
        if not lucky.all():
            card = _least_worth(left, terms.trumps)
        if lucky.any():
            halves = half(keys, FIRST_AWAY_SLOT + number)
            place = halves * np.uint64(TAKEN_UP - number) >> HALF
            card = np.where(lucky, terms.ranked(picked(terms.dealt(left), place)), card)
        left = left ^ card
    return hands ^ left


def _least_worth(hand: Keys, trumps: bool) -> Keys:
    """The card least worth keeping: jokers first if there are no trumps, trumps last."""
    table, suits = _keeping_table(trumps), PLAYERS - trumps
    least = np.full(len(hand), _EMPTY, np.int32)
    for lane in range(suits):
        own = (hand >> LANE_BITS * np.uint64(lane) & LANE).view(np.int64)
        least = np.minimum(least, table.take(own) | lane)
    lanes = LANE << (least & 3).astype(np.uint64) * LANE_BITS
    card = lowest(hand & np.where(least < _EMPTY, lanes, ~PLAIN_SUITS))
    if trumps:
        return card
    jokers = hand & JOKERS
    return np.where(jokers != 0, lowest(jokers), card & SUITS)


@cache
def _keeping_table(trumps: bool) -> npt.NDArray[np.int32]:
    """[lane]: the value of keeping its lowest card; of equal values the lower card's is less."""
    table = np.full(LAST + 1, _EMPTY, np.int32)
    for lane in range(1, LAST + 1):
        bit = (lane & -lane).bit_length() - 1
        worth = keeping_value(12 - bit, lane.bit_count(), trumps)
        table[lane] = (worth + LAST.bit_length()) << 6 | bit << 2
    return table
