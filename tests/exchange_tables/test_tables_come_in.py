"""Tables as people keep them come in as they were meant, or not at all."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.exchange.table_checks import SumRows
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.store import Store
from tests.deep import DEEP
from tests.exchange_tables.keepers import bring_hands, bring_results, due_games
from tests.exchange_tables.played_hands import play, setup_of
from tests.exchange_tables.random_tables import RandomTable, random_tables
from tests.exchange_tables.table_cases import TableCase, table_cases

SEEDS = range(1, 9 if DEEP else 2)  # of random tables
MOST_TABLES = None if DEEP else 4  # of each game
LEAST_SHARE = 0.85  # of the tables that can come in
OF_RESULTS = [case for case in table_cases() if not case.keeper.players]
OF_HANDS = [case for case in table_cases() if case.keeper.players]
STAY_OUT = {
    # Workbooks: the page says how to bring them.
    *(case.name for case in table_cases() if case.come_in and case.content.startswith(b"PK")),
    # Sides without the names of the partners, or with a word between them that may be a name.
    *("en-thousands", "en-teams-a-and-b", "de-punkte-als-tausender", "de-namen-in-platzspalten"),
    *("de-schmale-leerzeichen-als-tausender", "he-pairs-who-play-together"),
    # The name of a feast in a date; hands without a column for a question of the game.
    *("en-written-months-american-quoted", "hands-en-canasta-everything-counted"),
    "hands-de-schieber-mit-weis",
}
"""Tables that could come in and are refused, each with a reason that the page gives."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, new_score_file: Path) -> Store:
    """A table of people without any games, which nothing here writes to."""
    return Store.open(Path(shutil.copy(new_score_file, tmp_path_factory.mktemp("table"))))


@pytest.mark.parametrize("case", OF_RESULTS, ids=str)
def test_no_table_of_results_comes_in_wrong(table: Store, case: TableCase) -> None:
    brought = bring_results(table, case)
    if brought.is_in:
        assert case.come_in, case.why
        assert sorted(brought.games) == sorted(due_games(case))
    else:
        assert not case.come_in or case.name in STAY_OUT, brought.told


@pytest.mark.parametrize("case", OF_HANDS, ids=str)
def test_no_table_of_hands_comes_in_wrong(case: TableCase) -> None:
    keeper = case.keeper
    setup = setup_of(case)
    read = bring_hands(setup, keeper.players, keeper.columns, case.content, keeper.counts)
    if not read.is_ready:
        told = [str(read.problem), *(str(each.sentence) for each in read.remarks)]
        assert not case.come_in or case.name in STAY_OUT, told
        return
    assert case.come_in, case.why
    assert [row.score.points for row in read.rows] == [hand.points for hand in case.hands]
    if not all(row.points_alone for row in read.rows) and case.hands[0].answers:
        facts = [deal.record.facts for deal in play(case).complete]
        assert [tuple(hand["facts"]) for hand in read.hands] == facts  # type: ignore[arg-type]


def test_most_tables_come_in() -> None:
    due = {case.name for case in table_cases() if case.come_in}
    assert due >= STAY_OUT
    assert len(STAY_OUT) <= (1 - LEAST_SHARE) * len(due)


@cache
def tables_of(seed: int) -> list[RandomTable]:
    return list(random_tables(seed))


@pytest.mark.parametrize("game", sorted(rulebooks()))
def test_random_hands_of_every_game_come_in_equal(game: str) -> None:
    for seed in SEEDS:
        tables = [each for each in tables_of(seed) if each.setup.book.key == game]
        for table in tables[:: max(1, len(tables) // MOST_TABLES)] if MOST_TABLES else tables:
            read = bring_hands(
                table.setup, table.players, table.columns, table.text.encode(), sums=SumRows.KEPT
            )
            told = [str(each.sentence) for each in read.remarks]
            assert read.is_ready, (str(read.problem), told, table.text)
            assert [hand["facts"] for hand in read.hands] == list(map(list, table.facts)), (
                table.text
            )
