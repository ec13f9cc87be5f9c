"""The contracts of many deals at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from scorekeeper.engine.fast import np, npt
from scorekeeper.engine.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.scoring import TRICKS
from scorekeeper.engine.israeli_whist.script import speaking_order
from scorekeeper.engine.israeli_whist.whole.bulk.arrays import Column, Keys, below
from scorekeeper.engine.israeli_whist.whole.bulk.auction import Won
from scorekeeper.engine.israeli_whist.whole.bulk.worth import buckets, worth
from scorekeeper.engine.israeli_whist.whole.players.estimate import DECLARER, OTHER
from scorekeeper.engine.israeli_whist.whole.players.policy import OPEN, policy
from scorekeeper.engine.israeli_whist.whole.players.view import FIRST_CONTRACT_SLOT
from scorekeeper.engine.seating import SOUTH, Seating


def contracts(
    hands: npt.NDArray[np.int16],
    won: Won,
    keys: Keys,
    rules: IsraeliWhistRules,
    *,
    random: npt.NDArray[np.bool_],
    known: Mapping[int, int] | None = None,
) -> npt.NDArray[np.int16]:
    """The contracts of each deal; all arrays by place clockwise from the declarer.

    `hands` has shape (places, suits, deals), `random` and the result (places, deals). Contracts
    that are `known`, by place, stand in every deal.
    """
    choices = _choices(rules)
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
            number = (TRICKS - sum(said[other] for other in others)).astype(np.int16)
            barred = np.where(number >= least, number, np.int16(OPEN))
        said[place] = _numbers(hands[place], won, place, choices, least=least, barred=barred)
        if random[place].any():
            seats = (won.declarer + place) & 3
            lucky = _random_numbers(keys, seats, least, barred)
            said[place] = np.where(random[place], lucky, said[place])
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
    chosen: Column = choices[min(place, 1), bucket, least, barred + 1]
    return chosen


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
