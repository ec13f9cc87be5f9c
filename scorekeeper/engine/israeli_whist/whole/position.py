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
from scorekeeper.engine.steps import AuctionStep, ContractStep, Fact, Scene, TricksStep
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
    giving      for the running exchange, the cards chosen so far, from the eldest on
    play        the play of the cards; None before it
    """

    seating: Seating
    rules: IsraeliWhistRules
    hands: tuple[Hand, ...]
    bookmark: Bookmark
    exchanged: tuple[tuple[Passed, ...], ...] = ()
    giving: tuple[Passed, ...] = ()
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
                return Phase.EXCHANGE if self._exchanging else Phase.CALL
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
                return self._giver if self._exchanging else auction.turn
            case ContractStep(seat=seat):
                return seat
        return None

    @property
    def legal(self) -> tuple[Action, ...]:
        """Everything that the player whose turn it is may decide; nothing at the end."""
        if self.play is not None:
            return self.play.legal
        match self.bookmark.step:
            case AuctionStep(auction=auction):
                if self._exchanging:
                    return tuple(combinations(self.hands[self._giver], EXCHANGED))
                return auction.legal
            case ContractStep() as step:
                return step.legal
        return ()

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
        if self.play is not None and isinstance(action, Card):
            return self._after(self.play.play(action))
        match self.bookmark.step, action:
            case AuctionStep(), Pass() | Bid() if not self._exchanging:
                return self._led_to(self.bookmark.answer(action))
            case ContractStep(), int():
                return self._led_to(self.bookmark.parse({"number": action}))
            case AuctionStep(), tuple() if self._exchanging and not isinstance(action, Card):
                return self._give(action)
            case None, _:
                raise IllegalEntry("deal-complete", say("This hand is complete."))
        raise MalformedEntry("wrong-kind", say("{what} is asked for.", what=self.phase.value))

    def facts(self) -> tuple[Fact, ...]:
        """The answers so far as the score keeper records them."""
        bookmark = Bookmark.at_start(self.bookmark.start)
        found: list[Fact] = []
        for answer in self.bookmark.answers:
            assert bookmark.step is not None  # noqa: S101  (an answer has a question)
            found.append(bookmark.step.fact(answer))
            bookmark = bookmark.answer(answer)
        return tuple(found)

    def _after(self, play: CardPlay) -> Position:
        """The position after a card; the script is told the tricks when it was the last one."""
        bookmark = self.bookmark
        return self._with(bookmark.parse({"tricks": play.taken}) if play.over else bookmark, play)

    @property
    def _exchanging(self) -> bool:
        """Whether cards are chosen for an exchange before the auction goes on."""
        return self.scene.exchange > len(self.exchanged)

    @property
    def _giver(self) -> Seat:
        """Who chooses his three cards next in an exchange."""
        return self.seating.left_of(self.seating.eldest, len(self.giving))

    def _give(self, given: Passed) -> Position:
        turn = self._giver
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
        giving = (*self.giving, chosen)
        if len(giving) < PLAYERS:
            return self._replace(giving=giving)
        first = self.seating.eldest
        by_seat = tuple(giving[(seat - first) % PLAYERS] for seat in range(PLAYERS))
        done = self._replace(exchanged=(*self.exchanged, by_seat), giving=())
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
        """The position at a place of the script; the play begins where it asks for tricks."""
        play = None
        if isinstance(bookmark.step, TricksStep):
            scene = bookmark.step.scene
            leader = scene.declarer if scene.declarer is not None else self.seating.eldest
            bid = scene.suit_bid
            trump = bid.denomination.trump if bid else None
            play = CardPlay.start(self.hands, leader, trump)
        return self._with(bookmark, play)

    def _with(self, bookmark: Bookmark, play: CardPlay | None) -> Position:
        """The same deal further on; written out, for `_replace` takes three times as long."""
        seating, rules, hands, _, exchanged, giving, _ = self
        return _new(Position, (seating, rules, hands, bookmark, exchanged, giving, play))


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
