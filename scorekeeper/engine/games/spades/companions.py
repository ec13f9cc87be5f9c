"""The companions of Spades: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.spades.player import SENSIBLE
from scorekeeper.engine.games.spades.player_statistics import (
    SpadesAwards,
    SpadesDeeds,
    SpadesStatistics,
)
from scorekeeper.engine.games.spades.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    SpadesStatistics(),
    SpadesAwards(),
    SpadesDeeds(),
)
