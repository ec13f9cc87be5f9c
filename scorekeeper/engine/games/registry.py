"""Where the games are found."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from scorekeeper.engine.games.bid_whist import BID_WHIST
from scorekeeper.engine.games.hearts import HEARTS
from scorekeeper.engine.games.israeli_whist import ISRAELI_WHIST
from scorekeeper.engine.games.oh_hell import OH_HELL
from scorekeeper.engine.games.points import POINTS_SHEET
from scorekeeper.engine.games.romanian_whist import ROMANIAN_WHIST
from scorekeeper.engine.games.spades import SPADES
from scorekeeper.engine.games.wizard import WIZARD
from scorekeeper.engine.rules.rulebook import Rulebook

ENTRY_POINTS = "scorekeeper.rulebooks"
BUNDLED: tuple[Rulebook[Any], ...] = (
    ISRAELI_WHIST,
    BID_WHIST,
    OH_HELL,
    SPADES,
    HEARTS,
    WIZARD,
    ROMANIAN_WHIST,
    POINTS_SHEET,
)


@cache
def rulebooks() -> dict[str, Rulebook[Any]]:
    """Every game, by key: the bundled ones, then those that other packages offer."""
    found = {book.key: book for book in BUNDLED}
    for entry_point in entry_points(group=ENTRY_POINTS):
        book: Rulebook[Any] = entry_point.load()
        found.setdefault(book.key, book)
    return found
