"""Spades: worked examples of the sources as whole hands, and the goal of each preset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.rules.ending import Goal
from scorekeeper.rules.script import Earlier


@pytest.mark.parametrize(
    ("taken", "total", "bags"),
    [(7, 389, 9), (8, 290, 0), (9, 291, 1)],  # pagat.com: 337 points with 7 bags, 5 bid
)
def test_pagats_own(taken: int, total: int, bags: int) -> None:
    score = scorekeeper.score(
        "spades", [3, 3, 2, 2, taken], "pagat", dealer="E", earlier=Earlier((337, 0), (7, 0))
    )
    assert (337 + score.points[0], score.left) == (total, (bags, max(13 - taken - 5, 0)))


@pytest.mark.parametrize(
    ("answers", "rules", "points", "bags"),
    [
        ([0, 4, 4, 4, 5, 0], {}, 141, 1),  # nil made, the partner bid 4, the side took 5
        ([0, 4, 5, 4, 5, 1], {}, -149, 1),  # nil took one, the partner 4 of 5
        ([0, 4, 5, 4, 5, 1], {"failed_nil_helps": True}, -50, 0),
        ([4, 4, 3, 3, 6], {}, -70, 0),  # 7 bid and 6 taken
        ([0, 6, 0, 6, 1, 1], {}, 1, 1),  # both nil, one took one
        ([0, 6, 0, 6, 1, 0], {}, 1, 1),
    ],
)
def test_a_side_in_one_hand(
    answers: list[Any], rules: dict[str, Any], points: int, bags: int
) -> None:
    score = scorekeeper.score("spades", answers, rules, dealer="E")
    assert (score.points[0], score.left[0]) == (points, bags)  # type: ignore[index]


@pytest.mark.parametrize(
    ("answers", "rules", "points", "bags"),
    [
        (["blind-bid", 3, 4, 6], {}, (120, 70), (0, 0)),  # one says it for both
        (["blind-bid", 3, 4, 8], {}, (122, -70), (2, 0)),  # what is more are bags
        (["blind-bid", 3, 4, 5], {}, (-120, 71), (0, 1)),  # a miss costs double, too
        ([3, "blind-bid", 3, 6], {}, (60, 121), (0, 1)),
        (["blind-bid", "blind-bid", 6], {}, (120, 121), (0, 1)),
        (["blind-bid", 3, 4, 7], {"blind_bid": 7, "blind_bid_value": 140}, (140, -70), (0, 0)),
        (["blind-bid", 0, 4, 6, 0], {}, (120, 143), (0, 3)),  # a nil on the other side
    ],
)
def test_a_side_that_bids_blind(
    answers: list[Any], rules: dict[str, Any], points: tuple[int, int], bags: tuple[int, int]
) -> None:
    given = {"blind_bid": 6, "blind_deficit": 0} | rules
    score = scorekeeper.score("spades", answers, given, dealer="E")
    assert (score.points, score.left) == (points, bags)


@pytest.mark.parametrize(
    ("answer", "rules", "points"),
    [
        (7, {}, (70, 60)),
        (13, {}, (130, 0)),  # no nil for those who take none
        (10, {"ten_for_200": True}, (100, 30)),  # nobody has bid ten
        ([5, 0, 4, 4], {"solo": True}, (50, 0, 40, 40)),
    ],
)
def test_a_first_hand_that_bids_itself(
    answer: Any, rules: dict[str, Any], points: tuple[int, ...]
) -> None:
    """It asks only for the tricks; bags begin with the second hand."""
    game = scorekeeper.new_game("spades", {"first_bids_itself": True} | rules, dealer="E")
    game = game.answer(answer)
    assert (game.totals, game.game.deals[0].after.left) == (points, (0,) * len(points))
    assert game.question is not None
    assert str(game.question.question) == "West's bid?"


def test_the_figures_of_a_hand_without_bids_and_of_a_blind_bid() -> None:
    """Neither is a bid of a player's own."""
    rules = {"first_bids_itself": True, "blind_bid": 6, "blind_deficit": 0}
    game = scorekeeper.new_game("spades", rules, dealer="E")
    for answer in (7, "blind-bid", 0, 4, 5, 0):  # West bids for East, too; North a nil, South four
        game = game.answer(answer)
    first, second = (
        sorted((int(seat), key, value) for seat, key, value in SPADES.statistics.cases(deal, None))
        for deal in game.game.complete
    )
    assert first == [(seat, "penalty", 0) for seat in range(4)]
    assert [case for case in second if case[1] in ("own", "nil", "blind")] == [
        (0, "own", 4),
        (2, "nil", 1),
    ]
    assert [case for case in second if case[1] == "made"] == [
        (seat, "made", 1) for seat in range(4)
    ]


def test_eight_bags_and_three_more() -> None:
    """They cost 100 and leave one."""
    score = scorekeeper.score(
        "spades", [3, 3, 2, 2, 8], "pagat", dealer="E", earlier=Earlier((0, 0), (8, 0))
    )
    assert (score.points[0], score.left) == (50 + 3 - 100, (1, 0))


@pytest.mark.parametrize(
    ("preset", "target", "floor", "totals"),
    [
        ("pagat", 500, None, (500, 150)),
        ("openspiel", 500, -350, (500, 150)),
        ("short", 200, None, (200, 60)),
        ("fast", 60, -60, (100, 30)),
    ],
)
def test_what_a_preset_is_played_to(
    preset: str, target: int, floor: int | None, totals: Sequence[int]
) -> None:
    """South and North score 10 in every hand, the others 3."""
    game = scorekeeper.new_game("spades", preset)
    ending = game.game.setup.ending
    assert (ending.goal, ending.target, ending.floor) == (Goal.TARGET, target, floor)
    while (question := game.question) is not None:
        game = game.answer(10 if question.asked is None else (5, 2, 5, 1)[question.asked])
    assert game.totals == totals


def test_a_floor_ends_a_fast_game() -> None:
    game = scorekeeper.new_game("spades", "fast", dealer="E")
    for answer in (4, 1, 4, 1, 4):  # 8 bid, 4 taken; the others 2 bid, 9 taken
        game = game.answer(answer)
    assert (game.totals, game.over, game.winners) == ((-80, 27), True, (1,))
