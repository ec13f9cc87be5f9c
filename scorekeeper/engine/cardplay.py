"""The play of a whole deal, card by card, for any number of players and cards."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.cards import Card, Suit
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.play import Trick
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import say

Hand = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPlay:
    """The hands as they are now, the trick that is being played and those that are over.

    hands     what each seat still holds, by seat
    trick     the running trick; the last one once all cards are played
    tricks    the tricks that are complete, first one first
    """

    hands: tuple[Hand, ...]
    trick: Trick
    tricks: tuple[Trick, ...] = ()

    @classmethod
    def start(cls, hands: tuple[Hand, ...], leader: Seat, trump: Suit | None) -> CardPlay:
        """The first trick, before its lead."""
        return cls(hands, Trick(leader, len(hands), trump))

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return self.trick.complete

    @property
    def turn(self) -> Seat:
        """Who plays next."""
        return self.trick.turn

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards open to the player whose turn it is; none at the end."""
        return self.trick.legal(self.hands[self.trick.turn])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who took each trick."""
        return tuple(trick.winner for trick in self.tricks)

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken, by seat."""
        winners = self.winners
        return tuple(winners.count(Seat(seat)) for seat in range(len(self.hands)))

    def play(self, card: Card) -> CardPlay:
        """Play a card from the hand whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke and after the last card.
        """
        turn = self.trick.turn
        hand = self.hands[turn]
        if not hand:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        trick = self.trick.play(card, hand)
        place = hand.index(card)
        left = hand[:place] + hand[place + 1 :]
        hands = (*self.hands[:turn], left, *self.hands[turn + 1 :])
        if not trick.complete:
            return CardPlay(hands, trick, self.tricks)
        tricks = (*self.tricks, trick)
        if not left:
            return CardPlay(hands, trick, tricks)
        return CardPlay(hands, Trick(trick.winner, trick.players, trick.trump), tricks)
