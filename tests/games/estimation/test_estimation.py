"""Estimation: worked examples, the parts of each scoring, and barred answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION, Carried
from scorekeeper.games.estimation.scoring import Hand, calls_of, lines, times_after
from scorekeeper.games.estimation.variants import PRESETS, EstimationRules, Length, ScoringVariant
from scorekeeper.rules.script import Earlier

ALL_PASSED = {"bid": "pass"}


def points(
    scheme: str,
    numbers: Sequence[int],
    tricks: Sequence[int],
    *,
    dashes: Sequence[int] = (),
    last: int = 3,
    top: int | None = -1,
    times: int = 1,
    fast: bool = False,
    base: int = 10,
) -> tuple[int, ...]:
    """The points of a hand, by seat; the highest call is the caller's."""
    rules = EstimationRules(scheme=ScoringVariant(scheme), base=base)
    most = max(numbers) if top == -1 else top
    hand = Hand(calls_of(numbers, tricks, dashes, most, last), times, fast)
    return tuple(sum(line.points for line in own) for own in lines(hand, rules))


@pytest.mark.parametrize(
    ("scheme", "numbers", "tricks", "more", "expected"),
    [
        ("jawaker", (6, 4, 1, 3), (6, 4, 1, 2), {}, (26, 14, 11, -11)),  # 14, over; no risk
        ("jawaker", (5, 5, 0, 1), (5, 4, 0, 4), {}, (25, -11, 20, -13)),  # 11, under
        ("jawaker", (7, 0, 2, 1), (7, 0, 3, 3), {"dashes": (1,)}, (27, 33, -1, -12)),
        ("jawaker", (6, 4, 1, 3), (5, 3, 2, 2), {}, (0, 0, 0, 0)),  # nobody made it
        ("jawaker", (6, 4, 1, 3), (6, 4, 1, 2), {"times": 2}, (52, 28, 22, -22)),
        ("jawaker", (7, 0, 4, 3), (7, 1, 2, 3), {"dashes": (1,)}, (27, -25, -2, 13)),  # over
        ("jawaker", (7, 0, 2, 1), (7, 1, 2, 3), {"dashes": (1,)}, (27, -33, 12, -12)),
        ("pocket", (6, 4, 1, 3), (6, 4, 1, 2), {}, (26, 14, 11, -21)),
        ("pocket", (9, 2, 1, 2), (9, 2, 1, 1), {}, (81, 12, 11, -21)),
        ("pocket", (9, 2, 1, 2), (8, 2, 1, 2), {}, (-50, 12, 11, 12)),
        ("pocket", (3, 3, 3, 5), (3, 3, 3, 4), {"fast": True}, (13, 13, 13, -31)),
        ("pocket", (4, 4, 4, 2), (4, 4, 4, 1), {"fast": True}, (48, 48, 48, -42)),
        ("classic", (6, 4, 0, 2), (6, 4, 0, 3), {}, (26, 14, 30, -11)),  # a zero is a dash
        ("classic", (9, 2, 1, 2), (7, 3, 1, 2), {}, (-40, -1, 11, 12)),  # half of 81
        ("house-v1", (9, 1, 1, 0), (9, 1, 3, 0), {"last": 2}, (81, 11, -22, 20)),
        ("house-v1", (9, 2, 1, 2), (7, 3, 2, 1), {}, (0, 0, 0, 0)),
        ("house-v1", (9, 2, 1, 2), (7, 3, 1, 2), {}, (-42, -1, 11, 12)),
        ("house-v1", (9, 2, 1, 2), (9, 1, 2, 1), {}, (91, -1, -1, -1)),
        ("house-v1", (9, 2, 1, 2), (9, 1, 2, 1), {"times": 2}, (91, -2, -2, -2)),
    ],
)
def test_points(
    scheme: str,
    numbers: Sequence[int],
    tricks: Sequence[int],
    more: dict[str, Any],
    expected: Sequence[int],
) -> None:
    assert points(scheme, numbers, tricks, **more) == expected


