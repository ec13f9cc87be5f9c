"""Value of advice: one player bids and contracts as `advise` says, and plays sensibly.

    python -m tests.tools.benchmarks.advice [--deals N] [--samples N] [--rules KEY] [--seed N]

One of four sensible players follows advice, each seat in turn. The gain of a deal is the sum of the
gains of their decisions: the points after the advised choice minus those after the sensible
player's choice, if all four go on sensibly. By the performance difference lemma (Kakade and
Langford 2002) its mean is the advised player's gain in points a hand. A decision is judged by up to
a thousand deals in which the three others would have said exactly the same, instead of by the one
deal on the table: this gives the same precision with far fewer deals.

The output has bids and contracts together, then contracts alone with the sensible player's bids.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from scorekeeper.auction import Call
from scorekeeper.games.israeli_whist.house_rules import PLAYERS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.advice import Situation
from scorekeeper.play.israeli_whist_player import SensiblePlayer
from scorekeeper.play.kernel.israeli_whist_advice import (
    SENSIBLE,
    AuctionPlayer,
    Talk,
)
from scorekeeper.play.kernel.israeli_whist_deals import NOTHING, IsraeliWhistDeals, bid
from scorekeeper.play.kernel.sampling import Knowledge
from scorekeeper.play.players import View
from scorekeeper.play.position import Action, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sampling_players import SampledAdviser
from scorekeeper.play.sensible_player import lanes_of
from scorekeeper.play.simulation import Run
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

Lanes = npt.NDArray[np.int16]
SENSIBLE_PLAYER = SensiblePlayer()
DRAWN, TRIES = 4_000, 4
ENOUGH, MOST = 200, 1_000  # deals in which the others say the same


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of advice in a deal by bids and by contracts, and whether it differs at all."""

    bids: float = 0.0
    contracts: float = 0.0
    differs: bool = False


def main() -> None:
    """Print the gain for both."""
    parser = argparse.ArgumentParser(description="What advice is worth.")
    parser.add_argument("--deals", type=int, default=1_000)
    parser.add_argument("--samples", type=int, default=500)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    rules = WHOLE.book.preset(options.rules).rules
    run = Run(WHOLE, rules, options.deals, ("sensible",) * PLAYERS, options.seed)
    for label, bids in (("bids and contracts", True), ("contracts alone", False)):
        gains = [_gain(run, deal, options.samples, bids) for deal in range(run.deals)]
        for part, each in (
            (label, [gain.bids + gain.contracts for gain in gains]),
            *([("  of it by contracts", [gain.contracts for gain in gains])] if bids else []),
        ):
            values = np.array(each)
            half = 1.96 * values.std() / len(values) ** 0.5
            print(
                f"{options.rules}, {part:22}{len(values):6} deals,"
                f" {np.mean([gain.differs for gain in gains]):5.1%} differ,"
                f"{values.mean():+6.2f} ± {half:.2f} points a hand",
                flush=True,
            )


def _gain(run: Run, deal: int, samples: int, bids: bool) -> Gain:
    """Return the gain of the advised player in a deal; with `bids` they ask in the auction, too."""
    seat, gain = deal // PLAYERS % PLAYERS, Gain()
    position, draws = run.start(deal)
    while (turn := position.turn) is not None and position.trick is None:
        view = View.of(position, turn)
        action = usual = SENSIBLE_PLAYER.decide(view, draws)
        asked = isinstance(view.asking, ContractStep) or (
            bids and isinstance(view.asking, AuctionStep)
        )
        if turn == seat and asked and view.exchange is None:
            situation = Situation.seen(WHOLE, view)
            action = SampledAdviser().advise(situation, samples, draws.half(view.slot)).best.choice
            if action != usual:
                more = _advantage(position, situation, action, usual, draws)
                if isinstance(view.asking, ContractStep):
                    gain = Gain(gain.bids, gain.contracts + more, True)
                else:
                    gain = Gain(gain.bids + more, gain.contracts, True)
        position = position.apply(action)
    return gain


def _advantage(
    position: Position, situation: Situation, action: Action, usual: Action, draws: Draws
) -> float:
    """Return the mean gain in points of one choice over another, if all four go on sensibly."""
    hands = _deals_that_fit(position, situation, draws.half(View.of(position, situation.seat).slot))
    step = situation.step
    if isinstance(step, ContractStep):
        numbers = [choice for choice in (action, usual) if isinstance(choice, int)]
        points = AuctionPlayer(WHOLE).outcomes(situation.view, numbers, hands).points
        return float((points[0].astype(float) - points[1]).mean())
    calls = [choice for choice in (action, usual) if isinstance(choice, Call)]
    after, before = (_points_after(situation, call, hands) for call in calls)
    return float((after.astype(float) - before).mean())


def _deals_that_fit(position: Position, situation: Situation, seed: int) -> Lanes:
    """Return deals in which sensible players say the same, shape (seats, suits, deals).

    The deal itself is included; it is alone if no other is found, or if cards were exchanged.
    """
    talk = Talk.of(situation.heard, situation.step.scene, situation.seat, situation.rules)
    rng = np.random.default_rng([seed, 1])  # other deals than those of the advice
    fitting: Lanes = np.zeros((PLAYERS, 4, 0), np.int16)
    for _ in range(0 if position.exchanges else TRIES):
        hands = Knowledge.of(WHOLE, situation.view).hands(DRAWN, rng)
        fitting = np.concatenate([fitting, hands[:, :, talk.likelihood(hands) == 1.0]], axis=2)
        if fitting.shape[2] >= ENOUGH:
            break
    if not fitting.shape[2]:
        fitting = np.array([lanes_of(hand) for hand in position.hands], np.int16)[:, :, None]
    return fitting[:, :, :MOST]


def _points_after(situation: Situation, call: Call, hands: Lanes) -> Lanes:
    """Return the player's points after a call, by deal; cards are exchanged if all have passed."""
    step, deals = situation.step, hands.shape[2]
    assert isinstance(step, AuctionStep)
    hands, keys = hands.copy(), np.zeros(deals, np.uint64)
    dealer = np.full(deals, situation.seating.dealer, np.int16)
    won, _ = bid(
        *(hands, dealer, keys, situation.rules, SENSIBLE),
        held=step.scene.exchange,
        so_far=step.auction.call(call),
    )
    played = IsraeliWhistDeals(hands, NOTHING, situation.rules, keys, dealer, won)
    points: Lanes = played.points(*played.played(SENSIBLE))[situation.seat]
    points[won.declarer < 0] = 0
    return points


if __name__ == "__main__":
    main()
