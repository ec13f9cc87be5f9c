"""Romanian Whist: the worked examples of its sources, as hands and runs of hands."""

from __future__ import annotations

from typing import Any

import pytest

import scorekeeper
from scorekeeper.engine.games.romanian_whist.house_rules import RomanianWhistRules, Streak
from scorekeeper.engine.rules.earlier import Earlier


def test_four_players_have_twenty_four_hands() -> None:
    game = scorekeeper.new_game("romanian-whist", players=4)
    assert game.game.setup.ending.deals == 24
    assert [*RomanianWhistRules().cards(4)][:15] == [1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8, 7]


def test_four_cards_of_which_three_are_bid() -> None:
    """Two and one: the dealer can't say 1."""
    game = scorekeeper.new_game("romanian-whist", "short", players=3, dealer="S")
    for answer in (0, 0, 0, [1, 0, 0], 0, 0, 0, [2, 0, 0], 0, 0, 0, [3, 0, 0]):
        game = game.answer(answer)
    game = game.answer(2).answer(1)
    assert game.why_not(1) == "South can't say 1: that would make 4."


def test_a_made_three_and_two_off() -> None:
    score = scorekeeper.score(
        "romanian-whist", [3, 3, 1, [3, 1, 1]], players=3, number=7, dealer="N"
    )
    assert score.points == (8, -2, 6)


@pytest.mark.parametrize(
    ("number", "points", "left"),
    [
        (6, (17, -11, 6), (5, -5, 1)),  # two made, and ten for the fifth in a row; a fifth miss
        (1, (6, -1, 5), (4, -4, 0)),  # one card: the runs stand
    ],
)
def test_the_fifth_in_a_row(number: int, points: tuple[int, ...], left: tuple[int, ...]) -> None:
    rules = RomanianWhistRules(streak=Streak.ONCE, bonus=10)
    earlier = Earlier((0, 0, 0), (4, -4, 0))
    answers: list[Any] = [2, 0, 1, [2, 1, 1]] if number > 1 else [1, 1, 0, [1, 0, 0]]
    score = scorekeeper.score(
        "romanian-whist", answers, rules, players=3, number=number, dealer="N", earlier=earlier
    )
    assert (score.points, score.left) == (points, left)


def test_two_last_hands_that_nobody_looks_at() -> None:
    """One card each, after the schedule; the bids do not fit, and there is a card for trumps."""
    rules = RomanianWhistRules(forehead=True)
    assert rules.cards(3)[-5:] == (1, 1, 1, 1, 1)
    assert len(rules.cards(3)) == 3 * 3 + 12 + 2
    game = scorekeeper.new_game("romanian-whist", rules, players=3)
    assert game.game.setup.ending.deals == 23
    start = scorekeeper.deal("romanian-whist", rules, players=3, number=23)
    assert start.asking is not None
    assert str(start.asking.scene.notice) == "Everyone gets one card. Nobody looks at their own."