@pytest.mark.parametrize(
    ("scheme", "more", "described", "wins"),
    [
        # the risk of the last caller grows with every two tricks
        ("jawaker", (7, 7, 7, 3), "10 more for every two tricks between the calls and 13", 60),
        ("classic", (7, 8, 6, 3), "The risk is 40 at most", 50),
        ("federation-2026", (6, 6, 5, 3), "20 if they are four or more", 30),
        # a call of 8 has neither risk nor the caller's points in the classic scoring
        ("classic", (7, 5, 5, 8), "a call of 8 or more has none", 64 + 10),
        ("classic", (7, 5, 5, 8), "A call from 8 to 13 wins or loses nothing more as the caller's",
         64 + 10),
        ("classic", (6, 1, 5, 0), "A call of 0 counts as a dash call", 30),
    ],
)  # fmt: skip
def test_the_rules_in_words_give_the_points(
    scheme: str, more: Sequence[int], described: str, wins: int
) -> None:
    rules = next(preset.rules for preset in PRESETS if preset.key == scheme)
    assert any(described in str(sentence) for sentence in ESTIMATION.describe(rules)[-1].sentences)
    tricks = [number + 1 for number in more[:3]] + [more[3]]
    scored = points(scheme, more, tricks, base=rules.base, top=max(more))
    assert scored[3] - (rules.base + more[3] if 0 < more[3] < 8 else 0) == wins


def test_the_federations_own() -> None:
    """A caller's made 4 scores 27, another player's 17; the caller with 3 tricks has -11."""
    scored = points("federation-2026", (4, 4, 3, 3), (4, 4, 3, 2), base=13, top=None)
    assert scored[1] == 17
    calls = calls_of((4, 4, 3, 3), (4, 4, 3, 2), (), 4, 2)
    rules = EstimationRules(scheme=ScoringVariant.FEDERATION, base=13)
    own = [sum(line.points for line in player_lines) for player_lines in lines(Hand(calls), rules)]
    assert own[0] == 27
    missed = calls_of((4, 3, 3, 2), (3, 4, 3, 3), (), 4, 2)
    assert sum(line.points for line in lines(Hand(missed), rules)[0]) == -11


@pytest.mark.parametrize(
    ("scheme", "times", "after"),
    [("jawaker", 1, 2), ("jawaker", 4, 8), ("jawaker", 8, 8), ("classic", 4, 4),
     ("federation-2026", 1, 1)],
)  # fmt: skip
def test_a_hand_that_nobody_made_doubles_the_next(scheme: str, times: int, after: int) -> None:
    rules = EstimationRules(scheme=ScoringVariant(scheme))
    missed = Hand(calls_of((6, 4, 1, 3), (5, 3, 2, 2), (), 6, 3), times)
    made = Hand(calls_of((6, 4, 1, 3), (6, 4, 1, 2), (), 6, 3), times)
    assert (times_after(missed, rules), times_after(made, rules)) == (after, 1)


def test_a_hand_as_it_is_asked() -> None:
    """South deals: East, on the right, speaks first; the calls continue to the caller's right."""
    game = scorekeeper.new_game("estimation")
    asked = []
    for answer in ("none", "E:6S", 4, 1, 3, [1, 2, 4, 6]):
        question = game.question
        assert question is not None
        asked.append((question.kind, None if question.asked is None else str(question.asked)))
        if answer == 3:
            assert game.why_not(2) == "South can't say 2: that would make 13."
            assert game.why_not(7) == "South can't say 7: the call is 6."
        game = game.answer(answer)
    assert asked[2:5] == [("contract", "North"), ("contract", "West"), ("contract", "South")]
    assert game.dealer == "E"


def test_dash_callers_take_no_part() -> None:
    game = scorekeeper.new_game("estimation").answer("14")
    assert game.why_not("E:6S") == "East takes no part in the auction."
    assert game.why_not("S:6S") == "South takes no part in the auction."
    game = game.answer("N:7H")
    question = game.question
    assert question is not None
    assert str(question.asked) == "West"
    game = game.answer(2).answer([0, 4, 8, 1])
    assert len(game.scores) == 1
    assert scorekeeper.new_game("estimation").why_not("124") == "Dash calls?"


@pytest.mark.parametrize(
    ("rules", "number", "trump"),
    [
        (EstimationRules(), 13, None),
        (EstimationRules(), 14, "no trump"),
        (EstimationRules(), 18, "clubs"),
        (EstimationRules(length=Length.MINI), 6, "no trump"),
        (EstimationRules(length=Length.NORMAL), 14, None),
    ],
)
def test_fast_hands(rules: EstimationRules, number: int, trump: str | None) -> None:
    denomination = rules.fast(number)
    assert (None if denomination is None else str(denomination)) == trump


def test_a_fast_hand_has_no_auction() -> None:
    score = scorekeeper.score("estimation", [3, 3, 3, 5, [5, 3, 3, 2]], number=14, dealer="S")
    assert score.points == (25 - 0, 13, 13, -11)


