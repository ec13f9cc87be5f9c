"""Many deals of Israeli Whist: dealt, bid, contracted, played and scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import NamedTuple

from scorekeeper.auction import Auction, ladder
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    HIGHEST_BID,
    PLAYERS,
    AfterAllPass,
    DeclarerContract,
    FirstSpeaker,
    IsraeliWhistRules,
    Opener,
    Redealer,
)
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS, AllMissed, Scheme
from scorekeeper.games.israeli_whist.script import bonus_line, speaking_order
from scorekeeper.play.israeli_whist_player import (
    BUCKETS,
    DECLARER,
    EASE,
    LEARNT,
    LEVEL_WIDTH,
    LEVELS,
    OPEN,
    OTHER,
    TOP_TWO,
    WIDTH,
    RoleWeights,
    policy,
)
from scorekeeper.play.kernel.arrays import (
    Column,
    Keys,
    Lanes,
    Rows,
    below_at,
    either,
    equals,
    highest,
    is_some,
    keys_of,
    lowest,
    turned,
    turner,
    where_set,
)
from scorekeeper.play.kernel.auctions import (
    DENOMINATIONS,
    NO_BIDDER,
    Auctions,
    AuctionTables,
    Worths,
    best_denomination,
    in_denomination,
    lane_values,
    masks,
    worth_in_each,
    worth_table,
)
from scorekeeper.play.kernel.batch_tables import (
    GIVE,
    NOBODY,
    UNKNOWN,
    Bytes,
    Ints,
    TableNumbers,
    allow_numbers,
)
from scorekeeper.play.kernel.bids import Bids, numbers_but
from scorekeeper.play.kernel.card_play import Tables, cards_given
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import RANKS, SUITS, deal_lanes
from scorekeeper.play.kernel.sampling import SampledDeals
from scorekeeper.play.observation import NO_TRUMPS
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import (
    CALLS_AN_AUCTION,
    FIRST_CALL_SLOT,
    FIRST_CONTRACT_SLOT,
)
from scorekeeper.play.simulation import NONE
from scorekeeper.seating import SEATS, SOUTH, Seating

# The worth of a hand

_WIDTH_BITS, _LEVEL_BITS = WIDTH.bit_length() - 1, LEVEL_WIDTH.bit_length() - 1


def worth(hands: Sequence[Column], role: RoleWeights) -> list[Column]:
    """Return the worth of hands in each denomination, in 64ths of a trick."""
    return worth_in_each(hands, _table_of(role))


def buckets(worths: Column) -> Column:
    """Return what `israeli_whist_player.bucket` returns, for each estimate."""
    clipped: Column = np.clip(worths >> _WIDTH_BITS, 0, BUCKETS - 1)
    return clipped


def levels(eases: Column) -> Column:
    """Return what `israeli_whist_player.level_of` returns, for each deal: how easy a zero is."""
    clipped: Column = np.clip((eases >> _LEVEL_BITS) + np.int16(LEVELS // 2), 0, LEVELS - 1)
    return clipped


@cache
def _table_of(role: RoleWeights) -> Worths:
    return worth_table(*map(lane_values, (role.trump, role.side, role.plain)))


# The auction


class Declared(NamedTuple):
    """The results of auctions: declarer (-1 if all passed), tricks bid, denomination."""

    declarer: Column
    tricks: Column
    denomination: Column

    def at(self, places: npt.NDArray[np.intp] | slice) -> Declared:
        """Return the results of the deals at these indices."""
        return Declared(*(column[places] for column in self))


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
) -> Declared:
    """Conduct one auction in each deal; `hands` has shape (seats, suits, deals).

    so_far    the calls with which the auction begins, the same in every deal
    silent    a seat that passes from then on
    """
    opener = dealer if rules.opener is Opener.DEALER else (dealer + np.int16(1)) & np.int16(3)
    lowest = rules.lowest(exchange)
    start = Auction(SEATS[:PLAYERS], ladder(lowest, HIGHEST_BID), rules.auction)
    mixed, mute = any(random) and not all(random), [seat == silent for seat in range(PLAYERS)]
    rung, bidder = Auctions(
        so_far or start,
        keys,
        FIRST_CALL_SLOT + CALLS_AN_AUCTION * exchange,
        partial(_judge, lowest, bids_by_worth(rules)),
        [] if all(random) else _judged(hands, opener),
        turned(masks(random, len(keys)), opener) if mixed else [],
        turned(masks(mute, len(keys)), opener) if any(mute) else [],
    ).finish()
    declarer = either(equals(bidder, NO_BIDDER), np.full_like(bidder, -1), (bidder + opener) & 3)
    return Declared(declarer, rung // DENOMINATIONS + np.int16(lowest), rung % DENOMINATIONS)


def _judged(hands: npt.NDArray[np.int16], opener: Column) -> list[list[Column]]:
    """Return by place the best denomination of each hand, and the row of its bids in the table."""
    best = [best_denomination(worth(list(hand), DECLARER)) for hand in hands]
    denominations = turned([which for which, _ in best], opener)
    rows = turned([buckets(most) for _, most in best], opener)
    return [*map(list, zip(denominations, rows, strict=True))]


def _judge(
    lowest: int, bids: Column, judged: Sequence[Column], highest: Column
) -> tuple[Column, Column]:
    """Return the sensible player's bids (see `Auctions.judge`).

    lowest    the lowest number of tricks on the ladder
    bids      the table `bids_by_worth`
    """
    denomination, row = judged
    least = (highest - denomination + np.int16(DENOMINATIONS)) // np.int16(DENOMINATIONS)
    least += np.int16(lowest)
    number = bids.take((row << 4) | least)
    rung = (number - np.int16(lowest)) * np.int16(DENOMINATIONS) + denomination
    return is_some(number), rung


@lru_cache(maxsize=32)
def bids_by_worth(rules: IsraeliWhistRules) -> Column:
    """Return the level to bid, 0 for a pass, at index row of the worth << 4 | least level."""
    rows = np.array(policy(rules).bids, np.int16)
    return np.pad(rows, ((0, 0), (0, 16 - rows.shape[1]))).reshape(-1)


# Contracts


def contracts(
    hands: Sequence[Lanes],
    won: Declared,
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: npt.NDArray[np.bool_],
    known: Sequence[Column] | None = None,
) -> npt.NDArray[np.int16]:
    """Return the contracts of each deal; all arrays are by place clockwise from the declarer.

    hands     lanes by place; they may be empty if everybody announces at random
    random    shape (places, deals), like the result
    known     contracts that do not depend on the hands; -1 for none
    """
    numbers = np.zeros((PLAYERS, len(keys)), np.int16)
    numbers[0] = won.tricks
    heard = {0}
    for seat in speaking_order(Seating.alone(PLAYERS, SOUTH), SOUTH, rules):
        place = int(seat)
        others = heard - {place}
        heard.add(place)
        fixed = None if known is None else known[place]
        if fixed is not None and (fixed >= 0).all():
            numbers[place] = fixed
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
        if fixed is not None:
            numbers[place] = np.where(fixed < 0, numbers[place], fixed)
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
    ease = in_denomination(worth(hand, EASE), denomination)
    return otherwise.take(row << 9 | levels(ease).astype(np.int64) << 4 | barred + 1)


def _rows(hand: Lanes, denomination: Column, role: RoleWeights) -> npt.NDArray[np.int64]:
    return buckets(in_denomination(worth(hand, role), denomination)).astype(np.int64)


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
    given = cards_given(hands, keys, random, EXCHANGED, sensible=_thrower, exchange=exchange)
    return hands ^ given | np.roll(given, steps, axis=0)


def _thrower(hand: Lanes) -> Callable[[Lanes], Lanes]:
    """Return what chooses the next card of `israeli_whist_player.cards_to_pass`, for each deal."""
    best, _ = best_denomination(worth(hand, DECLARER))

    def thrown(left: Lanes) -> Lanes:
        keys = np.stack([_reluctance(suit, lane, best) for suit, lane in enumerate(left)])
        chosen = keys.argmin(axis=0).astype(np.int16)
        cards = []
        for suit, lane in enumerate(left):
            low = lane & np.int16(~TOP_TWO)
            cards.append(either(is_some(low), lowest(low), highest(lane)) & equals(chosen, suit))
        return cards

    return thrown


def _reluctance(suit: int, lane: Column, best: Column) -> npt.NDArray[np.int16]:
    only_top = (lane & np.int16(~TOP_TWO)) == 0
    key = np.bitwise_count(lane) + 16 * only_top.astype(np.int16) + 64 * (best == suit)
    return np.where(lane == 0, 2**12, (key << 2) | suit).astype(np.int16)


# Whole deals

NUMBERS = range(TRICKS + 1)
CELLS = len(NUMBERS) ** 2
NOTHING = np.full(PLAYERS, NONE, np.int16)
CODES = tuple(
    f"{number}{denomination.code}" for number in NUMBERS[1:] for denomination in Denomination
)


@dataclass(frozen=True, slots=True, eq=False)
class IsraeliWhistDeals(SampledDeals):
    """Deals after the auction; `said` has the contracts.

    won    the results of the auctions
    """

    rules: IsraeliWhistRules
    won: Declared

    @property
    def leader(self) -> Column:
        """The declarer of each deal, or the seat after the dealer if all have passed."""
        return either(self.won.declarer >> 15, self.eldest, self.won.declarer)

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Return the contracts, which are not compared with sensible ones; 0 if all have passed."""
        turn, placed = turner(self.leader, PLAYERS), []
        if not all(random):  # otherwise contracts do not depend on the hands
            lanes = [turn([*self.hands[:, suit]]) for suit in range(SUITS)]
            placed = [[lane[place] for lane in lanes] for place in range(PLAYERS)]
        by_place = contracts(
            placed,
            self.won,
            self.keys,
            self.rules,
            random=np.stack(turn(masks(random, len(self.keys)))) != 0,
            known=None if known is None else turn([*known]),
        )
        by_place[:, self.won.declarer < 0] = 0
        said = np.stack(turned([*by_place], -self.leader & 3))
        return Bids(said, said)

    def tables(self, bids: Rows, random: Sequence[bool]) -> Tables:
        passed = self.won.declarer >> 15
        trump = either(passed, np.int16(Denomination.NO_TRUMP), self.won.denomination)
        return Tables.of(
            self.hands, bids, self.leader, trump, random=random, keys=self.keys, goals=LEARNT
        )

    def points(self, bids: Rows, left: Rows) -> Rows:
        return points_of(bids, bids - left, self.won.declarer >= 0, self.rules)


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
    keys, dealer = keys_of(seed, numbers), (numbers % PLAYERS).astype(np.int16)
    hands = deal_lanes(keys)
    won, exchanges = bid(hands, dealer, keys, rules, random)
    declared, bonus = won.declarer >= 0, rules.passed_out is AfterAllPass.BONUS
    contract, tricks = np.zeros((2, PLAYERS, count), np.int16)
    playing = where_set(declared | bonus)
    deals = IsraeliWhistDeals(
        hands[:, :, playing], NOTHING, rules, keys[playing], dealer[playing], won.at(playing)
    )
    contract[:, playing], left = deals.played(random)
    tricks[:, playing] = contract[:, playing] - left
    rung = (won.tricks - np.int16(1)) * np.int16(len(Denomination)) + won.denomination
    made = np.where(declared, contract == tricks, np.int8(NONE))
    return Columns.of(
        first,
        dealer,
        tricks,
        points_of(contract, tricks, declared, rules),
        contracts=np.where(declared, contract, NONE),
        made=made,
        codes=CODES,
        cards=TRICKS,
        exchanges=exchanges,
        declarer=won.declarer,
        bid=np.where(declared, rung, NONE),
        thrown_in=None if bonus else ~declared,
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
) -> tuple[Declared, npt.NDArray[np.int8]]:
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
        for column, other in zip(won, again, strict=True):
            column[left] = other
        exchanges[left] = exchange
    return won, exchanges


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
    bonus = rules.passed_out is AfterAllPass.BONUS
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


