"""Oh Hell: the worked examples of its sources, as whole hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.oh_hell import OH_HELL
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules, Trumps
from scorekeeper.engine.games.oh_hell.scoring import SCHEMES
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.ending import Goal
from scorekeeper.engine.rules.game import DealRecord, read_game
from scorekeeper.engine.rules.script import read


def test_four_players_and_ten_cards() -> None:
    """East deals and can't say 1, says 2: one over; 13, 12, 0, 0; then nine cards from South."""
    game = scorekeeper.new_game("oh-hell", "pagat", dealer="E")
    for bid in (3, 2, 4):
        game = game.answer(bid)
    assert game.why_not(1) == "East can't say 1: that would make 10."
    game = game.answer(2).answer([3, 2, 2, 3])
    assert (str(game.scores[0].label), game.scores[0].points) == ("1 over", (13, 12, 0, 0))
    assert (game.dealer, game.question and game.question.scene.total) == ("S", 9)


@pytest.mark.parametrize(
    ("scheme", "bids", "tricks", "points"),
    [
        ("basic", (3, 0, 2, 4), (5, 0, 2, 3), (5, 10, 12, 3)),  # 3 bid and 5 taken: 5; zero: 10
        ("progressive", (4, 4, 1, 2), (4, 2, 2, 2), (26, 2, 2, 14)),
        ("squares", (5, 3, 1, 2), (2, 3, 3, 2), (-9, 19, -4, 14)),
        ("exact", (3, 2, 4, 2), (3, 2, 2, 3), (13, 12, 0, 0)),
        ("tens-penalty", (3, 0, 2, 4), (5, 0, 2, 3), (-30, 5, 20, -40)),
        ("ten-and-off", (3, 0, 2, 4), (2, 2, 2, 4), (-11, -12, 12, 14)),  # mrpikes.com's -11
        ("progressive-penalty", (4, 4, 1, 0), (3, 6, 1, 0), (-14, -24, 11, 10)),
        ("golf", (3, 0, 2, 4), (6, 0, 2, 2), (6, 0, 0, 3)),
    ],
)
def test_schemes_over_ten_cards(
    scheme: str, bids: Sequence[int], tricks: Sequence[int], points: Sequence[int]
) -> None:
    rules = OhHellRules(scheme=SCHEMES[scheme], hooked=False)
    score = scorekeeper.score("oh-hell", [*bids, [*tricks]], rules, dealer="E")
    assert score.points == tuple(points)


def test_a_zero_with_a_point_for_each_of_six_cards() -> None:
    rules = OhHellRules(scheme=SCHEMES["adjusted-zero"], largest=6)
    score = scorekeeper.score("oh-hell", [0, 2, 2, 3, [0, 2, 2, 2]], rules, dealer="E")
    assert score.points == (11, 12, 12, 2)


def test_seven_players_have_seven_cards_and_thirteen_hands() -> None:
    game = scorekeeper.new_game("oh-hell", "pagat", players=7)
    assert game.game.setup.ending.deals == 13
    assert [*OhHellRules().cards(7)] == [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]


BEHIND = Earlier((40, 20, 21, 60))  # South is 20 behind, West 40, North 39, East first


ASKED = "South's blind bid?"


@pytest.mark.parametrize(
    ("rules", "earlier", "why"),
    [
        ({"blind": True}, BEHIND, ASKED),
        ({"blind": True}, Earlier((41, 0, 0, 60)), "A blind bid needs a player 20 behind."),
        ({"blind": True, "blind_deficit": 0}, Earlier((60, 0, 0, 0)), ASKED),
        ({"blind": True, "blind_deficit": 30}, BEHIND, "A blind bid needs a player 30 behind."),
        ({"blind": True, "scheme": SCHEMES["golf"]}, Earlier((9, 0, 0, 0)),
         "A blind bid needs a player 20 behind."),  # the lowest leads
        ({"blind": True, "scheme": SCHEMES["golf"]}, Earlier((20, 0, 0, 0)), ASKED),
        ({}, BEHIND, "“blind” is not a whole number."),  # not played here
    ],
)  # fmt: skip
def test_who_may_bid_before_looking(rules: Any, earlier: Earlier, why: str) -> None:
    """The hand of South, the first to bid; where it is taken, the number is asked for."""
    seating = OH_HELL.seating(4, Seat(3))
    script = OH_HELL.script_after(seating, OhHellRules(**rules), earlier)
    try:
        step = read(script, [{"number": "blind"}]).step
        message = str(step and step.question)
    except scorekeeper.EntryError as refusal:
        message = str(refusal)
    assert message == why


