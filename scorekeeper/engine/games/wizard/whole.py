"""Whole deals of sixty cards: what the engine needs to play them, card by card."""

from __future__ import annotations

from typing import cast

from scorekeeper.engine.cards.cards import AnyCard, Card
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import CardOrder, TrickOf
from scorekeeper.engine.games.wizard.house_rules import PACK as CARDS
from scorekeeper.engine.games.wizard.house_rules import WizardRules
from scorekeeper.engine.games.wizard.order import PACK, WizardOrder, is_wizard, trump_of
from scorekeeper.engine.games.wizard.rulebook import WIZARD
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.position import Position, WholeGame

ORDER = cast("CardOrder[AnyCard]", WizardOrder())


class WholeWizard(WholeGame[WizardRules]):
    """The card that is turned up makes trumps, a Jester none; the eldest leads.

    At a table the dealer names trumps where a Wizard is turned up. Here further cards are turned up
    until one is no Wizard; a record of a table has a card of the suit that was named there.
    """

    book = WIZARD
    pack = PACK

    def cards_each(self, seating: Seating, rules: WizardRules) -> int:  # noqa: ARG002
        """As many as the number of the hand, as far as the pack goes."""
        return min(seating.number, CARDS // seating.players)

    def turned_up(self, seating: Seating, rules: WizardRules) -> int:
        """One, where a card is left."""
        return int(seating.players * self.cards_each(seating, rules) < len(self.pack))

    def shown(self, stock: Cards, seating: Seating, rules: WizardRules) -> Cards:  # noqa: ARG002
        """The first card that is left over, and more as long as it is a Wizard."""
        wizards = 0
        while wizards < len(stock) and is_wizard(cast("Card", stock[wizards])):
            wizards += 1
        return stock[: wizards + 1]

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The eldest leads."""
        seating, trump = position.seating, trump_of(position.shown)
        return TrickOf(seating.eldest, seating.players, trump, (), ORDER)


WHOLE = WholeWizard()
