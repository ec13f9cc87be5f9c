"""House rules of Estimation, and its presets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.cards import Denomination
from scorekeeper.rules import house_rules
from scorekeeper.rules.rulebook import Preset
from scorekeeper.wording import Listed, say

# Sources, none official: jawaker.com and its blog; catsatcards.com, “How to Play Estimation”;
# ashry-gaming; card_game_calculator; two score keepers for Pocket Estimation; a TypeScript score
# keeper with classic, mini and micro games; plusmaloma-dev/estimation-score-calculator.

TRICKS = 13
LOWEST, HIGHEST = 4, 13  # bids of the auction


class Length(Enum):
    """The number of hands in a game, and how many of them have no auction."""

    FULL = "18"
    NORMAL = "13"
    MINI = "10"
    MICRO = "5"


HANDS = {Length.FULL: (13, 5), Length.NORMAL: (13, 0), Length.MINI: (5, 5), Length.MICRO: (5, 0)}
"""The number of normal hands and of fast ones, which have no auction."""


class PlayDirection(Enum):
    """The direction in which the deal and the turn pass."""

    RIGHT = "right"
    LEFT = "left"


class FastOrder(Enum):
    """The trumps of the fast hands, in order."""

    NSHDC = "nshdc"
    SHDCN = "shdcn"

    @property
    def denominations(self) -> tuple[Denomination, ...]:
        return tuple(Denomination("cdhsn".index(letter)) for letter in self.value)


class FastCaller(Enum):
    """Whether a fast hand, which has no auction, has a caller: the highest bidder, or nobody."""

    HIGHEST = "highest"
    NONE = "none"


class FirstBidder(Enum):
    """The player who speaks first; used only if the auction is recorded call by call."""

    NEXT = "next"
    BEFORE = "before"
    CALLER = "caller"


class DashRule(Enum):
    """How a dash call (a zero called before the auction) scores."""

    SCHEME = "scheme"
    EGYPT = "egypt"
    TENS = "tens"


class AllPassed(Enum):
    """The rule for a hand in which all passed."""

    REDEAL = "redeal"
    DOUBLE = "double"


class ScoringVariant(Enum):
    """The scorings of different sources."""

    JAWAKER = "jawaker"
    POCKET = "pocket"
    CLASSIC = "classic"
    HOUSE = "house-v1"
    FEDERATION = "federation-2026"


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimationRules:
    """House rules of Estimation."""

    length: Length = house_rules.choice(
        Length.FULL,
        say("A game has"),
        {
            Length.FULL: say("13 hands and 5 fast ones"),
            Length.NORMAL: say("13 hands"),
            Length.MINI: say("5 hands and 5 fast ones"),
            Length.MICRO: say("5 hands"),
        },
    )
    scheme: ScoringVariant = house_rules.choice(
        ScoringVariant.JAWAKER,
        say("Scoring"),
        {
            ScoringVariant.JAWAKER: say("Jawaker"),
            ScoringVariant.POCKET: say("Pocket"),
            ScoringVariant.CLASSIC: say("Classic"),
            ScoringVariant.HOUSE: say("House rules V1"),
            ScoringVariant.FEDERATION: say("Federation 2026"),
        },
        says=house_rules.scoring_called,
    )
    base: int = house_rules.number(
        10,
        say("A made call scores, and 1 a trick"),
        0,
        20,
        says=lambda value: say("A made call scores {value}, and 1 a trick", value=value),
    )
    direction: PlayDirection = house_rules.choice(
        PlayDirection.RIGHT,
        say("Deal and turn pass"),
        {PlayDirection.RIGHT: say("to the right"), PlayDirection.LEFT: say("to the left")},
    )
    first_bidder: FirstBidder = house_rules.choice(
        FirstBidder.NEXT,
        say("The first to speak is"),
        {
            FirstBidder.NEXT: say("the player after the dealer"),
            FirstBidder.BEFORE: say("the player before the dealer"),
            FirstBidder.CALLER: say("the caller of the hand before"),
        },
    )
    dashes: bool = house_rules.toggle(True, say("Dash calls"))
    dash_rule: DashRule = house_rules.choice(
        DashRule.SCHEME,
        say("A dash call scores"),
        {
            DashRule.SCHEME: say("the points of the chosen scoring"),
            DashRule.EGYPT: say("33 made, minus 23 missed, in any hand"),
            DashRule.TENS: say("30 under, 20 over, minus 20 missed; a zero called later 10 less"),
        },
    )
    zero_as_dash: bool = house_rules.toggle(
        False, say("A zero called later scores as a dash call, if it is made")
    )
    dash_only: bool = house_rules.toggle(
        False, say("Dash calls take part in being the only one to make or miss it")
    )
    round_up: bool = house_rules.toggle(False, say("Half of an odd square is rounded up"))
    lost_scores: bool = house_rules.toggle(False, say("A hand that nobody made scores as it is"))
    all_passed: AllPassed = house_rules.choice(
        AllPassed.REDEAL,
        say("After a hand in which all passed"),
        {
            AllPassed.REDEAL: say("the same dealer deals again"),
            AllPassed.DOUBLE: say("the next hand counts double"),
        },
    )
    fast_order: FastOrder = house_rules.choice(
        FastOrder.NSHDC,
        say("The trumps of the fast hands are"),
        {order: say("{order}", order=Listed(order.denominations)) for order in FastOrder},
    )
    fast_caller: FastCaller = house_rules.choice(
        FastCaller.HIGHEST,
        say("The caller of a fast hand is"),
        {FastCaller.HIGHEST: say("everyone with the highest call"), FastCaller.NONE: say("nobody")},
    )
    fast_change: bool = house_rules.toggle(
        False, say("A call of 8 or more may change the trumps of a fast hand")
    )

    @property
    def hands(self) -> int:
        """The number of hands in a game."""
        return sum(HANDS[self.length])

    def fast(self, number: int) -> Denomination | None:
        """Return the trumps of a deal without an auction; None for one with an auction."""
        normal, fast = HANDS[self.length]
        if number <= normal or not fast:
            return None
        return self.fast_order.denominations[(number - normal - 1) % 5]


PRESETS: tuple[Preset[EstimationRules], ...] = (
    Preset(
        "jawaker",
        say("10 and a point a trick"),
        say("jawaker.com, and an open score keeper"),
        say("10 and a point a trick; dash calls 33 under and 25 over."),
        EstimationRules(),
    ),
    Preset(
        "pocket",
        say("A miss loses ten more"),
        say("a score keeper for Pocket Estimation"),
        say("A miss loses ten and more; calls of eight and more count squared."),
        EstimationRules(scheme=ScoringVariant.POCKET, all_passed=AllPassed.DOUBLE),
    ),
    Preset(
        "classic",
        say("A zero counts as a dash call"),
        say("a score keeper with classic, mini and micro games"),
        say("A zero counts as a dash call; calls of eight and more count squared."),
        EstimationRules(scheme=ScoringVariant.CLASSIC),
    ),
    Preset(
        "house-v1",
        say("Risk by distance from 13"),
        say("estimation-score-calculator, House Rules V1"),
        say("The risk counts by how far the calls are from 13."),
        EstimationRules(scheme=ScoringVariant.HOUSE),
    ),
    Preset(
        "federation-2026",
        say("13 and a point a trick"),
        say("estimation-score-calculator, Federation 2026"),
        say("13 and a point a trick; high calls by a table."),
        EstimationRules(scheme=ScoringVariant.FEDERATION, base=13),
    ),
)
