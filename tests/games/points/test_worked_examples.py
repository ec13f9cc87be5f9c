"""Points: worked examples, and the goal of each preset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.rules.ending import Goal


@pytest.mark.parametrize(
    ("rules", "target", "rounds", "totals", "winners"),
    [
        ("plain", 100, [(40, 35, 30), (61, 64, 20)], (101, 99, 50), (0,)),
        ("rummy", 50, [(20, 10, 51)], (20, 10, 51), (1,)),
        ("plain", 100, [(100, 100, 20)], (100, 100, 20), ()),  # play on
    ],
)
def test_the_end(
    rules: str,
    target: int,
    rounds: Sequence[Sequence[int]],
    totals: Sequence[int],
    winners: Sequence[int],
) -> None:
    game = scorekeeper.new_game("points", rules, players=3, target=target)
    for points in rounds:
        game = game.answer(points)
    assert (game.totals, game.winners, game.over) == (totals, winners, bool(winners))


def test_a_round_that_must_add_up_to_26() -> None:
    game = scorekeeper.new_game("points", "of-26")
    assert game.why_not([20, 5, 0, 0]) == "1 point still to assign"


@pytest.mark.parametrize(
    ("preset", "goal", "target", "low", "start"),
    [
        ("plain", Goal.TARGET, 100, False, 0),
        ("rummy", Goal.TARGET, 100, True, 0),
        ("list", Goal.OPEN, 300, False, 0),
        ("of-26", Goal.TARGET, 100, True, 0),
        ("down-501", Goal.TARGET, 100, True, 501),
    ],
)
def test_what_a_preset_is_played_to(
    preset: str, goal: Goal, target: int, low: bool, start: int
) -> None:
    ending: Any = scorekeeper.new_game("points", preset).game.setup.ending
    assert (ending.goal, ending.target, ending.low, ending.start) == (goal, target, low, start)
