"""The companions of Estimation: what it adds to its rulebook."""

from __future__ import annotations

from scorekeeper.engine.analysis.exact_bids import ExactAwards, ExactStatistics
from scorekeeper.engine.games.estimation.whole import WHOLE, EstimationPlayers
from scorekeeper.engine.rules.companions import Companion

COMPANIONS: tuple[Companion, ...] = (WHOLE, EstimationPlayers(), ExactStatistics(), ExactAwards())
