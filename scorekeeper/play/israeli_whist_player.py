"""The sensible player of Israeli Whist, which plays to hit the contract exactly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import erf, exp, inf, sqrt
from typing import NamedTuple

from scorekeeper.auction import PASS, Auction, Bid, Call
from scorekeeper.cards import Card, Denomination, Suit
from scorekeeper.games.israeli_whist.house_rules import (
    EXCHANGED,
    DeclarerContract,
    IsraeliWhistRules,
)
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS, Scheme
from scorekeeper.play.players import View
from scorekeeper.play.position import Action
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import (
    TRICK,
    Goals,
    Lanes,
    Weights,
    card_of,
    choose_card,
    highest,
    lanes_of,
    lowest,
    turn_of,
)
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep

# The worth of a hand in tricks
#
# A suit is worth something for its length and for each guarded honour: the ace always, the king
# with one card beside it, the queen with two, and so on. There are separate weights for the trump
# suit, for side suits and for deals without trumps, and for the declarer, who leads and has chosen
# the trumps, and the others. The weights were fitted to the tricks that sensible players take
# (`tests/tools/benchmarks/fit.py` repeats it).
#
# The ease of taking no trick at all is estimated in the same way, with low cards counted too: a
# hand that is worth two tricks may be good or bad for a zero. These weights, `EASE`, were fitted to
# the zeros that sensible players make (`tests/tools/benchmarks/fit_zero.py`).


@dataclass(frozen=True, slots=True)
class RoleWeights:
    """The weights of a declarer, or of the others.

    trump, side   in a deal with trumps: for the trump suit, and for each other suit
    plain         for each suit in a deal without trumps
    """

    trump: Weights
    side: Weights
    plain: Weights


DECLARER = RoleWeights(
    trump=Weights((-64, -32, 0, 32, 92, 151, 202, 246, 291), (70, 54, 40, 21, 10)),
    side=Weights((45, 34, 16, 3, -3, 3, 40, 32, 48), (61, 56, 37, 21, 13)),
    plain=Weights((-65, -30, -9, -2, 7, 25, 49, 74, 100), (63, 82, 66, 35, 17)),
)
OTHER = RoleWeights(
    trump=Weights((-48, -31, -11, 13, 51, 101, 162, 220, 197), (64, 61, 50, 36, 22)),
    side=Weights((10, 11, 5, 0, -6, -18, -30, -39, -47), (62, 50, 29, 15, 10)),
    plain=Weights((-64, -40, -23, -11, -3, 4, 16, 31, 59), (74, 90, 69, 38, 19)),
)
EASE = RoleWeights(
    trump=Weights(
        (90, 92, 93, 86, 71, -12, -159, -74, -1), (-523, -25, -28, -20, -28), (-4, -3, -2, -2)
    ),
    side=Weights(
        (-5, 23, 51, 50, 35, 72, 98, 112, 124), (-48, -25, -20, -17, -13), (-11, -6, 1, 4)
    ),
    plain=Weights((99, 96, 99, 74, 37, 53, 61, 62, 62), (-72, -38, -27, -20, -17), (-8, -6, 0, 4)),
)
"""The ease of a zero, not as declarer: 64 times the log odds of taking no trick."""


def estimate(hand: Lanes, denomination: int, role: RoleWeights) -> int:
    """Return the worth of a hand in a denomination, in 64ths of a trick."""
    return sum(parts(hand, denomination, role))


def parts(hand: Lanes, denomination: int, role: RoleWeights) -> tuple[int, int, int, int]:
    """Return the contribution of each suit, clubs first, in 64ths of a trick."""
    plain = denomination == Denomination.NO_TRUMP
    clubs, diamonds, hearts, spades = (
        (role.plain if plain else role.trump if suit == denomination else role.side).value(lane)
        for suit, lane in enumerate(hand)
    )
    return clubs, diamonds, hearts, spades


# Bids and contracts
#
# The player assumes a normal distribution of tricks. Its mean lies between the worth of the hand
# and the number announced, because players aim for that number. The chance of a zero depends on how
# easy the hand makes it. From this follow the expected points of each number under the table's
# scheme, and the player chooses the best legal one.

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
        """Return the probability of each number of tricks; `value` is the worth in tricks."""
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
    """The decisions of a player as tables; in most, the first index is the bucket of an estimate.

    declaring        [bucket][least][barred + 1]: the declarer's contract; `barred` is `OPEN` for
                     none
    otherwise        [bucket][level][barred + 1]: the contract of the others, by the level of the
                     zero's ease
    bids             [bucket][least]: the number to bid if `least` is the lowest possible; 0 to pass
    expected         [role][bucket][number]: the expected points while over or under is unknown;
                     role 0 is the declarer's, 1 the others'
    zeros            [level]: the expected points of a zero, by the level of its ease, while over
                     or under is unknown
    """

    declaring: tuple[tuple[tuple[int, ...], ...], ...]
    otherwise: tuple[tuple[tuple[int, ...], ...], ...]
    bids: tuple[tuple[int, ...], ...]
    expected: tuple[tuple[tuple[float, ...], ...], ...]
    zeros: tuple[float, ...]


def bucket(estimate: int) -> int:
    """Return the index, 0 to BUCKETS - 1, of an estimate (in 64ths of a trick) in the tables."""
    return min(max(estimate // WIDTH, 0), BUCKETS - 1)


def level_of(ease: int) -> int:
    """Return the level, 0 to LEVELS - 1, of the ease of making a contract of zero."""
    return min(max(ease // LEVEL_WIDTH + LEVELS // 2, 0), LEVELS - 1)


@lru_cache(maxsize=32)
def policy(rules: IsraeliWhistRules) -> Policy:
    """Return the player's best contracts and bids for these house rules, as tables."""
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
        """Return a copy with other expected points for zero: in an under, an over, or unknown."""
        pairs = zip(zero, self, strict=True)
        return _Promise(*((points, *numbers[1:]) for points, numbers in pairs))


