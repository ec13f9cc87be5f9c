"""Search in notes: the notes on a game and its hands as one folded text, stored beside the game.

Like the seats of a game, it can be worked out again from the entries.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlite_utils import Database

from scorekeeper.ledger.people import folded


def searched_text(notes: Mapping[int, str]) -> str:
    """Return the text that a search of evenings looks at; empty if there are no notes."""
    return folded("\n".join(notes[number] for number in sorted(notes)))


def store_searched_text(db: Database, game_id: int, notes: Mapping[int, str]) -> None:
    """Store the text for a game, or delete it if there are no notes."""
    db.execute("delete from notes where game_id = ?", [game_id])
    if text := searched_text(notes):
        db.execute("insert into notes (game_id, text) values (?, ?)", [game_id, text])
