"""Chances where deals pass on more than points: bags, runs, multipliers, low totals, floors."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.estimation.variants import (
    EstimationRules,
    FirstBidder,
    Length,
    PlayDirection,
    ScoringVariant,
)
from scorekeeper.games.hearts import HEARTS, Exact, Floor, HeartsRules
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.games.wizard import WIZARD, WizardRules
from scorekeeper.play import simulated_games
from scorekeeper.play.carried_values import CarriedValues
from scorekeeper.play.deal_bank import Bank, bank_of_parts, odds
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run
from scorekeeper.play.win_probability import Forecaster
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import read
from scorekeeper.seating import Seat
from tests.deep import DEEP
from tests.tools.benchmarks.calibration import calibration, foretold, played_games

CARRIED = [
    *((SPADES, preset.key) for preset in SPADES.presets),
    *((ESTIMATION, preset.key) for preset in ESTIMATION.presets),
    (ROMANIAN_WHIST, "runs-of-five"),
    (ROMANIAN_WHIST, "runs-of-ten"),
]


@pytest.fixture(autouse=True)
def small_banks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances come from a fifth of the usual number of deals."""
    if not DEEP:
        monkeypatch.setattr(simulated_games, "BANKED", 4_000)


@pytest.mark.parametrize(
    ("book", "preset"), CARRIED, ids=lambda value: getattr(value, "key", value)
)
def test_what_is_carried_is_followed_as_the_game_has_it(book: Rulebook[Any], preset: str) -> None:
    """Random players carry over most; each deal's points equal those of the whole game."""
    rules = book.preset(preset).rules
    if isinstance(rules, SpadesRules):
        rules = replace(rules, blind_deficit=0)  # totals bar no bid
    carry = CarriedValues.of(book).carry(rules)
    assert carry is not None
    length = book.length(rules, 4) or 30
    setup = Setup(book, rules, Ending(goal=Goal.DEALS, deals=length), 4, Seat(0))
    otherwise = 0
    for game in islice(played_games(setup, ("random",) * 4, seed=5), 3 if DEEP else 1):
        sides = len(game.sides)
        state = np.array(carry.state(None, sides), np.int32)[:, None]
        for deal in game.played:
            alone = read(book.script(deal.seating, rules), deal.record.facts).score
            assert alone is not None
            assert deal.score is not None
            if not alone.thrown_in:
                points = np.array(alone.points, np.int32)[:, None]
                marks = np.array(carry.marks(alone), np.int32)[:, None]
                points, state = carry.after(state, points, marks)
                assert tuple(points[:, 0]) == deal.score.points, deal.number
                otherwise += deal.score.points != alone.points
            else:
                state = np.array(carry.state(deal.score.left, sides), np.int32)[:, None]
            assert tuple(state[:, 0]) == carry.state(deal.score.left, sides)
    assert otherwise > 0 or preset == "federation-2026"  # doubles nothing


@pytest.mark.parametrize(
    ("rules", "otherwise"),
    [
        (WizardRules(hooked=True), True),
        (WizardRules(sizes=(9, 3, 20)), True),
        (WizardRules(bomb=True), False),  # no bomb is simulated
    ],
)
def test_every_table_of_wizard_has_the_hands_of_its_rules(
    rules: WizardRules, otherwise: bool
) -> None:
    own, usual = (simulated_games.bank(WIZARD, each, 3) for each in (rules, WizardRules()))
    assert own is not None
    assert usual is not None
    assert own.points.shape == usual.points.shape
    assert (own.points != usual.points).any() == otherwise


