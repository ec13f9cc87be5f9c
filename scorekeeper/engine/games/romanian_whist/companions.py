"""The companions of Romanian Whist: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.romanian_whist.player_statistics import (
    RomanianWhistAwards,
    RomanianWhistDeeds,
    RomanianWhistStatistics,
)
from scorekeeper.engine.games.romanian_whist.whole import SENSIBLE, WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.companions import Companion


class _Bulk(Bulk):
    names = frozenset({"random", "sensible"})

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.romanian_whist.bulk import play  # noqa: PLC0415  (NumPy)

        return play(run, first, count)


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    _Bulk(),
    SensiblePlayers(SENSIBLE),
    RomanianWhistStatistics(),
    RomanianWhistAwards(),
    RomanianWhistDeeds(),
)
