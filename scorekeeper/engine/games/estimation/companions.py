"""The companions of Estimation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.games.estimation.house_rules import EstimationRules
from scorekeeper.engine.games.estimation.player import SENSIBLE
from scorekeeper.engine.games.estimation.player_statistics import EstimationStatistics
from scorekeeper.engine.games.estimation.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

if TYPE_CHECKING:
    from scorekeeper.engine.games.estimation.carried_multipliers import Times


class _StoredDeals(StoredDeals):
    folder = Path(__file__).parent / "deals"
    deals = 6_000
    tables = (("jawaker", 4),)
    scoring = frozenset({
        "scheme", "base", "dash_rule", "zero_as_dash", "dash_only", "round_up", "lost_scores",
        "fast_caller", "all_passed",
    })  # fmt: skip

    def kind(self, rules: EstimationRules, number: int) -> int:
        """Hands with an auction are of one kind; a fast hand has the trumps of its number."""
        return number if rules.fast(number) is not None else 0

    def carry(self, rules: EstimationRules) -> Times:
        from scorekeeper.engine.games.estimation.carried_multipliers import Times  # noqa: PLC0415  (NumPy)

        return Times(rules)


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    _StoredDeals(),
    EstimationStatistics(),
)
