"""Hearts: points against numbers written by hand; the moon, the jack, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.engine.games.hearts.rules import HeartsRules, Passing
from scorekeeper.engine.rules.earlier import Earlier


@pytest.mark.parametrize(
    ("rules", "answers", "points"),
    [
        ("classic", ["2", [2, 5, 0, 6]], (2, 18, 0, 6)),
        ("classic", ["3", [0, 0, 13, 0]], (26, 26, 0, 26)),
        ("new-moon", ["3", [0, 0, 13, 0]], (0, 0, -26, 0)),
        ("rickety-kate", ["3", [0, 0, 13, 0]], (0, 0, 26, 0)),
        ({"moon": "choice"}, ["3", [0, 0, 13, 0], "add"], (26, 26, 0, 26)),
        ({"moon": "choice"}, ["3", [0, 0, 13, 0], "off"], (0, 0, -26, 0)),
        ("classic", ["1", [0, 0, 13, 0]], (13, 0, 13, 0)),  # all hearts without the queen
        ("jack", ["2", "1", [3, 0, 4, 6]], (-7, 13, 4, 6)),
        ("jack", ["3", "1", [0, 0, 13, 0]], (16, 26, 0, 26)),  # the jack counts besides
        ("omnibus", ["3", "3", [0, 0, 13, 0]], (0, 0, -26, 0)),  # the jack is part of it
        ("omnibus", ["3", "1", [0, 0, 13, 0]], (-10, 0, 26, 0)),  # no moon without the jack
        ({"jack_value": 10, "jack_floor": "hand"}, ["2", "1", [3, 0, 4, 6]], (0, 13, 4, 6)),
        ({"entry": "points"}, [[2, 18, 0, 6]], (2, 18, 0, 6)),
        ({"entry": "points"}, [[0, 0, 26, 0]], (26, 26, 0, 26)),
        ({"no_trick": 5}, ["2", [2, 5, 0, 6], "no"], (2, 18, -5, 6)),
        ({"no_trick": 5}, ["2", [2, 5, 0, 6], "yes"], (2, 18, 0, 6)),
    ],
)
def test_points(rules: Any, answers: list[Any], points: Sequence[int]) -> None:
    assert scorekeeper.score("hearts", answers, rules).points == points


@pytest.mark.parametrize(
    ("players", "hearts", "points"),
    [(3, [5, 5, 3], (18, 5, 3)), (5, [5, 5, 3, 0, 0], (18, 5, 3, 0, 0)),
     (6, [6, 3, 3, 0, 0, 0], (19, 3, 3, 0, 0, 0)),
     (6, [12, 0, 0, 0, 0, 0], (0, 25, 25, 25, 25, 25))],
)  # fmt: skip
def test_three_to_six_play(players: int, hearts: list[int], points: Sequence[int]) -> None:
    assert scorekeeper.score("hearts", ["1", hearts], players=players).points == points


@pytest.mark.parametrize(
    ("rules", "answers", "refused", "why"),
    [
        ({"entry": "points"}, [], [10, 9, 7, 0],
         "Somebody took the queen: one player has 13 or more."),
        ({"entry": "points"}, [], [13, 9, 1, 0], "3 points still to assign"),
        ({"entry": "points"}, [], [13, 9, 6, 0], "2 points too many"),
        ({}, ["1"], [5, 5, 0, 0], "3 hearts still to assign"),
        ({}, ["1"], [5, 5, 4, 0], "1 heart too many"),
        ({}, ["1"], [14, 0, 0, -1], "South took between 0 and 13."),
        ({}, [], "5", "Who took the queen of spades?"),
    ],
)  # fmt: skip
def test_what_is_refused(rules: Any, answers: list[Any], refused: Any, why: str) -> None:
    game = scorekeeper.new_game("hearts", rules)
    for answer in answers:
        game = game.answer(answer)
    assert game.why_not(refused) == why


@pytest.mark.parametrize(
    ("rules", "totals", "answers", "points"),
    [
        ({"exact": "100"}, (90, 0, 0, 0), ["2", [10, 3, 0, 0]], (-40, 16, 0, 0)),
        ({"exact": "100"}, (40, 0, 0, 0), ["2", [10, 3, 0, 0]], (10, 16, 0, 0)),
        ({"exact": "50-and-100"}, (40, 0, 0, 0), ["2", [10, 3, 0, 0]], (-40, 16, 0, 0)),
        ({"jack_value": 10, "jack_floor": "total"}, (4, 0, 0, 0), ["2", "1", [3, 4, 6, 0]],
         (-4, 17, 6, 0)),
        ({"jack_value": 10, "jack_floor": "total"}, (40, 0, 0, 0), ["2", "1", [3, 4, 6, 0]],
         (-7, 17, 6, 0)),
    ],
)  # fmt: skip
def test_totals_that_count(
    rules: Any, totals: tuple[int, ...], answers: list[Any], points: Sequence[int]
) -> None:
    assert scorekeeper.score("hearts", answers, rules, earlier=Earlier(totals)).points == points


def test_the_lowest_wins_and_a_tie_plays_on() -> None:
    game = scorekeeper.new_game("hearts", target=60)
    for queen, hearts in (("1", [13 - 3, 3, 0, 0]), ("1", [13, 0, 0, 0]), ("1", [8, 5, 0, 0])):
        game = game.answer(queen).answer(hearts)
    assert (game.totals, game.over) == ((44, 34, 26, 26), False)
    game = game.answer("1").answer([7, 6, 0, 0])
    assert (game.totals, game.over, game.game.course.play_off) == ((64, 40, 26, 26), False, True)
    game = game.answer("1").answer([7, 0, 6, 0])
    assert (game.winners, game.game.places) == ((3,), (4, 3, 2, 1))


@pytest.mark.parametrize(
    ("players", "passing", "told"),
    [
        (4, Passing.USUAL, ["left", "right", "across", "no", "left"]),
        (4, Passing.ALWAYS, ["left", "right", "across", "left"]),
        (3, Passing.USUAL, ["left", "right", "no", "left"]),
        (6, Passing.USUAL, ["left", "right", "across", "no"]),
        (4, Passing.NEVER, ["no", "no"]),
    ],
)
def test_to_whom_cards_are_passed(players: int, passing: Passing, told: list[str]) -> None:
    rules = HeartsRules(passing=passing)
    words = {1: "left", players - 1: "right", None: "no"}
    ways = [rules.passed(number, players) for number in range(1, len(told) + 1)]
    assert [words.get(way, "across") for way in ways] == told
