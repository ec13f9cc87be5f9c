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
    rng = np.random.Generator(np.random.SFC64(seed))
    standing = np.repeat(np.array(totals, np.int32)[:, None], games, axis=1)
    met = np.zeros(games, bool)
    wins = np.zeros(PLAYERS, np.int64)
    if ending.goal is Goal.OPEN:
        return Odds(games, (0,) * PLAYERS)
    for _ in range(MOST_DEALS):
        best = standing.max(axis=0)
        met |= best >= ending.target if ending.goal is Goal.TARGET else scored >= ending.deals
        if met.any():
            standing, met, won = _decided(standing, met, best)
            wins += won
        if not standing.shape[1]:
            break
        drawn = rng.integers(0, bank.points.shape[1], standing.shape[1])
        for seat in range(PLAYERS):
            standing[seat] += bank.points[(seat - dealer) % PLAYERS].take(drawn)
        dealer, scored = (dealer + 1) % PLAYERS, scored + 1
    return Odds(games, tuple(int(count) for count in wins))


def _decided(
    standing: npt.NDArray[np.int32], met: npt.NDArray[np.bool_], best: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    """The games that go on, and how many of the others each seat has won."""
    first = standing == best
    over = met & (first.sum(axis=0) == 1)
    return standing[:, ~over], met[~over], (first & over).sum(axis=1)
