"""Whole deals of Oh Hell, so that the engine can play and judge them."""

from __future__ import annotations

from collections.abc import Sequence

from oh_hell import OH_HELL, OhHellRules, cards_each
from scorekeeper.engine.cards.cards import AnyCard, Card, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules.steps import Fact


class WholeOhHell(WholeGame[OhHellRules]):
    """The first card that is left over is turned up: its suit is trump. The eldest leads."""

    book = OH_HELL
    pack = pack()

    def cards_each(self, seating: Seating) -> int:
        """As the schedule says."""
        schedule = cards_each(seating.players)
        return schedule[(seating.number - 1) % len(schedule)]

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The suit of the card that is turned up."""
        turned_up = position.stock[0]
        trump = turned_up.suit if isinstance(turned_up, Card) else None
        return TrickOf(position.seating.eldest, position.seating.players, trump)

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """Everyone's own."""
        return {"tricks": list(taken)}


WHOLE = WholeOhHell()
COMPANIONS = (WHOLE,)
