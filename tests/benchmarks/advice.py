"""What advice is worth: one player bids and contracts as `advise` says, and plays sensibly.

    python -m tests.benchmarks.advice [--deals N] [--samples N] [--rules KEY] [--seed N]

Every deal is played twice, between four sensible players, and with one of them advised; each seat
has its turn. The difference in the advised player's points is the gain. It is given for bids and
contracts together, then for contracts alone, where bids are the sensible player's own.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from scorekeeper.engine.games.israeli_whist.whole.advise import advise
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.play.fast_play import play_out_fast
from scorekeeper.engine.play.players import Player, View
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.simulation import Run
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep

SEATS = 4
SENSIBLE = SensiblePlayer()


@dataclass(frozen=True, slots=True)
class AdvisedPlayer:
    """Says what advice from so many samples finds best; exchanges and plays sensibly.

    bids    whether he asks for advice in the auction, too
    """

    samples: int
    bids: bool = True

    def decide(self, view: View, draws: Draws) -> Action:
        """One of `view.legal`."""
        asked = isinstance(view.asking, ContractStep) or (
            self.bids and isinstance(view.asking, AuctionStep)
        )
        if not asked or view.trick is not None or view.exchange is not None:
            return SENSIBLE.decide(view, draws)
        situation = Situation.seen(WHOLE, view)
        return advise(situation, self.samples, draws.half(view.slot)).best.choice


def main() -> None:
    """Print the gain of both ways."""
    parser = argparse.ArgumentParser(description="What advice is worth.")
    parser.add_argument("--deals", type=int, default=2_000)
    parser.add_argument("--samples", type=int, default=500)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    rules = WHOLE.book.preset(options.rules).rules
    run = Run(WHOLE, rules, options.deals, ("sensible",) * SEATS, options.seed)
    for told, bids in (("bids and contracts", True), ("contracts alone", False)):
        gains, changed = _gains(run, AdvisedPlayer(options.samples, bids))
        half = 1.96 * gains.std() / len(gains) ** 0.5
        print(
            f"{options.rules}, {told:20}{len(gains):6} deals, {changed:5.1%} change,"
            f"{gains.mean():+6.2f} ± {half:.2f} points a hand",
            flush=True,
        )


def _gains(run: Run, advised: Player) -> tuple[npt.NDArray[np.float64], float]:
    """The gain in each deal that counts both ways, and the share in which there is any."""
    gains = []
    for deal in range(run.deals):
        seat = deal // SEATS % SEATS
        usual, other = (
            _points(run, deal, [one if place == seat else SENSIBLE for place in range(SEATS)])
            for one in (SENSIBLE, advised)
        )
        if usual is not None and other is not None:
            gains.append(other[seat] - usual[seat])
    found = np.array(gains, float)
    return found, float((found != 0).mean())


def _points(run: Run, deal: int, players: list[Player]) -> tuple[int, ...] | None:
    """The points by seat; None for a deal that is thrown in."""
    position, draws = run.start(deal)
    end: Position = play_out_fast(position, players, draws)
    return None if end.score is None or end.scene.declarer is None else end.score.points


if __name__ == "__main__":
    main()
