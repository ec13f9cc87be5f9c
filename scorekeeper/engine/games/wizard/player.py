"""A sensible player of sixty cards: bids what the hand is worth, and plays to hit it exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Card, Suit
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.wizard.order import (
    PACK,
    is_jester,
    is_special,
    is_wizard,
    trump_of,
)
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.choose_card import wants_trick
from scorekeeper.engine.play.plain_play import TRICK, nearest_number, worth_of
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.random_streams import Draws

TRUMP_WORTH = 20


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Takes tricks until the bid is reached, and ducks afterwards; uses no random numbers."""

    def decide(self, view: View, draws: Draws) -> Action:  # noqa: ARG002  (it needs no luck)
        """One of `view.legal`."""
        if view.trick is None:
            return _bid(view)
        legal = [card for card in view.legal if isinstance(card, Card)]
        return _wanted(view.trick, legal) if _wants(view) else _ducked(view.trick, legal)


def _bid(view: View) -> int:
    """The open number nearest to what the hand is worth; a Wizard is a trick."""
    cards = [card for card in view.hand if isinstance(card, Card)]
    plain: tuple[AnyCard, ...] = tuple(card for card in cards if not is_special(card))
    each, players = len(view.hand), view.seating.players
    worth = worth_of(plain, trump_of(view.shown), players, each, len(PACK))
    worth += TRICK * sum(map(is_wizard, cards))
    numbers = [number for number in view.legal if isinstance(number, int)]
    return nearest_number(numbers, worth)


def _wants(view: View) -> bool:
    """Whether to go for the trick."""
    trick = view.trick
    assert trick is not None  # noqa: S101  (a card is due)
    contracts, taken = dict(view.scene.contracts), view.taken
    holder = trick.winner if trick.cards else view.seat
    left = view.scene.total - len(view.tricks)
    theirs = contracts[holder] - taken[holder] if trick.cards else 0
    return wants_trick(contracts[view.seat] - taken[view.seat], left, theirs)


def _wanted(trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """A card that wins: the cheapest for the last player, else the best; a Wizard if need be."""
    winning = [card for card in legal if _wins(trick, card)]
    usual = [card for card in winning if not is_special(card)]
    last = len(trick.cards) == trick.players - 1
    if usual:
        best = min if last else max
        return best(usual, key=lambda card: _height(card, trick.trump))
    wizards = [card for card in winning if is_wizard(card)]
    if wizards:
        return wizards[0]
    return min(legal, key=lambda card: _height(card, trick.trump))


def _ducked(trick: TrickOf[AnyCard], legal: Sequence[Card]) -> Card:
    """The highest card that loses; to a lead, a low one."""
    if not trick.cards:
        return min(legal, key=lambda card: (is_jester(card), _height(card, trick.trump)))
    losing = [card for card in legal if not _wins(trick, card)]
    if losing:
        return max(losing, key=lambda card: _height(card, trick.trump))
    last = len(trick.cards) == trick.players - 1
    return (max if last else min)(legal, key=lambda card: _height(card, trick.trump))


def _wins(trick: TrickOf[AnyCard], card: Card) -> bool:
    """Whether a card takes the lead in a trick."""
    laid = (*trick.cards, card)
    return trick._replace(cards=laid).best == len(laid) - 1


def _height(card: Card, trump: Suit | None) -> int:
    """How good a card is, all in all."""
    if is_special(card):
        return 2 * TRUMP_WORTH if is_wizard(card) else -1
    return int(card.rank) + (TRUMP_WORTH if card.suit is trump else 0)


SENSIBLE = SensiblePlayer()
