"""The card order of games with a suit, such as spades, that must be broken before it is led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.engine.cards.cards import Card, Suit
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.cards.tricks import CardOrder
from scorekeeper.engine.rules.wording import Sentence, say


@dataclass(frozen=True, slots=True)
class BreakingOrder(CardOrder[Card]):
    """A card order in which one suit may not be led at first.

    The suit may be led once a card of it has been played, or from a hand that holds nothing else.

    unbroken    the suit; None once it is broken
    """

    unbroken: Suit | None = Suit.SPADES

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        """The suit led if it is held, otherwise any card; leads avoid the unbroken suit."""
        if led is None and self.unbroken is not None:
            return tuple([card for card in hand if card.suit is not self.unbroken]) or tuple(hand)
        return CardOrder.legal(self, hand, led, trump)

    def after(self, cards: Sequence[Card]) -> Self:
        """The order after these cards; one of them may break the suit."""
        if any(card.suit is self.unbroken for card in cards):
            return replace(self, unbroken=None)
        return self

    def code(self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> str:
        """`card-barred` for a lead; any other illegal card is a revoke."""
        return "card-barred" if led is None else CardOrder.code(self, card, hand, led, trump)

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Why a card in the hand may not be played; None if it may."""
        if card in self.legal(hand, led, trump):
            return None
        if led is None:
            return say("{seat} led {suit} too early.", seat=turn, suit=self.unbroken)
        return CardOrder.refusal(self, card, hand, led, trump, turn)
