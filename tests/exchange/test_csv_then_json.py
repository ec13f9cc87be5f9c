"""CSV and JSON of one game: both are the same game, whichever comes in first, and it goes on."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.exchange.importing import Survey
from scorekeeper.exchange.other_formats import SourceFile, survey_files
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS
from tests.deep import DEEP
from tests.exchange.exported_file import EVERYTHING, another, brought, exported
from tests.exchange.test_documents import brought_as_csv
from tests.ledger.random_amendments import ACTS, drawn, with_hand

EXAMPLES = 20 if DEEP else 1
FOUND = {("hearts", 10), ("hearts", 38), ("estimation", 16)}  # with a running hand, a named dealer
GAMES = sorted({(key, seed) for key in rulebooks() for seed in range(EXAMPLES)} | FOUND)


def put_right(book: Rulebook[Any], rng: Random) -> Log:
    """A game with hands, and with acts that put it right."""
    rules = [preset.rules for preset in book.presets]
    chosen, players = rng.choice(rules), rng.choice([*book.players])
    ending = book.agreed(book.usual_ending(chosen), chosen, players)
    log = with_hand(Log.of(Setup(book, chosen, ending, players, SEATS[0])), rng)
    for _ in range(4):
        entry = drawn(log, rng.choice(ACTS), rng, rules)
        log = with_hand(log, rng) if rng.random() < 0.5 or entry is None else log.after([entry])
    return log


def surveyed_csv(store: Store, text: str) -> Survey:
    path = store.path.with_suffix(".csv")
    path.write_text(text, "utf-8")
    return survey_files(store, 1, [SourceFile(path.name, path)], path.with_suffix(".room"))


def csv_of(store: Store) -> str:
    return "".join(as_csv(store.path, EVERYTHING))


@pytest.mark.parametrize(("key", "seed"), GAMES)
@pytest.mark.slow
def test_both_files_of_a_game_are_one_game(key: str, seed: int) -> None:
    rng = Random(f"{key} {seed}")
    log = put_right(rulebooks()[key], rng)
    people = [f"P{seat}" for seat in range(log.begun.players)]
    with another() as store, another() as by_csv, another() as by_json:
        game = new_game(store, tables.first(store).id, "game", log.begun, people)
        early = rng.randint(len(log.done) // 2, len(log.done))
        store.record_all(1, game, log.done[:early], key="early", revision=0)
        was_empty = not store.game(1, game).game.complete
        early_csv = csv_of(store)
        store.record_all(1, game, log.done[early:], key="late", revision=early)
        csv, json = csv_of(store), exported(store)

        brought_as_csv(by_csv, early_csv)
        back = brought(by_csv, json)  # goes on with a game that is another log here
        assert (back.new, back.longer + back.known) == ((1, 0) if was_empty else (0, 1))
        # what was taken back since leaves a game as it was before: it counts as known
        assert csv_of(by_csv) in ({csv} if back.longer or was_empty else {csv, early_csv})
        assert brought(by_csv, json).nothing_new

        brought(by_json, json)
        for text in (csv, early_csv):
            assert surveyed_csv(by_json, text).nothing_new
