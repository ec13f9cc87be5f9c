"""Hearts: worked examples of the sources, as whole hands and as the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.hearts import HeartsEntry, HeartsRules, Moon

POINTS = HeartsRules(entry=HeartsEntry.POINTS)


@pytest.mark.parametrize(
    ("rules", "answers", "points"),
    [
        ("classic", ["W", [2, 5, 0, 6]], (2, 18, 0, 6)),
        ("classic", ["N", [0, 0, 13, 0]], (26, 26, 0, 26)),  # North shoots the moon
        ("new-moon", ["N", [0, 0, 13, 0]], (0, 0, -26, 0)),
        ("jack", ["W", "S", [3, 4, 0, 6]], (-7, 17, 0, 6)),  # the jack and three hearts
    ],
)
def test_a_hand(rules: str, answers: list[Any], points: Sequence[int]) -> None:
    seats = {"S": "1", "W": "2", "N": "3", "E": "4"}
    given = [seats.get(answer, answer) if isinstance(answer, str) else answer for answer in answers]
    assert scorekeeper.score("hearts", given, rules).points == points


def test_points_of_which_nobody_has_the_queen() -> None:
    why = scorekeeper.new_game("hearts", POINTS).why_not([10, 9, 7, 0])
    assert why == "Somebody took the queen: one player has 13 or more."


TWELVE = [
    [18, 3, 0, 5], [16, 0, 5, 5], [16, 5, 0, 5], [16, 0, 5, 5], [0, 18, 3, 5], [5, 16, 0, 5],
    [5, 16, 5, 0], [0, 16, 5, 5], [5, 5, 13, 3], [3, 0, 18, 5], [3, 5, 5, 13], [16, 3, 2, 5],
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "rules", "last", "totals", "winners"),
    [
        ("hearts", POINTS, [0, 13, 7, 6], (103, 100, 68, 67), (3,)),
        ("points", "of-26", [4, 7, 9, 6], (107, 94, 70, 67), (3,)),  # without the queen: by hand
    ],
)
def test_a_tie_for_the_lowest_and_the_hand_that_ends_it(
    game: str, rules: Any, last: list[int], totals: Sequence[int], winners: Sequence[int]
) -> None:
    """103 87 61 61: play on; then the fourth player is lowest alone."""
    played = scorekeeper.new_game(game, rules)
    for hand in TWELVE:
        assert not played.over
        played = played.answer(hand)
    assert (played.totals, played.over) == ((103, 87, 61, 61), False)
    played = played.answer(last)
    assert (played.totals, played.winners) == (totals, winners)


def test_a_hand_in_which_nobody_took_the_queen_is_refused() -> None:
    """Four, seven, nine and six are 26 in all, but nobody has 13."""
    why = scorekeeper.new_game("hearts", POINTS).why_not([4, 7, 9, 6])
    assert why == "Somebody took the queen: one player has 13 or more."


def test_who_passes_in_the_fourth_hand_and_the_fifth() -> None:
    notices = []
    game = scorekeeper.new_game("hearts", POINTS)
    for hand in TWELVE[:5]:
        assert game.question is not None
        notices.append(str(game.question.scene.notice))
        game = game.answer(hand)
    assert notices == [
        "Pass 3 cards to the left.",
        "Pass 3 cards to the right.",
        "Pass 3 cards across.",
        "No cards are passed.",
        "Pass 3 cards to the left.",
    ]


@pytest.mark.parametrize(
    ("rules", "answers"),
    [
        ("classic", ["1"]),
        ("jack", ["2", "1"]),
        (HeartsRules(moon=Moon.CHOICE), ["1", [13, 0, 0, 0]]),
        (HeartsRules(entry=HeartsEntry.POINTS, moon=Moon.CHOICE), [[26, 0, 0, 0]]),
    ],
)
def test_only_the_first_question_says_how_cards_are_passed(
    rules: str | HeartsRules, answers: list[Any]
) -> None:
    game = scorekeeper.new_game("hearts", rules)
    notices = []
    for answer in [*answers, None]:
        assert game.question is not None
        notices.append(game.question.scene.notice)
        if answer is not None:
            game = game.answer(answer)
    assert str(notices[0]) == "Pass 3 cards to the left."
    assert notices[1:] == [None] * len(answers)


@pytest.mark.parametrize(
    ("moon", "players", "sum_"),
    [("classic", 4, 78), ("new-moon", 4, -26), ("rickety-kate", 4, 26), ("classic", 6, 125)],
)
def test_what_a_moon_adds_in_all(moon: str, players: int, sum_: int) -> None:
    hearts = [12 if players == 6 else 13, *[0] * (players - 1)]
    assert sum(scorekeeper.score("hearts", ["1", hearts], moon, players=players).points) == sum_
