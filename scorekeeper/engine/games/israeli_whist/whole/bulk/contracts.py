"""The contracts of many deals at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from scorekeeper.engine.cards.seating import SOUTH, Seating
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.script import speaking_order
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import Won
from scorekeeper.engine.games.israeli_whist.whole.bulk.payoff_table import buckets, worth
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import DECLARER, OTHER
from scorekeeper.engine.games.israeli_whist.whole.players.policy import OPEN, policy
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

    `hands` are lanes by place, `random` and the result have shape (places, deals). Contracts
    that are `known`, by place, stand in every deal.
    """
    choices = numbers_by_worth(rules)
    said = np.zeros((PLAYERS, len(keys)), np.int16)
    said[0] = won.tricks
    heard = {0}
    for seat in speaking_order(Seating.alone(PLAYERS, SOUTH), SOUTH, rules):
        place = int(seat)
        others = heard - {place}
        heard.add(place)
        if known and place in known:
            said[place] = known[place]
            continue
        least = won.tricks if place == 0 else np.zeros_like(won.tricks)
        barred = np.full_like(won.tricks, OPEN)
        if len(others) == PLAYERS - 1:
            first, second, third = (said[other] for other in others)
            number = np.int16(TRICKS) - first - second - third
            barred = either((number - least) >> 15, barred, number)
        if not random[place].all():
            said[place] = _numbers(hands[place], won, place, choices, least=least, barred=barred)
        if random[place].any():
            lucky = _random_numbers(keys, (won.declarer + place) & 3, least, barred)
            said[place] = np.where(random[place], lucky, said[place])
    return said


def _numbers(
    hand: Lanes,
    won: Won,
    place: int,
    choices: tuple[Column, Column],
    *,
    least: Column,
    barred: Column,
) -> Column:
    """The best numbers of sensible players, by what their hands are worth."""
    worths = worth(hand, OTHER if place else DECLARER)
    mine = worths[0]
    for denomination, each in enumerate(worths[1:], 1):
        mine = either(equals(won.denomination & 7, denomination), each, mine)
    row = buckets(mine).astype(np.int64) << 8 | least.astype(np.int64) << 4
    return choices[min(place, 1)].take(row + barred + 1)


def _random_numbers(keys: Keys, seats: Column, least: Column, barred: Column) -> Column:
    count = TRICKS + 1 - least - (barred >= 0)
    number = least + below_at(keys, count, FIRST_CONTRACT_SLOT + seats)
    number += (barred >= 0) & (number >= barred)
    return number


@lru_cache(maxsize=32)
def numbers_by_worth(rules: IsraeliWhistRules) -> tuple[Column, Column]:
    """The tables of numbers of declarers and others: [bucket << 8 | least << 4 | barred + 1]."""
    numbers = np.array(policy(rules).numbers, np.int16)
    wide = np.pad(numbers, ((0, 0), (0, 0), (0, 2), (0, 1)))
    return wide[0].reshape(-1), wide[1].reshape(-1)
