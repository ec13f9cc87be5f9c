"""The auctions of many deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.auction import PASS, Auction
from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.rules import HIGHEST_BID, PLAYERS, IsraeliWhistRules, Opener
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import Column, Keys, below, turned
from scorekeeper.engine.israeli_whist.whole.bulk.worth import best_denomination, buckets, worth
from scorekeeper.engine.israeli_whist.whole.players.estimate import DECLARER
from scorekeeper.engine.israeli_whist.whole.players.policy import policy
from scorekeeper.engine.israeli_whist.whole.players.view import CALLS_AN_AUCTION, FIRST_CALL_SLOT

DENOMINATIONS = 5
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Won:
    """How auctions ended: the declarer (-1 where all passed), the tricks bid, the denomination."""

    declarer: Column
    tricks: Column
    denomination: Column


class _Calls:
    """The auctions that are still running, a column each."""

    def __init__(self, deals: int, so_far: Auction | None) -> None:
        highest, bidder, passes, out = _standing(so_far)
        self.deal = np.arange(deals)
        self.highest = np.full(deals, highest, np.int16)
        self.bidder = np.full(deals, bidder, np.int16)
        self.passes = np.full(deals, passes, np.int16)
        self.out = np.repeat(np.array(out)[:, None], deals, axis=1)

    def keep(self, running: npt.NDArray[np.bool_]) -> None:
        """Leave out the auctions that are over."""
        self.deal = self.deal[running]
        self.highest, self.bidder = self.highest[running], self.bidder[running]
        self.passes, self.out = self.passes[running], self.out[:, running]


@dataclass(frozen=True, slots=True)
class _Speakers:
    """What bears on the calls, by place in the order of speaking, shape (places, deals).

    denomination, place    of the best denomination: which, and the bucket of its worth
    random                 which speakers choose at random
    """

    denomination: npt.NDArray[np.int16]
    place: Ints
    random: npt.NDArray[np.bool_]


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

    `so_far` is how it begins, the same in every deal; a `silent` seat passes from there on.
    """
    opener = dealer if rules.opener is Opener.DEALER else (dealer + np.int16(1)) & np.int16(3)
    speakers = _speakers(hands, opener, random)
    lowest_bid = rules.lowest(exchange)
    top = (HIGHEST_BID - lowest_bid + 1) * DENOMINATIONS - 1
    bids = np.array(policy(rules).bids, np.int16)
    running = _Calls(len(keys), so_far)
    rung, bidder = np.full(len(keys), -1, np.int16), np.full(len(keys), -1, np.int16)
    number = 0 if so_far is None else len(so_far.calls)
    while len(running.deal):
        speaker = number % PLAYERS
        called = np.full(len(running.deal), -1, np.int16)
        if not all(random):
            called = _sensible_calls(running, speaker, speakers, bids, lowest_bid)
        if any(random):
            slot = FIRST_CALL_SLOT + CALLS_AN_AUCTION * exchange + number
            lucky = _random_calls(running, speaker, keys, rules, slot=slot, top=top)
            called = np.where(speakers.random[speaker, running.deal], lucky, called)
        if silent is not None:
            called[(speaker + opener[running.deal]) % PLAYERS == silent] = -1
        _take(running, speaker, called, rules)
        number += 1
        needed = np.where(running.highest < 0, PLAYERS, rules.passes)
        over = running.passes >= needed
        if number % 2 == 0 or over.all():
            done = running.deal[over]
            rung[done], bidder[done] = running.highest[over], running.bidder[over]
            running.keep(~over)
    declarer = np.where(bidder < 0, np.int16(-1), (bidder + opener) & np.int16(3))
    return Won(
        declarer.astype(np.int16),
        (rung // DENOMINATIONS + lowest_bid).astype(np.int16),
        (rung % DENOMINATIONS).astype(np.int16),
    )


def _standing(auction: Auction | None) -> tuple[int, int, int, list[bool]]:
    """The rung and the place of the highest bidder, the passes since, and who is out."""
    if auction is None:
        return -1, -1, 0, [False] * PLAYERS
    out = [False] * PLAYERS
    if not auction.rules.reentry:
        for number, call in enumerate(auction.calls):
            out[number % PLAYERS] |= call == PASS
    if auction.highest is None or auction.bidder is None:
        return -1, -1, auction.passes, out
    rung = auction.ladder.bids.index(auction.highest)
    return rung, auction.callers.index(auction.bidder), auction.passes, out


def _speakers(hands: npt.NDArray[np.int16], opener: Column, random: Sequence[bool]) -> _Speakers:
    at_random = np.array(random)[:, None] & np.ones(len(opener), bool)
    order = turned(at_random.astype(np.int16), opener).astype(bool)
    if all(random):
        none = np.zeros((PLAYERS, len(opener)), np.int16)
        return _Speakers(none, none.astype(np.int64), order)
    denomination, most = best_denomination(worth(hands.swapaxes(0, 1), DECLARER))
    return _Speakers(turned(denomination, opener), buckets(turned(most, opener)), order)


def _sensible_calls(
    running: _Calls, speaker: int, speakers: _Speakers, bids: Column, lowest_bid: int
) -> Column:
    """The rung that each sensible speaker bids; -1 for a pass."""
    denomination = speakers.denomination[speaker, running.deal]
    least = (running.highest - denomination + DENOMINATIONS) // DENOMINATIONS + lowest_bid
    open_ = (least <= HIGHEST_BID) & (running.bidder != speaker)
    place = speakers.place[speaker, running.deal]
    number = bids.reshape(-1)[place * bids.shape[1] + np.minimum(least, HIGHEST_BID)]
    rung = (number - lowest_bid) * DENOMINATIONS + denomination
    return np.where(open_ & (number > 0), rung, -1).astype(np.int16)


def _random_calls(
    running: _Calls, speaker: int, keys: Keys, rules: IsraeliWhistRules, *, slot: int, top: int
) -> Column:
    """The rung that each random speaker bids; -1 for a pass."""
    count = (top - running.highest + 1).astype(np.int64)
    if not rules.own_raise:
        count = np.where(running.bidder == speaker, 1, count)
    index = below(keys[running.deal], count, slot)
    return np.where(index == 0, -1, running.highest + index).astype(np.int16)


def _take(running: _Calls, speaker: int, called: Column, rules: IsraeliWhistRules) -> None:
    """Add a call to each auction that is not over."""
    needed = np.where(running.highest < 0, PLAYERS, rules.passes)
    over = running.passes >= needed
    bid = (called >= 0) & ~over & ~(running.out[speaker] & (running.bidder != speaker))
    running.highest = np.where(bid, called, running.highest)
    running.bidder = np.where(bid, np.int16(speaker), running.bidder)
    running.passes = np.where(bid, np.int16(0), running.passes + ~over).astype(np.int16)
    if not rules.reentry:
        running.out[speaker] |= ~bid & ~over
