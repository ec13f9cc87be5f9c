"""Fit the weights of `players.estimate.EASE`: how easily a hand takes no trick.

    python -m tests.tools.benchmarks.fit_zero [DEALS]

Sensible players bid and contract as usual, but one of the three others says zero with any hand. A
logistic regression of whether the zero was made gives the weights. They are printed, to be copied
by hand, with the log loss beside that of the present ones. Every third deal is in no trump, as in
`fit.py`. Run it again after a change of how the sensible player plays.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.play.israeli_whist_player import EASE
from scorekeeper.play.kernel.arrays import keys_of
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.kernel.israeli_whist_deals import (
    NOTHING,
    IsraeliWhistDeals,
    auctions,
    worth,
)
from scorekeeper.play.sensible_player import TRICK
from tests.tools.benchmarks.fit import LONGEST, force_no_trump

RULES = PRESETS[0].rules
CHUNK = 1 << 16
HONOURS, LOWS = 5, 4
FEATURES = LONGEST + 1 + HONOURS + LOWS
LEAN, STEPS = 5.0, 12
CLOSE, MISSED = 1.0, 4  # how far from even odds; tricks, and more
Floats = npt.NDArray[np.float64]
Lanes = npt.NDArray[np.int16]


def main(deals: int) -> None:
    """Print the fitted weights of each kind of suit."""
    chunks = [zeros(first) for first in range(0, deals, CHUNK)]
    together = (np.concatenate(column, axis=-1) for column in zip(*chunks, strict=True))
    hands, denomination, taken, over = together
    made = taken == 0
    for plain in (False, True):
        here = (denomination == 4) == plain
        rows = features(hands[:, here], denomination[here], plain)
        weights = fitted(rows, made[here])
        shown = ("plain",) if plain else ("trump", "side")
        for name, part in zip(shown, np.split(weights, len(shown)), strict=True):
            print(f"    {name}=Weights({', '.join(map(str, parts(part)))}),")
        now = worth(list(hands[:, here]), EASE)
        ease = np.choose(denomination[here], now) / TRICK
        losses = [loss(odds, made[here]) for odds in (rows @ weights, ease)]
        print(f"    # {here.sum()} hands, log loss {losses[0]:.4f}, now {losses[1]:.4f}")
        close = (np.abs(rows @ weights) < CLOSE) & ~made[here]
        missed = np.bincount(taken[here][close].clip(max=MISSED), minlength=MISSED + 1)[1:]
        shares = ", ".join(f"{share:.2f}" for share in missed / missed.sum())
        print(
            f"    # over in {over[here].mean():.2f}; close ones that fail take 1, 2 ... in {shares}"
        )


def zeros(first: int) -> tuple[npt.NDArray[np.int16], ...]:
    """Return hands that said zero, the denominations, their tricks, and whether it was over."""
    keys = keys_of(99, np.arange(first, first + CHUNK, dtype=np.int64))
    dealer = (np.arange(first, first + CHUNK) % 4).astype(np.int16)
    hands = deal_lanes(keys)
    won = auctions(hands, dealer, keys, RULES, random=[False] * 4, exchange=0)
    force_no_trump(hands, won)
    bid = np.flatnonzero(won.declarer >= 0)
    won = won.at(bid)
    hands, keys, dealer = hands[:, :, bid], keys[bid], dealer[bid]
    by_place = []
    for place in (1, 2, 3):
        seat, deals = (won.declarer + place) % 4, np.arange(len(bid))
        known = np.full((4, len(bid)), -1, np.int16)
        known[seat, deals] = 0
        played = IsraeliWhistDeals(hands, NOTHING, RULES, keys, dealer, won)
        contracts, left = played.played([False] * 4, known)
        tricks = contracts - left
        over = (contracts.sum(axis=0) > TRICKS).astype(np.int16)
        by_place.append((hands[seat, :, deals].T, won.denomination, tricks[seat, deals], over))
    return tuple(np.concatenate(column, axis=-1) for column in zip(*by_place, strict=True))


def features(hands: Lanes, denomination: Lanes, plain: bool) -> Floats:
    """Return a row per hand: for each kind of suit its lengths, guarded honours and low cards."""
    kinds = [np.zeros((hands.shape[1], FEATURES)) for _ in range(1 if plain else 2)]
    for suit, lane in enumerate(hands):
        row = np.zeros((len(lane), FEATURES))
        count = np.bitwise_count(lane)
        row[np.arange(len(lane)), np.minimum(count, LONGEST)] = 1
        for place in range(HONOURS):
            row[:, LONGEST + 1 + place] = (lane >> (12 - place) & 1 > 0) & (count > place)
        left = lane.astype(np.int64)
        for place in range(LOWS):
            low = left & -left
            row[:, LONGEST + 1 + HONOURS + place] = np.log2(np.maximum(low, 1))
            left ^= low
        trump = np.zeros(len(lane), bool) if plain else denomination == suit
        kinds[0 if plain else 1] += np.where(trump[:, None], 0, row)
        if not plain:
            kinds[0] += np.where(trump[:, None], row, 0)
    return np.concatenate(kinds, axis=1)


def fitted(rows: Floats, made: npt.NDArray[np.bool_]) -> Floats:
    """Return the weights by Newton's method, regularised towards zero."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-(rows @ weights)))
        gram = (rows * (chance * (1 - chance))[:, None]).T @ rows + LEAN * np.eye(len(weights))
        weights += np.linalg.solve(gram, rows.T @ (made - chance) - LEAN * weights)
    return weights


def parts(weights: Floats) -> list[tuple[int, ...]]:
    """Return lengths, honours and low cards in 64ths."""
    whole = np.round(weights * TRICK).astype(int).tolist()
    split = LONGEST + 1, LONGEST + 1 + HONOURS
    return [tuple(whole[: split[0]]), tuple(whole[split[0] : split[1]]), tuple(whole[split[1] :])]


def loss(odds: Floats, made: npt.NDArray[np.bool_]) -> float:
    """Return the mean negative logarithm of the chance of the actual result."""
    return float(np.logaddexp(0, np.where(made, -odds, odds)).mean())


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8 * CHUNK)
