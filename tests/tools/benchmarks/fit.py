"""Fit the weights of `estimate` and the belief of `bids_and_contracts` to simulated deals.

    python tests/tools/benchmarks/fit.py [DEALS]

Sensible players bid as usual, then contract for a number that is off their own by a random step, to
separate the worth of a hand from the pull of the number announced. A least squares fit, regularised
towards the present weights, gives new ones; they are printed, to be checked and copied by hand. Run
it again after a change of how the sensible player plays.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.play.israeli_whist_player import DECLARER, LEARNT, OTHER
from scorekeeper.play.kernel.arrays import keys_of, turned
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.kernel.israeli_whist_deals import Declared, auctions, contracts, worth
from scorekeeper.play.kernel.running_tricks import RunningTricks, suit_masks
from scorekeeper.play.sensible_player import TRICK, Weights

RULES = PRESETS[0].rules
LEAN = 300.0
LONGEST = len(DECLARER.trump.lengths) - 1
Floats = npt.NDArray[np.float64]


def main(deals: int) -> None:
    """Print the fitted weights of both roles."""
    hands, denomination, contract_numbers, tricks = played(deals)
    for name, role, places in (("DECLARER", DECLARER, (0,)), ("OTHER", OTHER, (1, 2, 3))):
        print(f"{name} = Role(")
        for plain in (False, True):
            here = (denomination == 4) == plain
            rows = [features(hands[p][:, here], denomination[here], plain) for p in places]
            both = np.concatenate(rows)
            numbers = np.concatenate([contract_numbers[p][here] for p in places])
            taken = np.concatenate([tricks[p][here] for p in places])
            old = {"plain": role.plain} if plain else {"trump": role.trump, "side": role.side}
            fit(both, numbers, taken, old)
        print(")")


def played(deals: int) -> tuple[npt.NDArray[np.int16], ...]:
    """Return hands, denominations, contracts and tricks, by place from the declarer."""
    keys = keys_of(99, np.arange(deals, dtype=np.int64))
    dealer = (np.arange(deals) % 4).astype(np.int16)
    hands = deal_lanes(keys)
    won = auctions(hands, dealer, keys, RULES, random=[False] * 4, exchange=0)
    force_no_trump(hands, won)
    bid = np.flatnonzero(won.declarer >= 0)
    won = Declared(won.declarer[bid], won.tricks[bid], won.denomination[bid])
    order = (won.declarer[None, :] + np.arange(4)[:, None]) % 4
    placed = np.take_along_axis(hands[:, :, bid], order[:, None, :], axis=0)
    nobody = np.zeros((4, len(bid)), bool)
    contract_numbers = contracts(
        [list(hand) for hand in placed], won, keys[bid], RULES, random=nobody
    )
    step = np.random.default_rng(1).integers(-1, 2, contract_numbers.shape).astype(np.int16)
    contract_numbers = np.clip(contract_numbers + step, 0, 13).astype(np.int16)
    tables = Tables(
        [[placed[place, suit].copy() for suit in range(4)] for place in range(4)],
        list(contract_numbers.copy()),
        won.declarer,
        RunningTricks(suit_masks(won.denomination)),
        [False] * 4,
        goals=LEARNT,
    )
    left = np.stack(turned(list(tables.finish()), won.declarer))
    return placed, won.denomination, contract_numbers, contract_numbers - left


def force_no_trump(hands: npt.NDArray[np.int16], won: Declared) -> None:
    """Let the best hand for it declare no trump in every third deal, because it is seldom bid."""
    worths = np.stack([worth(list(hand), DECLARER)[4] for hand in hands])[:, ::3]
    won.declarer[::3] = worths.argmax(axis=0)
    won.denomination[::3] = 4
    won.tricks[::3] = np.clip(worths.max(axis=0) // TRICK, 5, 13)


def features(
    hand: npt.NDArray[np.int16], denomination: npt.NDArray[np.int16], plain: bool
) -> Floats:
    """Return a row per hand: for each kind of suit its lengths, then its guarded honours."""
    kinds = [np.zeros((hand.shape[1], LONGEST + 6)) for _ in range(1 if plain else 2)]
    for suit, lane in enumerate(hand):
        row = np.zeros((len(lane), LONGEST + 6))
        count = np.bitwise_count(lane)
        row[np.arange(len(lane)), np.minimum(count, LONGEST)] = 1
        for place in range(5):
            row[:, LONGEST + 1 + place] = (lane >> (12 - place) & 1 > 0) & (count > place)
        if plain:
            kinds[0] += row
        else:
            trump = (denomination == suit)[:, None]
            kinds[0] += np.where(trump, row, 0)
            kinds[1] += np.where(trump, 0, row)
    return np.concatenate(kinds, axis=1)


def fit(
    rows: Floats,
    numbers: npt.NDArray[np.int16],
    taken: npt.NDArray[np.int16],
    old: dict[str, Weights],
) -> None:
    """Fit tricks = (1 - drawn) x worth + drawn x number; print the weights and the rest."""
    prior = np.array([v / TRICK for w in old.values() for v in (*w.lengths, *w.honours)])
    drawn = 0.5
    for _ in range(20):
        target = (taken - drawn * numbers) / (1 - drawn)
        gram = rows.T @ rows + LEAN * np.eye(rows.shape[1])
        weights = np.linalg.solve(gram, rows.T @ target + LEAN * prior)
        worth = rows @ weights
        centred = numbers - worth
        drawn = float((centred * (taken - worth)).sum() / (centred**2).sum())
    error = taken - worth - drawn * centred
    for number, name in enumerate(old):
        part = np.round(weights[number * (LONGEST + 6) :][: LONGEST + 6] * TRICK).astype(int)
        lengths, honours = tuple(part[: LONGEST + 1].tolist()), tuple(part[LONGEST + 1 :].tolist())
        print(f"    {name}=Weights({lengths}, {honours}),")
    made = float((taken == numbers).mean())
    print(
        f"    # {len(numbers)} hands, drawn {drawn:.2f}, spread {error.std():.2f}, made {made:.3f}"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400_000)
