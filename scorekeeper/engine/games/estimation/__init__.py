"""Estimation: four players, each alone; dash calls, an auction, exact calls that never fit."""

from scorekeeper.engine.games.estimation.rulebook import ESTIMATION as ESTIMATION
