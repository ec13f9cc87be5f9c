"""The tables that people keep: the answers beside them are right by the rules and in themselves."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections import Counter
from datetime import date
from itertools import groupby

import pytest

from scorekeeper.games.registry import rulebooks
from scorekeeper.seating import SOUTH
from tests.exchange_tables.played_hands import play
from tests.exchange_tables.table_cases import Counts, Layout, PlayedGame, TableCase, table_cases

CASES = table_cases()
WITH_GAMES = [case for case in CASES if case.games]
WITH_HANDS = [case for case in CASES if any(hand.answers for hand in case.hands)]
THOUSANDS = ("", ".", ",", "'", " ", "\u00a0", "\u202f")


def test_there_are_many_of_every_kind() -> None:
    assert len({case.name for case in CASES}) == len(CASES)
    kinds = Counter((case.come_in, case.language) for case in CASES)
    assert min(kinds[True, language] for language in ("en", "de", "he")) >= 30
    assert sum(not case.come_in for case in CASES) >= 35
    assert sum(case.file.endswith((".xlsx", ".ods")) for case in CASES) >= 15


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_case_says_what_is_right(case: TableCase) -> None:
    assert case.game in rulebooks()
    assert bool(case.games or case.hands) is case.come_in
    assert bool(case.why) is not case.come_in
    lines = case.text.splitlines()
    assert all(1 <= number <= len(lines) for number in case.left_out)
    heads = {case.keeper.header, case.keeper.year_line} - {None}
    assert not heads & {*case.left_out}
    if case.come_in:
        assert _cells_of(lines[case.keeper.header - 1]) & {len(case.keeper.columns)}


def _cells_of(line: str) -> set[int]:
    """The possible numbers of cells of a line, by what may part them."""
    by_sign = {len(next(csv.reader([line.strip("|")], delimiter=sign))) for sign in ";,\t|"}
    return by_sign | {len(re.split(r" {2,}", line.strip()))}


@pytest.mark.parametrize("case", [case for case in CASES if case.come_in], ids=str)
def test_every_other_line_is_left_out(case: TableCase) -> None:
    """A row with nothing but a year counts for the rows below it."""
    lines = enumerate(case.text.splitlines(), 1)
    rows = [
        number
        for number, line in lines
        if number > case.keeper.header
        and number not in case.left_out
        and not re.fullmatch(r"\d{4}\W*", line)
    ]
    match case.keeper.layout:
        case Layout.PLAYERS:
            expected = len({name for game in case.games for name in game.results})
        case Layout.ENTRIES:
            expected = sum(len(game.results) for game in case.games)
        case _:
            expected = len(case.games) + len(case.hands)
    assert len(rows) == expected


@pytest.mark.parametrize("case", WITH_GAMES, ids=str)
def test_players_of_the_columns_are_those_of_the_games(case: TableCase) -> None:
    named = [name for name in case.keeper.columns if not name.startswith(("@", "-"))]
    names = {name for game in case.games for name in game.results}
    assert {*named} <= names
    assert all(name in case.text for name in names)
    assert len({*named}) == len(named)


@pytest.mark.parametrize("case", WITH_GAMES, ids=str)
def test_every_result_stands_in_the_table(case: TableCase) -> None:
    """A running total is the sum of the results so far."""
    counts = case.keeper.counts
    if counts is Counts.PLACES:
        return
    for _, years in groupby(
        case.games, lambda game: game.date and counts is Counts.RUNNING_BY_YEAR and game.date.year
    ):
        totals: Counter[str] = Counter()
        for game in years:
            for name, result in game.results.items():
                totals[name] += result
                shown = result if counts is Counts.POINTS else totals[name]
                assert _stands(abs(shown), case), (game.date, name, shown)


def _stands(number: int, case: TableCase) -> bool:
    """Whether a number stands in a table by itself, perhaps with a sign between its thousands."""
    forms = {f"{number:,}".replace(",", sign) for sign in THOUSANDS}
    if decimals := case.keeper.decimals:
        whole, rest = divmod(number, 10**decimals)
        forms = {f"{whole}{point}{rest:0{decimals}}" for point in ".,"}
    return any(re.search(rf"(?<!\d){re.escape(form)}(?!\d)", case.text) for form in forms)


@pytest.mark.parametrize("case", WITH_GAMES, ids=str)
def test_results_are_possible_by_the_rules(case: TableCase) -> None:
    for game in case.games:
        if case.keeper.counts is Counts.PLACES:
            assert sorted(game.results.values()) == [*range(1, len(game.results) + 1)]
        else:
            _check_results(game)


def _check_results(game: PlayedGame) -> None:
    """Check that a game with the usual rules can have these results, by their sum and unit."""
    book = rulebooks()[game.game]
    rules = book.presets[0].rules
    players_by_sides = {
        len(book.seating(players, SOUTH, rules).sides): players for players in book.players
    }
    assert len(game.results) in players_by_sides, game
    players = players_by_sides[len(game.results)]
    results = game.results.values()
    assert sum(results) % book.divisor(rules, players) == 0, game
    assert not any(result % book.unit(rules, players) for result in results), game


@pytest.mark.parametrize("case", WITH_GAMES, ids=str)
def test_games_stand_in_the_order_of_the_table(case: TableCase) -> None:
    dates = [game.date for game in case.games if game.date]
    assert dates in (sorted(dates), sorted(dates, reverse=True))
    assert all(day < date(2026, 1, 1) for day in dates)


@pytest.mark.parametrize("case", WITH_HANDS, ids=str)
def test_the_points_of_the_hands_are_those_of_the_rules(case: TableCase) -> None:
    played = [deal.score.points for deal in play(case).deals if deal.score]
    assert played[: len(case.hands)] == [hand.points for hand in case.hands]


def test_what_is_no_text_is_a_file_of_its_kind() -> None:
    for case in CASES:
        if case.file.endswith((".xlsx", ".ods")) and case.name != "no-workbook-that-was-cut-off":
            with zipfile.ZipFile(io.BytesIO(case.content)) as archive:
                assert archive.testzip() is None, case
        elif case.text:
            assert case.content, case
