"""The judge of recorded deals: it finds illegal calls and cards and everything irregular."""
