"""Each side's chance to win a game from where it stands, from a bank of simulated deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.columns import as_columns
from scorekeeper.engine.play.simulation import Run, parts
from scorekeeper.engine.rules.ending import Ending, Goal

GAMES = 10_000
MOST_DEALS = 2_000
TIDY = 4
FORETOLD = frozenset({Goal.TARGET, Goal.DEALS, Goal.SCHEDULE})
"""The goals that say when a game ends; of the others only the table knows."""


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """The points of many deals, by place clockwise from the dealer's side, shape (sides, deals).

    starts    where the deals of each number of a game begin, in a game of a fixed length whose
              deals differ from one another; None where any deal is as good as another
    """

    points: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64] | None = None

    def drawn(self, number: int, games: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A deal for each of so many games, for the deal of this number in the game, from 1."""
        if self.starts is None:
            return rng.integers(0, self.points.shape[1], games)
        place = (number - 1) % (len(self.starts) - 1)
        return rng.integers(self.starts[place], self.starts[place + 1], games)


def bank_of_parts(run: Run) -> Bank:
    """The deals of a run; those that are thrown in do not count and are left out."""
    points, dealers, deals = [], [], []
    sides = len(run.sides)
    for part in parts(run, keep=True):
        assert part.batch is not None  # noqa: S101  (it was asked for)
        columns = as_columns(part.batch)
        counted = np.flatnonzero(~columns.thrown_in)
        points.append(columns.points[counted].astype(np.int32))
        dealers.append(columns.dealer[counted].astype(np.int64) % sides)
        deals.append(counted + columns.first)
    if not points:
        return Bank(np.zeros((sides, 0), np.int32))
    order = (np.concatenate(dealers)[:, None] + np.arange(sides)[None, :]) % sides
    found = np.take_along_axis(np.concatenate(points), order, axis=1)
    if run.length is None:
        return Bank(np.ascontiguousarray(found.T))
    number = np.concatenate(deals) % run.length
    starts = np.concatenate([[0], np.cumsum(np.bincount(number, minlength=run.length))])
    if (np.diff(starts) == 0).any():
        raise ValueError(f"the bank needs some deals of each of the {run.length} of a game")
    return Bank(np.ascontiguousarray(found[np.argsort(number, kind="stable")].T), starts)


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of so many games each side wins; a win that is shared is split.

    A game that has not ended after 2,000 deals counts for nobody, and one that is open never ends.
    """

    games: int
    wins: tuple[float, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The share of games that each side wins."""
        return tuple(wins / self.games for wins in self.wins)

    @property
    def halves(self) -> tuple[float, ...]:
        """The half width of each chance's 95 % interval (normal approximation)."""
        return tuple(1.96 * (p * (1 - p) / self.games) ** 0.5 for p in self.chances)


def odds(
    totals: Sequence[int],
    ending: Ending,
    bank: Bank,
    *,
    dealer: int = 0,
    scored: int = 0,
    met: bool = False,
    games: int = GAMES,
    seed: int = 1,
) -> Odds:
    """Play many games to their end from these totals, by side.

    dealer    the side that deals next, or any seat of it: sides sit in turn
    scored    how many deals have counted so far, for a game of so many deals
    met       the goal has been met before, and a play-off is on

    The end is `Course`'s: once the goal is met, the game is decided as soon as one side alone is
    highest, or at once where equal totals share the win. Raises ValueError where the totals are
    not those of the bank's sides, or the bank is empty.
    """
    sides = len(bank.points)
    if len(totals) != sides:
        raise ValueError(f"{'four' if sides == 4 else sides} totals are needed")
    if not bank.points.shape[1]:
        raise ValueError("no deal of the bank counts")
    if ending.goal not in FORETOLD:
        return Odds(games, (0,) * sides)
    rng = np.random.Generator(np.random.SFC64(seed))
    running = _Games(totals, games, met=met, shares=ending.shares)
    for number in range(MOST_DEALS):
        best = np.maximum.reduce(running.totals)
        if ending.goal is Goal.TARGET:
            reached = best >= ending.target
            if ending.minus:
                reached |= np.minimum.reduce(running.totals) <= -ending.target
        else:
            reached = np.full(len(best), scored >= ending.deals)
        running.decide(reached, best)
        if number % TIDY == 0 or running.decided.all():
            running.tidy()
        if not len(running.met):
            break
        drawn = bank.drawn(scored + 1, len(running.met), rng)
        for side in range(sides):
            running.totals[side] += bank.points[(side - dealer) % sides].take(drawn)
        scored, dealer = scored + 1, dealer + 1
    return Odds(games, tuple(running.wins.tolist()))


class _Games:
    """Games in lockstep; those that are decided are left out now and then."""

    def __init__(self, totals: Sequence[int], games: int, *, met: bool, shares: bool) -> None:
        self.totals = np.repeat(np.array(totals, np.int32)[:, None], games, axis=1)
        self.met = np.full(games, met)
        self.decided = np.zeros(games, bool)
        self.wins = np.zeros(len(totals), np.float64)
        self.shares = shares

    def decide(self, reached: npt.NDArray[np.bool_], best: npt.NDArray[np.int32]) -> None:
        """Give the games to their winners that have met the goal, with one side in front."""
        self.met |= reached
        here = np.flatnonzero(self.met & ~self.decided)
        first = self.totals[:, here] == best[here]
        many = first.sum(axis=0)
        over = np.full(len(here), True) if self.shares else many == 1
        self.wins += (first[:, over] / many[over]).sum(axis=1)
        self.decided[here[over]] = True

    def tidy(self) -> None:
        """Leave out the games that are decided."""
        going = ~self.decided
        if not going.all():
            self.totals = self.totals.compress(going, axis=1)
            self.met, self.decided = self.met[going], self.decided[going]
