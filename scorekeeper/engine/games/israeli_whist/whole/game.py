"""The card play of Israeli Whist."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from scorekeeper.engine.cards.cards import AnyCard, pack
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.cards.tricks import Trick, TrickOf
from scorekeeper.engine.games.israeli_whist.house_rules import EXCHANGED, PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.play.actions import Exchange
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.rules.steps import Fact


class WholeIsraeliWhist(WholeGame[IsraeliWhistRules]):
    """Thirteen cards each; after all pass, three cards may be exchanged."""

    book = ISRAELI_WHIST
    pack = pack()

    def cards_each(self, seating: Seating, rules: IsraeliWhistRules) -> int:  # noqa: ARG002
        return TRICKS

    def exchange(self, seating: Seating, rules: IsraeliWhistRules, number: int) -> Exchange:  # noqa: ARG002
        return Exchange(EXCHANGED, rules.exchange_steps(number))

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """The declarer leads; in a bonus round the eldest, without trumps."""
        scene, eldest = position.scene, position.seating.eldest
        bid = scene.suit_bid
        leader = eldest if scene.declarer is None else scene.declarer
        trump = bid.denomination.trump if bid else None
        return cast("TrickOf[AnyCard]", Trick(leader, PLAYERS, trump))

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:  # noqa: ARG002
        return {"tricks": list(taken)}


WHOLE = WholeIsraeliWhist()
