"""Call Break and Call Bridge: the sources' examples, in tenths of a point."""

from __future__ import annotations

import pytest

import scorekeeper
from scorekeeper.games.call_break import CALL_BREAK, CallBreakRules
from scorekeeper.insight.needs import needs

NEPAL, SHORTFALL, WHOLE, _, BRIDGE, HOME = (preset.rules for preset in CALL_BREAK.presets)


@pytest.mark.parametrize(
    ("rules", "call", "taken", "tenths"),
    [
        (NEPAL, 4, 5, 41),  # printed
        (NEPAL, 5, 3, -50),  # printed
        (NEPAL, 1, 13, 22),
        (SHORTFALL, 5, 3, -20),
        (WHOLE, 4, 6, 40),
        (BRIDGE, 5, 5, 50),  # printed, down to 8 called and 9 taken
        (BRIDGE, 5, 6, 50),
        (BRIDGE, 5, 4, -50),
        (BRIDGE, 5, 7, -50),
        (BRIDGE, 8, 9, 130),
        (BRIDGE, 8, 10, -80),
        (HOME, 4, 7, 40),
        (HOME, 4, 8, -40),  # twice the call
        (HOME, 8, 9, 160),
        (HOME, 7, 6, -70),
    ],
)
def test_points_are_whole_tenths(rules: CallBreakRules, call: int, taken: int, tenths: int) -> None:
    points = rules.points(call, taken)
    assert (points, type(points)) == (tenths, int)


def test_five_hands_add_up_to_seven_point_three() -> None:
    """2.1, -3, 4, 1.2 and 3 of South; the rest goes to West, who called 1."""
    game = scorekeeper.new_game("call-break")
    for call, taken in ((2, 3), (3, 2), (4, 4), (1, 3), (3, 3)):
        calls = {0: call, 1: 1, 2: 1, 3: 1}
        while game.question is not None and game.question.asked is not None:
            game = game.answer(calls[game.question.asked])
        game = game.answer([taken, 13 - taken - 2, 1, 1])
    assert (game.totals[0], game.over) == (73, True)
    reasons = [str(score.lines[0][0].reason) for score in game.scores]
    assert reasons == [
        "said 2, took 3: +2.1",
        "said 3, took 2: -3.0",
        "said 4, took 4: +4.0",
        "said 1, took 3: +1.2",
        "said 3, took 3: +3.0",
    ]


@pytest.mark.parametrize(
    ("preset", "low", "high"), [("nepal", 1, 8), ("shortfall", 1, 13), ("call-bridge", 2, 12)]
)
def test_the_range_of_calls(preset: str, low: int, high: int) -> None:
    game = scorekeeper.new_game("call-break", preset)
    allowed = [call for call in range(14) if not game.why_not(call)]
    assert allowed == [*range(low, high + 1)]
    assert game.why_not(0) == f"A call is a number from {low} to {high}."


def test_nobody_calls_in_the_first_hand_at_home() -> None:
    game = scorekeeper.new_game("call-break", "call-bridge-house").answer([5, 4, 3, 1])
    assert game.totals == (50, 40, 30, 10)
    assert str(game.scores[0].lines[0][0].reason) == "5 tricks without a call: +5.0"
    assert game.question is not None
    assert game.question.asked is not None


def test_the_player_on_the_right_calls_first_and_in_lakdi_the_one_on_the_left() -> None:
    first = [scorekeeper.new_game("call-break", rules).question for rules in ("nepal", "lakdi")]
    assert [str(question.asked) for question in first if question] == ["East", "West"]


def test_the_lowest_call_is_not_above_the_highest() -> None:
    with pytest.raises(ValueError, match="contradict"):
        scorekeeper.house_rules("call-break", least=9, most=8)


def test_the_distance_to_the_leader_has_tenths() -> None:
    game = scorekeeper.new_game("call-break")
    for answer in (2, 2, 5, 4, [5, 3, 2, 3]):  # from the dealer's right: East, North, West, South
        game = game.answer(answer)
    assert game.totals == (41, -50, 20, 21)
    told = [str(need.sentence) for need in needs(game.game) or ()]
    assert told[:2] == ["2.0 ahead, 4 hands left", "9.1 behind, 4 hands left"]
