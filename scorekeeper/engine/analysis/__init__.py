"""Analysis of recorded games: statistics, awards, needs, what-if, win probability."""
