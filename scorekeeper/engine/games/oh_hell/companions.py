"""The companions of Oh Hell: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.analysis.needs import Prizes
from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules
from scorekeeper.engine.games.oh_hell.player_statistics import (
    OhHellAwards,
    OhHellDeeds,
    OhHellStatistics,
)
from scorekeeper.engine.games.oh_hell.rulebook import prizes
from scorekeeper.engine.games.oh_hell.whole import SENSIBLE, WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.play.results import Batch
from scorekeeper.engine.play.simulation import Bulk, Run
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.points import Prize


class _Bulk(Bulk):
    names = frozenset({"random", "sensible"})

    def plays(self, run: Run) -> bool:
        """All but blind bids that are open to all: a random player makes them."""
        blind = run.rules.blind and not run.rules.blind_deficit
        return super().plays(run) and not (blind and "random" in run.players)

    def play(self, run: Run, first: int, count: int) -> Batch:
        from scorekeeper.engine.games.oh_hell.bulk import play  # noqa: PLC0415  (NumPy)

        return play(run, first, count)


class _Prizes(Prizes):
    def prizes_of(self, rules: OhHellRules, seating: Seating) -> tuple[tuple[Prize, ...], ...]:
        """What a made bid scores in a deal of so many cards."""
        return prizes(rules, seating)


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    _Bulk(),
    _Prizes(),
    OhHellStatistics(),
    OhHellAwards(),
    OhHellDeeds(),
)
