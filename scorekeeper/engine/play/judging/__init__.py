"""The judge of recorded deals: calls, cards and everything irregular."""
