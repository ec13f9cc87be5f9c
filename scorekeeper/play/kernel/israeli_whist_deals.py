"""Many deals of Israeli Whist: dealt, bid, contracted, played and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any

from scorekeeper.auction import PASS, Auction
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    HIGHEST_BID,
    PLAYERS,
    IsraeliWhistRules,
    Opener,
    PassedOut,
)
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS, AllMissed, Scheme
from scorekeeper.games.israeli_whist.script import bonus_line, speaking_order
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.israeli_whist_player import (
    BUCKETS,
    DECLARER,
    EASE,
    LEARNT,
    LEVEL_WIDTH,
    LEVELS,
    LONGEST,
    OPEN,
    OTHER,
    TOP_BIT,
    TOP_TWO,
    WIDTH,
    Role,
    Weights,
    policy,
)
from scorekeeper.play.kernel.arrays import (
    LANE,
    Column,
    Keys,
    Lanes,
    below,
    below_at,
    either,
    equals,
    highest,
    is_some,
    keys_of,
    lowest,
    turned,
)
from scorekeeper.play.kernel.card_play import Tables, choose_evenly, tricks_at_random
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.players import (
    CALLS_AN_AUCTION,
    FIRST_CALL_SLOT,
    FIRST_CONTRACT_SLOT,
    FIRST_EXCHANGE_SLOT,
)
from scorekeeper.play.simulation import NONE
from scorekeeper.seating import SOUTH, Seating

# The worth of a hand

SUITS = 4
_WIDTH_BITS, _LEVEL_BITS = WIDTH.bit_length() - 1, LEVEL_WIDTH.bit_length() - 1
_BITS, _FIELD, _SHIFT = 16, 0xFFFF, 4096


def worth(hands: Sequence[Column], role: Role) -> list[Column]:
    """Return the worth of hands in each denomination, in 64ths of a trick."""
    packed = _packed(role)
    shares = [packed.take(lane) for lane in hands]
    every = shares[0] + shares[1] + shares[2] + shares[3]
    side = (every & _FIELD).astype(np.int16) - np.int16(SUITS * _SHIFT)
    worths = [
        side + (((share >> _BITS) & _FIELD).astype(np.int16) - np.int16(_SHIFT)) for share in shares
    ]
    worths.append((every >> 2 * _BITS).astype(np.int16) - np.int16(SUITS * _SHIFT))
    return worths


def best_denomination(worths: Sequence[Column]) -> tuple[Column, Column]:
    """Return the denomination with the highest worth, and that worth; ties go to the highest."""
    best = worths[0] << 3
    for denomination, each in enumerate(worths[1:], 1):
        best = np.maximum(best, (each << 3) | np.int16(denomination))
    return best & np.int16(7), best >> 3


def buckets(worths: Column) -> Column:
    """Return what `israeli_whist_player.bucket` returns, for each estimate."""
    clipped: Column = np.clip(worths >> _WIDTH_BITS, 0, BUCKETS - 1)
    return clipped


def levels(eases: Column) -> Column:
    """Return what `israeli_whist_player.level_of` returns, for each deal: how easy a zero is."""
    clipped: Column = np.clip((eases >> _LEVEL_BITS) + np.int16(LEVELS // 2), 0, LEVELS - 1)
    return clipped


@cache
def _packed(role: Role) -> npt.NDArray[np.int64]:
    """Return the worth of the cards in each lane, three numbers packed in fields of 16 bits.

    The lowest field is for a side suit, the next has the difference that it makes if the suit is
    trumps, and the third is for a deal without trumps. Each field has an offset that keeps it
    positive, so that the suits of a hand can be added up.
    """
    trump, side, plain = map(lane_values, (role.trump, role.side, role.plain))
    return (side + _SHIFT) | (trump - side + _SHIFT) << _BITS | (plain + _SHIFT) << 2 * _BITS


def lane_values(weights: Weights) -> npt.NDArray[np.int64]:
    """Return what `Weights.value` returns, for every lane."""
    lanes = np.arange(LANE + 1, dtype=np.int16)
    counts = np.bitwise_count(lanes).astype(np.int64)
    values = np.array(weights.lengths).take(np.minimum(counts, LONGEST))
    for place, weight in enumerate(weights.honours):
        values += weight * (lanes >> TOP_BIT - place & 1) * (counts > place)
    for weight in weights.lows:
        low = lowest(lanes)
        values += weight * np.bitwise_count(np.maximum(low, 1) - 1).astype(np.int64)
        lanes ^= low
    return values


# The auction

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
        """Return a mask of the auctions that are over."""
        needed = rules.passes + ((self.highest >> 15) & np.int16(PLAYERS - rules.passes))
        return ~((self.passes - needed) >> 15)

    def select(self, going: npt.NDArray[np.intp]) -> _Running:
        """Return the auctions at some indices."""
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

    bids    the level to bid, 0 for a pass, at index row of the worth << 4 | least level
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
    """Return a mask for each flag, the same in every deal."""
    return [np.full(deals, -int(flag), np.int16) for flag in flags]


def _standing(auction: Auction | None) -> tuple[int, int, int, list[bool]]:
    """Return the highest bid's rung and place, the passes since, and by place who has passed."""
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
    """Return a mask of the deals in which the sensible player bids, and the rung of each bid."""
    denomination = running.denomination[speaker]
    least = (running.highest - denomination + np.int16(DENOMINATIONS)) // np.int16(DENOMINATIONS)
    least += np.int16(ladder.lowest)
    number = ladder.bids.take((running.worth[speaker] << 4) | least)
    bid = is_some(number) & ~equals(running.bidder, speaker)
    return bid, (number - np.int16(ladder.lowest)) * np.int16(DENOMINATIONS) + denomination


