"""The deals from which the chances of a game are drawn (see `engine.analysis.win_probability`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count

from scorekeeper.engine.analysis.simulated_deals import PlayedDeal
from scorekeeper.engine.analysis.win_probability import Bank
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.whole.simulation import Run, parts, play_part
from scorekeeper.engine.optional_numpy import np

BANKED = 20_000
AHEAD, SLOW_AHEAD = 4_096, 16


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


def rehearsal(
    rules: IsraeliWhistRules, players: tuple[str, ...], seed: int
) -> Iterator[PlayedDeal]:
    """Simulated deals without end: who dealt, and the points by seat."""
    run = Run(sys.maxsize, rules, players, seed)
    size = AHEAD if run.bulk else SLOW_AHEAD
    for number in count():
        deals = play_part(run, number * size, size, keep=True).deals
        assert deals is not None  # noqa: S101  (they were asked for)
        for place in np.flatnonzero(~deals.thrown_in):
            yield int(deals.dealer[place]), tuple(deals.points[place].tolist())
