"""Every bundled game in the score file: recorded, read again, exported, brought in, printed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.games.registry import BUNDLED
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.ledger.entries.game_log import Kind
from scorekeeper.ledger.entries.outcome import Submission
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.evenings import games
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.tables import tables
from scorekeeper.testing import random_answer, setups
from tests.terminal import run

HANDS = 3
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")


def play(store: Store, book: Rulebook[Any], rng: Random) -> int:
    """The number of a game of random legal answers, with the most players."""
    setup = [*setups(book)][len(book.players) - 1]
    table = tables.first(store).id
    game_id = games.new_game(store, table, new_key(), setup, NAMES[: setup.players])
    while True:
        record = store.game(table, game_id)
        if len(record.game.complete) >= HANDS or record.game.step is None:
            return game_id
        fact = random_answer(record.game.step, rng)
        given = Submission(new_key(), record.log.revision, Kind.ANSWER, fact, None, None, "")
        assert store.submit(table, game_id, given).error is None


@pytest.mark.parametrize("book", BUNDLED, ids=lambda book: book.key)
def test_a_game_is_kept_exported_and_brought_in(
    book: Rulebook[Any], store: Store, tmp_path: Path
) -> None:
    game_id = play(store, book, Random(7))
    table = tables.first(store).id
    played = store.game(table, game_id).game
    read = Store.open(store.path).game(table, game_id).game
    assert (read.totals, read.deals == played.deals) == (played.totals, True)
    exported, other = tmp_path / "games.json", tmp_path / "other.db"
    result = run("export", "--db", str(store.path), "-o", str(exported))
    assert result.exit_code == 0, result.stderr
    result = run("import", "--db", str(other), str(exported))
    assert result.exit_code == 0, result.stderr
    brought = Store.open(other)
    again = brought.game(tables.first(brought).id, 1).game
    assert (again.totals, again.places) == (played.totals, played.places)
