"""Fast taps and late answers, in every game: each tap is recorded, or answered with words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import served
from tests.deep import DEEP
from tests.fast_answers import BOOKS, begin_fast_game
from tests.scripts.node import outcome

SHORT = ("call-break", "president")
NEXT = 2  # answers of the next hand


@pytest.mark.parametrize("key", BOOKS if DEEP else SHORT)
def test_no_tap_vanishes(tmp_path: Path, key: str) -> None:
    path = tmp_path / "scores.db"
    game = begin_fast_game(path, key, hands=1, more=NEXT)
    with served(path) as server:
        (met,) = outcome("fast_taps.js", [{"game": game.number, "answers": game.taps}], server)
    assert (met["vanished"], met["misplaced"], met["undecided"]) == ([], [], 0)
    assert met["facts"] == game.facts
    if key in {"spades", "call-break"}:  # every bid is taken at once
        assert [question for question in met["refused"] if question.startswith("1-")] == []
