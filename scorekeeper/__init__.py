"""Scorekeeper: the score of card games that are played with real cards on a real table."""

__version__ = "0.1.0"
