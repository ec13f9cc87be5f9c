"""Attacks from outside; nothing of the score keeper is imported here."""
