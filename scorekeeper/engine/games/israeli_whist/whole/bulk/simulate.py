"""The bulk simulation of whole deals: deal, auction, contracts, play and score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules, PassedOut
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS, AllMissed, Scheme
from scorekeeper.engine.games.israeli_whist.script import bonus_line
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import Won, auctions
from scorekeeper.engine.games.israeli_whist.whole.bulk.contracts import contracts
from scorekeeper.engine.games.israeli_whist.whole.bulk.exchange import exchanged
from scorekeeper.engine.games.israeli_whist.whole.players.learnt_goals import LEARNT
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, Keys, equals, keys_of, turned
from scorekeeper.engine.play.bulk.columns import Columns
from scorekeeper.engine.play.bulk.dealing import deal_lanes
from scorekeeper.engine.play.bulk.play_tables import Tables
from scorekeeper.engine.play.bulk.random_play import tricks_at_random
from scorekeeper.engine.play.results import NONE

SUITS = 4
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

    `random` says by seat who plays at random; the others are sensible.
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
    """The contracts and the tricks, each by seat, shape (seats, deals).

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
    """The points of each deal by seat; all arrays have shape (seats, deals) or (deals)."""
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
    """[over][contract][tricks], flattened: the points of one player."""
    return np.array(
        [
            [[scheme.line(number, taken, over).points for taken in NUMBERS] for number in NUMBERS]
            for over in (False, True)
        ],
        np.int16,
    ).reshape(-1)


_BONUS = np.array([bonus_line(taken).points for taken in NUMBERS], np.int16)