def test_a_made_blind_bid_scores_ten_more() -> None:
    """20 where the scheme has 10; a missed one is as any other."""
    rules = {"blind": True}
    answers: list[Any] = ["blind", 3, "blind", 2, 4, 2, [3, 1, 4, 2]]
    score = scorekeeper.score("oh-hell", answers, rules, dealer="E", earlier=BEHIND)
    assert score.points == (23, 0, 14, 12)
    assert [str(line.reason) for line in score.lines[0]] == [
        "3 made: 10 + 3 = 13",
        "bid blind: +10",
    ]


def test_a_blind_dealer_who_is_barred_bids_one_more() -> None:
    """The number that would fit stays barred; the next one is open."""
    game = scorekeeper.new_game("oh-hell", {"blind": True, "blind_deficit": 0}, dealer="E")
    for bid in (3, 2, 4, "blind"):
        game = game.answer(bid)
    assert str(game.question and game.question.question) == "East's blind bid?"
    assert game.why_not(1) == "East can't say 1: that would make 10."
    assert game.answer(2).answer([3, 2, 3, 2]).totals == (13, 12, 0, 22)


def test_a_blind_bid_stands_though_a_correction_would_bar_it_now() -> None:
    game = scorekeeper.new_game("oh-hell", {"blind": True, "blind_deficit": 10})
    for answer in (0, 0, 5, 6, [5, 5, 0, 0], 0, 4, "blind", 1, 5, [4, 0, 4, 1]):
        game = game.answer(answer)
    first, second = (deal.record.facts for deal in game.game.deals)
    assert game.game.deals[1].flaw is None
    corrected = read_game(
        game.game.setup, [DealRecord((*first[:4], {"tricks": [6, 0, 4, 0]})), DealRecord(second)]
    )
    assert corrected.deals[1].flaw is None


@pytest.mark.parametrize(
    ("answers", "rules", "points"),
    [
        (["S", 3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True}, (26, 24, 0, 0)),
        (["H", 3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True}, (13, 12, 0, 0)),
        ([3, 2, 4, 2, [3, 2, 2, 3]], {"spades_double": True, "trumps": Trumps.SPADES},
         (26, 24, 0, 0)),
        ([3, 2, 4, 2, [3, 2, 2, 3]], {"trumps": Trumps.SPADES}, (13, 12, 0, 0)),
    ],
)  # fmt: skip
def test_spades_double_all_points(
    answers: list[Any], rules: dict[str, Any], points: Sequence[int]
) -> None:
    score = scorekeeper.score("oh-hell", answers, OhHellRules(**rules), dealer="E")
    assert score.points == points


def test_a_spade_that_is_turned_up_is_said_for_the_dealer() -> None:
    """Over whole deals: the trumps are those of the card, and spades count twice."""
    rules = OhHellRules(spades_double=True)
    doubled = 0
    for seed in range(12):
        start = scorekeeper.deal("oh-hell", rules, seed=seed)
        assert [str(option) for option in start.legal] == [_suit(str(start.shown[0]))]
        end = scorekeeper.play(start, "sensible")
        assert end.score is not None
        once = [SCHEMES["exact"].points(end.scene.contract_of(s) or 0, end.taken[s], 10)
                for s, in end.seating.sides]  # fmt: skip
        times = 2 if str(end.shown[0]).startswith("S") else 1
        doubled += times == 2
        assert end.score.points == tuple(times * points for points in once)
        assert scorekeeper.load("oh-hell", scorekeeper.write(end)) == end
    assert doubled > 0


def _suit(card: str) -> str:
    return {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[card[0]]


def test_fists() -> None:
    """All bid at once: the bids may fit, and nobody is told how far they are off."""
    game = scorekeeper.new_game("oh-hell", "fists", dealer="E")
    for bid in (3, 2, 4):
        game = game.answer(bid)
    question = game.question
    assert question is not None
    assert question.scene.notice is not None
    assert str(question.scene.notice) == "Everyone gets 10 cards. All bid at once."
    assert [option.note for option in question.options] == [None] * 11  # type: ignore[attr-defined]
    assert game.answer(1).answer([3, 2, 4, 1]).totals == (13, 12, 14, 11)


def test_ten_cards_in_every_hand_to_101() -> None:
    game = scorekeeper.new_game("oh-hell", "ten-cards", dealer="E")
    ending = game.game.setup.ending
    assert (ending.goal, ending.target) == (Goal.TARGET, 101)
    hands = 0  # South scores 20, and 10 as the dealer, who may not say 10
    while (question := game.question) is not None:
        assert question.scene.total == 10
        game = game.answer(game.legal[-1 if question.asked == 0 else 0])  # South bids all
        if game.question and game.question.kind == "tricks":
            game, hands = game.answer([10, 0, 0, 0]), hands + 1
    assert (game.over, hands, game.winners) == (True, 7, (0,))
    assert max(game.totals) >= 101
