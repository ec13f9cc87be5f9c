"""Entries: what is recorded in a game, checked, stored and read back."""
