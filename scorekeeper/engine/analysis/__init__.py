"""What follows from recorded games: statistics, awards, needs, what-if, win probability."""