# Step by step

CONTRACTS = 1  # the stage of the bidding after the auction


class IsraeliWhistBatch(AuctionTables):
    """Tables of Israeli Whist: auction, exchanges, contracts."""

    cards_given = EXCHANGED

    def prepare(self) -> None:
        rules = self.settings.rules
        lowest = [rules.lowest(exchange) for exchange in range(rules.exchanges + 1)]
        self.least = min(lowest)
        self.bottom = (np.array(lowest) - self.least) * len(Denomination)
        self.prepare_auction(
            Auction(SEATS[: self.settings.players], ladder(self.least, HIGHEST_BID), rules.auction),
            (self._allow_contracts, self._contract),
        )
        self.may_raise = rules.declarer_contract is DeclarerContract.AT_LEAST
        self.moves_on = rules.redealer is Redealer.NEXT

    def open(self, rows: TableNumbers) -> None:
        by_dealer = self.settings.rules.opener is Opener.DEALER
        self.hold(rows, self.dealer[rows] if by_dealer else self.eldest(rows))

    def lowest(self, rows: TableNumbers) -> Ints:
        bottom: Ints = self.bottom[self.exchange[rows]]
        return bottom

    def steps(self, rows: TableNumbers) -> Ints:
        rules, many = self.settings.rules, self.given.shape[2]
        return np.array([rules.exchange_steps(n + 1) for n in range(many)])[self.exchange[rows]]

    def exchanged(self, rows: TableNumbers) -> None:
        self.open(rows)

    def won(self, rows: TableNumbers) -> None:
        declarer, rung = self.declarer[rows], self.rung[rows]
        self.stage[rows], self.trump[rows] = CONTRACTS, rung % len(Denomination)
        first = self.next_seat[declarer]
        if not self.may_raise:
            self.contract[rows, declarer], self.spoken[rows] = self._tricks_bid(rows), 1
        elif self.settings.rules.first_speaker is FirstSpeaker.DECLARER:
            first = declarer
        self.turn[rows] = first

    def passed_out(self, rows: TableNumbers) -> None:
        again = self.exchange[rows] < self.settings.rules.exchanges
        self.phase[rows[again]] = GIVE
        self.turn[rows[again]] = self.eldest(rows[again])
        rows = rows[~again]
        if self.settings.rules.passed_out is AfterAllPass.BONUS:
            self.trump[rows] = NO_TRUMPS
            self.lead(rows, self.eldest(rows))
        else:
            self.thrown_in[rows] = True

    def _tricks_bid(self, rows: TableNumbers) -> Ints:
        tricks: Ints = self.rung[rows] // len(Denomination) + self.least
        return tricks

    def _allow_contracts(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        declarer, bid, every = self.declarer[rows], self._tricks_bid(rows), np.arange(len(rows))
        contract = self.contract[rows]
        said = contract[every, declarer]
        contract[every, declarer] = np.where(said == UNKNOWN, bid, said)
        contract[every, self.turn[rows]] = UNKNOWN  # the contracts of the others remain
        last = (contract != UNKNOWN).sum(axis=1) == self.settings.players - 1
        left = RANKS - np.maximum(contract, 0).sum(axis=1)
        least = np.where(self.turn[rows] == declarer, bid, 0)
        masks = numbers_but(RANKS, np.where(last, left, NOBODY)) & -(np.int32(1) << least)
        allow_numbers(legal, here, masks)

    def _contract(self, rows: TableNumbers, numbers: Ints) -> None:
        seat, players = self.turn[rows], self.settings.players
        self.contract[rows, seat] = numbers
        self.spoken[rows] += 1
        after = self.next_seat[seat]
        if not self.may_raise:
            after = np.where(after == self.declarer[rows], self.next_seat[after], after)
        self.turn[rows] = after
        rows = rows[self.spoken[rows] == players]
        self.lead(rows, self.declarer[rows])

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, None]:
        declared = self.declarer[rows] != NOBODY
        return points_of(said, taken, declared, self.settings.rules), None
