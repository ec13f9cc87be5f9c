"""The card play of Spades."""

from __future__ import annotations

from typing import cast

from scorekeeper.engine.cards.breaking import BreakingOrder
from scorekeeper.engine.cards.cards import AnyCard, Suit, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import CardOrder, TrickOf
from scorekeeper.engine.games.spades.house_rules import SpadesRules
from scorekeeper.engine.games.spades.rulebook import SPADES, TRICKS
from scorekeeper.engine.play.held_cards import Won
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules.steps import Fact, PlayerTricksStep, SideTricksStep, Step

UNBROKEN = cast("CardOrder[AnyCard]", BreakingOrder())


class WholeSpades(WholeGame[SpadesRules]):
    """Spades are trumps and may not be led until they are broken; the eldest leads.

    Source: pagat.com. Three players have 17 cards each, and one card is left out.
    """

    book = SPADES
    pack = pack()

    def cards_each(self, seating: Seating, rules: SpadesRules) -> int:  # noqa: ARG002
        return TRICKS[seating.players]

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The first trick, led by the eldest with anything but a spade."""
        seating = position.seating
        return TrickOf(seating.eldest, seating.players, Suit.SPADES, (), UNBROKEN)

    def answer(self, step: Step, position: Position, won: Won) -> Fact:
        """The tricks of a side, of everyone, or of a nil bidder."""
        taken = [*map(len, won)]
        if isinstance(step, PlayerTricksStep):
            return {"number": taken[step.seat]}
        if isinstance(step, SideTricksStep):
            return {"number": sum(taken[seat] for seat in step.seating.sides[step.side])}
        return self.tricks(position, taken)


WHOLE = WholeSpades()
