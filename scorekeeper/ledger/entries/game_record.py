"""A game as the store hands it out: its log so far, and who plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.engine.rules.game import Game
from scorekeeper.ledger.entries.game_log import Log
from scorekeeper.ledger.entries.game_setup import Agreed
from scorekeeper.ledger.people.identities import NOBODY, People


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its log so far.

    players    the names of those who sit there now, in the order of the seats
    people     everybody of the table, for the names of those who sat there before
    """

    id: int
    table_id: int
    key: str
    players: tuple[str, ...]
    started: datetime
    log: Log
    people: People = NOBODY

    def names(self, deal: int) -> tuple[str, ...]:
        """The names of those who sat there in a deal, in the order of the seats."""
        if not self.log.sitting.noted:
            return self.players
        return tuple(map(self.people.name, self.log.sitting.at(deal)))

    @property
    def seat_names(self) -> tuple[tuple[str, ...], ...]:
        """Everybody who has had each seat, in the order of coming."""
        if not self.log.sitting.noted:
            return tuple((name,) for name in self.players)
        seats = range(len(self.players))
        return tuple(
            tuple(map(self.people.name, self.log.sitting.players_of(seat))) for seat in seats
        )

    @classmethod
    def of(cls, game_id: int, agreed: Agreed, log: Log) -> GameRecord:
        """The record of a game that was begun so and has this log."""
        sitting = log.sitting.at(log.game.current.number) if log.sitting.noted else agreed.players
        names = tuple(map(agreed.people.name, sitting))
        return cls(game_id, agreed.table_id, agreed.key, names, agreed.started, log, agreed.people)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.log.game
