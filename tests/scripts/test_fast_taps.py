"""Fast taps and late answers, in every game: each tap is recorded, or answered with words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.registry import own_game, ready_files, rulebooks
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_answer
from scorekeeper.web.entry_forms import form_fields
from tests.browser.begun_games import write
from tests.browser.conftest import served
from tests.deep import DEEP
from tests.own_yaniv import YANIV
from tests.scripts.node import outcome
from tests.web.described_games import NAMES

BOOKS: Mapping[str, Rulebook[Any]] = {
    **rulebooks(),
    **{book.key: book for book in ready_files()},
    "of a table": own_game(YANIV),
}
SHORT = ("spades", "president")
NEXT = 2  # answers of the next hand


@pytest.mark.parametrize("key", BOOKS if DEEP else SHORT)
def test_no_tap_vanishes(tmp_path: Path, key: str) -> None:
    book = BOOKS[key]
    players = 4 if 4 in book.players else book.players[0]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, players, SEATS[0])
    setup = replace(setup, ending=setup.agreed(setup.ending))
    answers = [*answers_of(setup, random.Random(key))]
    path = tmp_path / "scores.db"
    number = write(path, setup, NAMES[:players], ())
    taps = [{"question": question, "fields": form_fields(fact)} for question, fact in answers]
    with served(path) as server:
        (met,) = outcome("fast_taps.js", [{"game": number, "answers": taps}], server)
    assert (met["vanished"], met["misplaced"], met["undecided"]) == ([], [], 0)
    assert met["facts"] == [fact for _, fact in answers]
    if key in {"spades", "call-break"}:  # every bid is taken at once
        assert [question for question in met["refused"] if question.startswith("1-")] == []


def answers_of(setup: Setup, rng: random.Random) -> Iterator[tuple[str, Fact]]:
    """Yield the answers of a hand and the first ones of the next, with their questions."""
    deals = [DealRecord()]
    while len(deals) == 1 or len(deals[-1].facts) < NEXT:
        game = read_game(setup, deals)
        step = game.step
        if step is None:
            return
        fact = step.fact(step.parse(random_answer(step, rng)))
        yield f"{game.current.number}-{step.key}", fact
        deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
        if read_game(setup, deals).deals[-1].score is not None:
            deals.append(DealRecord())
