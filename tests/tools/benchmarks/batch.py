"""Steps a second of the batch environment, with legal actions at random, beside one table.

    python -m tests.tools.benchmarks.batch [--tables N] [--rounds N]

Processor time on one core, with observations, masks, rewards and the deals that begin again; the
median of the rounds, and the slowest and the fastest.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from scorekeeper.play.batch_environment import BatchGame
from scorekeeper.play.environment import CardGame

GAMES = (
    "oh-hell", "spades", "israeli-whist", "hearts", "romanian-whist", "wizard", "estimation",
    "bid-whist",
)  # fmt: skip
STEPS = 60  # of a round


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description="Steps a second of the batch environment.")
    parser.add_argument("--tables", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(f"{'game':28}{'steps a second':>16}  slowest to fastest round")
    for game in GAMES:
        for whole in (False, True):
            batch = BatchGame(game, tables=options.tables, whole=whole)
            batch.reset(range(options.tables))
            rates = [_rate(_steps(batch), options.tables) for _ in range(options.rounds)]
            print(_row(f"{game}{', whole games' * whole}", rates))
        single = CardGame(game)
        single.reset(seed=1)
        rates = [_rate(_single_steps(single), 1) for _ in range(options.rounds)]
        print(_row(f"{game}, one table", rates), flush=True)


def _steps(batch: BatchGame) -> Callable[[], None]:
    rng = np.random.default_rng(1)

    def run() -> None:
        for _ in range(STEPS):
            batch.step(batch.sample(rng))

    return run


def _single_steps(single: CardGame) -> Callable[[], None]:
    rng = np.random.default_rng(1)

    def run() -> None:
        for _ in range(STEPS):
            if single.position.score is not None:
                single.reset()
            mask = single.observe(single.agent_selection)["action_mask"]
            single.step(int(rng.choice(np.flatnonzero(mask))))

    return run


def _rate(run: Callable[[], None], tables: int) -> float:
    start = time.process_time()
    run()
    return STEPS * tables / (time.process_time() - start)


def _row(name: str, rates: list[float]) -> str:
    return f"{name:28}{median(rates):16,.0f}  {min(rates):,.0f} to {max(rates):,.0f}"


if __name__ == "__main__":
    main()
