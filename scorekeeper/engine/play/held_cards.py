"""Hands by seat, tricks won, and the check that the hands make up the pack."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.wording import say

Cards = tuple[AnyCard, ...]
Hands = tuple[Cards, ...]
Won = Sequence[Sequence[Cards]]
"""By seat, the cards of each trick that it took."""


def check_pack(pack: Cards, each: int, players: int, hands: Sequence[Cards], stock: Cards) -> None:
    """Raise MalformedEntry unless the hands, of `each` cards, and the stock make up the pack.

    hands    by seat
    """
    for seat, hand in zip(SEATS, hands, strict=False):
        if len(hand) != each:
            raise MalformedEntry(
                "wrong-number-of-cards",
                say("{seat} has {count} cards, not {each}.", seat=seat, count=len(hand), each=each),
            )
    dealt = [card for hand in (*hands, stock) for card in hand]
    if len(hands) != players or sorted(map(str, dealt)) != sorted(map(str, pack)):
        raise MalformedEntry("not-the-pack", say("The cards are not the pack, each once."))


def check_held(hands: Hands, seat: Seat, card: AnyCard) -> None:
    """Raise IllegalEntry unless the player holds the card."""
    if card not in hands[seat]:
        raise IllegalEntry(
            "card-not-held", say("{seat} does not hold {card}.", seat=seat, card=card)
        )


def without(hands: Hands, seat: Seat, card: AnyCard) -> Hands:
    """The hands without one card of one seat."""
    left = tuple([held for held in hands[seat] if held != card])
    return (*hands[:seat], left, *hands[seat + 1 :])
