"""The scoring of Wizard: points, lengths, and the last hand."""

from __future__ import annotations

import pytest

import scorekeeper
from scorekeeper.engine.games.wizard import WIZARD, WizardRules, line


@pytest.mark.parametrize(
    ("bid", "taken", "points", "why"),
    [
        (0, 0, 20, "0 made: 20"),
        (3, 3, 50, "3 made: 20 + 10 x 3 = 50"),
        (3, 5, -20, "said 3, took 5: -20"),
        (4, 1, -30, "said 4, took 1: -30"),
        (0, 2, -20, "said 0, took 2: -20"),
        (20, 20, 220, "20 made: 20 + 10 x 20 = 220"),
    ],
)
def test_points(bid: int, taken: int, points: int, why: str) -> None:
    found = line(bid, taken)
    assert (found.points, str(found.reason), found.made) == (points, why, bid == taken)


@pytest.mark.parametrize(
    ("players", "hands", "length"),
    [(3, None, 20), (4, None, 15), (5, None, 12), (6, None, 10), (3, 7, 7), (6, 20, 10)],
)
def test_how_many_hands(players: int, hands: int | None, length: int) -> None:
    assert WIZARD.length(WizardRules(hands=hands), players) == length


def test_the_last_hand_has_no_trumps() -> None:
    first = scorekeeper.new_game("wizard", players=3).question
    assert first is not None
    assert str(first.scene.notice) == "Everyone gets one card."
    last = scorekeeper.score("wizard", [6, 7, 7, [7, 6, 7]], players=3, number=20)
    assert last.points == (90, 80, 90)


@pytest.mark.parametrize(
    ("rules", "why"),
    [("printed", None), ("hooked", "South can't say 0: that would make 1.")],
)
def test_the_hook_is_a_house_rule(rules: str, why: str | None) -> None:
    game = scorekeeper.new_game("wizard", rules, players=3)
    assert game.answer(1).answer(0).why_not(0) == why


def test_a_game_of_two_hands() -> None:
    game = scorekeeper.new_game("wizard", WizardRules(hands=2), players=3)
    game = game.answer(1).answer(0).answer(0).answer([0, 1, 0])
    question = game.question
    assert question is not None
    assert str(question.scene.notice) == "Everyone gets 2 cards."
    game = game.answer(0).answer(2).answer(1).answer([1, 1, 0])
    assert (game.totals, game.over, game.winners) == ((10, 60, 40), True, (1,))
