"""What to bid and to contract for, given what a hand is worth: tables made from a table's rules.

The player believes that the tricks he takes are spread like a bell around a mean that lies between
what his hand is worth and what he said, for he plays to get there. Under that belief each number
has its expected points by the scheme in force, and he takes the best one that is open to him.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import erf, sqrt

from scorekeeper.engine.games.israeli_whist.rules import DeclarerContract, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS, Scheme
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import TRICK

NUMBERS = range(TRICKS + 1)
WIDTH = 8
BUCKETS = TRICKS * TRICK // WIDTH + 1
OPEN = -1


@dataclass(frozen=True, slots=True)
class Belief:
    """How the tricks turn out, given what a hand is worth and what was said.

    drawn     how far the mean is drawn from the worth of the hand to the number said, 0 to 1
    ducked    the same for a zero, which is easier to play for
    spread    the standard deviation around that mean, in tricks
    """

    drawn: float
    ducked: float
    spread: float

    def chances(self, value: float, number: int) -> list[float]:
        """The chance of each number of tricks; `value` in tricks."""
        mean = value + (self.drawn if number else self.ducked) * (number - value)
        below = [0.0, *(self._up_to(tricks + 0.5 - mean) for tricks in range(TRICKS)), 1.0]
        return [below[tricks + 1] - below[tricks] for tricks in NUMBERS]

    def _up_to(self, distance: float) -> float:
        return (1 + erf(distance / self.spread / sqrt(2))) / 2


DECLARING = Belief(drawn=0.3, ducked=0.3, spread=0.85)
OTHERWISE = Belief(drawn=0.5, ducked=0.8, spread=0.7)
OVER = 0.4  # how often the contracts come to more than all tricks
FORGONE = 12.0  # the points that a player expects who leaves the auction to another


@dataclass(frozen=True, slots=True)
class Policy:
    """The tables; each is indexed by the bucket of an estimate first.

    numbers    [role][bucket][least][barred + 1]: the contract, for `barred` `OPEN` where none is;
               role 0 is the declarer's, 1 anybody else's
    bids       [bucket][least]: the number to bid where so many is the least; 0 to pass
    expected   [role][bucket][number]: the expected points, while over or under is open
    """

    numbers: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    bids: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[tuple[float, ...], ...], ...]


def bucket(estimate: int) -> int:
    """The bucket of an estimate in 64ths of a trick."""
    return min(max(estimate // WIDTH, 0), BUCKETS - 1)


@lru_cache(maxsize=32)
def policy(rules: IsraeliWhistRules) -> Policy:
    """The tables for a set of house rules."""
    fixed = rules.declarer_contract is DeclarerContract.FIXED
    roles = [_role(rules.scheme, belief) for belief in (DECLARING, OTHERWISE)]
    return Policy(
        tuple(numbers for numbers, _ in roles),
        tuple(tuple(_bid(least, blend, fixed) for least in NUMBERS) for blend in roles[0][1]),
        tuple(expected for _, expected in roles),
    )


def _role(
    scheme: Scheme, belief: Belief
) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], tuple[tuple[float, ...], ...]]:
    """The numbers and the expected points of one role, as in `Policy`."""
    under, over = (_points(scheme, over) for over in (False, True))
    numbers, expected = [], []
    for place in range(BUCKETS):
        value = (place + 0.5) * WIDTH / TRICK
        chances = [belief.chances(value, number) for number in NUMBERS]
        low = [_mean(chances[number], under[number]) for number in NUMBERS]
        high = [_mean(chances[number], over[number]) for number in NUMBERS]
        blend = tuple(OVER * more + (1 - OVER) * less for less, more in zip(low, high, strict=True))
        numbers.append(tuple(_best_numbers(least, low, high, blend) for least in NUMBERS))
        expected.append(blend)
    return tuple(numbers), tuple(expected)


def _best_numbers(
    least: int, low: list[float], high: list[float], blend: tuple[float, ...]
) -> tuple[int, ...]:
    """The best number from `least` on, for each number that may be barred.

    Whoever knows the barred number knows over from under: more than it is over.
    """
    best = [max(range(least, TRICKS + 1), key=blend.__getitem__)]
    for barred in NUMBERS:
        known = {n: high[n] if n > barred else low[n] for n in NUMBERS[least:] if n != barred}
        best.append(max(known, key=known.__getitem__, default=barred))
    return tuple(best)


def _bid(least: int, expected: tuple[float, ...], fixed: bool) -> int:
    """What to bid: the best number where the bid is the contract, else the least."""
    best = max(range(least, TRICKS + 1), key=expected.__getitem__)
    if expected[best] < FORGONE:
        return 0
    return best if fixed else least


def _points(scheme: Scheme, over: bool) -> list[list[int]]:
    """The points of each contract for each number of tricks."""
    return [[scheme.line(number, taken, over).points for taken in NUMBERS] for number in NUMBERS]


def _mean(chances: list[float], points: list[int]) -> float:
    return sum(chance * each for chance, each in zip(chances, points, strict=True))
