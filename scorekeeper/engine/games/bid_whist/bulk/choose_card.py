"""The sensible player's choice of cards for many deals: `SensiblePlayer._card` on card words.

All words are as ranked. Two cards can be equally good only if both are plain cards. Then the order
of the lanes decides, which is the order of the suits that the scalar player uses.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.games.bid_whist.bulk.card_words import (
    JOKERS,
    PLAIN_SUITS,
    PLAYERS,
    TRUMP_SHIFT,
    TRUMPS,
    above,
)
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Keys
from scorekeeper.engine.play.bulk.card_words import (
    IN_EACH_LANE,
    LANE,
    LANE_BITS,
    NOTHING,
    ONE,
    SUITS,
    folded,
    highest,
    lowest,
)

Flags = npt.NDArray[np.bool_]
TRUMPED = np.uint64(1 << 15)
_CARD = TRUMPED - ONE


@dataclass(frozen=True, slots=True)
class Turns:
    """The inputs of the decision in each deal.

    own, legal   the hand, and its legal cards
    unseen       the cards that other players may hold
    trumps       whether there is a trump suit
    led, shift   a mask of the suit led, 0 before a suit is led, and the shift of its lane
    best         the best card so far in its lane, plus `TRUMPED` for a trump
    ours         whether the partner is winning the trick so far
    last         whether the player is the last to play
    """

    own: Keys
    legal: Keys
    unseen: Keys
    trumps: bool
    led: Keys
    shift: Keys
    best: Keys
    ours: Flags
    last: bool


def leads(own: Keys, unseen: Keys, *, trumps: bool) -> Keys:
    """The best card that nobody can beat, trumps first; else a low one of the longest suit."""
    suits = PLAIN_SUITS if trumps else SUITS
    held = own if trumps else own & SUITS
    sure = held & above(unseen if trumps else unseen & SUITS)
    plain = sure & suits
    card = lowest(plain & highest(folded(plain)) * IN_EACH_LANE)
    if trumps:
        trump = highest(sure >> TRUMP_SHIFT) << TRUMP_SHIFT
        card = np.where(trump != 0, trump, card)
    return np.where(sure != 0, card, _lowest_of_longest(own, suits))


def _lowest_of_longest(own: Keys, suits: np.uint64) -> Keys:
    """The lowest card of the longest of these suits; if there is none, of the whole hand."""
    most = np.zeros(len(own), np.uint8)
    for lane in range(PLAYERS):
        held = own & suits & LANE << LANE_BITS * np.uint64(lane)
        most = np.maximum(most, np.bitwise_count(held) << 2 | (PLAYERS - 1 - lane))
    shift = (PLAYERS - 1 - (most & 3)).astype(np.uint64) * LANE_BITS
    longest = own & suits & LANE << shift
    return lowest(np.where(longest != 0, longest, own))


def follows(turns: Turns) -> Keys:
    """The card to play to a trick that another player has led."""
    own, best = turns.own, turns.best
    in_suit = own & turns.led != 0
    mask = np.where(in_suit, turns.led, TRUMPS if turns.trumps else NOTHING)
    shift = np.where(in_suit, turns.shift, TRUMP_SHIFT)
    lane, others = (own & mask) >> shift, (turns.unseen & mask) >> shift
    winning = lane & ~_beaten(best, turns, in_suit)
    sure = winning if turns.last else winning & above(others)
    low = _cheapest(turns)
    safe = turns.ours if turns.last else turns.ours & _unbeaten(turns)
    any_sure = sure != 0
    win = np.where(any_sure, lowest(sure), highest(winning)) << shift
    duck = safe | ~any_sure & (turns.ours | (winning == 0))
    return np.where(duck, low, win)


def _beaten(best: Keys, turns: Turns, in_suit: Flags) -> Keys:
    """The cards of the suit to be played that do not beat the best card."""
    up_to = ((best & _CARD) << ONE) - ONE
    if not turns.trumps:
        return up_to
    ruffed, with_trump = best >= TRUMPED, ~in_suit | (turns.shift == TRUMP_SHIFT)
    plain = np.where(ruffed, ~NOTHING, up_to)
    return np.where(with_trump, np.where(ruffed, up_to, NOTHING), plain)


def _unbeaten(turns: Turns) -> Flags:
    """Whether nobody can hold a better card of the best card's suit."""
    lane = (turns.unseen & turns.led) >> turns.shift
    if turns.trumps:
        lane = np.where(turns.best >= TRUMPED, turns.unseen >> TRUMP_SHIFT, lane)
    flags: Flags = lane < (turns.best & _CARD) << ONE
    return flags


def _cheapest(turns: Turns) -> Keys:
    """The card that costs least: a joker that cannot win, then a low card; trumps last."""
    legal = turns.legal
    plain = legal & (PLAIN_SUITS if turns.trumps else SUITS)
    card = lowest(plain & lowest(folded(plain)) * IN_EACH_LANE)
    if turns.trumps:
        return np.where(plain != 0, card, lowest(legal))
    jokers = legal & JOKERS
    return np.where(jokers != 0, lowest(jokers), card)
