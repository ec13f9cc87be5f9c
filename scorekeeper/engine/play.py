"""The play of the cards: which are legal, who wins a trick, and what a revoke is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.engine.cards import Card, Suit, of_suit
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.seating import SEATS, Seat
from scorekeeper.engine.wording import say


class Trick(NamedTuple):
    """The cards of one trick, in the order in which they were played.

    A tuple, as a card is: every card played makes another one.
    """

    leader: Seat
    players: int
    trump: Suit | None
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        """The suit to follow; None before the lead."""
        return self.cards[0].suit if self.cards else None

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return SEATS[(self.leader + len(self.cards)) % self.players]

    @property
    def complete(self) -> bool:
        """Whether everyone has played."""
        return len(self.cards) == self.players

    @property
    def winner(self) -> Seat:
        """Who has the trick so far: the highest trump, else the highest card of the suit led."""
        trump, best, place = self.trump, self.cards[0], 0
        for number, card in enumerate(self.cards):
            if card.rank > best.rank if card.suit is best.suit else card.suit is trump:
                best, place = card, number
        return SEATS[(self.leader + place) % self.players]

    def legal(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that may be played from a hand: the suit led if it is held, else any."""
        return (self.cards and of_suit(hand, self.cards[0].suit)) or tuple(hand)

    def play(self, card: Card, hand: Sequence[Card]) -> Trick:
        """Add a card from the hand of the player whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke, and once all have played.
        """
        leader, players, trump, played = self
        if len(played) == players:
            raise IllegalEntry("trick-complete", say("This trick is complete."))
        if card not in hand:
            raise IllegalEntry(
                "card-not-held", say("{seat} does not hold {card}.", seat=self.turn, card=card)
            )
        if played and revokes(card, hand, played[0].suit):
            raise IllegalEntry(
                "revoke",
                say(
                    "{seat} played {card} but still held {suit}.",
                    seat=self.turn,
                    card=card,
                    suit=self.led,
                ),
            )
        return Trick(leader, players, trump, (*played, card))


def revokes(card: Card, hand: Sequence[Card], led: Suit | None) -> bool:
    """Whether a card fails to follow the suit led although the hand could."""
    return led is not None and card.suit is not led and bool(of_suit(hand, led))
