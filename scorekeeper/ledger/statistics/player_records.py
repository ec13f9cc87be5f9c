"""Games won and lost: the record of each player, and of two players against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scorekeeper.engine.analysis.intervals import interval_of_few, margin_of_mean
from scorekeeper.engine.analysis.statistics import (
    Count,
)
from scorekeeper.ledger.statistics.played_games import Played

ENOUGH_GAMES = 5  # for a rating, a place in the order, and a share of games won


@dataclass(frozen=True, slots=True)
class Record:
    """The games of one player.

    best, worst    totals of games
    run            the most games won in a row
    now            games won in a row up to the last one
    margin         half the width of the interval of the points a hand; None if unknown
    low            whether the lowest total wins
    """

    games: int = 0
    wins: int = 0
    best: int | None = None
    worst: int | None = None
    run: int = 0
    now: int = 0
    margin: float | None = None
    low: bool = False

    @property
    def enough(self) -> bool:
        """Whether there are enough games for a share of games won."""
        return self.games >= ENOUGH_GAMES

    @property
    def likely(self) -> tuple[float, float] | None:
        """The interval of the share of games won; None for many games."""
        return interval_of_few(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Against:
    """Two players against each other, in numbers of games.

    games      played on different sides
    ahead      of these, the first player finished before the second
    behind     of these, the second finished before the first
    together   played on one side
    won        of those played together
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    together: int = 0
    won: int = 0


def strength(record: Record | None, points: Count | None) -> tuple[bool, float]:
    """The key by which players are ordered: enough games first, then points a hand.

    Few points are better if the lowest total wins.

    Of all orders that were tried, it recovers strength best (`tests/benchmarks/ratings.py`).
    """
    mean = points.mean if points else 0.0
    return bool(record and record.enough), -mean if record and record.low else mean


def records(games: Iterable[Played]) -> dict[int, Record]:
    """The record of every player in these games."""
    tallies: dict[int, _Tally] = {}
    for game in games:
        for number, side in enumerate(game.finish.sides):
            for player in side:
                tally = tallies.setdefault(player, _Tally())
                tally.add(game, number)
    return {player: tally.record for player, tally in tallies.items()}


@dataclass(slots=True)
class _Tally:
    """A record that is still being counted."""

    totals: list[int] = field(default_factory=list)
    made: list[int] = field(default_factory=list)  # points, without those at the start
    hands: list[int] = field(default_factory=list)
    wins: int = 0
    run: int = 0
    now: int = 0
    low: bool = False

    def add(self, game: Played, side: int) -> None:
        won = side in game.winners
        self.totals.append(game.totals[side])
        self.made.append(game.totals[side] - game.start)
        self.hands.append(game.hands)
        self.low = game.low
        self.wins += won
        self.now = self.now + 1 if won else 0
        self.run = max(self.run, self.now)

    @property
    def record(self) -> Record:
        totals = self.totals
        margin = margin_of_mean(self.made, self.hands)
        most, least = max(totals), min(totals)
        best, worst = (least, most) if self.low else (most, least)
        return Record(len(totals), self.wins, best, worst, self.run, self.now, margin, self.low)


def against(games: Iterable[Played], player: int, others: Iterable[int]) -> dict[int, Against]:
    """A player against each of some others; those who share no game are left out."""
    wanted = set(others) - {player}
    tally: dict[int, list[int]] = {}
    for game in games:
        mine = game.side_of(player)
        if mine is None:
            continue
        place = game.finish.places[mine]
        for number, side in enumerate(game.finish.sides):
            for other in wanted.intersection(side):
                row = tally.setdefault(other, [0] * 5)
                if number == mine:
                    row[3] += 1
                    row[4] += mine in game.winners
                else:
                    theirs = game.finish.places[number]
                    row[0] += 1
                    row[1] += place < theirs
                    row[2] += place > theirs
    return {other: Against(*row) for other, row in tally.items()}
