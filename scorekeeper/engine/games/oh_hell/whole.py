"""Whole deals of Oh Hell, so that the engine can play and judge them, and a sensible player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.cards import AnyCard, Card, Denomination, Suit, pack, suit_shown
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules
from scorekeeper.engine.games.oh_hell.rulebook import OH_HELL
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.plain_play import sensible_bid, sensible_card
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.steps import ChoiceStep, ContractStep, Fact


class WholeOhHell(WholeGame[OhHellRules]):
    """The first card that is left over is turned up for trumps, or they are known. Eldest leads."""

    book = OH_HELL
    pack = pack()

    def cards_each(self, seating: Seating, rules: OhHellRules) -> int:
        """As the schedule says."""
        return rules.cards_of(seating.number, seating.players)

    def turned_up(self, seating: Seating, rules: OhHellRules) -> int:
        """One, where it makes trumps."""
        return int(rules.turns_up(seating.number, seating.players))

    def speaker(self, step: ChoiceStep, seating: Seating) -> Seat:  # noqa: ARG002
        """The dealer, who turns the card up, says what it is."""
        return seating.dealer

    def open_choices(self, step: ChoiceStep, position: Position) -> tuple[Action, ...]:
        """The suit of that card, where it is known."""
        up = position.shown
        if up and isinstance(up[0], Card):
            return (Denomination(up[0].suit),)
        return tuple(choice.value for choice in step.choices)

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The eldest leads."""
        seating, rules = position.seating, position.rules
        trump = trump_of(rules, seating.number, position.stock)
        return TrickOf(seating.eldest, seating.players, trump)

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:  # noqa: ARG002
        """Everyone's own."""
        return {"tricks": list(taken)}


def trump_of(rules: OhHellRules, number: int, shown: Cards) -> Suit | None:
    """The trump suit of a deal; None for none."""
    known = rules.trump_of(number)
    if known is not None:
        return known.trump
    return suit_shown(shown)


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids what the hand is worth, and plays to hit it; uses no random numbers."""

    def decide(self, view: View, draws: Draws) -> Action:  # noqa: ARG002  (it needs no luck)
        """One of `view.legal`."""
        if view.trick is not None:
            return sensible_card(view)
        step = view.asking
        if isinstance(step, ChoiceStep):
            return view.legal[0]
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        trump = trump_of(view.rules, view.seating.number, view.shown)
        return sensible_bid(view, step, trump)


SENSIBLE = SensiblePlayer()
WHOLE = WholeOhHell()
