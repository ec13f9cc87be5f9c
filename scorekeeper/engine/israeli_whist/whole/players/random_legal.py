"""The player that chooses evenly among whatever is legal."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.bids import Call
from scorekeeper.engine.cards import Card
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.israeli_whist.rules import EXCHANGED
from scorekeeper.engine.israeli_whist.whole.players.view import View
from scorekeeper.engine.israeli_whist.whole.talk import Passed


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Every legal decision is as likely as any other."""

    name: str = "random"

    def call(self, view: View, draws: Draws) -> Call:
        """Any legal call."""
        return view.calls[draws.below(len(view.calls), view.slot)]

    def exchange(self, view: View, draws: Draws) -> Passed:
        """Any three cards, drawn one after another."""
        left = list(view.hand)
        return tuple(
            left.pop(draws.below(len(left), view.slot + number)) for number in range(EXCHANGED)
        )

    def contract(self, view: View, draws: Draws) -> int:
        """Any legal number."""
        return view.numbers[draws.below(len(view.numbers), view.slot)]

    def card(self, view: View, draws: Draws) -> Card:
        """Any legal card."""
        return view.cards[draws.below(len(view.cards), view.slot)]
