"""The bank of deals from which win probabilities are drawn: see `engine.analysis`."""

from __future__ import annotations

from scorekeeper.engine.analysis.win_probability import Bank
from scorekeeper.engine.games.bid_whist.outcomes import outcomes
from scorekeeper.engine.games.bid_whist.rules import BidWhistRules
from scorekeeper.engine.optional_numpy import np


def bank(rules: BidWhistRules) -> Bank:
    """Every deal that was counted, once each."""
    found = outcomes(rules)
    points = np.array([*found], np.int32)
    return Bank(np.ascontiguousarray(points.repeat([*found.values()], axis=0).T))
