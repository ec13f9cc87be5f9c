"""The program that measures how far the chances can be trusted."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from tests.tools.benchmarks.calibration import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.mark.parametrize("game", ["israeli-whist", "bid-whist"])
def test_it_counts_forecasts_and_what_came_true(game: str) -> None:
    result = run("--game", game, "--games", "4", "--json")
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert figures["games"] == 4
    assert figures["forecasts"] == sum(tenth["forecasts"] for tenth in figures["bins"])
    assert 0 < figures["brier"] < 0.5
    assert figures["base"] == pytest.approx(0.1875 if game == "israeli-whist" else 0.25)
    off = sum(
        tenth["forecasts"] * abs(tenth["foretold"] - tenth["came_true"])
        for tenth in figures["bins"]
    )
    assert figures["error"] == pytest.approx(off / figures["forecasts"])
    for tenth in figures["bins"]:
        assert tenth["low"] <= tenth["foretold"] <= tenth["high"]
        assert 0 <= tenth["came_true"] <= 1


@pytest.mark.parametrize(("seats", "deals"), [(None, 19), (5, 19), (7, 13)])
def test_a_game_of_a_fixed_length_is_foretold_to_its_end(seats: int | None, deals: int) -> None:
    words = () if seats is None else ("--seats", str(seats))
    figures = json.loads(run("--game", "oh-hell", "--games", "3", *words, "--json").stdout)
    assert figures["forecasts"] == 3 * deals * (seats or 2)


def test_other_players_and_rules_play_other_games() -> None:
    usual = run("--games", "2").stdout
    assert usual.splitlines()[0].startswith("2 games, ")
    assert usual.splitlines()[4] == "foretold         forecasts    mean   came true"
    mixed = run("--games", "2", "--players", "random,sensible,sensible,sensible")
    assert (mixed.exit_code, mixed.stdout != usual) == (0, True)
    assert run("--games", "2", "--rules", "wikipedia").stdout != usual
    assert run("--games", "2", "--seed", "9").stdout != usual
    assert run("--games", "2").stdout == usual


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "chess"], "There is no game “chess”"),
        (["--rules", "own"], "“own” is no set of rules of Israeli Whist: pagat, "),
        (["--players", "sensible,random"], "4 players are needed"),
        (["--seats", "5"], "Israeli Whist is not for 5 players."),
        (["--game", "points"], "The chances of Points are not known."),
        (["--players", "nobody"], "“nobody” is no player of Israeli Whist: sensible,"),
        (["--games", "0"], "“0” is not a whole number of 1 or more."),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(words: list[str], reason: str) -> None:
    result = run(*words)
    assert (result.exit_code, reason in result.stderr) == (2, True), result.stderr
