"""The arena: how strong each player is, one of a kind against the others of another.

    python tests/benchmarks/strength.py [--within POINTS] [--most DEALS] [--samples N]

The one sits in each seat in turn. What counts is the lead: their points less the mean of the
others'.
Every deal is also played by the other kind alone, whose lead is luck, for it is 0 on average; as
much of it as tells of the first one is taken off (a control variate). Deals are played until the
half width of the 95 % interval of the lead is `--within`, or until there are `--most` of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.bulk.columns import as_columns
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.simulation import Run, played

Floats = npt.NDArray[np.float64]
SEATS = 4
CHUNK, SLOW_CHUNK = 5_000, 12  # deals for one seat, before the next one has its turn
MEETINGS = {
    "israeli-whist": (
        ("sensible-1", "random"),
        ("sensible", "random"),
        ("sensible", "sensible-1"),
        ("sampling", "sensible-1"),
        ("sampling", "sensible"),
    ),
    "oh-hell": (("sensible", "random"),),
    "bid-whist": (("sensible", "random"),),
}
RULES = {
    "israeli-whist": ("pagat", "wikipedia", "vax"),
    "oh-hell": ("pagat",),
    "bid-whist": ("house",),
}


def main() -> None:
    """Print a row for each meeting."""
    parser = argparse.ArgumentParser(description="How strong each player is.")
    parser.add_argument("--within", type=float, default=1.0)
    parser.add_argument("--most", type=int, default=200_000, help="deals for each meeting")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--only", default="", help="the one of a kind")
    options = parser.parse_args()
    print(f"{'rules':28}{'one':12}{'others':12}{'deals':>8}{'made':>16}{'points':>16}{'lead':>18}")
    for game, meetings in MEETINGS.items():
        whole = WholeGame[Any].of(rulebooks()[game])
        for preset in RULES[game]:
            rules = whole.book.preset(preset).rules
            for one, others in meetings:
                if options.only in {"", one}:
                    run = Run(whole, rules, options.most, (others,) * SEATS, 11, options.samples)
                    print(f"{game}, {preset}".ljust(28), end="")
                    print(f"{one:12}{others:12}", end="", flush=True)
                    print(_told(_enough(run, one, options.within)), flush=True)


def _enough(run: Run, one: str, within: float) -> Floats:
    """The differences of so many deals that the lead is known well enough; see `_differences`."""
    found = np.zeros((6, 0))
    for number, more in enumerate(_differences(run, one), 1):
        found = np.concatenate([found, more], axis=1)
        if number % SEATS == 0 and _half(_lead(found)) < within:
            break
    return found


def _differences(run: Run, one: str) -> Iterator[Floats]:
    """For deals that count: made, points, lead of the one; and of the other kind in that seat."""
    quick = {one, run.players[0]} <= {"random", "sensible", "sensible-1"}
    size = CHUNK if quick else SLOW_CHUNK
    for number, first in enumerate(range(0, run.deals, size)):
        seat = number % SEATS
        names = (*run.players[:seat], one, *run.players[seat + 1 :])
        with_one = Run(run.game, run.rules, run.deals, names, run.seed, run.samples)
        rows = [_of_seat(each, seat, first, size) for each in (with_one, run)]
        counted = ~np.isnan(rows[0][1]) & ~np.isnan(rows[1][1])
        yield np.stack([column[counted] for pair in zip(*rows, strict=True) for column in pair])


def _of_seat(run: Run, seat: int, first: int, size: int) -> Floats:
    """Made, points and lead of the side of a seat, by deal; not a number where there is none."""
    deals = as_columns(played(run, first, min(size, run.deals - first)))
    side = next(number for number, one in enumerate(run.sides) if seat in one)
    points = deals.points.astype(float)
    others = (points.sum(axis=1) - points[:, side]) / (points.shape[1] - 1)
    made = np.where(deals.made[:, side] < 0, np.nan, deals.made[:, side])
    found = np.stack([made, points[:, side], points[:, side] - others])
    found[:, deals.thrown_in] = np.nan
    return found


def _lead(rows: Floats) -> Floats:
    """The lead in each deal, less the luck in it."""
    found, luck = rows[4], rows[5]
    share: Floats = found - np.cov(found, luck)[0, 1] / max(luck.var(), 1e-9) * luck
    return share


def _half(values: Floats) -> float:
    return float(1.96 * values.std() / len(values) ** 0.5)


def _told(rows: Floats) -> str:
    made, before = np.nanmean(rows[0]), np.nanmean(rows[1])
    points, lead = rows[2], _lead(rows)
    return (
        f"{rows.shape[1]:8}{before:8.1%} ->{made:6.1%}{points.mean():+9.2f} ± {_half(points):4.2f}"
        f"{lead.mean():+11.2f} ± {_half(lead):4.2f}"
    )


if __name__ == "__main__":
    main()
