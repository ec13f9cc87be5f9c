"""The sixty cards: four suits with a Wizard and a Jester each, and which of them wins a trick.

Source: the publisher's rules as on 64ouncegames.com. The colour of a Wizard or Jester means
nothing: they belong to no suit and may be played whatever is led. They are written `CW` and `CN`,
for `J` is the jack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import cast

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit, pack
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.cards.tricks import CardOrder
from scorekeeper.engine.rules.wording import Sentence


class Special(IntEnum):
    """The ranks that stand beside the usual ones."""

    JESTER = 1
    WIZARD = 15

    @property
    def letter(self) -> str:
        """`N` or `W`."""
        return "W" if self is Special.WIZARD else "N"


PACK: tuple[Card, ...] = (
    *pack(),
    *(Card(suit, cast("Rank", special)) for special in Special for suit in Suit),
)


@dataclass(frozen=True, slots=True)
class WizardOrder(CardOrder[Card]):
    """How sixty cards follow and rank: the first Wizard wins, then trumps, then the suit led.

    A Jester loses; of Jesters alone the first one wins.
    """

    def suit(self, card: Card, trump: Suit | None) -> Suit | None:  # noqa: ARG002
        """None of a Wizard or a Jester."""
        return None if is_special(card) else card.suit

    def led(self, cards: Sequence[Card], trump: Suit | None) -> Suit | None:  # noqa: ARG002
        """The suit of the first card that is no Jester; none where that is a Wizard."""
        first = next((card for card in cards if not is_jester(card)), None)
        return None if first is None or is_wizard(first) else first.suit

    def legal(self, hand: Sequence[Card], led: Suit | None, trump: Suit | None) -> tuple[Card, ...]:
        """The suit led if it is held, a Wizard or a Jester; else any card."""
        if not self.following(hand, led, trump):
            return tuple(hand)
        return tuple([card for card in hand if is_special(card) or card.suit is led])

    def strength(self, card: Card, led: Suit | None, trump: Suit | None) -> tuple[int, ...]:
        """What a card can do in a trick; of two equals the first one wins."""
        if is_special(card):
            return (3,) if is_wizard(card) else (-1,)
        return CardOrder.strength(self, card, led, trump)

    def refusal(
        self, card: Card, hand: Sequence[Card], led: Suit | None, trump: Suit | None, turn: Seat
    ) -> Sentence | None:
        """Why a card that is held may not be played; None where it may."""
        if card in self.legal(hand, led, trump):
            return None
        return CardOrder.refusal(self, card, hand, led, trump, turn)


def is_wizard(card: Card) -> bool:
    """Whether it is one of the four Wizards."""
    return int(card.rank) == Special.WIZARD


def is_jester(card: Card) -> bool:
    """Whether it is one of the four Jesters."""
    return int(card.rank) == Special.JESTER


def is_special(card: Card) -> bool:
    """Whether it is a Wizard or a Jester."""
    return is_wizard(card) or is_jester(card)


def trump_of(shown: Sequence[AnyCard]) -> Suit | None:
    """The suit of the last card that is turned up; None for a Jester, a Wizard or no card."""
    up = shown[-1] if shown else None
    return up.suit if isinstance(up, Card) and not is_special(up) else None