@pytest.mark.parametrize(
    ("book", "rules", "players"),
    [
        (SPADES, SpadesRules(nil=False), 3),
        (SPADES, SpadesRules(suicide=True), 4),
        (SPADES, SpadesRules(solo=True, no_full=True, bag_limit=2), 4),
        (SPADES, SpadesRules(bag_limit=0), 3),
        (ESTIMATION, EstimationRules(length=Length.MINI), 4),
        (ESTIMATION, EstimationRules(scheme=ScoringVariant.HOUSE, direction=PlayDirection.LEFT), 4),
        (ROMANIAN_WHIST, ROMANIAN_WHIST.preset("runs-of-five").rules, 5),
    ],
)
def test_hands_in_bulk_pass_on_what_hands_one_after_another_do(
    book: Rulebook[Any], rules: Any, players: int
) -> None:
    """Bags in Spades, multipliers in Estimation, runs of bids; hands of a kind stand together."""
    run = Run(WholeGame[Any].of(book), rules, 60, ("random",) * players)
    banks = [bank_of_parts(each) for each in (run, replace(run, records=True))]
    for fast, slow in (
        (banks[0].points, banks[1].points),
        (banks[0].marks, banks[1].marks),
        (banks[0].starts, banks[1].starts),
    ):
        assert np.array_equal(np.array(fast), np.array(slow))
    assert banks[0].carry == banks[1].carry
    assert banks[0].kinds == banks[1].kinds
    assert banks[0].step == banks[1].step


@pytest.mark.parametrize(
    ("book", "rules"),
    [
        (HEARTS, HeartsRules(exact=Exact.HUNDRED)),  # needs the total before the hand
        (HEARTS, HeartsRules(jack_value=10, jack_floor=Floor.TOTAL)),
        (ESTIMATION, EstimationRules(first_bidder=FirstBidder.CALLER)),
    ],
)
def test_there_are_none_where_hands_depend_on_earlier_ones(book: Rulebook[Any], rules: Any) -> None:
    assert simulated_games.bank(book, rules, 4) is None
    ending = book.agreed(book.endings.usual, rules, 4)
    setup = Setup(book, rules, ending, 4, Seat(0))
    game = next(played_games(setup, ("sensible",) * 4, seed=1))
    assert Forecaster().course(game) == ()


@pytest.mark.parametrize("first", [FirstBidder.NEXT, FirstBidder.BEFORE])
@pytest.mark.parametrize("length", Length)
def test_every_other_table_of_estimation_has_chances(first: FirstBidder, length: Length) -> None:
    """Whatever the direction, the length and the calls: its hands are played by its rules."""
    rules = EstimationRules(
        first_bidder=first,
        length=length,
        direction=PlayDirection.LEFT,
        dashes=False,
        fast_change=True,
    )
    bank = simulated_games.bank(ESTIMATION, rules, 4)
    assert bank is not None
    kinds = {*bank.kinds}
    assert (len(kinds), bank.step) == (1 if rules.fast(rules.hands) is None else 6, 1)


def test_nine_bags_are_worse_than_none() -> None:
    bank = simulated_games.bank(SPADES, SpadesRules(), 4)
    assert bank is not None
    ending = Ending(target=500)
    none, nine = (odds((420, 420), ending, bank, left=left).chances[0] for left in ((0, 0), (9, 0)))
    assert nine < none - 0.1


def test_the_lowest_total_wins_where_that_is_the_rule() -> None:
    bank = Bank(np.array([[10], [30]], np.int32))
    ending = Ending(target=100, low=True)
    assert odds((0, 0), ending, bank, games=10).wins == (10, 0)  # 90 to 110 after five deals
    assert odds((60, 50), ending, bank, games=10).wins == (0, 10)
    assert odds((0, 95), ending, bank, games=10).wins == (10, 0)


def test_a_floor_ends_a_game() -> None:
    bank = Bank(np.array([[-10], [0]], np.int32))
    ending = Ending(target=500, floor=-200)
    assert odds((-195, -150), ending, bank, games=10).wins == (0, 10)
    assert odds((-150, -195), ending, bank, dealer=1, games=10).wins == (10, 0)


def test_games_that_end_at_a_low_total_are_foretold_too() -> None:
    """Forty games of Hearts: the chances beat equal shares clearly."""
    rules = HEARTS.presets[0].rules
    bank = simulated_games.bank(HEARTS, rules, 4)
    assert bank is not None
    setup = Setup(HEARTS, rules, Ending(target=50, low=True), 4, Seat(0))
    measured = calibration(foretold(setup, bank, ("sensible",) * 4, seed=9), 4, most=40)
    assert measured.brier < 0.95 * measured.base
