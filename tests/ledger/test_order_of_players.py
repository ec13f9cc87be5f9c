"""Order of the players' list: it recovers strength better than alternatives (short form).

`python -m tests.tools.benchmarks.ratings` is the long form.
"""

from __future__ import annotations

from statistics import fmean

import pytest

from tests.tools.benchmarks.ratings import ORDERS, right, seasons


@pytest.mark.slow
def test_points_a_hand_recover_strength_better_than_wins_or_ratings() -> None:
    """The seasons have players of known and unequal strength."""
    every = seasons(60, 20)
    shares = {
        name: fmean(right(season, order(season))[0] for season in every)
        for name, order in ORDERS.items()
    }
    assert shares["points a hand"] > shares["OpenSkill"] > shares["share of games won"]
    assert shares["points a hand"] == max(
        shares[name] for name in ORDERS if name != "points a hand, drawn in"
    )
    assert shares["points a hand, drawn in"] - shares["points a hand"] < 0.01