def _random_calls(
    running: _Running, speaker: int, rules: IsraeliWhistRules, top: int, slot: int
) -> tuple[Column, Column]:
    """Return a mask of the deals in which the random player bids, and the rung of each bid."""
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
    """Return `Policy.bids`, flattened; each row is filled up to 16 levels with passes."""
    rows = np.array(policy(rules).bids, np.int16)
    return np.pad(rows, ((0, 0), (0, 16 - rows.shape[1]))).reshape(-1)


# Contracts


def contracts(
    hands: Sequence[Lanes],
    won: Won,
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: npt.NDArray[np.bool_],
    known: Mapping[int, int | Column] | None = None,
) -> npt.NDArray[np.int16]:
    """Return the contracts of each deal; all arrays are by place clockwise from the declarer.

    hands     lanes by place
    random    shape (places, deals), like the result
    known     by place, contracts that are fixed in every deal
    """
    numbers = np.zeros((PLAYERS, len(keys)), np.int16)
    numbers[0] = won.tricks
    heard = {0}
    for seat in speaking_order(Seating.alone(PLAYERS, SOUTH), SOUTH, rules):
        place = int(seat)
        others = heard - {place}
        heard.add(place)
        if known and place in known:
            numbers[place] = known[place]
            continue
        least = won.tricks if place == 0 else np.zeros_like(won.tricks)
        barred = np.full_like(won.tricks, OPEN)
        if len(others) == PLAYERS - 1:
            first, second, third = (numbers[other] for other in others)
            number = np.int16(TRICKS) - first - second - third
            barred = either((number - least) >> 15, barred, number)
        if not random[place].all():
            numbers[place] = numbers_of(
                hands[place],
                won.denomination,
                rules,
                declares=place == 0,
                least=least,
                barred=barred,
            )
        if random[place].any():
            lucky = _random_numbers(keys, (won.declarer + place) & 3, least, barred)
            numbers[place] = np.where(random[place], lucky, numbers[place])
    return numbers


def numbers_of(
    hand: Lanes,
    denomination: Column,
    rules: IsraeliWhistRules,
    *,
    declares: bool,
    least: Column,
    barred: Column,
) -> Column:
    """Return the numbers that sensible players announce with these hands."""
    row = _rows(hand, denomination, DECLARER if declares else OTHER)
    declaring, otherwise = _tables(rules)
    if declares:
        return declaring.take(row << 8 | least.astype(np.int64) << 4 | barred + 1)
    ease = _in_denomination(worth(hand, EASE), denomination)
    return otherwise.take(row << 9 | levels(ease).astype(np.int64) << 4 | barred + 1)


def _rows(hand: Lanes, denomination: Column, role: Role) -> npt.NDArray[np.int64]:
    return buckets(_in_denomination(worth(hand, role), denomination)).astype(np.int64)


