"""Player records: games won and lost, one player against another, and the margins of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf, sqrt

from scorekeeper.caches import cache_latest
from scorekeeper.insight.ratings import Finish
from scorekeeper.rules.figures import Count

# Intervals

NORMAL = 1.959964  # standard deviations around the mean that cover 95 % of a normal distribution
MANY_CASES = 100  # a share of this many cases is shown without its interval


def interval_of_few(so: int, cases: int) -> tuple[float, float] | None:
    """Return the 95 % interval of the share `so` / `cases`; None if `cases` is large."""
    return None if cases >= MANY_CASES else likely_share(so, cases)


def likely_share(so: int, cases: int) -> tuple[float, float]:
    """Return the 95 % interval of the share `so` / `cases` (Wilson's score interval)."""
    share, square = so / cases, NORMAL * NORMAL
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    half *= NORMAL / (1 + square / cases)
    return max(middle - half, 0.0), min(middle + half, 1.0)


@dataclass(frozen=True, slots=True)
class Groups:
    """Values that come in groups, such as the points of hands in games, as sums over the groups.

    sum, size      the sum of all values, and their number
    squares        the sum of the squares of the groups' sums
    products       the sum of each group's sum times its size
    size_squares   the sum of the squares of the groups' sizes
    """

    groups: int
    sum: float
    size: int
    squares: float
    products: float
    size_squares: int

    @property
    def margin(self) -> float | None:
        """The half width of the interval of the mean; None for fewer than two groups."""
        if self.groups < 2 or not self.size:
            return None
        mean = self.sum / self.size
        squares = self.squares - 2 * mean * self.products + mean * mean * self.size_squares
        freedom = self.groups - 1
        return _student(freedom) * sqrt(max(squares, 0.0) * self.groups / freedom) / self.size


STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447)
"""`NORMAL` for Student's distribution with 1 to 6 degrees of freedom, from any printed table."""


def _student(freedom: int) -> float:
    """Return the same as `NORMAL` for Student's distribution with `freedom` degrees of freedom.

    Beyond the table it is computed by Cornish and Fisher's expansion.
    """
    if freedom <= len(STUDENT):  # the expansion gives 7.155 for 1 degree of freedom
        return STUDENT[freedom - 1]
    z = NORMAL
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2


# A decided game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A decided game.

    finish    the players' numbers by side, with the places of the sides
    totals    by side; empty if only the places are known
    winners   the sides that won
    hands     the number of recorded hands; 0 if only the result is known
    low       whether the lowest total won
    """

    finish: Finish
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    low: bool = False

    def side_of(self, player: int) -> int | None:
        """Return the side for which a player played; None if they did not play."""
        for number, side in enumerate(self.finish.sides):
            if player in side:
                return number
        return None


def finishes(games: Sequence[PlayedGame]) -> list[Finish]:
    """Return the finishes of games, for the ratings."""
    return [game.finish for game in games]


# Records

ENOUGH_GAMES = 5  # for a rating, a place in the order, and a share of games won


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """The games of one player.

    best, worst    the best and the worst total of a game; None if only places are known
    run            the most games won in a row
    now            the number of games won in a row up to the last game
    low            whether the lowest total wins
    """

    games: int = 0
    wins: int = 0
    best: int | None = None
    worst: int | None = None
    run: int = 0
    now: int = 0
    low: bool = False

    @property
    def enough(self) -> bool:
        """Whether the player has enough games to show the share of games won."""
        return self.games >= ENOUGH_GAMES

    @property
    def likely(self) -> tuple[float, float] | None:
        """The 95 % interval of the share of games won; None if there are many games."""
        return interval_of_few(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Against:
    """Two players against each other, in numbers of games.

    games      the games played on different sides
    ahead      of these, the games in which the first player finished before the second
    behind     of these, the games in which the second player finished before the first
    together   the games played on the same side
    won        of these, the games that they won
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    together: int = 0
    won: int = 0


def strength(record: PlayerGames | None, points: Count | None) -> tuple[bool, float]:
    """Return a sort key for players: those with enough games first, then by points per hand.

    Fewer points are better if the lowest total wins. This order finds the stronger players better
    than all others that were tried (`tests/tools/benchmarks/ratings.py`).
    """
    mean = points.mean if points else -inf
    return bool(record and record.enough), -mean if points and record and record.low else mean


@cache_latest
def records(games: Sequence[PlayedGame]) -> Mapping[int, PlayerGames]:
    """Return the record of every player in these games, by player number."""
    return records_of(games)


def records_of(games: Iterable[PlayedGame], players: Iterable[int] = ()) -> dict[int, PlayerGames]:
    """Return the records of some players in these games; of all players if `players` is empty."""
    wanted = frozenset(players)
    played: dict[int, list[tuple[PlayedGame, int]]] = {}
    for game in games:
        for number, side in enumerate(game.finish.sides):
            for player in side:
                if not wanted or player in wanted:
                    played.setdefault(player, []).append((game, number))
    return {player: _record(theirs) for player, theirs in played.items()}


@cache_latest
def rateable(games: Sequence[PlayedGame]) -> frozenset[int]:
    """Return the players with enough games for a rating."""
    finished = Counter(player for game in games for side in game.finish.sides for player in side)
    return frozenset(player for player, count in finished.items() if count >= ENOUGH_GAMES)


def _record(played: Sequence[tuple[PlayedGame, int]]) -> PlayerGames:
    """Return the record of a player from one or more games, each with the player's side."""
    totals = [game.totals[side] for game, side in played if game.totals]
    won = [side in game.winners for game, side in played]
    runs = [len(list(run)) if so else 0 for so, run in groupby(won)]
    low = played[-1][0].low
    most, least = max(totals, default=None), min(totals, default=None)
    return PlayerGames(
        games=len(played),
        wins=sum(won),
        best=least if low else most,
        worst=most if low else least,
        run=max(runs),
        now=runs[-1],
        low=low,
    )


def against(games: Iterable[PlayedGame], player: int, others: Iterable[int]) -> dict[int, Against]:
    """Return a player's games against and with each of `others`, if they have played together."""
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
