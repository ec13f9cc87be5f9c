"""Random tables of hands: nothing of an answer is lost when a keeper writes it."""

from __future__ import annotations

import csv
import io
from random import Random

import pytest

from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.testing import setups
from tests.exchange_tables.random_tables import (
    NAMES,
    Style,
    cells_of,
    random_hands,
    random_tables,
)

SETUPS = [setup for book in rulebooks().values() for setup in setups(book)]
DRAWS = 20
SEED = 1


def test_a_table_has_a_row_for_each_hand_and_its_points() -> None:
    tables = [*random_tables(SEED, hands=2)]
    assert {table.setup.book.key for table in tables} == {*rulebooks()}
    for table in tables:
        sign = next(sign for sign in "\t;," if table.text.startswith(f"Hand{sign}"))
        rows = [*csv.reader(io.StringIO(table.text), delimiter=sign)]
        assert {len(row) for row in rows} == {len(table.columns)}, table
        assert len(rows) - 1 == len(table.facts) == len(table.points), table
        game = read_game(table.setup, [DealRecord(facts) for facts in table.facts])
        assert tuple(deal.score.points for deal in game.complete if deal.score) == table.points


@pytest.mark.parametrize(
    "setup", SETUPS, ids=lambda setup: f"{setup.book.key}-{setup.players}-{SETUPS.index(setup)}"
)
def test_different_answers_are_written_differently(setup: Setup) -> None:
    rng = Random(f"{SEED} {setup.book.key} {setup.players} {setup.rules}")
    style = Style.random(setup, rng)
    hands, _ = random_hands(setup, rng, 1)
    for step, fact in (answer for hand in hands for answer in hand):
        cells = cells_of(step, fact, NAMES, style)
        for _ in range(DRAWS):
            other = step.fact(step.parse(step.random_answer(rng)))
            assert (cells_of(step, other, NAMES, style) == cells) is (other == fact)
