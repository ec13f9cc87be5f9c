"""Helpers: a game in which a seat changes hands."""

from __future__ import annotations

import pytest

from scorekeeper.ledger.conflicts import Outcome, Submission
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import first
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play

ANNA, BEN, CHAIM, DANA, EVA = 1, 2, 3, 4, 5


@pytest.fixture
def game(store: Store) -> int:
    """A game with one hand."""
    begun = new_game(store, first(store).id, "game", setup_of(), PLAYERS)
    play(store, begun)
    return begun


def change(
    store: Store,
    hand: int,
    seat: int = 1,
    name: str | None = "Eva",
    *,
    game: int = 1,
    revision: int | None = None,
    key: str = "",
    was: int | None = None,
) -> Outcome:
    """Give a seat to a player from a hand on; without a name, take a change back."""
    seen = store.game(1, game).log.revision if revision is None else revision
    given = {"seat": str(seat)} | ({} if name is None else {"name": name})
    given |= {} if was is None else {"was": str(was)}
    return store.submit(1, game, Submission(key or new_key(), seen, Kind.SEAT, given, hand))
