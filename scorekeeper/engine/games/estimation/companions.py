"""The companions of Estimation: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.estimation.player import SENSIBLE
from scorekeeper.engine.games.estimation.player_statistics import (
    EstimationAwards,
    EstimationDeeds,
    EstimationStatistics,
)
from scorekeeper.engine.games.estimation.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    EstimationStatistics(),
    EstimationAwards(),
    EstimationDeeds(),
)
