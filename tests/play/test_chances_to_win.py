"""Chances of a game over its course, compared with computable cases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from scorekeeper.cards import Joker
from scorekeeper.games.bid_whist import BID_WHIST, BidWhistRules, JokersInNoTrump
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play import simulated_games
from scorekeeper.play.deal_bank import Bank, odds
from scorekeeper.play.win_probability import Forecaster
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from tests.sample_games import PASSED, TO_300, bid_whist, game, south_makes
from tests.tools.benchmarks.calibration import calibration, foretold, foretold_deals

FORECASTER = Forecaster()
EN = IsraeliWhistRules()


@pytest.mark.parametrize("dealer", range(4))
def test_the_last_hand_is_as_likely_as_the_deals_that_win_it(dealer: int) -> None:
    """Before the last of five hands the bank itself gives each player's share of wins."""
    bank = simulated_games.bank(ISRAELI_WHIST, EN, 4)
    assert bank is not None
    totals = np.array([100, 133, 64, 95])
    after = totals[:, None] + np.roll(bank.points, dealer, axis=0)
    first = after == after.max(axis=0)
    alone = first & (first.sum(axis=0) == 1)
    ties = 1 - alone.any(axis=0).mean()
    forecast = odds(
        totals.tolist(), Ending(goal=Goal.DEALS, deals=5), bank, dealer=dealer, scored=4
    )
    for side, chance in enumerate(forecast.chances):
        low = float(alone[side].mean())
        assert low - 4 * 0.005 <= chance <= low + float(ties) + 4 * 0.005
    assert sum(forecast.chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("totals", "points", "wins"),
    [
        # one made hand from the end: half of all deals win for one side, half for the other
        ((290, 290), [[20, 0], [0, 20]], (0.5, 0.5)),
        # three deals of four win for the dealer; after the fourth, a tie, the other side deals.
        # The dealer's chance is a = 3/4 + b/4 with b = a/4
        ((280, 280), [[20, 20, 20, 20], [0, 0, 0, 20]], (0.8, 0.2)),
        # one in four wins at once, else the other side
        ((295, 240), [[5, 0, 0, 0], [0, 60, 60, 60]], (0.25, 0.75)),
    ],
)
def test_one_deal_from_the_end(
    totals: tuple[int, int], points: list[list[int]], wins: tuple[float, float]
) -> None:
    """The dealer's side is the first of the bank and deals the first deal here."""
    forecast = odds(totals, TO_300, Bank(np.array(points, np.int32)), games=20_000)
    assert forecast.chances == pytest.approx(wins, abs=0.015)


def test_a_side_may_lose_by_reaching_minus_the_target() -> None:
    bank = Bank(np.array([[-5], [0]], np.int32))
    ending = Ending(target=21, minus=True)
    assert odds((-20, -30 + 12), ending, bank, games=10).chances == (0, 1)
    endless = odds((-20, 3), Ending(target=21), bank, games=10)
    assert (endless.chances, endless.unfinished) == ((0, 0), 1)


def test_equal_totals_share_the_win_where_the_schedule_is_over() -> None:
    bank = Bank(np.array([[10], [0]], np.int32))
    ending = Ending(goal=Goal.SCHEDULE, deals=1)
    shared = odds((0, 10), ending, bank, games=10)
    assert (shared.wins, shared.unfinished) == ((5, 5), 0)
    assert odds((0, 9), ending, bank, games=10).wins == (10, 0)


def test_a_play_off_goes_on_below_the_target() -> None:
    bank = Bank(np.array([[-20], [-30]], np.int32))
    assert odds((295, 295), TO_300, bank, met=True, games=10).wins == (10, 0)


def test_chances_are_known_before_the_first_hand_and_after_each() -> None:
    played = game(south_makes(7), PASSED, south_makes(7), south_makes(8), south_makes(8))
    course = FORECASTER.course(played)
    assert len(course) == 6
    assert [sum(chances) for chances in course] == pytest.approx([1] * 6)
    assert max(course[0]) - min(course[0]) < 0.1
    assert course[1] == course[2]  # thrown in: the same dealer deals again
    south = [chances[0] for chances in course]
    assert south == sorted(south)
    assert south[-1] > 0.85


def test_a_decided_game_is_won_and_hands_after_it_are_left_out() -> None:
    played = game(south_makes(12), south_makes(12), south_makes(7))
    assert played.course.decided
    course = FORECASTER.course(played)
    assert len(course) == 3
    assert course[-1] == (1, 0, 0, 0)


def test_a_game_that_was_stopped_keeps_its_last_chances() -> None:
    stopped = game(south_makes(7), stopped=True)
    going = game(south_makes(7))
    assert FORECASTER.course(stopped) == FORECASTER.course(going)
    assert 0.3 < FORECASTER.course(stopped)[-1][0] < 0.9


