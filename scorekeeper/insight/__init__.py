"""Insight: what follows from recorded games, such as needs, chances, ratings and league tables."""
