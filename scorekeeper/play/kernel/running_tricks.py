"""The running trick in many deals: which cards may be played, and which card wins.

It works out for arrays what `CardOrder` and `TrickOf` in `play/tricks.py` work out for one trick.
Whole deals at once (`card_play.py`) and tables that are played step by step (`batch_tables.py`)
both ask here. Hands and cards are lanes: the four suits, then the cards of no suit if the game has
any.

Two notations stay, and a card played is put from one into the other. Here cards are compared
within a suit, so each suit is a number of its own. A table that is played step by step keeps a
hand, a gift or the cards of a trick as one 64-bit word with a bit for each card: an observation
gathers a dozen of these sets from all seats, and of lanes it would gather four or five times as
many.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from scorekeeper.play.kernel.arrays import (
    LANE,
    LOW,
    Column,
    Lanes,
    either,
    equals,
    is_some,
    masked,
)
from scorekeeper.play.kernel.dealing import SUITS
from scorekeeper.play.optional_numpy import np

TRUMPED = 2**13
NO_CARD = -1  # the strength before the first card: less than that of any card
NO_SUIT = SUITS + 1  # beside the suits and no trumps, which is 4
NOTHING_LED = NO_SUIT + 1


@dataclass
class RunningTricks:
    """The running trick of each deal; a game with other rules for its cards has a subclass.

    trump     a mask per suit
    low       a mask of the deals whose lanes are turned round (see `arrays.LOW`); None for none
    led       a mask per suit: the suit to follow; all clear if none has to be followed
    open      a mask of the deals in which the next card that has a suit sets the suit led; None if
              there are none
    best      the strength of the best card so far
    broken    a mask of the deals in which a card of the suit `breaking` has been played
    first     a mask of the deals in their first trick; None if there are none

    breaking    the suit that may not be led before a card of it has been played; None for none
    """

    trump: Lanes
    low: Column | None = None
    led: Lanes = field(default_factory=list)
    open: Column | None = None
    best: Column = field(init=False)
    broken: Column = field(init=False)
    first: Column | None = None

    breaking: ClassVar[int | None] = None

    def __post_init__(self) -> None:
        empty = np.zeros_like(self.trump[0])
        self.best, self.broken = empty, empty
        self.first = ~empty

    # The winner

    def lead(self, cards: Lanes) -> None:
        """Begin a trick with a card in each deal."""
        self.led = self.suits(cards)
        self.open = _if_any(self.without_suit(cards))
        self._note(cards)
        self.best = self.strength(cards)

    def follow(self, cards: Lanes) -> Column:
        """Add a card to each trick; return a mask of the tricks in which it is the best so far."""
        if self.open is not None:
            own = self.suits(cards)
            self.led = [led | suit & self.open for led, suit in zip(self.led, own, strict=True)]
            still = self.without_suit(cards)
            self.open = None if still is None else _if_any(self.open & still)
        self._note(cards)
        strength = self.strength(cards)
        better = (self.best - strength) >> 15
        self.best = np.maximum(self.best, strength)
        return better

    def _note(self, cards: Lanes) -> None:
        if self.breaking is not None:
            self.broken = self.broken | is_some(cards[self.breaking])

    def suits(self, cards: Lanes) -> Lanes:
        """Return the suit of each card in play as a mask per suit."""
        return [is_some(card) for card in cards[:SUITS]]

    def without_suit(self, cards: Lanes) -> Column | None:
        """Return a mask of the cards after which the suit led is still to be set; None for none."""
        return None

    def strength(self, cards: Lanes) -> Column:
        """Return how strong cards are; 0 for one that neither follows suit nor is a trump."""
        trump = masked(cards[:SUITS], self.trump)
        return masked(cards[:SUITS], self.led) | trump | (-trump & np.int16(TRUMPED))

    def beaten(self) -> tuple[Column, Column]:
        """Return the best card with all below it in its suit, and a mask of those of trumps."""
        return ((self.best & np.int16(LANE)) << 1) - np.int16(1), -(self.best >> 13 & 1)

    def losing(self) -> tuple[Column, Column]:
        """Return the cards of the suit led that do not beat the best card, and such trumps."""
        beaten, trumped = self.beaten()
        return beaten | (trumped & ~masked(self.trump, self.led)), beaten & trumped

    @property
    def led_number(self) -> Column:
        """The number of the suit led; `NO_SUIT` if the next card may set it, or `NOTHING_LED`."""
        none = np.full_like(self.best, NOTHING_LED)
        without = none if self.open is None else either(self.open, np.int16(NO_SUIT), none)
        return suit_number(self.led, without)

    # Legal cards

    def legal(self, own: Lanes, leading: Column) -> Lanes:
        """Return the cards of hands that may be played; `leading` is a mask of those that lead."""
        follows = is_some(self.following(own))
        with_suit = [lane & led for lane, led in zip(own, self.led, strict=False)]
        with_suit += self.beside(own)
        choices = zip(self.leads(own), with_suit, self.discards(own), strict=True)
        return [
            either(leading, lead, either(follows, card, discard)) for lead, card, discard in choices
        ]

    def leads(self, own: Lanes) -> Lanes:
        """Return the cards that may be led: none of an unbroken suit if there are others."""
        if self.breaking is None:
            return own
        lanes = [*own]
        barred = lanes[self.breaking]
        lanes[self.breaking] = np.zeros_like(barred)
        others = lanes[0] | lanes[1] | lanes[2] | lanes[3]
        lanes[self.breaking] = barred & (self.broken | ~is_some(others))
        return lanes

    def following(self, own: Lanes) -> Column:
        """Return the cards of the suit led."""
        return masked(own[:SUITS], self.led)

    def beside(self, own: Lanes) -> Lanes:
        """Return the cards of no suit that may be played by those who can follow suit."""
        return own[SUITS:]

    def discards(self, own: Lanes) -> Lanes:
        """Return the cards that may be played by those who have none of the suit led."""
        return own

    # Forms of cards

    def held(self, lanes: Lanes) -> Lanes:
        """Return lanes of the pack in the form of the hands, or the other way round."""
        if self.low is None:
            return lanes
        return [either(self.low, LOW.take(lane), lane) for lane in lanes]


def suit_number(masks: Lanes, without: Column) -> Column:
    """Return the number of the suit whose mask is set in each deal, and `without` if none is."""
    number = without
    for suit, mask in enumerate(masks):
        number = either(mask, np.int16(suit), number)
    return number


def suit_masks(numbers: Column) -> Lanes:
    """Return a mask per suit; no mask is set for numbers from 4 on, nor for -1."""
    return [equals(numbers & np.int16(7), suit) for suit in range(SUITS)]


def _if_any(mask: Column | None) -> Column | None:
    return mask if mask is not None and mask.any() else None
