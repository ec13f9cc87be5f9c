"""Gain of other bids and contracts of the sensible player, if one player changes.

    python -m tests.tools.benchmarks.other_choices [--deals N] [--rules KEY] [--seed N]

First one player bids from another number of expected points on than `FORGONE`: a lower one makes
more bids, with fives and sixes. Then one of the three others says another number than usual in
every deal. The printed gain is the player's lead (the points minus the mean of the others')
compared with the same deal without the change.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt

from scorekeeper.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play import israeli_whist_player
from scorekeeper.play.kernel import israeli_whist_deals
from scorekeeper.play.kernel.arrays import Column, Keys, keys_of
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.kernel.israeli_whist_deals import (
    NOTHING,
    Declared,
    IsraeliWhistDeals,
    auctions,
    bids_by_worth,
)
from scorekeeper.play.position import WholeGame

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

CHUNK = 1 << 16
FORGONE = (15, 13, 10, 9, 8, 6)
SENSIBLE = (False,) * PLAYERS
Lanes = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]


def main() -> None:
    """Print a row for each change."""
    parser = argparse.ArgumentParser(description="What other bids and contracts would gain.")
    parser.add_argument("--deals", type=int, default=2 * CHUNK)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    rules = WHOLE.book.preset(options.rules).rules
    for forgone in FORGONE:
        gains = [
            _bidding(keys, dealer, rules, forgone)
            for keys, dealer in _chunks(options.deals, options.seed)
        ]
        print(f"bids for {forgone:3} points {_told(np.concatenate(gains))}", flush=True)
    usual, other, gained = (
        np.concatenate(column)
        for column in zip(
            *(
                row
                for keys, dealer in _chunks(options.deals, options.seed)
                for row in _contracting(keys, dealer, rules)
            ),
            strict=True,
        )
    )
    for own in range(7):
        for number in range(max(own - 2, 0), own + 3):
            here = (usual == own) & (other == number)
            if number != own and here.any():
                print(f"says {number} and not {own}    {_told(gained[here])}")


def _chunks(deals: int, seed: int) -> Iterator[tuple[Keys, Column]]:
    for first in range(0, deals, CHUNK):
        numbers = np.arange(first, min(first + CHUNK, deals), dtype=np.int64)
        yield keys_of(seed, numbers), (numbers % PLAYERS).astype(np.int16)


def _bidding(keys: Keys, dealer: Column, rules: IsraeliWhistRules, forgone: float) -> Floats:
    """Return the gain of a seat that bids from `forgone` points on; each seat has its share."""
    usual = bids_by_worth(rules)
    with patch.object(israeli_whist_player, "FORGONE", forgone):
        changed = israeli_whist_player.policy.__wrapped__(rules).bids
    rows = np.pad(np.array(changed, np.int16), ((0, 0), (0, 2))).reshape(-1)
    seat = (np.arange(len(keys)) // PLAYERS % PLAYERS).astype(np.int16)
    judged = israeli_whist_deals._judged

    def moved(hands: Lanes, opener: Column) -> list[list[Column]]:
        """Use the second table for the seat that bids otherwise."""
        by_place = judged(hands, opener)
        for place, columns in enumerate(by_place):
            other = (opener + place) % PLAYERS == seat
            columns[1] = columns[1] + israeli_whist_player.BUCKETS * other
        return by_place

    hands = deal_lanes(keys)
    with (
        patch.object(israeli_whist_deals, "_judged", moved),
        patch.object(israeli_whist_deals, "bids_by_worth", lambda _: np.concatenate([usual, rows])),
    ):
        other = auctions(hands, dealer, keys, rules, random=SENSIBLE, exchange=0)
    same = auctions(hands, dealer, keys, rules, random=SENSIBLE, exchange=0)
    leads = [
        _lead(_played(hands, won, dealer, keys=keys, rules=rules)[1], seat) for won in (other, same)
    ]
    return leads[0] - leads[1]


def _contracting(
    keys: Keys, dealer: Column, rules: IsraeliWhistRules
) -> Iterator[tuple[Column, Column, Floats]]:
    """Return for each place and step: the usual number, the changed one, the gain."""
    hands = deal_lanes(keys)
    won = auctions(hands, dealer, keys, rules, random=SENSIBLE, exchange=0)
    bid = np.flatnonzero(won.declarer >= 0)
    won = won.at(bid)
    hands, dealer, keys = hands[:, :, bid], dealer[bid], keys[bid]
    contracts, points = _played(hands, won, dealer, keys=keys, rules=rules)
    for place in range(1, PLAYERS):
        seat = (won.declarer + place) % PLAYERS
        own = contracts[seat, np.arange(len(bid))]
        for step in (-2, -1, 1, 2):
            number = (own + step).clip(0).astype(np.int16)
            _, other = _played(hands, won, dealer, keys=keys, rules=rules, known={place: number})
            barred = (place == PLAYERS - 1) & (contracts.sum(axis=0) + step == 13)
            legal = (own + step >= 0) & ~barred
            gain = _lead(other, seat) - _lead(points, seat)
            yield own[legal], number[legal], gain[legal]


def _played(
    hands: Lanes,
    won: Declared,
    dealer: Column,
    *,
    keys: Keys,
    rules: IsraeliWhistRules,
    known: dict[int, int | Column] | None = None,
) -> tuple[Lanes, Lanes]:
    """Return the contracts and the points by seat; empty if all have passed."""
    contracts, points = np.zeros((2, PLAYERS, len(keys)), np.int16)
    bid = np.flatnonzero(won.declarer >= 0)
    part = won.at(bid)
    fixed = np.full((PLAYERS, len(bid)), -1, np.int16)
    for place, number in (known or {}).items():
        fixed[(part.declarer + place) % PLAYERS, np.arange(len(bid))] = number
    played = IsraeliWhistDeals(hands[:, :, bid], NOTHING, rules, keys[bid], dealer[bid], part)
    contracts[:, bid], left = played.played(SENSIBLE, fixed)
    points[:, bid] = played.points(contracts[:, bid], left)
    return contracts, points


def _lead(points: Lanes, seat: Column) -> Floats:
    own = points[seat, np.arange(len(seat))].astype(float)
    lead: Floats = own - (points.sum(axis=0) - own) / (PLAYERS - 1)
    return lead


def _told(gains: Floats) -> str:
    half = 1.96 * float(gains.std()) / len(gains) ** 0.5
    return f"{len(gains):9} deals{gains.mean():+8.2f} ± {half:.2f}"


if __name__ == "__main__":
    main()
