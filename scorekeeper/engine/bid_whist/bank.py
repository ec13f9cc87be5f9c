"""The bank of deals from which the chances of a game are drawn (see `engine.odds`)."""

from __future__ import annotations

from scorekeeper.engine.bid_whist.outcomes import outcomes
from scorekeeper.engine.bid_whist.rules import BidWhistRules
from scorekeeper.engine.fast import np
from scorekeeper.engine.odds import Bank


def bank(rules: BidWhistRules) -> Bank:
    """Every deal that was counted, once each."""
    found = outcomes(rules)
    points = np.array([*found], np.int32)
    return Bank(np.ascontiguousarray(points.repeat([*found.values()], axis=0).T))
