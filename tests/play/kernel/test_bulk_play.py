"""Bulk play: every deal is the one that the scalar engine plays, with the same points."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.estimation.variants import (
    AllPassed,
    DashRule,
    EstimationRules,
    FastCaller,
    FastOrder,
    FirstBidder,
    Length,
    PlayDirection,
    ScoringVariant,
)
from scorekeeper.games.hearts import HEARTS, Exact, Floor, HeartsEntry, HeartsRules, Moon, Passing
from scorekeeper.games.spades.bidding import BLIND
from scorekeeper.games.spades.spades_rulebook import SPADES, Spades
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.games.wizard import WIZARD, WizardRules
from scorekeeper.play.simulation import Bulk, Run
from scorekeeper.play.simulation import played as batch_of
from scorekeeper.play.spades_player import legal_bids
from scorekeeper.rules.bidding_steps import Choice, ContractStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.script import Script
from scorekeeper.wording import say
from tests.deep import DEEP
from tests.play.simulated_runs import whole

DEALS = 5_000 if DEEP else 60
PLAYERS = (("random",), ("sensible",), ("sensible", "random", "random"))

SPADES_TABLES = [
    *(
        (preset.rules, players)
        for preset in SPADES.presets
        for players in (3, 4)
        if (players == 4 or not preset.rules.suicide) and not preset.rules.first_bids_itself
    ),
    (SpadesRules(blind_deficit=0, double_nil=False, no_full=True), 4),
    (SpadesRules(blind_deficit=0, least=5, no_full=True, bag_cancel=True, boston=True), 4),
    (SpadesRules(nil=False, least=4, no_ones=True, ten_for_200=True), 4),
    (SpadesRules(suicide=True, blind_deficit=0, least=6, failed_nil_helps=True), 4),
    (SpadesRules(no_full=True, blind_deficit=0, bag_value=-3, bag_limit=2), 3),
]

HEARTS_TABLES = [
    *((HEARTS.preset("classic").rules, players) for players in HEARTS.players),
    *((preset.rules, 4) for preset in HEARTS.presets[1:]),
    (HeartsRules(passing=Passing.ALWAYS, pass_two=True, jack_value=100, jack_floor=Floor.HAND), 5),
    (HeartsRules(passing=Passing.NEVER, jack_value=9, entry=HeartsEntry.POINTS, no_trick=5), 3),
    (HeartsRules(moon=Moon.CHOICE, no_trick=5, exact=Exact.BOTH, jack_floor=Floor.TOTAL), 6),
]

ESTIMATION_TABLES = [
    *(preset.rules for preset in ESTIMATION.presets),
    EstimationRules(direction=PlayDirection.LEFT, dashes=False, fast_order=FastOrder.SHDCN),
    EstimationRules(first_bidder=FirstBidder.BEFORE, length=Length.MICRO, lost_scores=True),
    EstimationRules(
        scheme=ScoringVariant.POCKET,
        length=Length.MINI,
        fast_change=True,
        fast_caller=FastCaller.NONE,
        dash_rule=DashRule.EGYPT,
        round_up=True,
    ),
    EstimationRules(
        scheme=ScoringVariant.CLASSIC,
        first_bidder=FirstBidder.CALLER,
        length=Length.MINI,
        fast_change=True,
        all_passed=AllPassed.DOUBLE,
        zero_as_dash=True,
        dash_only=True,
    ),
    EstimationRules(
        scheme=ScoringVariant.HOUSE,
        first_bidder=FirstBidder.BEFORE,
        fast_caller=FastCaller.NONE,
        base=0,
        dash_rule=DashRule.TENS,
        dash_only=True,
    ),
]

WIZARD_TABLES = [
    *((preset.rules, players) for preset in WIZARD.presets for players in WIZARD.players),
    (WizardRules(hooked=True, sizes=(20, 1, 19, 2)), 3),  # the whole pack, and nearly
    (WizardRules(bomb=True, hands=3, sizes=(14, 15)), 4),
]


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.slow
def test_spades_in_bulk_is_spades_one_after_another(names: tuple[str, ...]) -> None:
    """Blind nils are bid, too, if a side need not be behind."""
    deals = 1 + DEALS // len(SPADES_TABLES) // len(PLAYERS)
    for rules, players in SPADES_TABLES:
        compare("spades", rules, (names * players)[:players], deals)


def test_a_hand_without_bids_is_not_played_in_bulk() -> None:
    """Chances come from the later hands of such a game, which are."""
    home, players = SPADES.preset("home").rules, ("sensible",) * 4
    assert Run(whole("spades"), home, 2, players).bulk is None
    later = Bulk.of(SPADES).later(home)
    assert Run(whole("spades"), later, 2, players).bulk is not None


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.slow
def test_hearts_in_bulk_is_hearts_one_after_another(names: tuple[str, ...]) -> None:
    """Three to six players, with cards passed in every direction and in none."""
    deals = 1 + DEALS // len(HEARTS_TABLES) // len(PLAYERS)
    for rules, players in HEARTS_TABLES:
        compare("hearts", rules, (names * players)[:players], deals)


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.slow
def test_estimation_in_bulk_is_estimation_one_after_another(names: tuple[str, ...]) -> None:
    """With an auction and without, to the right and to the left, under every house rule."""
    deals = 1 + DEALS // len(ESTIMATION_TABLES) // len(PLAYERS)
    for rules in ESTIMATION_TABLES:
        compare("estimation", rules, (names * 4)[:4], deals)


@pytest.mark.parametrize(
    ("deal", "rules"),
    [
        (968_231, EstimationRules()),  # the eldest has made a dash call
        (24_630_663, EstimationRules(length=Length.NORMAL, dashes=False)),
    ],
)
def test_a_hand_in_which_all_passed_is_thrown_in(deal: int, rules: EstimationRules) -> None:
    """It is one random hand of millions; sensible players always bid."""
    run = compare("estimation", rules, ("random",) * 4, 1, first=deal)
    assert [row.thrown_in for row in batch_of(run, deal, 1).rows()] == [True]


@pytest.mark.parametrize("names", PLAYERS, ids="-".join)
@pytest.mark.slow
def test_wizard_in_bulk_is_wizard_one_after_another(names: tuple[str, ...]) -> None:
    """Wizards and Jesters are led, followed with, thrown away and turned up."""
    deals = 1 + DEALS // len(WIZARD_TABLES) // len(PLAYERS)
    for rules, players in WIZARD_TABLES:
        compare("wizard", rules, (names * players)[:players], deals)


@pytest.mark.parametrize(
    "deal",
    [
        122,  # a Wizard and a Jester are left, with a trick that nobody wants
        114,  # a Wizard is turned up, then another one
        5087,  # three Wizards are turned up
    ],
)
def test_hands_of_wizard_that_come_once_in_hundreds(deal: int) -> None:
    compare("wizard", WizardRules(sizes=(5,)), ("sensible",) * 4, 1, deal)


def compare(key: str, rules: Any, names: tuple[str, ...], deals: int, first: int = 7) -> Run:
    """Compare rows, summary and CSV of the bulk simulator with those of the scalar engine."""
    run = Run(whole(key), rules, first + deals, names, seed=9)
    assert run.bulk is not None
    fast, slow = (batch_of(each, first, deals) for each in (run, replace(run, records=True)))
    assert [*fast.rows()] == [*slow.rows()]
    assert (fast.summary(run.sides), fast.csv()) == (slow.summary(run.sides), slow.csv())
    return run


def test_bids_that_the_kernel_does_not_know_are_left_to_the_scalar_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A script that offers another word, or skips a player, is not played in bulk."""

    def with_another_word(self: Spades, *given: Any) -> Script:
        script = usual(self, *given)
        step = next(script)
        assert isinstance(step, ContractStep)
        word = Choice("half", "half", say("Blind nil"), say("Blind nil"))
        return (yield from _after(script, step._replace(words=(word,))))

    def without_the_first(self: Spades, *given: Any) -> Script:
        script = usual(self, *given)
        next(script)
        return (yield from _after(script, script.send(BLIND)))

    usual = Spades.script
    run = Run(whole("spades"), SpadesRules(blind_deficit=0), 1, ("random",) * 4)
    for script in (with_another_word, without_the_first):
        monkeypatch.setattr(Spades, "script", script)
        legal_bids.cache_clear()
        assert Run(run.game, run.rules, 1, run.players).bulk is None
    monkeypatch.undo()
    legal_bids.cache_clear()
    assert run.bulk is not None


def _after(script: Script, step: Any) -> Script:
    """Ask `step`, then go on with a script that has been started."""
    while True:
        answer = yield step
        try:
            step = script.send(answer)
        except StopIteration as end:
            score: DealScore = end.value
            return score


def test_a_moon_in_bulk_has_the_points_of_a_moon() -> None:
    """Random players shoot the moon now and then: 26 for each of the others."""
    run = Run(whole("hearts"), HEARTS.presets[0].rules, 20_000, ("random",) * 4)
    points = [row.points for row in batch_of(run, 0, 20_000).rows() if sum(row.points) != 26]
    assert {*map(tuple, map(sorted, points))} == {(0, 26, 26, 26)}


@pytest.mark.parametrize("game", ["spades", "hearts", "wizard", "estimation"])
def test_the_library_plays_in_bulk(game: str) -> None:
    """Twenty thousand hands one after another would take a minute."""
    assert scorekeeper.simulate(game, 20_000, "sensible").deals == 20_000
