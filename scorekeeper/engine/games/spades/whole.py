"""The card play of Spades."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.cards.breaking import BreakingOrder
from scorekeeper.engine.cards.cards import AnyCard, Suit, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import CardOrder, TrickOf
from scorekeeper.engine.games.spades.carried_bags import Bags
from scorekeeper.engine.games.spades.house_rules import SpadesRules
from scorekeeper.engine.games.spades.player import SENSIBLE
from scorekeeper.engine.games.spades.rulebook import TRICKS
from scorekeeper.engine.play.held_cards import Won
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules.steps import Fact, PlayerTricksStep, SideTricksStep, Step

UNBROKEN = cast("CardOrder[AnyCard]", BreakingOrder())


class SpadesPlay(WholeGame[SpadesRules], SensiblePlayers, StoredDeals):
    """Spades are trumps and may not be led until they are broken; the eldest leads.

    Source: pagat.com. Three players have 17 cards each, and one card is left out.
    """

    pack = pack()
    sensible = SENSIBLE
    folder = Path(__file__).parent / "deals"
    tables = (("pagat", 3), ("pagat", 4), ("solo", 4))
    scoring = frozenset({
        "nil_value", "blind_nil", "blind_value", "blind_deficit", "failed_nil_helps",
        "set_penalty", "bag_value", "bag_limit", "bag_penalty", "bag_cancel", "ten_for_200",
        "boston",
    })  # fmt: skip
    """The players of the engine never bid blind."""

    def cards_each(self, seating: Seating, rules: SpadesRules) -> int:
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

    def carry(self, rules: SpadesRules) -> Bags:
        """Their bags."""
        return Bags(rules)
