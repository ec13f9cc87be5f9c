"""Command `score`: the points of a hand with their reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from scorekeeper.api import score as scored
from scorekeeper.commands.score import BOTH, _answer
from scorekeeper.errors import MalformedEntry
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.games.registry import BUNDLED
from scorekeeper.ledger import game_list, own_games, tables
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from tests.own_yaniv import YANIV
from tests.terminal import outcome, run

EXAMPLE = f"For example: {BOTH}"


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
    assert (scored["sides"], scored["points"]) == (["S", "W", "N", "E"], points)
    assert scored["label"] == "1 under, auction not recorded"


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("spades --totals 337,0 --left 7,0 --dealer E 3 3 2 2 9",
         ["3 under",
          "South and North     -46   said 5, took 9: +50; 4 bags: +4; 10 bags: -100",
          "West and East       -50   said 5, took 4: -50"]),
        ("hearts 2 2,5,0,6 --rules classic",
         ["queen: West", "South                +2   2 hearts: +2",
          "West                +18   the queen of spades and 5 hearts: +18",
          "North                 0   0 hearts: 0", "East                 +6   6 hearts: +6"]),
        ("wizard --players 3 --number 5 3 1 1 3,1,1",
         ["even", "South               -20   said 1, took 3: -20",
          "West                -20   said 3, took 1: -20",
          "North               +30   1 made: 20 + 10 x 1 = 30"]),
        ("estimation --dealer W --left 2 none S:6S 4 1 3 6,2,1,4",
         ["1 over",
          "South               +52   said 6, took 6: +16; as caller: +10; counts double: +26",
          "West                -22   said 3, took 2: -1; the only one to miss it: -10; "
          "counts double: -11",
          "North               +22   said 1, took 1: +11; counts double: +11",
          "East                +28   said 4, took 4: +14; counts double: +14"]),
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
        ("wizard --left 1 0 0 0 0 1,0,0,0", "the hands of Wizard leave nothing to later"),
        ("wizard --totals x 1", "“x” is no list of whole numbers, as in 2,3,0"),
        ("oh-hell --contracts 1,0,0,0 --tricks 10,0,0,0",
         "contracts and tricks alone do not give the points."),
    ],
)  # fmt: skip
def test_answers_that_do_not_fit(words: str, why: str) -> None:
    result = run("score", "--game", *words.split())
    assert (result.exit_code, why in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("estimation", "Dash calls? For example: none, or N,E"),
        ("estimation W,S", "Dash calls? For example: none, or N,E"),
        ("israeli-whist", "Who won the auction? For example: S:5C, or pass"),
        ("israeli-whist S:6H 3 1 14", "A contract is a number from 0 to 13. "
         "For example: 0, or 13"),
        ("spades foo", "“foo” is not a whole number. For example: 0, or 13"),
        ("hearts x", "Who took the queen of spades? For example: S, or E"),
        ("hearts W 13", "4 numbers are needed, not 1. For example: 13,0,0,0"),
        ("bid-whist S:4H 10", "South's trumps? For example: S, or C"),
        ("oh-hell --number 2 0 1 0 0 9,0,0,1", "1 trick too many. For example: 3,2,2,2"),
        ("points --rules tens", "How many points for each? For example: 0,10,20,30"),
    ],
)  # fmt: skip
def test_an_error_shows_what_an_answer_looks_like(words: str, reason: str) -> None:
    assert outcome(run("score", "--game", *words.split())) == (2, "", f"Error: {reason}")


@pytest.mark.parametrize(
    ("book", "rules"),
    [(book, preset.rules) for book in BUNDLED for preset in book.presets],
    ids=lambda value: getattr(value, "key", ""),
)
def test_the_answers_in_the_errors_are_taken(book: Rulebook[Any], rules: Any) -> None:
    """Tries those of every question on the way of the first and the last of them."""
    for which in (0, -1):
        answers: list[str] = []
        while (example := next_example(book.key, rules, answers, which)) is not None:
            answers.append(example)
        assert answers


def next_example(game: str, rules: Any, answers: list[str], which: int) -> str | None:
    """An example of the missing answer; None if the hand is complete."""
    try:
        scored(game, [_answer(word) for word in answers], rules)
    except MalformedEntry as error:
        if error.code != "not-asked":
            raise
        (note,) = error.__notes__
        return str(note.removeprefix("For example: ").split(", or ")[which])
    return None


def test_players_are_named_by_their_seats() -> None:
    rest = ("W:6S", "2", "3,6,2,2")
    by_letters = run("score", "--game", "estimation", "--dealer", "W", "S,E", *rest)
    by_code = run("score", "--game", "estimation", "--dealer", "W", "14", *rest)
    assert by_letters.exit_code == 0, by_letters.stderr
    assert by_letters.stdout == by_code.stdout


@pytest.mark.parametrize(
    ("answers", "facts"),
    [
        (("N:7C", "0", "2", "3", "0,3,8,2"), (12, -1, "7C", "N", True)),
        (("pass",) * 4, (None, None, None, None, True)),  # thrown in after three exchanges
        (("--game", "points", "1,2,3,4"), (None, None, None, None, None)),
        (("--game", "bid-whist", "S:4H", "H", "11"), (None, None, "4H", "S", True)),
    ],
)
def test_json_has_what_the_label_says_in_words(
    answers: tuple[str, ...], facts: tuple[object, ...]
) -> None:
    scored = json.loads(run("score", *answers, "--json").stdout)
    assert tuple(scored[key] for key in ("sum", "over", "bid", "declarer", "auction")) == facts


def test_points_come_with_their_reasons() -> None:
    assert outcome(score("2,3,7,0", "0,3,8,2")) == (
        0,
        "1 under, auction not recorded\n"
        "  South               -20   said 2, took 0: -20\n"
        "  West                +19   3 made: 3 x 3 + 10 = 19\n"
        "  North               -10   said 7, took 8: -10\n"
        "  East                -40   zero failed, 2 tricks: -50 + 1 x 10 = -40\n",
        "",
    )


def test_blanks_between_numbers_do_not_matter() -> None:
    assert score(" 2, 3,7 ,0", "0,3, 8,2").stdout == score("2,3,7,0", "0,3,8,2").stdout


@pytest.mark.parametrize(
    ("contracts", "tricks", "reason"),
    [
        (
            "2,4,7,0",
            "0,3,8,2",
            "--contracts: The four contracts add up to 13, which is not allowed.",
        ),
        ("2,3,7,0", "0,3,8,1", "--tricks: 1 trick still to assign."),
        ("2,3,7,0", "0,3,8,4", "--tricks: 2 tricks too many."),
        ("2,3,7", "0,3,8,2", "--contracts: 4 numbers are needed, not 3."),
        ("2,3,7,0", "0,3,8,2,0", "--tricks: 4 numbers are needed, not 5."),
        ("2,3,7,14", "0,3,8,2", "--contracts: 14 is not between 0 and 13."),
        ("2,3,7,0", "0,0,0,99", "--tricks: 99 is not between 0 and 13."),
        ("2,3,7,-1", "0,3,8,2", "--contracts: -1 is not between 0 and 13."),
        ("2,3,7,x", "0,3,8,2", "--contracts: “x” is not a whole number."),
        ("2,3,7,²", "0,3,8,2", "--contracts: “²” is not a whole number."),
        ("2,3,7,1.0", "0,3,8,2", "--contracts: “1.0” is not a whole number."),
        ("", "0,3,8,2", "--contracts: 4 numbers are needed, not 1."),
        ("2 3 7 0", "0,3,8,2", "--contracts: 4 numbers are needed, not 1."),
        ("9" * 5000, "0,3,8,2", "--contracts: 4 numbers are needed, not 1."),
    ],
)
def test_numbers_that_cannot_be_are_refused_with_the_reason(
    contracts: str, tricks: str, reason: str
) -> None:
    assert outcome(score(contracts, tricks, "--json")) == (2, "", f"Error: {reason} {EXAMPLE}")


def test_an_unknown_scheme_is_refused_with_those_there_are() -> None:
    code, printed, reason = outcome(score("2,3,7,0", "0,3,8,2", "--scheme", "bridge"))
    assert (code, printed) == (2, "")
    assert reason == f"Error: “bridge” is no scheme of Israeli Whist: {', '.join(SCHEMES)}."


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["--game=bid-whist", "S:8H"],
            "8 high cannot be bid: the lowest bid is 3 high and the highest 7 no trump. "
            "For example: W:3H, or pass",
        ),
        (["--bid", "4H"], "No such option '--bid'."),
        (["--contracts", "2,3,7,0"], f"--contracts and --tricks go together, as in {BOTH}"),
        (["--tricks", "2,3,7,0"], f"--contracts and --tricks go together, as in {BOTH}"),
        (["--game", "chess"], "Invalid value for '--game': 'chess' is not one of"),
    ],
)
def test_score_refuses(arguments: list[str], reason: str) -> None:
    code, out, error = outcome(run("score", *arguments))
    assert (code, out) == (2, "")
    assert error.startswith(f"Error: {reason}")


def test_a_game_file_and_an_export_with_one_inside_can_be_scored(tmp_path: Path) -> None:
    file, export = tmp_path / "my-yaniv.toml", tmp_path / "evening.json"
    file.write_text(YANIV, "utf-8")
    store = Store.open(tmp_path / "scores.db")
    tables.first(store)
    book = own_games.add(store, 1, YANIV)
    rules = book.presets[0].rules
    setup = Setup(book, rules, book.usual_ending(rules), 3, SOUTH)
    game_list.new_game(store, 1, "game", setup, ("Anna", "Ben", "Chaim"))
    export.write_text("".join(as_json(store.path, Scope(1), store.now())), "utf-8")
    results = [
        run("score", "--game", str(path), "--players", "3", "S", "5,4,14")
        for path in (file, export)
    ]
    assert [result.exit_code for result in results] == [0, 0]
    assert results[0].stdout == results[1].stdout
    assert "+35   Asaf: 5 + 30 = 35" in results[0].stdout
    file.write_text(YANIV.replace("hand + 30", "hnd"), "utf-8")
    export.write_text("{}", "utf-8")
    wrong = [run("score", "--game", str(path)) for path in (file, export)]
    assert [result.exit_code for result in wrong] == [2, 2]
    assert "line 24: there is no “hnd” here" in wrong[0].stderr
    assert "not a Scorekeeper export" in wrong[1].stderr
