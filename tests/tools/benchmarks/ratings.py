"""Orders of players, and how well each recovers their strength over simulated seasons.

    python -m tests.tools.benchmarks.ratings [--seasons N] [--evenings N] [--weakest S]

A player of strength s plays a hand as the engine's sensible player with probability s, and as its
random player otherwise, so that strengths are known and unequal. Players come to the evenings more
or less often, and an evening has three games of ten hands. For each order: the share of pairs of
players that it ranks by their strengths, with its 95 % interval over the seasons; then the same for
pairs in which one has played at least twice as often as the other.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from statistics import fmean, stdev
from typing import Any

import numpy as np
import numpy.typing as npt

from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.insight.ratings import Finish, rate
from scorekeeper.play.kernel.columns import as_columns, joined
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run, parts
from scorekeeper.rules.ending import places

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

PLAYERS, HANDS = 8, 10
GAMES = 3  # an evening
DEALS = 4_000  # of each mixture of sensible and random players
WEAKEST = 0.6  # the lowest possible strength; the highest is 1
DRAWN_IN = 100  # hands
UNEQUAL = 2  # times as many games

Bank = Mapping[tuple[bool, ...], npt.NDArray[np.int32]]
Order = Callable[["Season"], Mapping[int, float]]


@dataclass(frozen=True, slots=True)
class Played:
    """A game: the player in each seat, and the totals."""

    players: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Season:
    """The strength of each player, and the games in order."""

    strength: tuple[float, ...]
    games: tuple[Played, ...]

    def finishes(self) -> list[Finish]:
        """The games in the form of the ratings."""
        return [
            Finish(number, tuple((player,) for player in game.players), places(game.totals))
            for number, game in enumerate(self.games)
        ]

    def of(self, player: int) -> list[tuple[Played, int]]:
        """Return the games of a player, each with the seat."""
        return [(game, game.players.index(player)) for game in self.games if player in game.players]


def banks() -> Bank:
    """Return the points of many deals for each mixture of players, by seat; seat 0 deals."""
    deals_of = {}
    for sensible in product((False, True), repeat=4):
        names = tuple("sensible" if is_sensible else "random" for is_sensible in sensible)
        run = Run(WHOLE, PRESETS[0].rules, DEALS, names, 7)
        kept = [part.batch for part in parts(run, keep=True) if part.batch is not None]
        deals = joined([as_columns(batch) for batch in kept])
        deals_of[sensible] = deals.points[~deals.thrown_in].astype(np.int32)
    return deals_of


def season(bank: Bank, evenings: int, weakest: float, luck: random.Random) -> Season:
    """Return a season of two or three games an evening, among the players who came."""
    strength = tuple(luck.uniform(weakest, 1) for _ in range(PLAYERS))
    comes = [luck.uniform(0.2, 1) for _ in range(PLAYERS)]
    games = []
    for _ in range(evenings):
        order = sorted(range(PLAYERS), key=lambda player: luck.random() / comes[player])
        there = order[: luck.choice((4, 5, 6))]
        games += [_game(bank, strength, luck.sample(there, 4), luck) for _ in range(GAMES)]
    return Season(strength, tuple(games))


def _game(
    bank: Bank, strength: Sequence[float], players: Sequence[int], luck: random.Random
) -> Played:
    totals = np.zeros(4, np.int32)
    for _ in range(HANDS):
        deals = bank[tuple(luck.random() < strength[player] for player in players)]
        totals = totals + deals[luck.randrange(len(deals))]
    return Played(tuple(players), tuple(totals.tolist()))


def share_won(played_season: Season) -> dict[int, float]:
    """The share of games won."""
    return {
        player: fmean(game.totals[seat] == max(game.totals) for game, seat in games)
        for player in range(PLAYERS)
        if (games := played_season.of(player))
    }


def wins(played_season: Season) -> dict[int, float]:
    """How many games were won."""
    return {
        player: share * len(played_season.of(player))
        for player, share in share_won(played_season).items()
    }


def mean_place(played_season: Season) -> dict[int, float]:
    """Return the mean place, negated so that the best is highest."""
    return {
        player: -fmean(places(game.totals)[seat] for game, seat in games)
        for player in range(PLAYERS)
        if (games := played_season.of(player))
    }


def points_a_hand(played_season: Season) -> dict[int, float]:
    """Return the mean points per hand."""
    points, hands = _points(played_season)
    return {player: points[player] / hands[player] for player in hands}


def points_a_hand_drawn_in(played_season: Season) -> dict[int, float]:
    """Return the mean with `DRAWN_IN` average hands added for each player."""
    points, hands = _points(played_season)
    mean = sum(points.values()) / sum(hands.values())
    return {
        player: (points[player] + DRAWN_IN * mean) / (hands[player] + DRAWN_IN) for player in hands
    }


def _points(played_season: Season) -> tuple[dict[int, float], dict[int, int]]:
    points: dict[int, float] = defaultdict(float)
    hands: dict[int, int] = defaultdict(int)
    for game in played_season.games:
        for player, total in zip(game.players, game.totals, strict=True):
            points[player] += total
            hands[player] += HANDS
    return points, hands


def lead_a_hand(played_season: Season) -> dict[int, float]:
    """Return the mean lead per hand over the others at the table."""
    leads: dict[int, list[float]] = defaultdict(list)
    for game in played_season.games:
        for player, total in zip(game.players, game.totals, strict=True):
            leads[player].append(total * 4 / 3 - sum(game.totals) / 3)
    return {player: fmean(own_leads) for player, own_leads in leads.items()}


def openskill(less: float) -> Order:
    """Return OpenSkill's mean minus a number of deviations."""

    def order(played_season: Season) -> dict[int, float]:
        return {
            player: rating.mu - less * rating.sigma
            for player, rating in rate(played_season.finishes()).items()
        }

    return order


