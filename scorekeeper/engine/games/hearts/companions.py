"""The companions of Hearts: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.hearts.player import SENSIBLE
from scorekeeper.engine.games.hearts.player_statistics import (
    HeartsAwards,
    HeartsDeeds,
    HeartsStatistics,
)
from scorekeeper.engine.games.hearts.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    HeartsStatistics(),
    HeartsAwards(),
    HeartsDeeds(),
)
