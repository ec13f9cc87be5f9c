"""Refused session files: the reason names the file or the game."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.store import Store
from tests.exchange.foreign_files import WHIST, files, surveyed, taken
from tests.ledger.israeli_whist_sessions import FIRST, SECOND, hand, session

__all__ = ["files"]  # fixtures

LONG = "Rosa of the long name of twenty"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("Avi", "Avi", "Gil", "Dorit"),
         "Two players are called Avi: make the names different."),
        (("Avi", LONG, "Gil", "Dorit"),
         f"{LONG}: A name has at most 24 characters; this one has 31."),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_kept_is_said_with_its_file(
    store: Store, files: Any, names: tuple[str, ...], reason: str
) -> None:
    """The message names the file or the game, not a line of the converted document."""
    players = [{"id": f"p{seat}", "name": name} for seat, name in enumerate(names)]
    wrong = session(FIRST, id="game_2", players=players)
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(session(FIRST), wrong))
    assert str(refused.value) == f"W-2.json: {reason}"
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(wrong))
    assert str(refused.value).removeprefix("the game of 2026-03-06: ") == reason


def test_a_game_that_went_on_differently_is_named_by_its_file(store: Store, files: Any) -> None:
    taken(store, files(session(FIRST, SECOND)))
    other = session(FIRST, hand((4, 4, 3, 1), (4, 4, 3, 2), (26, 26, 19, -10)))
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(session(FIRST, id="game_2"), other))
    assert str(refused.value).startswith("W-2.json: this game went on differently here")
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(other))
    assert str(refused.value).startswith("the game of 2026-03-06: this game went on differently")


@pytest.mark.parametrize("form", [None, WHIST])
def test_half_a_session_file_says_where_it_ends(store: Store, files: Any, form: str | None) -> None:
    whole = json.dumps(session(FIRST, SECOND), indent=1)
    half = whole[: whole.index('"dealerIndex": 1')]
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(half), form)
    line = half.count("\n") + 1
    assert str(refused.value) == (f"line {line}: the file is damaged here, or is no JSON.")