ORDERS: dict[str, Order] = {
    "games won": wins,
    "share of games won": share_won,
    "mean place": mean_place,
    "points a hand": points_a_hand,
    "points a hand, drawn in": points_a_hand_drawn_in,
    "lead a hand": lead_a_hand,
    "OpenSkill": openskill(0),
    "OpenSkill less 1 deviation": openskill(1),
    "OpenSkill less 3 deviations": openskill(3),
}


def main() -> None:
    """Print a row for each order."""
    parser = argparse.ArgumentParser(description="Which order recovers the strengths best.")
    parser.add_argument("--seasons", type=int, default=200)
    parser.add_argument("--weakest", type=float, default=WEAKEST)
    parser.add_argument("--evenings", type=int, default=20)
    options = parser.parse_args()
    every = seasons(options.seasons, options.evenings, options.weakest)
    for name, order in ORDERS.items():
        shares = [right(played_season, order(played_season)) for played_season in every]
        of_all, of_unequal = zip(*shares, strict=True)
        print(f"{name:28} {_told(of_all)}  {_told(of_unequal)}")


def seasons(number: int, evenings: int, weakest: float = WEAKEST) -> list[Season]:
    """Return a number of seasons, always the same."""
    bank, luck = banks(), random.Random(19)
    return [season(bank, evenings, weakest, luck) for _ in range(number)]


def right(played_season: Season, order: Mapping[int, float]) -> tuple[float, float]:
    """Return the share of pairs in the right order: of all, and of those with unequal games."""
    games = {player: len(played_season.of(player)) for player in order}
    every, unequal = [], []
    for left, other in combinations(order, 2):
        so = (played_season.strength[left] - played_season.strength[other]) * (
            order[left] - order[other]
        )
        every.append((so > 0) + (so == 0) / 2)
        if max(games[left], games[other]) >= UNEQUAL * min(games[left], games[other]):
            unequal.append(every[-1])
    return fmean(every), fmean(unequal) if unequal else 0.5


def _told(shares: Sequence[float]) -> str:
    return f"{fmean(shares):.1%} ± {1.96 * stdev(shares) / len(shares) ** 0.5:.1%}"


if __name__ == "__main__":
    main()
