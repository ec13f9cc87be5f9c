"""The card order of Hearts: the first lead, the first trick, and breaking hearts.

Source: Wikipedia, “Hearts (card game)”. The lowest club leads. A player who cannot follow in the
first trick plays no card that scores, unless the hand has no other. Hearts may not be led until one
has been played; the queen of spades does not break them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.engine.cards.breaking import BreakingOrder
from scorekeeper.engine.cards.cards import Card, Rank, Suit
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.wording import Sentence, say

QUEEN_OF_SPADES = Card(Suit.SPADES, Rank.QUEEN)
JACK_OF_DIAMONDS = Card(Suit.DIAMONDS, Rank.JACK)


@dataclass(frozen=True, slots=True)
class HeartsOrder(BreakingOrder):
    """How cards follow and rank.

    start    the card that leads to the first trick; None after that trick
    """

    unbroken: Suit | None = Suit.HEARTS
    start: Card | None = None

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        free = BreakingOrder.legal(self, hand, led, trump)
        if self.start is None:
            return free
        if led is None:
            return (self.start,) if self.start in hand else free
        return tuple([card for card in free if not scores(card) or card.suit is led]) or free

    def after(self, cards: Sequence[Card]) -> Self:
        """The order after the first trick; a heart among the cards breaks hearts."""
        return replace(BreakingOrder.after(self, cards), start=None)

    def code(self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> str:
        """`revoke` if the player could follow suit, otherwise `card-barred`."""
        return "revoke" if self.following(hand, led, trump) else "card-barred"

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Why a card in the hand may not be played; None if it may."""
        if card in self.legal(hand, led, trump):
            return None
        if self.start is None or self.following(hand, led, trump):
            return BreakingOrder.refusal(self, card, hand, led, trump, turn)
        if led is None:
            return say("{card} leads to the first trick.", card=self.start)
        return say("{card} may not be played to the first trick.", card=card)


def scores(card: Card) -> bool:
    """Whether a card scores points."""
    return card.suit is Suit.HEARTS or card == QUEEN_OF_SPADES
