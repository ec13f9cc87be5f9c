"""Auctions, exchanges and contracts of many deals at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.rules import (
    EXCHANGED,
    HIGHEST_BID,
    PLAYERS,
    IsraeliWhistRules,
    Opener,
)
from scorekeeper.engine.israeli_whist.scoring import TRICKS
from scorekeeper.engine.israeli_whist.script import speaking_order
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import (
    Column,
    Keys,
    Lanes,
    below,
    either,
    equals,
    highest,
    is_some,
    lowest,
    turned,
)
from scorekeeper.engine.israeli_whist.whole.bulk.play import choose_evenly
from scorekeeper.engine.israeli_whist.whole.bulk.worth import (
    best_denomination,
    buckets,
    worth,
)
from scorekeeper.engine.israeli_whist.whole.players.estimate import DECLARER, OTHER
from scorekeeper.engine.israeli_whist.whole.players.policy import OPEN, policy
from scorekeeper.engine.israeli_whist.whole.players.sensible import TOP_TWO
from scorekeeper.engine.israeli_whist.whole.players.view import (
    CALLS_AN_AUCTION,
    FIRST_CALL_SLOT,
    FIRST_CONTRACT_SLOT,
    FIRST_EXCHANGE_SLOT,
)
from scorekeeper.engine.seating import SOUTH, Seating

SUITS, DENOMINATIONS = 4, 5
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Won:
    """How auctions ended: the declarer (-1 where all passed), the tricks bid, the denomination."""

    declarer: Column
    tricks: Column
    denomination: Column


class _Calls:
    """The auctions that are still running, a column each."""

    def __init__(self, deals: int) -> None:
        self.deal = np.arange(deals)
        self.highest = np.full(deals, -1, np.int16)
        self.bidder = np.full(deals, -1, np.int16)
        self.passes = np.zeros(deals, np.int16)
        self.out = np.zeros((PLAYERS, deals), bool)

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
) -> Won:
    """Conduct one auction in each deal; `hands` has shape (seats, suits, deals)."""
    opener = dealer if rules.opener is Opener.DEALER else (dealer + np.int16(1)) & np.int16(3)
    speakers = _speakers(hands, opener, random)
    lowest_bid = rules.lowest(exchange)
    top = (HIGHEST_BID - lowest_bid + 1) * DENOMINATIONS - 1
    bids = np.array(policy(rules).bids, np.int16)
    running = _Calls(len(keys))
    rung, bidder = np.full(len(keys), -1, np.int16), np.full(len(keys), -1, np.int16)
    number = 0
    while len(running.deal):
        speaker = number % PLAYERS
        called = np.full(len(running.deal), -1, np.int16)
        if not all(random):
            called = _sensible_calls(running, speaker, speakers, bids, lowest_bid)
        if any(random):
            slot = FIRST_CALL_SLOT + CALLS_AN_AUCTION * exchange + number
            lucky = _random_calls(running, speaker, keys, rules, slot=slot, top=top)
            called = np.where(speakers.random[speaker, running.deal], lucky, called)
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


def exchanged(
    hands: npt.NDArray[np.int16], keys: Keys, steps: int, random: Sequence[bool], exchange: int
) -> npt.NDArray[np.int16]:
    """The hands after an exchange, number `exchange` from 0, so many places clockwise."""
    after = hands.copy()
    for seat in range(PLAYERS):
        if random[seat]:
            slot = FIRST_EXCHANGE_SLOT + 16 * exchange + 4 * seat
            given = _given_at_random(list(hands[seat]), keys, slot)
        else:
            given = _thrown(list(hands[seat]))
        for suit in range(SUITS):
            after[seat, suit] ^= given[suit]
            after[(seat + steps) % PLAYERS, suit] |= given[suit]
    return after


def _given_at_random(lanes: Lanes, keys: Keys, slot: int) -> Lanes:
    given = [np.zeros_like(lane) for lane in lanes]
    for number in range(EXCHANGED):
        left = [lane ^ gone for lane, gone in zip(lanes, given, strict=True)]
        card = choose_evenly(left, keys, slot + number)
        given = [gone | bit for gone, bit in zip(given, card, strict=True)]
    return given


def _thrown(lanes: Lanes) -> Lanes:
    """`sensible.thrown`, for each deal."""
    best, _ = best_denomination(worth(np.stack(lanes), DECLARER))
    given = [np.zeros_like(lane) for lane in lanes]
    for _ in range(EXCHANGED):
        left = [lane ^ gone for lane, gone in zip(lanes, given, strict=True)]
        keys = np.stack([_reluctance(suit, lane, best) for suit, lane in enumerate(left)])
        chosen = keys.argmin(axis=0).astype(np.int16)
        for suit, lane in enumerate(left):
            low = lane & np.int16(~TOP_TWO)
            bit = either(is_some(low), lowest(low), highest(lane))
            given[suit] = given[suit] | (bit & equals(chosen, suit))
    return given


def _reluctance(suit: int, lane: Column, best: Column) -> npt.NDArray[np.int16]:
    only_top = (lane & np.int16(~TOP_TWO)) == 0
    key = np.bitwise_count(lane) + 16 * only_top.astype(np.int16) + 64 * (best == suit)
    return np.where(lane == 0, 2**12, (key << 2) | suit).astype(np.int16)


def contracts(
    hands: npt.NDArray[np.int16],
    won: Won,
    keys: Keys,
    rules: IsraeliWhistRules,
    random: npt.NDArray[np.bool_],
) -> npt.NDArray[np.int16]:
    """The contracts of each deal; all arrays by place clockwise from the declarer.

    `hands` has shape (places, suits, deals), `random` and the result (places, deals).
    """
    choices = _choices(rules)
    said = np.zeros((PLAYERS, len(keys)), np.int16)
    said[0] = won.tricks
    heard = {0}
    for seat in speaking_order(Seating.alone(PLAYERS, SOUTH), SOUTH, rules):
        place = int(seat)
        others = heard - {place}
        least = won.tricks if place == 0 else np.zeros_like(won.tricks)
        barred = np.full_like(won.tricks, OPEN)
        if len(others) == PLAYERS - 1:
            number = (TRICKS - sum(said[other] for other in others)).astype(np.int16)
            barred = np.where(number >= least, number, np.int16(OPEN))
        said[place] = _numbers(hands[place], won, place, choices, least=least, barred=barred)
        if random[place].any():
            seats = (won.declarer + place) & 3
            lucky = _random_numbers(keys, seats, least, barred)
            said[place] = np.where(random[place], lucky, said[place])
        heard.add(place)
    return said


def _numbers(
    hand: npt.NDArray[np.int16],
    won: Won,
    place: int,
    choices: npt.NDArray[np.int16],
    *,
    least: Column,
    barred: Column,
) -> Column:
    worths = worth(hand, OTHER if place else DECLARER)
    deals = np.arange(len(least))
    bucket = buckets(worths[won.denomination, deals])
    return choices[min(place, 1), bucket, least, barred + 1]


def _random_numbers(keys: Keys, seats: Column, least: Column, barred: Column) -> Column:
    count = TRICKS + 1 - least - (barred >= 0)
    chosen = np.zeros_like(least)
    for seat in range(PLAYERS):
        here = seats == seat
        index = below(keys[here], count[here], FIRST_CONTRACT_SLOT + seat)
        number = least[here] + index
        number += (barred[here] >= 0) & (number >= barred[here])
        chosen[here] = number
    return chosen


@lru_cache(maxsize=32)
def _choices(rules: IsraeliWhistRules) -> npt.NDArray[np.int16]:
    return np.array(policy(rules).numbers, np.int16)