def test_all_passed() -> None:
    """The same dealer deals again; with Pocket the next hand counts double."""
    game = scorekeeper.new_game("estimation").answer("none").answer(ALL_PASSED)
    assert (game.dealer, game.game.deals[0].after.left) == ("S", Carried(1))
    game = scorekeeper.new_game("estimation", "pocket").answer("none").answer(ALL_PASSED)
    assert (game.dealer, game.game.deals[0].after.left) == ("E", Carried(2))
    score = scorekeeper.score(
        "estimation", ["none", "E:6S", 4, 1, 3, [2, 1, 4, 6]], earlier=Earlier((0,) * 4, Carried(2))
    )
    assert score.points == (-22, 22, 28, 52)


HANDS = "CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3 C2 / D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK DA"
HANDS += " / H2 H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HK HA / S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"


def played(answers: str, play: str, number: int = 1, rules: str = "jawaker") -> Any:
    """The verdict on a hand dealt by West, one suit in each hand; South is the eldest."""
    line = f"{rules}; dealer W; number {number}; deal {HANDS}; said {answers}; play {play}"
    return scorekeeper.check("estimation", line)


def test_the_turn_passes_to_the_right() -> None:
    """South calls 13 clubs; East is next, then North, then West."""
    tricks = [
        f"S:C{club} E:S{other} N:H{other} W:D{other}"
        for club, other in zip("AKQJT98765432", "23456789TJQKA", strict=True)
    ]
    answers = "S:none S:13C E:pass N:pass W:pass E:0 N:0 W:1"
    verdict = played(answers, " / ".join(tricks))
    assert verdict.irregularities == ()
    assert verdict.taken == (13, 0, 0, 0)
    # 14 called, over: 10 + 13 + 10; W, the only loser, calls last: L 0; made zeros score 10
    assert verdict.points == (33, -11, 10, 10)
    to_the_left = played(answers, tricks[0].replace("E:S2 N:H2 W:D2", "W:D2 N:H2 E:S2"))
    assert {irregularity.code for irregularity in to_the_left.irregularities} == {"out-of-turn"}


@pytest.mark.parametrize(
    ("answers", "codes", "contracts"),
    [
        ("S:43 S:none S:5C E:pass N:pass W:pass E:3", ["no-choice"], {"S": 5, "E": 3}),
        ("S:34 S:5C W:pass W:3", [], {"N": 0, "E": 0, "S": 5, "W": 3}),
        ("S:4 S:5C N:pass W:pass N:3 W:2", [], {"E": 0, "S": 5, "N": 3, "W": 2}),
        ("S:none S:5C E:pass N:pass W:pass E:6", ["number-not-open"], {"S": 5, "E": 6}),
    ],
)
def test_dash_calls_are_said_by_the_eldest(
    answers: str, codes: list[str], contracts: dict[str, int]
) -> None:
    verdict = played(answers, "")
    plain = verdict.json()
    assert [irregularity.code for irregularity in verdict.irregularities] == codes
    assert plain["contracts"] == contracts


def test_who_may_make_a_dash_call() -> None:
    start = scorekeeper.deal("estimation", dealer="W")
    assert (start.turn, start.legal) == (0, ((), (0,)))
    assert str(start.asking and start.asking.question) == "Dash calls?"
    assert start.apply((0,)).scene.contracts == ((0, 0),)
    assert start.apply((2, 3)).scene.contracts == ((2, 0), (3, 0))


@pytest.mark.parametrize(
    ("number", "trump"), [(14, None), (15, "spades"), (18, "clubs")]
)  # NT S H D C
def test_fast_hands_have_their_trumps_and_the_first_highest_call_leads(
    number: int, trump: str | None
) -> None:
    position = scorekeeper.deal("estimation", dealer="W", number=number)
    for call in (2, 4, 4, 1):  # South, East, North, West
        position = position.apply(call)
    assert position.trick is not None
    denomination = position.trick.trump
    assert (position.turn, None if denomination is None else str(denomination)) == (3, trump)
    assert position.apply(position.legal[0]).turn == 2


@pytest.mark.parametrize(
    ("scheme", "notices"),
    [
        ("pocket", ["double", "4 times", "8 times", "8 times"]),
        ("classic", ["double", "4 times", "4 times", "4 times"]),
        ("house-v1", ["double", "4 times", "4 times", "4 times"]),
        ("federation-2026", ["", "", "", ""]),
    ],
)
def test_hands_thrown_in_double_as_far_as_the_scoring_goes(scheme: str, notices: list[str]) -> None:
    game = scorekeeper.new_game("estimation", {"scheme": scheme, "all_passed": "double"})
    for times in notices:
        game = game.answer("none").answer(ALL_PASSED)
        assert game.question is not None
        said = game.question.scene.notice
        assert str(said or "") == (f"This hand counts {times}." if times else "")