def _in_denomination(worths: Sequence[Column], denomination: Column) -> Column:
    """Return for each deal the worth in its denomination."""
    chosen = worths[0]
    for number, each in enumerate(worths[1:], 1):
        chosen = either(equals(denomination & 7, number), each, chosen)
    return chosen


def _random_numbers(keys: Keys, seats: Column, least: Column, barred: Column) -> Column:
    count = TRICKS + 1 - least - (barred >= 0)
    number = least + below_at(keys, count, FIRST_CONTRACT_SLOT + seats)
    number += (barred >= 0) & (number >= barred)
    return number


@lru_cache(maxsize=32)
def _tables(rules: IsraeliWhistRules) -> tuple[Column, Column]:
    """Return `Policy.declaring` and `Policy.otherwise`, flattened.

    The index is bucket << 8 | least << 4 | barred + 1 in the first, and bucket << 9 | level << 4 |
    barred + 1 in the second.
    """
    tables = policy(rules)
    declaring = np.pad(np.array(tables.declaring, np.int16), ((0, 0), (0, 2), (0, 1)))
    otherwise = np.pad(np.array(tables.otherwise, np.int16), ((0, 0), (0, 0), (0, 1)))
    return declaring.reshape(-1), otherwise.reshape(-1)


# Cards passed on


def exchanged(
    hands: npt.NDArray[np.int16], keys: Keys, steps: int, random: Sequence[bool], exchange: int
) -> npt.NDArray[np.int16]:
    """Return the hands after exchange `exchange`, from 0; the cards go `steps` places clockwise."""
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
    """Return what `israeli_whist_player.cards_to_pass` returns, for each deal, as lanes."""
    best, _ = best_denomination(worth(lanes, DECLARER))
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


# Whole deals

NUMBERS = range(TRICKS + 1)
CELLS = len(NUMBERS) ** 2
CODES = tuple(
    f"{number}{denomination.code}" for number in NUMBERS[1:] for denomination in Denomination
)


def simulate_deals(
    first: int,
    count: int,
    rules: IsraeliWhistRules,
    random: Sequence[bool],
    *,
    seed: int,
) -> Columns:
    """Play `count` deals from number `first` on; deal i is dealt by seat i modulo 4.

    `random` tells for each seat whether it plays at random; the others are sensible.
    """
    numbers = np.arange(first, first + count, dtype=np.int64)
    keys = keys_of(seed, numbers)
    dealer = (numbers % PLAYERS).astype(np.int16)
    hands = deal_lanes(keys)
    won, exchanges = bid(hands, dealer, keys, rules, random)
    declared = won.declarer >= 0
    contract = np.zeros((PLAYERS, count), np.int16)
    tricks = np.zeros((PLAYERS, count), np.int16)
    bonus = rules.passed_out is PassedOut.BONUS
    playing = np.arange(count) if bonus else np.flatnonzero(declared)
    if len(playing) == count:
        contract, tricks = contract_and_play(hands, won, dealer, keys, rules, random=random)
    elif len(playing):
        part = Won(won.declarer[playing], won.tricks[playing], won.denomination[playing])
        contract[:, playing], tricks[:, playing] = contract_and_play(
            hands[:, :, playing],
            part,
            dealer[playing],
            keys[playing],
            rules,
            random=random,
        )
    rung = (won.tricks - np.int16(1)) * np.int16(len(Denomination)) + won.denomination
    made = np.where(declared, contract == tricks, np.int8(NONE))
    return Columns(
        first,
        CODES,
        dealer.astype(np.int8),
        np.full(count, TRICKS, np.int8),
        exchanges,
        won.declarer.astype(np.int8),
        np.where(declared, rung, NONE).astype(np.int8),
        np.where(declared, contract, np.int16(NONE)).T.astype(np.int8),
        tricks.T.astype(np.int8),
        points_of(contract, tricks, declared, rules).T,
        made.T.astype(np.int8),
        ~declared if not bonus else np.zeros(count, bool),
    )


