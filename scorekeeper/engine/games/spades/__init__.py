"""Spades: three players or four, as partners or alone; bids, nils, and bags that are carried on."""

from scorekeeper.engine.games.spades.rulebook import SPADES as SPADES
