"""Example hand of the German page, for tests that need any hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.ledger.game_log import Entry, Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.steps import Fact

HAND: tuple[Fact, ...] = (
    {"bid": "7C", "winner": 2},
    {"number": 0, "seat": 3},
    {"number": 2, "seat": 0},
    {"number": 3, "seat": 1},
    {"tricks": [0, 3, 8, 2]},
)
POINTS = (-20, 19, -10, -40)  # South, West, North, East


def answer(
    store: Store, game: int, fact: Fact, revision: int, key: str = "", *, device: str = ""
) -> GameRecord:
    """Record an answer to a revision of a game of the first table."""
    return store.record(
        1,
        game,
        key=key or new_key(),
        revision=revision,
        kind=Kind.ANSWER,
        given=fact,
        device=device,
    )


def play(store: Store, game: int, facts: Sequence[Fact] = HAND, *, device: str = "") -> GameRecord:
    """Record answers, one after another."""
    for fact in facts:
        answer(store, game, fact, store.revision(1, game), device=device)
    return store.game(1, game)


def record_all(store: Store, game: int, entries: Iterable[Entry], key: str) -> None:
    """Record entries as the first ones of a game of the first table; `key` begins their keys."""
    for revision, entry in enumerate(entries):
        store.record(
            1,
            game,
            key=f"{key}-{revision + 1}",
            revision=revision,
            kind=entry.kind,
            given=entry.fact,
            deal=entry.deal,
        )
