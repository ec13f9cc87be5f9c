"""Points: sums, multiples, sides, and the three ways to win."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import scorekeeper
from scorekeeper.games.points_sheet import POINTS_SHEET, PointsRules, Sides, Wins
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.script import Earlier
from scorekeeper.seating import Seat


@pytest.mark.parametrize(
    ("wins", "target", "rounds", "totals", "winners"),
    [
        ("high", 100, [(40, 35, 30), (61, 64, 20)], (101, 99, 50), (0,)),
        ("low", 50, [(20, 10, 51)], (20, 10, 51), (1,)),
        ("high", 100, [(100, 100, 20)], (100, 100, 20), ()),  # level: play on
        ("high", 100, [(100, 100, 20), (0, 5, 0)], (100, 105, 20), (1,)),
        ("down", 100, [(500, 100, 0), (2, 0, 0)], (-1, 401, 501), (0,)),  # from 501
    ],
)
def test_the_end_of_a_game(
    wins: str,
    target: int,
    rounds: Sequence[Sequence[int]],
    totals: Sequence[int],
    winners: Sequence[int],
) -> None:
    rules = {"wins": wins}
    game = scorekeeper.new_game("points", rules, players=3, target=target)
    for points in rounds:
        game = game.answer(points)
    assert (game.totals, game.winners, game.over) == (totals, winners, bool(winners))


@pytest.mark.parametrize(
    ("rules", "points", "why"),
    [
        ({"sum": 26}, [20, 5, 0, 0], "1 point still to assign"),
        ({"sum": 26}, [20, 5, 3, 0], "2 points too many"),
        ({"multiple": 5}, [20, 4, 0, 0], "West: 4 is not a multiple of 5."),
        ({}, [20, 100_000, 0, 0], "Points are a number from -9999 to 99999."),
        ({}, [20, "", 0, 0], "West still has no points."),
        ({}, [20, 1, 0], "4 numbers are needed, not 3."),
        ({}, [20, "1.5", 0, 0], "“1.5” is not a whole number."),
        ({}, [20, "10+", 0, 0], "“10+” is not a whole number."),
        ({}, [20, "9999999+1", 0, 0], "Points are a number from -9999 to 99999."),
        ({"sum": 26}, ["10+15-8", "4 + 5", "+1-1", "-2-3+5"], None),
        ({}, [-9999, 99_999, 0, 0], None),
    ],
)
def test_what_may_be_entered(rules: dict[str, int], points: list[int], why: str | None) -> None:
    assert scorekeeper.new_game("points", rules).why_not(points) == why


@pytest.mark.parametrize(
    ("sides", "own", "players", "together"),
    [
        (Sides.ALONE, "1 2", 3, [[0], [1], [2]]),
        (Sides.TWO, "1 2", 5, [[0, 2, 4], [1, 3]]),
        (Sides.THREE, "1 2", 6, [[0, 3], [1, 4], [2, 5]]),
        (Sides.OWN, "1 2 2 1", 5, [[0, 3], [1, 2], [4]]),  # the fifth player is alone
        (Sides.OWN, "1 1", 2, [[0], [1]]),  # one side alone is no game
        (Sides.TWO, "1 2", 10, [[0, 2, 4, 6, 8], [1, 3, 5, 7, 9]]),
    ],
)
def test_who_scores_together(
    sides: Sides, own: str, players: int, together: list[list[int]]
) -> None:
    rules = PointsRules(sides=sides, own_sides=own)
    seating = POINTS_SHEET.seating(players, Seat(0), rules)
    assert [[*map(int, side)] for side in seating.sides] == together


def test_the_deal_passes_or_stays() -> None:
    moving, staying = (
        scorekeeper.new_game("points", {"deal_moves": moves}).answer([1, 2, 3, 4])
        for moves in (True, False)
    )
    assert (moving.dealer, staying.dealer) == ("W", "S")


def test_the_words_of_an_ending() -> None:
    descriptions = [
        str(POINTS_SHEET.agreed(Ending(goal=goal, target=50), PointsRules(wins=wins), 3).describe())
        for wins in (Wins.LOW, Wins.DOWN)
        for goal in (Goal.TARGET, Goal.OPEN)
    ]
    assert descriptions == [
        "The game ends when somebody has 50 points or more; the lowest total wins.",
        "The game ends when the table stops it; the lowest total wins.",
        "Everyone begins with 501 points, and the game ends when somebody has none left; "
        "the lowest total wins.",
        "The game ends when the table stops it; the lowest total wins.",
    ]


def test_a_hand_by_itself_has_no_earlier_totals() -> None:
    assert (Earlier().total(2), Earlier((1, 2, 3)).total(2)) == (0, 3)
