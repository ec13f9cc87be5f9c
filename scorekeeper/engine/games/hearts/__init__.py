"""Hearts: three to six players, each alone; every heart scores 1, the queen of spades 13."""

from scorekeeper.engine.games.hearts.rulebook import HEARTS as HEARTS
