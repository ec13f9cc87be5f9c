"""A game with its setup, its players and its log."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from sqlite_utils import Database

from scorekeeper.ledger.amendments import AMENDMENTS
from scorekeeper.ledger.checksums import game_row
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.game_files import book_of
from scorekeeper.ledger.game_log import KINDS, Log
from scorekeeper.ledger.people import NOBODY, People, people_of
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game, Setup
from scorekeeper.seating import Seat

KINDS.update({each.kind: each for each in AMENDMENTS})


@dataclass(frozen=True, slots=True)
class Agreed:
    """The setup and the players of a game, without its entries.

    players    the numbers of the first players, in the order of the seats
    people     everyone at the table, with present names
    """

    table_id: int
    key: str
    players: tuple[int, ...]
    people: People
    started: datetime
    setup: Setup


def agreed_of(db: Database, game_id: int) -> Agreed:
    """Read the setup and players of a game; raises Unknown."""
    row = game_row(
        db, game_id, "table_id, key, rulebook, rules, ending, players, first_dealer, started"
    )
    if row is None:
        raise Unknown("game")
    table_id, key, rulebook, rules, ending, players, first_dealer, started = row
    book = book_of(db, rulebook)
    if book is None:
        raise Unknown("game")  # the package of its rules is not installed
    seats: list[int] = json.loads(players)
    setup = Setup(
        book,
        book.rules_from_json(json.loads(rules)),
        house_rules.from_json(Ending, json.loads(ending)),
        len(seats),
        Seat(first_dealer),
    )
    people = people_of(db, table_id)
    return Agreed(table_id, key, tuple(seats), people, datetime.fromisoformat(started), setup)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its log.

    players    the names of the players who sit there now, in the order of the seats; of a seat
               that nobody has now, the last or next player
    people     everyone at the table, for the names of earlier players
    """

    id: int
    table_id: int
    key: str
    players: tuple[str, ...]
    started: datetime
    log: Log
    people: People = NOBODY

    def names(self, deal: int) -> tuple[str, ...]:
        """Return the names of the players in a deal, in the order of the seats."""
        if not self.log.sitting.all_changes:
            return self.players
        return tuple(map(self.people.name, self.log.sitting.at(deal)))

    @property
    def seat_names(self) -> tuple[tuple[str, ...], ...]:
        """The names of all players who have had each seat, first player first."""
        if not self.log.sitting.all_changes:
            return tuple((name,) for name in self.players)
        seats = range(len(self.players))
        return tuple(
            tuple(map(self.people.name, self.log.sitting.players_of(seat))) for seat in seats
        )

    @classmethod
    def of(cls, game_id: int, agreed: Agreed, log: Log) -> GameRecord:
        """Combine a game's setup and players with its log."""
        names = tuple(map(agreed.people.name, log.sitting.at(log.game.current.number)))
        return cls(game_id, agreed.table_id, agreed.key, names, agreed.started, log, agreed.people)

    @property
    def game(self) -> Game:
        return self.log.game
