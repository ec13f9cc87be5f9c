"""Many deals of Oh Hell at once, on the kernel; equal to those played one after another."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.cards.cards import Suit
from scorekeeper.engine.games.oh_hell.house_rules import OhHellRules, Trumps
from scorekeeper.engine.games.oh_hell.scoring import Scheme
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, keys_of
from scorekeeper.engine.play.bulk.columns import Columns
from scorekeeper.engine.play.bulk.dealing import RANKS, SUITS, deal_lots
from scorekeeper.engine.play.bulk.exact_bids import Dealt, Rows, bids_and_tricks
from scorekeeper.engine.play.bulk.plain import left_of
from scorekeeper.engine.play.results import NONE
from scorekeeper.engine.play.simulation import Run

ROUND = 20  # deals, after which trumps that go round, four or five, are where they began


def play(run: Run, first: int, count: int) -> Columns:
    """So many deals from one on; those of as many cards are played together."""
    players, length = len(run.players), run.length
    deals = np.arange(first, first + count, dtype=np.int64)
    number = deals % (length or run.deals) + 1
    schedule = np.array(run.rules.cards(players), np.int16)
    cards = schedule[np.minimum(number, len(schedule)) - 1]
    bids, tricks = np.zeros((2, players, count), np.int16)
    trump = np.zeros(count, np.int16)
    for each in np.unique(cards):
        here = np.flatnonzero(cards == each)
        bids[:, here], tricks[:, here], trump[here] = _played(
            run, deals[here], number[here], int(each)
        )
    points = _points(run.rules.scheme, int(cards.max()))[cards, bids, tricks]
    if run.rules.spades_double:
        points = np.where(trump == Suit.SPADES, 2 * points, points)
    if run.rules.last_double and length:
        points = np.where(number == length, 2 * points, points)
    nobody = np.full(count, NONE, np.int8)
    return Columns(
        first,
        (),
        (deals % players).astype(np.int8),
        cards.astype(np.int8),
        np.zeros(count, np.int8),
        nobody,
        nobody,
        bids.T.astype(np.int8),
        tricks.T.astype(np.int8),
        points.T,
        (bids == tricks).T.astype(np.int8),
        np.zeros(count, bool),
    )


def _played(
    run: Run, deals: npt.NDArray[np.int64], number: npt.NDArray[np.int64], each: int
) -> tuple[Rows, Rows, Column]:
    """The bids and the tricks by seat of deals of so many cards, and their trumps."""
    rules, players = run.rules, len(run.players)
    keys = keys_of(run.seed, deals)
    hands, up = deal_lots(keys, players, each)
    trump = _trumps(rules, number, up)
    hooked = np.full(len(deals), rules.hooked and not rules.simultaneous)
    if rules.free_last and run.length:
        hooked &= number != run.length
    eldest = left_of((deals % players).astype(np.int16), 1, players)
    shown = up if rules.trumps is Trumps.TURN_UP else None
    dealt = Dealt(keys, hands, eldest, trump, hooked, shown, each)
    return (*bids_and_tricks(dealt, run.players), trump)


def _trumps(rules: OhHellRules, number: npt.NDArray[np.int64], up: Column) -> Column:
    """The trump suit of each deal; 4 for none."""
    if rules.trumps is Trumps.TURN_UP:
        return np.where(up < 0, SUITS, up // np.int16(RANKS)).astype(np.int16)
    known = [rules.trump_of(deal) for deal in range(1, ROUND + 1)]
    return np.array([0 if trump is None else int(trump) for trump in known], np.int16)[
        (number - 1) % ROUND
    ]


@lru_cache(maxsize=32)
def _points(scheme: Scheme, most: int) -> Rows:
    """[cards][bid][tricks]: the points of one player."""
    each = range(most + 1)
    return np.array(
        [[[scheme.points(bid, taken, cards) for taken in each] for bid in each] for cards in each],
        np.int16,
    )
