"""A whole deal at one moment: what was dealt, said, passed on and played, and what may follow.

The order of the questions and every rule about bids, contracts and points are the script's (see
`script`): a position carries a bookmark in it and adds what the score keeper never sees, the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.auction import Bid, Call, Pass
from scorekeeper.engine.bookmark import Bookmark
from scorekeeper.engine.cardplay import CardPlay, Hand
from scorekeeper.engine.cards import Card, pack
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.israeli_whist.rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.script import deal_script
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import AuctionStep, ContractStep, Scene, TricksStep
from scorekeeper.engine.wording import say

HAND_SIZE = 13
_new = tuple.__new__  # as in `cardplay`
_PACK = frozenset(pack())


class Phase(Enum):
    """What the player whose turn it is decides."""

    CALL = "call"
    EXCHANGE = "exchange"
    CONTRACT = "contract"
    CARD = "card"
    OVER = "over"


Passed = tuple[Card, ...]
Action = Call | Passed | int | Card
"""A call, three cards for an exchange, a contract or a card, as the phase asks."""


class Position(NamedTuple):
    """A deal at one moment; a value: `apply` gives the next one (and quickly, being a tuple).

    seating     who deals
    rules       the house rules in force
    hands       what each seat holds before the play, exchanges done
    bookmark    where the script stands: calls and contracts so far
    exchanged   for each exchange that is done, the cards that each seat gave, by seat
    giving      for the running exchange, the cards chosen so far, from the eldest on; None where
                none is running
    play        the play of the cards; None before it
    """

    seating: Seating
    rules: IsraeliWhistRules
    hands: tuple[Hand, ...]
    bookmark: Bookmark
    exchanged: tuple[tuple[Passed, ...], ...] = ()
    giving: tuple[Passed, ...] | None = None
    play: CardPlay | None = None

    @classmethod
    def start(cls, hands: Sequence[Hand], dealer: Seat, rules: IsraeliWhistRules) -> Position:
        """A deal before its first call; hands by seat.

        Raises MalformedEntry unless the hands are the whole pack, thirteen each.
        """
        check_dealt(hands)
        seating = Seating.alone(PLAYERS, dealer)
        bookmark = Bookmark.at_start(partial(deal_script, seating, rules))
        return cls(seating, rules, tuple(tuple(sorted(hand)) for hand in hands), bookmark)

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        if self.play is not None:
            return Phase.OVER if self.play.over else Phase.CARD
        match self.bookmark.step:
            case AuctionStep():
                return Phase.CALL if self.giving is None else Phase.EXCHANGE
            case ContractStep():
                return Phase.CONTRACT
        return Phase.OVER

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is; None at the end."""
        if self.play is not None:
            return None if self.play.over else self.play.turn
        match self.bookmark.step:
            case AuctionStep(auction=auction):
                return auction.turn if self.giving is None else self._giver(self.giving)
            case ContractStep(seat=seat):
                return seat
        return None

    @property
    def legal(self) -> tuple[Action, ...]:
        """Everything that the player whose turn it is may decide; nothing at the end."""
        play = self.play
        if play is not None:
            return play.legal
        if self.giving is not None:
            return tuple(combinations(self.hands[self._giver(self.giving)], EXCHANGED))
        step = self.bookmark.step
        if isinstance(step, AuctionStep):
            return step.auction.legal
        return step.legal if isinstance(step, ContractStep) else ()

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
    def dealt(self) -> tuple[Hand, ...]:
        """What each seat was dealt, before any exchange."""
        hands = self.hands
        for number in range(len(self.exchanged), 0, -1):
            hands = self._moved(hands, number, back=True)
        return hands

    def apply(self, action: Action) -> Position:
        """The position after a decision of the player whose turn it is.

        Raises MalformedEntry for a decision of another kind than the phase asks, and IllegalEntry
        where the rules forbid it.
        """
        seating, rules, hands, bookmark, exchanged, giving, play = self
        if play is not None and isinstance(action, Card):
            play = play.play(action)
            if not play.legal:
                bookmark = bookmark.parse({"tricks": play.taken})
            return _new(Position, (seating, rules, hands, bookmark, exchanged, giving, play))
        match bookmark.step, action:
            case AuctionStep(), Pass() | Bid() if giving is None:
                return self._led_to(bookmark.answer(action))
            case ContractStep(), int():
                return self._led_to(bookmark.parse({"number": action}))
            case AuctionStep(), tuple() if giving is not None and not isinstance(action, Card):
                return self._give(giving, action)
            case None, _:
                raise IllegalEntry("deal-complete", say("This hand is complete."))
        raise MalformedEntry("wrong-kind", say("{what} is asked for.", what=self.phase.value))

    def _giver(self, giving: tuple[Passed, ...]) -> Seat:
        """Who chooses his three cards next in an exchange."""
        return self.seating.left_of(self.seating.eldest, len(giving))

    def _give(self, giving: tuple[Passed, ...], given: Passed) -> Position:
        turn = self._giver(giving)
        chosen = tuple(sorted(set(given)))
        if (
            len(chosen) != EXCHANGED
            or len(given) != EXCHANGED
            or not set(chosen) <= set(self.hands[turn])
        ):
            raise IllegalEntry(
                "card-not-held",
                say("{seat} must pass on three cards from his own hand.", seat=turn),
            )
        giving = (*giving, chosen)
        if len(giving) < PLAYERS:
            return self._replace(giving=giving)
        first = self.seating.eldest
        by_seat = tuple(giving[(seat - first) % PLAYERS] for seat in range(PLAYERS))
        done = self._replace(exchanged=(*self.exchanged, by_seat), giving=None)
        return done._replace(hands=done._moved(self.hands, len(done.exchanged)))

    def _moved(self, hands: tuple[Hand, ...], number: int, back: bool = False) -> tuple[Hand, ...]:
        """The hands after an exchange, or before it."""
        given = self.exchanged[number - 1]
        steps = self.rules.exchange_steps(number)
        received = tuple(given[(seat - steps) % PLAYERS] for seat in range(PLAYERS))
        out, into = (received, given) if back else (given, received)
        return tuple(
            tuple(sorted({*hand} - {*out[seat]} | {*into[seat]})) for seat, hand in enumerate(hands)
        )

    def _led_to(self, bookmark: Bookmark) -> Position:
        """The position at a place of the script.

        An exchange comes before the first call of its auction; the play begins where the script
        asks for tricks.
        """
        giving, play, step = None, None, bookmark.step
        if isinstance(step, TricksStep):
            declarer, bid = step.scene.declarer, step.scene.suit_bid
            leader = self.seating.eldest if declarer is None else declarer
            play = CardPlay.start(self.hands, leader, bid.denomination.trump if bid else None)
        elif step is not None and step.scene.exchange > len(self.exchanged):
            giving = ()
        seating, rules, hands, _, exchanged, _, _ = self
        return Position(seating, rules, hands, bookmark, exchanged, giving, play)


def check_dealt(hands: Sequence[Hand]) -> None:
    """Raise MalformedEntry unless the hands are the whole pack, thirteen each."""
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE:
            raise MalformedEntry(
                "wrong-number-of-cards",
                say("{seat} has {count} cards, not 13.", seat=Seat(seat), count=len(hand)),
            )
    if _PACK.difference(*hands) or len(hands) != PLAYERS:
        raise MalformedEntry(
            "not-the-pack", say("The hands are not the 52 cards of the pack, each of them once.")
        )
