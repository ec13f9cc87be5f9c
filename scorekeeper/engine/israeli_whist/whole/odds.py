"""The bank of simulated deals from which the chances of a game are drawn (see `engine.odds`)."""

from __future__ import annotations

from scorekeeper.engine.fast import np
from scorekeeper.engine.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.simulation import Run, parts
from scorekeeper.engine.odds import Bank

BANKED = 20_000


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
