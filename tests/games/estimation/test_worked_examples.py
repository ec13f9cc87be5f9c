"""Estimation: worked examples of the sources as whole hands, and open points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.estimation.estimation_rulebook import Carried
from scorekeeper.games.estimation.variants import EstimationRules
from scorekeeper.rules.script import Earlier

FIRST: list[Any] = ["none", "S:6S", 4, 1, 3]
"""What is said in the first example, from South on, clockwise: 14, over."""
DASH: list[Any] = ["2", "S:7H", 2, 1]  # a dash call of West; 10, under
LOST = [5, 3, 0, 5]  # of the first example: everybody misses


def points(answers: Sequence[Any], earlier: Earlier | None = None, **rules: Any) -> Sequence[int]:
    """The points of a hand that East deals; the turn passes to the left."""
    score = scorekeeper.score(
        "estimation", answers, {"direction": "left", **rules}, dealer="E",
        earlier=earlier or Earlier(),
    )  # fmt: skip
    return score.points


def test_the_last_to_call_may_not_bring_the_calls_to_thirteen() -> None:
    game = scorekeeper.new_game("estimation", {"direction": "left"}, dealer="E")
    for answer in FIRST[:-1]:
        game = game.answer(answer)
    assert game.why_not(2) == "East can't say 2: that would make 13."
    assert game.why_not(7) == "East can't say 7: the call is 6."


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([*FIRST, [6, 4, 1, 2]], (26, 14, 11, -11)),  # East is the only loser; no risk
        (["none", "S:5S", 5, 0, 1, [5, 4, 0, 4]], (25, -11, 20, -13)),  # under; West calls with
        ([*DASH, [7, 0, 3, 3]], (27, 33, -1, -12)),
        ([*FIRST, LOST], (0, 0, 0, 0)),
    ],
)
def test_jawaker(answers: Sequence[Any], expected: Sequence[int]) -> None:
    assert points(answers) == expected


def test_a_hand_that_everybody_missed_doubles_the_next() -> None:
    game = scorekeeper.new_game("estimation", {"direction": "left"}, dealer="E")
    for answer in [*FIRST, LOST]:
        game = game.answer(answer)
    assert (game.totals, game.game.deals[0].after.left) == ((0,) * 4, Carried(2, 0))  # type: ignore[arg-type]
    notice = game.question and game.question.scene.notice
    assert str(notice) == "This hand counts double."
    doubled = points([*FIRST, [6, 4, 1, 2]], game.game.deals[0].after)
    assert doubled == (52, 28, 22, -22)


@pytest.mark.parametrize(
    ("answers", "seat", "expected"),
    [
        (["none", "S:4S", 3, 3, 2, [4, 3, 3, 3]], 0, 27),  # the caller's made 4
        (["none", "S:5S", 4, 2, 1, [5, 4, 2, 2]], 1, 17),  # another's
        (["none", "S:4S", 3, 3, 2, [3, 4, 3, 3]], 0, -11),
    ],
)
def test_the_federation(answers: Sequence[Any], seat: int, expected: int) -> None:
    assert points(answers, scheme="federation-2026", base=13)[seat] == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [([9, 1, 2, 1], 81), ([9, 2, 0, 2], 91), ([7, 1, 3, 2], -42)],  # alone: 91
)
def test_a_call_of_nine_by_house_rules(tricks: list[int], expected: int) -> None:
    answers = ["none", "S:9S", 1, 1, 1, tricks]
    assert points(answers, scheme="house-v1")[0] == expected


# Questions that the sources leave open; each is a house rule, the usual answer first.
@pytest.mark.parametrize(
    ("answers", "rules", "expected"),
    [
        ([*DASH, [7, 1, 2, 3]], {}, (27, -33, 12, -12)),
        ([*DASH, [7, 1, 2, 3]], {"dash_rule": "egypt"}, (27, -23, 12, -12)),
        ([*DASH, [7, 0, 3, 3]], {"dash_rule": "egypt"}, (27, 33, -1, -12)),
        ([*DASH, [7, 0, 3, 3]], {"dash_rule": "tens"}, (27, 30, -1, -12)),
        ([*DASH, [7, 1, 2, 3]], {"dash_rule": "tens"}, (27, -20, 12, -12)),
        ([*DASH, [7, 0, 3, 3]], {"dash_rule": "egypt", "scheme": "federation-2026"},
         (27, 33, -1, -12)),
        ([*DASH, [6, 0, 3, 4]], {}, (-11, 33, -1, -13)),
        ([*DASH, [6, 0, 3, 4]], {"dash_only": True}, (-11, 43, -1, -13)),
        (["none", "S:5S", 5, 0, 1, [5, 4, 0, 4]], {"zero_as_dash": True}, (25, -11, 33, -13)),
        (["none", "S:5S", 5, 0, 1, [5, 4, 0, 4]], {"dash_rule": "tens"}, (25, -11, 20, -13)),
        (["none", "S:5S", 5, 0, 1, [5, 4, 1, 3]], {"dash_rule": "tens"}, (35, -11, -10, -12)),
        (["none", "S:9S", 2, 1, 2, [7, 3, 1, 2]], {"scheme": "classic"}, (-40, -1, 11, 12)),
        (["none", "S:9S", 2, 1, 2, [7, 3, 1, 2]], {"scheme": "classic", "round_up": True},
         (-41, -1, 11, 12)),
        ([*FIRST, LOST], {"lost_scores": True}, (-11, -1, -1, -2)),
    ],
)  # fmt: skip
def test_what_is_open(
    answers: Sequence[Any], rules: dict[str, Any], expected: Sequence[int]
) -> None:
    assert points(answers, **rules) == expected


@pytest.mark.parametrize(
    ("rule", "first"), [("next", "South"), ("before", "North"), ("caller", "West")]
)
def test_who_speaks_first(rule: str, first: str) -> None:
    """East deals the hand; West won the auction of the one before."""
    rules = {"direction": "left", "first_bidder": rule}
    game = scorekeeper.new_game("estimation", rules, dealer="N")
    for answer in ("none", "W:6S", 3, 1, 4, [3, 6, 1, 3]):
        game = game.answer(answer)
    game = game.answer("none")
    step: Any = game.question
    assert (game.dealer, str(step.auction.turn)) == ("E", first)


@pytest.mark.parametrize(
    ("calls", "trumps", "asked"),
    [((8, 2, 1, 1), "H", True), ((7, 2, 2, 1), None, False)],
)
def test_a_call_of_eight_may_change_the_trumps_of_a_fast_hand(
    calls: Sequence[int], trumps: str | None, asked: bool
) -> None:
    rules = EstimationRules(fast_change=True)
    answers: list[Any] = [*calls, *([trumps] if trumps else []), [*calls[:3], calls[3] + 1]]
    score = scorekeeper.score("estimation", answers, rules, number=14, dealer="W")
    assert score.lines[0][0].made is True
    position = scorekeeper.deal("estimation", rules, number=14, dealer="W")
    for call in calls:
        position = position.apply(call)
    assert (position.trick is None) is asked
    if asked:
        turn = position.turn
        position = position.apply(position.legal[2])  # no trump, spades, hearts
        assert position.trick is not None
        assert (str(position.trick.trump), position.trick.leader) == ("hearts", turn)
        end = scorekeeper.play_deal(position)
        assert scorekeeper.load("estimation", scorekeeper.write(end)) == end