def bid(
    hands: npt.NDArray[np.int16],
    dealer: npt.NDArray[np.int16],
    keys: Keys,
    rules: IsraeliWhistRules,
    random: Sequence[bool],
    *,
    held: int = 0,
    so_far: Auction | None = None,
) -> tuple[Won, npt.NDArray[np.int8]]:
    """Conduct auctions until somebody bids or no exchange is left; changes `hands` in exchanges.

    held      the number of exchanges so far
    so_far    the calls with which the auction after the last exchange begins
    """
    won = auctions(hands, dealer, keys, rules, random=random, exchange=held, so_far=so_far)
    exchanges = np.full(len(keys), held, np.int8)
    for exchange in range(held + 1, rules.exchanges + 1):
        left = np.flatnonzero(won.declarer < 0)
        if not len(left):
            break
        steps = rules.exchange_steps(exchange)
        hands[:, :, left] = exchanged(hands[:, :, left], keys[left], steps, random, exchange - 1)
        again = auctions(
            hands[:, :, left], dealer[left], keys[left], rules, random=random, exchange=exchange
        )
        won.declarer[left], won.tricks[left] = again.declarer, again.tricks
        won.denomination[left] = again.denomination
        exchanges[left] = exchange
    return won, exchanges


def contract_and_play(
    hands: npt.NDArray[np.int16],
    won: Won,
    dealer: npt.NDArray[np.int16],
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: Sequence[bool],
    known: Mapping[int, int | npt.NDArray[np.int16]] | None = None,
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """Return the contracts and the tricks, each by seat, shape (seats, deals).

    known    by place clockwise from the declarer, contracts that are fixed in every deal
    """
    declared = won.declarer >= 0
    leader = np.where(declared, won.declarer, (dealer + 1) & 3).astype(np.int16)
    trump = np.where(declared, won.denomination, np.int16(4)).astype(np.int16)
    if all(random):  # contracts do not depend on the hands
        placed, lucky = [], np.ones((PLAYERS, len(keys)), bool)
    else:
        suits = [turned(list(hands[:, suit]), leader) for suit in range(SUITS)]
        placed = [[suits[suit][place] for suit in range(SUITS)] for place in range(PLAYERS)]
        lucky = _by_place(random, leader)
    by_place = contracts(placed, won, keys, rules, random=lucky, known=known)
    by_place[:, ~declared] = 0
    by_seat = np.stack(turned(list(by_place), -leader & 3))
    if all(random):
        return by_seat, tricks_at_random(hands, leader, trump, keys)
    tables = Tables(
        placed,
        list(by_place.copy()),
        leader,
        [equals(trump, suit) for suit in range(SUITS)],
        random,
        keys,
        goals=LEARNT,
    )
    return by_seat, by_seat - tables.finish()


def _by_place(flags: Sequence[bool], leader: Column) -> npt.NDArray[np.bool_]:
    """Turn flags by seat into flags by place, shape (places, deals)."""
    masks = [np.full(len(leader), -int(each), np.int16) for each in flags]
    flagged: npt.NDArray[np.bool_] = np.stack(turned(masks, leader)) != 0
    return flagged


def points_of(
    contract: npt.NDArray[np.int16],
    tricks: npt.NDArray[np.int16],
    declared: npt.NDArray[np.bool_],
    rules: IsraeliWhistRules,
) -> npt.NDArray[np.int16]:
    """Return the points of each deal by seat; all arrays have shape (seats, deals) or (deals)."""
    table = _table(rules.scheme)
    over = contract[0] + contract[1] + contract[2] + contract[3] > TRICKS
    cell = (over.astype(np.int16) * np.int16(CELLS) + contract * np.int16(len(NUMBERS))) + tricks
    points = table.take(cell)
    if rules.scheme.all_missed is not AllMissed.SCORED:
        factor = 0 if rules.scheme.all_missed is AllMissed.VOID else 2
        missed = (contract != tricks).all(axis=0)
        points = np.where(missed[None, :], np.int16(factor) * points, points)
    bonus = rules.passed_out is PassedOut.BONUS
    passed = _BONUS[tricks] if bonus else np.zeros_like(points)
    return np.where(declared[None, :], points, passed)


@lru_cache(maxsize=32)
def _table(scheme: Scheme) -> npt.NDArray[np.int16]:
    """Return the points of one player, indexed by over, contract and tricks, flattened."""
    return np.array(
        [
            [[scheme.line(number, taken, over).points for taken in NUMBERS] for number in NUMBERS]
            for over in (False, True)
        ],
        np.int16,
    ).reshape(-1)


_BONUS = np.array([bonus_line(taken).points for taken in NUMBERS], np.int16)
