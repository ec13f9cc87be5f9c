"""Games as they are tapped on a phone: with its keys and times, and answers drawn at random."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH

HEBREW = ("דנה כהן", "אבשלום", "תמר", "יונתן", "נועה", "מיכל", "אורי", "שירה")
GAME = "kd93-Gq1_2mZx7Lp"  # a key such as a new game gets


class Evening:
    """A clock on which some seconds pass with each look."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._now = datetime(2026, 3, 6, 19, 3, 17, 123_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(milliseconds=int(self._rng.lognormvariate(9, 0.8)))
        return self._now


def tapped(
    store: Store, book: Rulebook[Any], names: Sequence[str], hands: int = 14, key: str = GAME
) -> int:
    """A game of so many hands, or of as many as it has, tapped on one phone."""
    rng = random.Random(book.key)
    store.clock = Evening(rng)
    preset = book.presets[0]
    ending = book.agreed(preset.ending or book.endings.usual, preset.rules, len(names))
    setup = Setup(book, preset.rules, ending, len(names), SOUTH)
    game = new_game(store, tables.first(store).id, key, setup, names)
    while True:
        record = store.game(1, game)
        step = record.game.step
        if step is None or len(record.game.complete) == hands:
            return game
        number = record.log.revision + 1
        store.record(
            *(1, game),
            key=f"tap-2w6p1z5k3n0q4m7r1c9x-{number}",
            revision=number - 1,
            kind=Kind.ANSWER,
            given=step.random_answer(rng),
            device="5e1f00d1",
        )
