"""How deals of Bid Whist end between sensible players: counts that came from the simulator.

The simulator plays some 80 deals a second, too few to wait for; so the points of 4,000 deals are
kept beside this module for every set of house rules that changes them, and `count` makes them.
Which joker is higher, a kitty that is shown and who deals again after a deal that was thrown in
change nothing that these players do.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper.engine.games.bid_whist.rules import BidWhistRules, JokersInNoTrump
from scorekeeper.engine.games.bid_whist.whole import WHOLE
from scorekeeper.engine.play.simulation import Run, rows_of

DEALS = 4_000
KEPT = Path(__file__).with_name("outcomes.json")
SORTS = tuple(
    BidWhistRules(jokers=jokers, dealer_must_bid=must)
    for jokers in JokersInNoTrump
    for must in (False, True)
)
"""The rules under which deals end differently, as a rule."""

Outcome = tuple[int, int]
"""The points of the dealer's side, and of the other."""


def outcomes(rules: BidWhistRules) -> Mapping[Outcome, int]:
    """How often deals end so, those that are thrown in left out."""
    return _kept()[_sort(rules)]


def count(rules: BidWhistRules, deals: int, seed: int = 1) -> Counter[Outcome]:
    """Play so many deals between sensible players and count how they end."""
    run = Run(WHOLE, rules, deals, ("sensible",) * 4, seed)
    ends = ((row.dealer % 2, row.points) for row in rows_of(run) if not row.thrown_in)
    return Counter((points[dealing], points[1 - dealing]) for dealing, points in ends)


def keep(deals: int = DEALS) -> None:
    """Count all sorts anew and write them down."""
    found = {
        _sort(rules): [[*ending, times] for ending, times in sorted(count(rules, deals).items())]
        for rules in SORTS
    }
    lines = ",\n".join(f"{json.dumps(sort)}: {json.dumps(rows)}" for sort, rows in found.items())
    KEPT.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


@cache
def _kept() -> dict[str, dict[Outcome, int]]:
    return {
        sort: {(dealing, other): times for dealing, other, times in rows}
        for sort, rows in json.loads(KEPT.read_text(encoding="utf-8")).items()
    }


def _sort(rules: BidWhistRules) -> str:
    return f"{rules.jokers.value}, {'dealer must bid' if rules.dealer_must_bid else 'thrown in'}"


if __name__ == "__main__":
    keep()
