"""The companions of Romanian Whist: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.romanian_whist.player_statistics import (
    RomanianWhistAwards,
    RomanianWhistDeeds,
    RomanianWhistStatistics,
)
from scorekeeper.engine.games.romanian_whist.whole import SENSIBLE, WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    RomanianWhistStatistics(),
    RomanianWhistAwards(),
    RomanianWhistDeeds(),
)
