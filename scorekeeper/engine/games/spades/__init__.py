"""Spades: three or four players, partners or alone; bids, nils and bags."""

from scorekeeper.engine.games.spades.rulebook import SPADES as SPADES
