"""What the players agreed on when a game began: it never changes, but for the spelling of names."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.engine import house
from scorekeeper.engine.ending import Ending
from scorekeeper.engine.game import Setup
from scorekeeper.engine.registry import rulebooks
from scorekeeper.engine.seating import Seat
from scorekeeper.ledger.errors import Unknown


@dataclass(frozen=True, slots=True)
class Agreed:
    """A game without its entries; its players stand in the order of the seats."""

    table_id: int
    key: str
    players: tuple[str, ...]
    started: datetime
    setup: Setup


def agreed_of(db: Database, game_id: int) -> Agreed:
    """What a game was begun with; raises Unknown."""
    row = db.execute(
        "select table_id, key, rulebook, rules, ending, players, first_dealer, started "
        "from games where id = ?",
        [game_id],
    ).fetchone()
    if row is None:
        raise Unknown("game")
    table_id, key, rulebook, rules, ending, players, first_dealer, started = row
    book = rulebooks().get(rulebook)
    if book is None:
        raise Unknown("game")  # the package that brought its rules is gone
    seats: list[int] = json.loads(players)
    names = dict(
        db.execute("select id, name from players where table_id = ?", [table_id]).fetchall()
    )
    setup = Setup(
        book,
        book.rules_from_json(json.loads(rules)),
        house.from_kept(Ending, json.loads(ending)),
        len(seats),
        Seat(first_dealer),
    )
    return Agreed(
        table_id, key, tuple(names[seat] for seat in seats), datetime.fromisoformat(started), setup
    )


def rematch_key(key: str) -> str:
    """The key of the rematch of a game: one for each game, and the same in every file."""
    return f"rematch-{hashlib.sha256(key.encode()).hexdigest()[:24]}"