def _promises(scheme: Scheme, belief: Belief) -> list[_Promise]:
    """Return the expected points of each number in one role, by bucket."""
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
    """Return the expected points of a zero at a level of ease: under, over, and unknown."""
    made = zero_chance(level)
    chances = (made, *((1 - made) * share for share in MISSED_BY))
    low, high = (
        sum(chance * scheme.line(0, taken, over).points for taken, chance in enumerate(chances))
        for over in (False, True)
    )
    return low, high, _blend(low, high, OVER_AT_ZERO)


def zero_chance(level: int) -> float:
    """Return the chance of making a zero at a level of ease."""
    ease = (level + 0.5 - LEVELS // 2) * LEVEL_WIDTH / TRICK
    return 1 / (1 + exp(-ease))


def _blend(low: float, high: float, over: float = OVER) -> float:
    return over * high + (1 - over) * low


def _best_numbers(least: int, promise: _Promise) -> tuple[int, ...]:
    """Return the best number from `least` on: first if none is barred, then if 0 is, 1 is, …

    A number above the barred one makes the deal over, one below it under, so the player knows which
    points apply.
    """
    low, high, blend = promise
    best = [max(range(least, TRICKS + 1), key=blend.__getitem__)]
    for barred in NUMBERS:
        known = (*low[:barred], -inf, *high[barred + 1 :])[least:]
        best.append(least + known.index(max(known)))
    return tuple(best)


def _bid(least: int, expected: tuple[float, ...], fixed: bool) -> int:
    """Return the number to bid, 0 to pass: the best if it becomes the contract, else the least."""
    best = max(range(least, TRICKS + 1), key=expected.__getitem__)
    if expected[best] < FORGONE:
        return 0
    return best if fixed else least


def _points(scheme: Scheme, over: bool) -> list[list[int]]:
    """Return the points of each contract for each number of tricks."""
    return [[scheme.line(number, taken, over).points for taken in NUMBERS] for number in NUMBERS]


def _mean(chances: list[float], points: list[int]) -> float:
    return sum(chance * each for chance, each in zip(chances, points, strict=True))


# When to go for a trick
#
# In each situation both choices were tried in many deals between sensible players, and the one with
# more points was kept (`tests/tools/benchmarks/learn.py` repeats it). The text has a line for each
# place in the trick, with and without trumps, and for each number wanted. A line has a word for
# each holder, and a word has a letter for each number of tricks left (see `Goals.parse`).

LEARNT = Goals.parse("""
0000000000000 00GOGGGGGOGG0 VVVVVVVVVVVVV
0000000000000 0000004000000 0000000000000
VVVVVVVVVVVVV VNFVTVVVVVVVV VVVVVVVVVVVVV
0VVVVVVVVVVVV 0VHFVVTTTTTTV VVVVVVVVVVVVV
00VVVVVVVVVVV 03VGDVVUF5SOV VVVVVVVVVVVVV
000VVVVVVVVVV 013VGOVVNVTVV VVVVVVVVVVVVV
0000VVVVVVVVV 0013VJOUUOOVV VVVVVVVVVVVVV
0000000000000 0GG0000000000 VVVVVVVVVVVVV
0000000000000 0000000000000 0000000000000
VVVVVVVVVVVVV VVVVVVVVVVVVV VVVVVVVVVVVVV
0VVVVVVVVVVVV 0VVVVVVTTTVVV VVVVVVVVVVVVV
00VVVVVVVVVVV 00VVVVVVUUVVV VVVVVVVVVVVVV
000VVVVVVVVVV 000VVVVVVVVVV VVVVVVVVVVVVV
0000VVVVVVVVV 0000VVVVVVUVV VVVVVVVVVVVVV
0OOOGG0O00000 0GOOOOGG00000 VVVVVVVVVVVVV
0000000000000 0000000000000 0000000000000
VNVVVVVVVVVVV VNFVVVVVVVVVV VNFFVNVVVVVVV
0VNVVVVVVVVVV 0VNFVVVVVVVVV VVNVN77VV7VVV
02VVVVVVVVVVV 03VNVVVVVVUVV VVVN7V7V7VVVV
013VVVVVVVVVV 003VVPVVVVVVV VVVVVVVNVVNVV
0010VVVVVVVVV 0003VVVVVVVVV VVVVVVNNNVVVV
0000000000000 0000000000000 VVVVVVVVVVVVV
0000000000000 0000000000000 0000000000000
VVVVVVVVVVVVV VVVVVVVVVVVVV VVVVVVVVVVVVV
0VVVVVVVVVVVV 0VVVVVVVVVVVV VVVVVVVVVVVVV
00VVVVVVVVVVV 00VVVVVVVVVVV VVVVVVVVVVVVV
000VVVVVVVVVV 000VVVVVVVVVV VVVVVVVVVVVVV
0000VVVVVVVVV 0000VVVVVVVVV VVVVVVVVVVVVV
0GGGG00000000 0GGGGG0000000 VVVVVVVVVVVVV
0000000000000 0000000000000 0000000000000
VNVVVVVVVVVVV VNFVVVVVVVVVV VVVFFFVVVVVNV
0VVVVVVVVVVVV 0VNVRVVVVVVVV VVNNVF7VVVVNV
00VVVVVVVVVVV 02VRVRVVVVTVV VVVNVNFF7FFNV
000VVVVVVVVVV 002VVTVQVRVVV VVVVVVVNNNNVV
0000VVVVVVVVV 0000VVVPVVVVV VVVVVVVVJRVVV
0000000000000 0000000000000 VVVVVVVVVVVVV
0000000000000 0000000000000 0000000000000
VVVVVVVVVVVVV VVVVVVVVVVVVV VVVVVVVVVVVVV
0VVVVVVVVVVVV 0VVVVVVVVVVVV VVVVVVVVVVVVV
00VVVVVVVVVVV 00VVVVVVVVVVV VVVVVVVVVVVVV
000VVVVVVVVVV 000VVVVVVVVVV VVVVVVVVVVVVV
0000VVVVVVVVV 0000VVVVVVVVV VVVVVVVVVVVVV
""")


# The player

TOP_TWO = 0b11 << 11


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Estimates tricks and plays for exactly its contract; deterministic."""

    def decide(self, view: View, draws: Draws) -> Action:
        if view.trick is not None:
            return card_of(*choose_card(turn_of(view, goals=LEARNT)))
        if view.exchange is not None:
            return self.exchange(view)
        match view.asking:
            case AuctionStep(auction=auction):
                return self.call(view, auction)
            case ContractStep() as step:
                return self.contract(view, step)
        raise AssertionError(view.phase)

    def call(self, view: View, auction: Auction) -> Call:
        """Bid the best denomination as long as it promises points; never raise the own bid."""
        if auction.bidder == view.seat:
            return PASS
        denomination, worth = best_denomination(lanes_of(view.hand))
        higher = [
            call
            for call in auction.legal
            if isinstance(call, Bid) and call.denomination == denomination
        ]
        if not higher:
            return PASS
        number = policy(view.rules).bids[bucket(worth)][higher[0].tricks]
        return Bid(number, Denomination(denomination)) if number else PASS

    def exchange(self, view: View) -> tuple[Card, ...]:
        """Return the three cards to pass: the lowest of the shortest suit, three times.

        The best denomination counts as the last suit to pass from.
        """
        hand = lanes_of(view.hand)
        best, _ = best_denomination(hand)
        return tuple(card_of(suit, bit) for suit, bit in cards_to_pass(hand, best))

    def contract(self, view: View, step: ContractStep) -> int:
        """Return the number with the most expected points."""
        barred = OPEN if step.barred is None else step.barred
        place, tables = bucket(self.worth(view)), policy(view.rules)
        if view.seat == view.scene.declarer:
            return tables.declaring[place][step.least][barred + 1]
        return tables.otherwise[place][_level(view)][barred + 1]

    def worth(self, view: View) -> int:
        """Return the worth of the hand in the denomination that was bid, in 64ths of a trick."""
        return estimate(lanes_of(view.hand), _denomination(view), _role(view))

    def explain(self, view: View, step: ContractStep) -> str:
        """Return the reasons for a contract as text, with the worth of each suit."""
        shares = parts(lanes_of(view.hand), _denomination(view), _role(view))
        by_suit = ", ".join(
            f"{Suit(suit)} {share / TRICK:.1f}" for suit, share in enumerate(shares)
        )
        number = self.contract(view, step)
        points, chance = policy(view.rules).expected[_other(view)][bucket(sum(shares))][number], ""
        if number == 0:
            points = policy(view.rules).zeros[_level(view)]
            chance = f"none is taken in {zero_chance(_level(view)):.0%}, "
        return (
            f"I count {sum(shares) / TRICK:.1f} tricks ({by_suit}): "
            f"{chance}{number} promises {points:+.0f} points."
        )


def best_denomination(hand: Lanes) -> tuple[int, int]:
    """Return the denomination in which a hand is worth most, and its worth.

    Ties go to the highest denomination.
    """
    worth = [estimate(hand, denomination, DECLARER) for denomination in Denomination]
    best = max(worth)
    return max(d for d in Denomination if worth[d] == best).value, best


def cards_to_pass(hand: Lanes, best: int) -> tuple[tuple[int, int], ...]:
    """Return the three cards to pass on, each as suit and bit."""
    left = list(hand)
    gone = []
    for _ in range(EXCHANGED):
        keys = [_reluctance(suit, lane, suit == best) for suit, lane in enumerate(left)]
        suit = keys.index(min(keys))
        low = left[suit] & ~TOP_TWO
        bit = lowest(low) if low else highest(left[suit])
        left[suit] &= ~bit
        gone.append((suit, bit))
    return tuple(gone)


def _reluctance(suit: int, lane: int, best: bool) -> int:
    """Return a sort key for passing on the next card of a suit; the lowest goes first."""
    if not lane:
        return 2**12
    only_top = not lane & ~TOP_TWO
    return (lane.bit_count() + 16 * only_top + 64 * best) << 2 | suit


def _denomination(view: View) -> int:
    bid = view.scene.suit_bid
    assert bid is not None  # noqa: S101  (contracts follow an auction)
    return bid.denomination


def _other(view: View) -> bool:
    return view.seat != view.scene.declarer


def _level(view: View) -> int:
    """Return the level of the ease of a zero with this hand (see `level_of`)."""
    return level_of(estimate(lanes_of(view.hand), _denomination(view), EASE))


def _role(view: View) -> RoleWeights:
    return OTHER if _other(view) else DECLARER
