"""Games scored again under other rules, and what that would have made of each player.

One game or many, a session or a season: they are given as a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from scorekeeper.engine.analysis.what_if import Alternative, left_out, scored_again
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.people.seats import credited


@dataclass(slots=True)
class Tally:
    """What one player has: points in all games, and how many of them they won, alone or shared."""

    points: int = 0
    wins: int = 0


@dataclass(slots=True)
class Player:
    """One player, as the games were played and as they would have been."""

    name: str
    played: Tally = field(default_factory=Tally)
    other: Tally = field(default_factory=Tally)

    @property
    def difference(self) -> int:
        """The points that the other rules would have given more."""
        return self.other.points - self.played.points


@dataclass(frozen=True, slots=True)
class Again:
    """One game beside the same game under other rules; some of its deals may be left out."""

    record: GameRecord
    other: Game

    @property
    def game(self) -> Game:
        """The game as it was played."""
        return self.record.game

    @property
    def left_out(self) -> tuple[Deal, ...]:
        """The deals that cannot be scored under the other rules, each with its `flaw`."""
        return left_out(self.game, self.other)

    @property
    def is_open(self) -> bool:
        """Whether the game was over, but would not be over yet under the other rules."""
        return self.game.over and not self.other.over

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides with the highest total under the other rules."""
        return tuple(side for side, place in enumerate(self.other.places) if place == 1)

    @property
    def has_another_winner(self) -> bool:
        """Whether the game would be over under the other rules, and won by others."""
        return self.other.over and self.game.winners != self.other.winners


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Games beside the same games under other rules, and their players, most points first."""

    games: tuple[Again, ...]
    players: tuple[Player, ...]

    @property
    def left_out(self) -> int:
        """How many deals of all games are left out."""
        return sum(len(again.left_out) for again in self.games)

    @property
    def open(self) -> int:
        """How many games that were over would not be over yet."""
        return sum(again.is_open for again in self.games)

    @property
    def other_winners(self) -> int:
        """How many games would be over and won by others."""
        return sum(again.has_another_winner for again in self.games)

    @property
    def percent(self) -> int | None:
        """How many percent more points there would be in all; None if a sum is not positive."""
        played = sum(player.played.points for player in self.players)
        other = sum(player.other.points for player in self.players)
        return round(100 * (other - played) / played) if played > 0 and other > 0 else None


def what_if(records: Iterable[GameRecord], alternative: Alternative) -> WhatIf:
    """Score games of one rulebook again; the facts stay as they are.

    A player of several games is one player, by name.
    """
    games = tuple(
        Again(record, scored_again(record.game, alternative.instead_of(record.game.setup.rules)))
        for record in records
    )
    players: dict[str, Player] = {}
    for again in games:
        for seat in range(len(again.record.players)):
            side = again.game.seating.side_of(Seat(seat))
            for other, game in ((False, again.game), (True, again.other)):
                for name, points, whole in _shares(again.record, game, Seat(seat)):
                    player = players.setdefault(name, Player(name))
                    tally = player.other if other else player.played
                    tally.points += points
                    tally.wins += whole and side in game.winners
    ordered = sorted(players.values(), key=lambda player: -player.other.points)
    return WhatIf(games, tuple(ordered))


def _shares(record: GameRecord, game: Game, seat: Seat) -> Iterator[tuple[str, int, bool]]:
    """Who played in a seat, with the points of each, and whose game it is."""
    stints = [stint for stint in record.log.sitting.stints(game) if stint.seat == seat]
    if not stints:
        yield record.players[seat], game.totals[game.seating.side_of(seat)], True
        return
    whose = credited(tuple(stints))[seat]
    for stint in stints:
        yield record.people.name(stint.player), stint.points, stint.player == whose
