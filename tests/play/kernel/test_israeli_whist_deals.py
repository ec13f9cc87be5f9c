"""Bulk simulator of Israeli Whist: equal to the scalar engine in every deal, no tolerance."""

from __future__ import annotations

import numpy as np
import pytest

from scorekeeper.games.israeli_whist.house_rules import (
    PRESETS,
    AfterAllPass,
    DeclarerContract,
    Direction,
    IsraeliWhistRules,
)
from scorekeeper.games.israeli_whist.scoring_schemes import ELHANANI, AllMissed, Made, Scheme
from scorekeeper.play.israeli_whist_player import DECLARER, EASE, OTHER, SensiblePlayer
from scorekeeper.play.kernel.auctions import lane_values
from scorekeeper.play.kernel.dealing import BLOCK
from scorekeeper.play.kernel.israeli_whist_deals import simulate_deals
from scorekeeper.play.players import Player, RandomPlayer, play_out
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import Row, row_of
from tests.deep import DEEP
from tests.play.israeli_whist.kit import dealt

OWN = IsraeliWhistRules(
    exchanges=5,
    exchange_direction=Direction.ROUND,
    passed_out=AfterAllPass.BONUS,
    declarer_contract=DeclarerContract.AT_LEAST,
    reentry=False,
    own_raise=False,
    lowest_bid=6,
    scheme=Scheme(name="Own", made=Made.LINEAR, failed_cap=0, all_missed=AllMissed.DOUBLED),
)
LOW = IsraeliWhistRules(lowest_bid=1, exchanges=1, exchange_raise=3, scheme=ELHANANI)
RULES = [
    *(pytest.param(preset.rules, id=preset.key) for preset in PRESETS),
    pytest.param(OWN, id="own"),
    pytest.param(LOW, id="low"),
]
SEATS = {"random": (True,) * 4, "sensible": (False,) * 4, "mixed": (True, False, False, True)}
DEALS = 150 if DEEP else 24


def scalar(
    number: int,
    rules: IsraeliWhistRules,
    random: tuple[bool, ...],
    seed: int,
) -> Row:
    draws = Draws.of(seed, number)
    players: list[Player] = [RandomPlayer() if lucky else SensiblePlayer() for lucky in random]
    return row_of(number, play_out(dealt(draws, number % 4, rules), players, draws))


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.slow
def test_every_deal_comes_out_as_in_the_scalar_engine(rules: IsraeliWhistRules, seats: str) -> None:
    deals = simulate_deals(11, DEALS, rules, SEATS[seats], seed=2026)
    for row in deals.rows():
        assert row == scalar(row.deal, rules, SEATS[seats], 2026)


def test_a_suit_is_worth_the_same_in_tables_and_one_by_one() -> None:
    for role in (DECLARER, OTHER, EASE):
        for weights in (role.trump, role.side, role.plain):
            values = lane_values(weights)
            for lane in range(0, 2**13, 1 if DEEP else 5):
                assert values[lane] == weights.value(lane)


def test_random_play_goes_on_the_same_after_a_block() -> None:
    rules, seats = PRESETS[4].rules, SEATS["random"]
    whole = simulate_deals(0, BLOCK + 20, rules, seats, seed=3)
    part = simulate_deals(BLOCK - 20, 40, rules, seats, seed=3)
    assert [*part.rows()] == [*whole.rows()][BLOCK - 20 :]


def test_no_seat_is_favoured() -> None:
    """Seats and dealers rotate: the mean points of the seats differ by chance alone."""
    deals = simulate_deals(0, 40_000, PRESETS[0].rules, SEATS["sensible"], seed=6)
    points = deals.points.astype(float)
    means, error = points.mean(axis=0), points.std(axis=0) / np.sqrt(len(deals))
    assert np.abs(means - means.mean()).max() < 4 * error.max()
    assert np.bincount(deals.dealer).tolist() == [10_000] * 4
    assert (deals.tricks.sum(axis=1)[~deals.thrown_in] == 13).all()
