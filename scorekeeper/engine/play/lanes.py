"""Lanes: a hand as one integer per suit, whose bit 0 is the two and bit 12 the ace.

The sensible player works on lanes so that the bulk simulator can do the same on arrays: one number
here is a column of thousands there, with the same arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit

Lanes = tuple[int, int, int, int]
FULL = 2**13 - 1
_BITS = (0, 0, *(1 << place for place in range(len(Rank))))  # by rank; the two is 2


def lanes_of(cards: Iterable[AnyCard]) -> Lanes:
    """The lanes of some cards without jokers, clubs first."""
    lanes = [0, 0, 0, 0]
    for suit, rank in cast("Iterable[Card]", cards):
        lanes[suit] |= _BITS[rank]
    return lanes[0], lanes[1], lanes[2], lanes[3]


def card_of(suit: int, bit: int) -> Card:
    """The card of one bit of a lane."""
    return Card(Suit(suit), Rank(bit.bit_length() + 1))


def lowest(lane: int) -> int:
    """The lowest card of a lane, as a bit; 0 for an empty lane."""
    return lane & -lane


def smear(lane: int) -> int:
    """All cards up to the highest of a lane."""
    return (1 << lane.bit_length()) - 1


def highest(lane: int) -> int:
    """The highest card of a lane, as a bit; 0 for an empty lane."""
    return smear(lane) & ~(smear(lane) >> 1)
