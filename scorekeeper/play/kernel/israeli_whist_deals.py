"""Many deals of Israeli Whist: dealt, bid, contracted, played and scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

from scorekeeper.auction import Auction, ladder
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    HIGHEST_BID,
    PLAYERS,
    AfterAllPass,
    IsraeliWhistRules,
    Opener,
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
    below_at,
    either,
    equals,
    highest,
    is_some,
    keys_of,
    lowest,
    turned,
)
from scorekeeper.play.kernel.auctions import (
    DENOMINATIONS,
    NOBODY,
    Auctions,
    Worths,
    best_denomination,
    in_denomination,
    lane_values,
    masks,
    worth_in_each,
    worth_table,
)
from scorekeeper.play.kernel.card_play import Tables, cards_given
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import deal_lanes
from scorekeeper.play.kernel.random_tricks import tricks_at_random
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import (
    CALLS_AN_AUCTION,
    FIRST_CALL_SLOT,
    FIRST_CONTRACT_SLOT,
)
from scorekeeper.play.simulation import NONE
from scorekeeper.seating import SEATS, SOUTH, Seating

# The worth of a hand

SUITS = 4
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


@dataclass(frozen=True, slots=True)
class Declared:
    """The results of auctions: declarer (-1 if all passed), tricks bid, denomination."""

    declarer: Column
    tricks: Column
    denomination: Column


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
    declarer = either(equals(bidder, NOBODY), np.full_like(bidder, -1), (bidder + opener) & 3)
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
    bonus = rules.passed_out is AfterAllPass.BONUS
    playing = np.arange(count) if bonus else np.flatnonzero(declared)
    if len(playing) == count:
        contract, tricks = contract_and_play(hands, won, dealer, keys, rules, random=random)
    elif len(playing):
        part = Declared(won.declarer[playing], won.tricks[playing], won.denomination[playing])
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
        won.declarer[left], won.tricks[left] = again.declarer, again.tricks
        won.denomination[left] = again.denomination
        exchanges[left] = exchange
    return won, exchanges


def contract_and_play(
    hands: npt.NDArray[np.int16],
    won: Declared,
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
    flagged: npt.NDArray[np.bool_] = np.stack(turned(masks(flags, len(leader)), leader)) != 0
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
