"""Advice on a hand of cards, and practice."""
