"""A whole deal at one moment: what was said before the cards, what was played, what may follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.engine.bookmark import Bookmark
from scorekeeper.engine.cards import Card, Suit, of_suit
from scorekeeper.engine.errors import MalformedEntry
from scorekeeper.engine.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.talk import Action, Hand, Phase, Talk
from scorekeeper.engine.play import CardOrder, Trick
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.seating import SEATS, Seat, Seating
from scorekeeper.engine.steps import Scene, TricksStep
from scorekeeper.engine.wording import say

_ORDER: CardOrder[Card] = CardOrder()
_new = tuple.__new__  # as in `bookmark`


class Position(NamedTuple):
    """A deal at one moment; a value: `apply` gives the next one (and quickly, being a tuple).

    talk      what comes before the cards; at the end it holds the points too
    hands     what each seat holds now, by seat
    trump     the trump suit of the play; None where there is none
    turn      whose decision it is; None at the end
    legal     everything that he may decide; nothing at the end
    cards     the running trick, in the order of play; empty before a lead
    tricks    the tricks that are over, first one first
    """

    talk: Talk
    hands: tuple[Hand, ...]
    trump: Suit | None
    turn: Seat | None
    legal: tuple[Action, ...]
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()

    @classmethod
    def start(cls, hands: Sequence[Hand], dealer: Seat, rules: IsraeliWhistRules) -> Position:
        """A deal before its first call; hands by seat.

        Raises MalformedEntry unless the hands are the whole pack, thirteen each.
        """
        return cls.after(Talk.start(hands, dealer, rules))

    @classmethod
    def after(cls, talk: Talk) -> Position:
        """What follows what was said: more of it, or the lead to the first trick."""
        step, hands = talk.bookmark.step, talk.hands
        if not isinstance(step, TricksStep):
            turn, legal = talk.asked
            return _new(cls, (talk, hands, None, turn, legal, (), ()))
        declarer, bid = step.scene.declarer, step.scene.suit_bid
        leader = talk.seating.eldest if declarer is None else declarer
        trump = bid.denomination.trump if bid else None
        return cls(talk, hands, trump, leader, hands[leader])

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return self.talk.phase

    @property
    def seating(self) -> Seating:
        """Who deals."""
        return self.talk.seating

    @property
    def rules(self) -> IsraeliWhistRules:
        """The house rules in force."""
        return self.talk.rules

    @property
    def bookmark(self) -> Bookmark:
        """Where the script stands."""
        return self.talk.bookmark

    @property
    def scene(self) -> Scene:
        """The bid, the declarer and the contracts so far."""
        if self.bookmark.step is not None:
            return self.bookmark.step.scene
        assert self.score is not None  # noqa: S101  (a script ends with a score)
        return self.score.scene

    @property
    def score(self) -> DealScore | None:
        """The points; None before the end."""
        return self.bookmark.score

    @property
    def trick(self) -> Trick | None:
        """The running trick; None before the play and after it."""
        if self.turn is None or self.phase is not Phase.CARD:
            return None
        leader = SEATS[(self.turn - len(self.cards)) % PLAYERS]
        return Trick(leader, PLAYERS, self.trump, self.cards)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """Who took each trick that is over."""
        return tuple([trick.winner for trick in self.tricks])

    def apply(self, action: Action) -> Position:
        """The position after a decision of the player whose turn it is.

        Raises MalformedEntry for a decision of another kind than the phase asks, and IllegalEntry
        where the rules forbid it.
        """
        talk, hands, trump, turn, legal, cards, tricks = self
        if turn is None or not isinstance(action, Card):
            return Position.after(talk.say(action))
        if action not in legal:
            raise self._refusal(action)
        left, hand = list(hands), list(hands[turn])
        hand.remove(action)
        left[turn] = tuple(hand)
        hands, cards, turn = tuple(left), (*cards, action), SEATS[(turn + 1) % PLAYERS]
        if len(cards) < PLAYERS:
            legal = of_suit(hands[turn], cards[0].suit) or hands[turn]
            return _new(Position, (talk, hands, trump, turn, legal, cards, tricks))
        trick = _new(Trick, (turn, PLAYERS, trump, cards, _ORDER))
        winner, tricks = trick.winner, (*tricks, trick)
        if hands[winner]:
            return _new(Position, (talk, hands, trump, winner, hands[winner], (), tricks))
        winners = [*[later.leader for later in tricks[1:]], winner]  # who takes one leads the next
        talk = talk.scored(tuple([winners.count(seat) for seat in SEATS[:PLAYERS]]))
        return Position(talk, hands, trump, None, (), (), tricks)

    def _refusal(self, card: Card) -> MalformedEntry:
        """Why a card is not legal; raises IllegalEntry where one is asked for."""
        if (trick := self.trick) is not None and self.turn is not None:
            trick.check(card, self.hands[self.turn])
        return MalformedEntry("wrong-kind", say("{what} is asked for.", what=self.phase.value))
