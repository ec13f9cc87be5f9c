"""Commands of the engine: words, JSON, and exit code 2 with a reason for bad input."""

from __future__ import annotations

import csv
import json
import random
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

import scorekeeper
from scorekeeper.commands.playing import COMMANDS
from scorekeeper.commands.rules import rules
from scorekeeper.games.israeli_whist.house_rules import PRESETS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import ELHANANI
from scorekeeper.play.israeli_whist_player import SensiblePlayer
from scorekeeper.play.players import play_out
from scorekeeper.play.random_streams import Draws
from scorekeeper.rules import house_rules
from tests.play.israeli_whist import kit

BOOK = click.Group(commands={str(command.name): command for command in (*COMMANDS, rules)})


def run(*words: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(BOOK, [*words], input=text)


def line(number: int) -> str:
    draws = Draws.of(1, number)
    start = kit.dealt(draws, 0, PRESETS[2].rules)
    return kit.line(play_out(start, [SensiblePlayer()] * 4, draws))


def test_check_is_content_with_clean_hands(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(f"{line(1)}\n{line(2)}\n", encoding="utf-8")
    result = run("check", str(file))
    assert result.exit_code == 0
    assert [text for text in result.stdout.splitlines() if not text.startswith(" ")] == [
        f"{file}, record 1: clean",
        f"{file}, record 2: clean",
    ]


def test_check_tells_what_is_irregular_and_ends_with_1() -> None:
    result = run("check", "-", "--json", text="pagat; dealer S; said S:6H 5S\n")
    assert result.exit_code == 1
    (checked,) = json.loads(result.stdout)
    assert checked["verdict"]["irregularities"] == [
        {
            "code": "bid-not-higher",
            "where": "auction 1, call 2",
            "why": "5 spades is not higher than 6 hearts.",
            "seat": "W",
            "fine": 0,
        }
    ]


def test_review_names_the_record_and_the_game_that_it_was_read_as(tmp_path: Path) -> None:
    file = tmp_path / "spades.txt"
    played = scorekeeper.play_deal(scorekeeper.deal("spades", seed=1))
    file.write_text(scorekeeper.write(played) + "\n", encoding="utf-8")
    result = run("review", str(file))
    assert result.exit_code == 2
    assert f"{file}, record 1, read as Israeli Whist: " in result.output


ROMANIAN = ("advise", "--game", "romanian-whist", "--of", "4", "--seat", "W")  # 32 cards


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            b"nonsense\n",
            "holds no recorded hand of Israeli Whist. Record 1: “nonsense” is no set of rules",
        ),
        (b"\xff\xfe\x00", "is no text in UTF-8."),
        (b"", "holds no recorded hand of Israeli Whist."),
    ],
)
def test_check_says_on_standard_error_what_it_cannot_read(text: bytes, reason: str) -> None:
    result = run("check", "-", text=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr


def test_check_judges_the_good_records_of_a_bad_file() -> None:
    result = run("check", "-", text=f"nonsense\n{line(1)}\n")
    assert result.exit_code == 2
    assert "record 2: clean" in result.stdout
    assert "record 1: “nonsense”" in result.stderr


def test_simulate_sums_up_and_keeps_the_hands(tmp_path: Path) -> None:
    summaries = {}
    for kind in ("csv", "json", "npz"):
        file = tmp_path / f"hands.{kind}"
        result = run("simulate", "--hands", "300", "--rules", "vax", "--out", str(file), "--json")
        assert result.exit_code == 0, result.stderr
        summaries[kind] = json.loads(result.stdout)
        assert summaries[kind]["deals"] == 300
    assert summaries["csv"] == summaries["json"] == summaries["npz"]
    listed = json.loads((tmp_path / "hands.json").read_text())
    with (tmp_path / "hands.csv").open() as file_:
        table = list(csv.DictReader(file_))
    columns = np.load(tmp_path / "hands.npz")
    assert len(listed) == len(table) == len(columns["points"]) == 300
    assert [int(row["points_W"]) for row in table] == [row["points"][1] for row in listed]
    assert columns["points"].tolist() == [row["points"] for row in listed]


def test_simulate_prints_a_summary_a_person_can_read() -> None:
    result = run("simulate", "--hands", "500", "--players", "random,sensible,sensible,random")
    assert result.exit_code == 0
    first = result.stdout.splitlines()[0]
    assert first.startswith("500 hands, ")
    assert "W       sensible" in result.stdout
    assert "contract   hands    made   fewer    more" in result.stdout


def test_simulate_takes_any_seed() -> None:
    points = [run("simulate", "--hands", "20", "--seed", seed).stdout for seed in ("-1", "1")]
    assert "20 hands" in points[0] != points[1]


def test_house_rules_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.json"
    file.write_text(json.dumps(house_rules.to_json(IsraeliWhistRules(lowest_bid=9))))
    result = run("simulate", "--hands", "200", "--rules", str(file), "--json")
    assert result.exit_code == 0
    assert {int(code[:-1].rstrip("N")) for code in json.loads(result.stdout)["bids"]} <= {9, 10, 11}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["simulate", "--rules", "chess"], "“chess” is neither a set of rules"),
        (["simulate", "--players", "me"], "“me” is no player of Israeli Whist: sensible, random,"),
        (["odds", "1", "2", "3", "4", "--players", "random,me"], "“me” is no player of"),
        (["simulate", "--hands", "0"], "“0” is not a whole number of 1"),
        (["simulate", "--hands", "5", "--out", "x.doc"], "“.doc” is no kind of file"),
        (["odds", "1", "2", "3"], "Israeli Whist takes 4 totals"),
        (["odds", "1", "2", "3", "4", "--dealer", "X"], "“X” is not a seat"),
        (["odds", "--game", "spades", "1", "2", "--left", "9"], "2 numbers, one for each side"),
        (["odds", "--game", "spades", "1", "2", "--left", "-1,0"], "bags are counted from 0 on"),
        (["odds", "--game", "spades", "1", "2", "--left", "x"], "“x” is no list of whole numbers"),
        (["advise", "AK"], "“AK” is no card of this game"),
        ([*ROMANIAN, "HA", "--shown", "C2"], "C2 is not in the pack of this hand."),
        ([*ROMANIAN, "H2", "--shown", "CA"], "H2 is not in the pack of this hand."),
        ([*ROMANIAN, "HA", "--shown", "CA CK"], "More cards are given as turned up than there"),
        ([*ROMANIAN, "HA"], "The card that is turned up is missing."),
        (["advise", "AK..."], "A hand is 13 cards, not 2."),
        (["advise", "AKQJT98765432...", "--seat", "W"], "It is South's turn, not West's."),
        (["advise", "AKQJT98765432...", "--said", "4H"], "4 hearts cannot be bid"),
        (["advise", "AKQJT98765432...", "--said", "W:3"], "Nobody was asked for 3."),
        (["advise", "AKQJT98765432...", "--said", "pass; x"], "A semicolon has no place"),
    ],
)
def test_bad_input_ends_with_2_and_its_reason(words: list[str], reason: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in " ".join(result.stderr.split())


def test_odds_may_start_below_zero() -> None:
    result = run("odds", "-20", "290", "0", "10", "--json", "--bank", "2000")
    assert result.exit_code == 0, result.stderr
    chances = json.loads(result.stdout)["chances"]
    assert max(chances) == chances[1] > 0.9
    assert sum(chances) == pytest.approx(1)
    text = run("odds", "-20", "290", "0", "10", "--bank", "2000").stdout.splitlines()
    assert [row.split()[:2] for row in text] == [
        ["S", "-20"],
        ["W", "+290"],
        ["N", "+0"],
        ["E", "+10"],
    ]


@pytest.mark.parametrize(
    ("words", "first", "chance"),
    [
        (["hearts", "90", "10", "20", "30", "--target", "100"], "W", (0.5, 1)),  # the lowest wins
        (["spades", "460", "440"], "SN", (0.6, 0.8)),
        (["spades", "460", "440", "--left", "9,0"], "WE", (0.6, 0.8)),  # nine bags
        (["spades", "460", "400", "400", "400", "--rules", "solo"], "S", (0.5, 1)),
        (["spades", "190", "60", "--rules", "short"], "SN", (0.8, 1)),  # to 200
    ],
)
def test_odds_follow_the_rules_of_the_game(
    words: list[str], first: str, chance: tuple[float, float]
) -> None:
    result = run("odds", "--games", "1000", "--game", *words)
    assert result.exit_code == 0, result.stderr
    rows = {row.split()[0]: float(row.split()[2].rstrip("%")) for row in result.stdout.splitlines()}
    assert max(rows, key=lambda side: rows[side]) == first
    assert chance[0] < rows[first] / 100 < chance[1]


def test_advise_marks_the_best_bid() -> None:
    words = ["advise", "AKQJT98765432...", "--samples", "50"]
    advice = json.loads(run(*words, "--json").stdout)
    assert advice["best"] == "13S"
    assert advice["tricks"]["S"][13] == 1
    marked = [row for row in run(*words).stdout.splitlines() if row.endswith("<- best")]
    assert [row.split()[0] for row in marked] == ["13S"]


def test_advise_knows_the_barred_number() -> None:
    words = ["--seat", "E", "--said", "6S pass pass pass pass W:3 N:1"]
    advice = json.loads(run("advise", "432.KQ4.A765.952", *words, "--json").stdout)
    assert [o["choice"] for o in advice["options"]] == [str(n) for n in range(14) if n != 3]


def test_no_broken_input_ends_in_a_traceback() -> None:
    rng = random.Random(3)
    text = line(4)
    for _ in range(200):
        at = rng.randrange(len(text))
        broken = text[:at] + rng.choice(';:/x{["\\ \t') + text[at + rng.randrange(20) :]
        result = run("check", "-", text=broken)
        assert result.exit_code in {0, 1, 2}
        assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("game", ["israeli-whist", "bid-whist"])
def test_whole_records_of_simulated_hands_are_clean(game: str, tmp_path: Path) -> None:
    """The records have every call and card, and the points of the same hands as a table."""
    records, results = tmp_path / "hands.txt", tmp_path / "hands.json"
    words = ["simulate", "--game", game, "--hands", "12", "--seed", "4", "--out"]
    for file in (records, results):
        assert run(*words, str(file)).exit_code == 0
    result = run("check", "--game", game, str(records), "--json")
    assert result.exit_code == 0
    verdicts = [checked["verdict"] for checked in json.loads(result.stdout)]
    rows = json.loads(results.read_text())
    assert [verdict["points"] for verdict in verdicts] == [row["points"] for row in rows]


def test_odds_and_advice_are_there_for_other_games() -> None:
    chances = run("odds", "--game", "bid-whist", "20", "0", "--bank", "100", "--json")
    assert json.loads(chances.stdout)["chances"][0] > 0.9
    hand = "SA SK SQ SJ ST S9 S8 S7 JB JR HA DA"
    words = ["advise", "--game", "bid-whist", hand, "--dealer", "E", "--samples", "8"]
    advice = json.loads(run(*words, "--json").stdout)
    best = next(option for option in advice["options"] if option["choice"] == advice["best"])
    assert (best["points"] > 7, best["made"], advice["samples"]) == (True, 1, 8)
    assert best["behind"] == 0
    wrong = run("odds", "--game", "bid-whist", "1", "2", "3")
    assert "Bid Whist takes 2 totals, one for each side." in wrong.stderr


def test_rules_are_printed_with_keys_choices_and_defaults() -> None:
    text = run("rules", "--rules", "wikipedia+elhanani").stdout
    assert (
        "passes = 3 (default 4)\n    A bid stands after: 4 (four passes); 3 (three passes)" in text
    )
    assert "lowest_bid = 5\n    Lowest bid: a number from 1 to 13" in text
    plain = json.loads(run("rules", "--rules", "wikipedia+elhanani", "--json").stdout)
    wikipedia = next(preset.rules for preset in PRESETS if preset.key == "wikipedia")
    assert plain == house_rules.to_json(replace(wikipedia, scheme=ELHANANI))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"lowest_bid": 40}, "lowest_bid: Lowest bid: “40” is not a number from 1 to 13."),
        ({"lowest": 4}, "lowest: There is no house rule “lowest”."),
        ({"passes": 5}, "passes: A bid stands after: “5” is not one of the choices."),
        ({"scheme": {"made": "odd"}}, "scheme.made: "),
        ({"scheme": "odd"}, "“odd” is no scheme of Israeli Whist: standard,"),
        ({"preset": "odd"}, "“odd” is no set of rules of Israeli Whist: pagat,"),
    ],
)
def test_house_rules_may_be_given_in_part_and_errors_name_the_key(
    given: dict[str, object], reason: str, tmp_path: Path
) -> None:
    file = tmp_path / "ours.json"
    file.write_text(json.dumps(given))
    refused = run("rules", "--rules", str(file))
    assert (refused.exit_code, reason in " ".join(refused.stderr.split())) == (2, True)
    file.write_text(json.dumps({"preset": "vax", "lowest_bid": 7, "scheme": "elhanani"}))
    rules = json.loads(run("rules", "--rules", str(file), "--json").stdout)
    vax = next(preset.rules for preset in PRESETS if preset.key == "vax")
    assert rules == house_rules.to_json(replace(vax, lowest_bid=7, scheme=ELHANANI))
