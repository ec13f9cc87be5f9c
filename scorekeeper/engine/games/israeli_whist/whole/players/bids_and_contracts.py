"""The best bid and contract for a hand of known worth, as tables for a set of house rules.

The player assumes a normal distribution of tricks. Its mean lies between the worth of the hand and
the number announced, because players aim for that number. The chance of a zero depends on how easy
the hand makes it. From this follow the expected points of each number under the table's scheme, and
the player chooses the best legal one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, sqrt
from typing import NamedTuple

from scorekeeper.engine.games.israeli_whist.house_rules import DeclarerContract, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS, Scheme
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import TRICK

NUMBERS = range(TRICKS + 1)
WIDTH = 8
BUCKETS = TRICKS * TRICK // WIDTH + 1
OPEN = -1
LEVELS = 32
LEVEL_WIDTH = 16


@dataclass(frozen=True, slots=True)
class Belief:
    """The distribution of tricks, given the worth of a hand and the number announced.

    drawn     the weight of the number announced in the mean, 0 to 1
    ducked    the same for a zero, which is easier to play for, if its ease is unknown
    spread    the standard deviation around that mean, in tricks
    """

    drawn: float
    ducked: float
    spread: float

    def chances(self, value: float, number: int) -> list[float]:
        """The probability of each number of tricks; `value` in tricks."""
        mean = value + (self.drawn if number else self.ducked) * (number - value)
        below = [0.0, *(self._up_to(tricks + 0.5 - mean) for tricks in range(TRICKS)), 1.0]
        return [below[tricks + 1] - below[tricks] for tricks in NUMBERS]

    def _up_to(self, distance: float) -> float:
        return (1 + erf(distance / self.spread / sqrt(2))) / 2


DECLARING = Belief(drawn=0.3, ducked=0.3, spread=0.85)
OTHERWISE = Belief(drawn=0.5, ducked=0.8, spread=0.7)
OVER = 0.4  # the share of hands that are over
OVER_AT_ZERO = 0.1  # the same for hands with a zero
MISSED_BY = (0.39, 0.3, 0.18, 0.13)  # the share of failed zeros that take one trick, two and so on
FORGONE = 12.0  # the expected points of not declaring


@dataclass(frozen=True, slots=True)
class Policy:
    """The tables; the first index is the bucket of an estimate.

    declaring        [bucket][least][barred + 1]: the declarer's contract; `barred` is `OPEN` for
                     none
    otherwise        [bucket][level][barred + 1]: the contract of the others, by the level of the
                     zero's ease
    bids             [bucket][least]: the number to bid if `least` is the lowest possible; 0 to pass
    expected         [role][bucket][number]: the expected points while over or under is unknown;
                     role 0 is the declarer's, 1 the others'
    zeros            [level]: the expected points of a zero while over or under is unknown
    """

    declaring: tuple[tuple[tuple[int, ...], ...], ...]
    otherwise: tuple[tuple[tuple[int, ...], ...], ...]
    bids: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[tuple[float, ...], ...], ...]
    zeros: tuple[float, ...]


def bucket(estimate: int) -> int:
    """The bucket of an estimate in 64ths of a trick."""
    return min(max(estimate // WIDTH, 0), BUCKETS - 1)


def level_of(ease: int) -> int:
    """The level of the ease of a zero, in 64ths of the logarithm of its odds."""
    return min(max(ease // LEVEL_WIDTH + LEVELS // 2, 0), LEVELS - 1)


@lru_cache(maxsize=32)
def policy(rules: IsraeliWhistRules) -> Policy:
    """The tables for a set of house rules."""
    fixed = rules.declarer_contract is DeclarerContract.FIXED
    declaring, otherwise = (_promises(rules.scheme, belief) for belief in (DECLARING, OTHERWISE))
    zeros = [_zero(rules.scheme, level) for level in range(LEVELS)]
    return Policy(
        tuple(tuple(_best_numbers(least, each) for least in NUMBERS) for each in declaring),
        tuple(
            tuple(_best_numbers(0, each.with_zero(zero)) for zero in zeros) for each in otherwise
        ),
        tuple(tuple(_bid(least, each.blend, fixed) for least in NUMBERS) for each in declaring),
        tuple(tuple(each.blend for each in role) for role in (declaring, otherwise)),
        tuple(blend for _, _, blend in zeros),
    )


class _Promise(NamedTuple):
    """The expected points of each number if the deal is under, if it is over, and if unknown."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    blend: tuple[float, ...]

    def with_zero(self, zero: tuple[float, float, float]) -> _Promise:
        """A copy with other values for a zero."""
        pairs = zip(zero, self, strict=True)
        return _Promise(*((points, *numbers[1:]) for points, numbers in pairs))


def _promises(scheme: Scheme, belief: Belief) -> list[_Promise]:
    """The expected points of each number in one role, by bucket."""
    under, over = (_points(scheme, over) for over in (False, True))
    promises = []
    for place in range(BUCKETS):
        value = (place + 0.5) * WIDTH / TRICK
        chances = [belief.chances(value, number) for number in NUMBERS]
        low = tuple(_mean(chances[number], under[number]) for number in NUMBERS)
        high = tuple(_mean(chances[number], over[number]) for number in NUMBERS)
        promises.append(_Promise(low, high, tuple(map(_blend, low, high))))
    return promises


def _zero(scheme: Scheme, level: int) -> tuple[float, float, float]:
    """The expected points of a zero at a level of ease: under, over, and unknown."""
    made = zero_chance(level)
    chances = (made, *((1 - made) * share for share in MISSED_BY))
    low, high = (
        sum(chance * scheme.line(0, taken, over).points for taken, chance in enumerate(chances))
        for over in (False, True)
    )
    return low, high, _blend(low, high, OVER_AT_ZERO)


def zero_chance(level: int) -> float:
    """The chance of a zero at a level of ease."""
    ease = (level + 0.5 - LEVELS // 2) * LEVEL_WIDTH / TRICK
    return 1 / (1 + exp(-ease))


def _blend(low: float, high: float, over: float = OVER) -> float:
    return over * high + (1 - over) * low


def _best_numbers(least: int, promise: _Promise) -> tuple[int, ...]:
    """The best number from `least` on, for each number that may be barred.

    A player who knows the barred number knows over from under: a higher number makes the deal over.
    """
    low, high, blend = promise
    best = [max(range(least, TRICKS + 1), key=blend.__getitem__)]
    for barred in NUMBERS:
        known = {n: high[n] if n > barred else low[n] for n in NUMBERS[least:] if n != barred}
        best.append(max(known, key=known.__getitem__, default=barred))
    return tuple(best)


def _bid(least: int, expected: tuple[float, ...], fixed: bool) -> int:
    """The number to bid: the best one if it becomes the contract, otherwise the least."""
    best = max(range(least, TRICKS + 1), key=expected.__getitem__)
    if expected[best] < FORGONE:
        return 0
    return best if fixed else least


def _points(scheme: Scheme, over: bool) -> list[list[int]]:
    """The points of each contract for each number of tricks."""
    return [[scheme.line(number, taken, over).points for taken in NUMBERS] for number in NUMBERS]


def _mean(chances: list[float], points: list[int]) -> float:
    return sum(chance * each for chance, each in zip(chances, points, strict=True))
