"""Israeli Whist: four players, an auction for trumps, exact contracts that may not total 13."""

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST as ISRAELI_WHIST
