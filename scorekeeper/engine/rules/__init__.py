"""Rulebooks: the questions a game asks, its house rules, its points and when it ends."""
