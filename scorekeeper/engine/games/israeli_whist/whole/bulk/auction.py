"""The auctions of many deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.bids import PASS
from scorekeeper.engine.games.israeli_whist.house_rules import (
    HIGHEST_BID,
    PLAYERS,
    IsraeliWhistRules,
    Opener,
)
from scorekeeper.engine.games.israeli_whist.whole.bulk.payoff_table import (
    best_denomination,
    buckets,
    worth,
)
from scorekeeper.engine.games.israeli_whist.whole.players.bids_and_contracts import policy
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import DECLARER
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import (
    Column,
    Keys,
    below,
    either,
    equals,
    is_some,
    turned,
)
from scorekeeper.engine.play.players import (
    CALLS_AN_AUCTION,
    FIRST_CALL_SLOT,
)

DENOMINATIONS = 5
NOBODY = 4


@dataclass(frozen=True, slots=True)
class Won:
    """The results of auctions: declarer (-1 if all passed), tricks bid, denomination."""

    declarer: Column
    tricks: Column
    denomination: Column


@dataclass
class _Running:
    """The auctions still running; columns, and lists of columns by place in speaking order.

    deal            the number of the deal
    highest         the rung of the highest bid, -1 for none; rungs count up the ladder
    bidder          the place of the highest bidder, `NOBODY` for none
    passes          the number of consecutive passes since then
    out             by place, a mask of the players who have passed
    denomination    by place, the best one for the player's hand
    worth           by place, the row of the table of bids for the worth of the hand
    random          by place, a mask of the players who choose at random
    silent          by place, a mask of the players who always pass

    Lists that are not needed are empty: `denomination` and `worth` if all choose at random,
    `random` if nobody does, `silent` if nobody is silent, `out` if players who have passed may bid
    again.
    """

    deal: npt.NDArray[np.int64]
    keys: Keys
    highest: Column
    bidder: Column
    passes: Column
    out: list[Column]
    denomination: list[Column]
    worth: list[Column]
    random: list[Column]
    silent: list[Column]

    def over(self, rules: IsraeliWhistRules) -> Column:
        """A mask of the auctions that are over."""
        needed = rules.passes + ((self.highest >> 15) & np.int16(PLAYERS - rules.passes))
        return ~((self.passes - needed) >> 15)

    def select(self, going: npt.NDArray[np.intp]) -> _Running:
        """The auctions at some indices."""
        rows: dict[str, Any] = {
            field.name: [row.take(going) for row in value]
            if isinstance(value, list)
            else value.take(going)
            for field in fields(self)
            for value in [getattr(self, field.name)]
        }
        return _Running(**rows)


@dataclass(frozen=True, slots=True)
class _Ladder:
    """The ladder of an auction: its lowest level, its highest rung, and the table of bids.

    bids    [row of a worth << 4 | least level]: the level to bid, 0 for a pass
    """

    lowest: int
    top: int
    bids: Column

    @classmethod
    def of(cls, rules: IsraeliWhistRules, exchange: int) -> _Ladder:
        lowest = rules.lowest(exchange)
        return cls(lowest, (HIGHEST_BID - lowest + 1) * DENOMINATIONS - 1, bids_by_worth(rules))


def auctions(
    hands: npt.NDArray[np.int16],
    dealer: Column,
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: Sequence[bool],
    exchange: int,
    so_far: Auction | None = None,
    silent: int | None = None,
) -> Won:
    """Conduct one auction in each deal; `hands` has shape (seats, suits, deals).

    so_far    the calls with which the auction begins, the same in every deal
    silent    a seat that passes from then on
    """
    opener = dealer if rules.opener is Opener.DEALER else (dealer + np.int16(1)) & np.int16(3)
    running = _start(
        hands, opener, keys, random=random, so_far=so_far, silent=silent, reentry=rules.reentry
    )
    ladder = _Ladder.of(rules, exchange)
    rung, bidder = np.full(len(keys), -1, np.int16), np.full(len(keys), NOBODY, np.int16)
    number = 0 if so_far is None else len(so_far.calls)
    while len(running.deal):
        speaker = number % PLAYERS
        slot = FIRST_CALL_SLOT + CALLS_AN_AUCTION * exchange + number
        if all(random):
            bid, called = _random_calls(running, speaker, rules, ladder.top, slot)
        else:
            bid, called = _sensible_calls(running, speaker, ladder)
            if any(random):
                lucky, drawn = _random_calls(running, speaker, rules, ladder.top, slot)
                bid = either(running.random[speaker], lucky, bid)
                called = either(running.random[speaker], drawn, called)
        _take(running, speaker, bid, called, rules)
        number += 1
        over = running.over(rules) != 0
        if 2 * np.count_nonzero(over) > len(over):
            done = np.flatnonzero(over)
            deals = running.deal.take(done)
            rung[deals], bidder[deals] = running.highest.take(done), running.bidder.take(done)
            running = running.select(np.flatnonzero(~over))
    declarer = either(equals(bidder, NOBODY), np.full_like(bidder, -1), (bidder + opener) & 3)
    return Won(declarer, rung // DENOMINATIONS + np.int16(ladder.lowest), rung % DENOMINATIONS)


def _start(
    hands: npt.NDArray[np.int16],
    opener: Column,
    keys: Keys,
    *,
    random: Sequence[bool],
    so_far: Auction | None,
    silent: int | None,
    reentry: bool,
) -> _Running:
    deals = len(keys)
    highest, bidder, passes, out = _standing(so_far)
    denomination: list[Column] = []
    row: list[Column] = []
    if not all(random):
        best = [best_denomination(worth(list(hand), DECLARER)) for hand in hands]
        denomination = turned([which for which, _ in best], opener)
        row = turned([buckets(most) for _, most in best], opener)
    lucky = turned(_masks(random, deals), opener) if any(random) and not all(random) else []
    mute = []
    if silent is not None:
        mute = turned(_masks([seat == silent for seat in range(PLAYERS)], deals), opener)
    return _Running(
        np.arange(deals),
        keys,
        np.full(deals, highest, np.int16),
        np.full(deals, bidder, np.int16),
        np.full(deals, passes, np.int16),
        [] if reentry else _masks(out, deals),
        denomination,
        row,
        lucky,
        mute,
    )


def _masks(flags: Sequence[bool], deals: int) -> list[Column]:
    """A mask for each flag, the same in every deal."""
    return [np.full(deals, -int(flag), np.int16) for flag in flags]


def _standing(auction: Auction | None) -> tuple[int, int, int, list[bool]]:
    """The rung and place of the highest bidder, the passes since, and who has passed."""
    if auction is None:
        return -1, NOBODY, 0, [False] * PLAYERS
    out = [False] * PLAYERS
    for number, call in enumerate(auction.calls):
        out[number % PLAYERS] |= call == PASS
    if auction.highest is None or auction.bidder is None:
        return -1, NOBODY, auction.passes, out
    rung = auction.ladder.bids.index(auction.highest)
    return rung, auction.callers.index(auction.bidder), auction.passes, out


def _sensible_calls(running: _Running, speaker: int, ladder: _Ladder) -> tuple[Column, Column]:
    """A mask of the sensible players who bid, and their rungs."""
    denomination = running.denomination[speaker]
    least = (running.highest - denomination + np.int16(DENOMINATIONS)) // np.int16(DENOMINATIONS)
    least += np.int16(ladder.lowest)
    number = ladder.bids.take((running.worth[speaker] << 4) | least)
    bid = is_some(number) & ~equals(running.bidder, speaker)
    return bid, (number - np.int16(ladder.lowest)) * np.int16(DENOMINATIONS) + denomination


def _random_calls(
    running: _Running, speaker: int, rules: IsraeliWhistRules, top: int, slot: int
) -> tuple[Column, Column]:
    """A mask of the random players who bid, and their rungs."""
    count = np.int16(top + 1) - running.highest
    if not rules.own_raise:
        count = either(equals(running.bidder, speaker), np.ones_like(count), count)
    index = below(running.keys, count, slot)
    return is_some(index), running.highest + index


def _take(
    running: _Running, speaker: int, bid: Column, called: Column, rules: IsraeliWhistRules
) -> None:
    """Add a call to each auction that is not over."""
    going = ~running.over(rules)
    bid = bid & going
    if running.silent:
        bid &= ~running.silent[speaker]
    if not rules.reentry:
        bid &= ~running.out[speaker] | equals(running.bidder, speaker)
        running.out[speaker] = running.out[speaker] | (going & ~bid)
    running.highest = either(bid, called, running.highest)
    running.bidder = either(bid, np.int16(speaker), running.bidder)
    running.passes = (running.passes - going) & ~bid


@lru_cache(maxsize=32)
def bids_by_worth(rules: IsraeliWhistRules) -> Column:
    """The table of bids, with an extra level above the highest, at which nobody bids."""
    rows = np.array(policy(rules).bids, np.int16)
    return np.pad(rows, ((0, 0), (0, 16 - rows.shape[1]))).reshape(-1)
