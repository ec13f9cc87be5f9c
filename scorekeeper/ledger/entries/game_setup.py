"""What the players agreed on when a game began: it never changes, but for how they are called."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending
from scorekeeper.engine.rules.game import Setup
from scorekeeper.ledger.database.checksums import game_row
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.people.identities import People, people_of


@dataclass(frozen=True, slots=True)
class Agreed:
    """A game without its entries.

    players    the numbers of those who began, in the order of the seats
    people     everybody of the table, as they are called at present
    """

    table_id: int
    key: str
    players: tuple[int, ...]
    people: People
    started: datetime
    setup: Setup


def agreed_of(db: Database, game_id: int) -> Agreed:
    """What a game was begun with; raises Unknown."""
    row = game_row(
        db, game_id, "table_id, key, rulebook, rules, ending, players, first_dealer, started"
    )
    if row is None:
        raise Unknown("game")
    table_id, key, rulebook, rules, ending, players, first_dealer, started = row
    book = rulebooks().get(rulebook)
    if book is None:
        raise Unknown("game")  # the package that brought its rules is gone
    seats: list[int] = json.loads(players)
    setup = Setup(
        book,
        book.rules_from_json(json.loads(rules)),
        house_rules.from_kept(Ending, json.loads(ending)),
        len(seats),
        Seat(first_dealer),
    )
    people = people_of(db, table_id)
    return Agreed(table_id, key, tuple(seats), people, datetime.fromisoformat(started), setup)
