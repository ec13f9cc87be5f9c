"""Scorekeeper: the score of card games that are played with real cards on a real table."""
