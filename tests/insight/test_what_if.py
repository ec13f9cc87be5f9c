"""Games rescored under other rules, compared with the engine reading them under these rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorekeeper
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.house_rules import AfterAllPass, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import ELHANANI, SCHEMES
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.insight.what_if import alternatives, left_out, rescore, verdict
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, read_game
from scorekeeper.rules.steps import Fact
from tests.conftest import setup_of
from tests.ledger.entry_strategies import histories
from tests.sample_games import PASSED, bid_whist, game, hand, south_makes

PAGAT, WIKIPEDIA, VAX = (ISRAELI_WHIST.preset(key).rules for key in ("pagat", "wikipedia", "vax"))


def flaws(played: Game, rules: IsraeliWhistRules) -> dict[int, str]:
    return {deal.number: str(deal.flaw) for deal in left_out(played, rescore(played, rules))}


@given(st.data())
def test_another_scheme_is_what_the_engine_reads(data: st.DataObject) -> None:
    """The same records under another scheme: totals, courses and points, for random histories."""
    ending = data.draw(st.sampled_from([Ending(target=100), Ending(goal=Goal.DEALS, deals=3)]))
    log, _ = data.draw(histories(Log.of(setup_of("pagat", ending)), 40))
    scheme = data.draw(st.sampled_from([*SCHEMES.values()]))
    played = log.game
    rules = replace(played.setup.rules, scheme=scheme)
    other = rescore(played, rules)
    read = read_game(replace(played.setup, rules=rules), log.records[: len(played.complete)])
    assert [deal.totals for deal in other.deals] == [deal.totals for deal in read.deals]
    assert [deal.course for deal in other.deals] == [deal.course for deal in read.deals]
    assert [deal.score for deal in other.deals] == [deal.score for deal in read.deals]


def test_a_declarer_who_was_held_to_his_bid_is_not_missed_where_he_would_be_asked() -> None:
    played = game(south_makes(7), hand("7C", 2, (0, 2, 3), (0, 3, 8, 2)))
    assert flaws(played, WIKIPEDIA) == {}
    other = rescore(played, WIKIPEDIA)
    assert (played.totals, other.totals) == ((39, 49, -20, -29), (39, 44, -20, -29))


def test_an_auction_that_was_recorded_call_by_call_counts_by_its_end() -> None:
    """The dealer opened and four passes ended it; elsewhere the eldest opens and three end it."""
    calls = ("pass", "6C", "pass", "pass", "pass", "pass")
    contracts: tuple[Fact, ...] = ({"number": 0}, {"number": 1}, {"number": 5})
    played = game((*({"call": call} for call in calls), *contracts, {"tricks": [5, 6, 0, 2]}))
    assert played.deals[0].score is not None
    assert flaws(played, WIKIPEDIA) == {}


def test_a_first_hand_of_spades_with_and_without_bids() -> None:
    """Bids are left aside where the first hand bids itself, and missing where it does not."""
    pagat, home = (SPADES.preset(key).rules for key in ("pagat", "home"))
    played = scorekeeper.new_game("spades", "pagat", dealer="E")
    for answer in (3, 3, 3, 3, 7):
        played = played.answer(answer)
    assert (played.totals, rescore(played.game, home).totals) == ((61, 60), (70, 60))
    unbid = scorekeeper.new_game("spades", "home", dealer="E").answer(7).game
    assert [str(deal.flaw) for deal in left_out(unbid, rescore(unbid, pagat))] == [
        "the hand would have gone on: South's bid?"
    ]


def test_a_blind_bid_of_spades_is_left_out_where_nobody_may_bid_blind() -> None:
    rules = SpadesRules(blind_bid=6, blind_deficit=0)
    played = scorekeeper.new_game("spades", rules, dealer="E")
    for answer in ("blind-bid", 3, 3, 7):
        played = played.answer(answer)
    higher = rescore(played.game, replace(rules, blind_bid_value=60))
    assert (played.totals, higher.totals) == ((121, 60), (61, 60))
    for other in (replace(rules, blind_bid=0), replace(rules, blind_bid=0, blind_nil=False)):
        assert [str(deal.flaw) for deal in left_out(played.game, rescore(played.game, other))] == [
            "the hand would have gone on: North's bid?"
        ]


@pytest.mark.parametrize("rules", [replace(PAGAT, lowest_bid=6), replace(WIKIPEDIA, lowest_bid=6)])
def test_a_bid_that_is_too_low_is_left_out(rules: IsraeliWhistRules) -> None:
    played = game(south_makes(5), south_makes(7))
    assert flaws(played, rules) == {
        1: "5 clubs cannot be bid: the lowest bid is 6 clubs and the highest 13 no trump."
    }
    assert rescore(played, rules).totals[0] == 59


def test_a_declarer_above_his_bid_is_left_out_where_he_is_held_to_it() -> None:
    above: tuple[Fact, ...] = (
        {"bid": "6C", "winner": 0},
        {"number": 8},
        *hand("6C", 0, (0, 2, 1), (8, 0, 3, 2))[1:],
    )
    played = game(above, rules=WIKIPEDIA)
    assert played.totals[0] == 74
    assert flaws(played, PAGAT) == {
        1: "South said 8; here the contract would have been 6",
    }
    assert rescore(played, PAGAT).totals == (0, 0, 0, 0)


def test_hands_that_would_have_gone_on_or_would_not_have_been_are_left_out() -> None:
    thrown_in = game(PASSED)
    assert flaws(thrown_in, VAX) == {1: "the hand would have gone on: Who won the auction?"}
    bonus = replace(PAGAT, passed_out=AfterAllPass.BONUS)
    assert flaws(thrown_in, bonus) == {
        1: "the hand would have gone on: How many tricks did each take?"
    }
    exchanged = game((*PASSED, *south_makes(6)), rules=VAX)
    assert exchanged.totals[0] == 46
    assert flaws(exchanged, PAGAT) == {1: "the hand would have been thrown in"}


def test_a_hand_that_was_fined_is_fined_by_the_other_rules() -> None:
    plain = game(south_makes(7))
    record = DealRecord(plain.deals[0].record.facts, (0, 2, 0, 0))
    fined = read_game(plain.setup, [record])
    assert fined.totals == (59, 30 - 200, -10, 11)
    assert rescore(fined, replace(PAGAT, revoke_fine=40)).totals == (59, 30 - 80, -10, 11)


def test_a_flaw_of_the_game_as_played_stays_and_is_not_counted_as_left_out() -> None:
    flawed = read_game(game().setup, [DealRecord(({"bid": "4C", "winner": 0},))])
    assert flawed.deals[0].flaw is not None
    assert (rescore(flawed, WIKIPEDIA).totals, flaws(flawed, WIKIPEDIA)) == ((0, 0, 0, 0), {})


def test_a_running_hand_is_not_scored() -> None:
    played = game(south_makes(7), south_makes(7)[:2])
    assert len(rescore(played, WIKIPEDIA).deals) == 1


SEVENS = [south_makes(7)] * 6


@pytest.mark.parametrize(
    ("played", "rules", "sentences"),
    [
        # 59 a hand: the sixth passes 300; without the bonus of 10 six times 49 are 294
        (
            game(*SEVENS),
            replace(PAGAT, scheme=ELHANANI),
            ["The game would not be over yet.", "South would be in the lead."],
        ),
        (game(*SEVENS), PAGAT, ["South would have won as well."]),
        (
            game(*SEVENS, rules=replace(PAGAT, scheme=ELHANANI)),
            PAGAT,
            ["The game would already have ended after hand 6."],
        ),
        (game(), PAGAT, []),
        (game(south_makes(7)), WIKIPEDIA, []),
        (game(south_makes(7), stopped=True), WIKIPEDIA, ["South would have won as well."]),
    ],
)
def test_the_end_that_it_would_have_had(
    played: Game, rules: IsraeliWhistRules, sentences: list[str]
) -> None:
    assert [str(sentence) for sentence in verdict(played, rescore(played, rules))] == sentences


def test_a_game_that_would_have_been_over_leaves_the_rest_out_of_the_totals() -> None:
    """Two made zeros of 50 a hand reach 100 in two hands; zeros of 30 do not."""
    zeros = hand("5C", 0, (0, 0, 4), (5, 0, 0, 8))
    low = replace(PAGAT, scheme=replace(PAGAT.scheme, zero_under=30))
    played = game(*[zeros] * 4, rules=low, ending=Ending(target=120))
    assert (played.totals[:2], played.course.decided) == ((140, 120), True)
    other = rescore(played, PAGAT)
    assert other.totals[:3] == (140, 200, 200)
    assert other.course.play_off
    assert [str(sentence) for sentence in verdict(played, other)] == [
        "The game would not be over yet.",
        "West and North would share the lead.",
    ]


def test_another_winner_is_named() -> None:
    zeros = hand("5C", 0, (0, 2, 4), (5, 0, 1, 7))
    high = replace(PAGAT, scheme=replace(PAGAT.scheme, zero_under=20))
    played = game(*[zeros] * 3, rules=high, ending=Ending(goal=Goal.DEALS, deals=3))
    assert played.winners == (0,)
    other = rescore(played, PAGAT)
    assert [str(sentence) for sentence in verdict(played, other)] == [
        "West would have won, not South."
    ]


def test_what_can_be_chosen_instead() -> None:
    keys = [alternative.key for alternative in alternatives(ISRAELI_WHIST)]
    assert keys == [
        *(f"scheme.{key}" for key in SCHEMES),
        *(preset.key for preset in ISRAELI_WHIST.presets if not preset.like),
    ]
    for alternative in alternatives(ISRAELI_WHIST):
        instead = alternative.instead_of(WIKIPEDIA)
        assert instead == (
            replace(WIKIPEDIA, scheme=alternative.rules) if alternative.path else alternative.rules
        )
    assert [alternative.key for alternative in alternatives(BID_WHIST)] == [
        p.key for p in BID_WHIST.presets
    ]


def test_bid_whist_is_scored_again_too() -> None:
    played = bid_whist(("4H", 0, "S", 11), ("3NT", 1, "high", 8))
    other = rescore(played, BID_WHIST.preset("dealer-must-bid").rules)
    assert (other.totals, left_out(played, other)) == (played.totals, ())


@pytest.mark.parametrize(
    ("key", "rules", "facts"),
    [
        (
            "spades",
            {"blind_deficit": 0},
            [{"number": 3}, {"number": "blind"}, {"number": 3}, {"number": 3}, {"number": 7},
             {"number": 0}],
        ),
        (
            "oh-hell",
            {"blind": True, "blind_deficit": 0, "hooked": False},
            [{"number": "blind"}, {"number": 2}, {"number": 3}, {"number": 3}, {"number": 3},
             {"tricks": [3, 2, 2, 3]}],
        ),
    ],
)  # fmt: skip
def test_a_bid_before_looking_stays_one(key: str, rules: dict[str, Any], facts: list[Fact]) -> None:
    given = scorekeeper.house_rules(key, **rules)
    played = scorekeeper.new_game(key, given)
    for fact in facts:
        played = played.answer(fact)
    assert played.scores
    assert rescore(played.game, given).totals == played.totals
    without = scorekeeper.house_rules(key, **{key: rules[key] for key in rules if key != "blind"})
    if key == "oh-hell":  # without blind bids it counts like any other
        assert rescore(played.game, without).totals != played.totals
