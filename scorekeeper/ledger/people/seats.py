"""Seats of a game, deal by deal: who began in each, and who took it over later.

Players are numbers here: those of the score file, or their places in a document. The points of a
seat do not depend on who sits there; only whose they are does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import IllegalEntry
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.wording import say


class Person(int):
    """A player by number, in a sentence; the page shows the name."""


@dataclass(frozen=True, slots=True, order=True)
class SeatChange:
    """A player takes a seat from a deal on, until the next change there."""

    deal: int
    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class Stint:
    """What somebody played in a seat: how many deals that count, and their points."""

    seat: int
    player: int
    hands: int
    points: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where in a game: the players it began with, and the changes since.

    `noted` are all changes that stand, also one that changes nothing because of an earlier one.
    """

    first: tuple[int, ...]
    noted: tuple[SeatChange, ...] = ()

    def at(self, deal: int) -> tuple[int, ...]:
        """Who sits in each seat in a deal."""
        players = list(self.first)
        for change in self.noted:
            if change.deal <= deal:
                players[change.seat] = change.player
        return tuple(players)

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        """The changes that put somebody else into a seat, in the order of the deals."""
        return tuple(
            change
            for change in self.noted
            if self.at(change.deal - 1)[change.seat] != change.player
        )

    def before(self, change: SeatChange) -> int:
        """Who would sit in the seat without the change."""
        return self.at(change.deal - 1)[change.seat]

    def is_noted(self, deal: int, seat: int) -> bool:
        """Whether a change of a seat stands in this deal."""
        return any((change.deal, change.seat) == (deal, seat) for change in self.noted)

    def with_change(
        self, deal: int, seat: int, player: int | None, was: int | None = None
    ) -> Sitting:
        """The seats after one change more; without a player, that of the deal is taken back.

        `was` is the deal of an earlier change that this one replaces.
        """
        gone = {(deal, seat), (was, seat)}
        kept = [change for change in self.noted if (change.deal, change.seat) not in gone]
        new = [] if player is None else [SeatChange(deal, seat, player)]
        return replace(self, noted=tuple(sorted([*kept, *new])))

    def players_of(self, seat: int) -> tuple[int, ...]:
        """Everybody who has had a seat, in the order of coming, each once."""
        began = [] if self.is_noted(1, seat) else [self.first[seat]]
        later = [change.player for change in self.noted if change.seat == seat]
        return tuple(dict.fromkeys([*began, *later]))

    @property
    def everyone(self) -> tuple[int, ...]:
        """Everybody who has had a seat, each once."""
        players = [player for seat in range(len(self.first)) for player in self.players_of(seat)]
        return tuple(dict.fromkeys(players))

    def mapped(self, number: Callable[[int], int]) -> Sitting:
        """The same with other numbers for the players."""
        return Sitting(
            tuple(map(number, self.first)),
            tuple(replace(change, player=number(change.player)) for change in self.noted),
        )

    def check(self) -> None:
        """Raise IllegalEntry where somebody has had two seats: nobody can play against themself."""
        seats: dict[int, int] = {}
        for seat in range(len(self.first)):
            for player in self.players_of(seat):
                if seats.setdefault(player, seat) != seat:
                    raise IllegalEntry(
                        "two-seats",
                        say("{player} plays in another seat of this game.", player=Person(player)),
                        "name",
                    )

    def stints(self, game: Game) -> tuple[Stint, ...]:
        """What everybody played in the seats that changed hands; who sits there now comes last."""
        changed = {change.seat for change in self.changes}
        return tuple(
            stint for seat in sorted(changed) for stint in self._stints_of(Seat(seat), game)
        )

    def _stints_of(self, seat: Seat, game: Game) -> tuple[Stint, ...]:
        side = game.seating.side_of(seat)
        now = self.at(game.current.number)[seat]
        stints = {player: Stint(seat, player, 0, 0) for player in self.players_of(seat)}
        for deal in game.deals:
            if deal.score is None or deal.surplus:
                continue
            player = self.at(deal.number)[seat]
            old = stints[player]
            stints[player] = Stint(
                seat, player, old.hands + deal.counts, old.points + deal.score.points[side]
            )
        return (*(stint for stint in stints.values() if stint.player != now), stints[now])


def credited(stints: tuple[Stint, ...]) -> dict[int, int]:
    """Whose game it is, by seat: whoever played most of its deals there, if equal the last."""
    longest: dict[int, Stint] = {}
    for stint in stints:
        if stint.seat not in longest or stint.hands >= longest[stint.seat].hands:
            longest[stint.seat] = stint
    return {seat: stint.player for seat, stint in longest.items()}
