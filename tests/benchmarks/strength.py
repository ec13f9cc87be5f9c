"""How strong each player is: one of a kind against three of another, seats balanced.

    python tests/benchmarks/strength.py [--hands N] [--samples N] [--processes N]

The one sits in each seat in turn, over the same deals. For him and for the mean of the others:
how often the contract is made, and the points a hand, with 95 % intervals over the deals.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt

from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, PRESETS
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.play.bulk.columns import as_columns, joined
from scorekeeper.engine.play.simulation import Run, parts

Floats = npt.NDArray[np.float64]
BULK_HANDS = 50_000
MEETINGS = (("sensible", "random"), ("sensible", "sensible"), ("sampling", "sensible"))


def main() -> None:
    """Print a row for each meeting."""
    parser = argparse.ArgumentParser(description="How strong each player is.")
    parser.add_argument("--hands", type=int, default=200, help="a seat, for the sampling player")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    for preset in (PRESETS[0], PRESETS[2]):
        print(f"{preset.key}")
        for one, other in MEETINGS:
            hands = options.hands if "sampling" in (one, other) else BULK_HANDS
            start = time.perf_counter()
            print(f"  one {one}, three {other}: ", end="", flush=True)
            rows = []
            for seat in range(PLAYERS):
                names = [other] * PLAYERS
                names[seat] = one
                run = Run(WHOLE, preset.rules, hands, tuple(names), 11, options.samples)
                rows.append(_meeting(run, seat, options.processes))
            print(_told(np.concatenate(rows, axis=1)), f"({time.perf_counter() - start:.0f} s)")


def _meeting(run: Run, seat: int, processes: int) -> Floats:
    """For each deal that counted: made and points of the one, then of the mean of the others."""
    kept = [part.batch for part in parts(run, keep=True, processes=processes)]
    deals = joined([as_columns(batch) for batch in kept if batch is not None])
    counted = ~deals.thrown_in & (deals.declarer >= 0)
    made = (deals.contracts == deals.tricks)[counted].astype(float)
    points = deals.points[counted].astype(float)
    others = [other for other in range(PLAYERS) if other != seat]
    return np.stack([
        made[:, seat], points[:, seat], made[:, others].mean(axis=1), points[:, others].mean(axis=1)
    ])  # fmt: skip


def _told(rows: Floats) -> str:
    mean, half = rows.mean(axis=1), 1.96 * rows.std(axis=1) / rows.shape[1] ** 0.5
    lead = rows[1] - rows[3]
    return (
        f"{rows.shape[1]} hands; made {mean[0]:.1%} ± {half[0]:.1%} against {mean[2]:.1%}; "
        f"points {mean[1]:+.2f} ± {half[1]:.2f} against {mean[3]:+.2f} ± {half[3]:.2f}; "
        f"lead {lead.mean():+.2f} ± {1.96 * lead.std() / len(lead) ** 0.5:.2f}"
    )


if __name__ == "__main__":
    main()
