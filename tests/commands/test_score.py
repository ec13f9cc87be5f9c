"""The command `score`: the points of a hand, with their reasons."""

from __future__ import annotations

import json

import pytest
from click.testing import Result

from scorekeeper.engine.games.israeli_whist.scoring import SCHEMES
from tests.terminal import run, told

NO_NUMBERS = "takes four whole numbers, as in 2,3,7,0; not"


def score(contracts: str, tricks: str, *more: str) -> Result:
    return run("score", "--contracts", contracts, "--tricks", tricks, *more)


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        # DE's example: South 2, West 3, North 7, East 0; they took 0, 3, 8 and 2; 12, under
        ("standard", [-20, 19, -10, -40]),
        ("pagat-german", [-20, 19, -10, -40]),
        ("wikipedia", [-20, 19, -10, -40]),
        ("elhanani", [-10, 9, -5, -35]),
        ("elhanani-german", [-10, 9, -5, -20]),
    ],
)
def test_the_example_of_the_german_page_in_every_scheme(scheme: str, points: list[int]) -> None:
    result = score("2,3,7,0", "0,3,8,2", "--scheme", scheme, "--json")
    scored = json.loads(result.stdout)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert {name: scored[name] for name in ("points", "total", "label")} == {
        "points": points,
        "total": 12,
        "label": "under",
    }


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("spades --totals 337,0 --left 7,0 --dealer E 3 3 2 2 9",
         ["3 under",
          "South and North     -46   said 5, took 9: +50; 4 bags: +4; 10 bags: -100",
          "West and East       -50   said 5, took 4: -50"]),
        ("hearts 2 2,5,0,6 --rules classic",
         ["queen: West", "South                +2   2 hearts",
          "West                +18   the queen and 5 hearts: +18",
          "North                 0   0 hearts", "East                 +6   6 hearts"]),
        ("wizard --players 3 --number 5 3 1 1 3,1,1",
         ["neither over nor under", "South               -20   said 1, took 3: -20",
          "West                -20   said 3, took 1: -20",
          "North               +30   1 made: 20 + 10 x 1 = 30"]),
        ("estimation --dealer W --left 2 none S:6S 4 1 3 6,2,1,4",
         ["1 over",
          "South               +52   said 6, took 6: +16; as caller: +10; counts 2 times: +26",
          "West                -22   said 3, took 2: -1; the only one to miss it: -10; "
          "counts 2 times: -11",
          "North               +22   said 1, took 1: +11; counts 2 times: +11",
          "East                +28   said 4, took 4: +14; counts 2 times: +14"]),
    ],
)  # fmt: skip
def test_a_hand_told_by_its_answers(words: str, lines: list[str]) -> None:
    result = run("score", "--game", *words.split())
    assert [line.strip() for line in result.stdout.splitlines()] == lines


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("hearts 2 2,5,0,5", "1 heart still to assign"),
        ("hearts 2", "How many hearts did each take?"),
        ("spades --left 7 3 3 2 2 9", "what was left takes 2 numbers, one for each side"),
        ("estimation --left 3 none S:6S 4 1 3 6,2,1,4", "a hand counts 1, 2, 4 or 8 times"),
        ("wizard --left 1 0 0 0 0 1,0,0,0", "the hands of Score for Wizard leave nothing to later"),
        ("wizard --totals x 1", "“x” is no list of whole numbers, as in 2,3,0"),
    ],
)
def test_answers_that_do_not_fit(words: str, why: str) -> None:
    result = run("score", "--game", *words.split())
    assert (result.exit_code, why in result.stderr) == (2, True)


def test_every_scheme_is_tried() -> None:
    assert list(SCHEMES) == [
        "standard",
        "pagat-german",
        "wikipedia",
        "elhanani",
        "elhanani-german",
    ]


@pytest.mark.parametrize(
    ("contracts", "tricks", "points", "label"),
    [
        ("3,8,0,1", "3,8,0,2", [19, 74, 50, -10], "under"),  # EN: 3 made, 8 made; zero under
        ("2,8,0,1", "4,6,3,0", [-20, -20, -30, -10], "under"),  # EN: 2 took 4, 0 took 3
        ("5,8,0,1", "5,8,0,0", [35, 74, 30, -10], "over"),  # zero made, over
        ("0,0,0,0", "13,0,0,0", [70, 50, 50, 50], "under"),  # positive from the 7th trick on
        ("13,13,13,13", "0,0,0,13", [-130, -130, -130, 179], "over"),
    ],
)
def test_the_usual_scheme_is_the_standard_one(
    contracts: str, tricks: str, points: list[int], label: str
) -> None:
    scored = json.loads(score(contracts, tricks, "--json").stdout)
    assert (scored["points"], scored["label"]) == (points, label)


