"""Helpers: runs of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A score file with one game, open nowhere."""
    path = tmp_path / "scores.db"
    store = Store.open(path)
    play(store, new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS))
    store.close()
    return path
