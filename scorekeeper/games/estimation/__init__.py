"""Estimation: four players, each alone; dash calls, an auction, exact calls not adding up to 13."""

from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION as ESTIMATION
