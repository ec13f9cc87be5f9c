"""The companions of Spades."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.games.spades.house_rules import SpadesRules
from scorekeeper.engine.games.spades.player import SENSIBLE
from scorekeeper.engine.games.spades.player_statistics import (
    SpadesAwards,
    SpadesDeeds,
    SpadesStatistics,
)
from scorekeeper.engine.games.spades.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

if TYPE_CHECKING:
    from scorekeeper.engine.games.spades.carried_bags import Bags


class _StoredDeals(StoredDeals):
    folder = Path(__file__).parent / "deals"
    tables = (("pagat", 3), ("pagat", 4), ("solo", 4))
    scoring = frozenset({
        "nil_value", "blind_nil", "blind_value", "blind_deficit", "failed_nil_helps",
        "set_penalty", "bag_value", "bag_limit", "bag_penalty", "bag_cancel", "ten_for_200",
        "boston",
    })  # fmt: skip
    # The computer players never bid blind, so rules for blind bids change no card.

    def carry(self, rules: SpadesRules) -> Bags:
        from scorekeeper.engine.games.spades.carried_bags import Bags  # noqa: PLC0415  (NumPy)

        return Bags(rules)


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    _StoredDeals(),
    SpadesStatistics(),
    SpadesAwards(),
    SpadesDeeds(),
)
