"""The companions of Wizard: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.analysis.exact_bids import ExactDeeds
from scorekeeper.engine.games.wizard.player import SENSIBLE
from scorekeeper.engine.games.wizard.player_statistics import WizardAwards, WizardStatistics
from scorekeeper.engine.games.wizard.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (
    WHOLE,
    SensiblePlayers(SENSIBLE),
    WizardStatistics(),
    WizardAwards(),
    ExactDeeds(),
)
