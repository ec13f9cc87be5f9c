"""Which card the sensible player plays, for many deals at once: `SensiblePlayer._card` in words.

All words are as ranked. Two cards are alike to the player only where both are plain; so the order
of the lanes decides between them as the order of the suits does for the scalar player.
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
    """What bears on a card in each deal.

    own, legal   the hand, and what may be played of it
    unseen       the cards that somebody else may hold
    trumps       whether there is a trump suit
    led, shift   the cards of the suit led, nothing before one is, and where its lane begins
    best         the best card so far in its lane, and `TRUMPED` more for a trump
    ours         whether the partner has the trick so far
    last         whether nobody plays after
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
    """The lowest card of the longest of these suits; where none is held, the lowest of all."""
    most = np.zeros(len(own), np.uint8)
    for lane in range(PLAYERS):
        held = own & suits & LANE << LANE_BITS * np.uint64(lane)
        most = np.maximum(most, np.bitwise_count(held) << 2 | (PLAYERS - 1 - lane))
    shift = (PLAYERS - 1 - (most & 3)).astype(np.uint64) * LANE_BITS
    longest = own & suits & LANE << shift
    return lowest(np.where(longest != 0, longest, own))


def follows(turns: Turns) -> Keys:
    """The card to a trick that somebody else has led to."""
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
    """The cards of the suit that would be played which do not beat the best one."""
    up_to = ((best & _CARD) << ONE) - ONE
    if not turns.trumps:
        return up_to
    ruffed, with_trump = best >= TRUMPED, ~in_suit | (turns.shift == TRUMP_SHIFT)
    plain = np.where(ruffed, ~NOTHING, up_to)
    return np.where(with_trump, np.where(ruffed, up_to, NOTHING), plain)


def _unbeaten(turns: Turns) -> Flags:
    """Whether nobody can hold a better card of the suit of the best one."""
    lane = (turns.unseen & turns.led) >> turns.shift
    if turns.trumps:
        lane = np.where(turns.best >= TRUMPED, turns.unseen >> TRUMP_SHIFT, lane)
    flags: Flags = lane < (turns.best & _CARD) << ONE
    return flags


def _cheapest(turns: Turns) -> Keys:
    """The card that costs least: a joker that cannot win, a low card, a trump last."""
    legal = turns.legal
    plain = legal & (PLAIN_SUITS if turns.trumps else SUITS)
    card = lowest(plain & lowest(folded(plain)) * IN_EACH_LANE)
    if turns.trumps:
        return np.where(plain != 0, card, lowest(legal))
    jokers = legal & JOKERS
    return np.where(jokers != 0, lowest(jokers), card)
