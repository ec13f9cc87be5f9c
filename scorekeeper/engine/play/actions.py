"""Actions in a deal: their kinds, and the validation of answers and of passed cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from scorekeeper.engine.cards.bids import AnyBid, Pass
from scorekeeper.engine.cards.cards import AnyCard, Joker
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.held_cards import Cards, Hands
from scorekeeper.engine.rules.bookmark import Bookmark
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.engine.rules.steps.choice import among
from scorekeeper.engine.rules.wording import say

Action = object
"""An answer to the script's question, cards to pass on, or a card to put away or to play."""


class Phase(Enum):
    """The kind of decision that is due."""

    SAY = "say"
    GIVE = "give"
    PUT_AWAY = "put away"
    CARD = "card"
    OVER = "over"


class Said(NamedTuple):
    """A call, a contract or an announcement, and the seat that made it."""

    seat: Seat
    what: object


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange in which everyone passes `cards` cards `steps` places to the left."""

    cards: int
    steps: int

    def check_gift(self, seat: Seat, hand: Cards, given: Sequence[AnyCard]) -> None:
        """Raise IllegalEntry unless the cards are in the hand and their number is right."""
        chosen = set(given)
        if not (len(given) == len(chosen) == self.cards and chosen <= set(hand)):
            why = say(
                "{seat} must pass on {count} cards from their own hand.",
                seat=seat,
                count=self.cards,
            )
            raise IllegalEntry("card-not-held", why)

    def hands_after(self, hands: Hands, given: Hands) -> tuple[list[AnyCard], ...]:
        """The hands by seat after the exchange, unsorted."""
        players = len(hands)
        return tuple(
            [*({*hands[seat]} - {*given[seat]}), *given[(seat - self.steps) % players]]
            for seat in range(players)
        )


def answered(bookmark: Bookmark, action: Action) -> Bookmark:
    """The bookmark after an answer to the script.

    Raises MalformedEntry for an answer of another kind, IllegalEntry for a barred one.
    """
    match bookmark.step, action:
        case AuctionStep(auction=auction), AnyBid() | Pass():
            auction.check(action)
        case ContractStep() as step, int() if not isinstance(action, bool | Joker):
            step.parse({"number": action})
        case ContractStep(words=words) as step, _ if action in [word.value for word in words]:
            among(words, next(word.code for word in words if word.value == action))
        case ChoiceStep(choices=choices), _ if action in [choice.value for choice in choices]:
            pass
        case _:
            raise MalformedEntry("wrong-kind", say("Something else is to be said."))
    return bookmark.answer(action)
