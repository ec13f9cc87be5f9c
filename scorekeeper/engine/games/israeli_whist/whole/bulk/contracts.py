"""The contracts of many deals at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.engine.cards.seating import SOUTH, Seating
from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.script import speaking_order
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import Won
from scorekeeper.engine.games.israeli_whist.whole.bulk.payoff_table import buckets, levels, worth
from scorekeeper.engine.games.israeli_whist.whole.players.bids_and_contracts import OPEN, policy
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import (
    DECLARER,
    EASE,
    OTHER,
    Role,
)
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import (
    Column,
    Keys,
    Lanes,
    below_at,
    either,
    equals,
)
from scorekeeper.engine.play.players import FIRST_CONTRACT_SLOT


def contracts(
    hands: Sequence[Lanes],
    won: Won,
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: npt.NDArray[np.bool_],
    known: Mapping[int, int | Column] | None = None,
) -> npt.NDArray[np.int16]:
    """The contracts of each deal; all arrays by place clockwise from the declarer.

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
    """The numbers that sensible players announce with these hands."""
    row = _rows(hand, denomination, DECLARER if declares else OTHER)
    declaring, otherwise = _tables(rules)
    if declares:
        return declaring.take(row << 8 | least.astype(np.int64) << 4 | barred + 1)
    ease = _in_denomination(worth(hand, EASE), denomination)
    return otherwise.take(row << 9 | levels(ease).astype(np.int64) << 4 | barred + 1)


def _rows(hand: Lanes, denomination: Column, role: Role) -> npt.NDArray[np.int64]:
    return buckets(_in_denomination(worth(hand, role), denomination)).astype(np.int64)


def _in_denomination(worths: Sequence[Column], denomination: Column) -> Column:
    """For each deal, the worth in its denomination."""
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
    """The tables of numbers, flattened.

    The declarers' [bucket << 8 | least << 4 | barred + 1] and the others' [bucket << 9 | level << 4
    | barred + 1].
    """
    tables = policy(rules)
    declaring = np.pad(np.array(tables.declaring, np.int16), ((0, 0), (0, 2), (0, 1)))
    otherwise = np.pad(np.array(tables.otherwise, np.int16), ((0, 0), (0, 0), (0, 1)))
    return declaring.reshape(-1), otherwise.reshape(-1)
