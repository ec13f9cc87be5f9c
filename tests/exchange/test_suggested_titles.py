"""The titles that the page of a game suggests are understood as they are meant."""

from __future__ import annotations

from random import Random

import pytest

from scorekeeper.exchange.game_columns import GameColumns
from scorekeeper.exchange.hand_rows import read_hands
from scorekeeper.exchange.table_columns import UNUSED
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_log import Log
from scorekeeper.testing import setups
from tests.deep import DEEP

SETUPS = 20 if DEEP else 4  # of each game
NAMES = ("Anna", "Ben", "Carl", "Dana", "Eva", "Finn", "Gil", "Hanna", "Ida", "Jan")


@pytest.mark.parametrize("key", sorted(rulebooks()))
def test_each_suggested_title_is_a_use_of_its_own(key: str) -> None:
    rng = Random(f"titles {key}")
    for setup in rng.choices([*setups(rulebooks()[key])], k=SETUPS):
        columns = GameColumns.of(setup, NAMES[: setup.players])
        titles = [str(title) for title in columns.usual_head()]
        table = read_hands(";".join(titles), columns, Log.of(setup).game).head.table
        uses = [column.use for column in table.columns]
        assert UNUSED not in uses, titles
        assert len(set(uses)) == len(uses), titles
        assert set(uses) <= set(columns.uses), titles
