"""Registry of games: bundled and installed ones."""

from __future__ import annotations

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.registry import rulebooks


def test_israeli_whist_is_found_by_its_key() -> None:
    assert rulebooks()["israeli-whist"] is ISRAELI_WHIST


def test_israeli_whist_takes_four() -> None:
    assert list(ISRAELI_WHIST.players) == [4]
    assert str(ISRAELI_WHIST.name) == "Israeli Whist"
