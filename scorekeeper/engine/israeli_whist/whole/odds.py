"""Each player's chance to win a game from where it stands, from a bank of simulated deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.ending import Ending, Goal
from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.simulation import Run, parts

BANKED = 20_000
MOST_DEALS = 2_000
TIDY = 4


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """The points of many deals, by place clockwise from the dealer, shape (4, deals)."""

    points: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Odds:
    """The share of games that each seat wins, and the half width of the 95 % interval.

    A game that has not ended after 2,000 deals counts for nobody, and one that is open never ends.
    """

    games: int
    wins: tuple[int, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The share of games that each seat wins."""
        return tuple(wins / self.games for wins in self.wins)

    @property
    def halves(self) -> tuple[float, ...]:
        """The half width of each chance's 95 % interval (normal approximation)."""
        return tuple(1.96 * (p * (1 - p) / self.games) ** 0.5 for p in self.chances)


def bank(
    rules: IsraeliWhistRules,
    deals: int = BANKED,
    seed: int = 1,
    players: tuple[str, ...] = ("sensible",) * PLAYERS,
) -> Bank:
    """Simulate deals for a bank; those that are thrown in do not count and are left out."""
    found = []
    for part in parts(Run(deals, rules, players, seed), keep=True):
        assert part.deals is not None  # noqa: S101  (they were asked for)
        counted = ~part.deals.thrown_in
        points = part.deals.points[counted].astype(np.int32)
        dealer = part.deals.dealer[counted].astype(np.int64)
        order = (dealer[:, None] + np.arange(PLAYERS)[None, :]) % PLAYERS
        found.append(np.take_along_axis(points, order, axis=1).T)
    return Bank(np.ascontiguousarray(np.concatenate(found, axis=1)))


def odds(
    totals: Sequence[int],
    ending: Ending,
    bank: Bank,
    *,
    dealer: int = 0,
    scored: int = 0,
    games: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Play many games to their end from these totals, by seat.

    dealer    the seat that deals next
    scored    how many deals have counted so far, for a game of so many deals

    The end is `Course`'s: once the goal is met, the game is decided as soon as one player alone is
    highest. Raises ValueError where the totals are not four, or the bank is empty.
    """
    if len(totals) != PLAYERS:
        raise ValueError("four totals are needed")
    if not bank.points.shape[1]:
        raise ValueError("no deal of the bank counts")
    if ending.goal is Goal.OPEN:
        return Odds(games, (0,) * PLAYERS)
    rng = np.random.Generator(np.random.SFC64(seed))
    running = _Games(totals, games)
    for number in range(MOST_DEALS):
        best = np.maximum(
            np.maximum(running.totals[0], running.totals[1]),
            np.maximum(running.totals[2], running.totals[3]),
        )
        met = best >= ending.target if ending.goal is Goal.TARGET else scored >= ending.deals
        running.decide(running.met | met, best)
        if number % TIDY == 0 or running.decided.all():
            running.tidy()
        if not len(running.met):
            break
        drawn = rng.integers(0, bank.points.shape[1], len(running.met))
        for seat in range(PLAYERS):
            running.totals[seat] += bank.points[(seat - dealer) % PLAYERS].take(drawn)
        dealer, scored = (dealer + 1) % PLAYERS, scored + 1
    return Odds(games, tuple(int(count) for count in running.wins))


class _Games:
    """Games in lockstep; those that are decided are left out now and then."""

    def __init__(self, totals: Sequence[int], games: int) -> None:
        self.totals = np.repeat(np.array(totals, np.int32)[:, None], games, axis=1)
        self.met = np.zeros(games, bool)
        self.decided = np.zeros(games, bool)
        self.wins = np.zeros(PLAYERS, np.int64)

    def decide(self, met: npt.NDArray[np.bool_], best: npt.NDArray[np.int32]) -> None:
        """Give the games to their winners that have met the goal, with one player in front."""
        self.met = met
        here = np.flatnonzero(met & ~self.decided)
        first = self.totals[:, here] == best[here]
        over = first.sum(axis=0) == 1
        self.wins += (first & over).sum(axis=1)
        self.decided[here[over]] = True

    def tidy(self) -> None:
        """Leave out the games that are decided."""
        going = ~self.decided
        if not going.all():
            self.totals = self.totals.compress(going, axis=1)
            self.met, self.decided = self.met[going], self.decided[going]
