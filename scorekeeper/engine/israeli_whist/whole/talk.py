"""What comes before the cards of a deal: the calls, the exchanges, the contracts.

The order of the questions and every rule about bids, contracts and points are the script's (see
`script`): a talk carries a bookmark in it and adds what the score keeper never sees, the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import partial
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.bids import Bid, Call, Pass
from scorekeeper.engine.bookmark import Bookmark
from scorekeeper.engine.cards import Card, pack
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.israeli_whist.rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.script import deal_script
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import AuctionStep, ContractStep, TricksStep
from scorekeeper.engine.wording import say

HAND_SIZE = 13
_PACK = frozenset(pack())
_new = tuple.__new__  # as in `bookmark`


class Phase(Enum):
    """What the player whose turn it is decides."""

    CALL = "call"
    EXCHANGE = "exchange"
    CONTRACT = "contract"
    CARD = "card"
    OVER = "over"


Hand = tuple[Card, ...]
Passed = tuple[Card, ...]
Action = Call | Passed | int | Card
"""A call, three cards for an exchange, a contract or a card, as the phase asks."""


class Talk(NamedTuple):
    """Who deals, what everyone holds, and what was said; a value, as a position is.

    seating     who deals
    rules       the house rules in force
    hands       what each seat holds before the play, exchanges done
    bookmark    where the script stands: calls and contracts so far, and the points in the end
    exchanged   for each exchange that is done, the cards that each seat gave, by seat
    giving      for the running exchange, the cards chosen so far, from the eldest on; None where
                none is running
    """

    seating: Seating
    rules: IsraeliWhistRules
    hands: tuple[Hand, ...]
    bookmark: Bookmark
    exchanged: tuple[tuple[Passed, ...], ...] = ()
    giving: tuple[Passed, ...] | None = None

    @classmethod
    def start(cls, hands: Sequence[Hand], dealer: Seat, rules: IsraeliWhistRules) -> Talk:
        """A deal before its first call; hands by seat.

        Raises MalformedEntry unless the hands are the whole pack, thirteen each.
        """
        check_dealt(hands)
        seating = Seating.alone(PLAYERS, dealer)
        bookmark = Bookmark.at_start(partial(deal_script, seating, rules))
        return cls(seating, rules, tuple([tuple(sorted(hand)) for hand in hands]), bookmark)

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        match self.bookmark.step:
            case AuctionStep():
                return Phase.CALL if self.giving is None else Phase.EXCHANGE
            case ContractStep():
                return Phase.CONTRACT
            case TricksStep():
                return Phase.CARD
        return Phase.OVER

    @property
    def asked(self) -> tuple[Seat | None, tuple[Action, ...]]:
        """Who speaks or gives cards next, and what is open to him; nobody once all is said."""
        giving = self.giving
        match self.bookmark.step:
            case AuctionStep() as step if giving is None:
                return step.auction.turn, step.auction.legal
            case ContractStep() as step:
                return step.seat, step.legal
            case AuctionStep() if giving is not None:
                giver = self._giver(giving)
                return giver, tuple(combinations(self.hands[giver], EXCHANGED))
        return None, ()

    @property
    def dealt(self) -> tuple[Hand, ...]:
        """What each seat was dealt, before any exchange."""
        hands = self.hands
        for number in range(len(self.exchanged), 0, -1):
            hands = self._moved(hands, number, back=True)
        return hands

    def say(self, action: Action) -> Talk:
        """The talk after a call, a contract or three cards passed on.

        Raises MalformedEntry for a decision of another kind than the phase asks, and IllegalEntry
        where the rules forbid it.
        """
        _, _, _, bookmark, _, giving = self
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

    def scored(self, taken: tuple[int, ...]) -> Talk:
        """The talk with the tricks of each seat told to the script, and so with the points."""
        seating, rules, hands, bookmark, exchanged, giving = self
        return Talk(seating, rules, hands, bookmark.answer(taken), exchanged, giving)

    def _giver(self, giving: tuple[Passed, ...]) -> Seat:
        """Who chooses his three cards next in an exchange."""
        return self.seating.left_of(self.seating.eldest, len(giving))

    def _give(self, giving: tuple[Passed, ...], given: Passed) -> Talk:
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

    def _led_to(self, bookmark: Bookmark) -> Talk:
        """The talk at a place of the script; an exchange comes before the calls of its auction."""
        seating, rules, hands, _, exchanged, _ = self
        step = bookmark.step
        due = isinstance(step, AuctionStep) and step.scene.exchange > len(exchanged)
        return _new(Talk, (seating, rules, hands, bookmark, exchanged, () if due else None))


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
