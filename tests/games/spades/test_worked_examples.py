"""Spades: worked examples of the sources as whole hands, and the goal of each preset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
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
