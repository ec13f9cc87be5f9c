"""Bulk simulator of Bid Whist: equal to the scalar engine in every deal, no tolerance."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from scorekeeper.cards import Joker
from scorekeeper.games.bid_whist import (
    BID_WHIST,
    PRESETS,
    BidWhistRules,
    JokersInNoTrump,
    Pack,
)
from scorekeeper.play.kernel.bid_whist_deals import (
    simulate_deals,
)
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run, played
from tests.deep import DEEP

WHOLE = WholeGame[Any].of(BID_WHIST)

SEED = 216  # includes thrown-in deals
DEALS = 210 if DEEP else 25
RULES = [
    pytest.param(
        BidWhistRules(jokers=jokers, higher_joker=higher, dealer_must_bid=must),
        id=f"{jokers.value}, {higher.name.lower()}, {'must bid' if must else 'thrown in'}",
    )
    for jokers, higher, must in product(JokersInNoTrump, Joker, (False, True))
] + [
    pytest.param(
        BidWhistRules(pack=pack, lowest=lowest, dealer_must_bid=lowest == 1),
        id=f"{pack.value}, from {lowest}",
    )
    for pack, lowest in product(Pack, (1, 4))
]
SEATS = {
    "random": ("random",) * 4,
    "sensible": ("sensible",) * 4,
    "partners": ("sensible", "random") * 2,
    "mixed": ("random", "sensible", "sensible", "random"),
}


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        pytest.param(*rules.values, names, id=f"{rules.id}-{key}")
        for row, rules in enumerate(RULES)
        for seats, (key, names) in enumerate(SEATS.items())
        if DEEP or (row + row // 4 + seats) % 4 == 0
    ],
)
@pytest.mark.slow
def test_every_deal_comes_out_as_in_the_scalar_engine(
    rules: BidWhistRules, names: tuple[str, ...]
) -> None:
    """Each rule with one of the four tables; `make deep` compares all, with more deals."""
    run = Run(WHOLE, rules, DEALS + 11, names, seed=SEED, records=True)
    fast = simulate_deals(11, DEALS, rules, [name == "random" for name in names], seed=SEED)
    assert [*fast.rows()] == [*played(run, 11, DEALS).rows()]


def test_these_deals_hold_every_kind_of_bid_and_end_in_every_way() -> None:
    """Keeps the test above meaningful for all kinds."""
    rows = [
        row
        for names in SEATS.values()
        for row in simulate_deals(
            11, DEALS, BidWhistRules(), [name == "random" for name in names], seed=SEED
        ).rows()
    ]
    assert {row.bid[1:] for row in rows} == {"", "H", "L", "NT"}
    assert {max(row.made) for row in rows} == {-1, 0, 1}
    assert {row.declarer for row in rows} == {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.slow
def test_a_run_takes_the_fast_way_and_says_the_same(preset: object) -> None:
    rules = next(known_preset.rules for known_preset in PRESETS if known_preset is preset)
    run = Run(WHOLE, rules, 20, ("sensible",) * 4)
    assert run.bulk is not None
    slow = played(Run(WHOLE, rules, 20, ("sensible",) * 4, records=True), 0, 20)
    fast = played(run, 0, 20)
    assert (fast.summary(run.sides), fast.csv()) == (slow.summary(run.sides), slow.csv())


@pytest.mark.parametrize("size", [1, 7])
def test_the_size_of_the_chunks_changes_nothing(size: int) -> None:
    random = [True, False, False, True]
    rows = [*simulate_deals(0, 100, BidWhistRules(), random, seed=3).rows()]
    for first in range(0, 100, size if size > 1 else 33):
        part = simulate_deals(first, min(size, 100 - first), BidWhistRules(), random, seed=3)
        assert [*part.rows()] == rows[first : first + len(part)]
