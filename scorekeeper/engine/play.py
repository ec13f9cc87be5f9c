"""The play of the cards: which are legal, who wins a trick, and what a revoke is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards import Card, Suit, of_suit
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import say


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of one trick, in the order in which they were played."""

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
        return Seat((self.leader + len(self.cards)) % self.players)

    @property
    def complete(self) -> bool:
        """Whether everyone has played."""
        return len(self.cards) == self.players

    @property
    def winner(self) -> Seat:
        """Who has the trick so far: the highest trump, else the highest card of the suit led."""
        best = max(self.cards, key=self._strength)
        return Seat((self.leader + self.cards.index(best)) % self.players)

    def legal(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that may be played from a hand: the suit led if it is held, else any."""
        following = of_suit(hand, self.led) if self.led is not None else ()
        return following or tuple(hand)

    def play(self, card: Card, hand: Sequence[Card]) -> Trick:
        """Add a card from the hand of the player whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke, and once all have played.
        """
        if self.complete:
            raise IllegalEntry("trick-complete", say("This trick is complete."))
        if card not in hand:
            raise IllegalEntry(
                "card-not-held", say("{seat} does not hold {card}.", seat=self.turn, card=card)
            )
        if revokes(card, hand, self.led):
            raise IllegalEntry(
                "revoke",
                say(
                    "{seat} played {card} but still held {suit}.",
                    seat=self.turn,
                    card=card,
                    suit=self.led,
                ),
            )
        return Trick(self.leader, self.players, self.trump, (*self.cards, card))

    def _strength(self, card: Card) -> tuple[bool, bool, int]:
        return card.suit is self.trump, card.suit is self.led, card.rank


def revokes(card: Card, hand: Sequence[Card], led: Suit | None) -> bool:
    """Whether a card fails to follow the suit led although the hand could."""
    return led is not None and card.suit is not led and bool(of_suit(hand, led))