def test_fines_and_corrections_move_the_chances() -> None:
    plain = game(south_makes(7))
    record = DealRecord(plain.deals[0].record.facts, (1, 0, 0, 0))
    fined = read_game(plain.setup, [record])
    assert FORECASTER.course(fined)[-1][0] < FORECASTER.course(plain)[-1][0] - 0.15


def test_the_next_dealer_matters() -> None:
    """The dealer opens the auction; the dealer's chance differs from the others'."""
    fresh = game()
    other = read_game(
        fresh.setup, [DealRecord((), (), fresh.seating.left_of(fresh.seating.dealer))]
    )
    assert FORECASTER.course(other) != FORECASTER.course(fresh)


@pytest.mark.parametrize("goal", [Goal.OPEN, Goal.TIME])
def test_there_are_no_chances_where_only_the_table_knows_the_end(goal: Goal) -> None:
    assert FORECASTER.course(game(south_makes(7), ending=Ending(goal=goal))) == ()


def test_what_was_drawn_once_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    remembering, played = Forecaster(), game(south_makes(7))
    course = remembering.course(played)
    monkeypatch.setattr("scorekeeper.play.deal_bank.odds", None)
    assert remembering.course(played) == course


def test_bid_whist_has_chances_too() -> None:
    course = FORECASTER.course(bid_whist(("4H", 0, "S", 11), ("3NT", 1, "high", 8)))
    assert len(course) == 3
    assert course[0] == pytest.approx((0.5, 0.5), abs=0.05)
    assert course[0][0] < course[1][0] < course[2][0]


def test_the_chances_of_bid_whist_are_those_of_the_tables_own_rules() -> None:
    """If the dealer must bid, no hand is thrown in; every rule changes some deals."""
    usual, must, red, any_time = (
        simulated_games.bank(BID_WHIST, rules, 4)
        for rules in (
            BidWhistRules(),
            BidWhistRules(dealer_must_bid=True),
            BidWhistRules(higher_joker=Joker.RED),
            BidWhistRules(jokers=JokersInNoTrump.ANY_TIME),
        )
    )
    assert usual is not None
    for other in (must, red, any_time):
        assert other is not None
        assert other.points.shape[0] == 2
    assert must is not None
    assert red is not None
    assert any_time is not None
    assert must.points.shape[1] == simulated_games.BANKED > usual.points.shape[1]
    assert red.points.shape == usual.points.shape
    assert (red.points != usual.points).any()
    assert (any_time.points != usual.points).any()


def test_calibration_counts_what_was_foretold_and_what_came_true() -> None:
    """A bank without luck predicts everything; deals against it make it wrong."""
    bank = Bank(np.array([[40], [10]], np.int32))
    reported: list[int] = []
    to_150 = Ending(target=150)
    right = calibration(
        foretold_deals([(0, (40, 10))] * 16, to_150, bank), 2, most=3, progress=reported.append
    )
    assert (right.games, right.forecasts, reported) == (3, 3 * 4 * 2, [1, 1, 1])
    assert (right.brier, right.base) == (0, 0.25)
    assert [(tenth.low, tenth.forecasts, tenth.came_true) for tenth in right.bins] == [
        (0, 12, 0),
        (0.9, 12, 1),
    ]
    wrong = calibration(foretold_deals([(0, (10, 40))] * 16, to_150, bank), 2, most=9)
    assert (wrong.games, wrong.brier > 0.1) == (4, True)
    assert next(wrong.lines()) == "4 games, 32 forecasts"


@pytest.mark.slow
def test_the_chances_are_well_calibrated_over_games_that_the_bank_does_not_hold() -> None:
    """Both games, in every tenth with enough forecasts, and better than equal shares."""
    books: tuple[tuple[Rulebook[Any], int], ...] = ((ISRAELI_WHIST, 40), (BID_WHIST, 20))
    for book, games in books:
        bank = simulated_games.bank(book, book.presets[0].rules, 4)
        assert bank is not None
        rules, players = book.presets[0].rules, ("sensible",) * 4
        setup = Setup(book, rules, book.endings.usual, 4, SOUTH)
        games_foretold = foretold(setup, bank, players, seed=77)
        measured = calibration(games_foretold, len(bank.points), most=games)
        assert measured.brier < 0.9 * measured.base
        for tenth in measured.bins:
            if tenth.forecasts > 250:
                assert abs(tenth.foretold - tenth.came_true) < 0.12


def _broken(*_: object) -> None:
    raise ImportError("a library is missing")


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("play.win_probability.has_numpy", lambda: False),  # NumPy is missing
        ("play.simulated_games.bank", _broken),  # or cannot be imported
        ("play.simulated_games.bank", lambda *_: Bank(np.zeros((4, 0), np.int32))),  # nobody bids
    ],
)
def test_there_are_none_where_no_deal_can_be_simulated(
    monkeypatch: pytest.MonkeyPatch, name: str, instead: Callable[..., object]
) -> None:
    monkeypatch.setattr(f"scorekeeper.{name}", instead)
    assert Forecaster().course(game(south_makes(7))) == ()
