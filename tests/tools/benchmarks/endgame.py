"""Whether an exact search of the last tricks pays (see `SamplingPlayer.searched`).

    python -m tests.tools.benchmarks.endgame [--deals N] [--tricks N ...] [--others NAME]
        [--samples N]

Sensible players play each deal until so many tricks are left. From there on the sampling player of
one seat goes on twice, with the search and without it, against three others of a kind; each seat
has its turn. Given is what the search gains in points a hand, deal by deal, with its 95 % interval.
"""

from __future__ import annotations

import argparse

import numpy as np

from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.sampling import SamplingPlayer
from scorekeeper.engine.play.players import Player, View, play_out, players_named
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.simulation import Run

SEATS = 4


def main() -> None:
    """Print a row for each number of tricks."""
    parser = argparse.ArgumentParser(description="Whether a search of the last tricks pays.")
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--tricks", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--others", default="sensible")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    rules = WHOLE.book.preset(options.rules).rules
    run = Run(WHOLE, rules, options.deals, ("sensible",) * SEATS, options.seed)
    others = players_named(WHOLE.book, (options.others,) * SEATS, options.samples)
    for tricks in options.tricks:
        ways = [SamplingPlayer(options.samples, searched=many) for many in (tricks, 0)]
        gains = np.array([*_gains(run, ways, others, tricks)], float)
        half = 1.96 * gains.std() / len(gains) ** 0.5
        print(
            f"{options.rules}, against {options.others}, last {tricks} tricks:{len(gains):6} deals,"
            f" {(gains != 0).mean():.1%} change, {gains.mean():+.2f} ± {half:.2f} points a hand",
            flush=True,
        )


def _gains(
    run: Run, ways: list[SamplingPlayer], others: tuple[Player, ...], tricks: int
) -> list[int]:
    """What the first way gains over the second in each deal that is played."""
    gains = []
    for deal in range(run.deals):
        seat = deal // SEATS % SEATS
        position, draws = run.start(deal)
        before = _played_until(position, draws, TRICKS - tricks)
        if before.trick is not None:
            points = []
            for way in ways:
                players = (*others[:seat], way, *others[seat + 1 :])
                end = play_out(before, players, draws)
                assert end.score is not None
                points.append(end.score.points[seat])
            gains.append(points[0] - points[1])
    return gains


def _played_until(position: Position, draws: Draws, tricks: int) -> Position:
    """A deal that sensible players have played for so many tricks; thrown in: its end."""
    sensible = players_named(WHOLE.book, ("sensible",) * SEATS)
    while (turn := position.turn) is not None and len(position.tricks) < tricks:
        position = position.apply(sensible[turn].decide(View.of(position, turn), draws))
    return position


if __name__ == "__main__":
    main()
