"""The play of a whole deal, card by card, for any number of players and cards."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.engine.cards import Card, Suit
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.play import Trick
from scorekeeper.engine.seating import SEATS, Seat
from scorekeeper.engine.wording import say

Hand = tuple[Card, ...]


class CardPlay(NamedTuple):
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
        trick = self.trick
        return trick.legal(self.hands[trick.turn])

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who took each trick: whoever led to the next one."""
        if not self.tricks:
            return ()
        return (*[trick.leader for trick in self.tricks[1:]], self.tricks[-1].winner)

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken, by seat."""
        winners = self.winners
        return tuple(winners.count(seat) for seat in SEATS[: len(self.hands)])

    def play(self, card: Card) -> CardPlay:
        """Play a card from the hand whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke and after the last card.
        """
        hands, trick, tricks = self
        turn = trick.turn
        hand = hands[turn]
        if not hand:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        trick = trick.play(card, hand)
        place = hand.index(card)
        left = hand[:place] + hand[place + 1 :]
        hands = (*hands[:turn], left, *hands[turn + 1 :])
        if not trick.complete:
            return CardPlay(hands, trick, tricks)
        tricks = (*tricks, trick)
        if not left:
            return CardPlay(hands, trick, tricks)
        return CardPlay(hands, Trick(trick.winner, trick.players, trick.trump), tricks)
