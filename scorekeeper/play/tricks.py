"""Tricks: legal cards, and the winner of a trick.

A game's `CardOrder` says which suit a card follows, which cards may be played, and which card beats
which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, Self, TypeVar

from scorekeeper.cards import AnyCard, Card, Rank, Suit
from scorekeeper.errors import IllegalEntry
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Sentence, say

C = TypeVar("C", bound=AnyCard)

ACE_HIGH: tuple[Rank, ...] = tuple(reversed(Rank))


@dataclass(frozen=True, slots=True)
class CardOrder(Generic[C]):
    """The rules for following suit and for the winner of a trick, with ordinary cards.

    A game with jokers or other special cards has a subclass.

    ranks    from the best to the worst
    """

    ranks: tuple[Rank, ...] = ACE_HIGH
    heights: dict[Rank, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        heights = {rank: -place for place, rank in enumerate(self.ranks)}
        object.__setattr__(self, "heights", heights)

    def suit(self, card: C, trump: Suit | None) -> Suit | None:
        """Return the suit of a card in play; None if it has none."""
        return card.suit if isinstance(card, Card) else None

    def led(self, cards: Sequence[C], trump: Suit | None) -> Suit | None:
        """Return the suit to follow: that of the first card that has one; None if no card has."""
        for card in cards:
            suit = self.suit(card, trump)
            if suit is not None:
                return suit
        return None

    def legal(self, hand: Sequence[C], led: Suit | None, trump: Suit | None) -> tuple[C, ...]:
        """Return the cards of a hand that may be played: those of the suit led, or else all."""
        return self.following(hand, led, trump) or tuple(hand)

    def following(self, hand: Sequence[C], led: Suit | None, trump: Suit | None) -> tuple[C, ...]:
        """Return the cards of a hand that follow the suit led."""
        if led is None:
            return ()
        suit = self.suit
        return tuple([card for card in hand if suit(card, trump) is led])

    def follows(self, card: C, led: Suit | None, trump: Suit | None) -> bool:
        """Return whether a card is a lead or follows suit, so that it is legal in any hand."""
        return led is None or self.suit(card, trump) is led

    def strength(self, card: C, led: Suit | None, trump: Suit | None) -> tuple[int, ...]:
        """Return a sort key that decides a trick: trumps beat the suit led, then the rank decides.

        Of two cards with the same strength the first one played wins.
        """
        suit = self.suit(card, trump)
        if suit is None or (suit is not trump and suit is not led):
            return (0,)
        return (2 if suit is trump else 1, self.height(card))

    def height(self, card: C) -> int:
        """Return the height of a card within its suit; a higher number beats a lower one."""
        return self.heights[card.rank] if isinstance(card, Card) else 0

    def after(self, cards: Sequence[C]) -> CardOrder[C]:
        """Return the card order of the next trick, after these cards."""
        return self

    def code(self, card: C, hand: Sequence[C], led: Suit | None, trump: Suit | None) -> str:
        """Return the error code for a card in the hand that may not be played, such as `revoke`."""
        return "revoke"

    def refusal(
        self, card: C, hand: Sequence[C], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Return why a card in the hand may not be played, as a sentence; None if it may."""
        if self.follows(card, led, trump) or card in self.legal(hand, led, trump):
            return None
        return say("{seat} played {card} but still held {suit}.", seat=turn, card=card, suit=led)


class TrickOf(NamedTuple, Generic[C]):
    """The cards of one trick, in the order of play.

    A named tuple because it is copied at every card.

    step    1 if the turn passes to the left, -1 if it passes to the right
    """

    leader: Seat
    players: int
    trump: Suit | None
    cards: tuple[C, ...] = ()
    order: CardOrder[C] = CardOrder()
    step: int = 1

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None if there is none yet."""
        return self.order.led(self.cards, self.trump)

    @property
    def turn(self) -> Seat:
        return SEATS[(self.leader + self.step * len(self.cards)) % self.players]

    @property
    def complete(self) -> bool:
        return len(self.cards) == self.players

    @property
    def best(self) -> int:
        """The index of the best card so far."""
        order, led, trump = self.order, self.led, self.trump
        strengths = [order.strength(card, led, trump) for card in self.cards]
        return strengths.index(max(strengths))

    @property
    def winner(self) -> Seat:
        """The seat that is winning the trick so far."""
        return SEATS[(self.leader + self.step * self.best) % self.players]

    def in_turn(self, first: Seat) -> tuple[Seat, ...]:
        """Return every seat once, in the order of play from `first`."""
        places = range(self.players)
        return tuple(SEATS[(first + self.step * place) % self.players] for place in places)

    @property
    def next(self) -> Self:
        """The trick after this one, which its winner leads."""
        order = self.order.after(self.cards)
        return type(self)(self.winner, self.players, self.trump, (), order, self.step)

    def legal(self, hand: Sequence[C]) -> tuple[C, ...]:
        """Return the cards of a hand that may be played."""
        return self.order.legal(hand, self.led, self.trump)

    def play(self, card: C, hand: Sequence[C]) -> Self:
        """Add a card from the hand of the player whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke, and once the trick is
        complete.
        """
        self.check(card, hand)
        cards = (*self.cards, card)
        return type(self)(self.leader, self.players, self.trump, cards, self.order, self.step)

    def check(self, card: C, hand: Sequence[C]) -> None:
        """Raise IllegalEntry with the reason if a card may not be played."""
        if self.complete:
            raise IllegalEntry("trick-complete", say("This trick is complete."))
        if card not in hand:
            raise IllegalEntry(
                "card-not-held", say("{seat} does not hold {card}.", seat=self.turn, card=card)
            )
        order, led, trump = self.order, self.led, self.trump
        if reason := order.refusal(card, hand, led, trump, self.turn):
            raise IllegalEntry(order.code(card, hand, led, trump), reason)


# A suit that must be broken


@dataclass(frozen=True, slots=True)
class BreakingOrder(CardOrder[Card]):
    """A card order in which one suit may not be led at first.

    The suit may be led once a card of it has been played, or from a hand that holds nothing else.

    unbroken    the suit; None once it is broken
    """

    unbroken: Suit | None = Suit.SPADES

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        """Return the suit led if it is held, otherwise all cards.

        A lead excludes the unbroken suit.
        """
        if led is None and self.unbroken is not None:
            return tuple([card for card in hand if card.suit is not self.unbroken]) or tuple(hand)
        return CardOrder.legal(self, hand, led, trump)

    def after(self, cards: Sequence[Card]) -> Self:
        """Return the order after these cards; one of them may break the suit."""
        if any(card.suit is self.unbroken for card in cards):
            return replace(self, unbroken=None)
        return self

    def code(self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> str:
        """Return the error code: `card-barred` for an illegal lead, otherwise `revoke`."""
        return "card-barred" if led is None else CardOrder.code(self, card, hand, led, trump)

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Return why a card in the hand may not be played, as a sentence; None if it may."""
        if card in self.legal(hand, led, trump):
            return None
        if led is None:
            return say("{seat} led {suit} too early.", seat=turn, suit=self.unbroken)
        return CardOrder.refusal(self, card, hand, led, trump, turn)
