"""Many deals of Romanian Whist at once, on the kernel; equal to those played one after another."""

from __future__ import annotations

from scorekeeper.engine.games.romanian_whist.house_rules import MOST, RomanianWhistRules
from scorekeeper.engine.games.romanian_whist.scoring import scored
from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.play.bulk.arrays import keys_of
from scorekeeper.engine.play.bulk.columns import Columns
from scorekeeper.engine.play.bulk.dealing import RANKS, SUITS, deal_lots
from scorekeeper.engine.play.bulk.exact_bids import Dealt, Rows, bids_and_tricks
from scorekeeper.engine.play.bulk.plain import left_of
from scorekeeper.engine.play.results import NONE
from scorekeeper.engine.play.simulation import Run


def play(run: Run, first: int, count: int) -> Columns:
    """So many deals from one on; those of as many cards are played together.

    A deal is played by itself, so that no run of earlier deals is paid for.
    """
    players, schedule = len(run.players), np.array(run.rules.cards(len(run.players)), np.int16)
    deals = np.arange(first, first + count, dtype=np.int64)
    cards = schedule[deals % len(schedule)]
    bids, tricks = np.zeros((2, players, count), np.int16)
    for each in np.unique(cards):
        here = np.flatnonzero(cards == each)
        keys, pack = keys_of(run.seed, deals[here]), run.rules.most * players
        hands, up = deal_lots(keys, players, int(each), pack)
        trump = np.where(up < 0, SUITS, up // np.int16(RANKS)).astype(np.int16)
        eldest = left_of((deals[here] % players).astype(np.int16), 1, players)
        hooked = np.ones(len(here), bool)
        dealt = Dealt(keys, hands, eldest, trump, hooked, up, int(each), pack)
        bids[:, here], tricks[:, here] = bids_and_tricks(dealt, run.players)
    points = _points(run.rules)[bids, tricks]
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


def _points(rules: RomanianWhistRules) -> Rows:
    """[bid][tricks]: the points of one player, whose run of earlier deals pays nothing."""
    each = range(MOST + 1)
    return np.array([[_alone(bid, taken, rules) for taken in each] for bid in each], np.int16)


def _alone(bid: int, taken: int, rules: RomanianWhistRules) -> int:
    lines, _ = scored(bid, taken, 0, rules, counts=False)
    return sum(line.points for line in lines)
