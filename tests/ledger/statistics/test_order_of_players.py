"""The order of the players' list recovers strength better than the others: the short form.

`python -m tests.benchmarks.ratings` is the long one.
"""

from __future__ import annotations

from statistics import fmean

from tests.benchmarks.ratings import ORDERS, right, seasons


def test_points_a_hand_recover_strength_better_than_wins_or_ratings() -> None:
    """Over seasons of players whose strength is known, and unequal."""
    every = seasons(60, 20)
    found = {
        name: fmean(right(one, order(one))[0] for one in every) for name, order in ORDERS.items()
    }
    assert found["points a hand"] > found["OpenSkill"] > found["share of games won"]
    assert found["points a hand"] == max(
        found[name] for name in ORDERS if name != "points a hand, drawn in"
    )
    assert found["points a hand, drawn in"] - found["points a hand"] < 0.01
