"""Commands that print the contents of pages: evenings, sheets, standings, players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play
from tests.ledger.season import PEOPLE, record_season


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A score file that the tests only read."""
    path = tmp_path_factory.mktemp("season") / "scores.db"
    record_season(Store.open(path), 8, 3, hands=3)
    return path


def run(path: Path, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--db", str(path)])


def rows(path: Path, *words: str) -> list[dict[str, Any]]:
    result = run(path, *words, "--json")
    assert result.exit_code == 0, result.output
    parsed: list[dict[str, Any]] = json.loads(result.output)
    return parsed


def test_the_evenings_stand_newest_first(season: Path) -> None:
    listed = rows(season, "list")
    assert [row["game"] for row in listed] == [7, 8, 5, 6, 3, 4, 1, 2]
    assert [row["game"] for row in rows(season, "list", "--most", "1")] == [7, 8]
    assert listed[0].keys() >= {"game", "name", "sides"}
    assert {row["name"] for row in listed} <= {"Israeli Whist", "Bid Whist"}
    assert {row["date"] for row in rows(season, "list", "--text", "2026-01-10")} == {"2026-01-10"}
    assert "Israeli Whist" in run(season, "list").output


def test_a_game_is_shown_hand_by_hand(season: Path) -> None:
    hands = rows(season, "show", "3")
    (standing,) = [
        {side["players"][0]: side["total"] for side in row["sides"]}
        for row in rows(season, "list")
        if row["game"] == 3
    ]
    assert [row["hand"] for row in hands] == [1, 2, 3]
    assert [list(row["sides"]) for row in hands] == [["S", "W", "N", "E"]] * 3
    for seat, name in hands[0]["players"].items():
        assert hands[-1]["sides"][seat]["total"] == standing[name]
        assert sum(row["sides"][seat]["points"] for row in hands) == standing[name]
    assert {row["dealer"] for row in hands} <= {*"SWNE"}
    lines = run(season, "show", "3").output.splitlines()
    assert len(lines) == 2 + 3
    assert all(name in lines[0] for name in standing)


def test_the_newest_game_stands_unless_another_is_named(season: Path) -> None:
    assert rows(season, "standings") == rows(season, "standings", "8")
    places = [row["place"] for row in rows(season, "standings", "1")]
    assert places == sorted(places)


def test_json_has_values_for_what_a_table_says_in_words(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    store = Store.open(path)
    setup = setup_of(ending=Ending(goal=Goal.TARGET, target=300))
    play(store, new_game(store, tables.first(store).id, "key", setup, PLAYERS))
    (game,) = rows(path, "list")
    totals = dict(zip(PLAYERS, (-20, 19, -10, -40), strict=True))
    assert (game["over"], game["sides"]) == (
        False,
        [{"players": [name], "total": total, "won": False} for name, total in totals.items()],
    )
    standing = rows(path, "standings")
    assert {row["players"][0]: row["total"] for row in standing} == totals
    for row in standing:
        assert (row["won"], row["needs"]["missing"]) == (False, 300 - row["total"])
        assert row["needs"]["text"] in run(path, "standings").output
    (hand,) = [row for row in rows(path, "show", "1") if row["result"]]
    assert hand["players"] == dict(zip("SWNE", PLAYERS, strict=True))
    assert {seat: side["points"] for seat, side in hand["sides"].items()} == dict(
        zip("SWNE", totals.values(), strict=True)
    )


def test_players_stand_as_on_their_page(season: Path) -> None:
    players = rows(season, "players")
    assert {row["player"] for row in players} == set(PEOPLE)
    enough = [row["games"] >= 5 for row in players]
    assert enough == sorted(enough, reverse=True)
    means = [row["points per hand"] for row in players if row["games"] >= 5]
    assert means == sorted(means, reverse=True)


def test_players_of_some_days_have_the_games_of_these_days(season: Path) -> None:
    days = ("--from", "2026-01-10", "--to", "2026-01-17")
    assert sum(row["games"] for row in rows(season, "players")) == 8 * 4
    assert sum(row["games"] for row in rows(season, "players", *days)) == 4 * 4


def test_a_season_is_printed_with_its_rules(season: Path) -> None:
    words = (
        "--game",
        "all",
        "--by",
        "place-points",
        "--points",
        "4-2",
        "--best",
        "2",
        "--least",
        "2",
    )
    printed = run(season, "season", *words)
    players = rows(season, "season", *words)
    assert [row["player"] for row in players] == [
        line.split()[1] for line in printed.output.splitlines()[2:]
    ]
    for row in players:
        best = sorted((score["points"] for score in row["scores"]), reverse=True)
        assert row["points"] == sum(best[:2])


def test_points_of_places_need_no_further_option(season: Path) -> None:
    named = rows(season, "season", "--by", "place-points", "--points", "9-4")
    assert rows(season, "season", "--points", "9-4") == named != rows(season, "season")
    usual = rows(season, "season", "--by", "place-points")
    assert usual == rows(season, "season", "--points", "5-3-1") != rows(season, "season")


@pytest.mark.parametrize(
    "words", [("list",), ("show", "1"), ("standings",), ("players",), ("season",)]
)
def test_json_is_an_object_for_each_row(season: Path, words: tuple[str, ...]) -> None:
    printed = run(season, *words).output.splitlines()
    assert [type(row) for row in rows(season, *words)] == [dict] * (len(printed) - 2)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("season", "--by", "wins", "--points", "5-3"), "--points go with --by place-points"),
        (("show", "99"), "“Our table” has no game 99"),
        (("players", "--game", "chess"), "There is no game “chess”; there is: israeli-whist"),
        (("players", "--from", "yesterday"), "“yesterday” is not a date such as 2026-03-06"),
        (("season", "--game", "all", "--by", "totals"), "do not compare: name one with --game"),
        (("season", "--points", "five"), "up to ten whole numbers, such as 5-3-1"),
    ],
)
def test_what_is_not_there_is_said(season: Path, words: tuple[str, ...], reason: str) -> None:
    result = run(season, *words)
    assert (result.exit_code, reason in result.output) == (2, True), result.output


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    Store.open(path)
    assert run(path, "list").output == "No games.\n"
    assert run(path, "players").output == "No hands.\n"
    assert run(path, "standings").exit_code == 2
