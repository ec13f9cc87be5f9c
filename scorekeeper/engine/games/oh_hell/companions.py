"""The companions of Oh Hell: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.games.oh_hell.whole import WHOLE, OhHellPlayers
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.companions import Companion


class _Bulk(Bulk):
    names = frozenset({"random", "sensible"})

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.oh_hell.bulk import play  # noqa: PLC0415  (NumPy)

        return play(run, first, count)


COMPANIONS: tuple[Companion, ...] = (WHOLE, OhHellPlayers(), _Bulk())