def test_points_come_with_their_reasons() -> None:
    assert told(score("2,3,7,0", "0,3,8,2")) == (
        0,
        "Standard; contracts 12: 1 under\n"
        "  2 said   0 took    -20   said 2, took 0: -20\n"
        "  3 said   3 took    +19   3 made: 3 x 3 + 10 = 19\n"
        "  7 said   8 took    -10   said 7, took 8: -10\n"
        "  0 said   2 took    -40   zero failed, 2 tricks: -50 + 1 x 10 = -40\n",
        "",
    )


def test_all_missed_is_told_too() -> None:
    result = score("5,5,0,0", "4,4,3,2", "--scheme", "elhanani", "--json")
    scored = json.loads(result.stdout)
    assert (scored["points"], scored["reasons"][2]) == (
        [0, 0, 0, 0],
        ["zero failed, 3 tricks: -30 - 2 x 5 = -40", "all four missed: nobody scores"],
    )


def test_blanks_between_numbers_do_not_matter() -> None:
    assert score(" 2, 3,7 ,0", "0,3, 8,2").stdout == score("2,3,7,0", "0,3,8,2").stdout


@pytest.mark.parametrize(
    ("contracts", "tricks", "reason"),
    [
        ("2,4,7,0", "0,3,8,2", "The four contracts may not come to 13."),
        ("2,3,7,0", "0,3,8,1", "The tricks come to 12, not 13: 1 missing."),
        ("2,3,7,0", "0,3,8,4", "The tricks come to 15, not 13: 2 too many."),
        ("2,3,7", "0,3,8,2", "--contracts takes four numbers, one a player; not 3."),
        ("2,3,7,0", "0,3,8,2,0", "--tricks takes four numbers, one a player; not 5."),
        ("2,3,7,14", "0,3,8,2", "--contracts: 14 is more than the 13 tricks there are."),
        ("2,3,7,0", "0,0,0,99", "--tricks: 99 is more than the 13 tricks there are."),
        ("2,3,7,-1", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,-1'."),
        ("2,3,7,x", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,x'."),
        ("2,3,7,²", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,²'."),
        ("2,3,7,1.0", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,1.0'."),
        ("", "0,3,8,2", f"--contracts {NO_NUMBERS} ''."),
        ("2 3 7 0", "0,3,8,2", f"--contracts {NO_NUMBERS} '2 3 7 0'."),
        ("9" * 5000, "0,3,8,2", f"--contracts {NO_NUMBERS} '{'9' * 40}…'."),
    ],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_numbers_that_cannot_be_are_refused_with_the_reason(
    contracts: str, tricks: str, reason: str, more: tuple[str, ...]
) -> None:
    assert told(score(contracts, tricks, *more)) == (2, "", f"Error: {reason}")


def test_an_unknown_scheme_is_refused_with_those_there_are() -> None:
    code, printed, reason = told(score("2,3,7,0", "0,3,8,2", "--scheme", "bridge"))
    assert (code, printed) == (2, "")
    assert [key for key in SCHEMES if f"'{key}'" not in reason] == []


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "line"),
    [
        ("4 high", "11", [5, 0], "  bid     11 took     +5   4 high made: 4 + 1 x 1 = 5"),
        ("5NT", "9", [-10, 0], "  bid      9 took    -10   2 tricks short of 11: -10"),
    ],
)
def test_score_takes_the_options_of_the_game_that_is_named(
    bid: str, tricks: str, points: list[int], line: str
) -> None:
    given = ("score", "--game", "bid-whist", "--bid", bid, "--tricks", tricks)
    assert run(*given).stdout.splitlines()[1] == line
    assert json.loads(run(*given, "--json").stdout)["points"] == points


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--game", "bid-whist"], "Missing option '--bid'."),
        (
            ["--game=bid-whist", "--bid", "8H", "--tricks", "9"],
            "8 high cannot be bid: the lowest bid is 3 high and the highest 7 no trump.",
        ),
        (
            ["--game=bid-whist", "--bid", "high", "--tricks", "9"],
            "“high” is not a bid. A bid is a "
            "number and high, low or no trump, as in 4 high or 5 NT.",
        ),
        (
            ["--game=bid-whist", "--bid", "4H", "--tricks", "0"],
            "0 tricks cannot be: from 1, the kitty, to 13.",
        ),
        (["--bid", "4H"], "No such option"),
    ],
)
def test_score_of_the_second_game_refuses(arguments: list[str], reason: str) -> None:
    code, out, error = told(run("score", *arguments))
    assert (code, out) == (2, "")
    assert error.startswith(f"Error: {reason}")
