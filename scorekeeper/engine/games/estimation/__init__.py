"""Estimation: four players alone; dash calls, an auction, exact calls that never total 13."""

from scorekeeper.engine.games.estimation.rulebook import ESTIMATION as ESTIMATION
