"""The companions of Hearts."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.games.hearts.player import SENSIBLE
from scorekeeper.engine.games.hearts.player_statistics import (
    HeartsAwards,
    HeartsDeeds,
    HeartsStatistics,
)
from scorekeeper.engine.games.hearts.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion


class _StoredDeals(StoredDeals):
    folder = Path(__file__).parent / "deals"
    tables = (("classic", 3), ("classic", 4), ("classic", 5), ("classic", 6))
    scoring = frozenset({"moon", "jack_in_moon", "jack_floor", "exact"})


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    _StoredDeals(),
    HeartsStatistics(),
    HeartsAwards(),
    HeartsDeeds(),
)
