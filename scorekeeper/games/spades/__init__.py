"""Spades: three players or four, as partners or alone; bids, nils, and bags that add up."""

from scorekeeper.games.spades.spades_rulebook import SPADES as SPADES
