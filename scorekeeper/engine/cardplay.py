"""The play of a whole deal, card by card, for any number of players and cards.

Every card has a suit and a rank, and follows and ranks as in `Trick`.
"""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.engine.cards import Card, Suit, of_suit
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.play import Trick
from scorekeeper.engine.seating import SEATS, Seat
from scorekeeper.engine.wording import say

Hand = tuple[Card, ...]

_new = tuple.__new__  # makes a named tuple in half the time that calling its class takes


class CardPlay(NamedTuple):
    """The hands as they are now, the trick that is being played and those that are over.

    A tuple, and a flat one: every card played makes another.

    hands     what each seat still holds, by seat
    trump     the trump suit; None where there is none
    turn      who plays next
    legal     the cards open to him; none at the end
    cards     the running trick, in the order of play; empty before a lead and at the end
    tricks    the tricks that are complete, first one first
    """

    hands: tuple[Hand, ...]
    trump: Suit | None
    turn: Seat
    legal: tuple[Card, ...]
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @classmethod
    def start(cls, hands: tuple[Hand, ...], leader: Seat, trump: Suit | None) -> CardPlay:
        """The first trick, before its lead."""
        return cls(hands, trump, leader, hands[leader])

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return not self.legal

    @property
    def trick(self) -> Trick:
        """The running trick."""
        players = len(self.hands)
        leader = SEATS[(self.turn - len(self.cards)) % players]
        return Trick(leader, players, self.trump, self.cards)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who took each trick: whoever led to the next one."""
        leaders = [trick.leader for trick in self.tricks]
        return (*leaders[1:], self.tricks[-1].winner) if leaders else ()

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken, by seat."""
        winners = self.winners
        return tuple([winners.count(seat) for seat in SEATS[: len(self.hands)]])

    def play(self, card: Card) -> CardPlay:
        """Play a card from the hand whose turn it is.

        Raises IllegalEntry for a card that is not held, for a revoke and after the last card.
        """
        hands, trump, turn, legal, cards, tricks = self
        if card not in legal:
            self._check(card)
        players, left, hand = len(hands), list(hands), list(hands[turn])
        hand.remove(card)
        left[turn] = tuple(hand)
        hands, cards = tuple(left), (*cards, card)
        turn = SEATS[(turn + 1) % players]
        if len(cards) < players:
            legal = of_suit(hands[turn], cards[0].suit) or hands[turn]
            return _new(CardPlay, (hands, trump, turn, legal, cards, tricks))
        trick = Trick(turn, players, trump, cards)
        winner = trick.winner
        return _new(CardPlay, (hands, trump, winner, hands[winner], (), (*tricks, trick)))

    def _check(self, card: Card) -> None:
        """Raise IllegalEntry, saying why, where a card is not legal."""
        if self.over:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        self.trick.check(card, self.hands[self.turn])
