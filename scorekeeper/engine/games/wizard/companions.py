"""The companions of Wizard: what it adds to its rulebook."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.engine.analysis.exact_bids import ExactDeeds
from scorekeeper.engine.analysis.stored_deals import StoredDeals
from scorekeeper.engine.games.wizard.player import SENSIBLE
from scorekeeper.engine.games.wizard.player_statistics import WizardAwards, WizardStatistics
from scorekeeper.engine.games.wizard.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion


class _StoredDeals(StoredDeals):
    folder = Path(__file__).parent / "deals"
    deals = 6_000
    tables = (("printed", 3), ("printed", 4), ("printed", 5), ("printed", 6))


COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    _StoredDeals(),
    WizardStatistics(),
    WizardAwards(),
    ExactDeeds(),
)
