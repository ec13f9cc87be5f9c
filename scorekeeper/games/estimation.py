"""Estimation: four players, each alone; dash calls, an auction, exact calls not adding up to 13."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations
from typing import Any

from scorekeeper.auction import Auction, AuctionRules, Bid, ladder
from scorekeeper.cards import Denomination
from scorekeeper.games.exact_bids import AWARDS, MADE, ExactBidStatistics
from scorekeeper.rules import house_rules
from scorekeeper.rules.awards import Award, Awards
from scorekeeper.rules.bidding_steps import (
    Announced,
    Choice,
    ChoiceStep,
    ContractStep,
    hold,
    over_or_under,
)
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.figures import Case, Figure
from scorekeeper.rules.game import Deal
from scorekeeper.rules.points import DealScore, Line, contract_briefs
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section, WorkedHand, trick_rules
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Listed, Points, Sentence, say, say_count

# House rules
#
# Sources, none official: jawaker.com and its blog; catsatcards.com, “How to Play Estimation”;
# ashry-gaming; card_game_calculator; two score keepers for Pocket Estimation; a TypeScript score
# keeper with classic, mini and micro games; plusmaloma-dev/estimation-score-calculator.

TRICKS = 13


class Length(Enum):
    """The number of hands in a game, and how many of them have no auction."""

    FULL = "18"
    NORMAL = "13"
    MINI = "10"
    MICRO = "5"


HANDS = {Length.FULL: (13, 5), Length.NORMAL: (13, 0), Length.MINI: (5, 5), Length.MICRO: (5, 0)}
"""The number of normal hands and of fast ones, which have no auction."""


class Direction(Enum):
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


class Scheme(Enum):
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
    scheme: Scheme = house_rules.choice(
        Scheme.JAWAKER,
        say("Scoring"),
        {
            Scheme.JAWAKER: say("Jawaker"),
            Scheme.POCKET: say("Pocket"),
            Scheme.CLASSIC: say("Classic"),
            Scheme.HOUSE: say("House rules V1"),
            Scheme.FEDERATION: say("Federation 2026"),
        },
    )
    base: int = house_rules.number(10, say("A made call scores, and 1 a trick"), 0, 20)
    direction: Direction = house_rules.choice(
        Direction.RIGHT,
        say("Deal and turn pass"),
        {Direction.RIGHT: say("to the right"), Direction.LEFT: say("to the left")},
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
        say("Trumps of the fast hands"),
        {FastOrder.NSHDC: say("NT ♠ ♥ ♦ ♣"), FastOrder.SHDCN: say("♠ ♥ ♦ ♣ NT")},
    )
    fast_caller: FastCaller = house_rules.choice(
        FastCaller.HIGHEST,
        say("Caller of a fast hand"),
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
        EstimationRules(scheme=Scheme.POCKET, all_passed=AllPassed.DOUBLE),
    ),
    Preset(
        "classic",
        say("A zero counts as a dash call"),
        say("a score keeper with classic, mini and micro games"),
        say("A zero counts as a dash call; calls of eight and more count squared."),
        EstimationRules(scheme=Scheme.CLASSIC),
    ),
    Preset(
        "house-v1",
        say("Risk by distance from 13"),
        say("estimation-score-calculator, House Rules V1"),
        say("The risk counts by how far the calls are from 13."),
        EstimationRules(scheme=Scheme.HOUSE),
    ),
    Preset(
        "federation-2026",
        say("13 and a point a trick"),
        say("estimation-score-calculator, Federation 2026"),
        say("13 and a point a trick; high calls by a table."),
        EstimationRules(scheme=Scheme.FEDERATION, base=13),
    ),
)


# Scoring
#
# The sources disagree on nearly every number; each scheme is named after its score keeper.

HIGH = 8
PART = 10
MOST_TIMES = {
    Scheme.JAWAKER: 8, Scheme.POCKET: 8, Scheme.CLASSIC: 4, Scheme.HOUSE: 4, Scheme.FEDERATION: 1
}  # fmt: skip
FEDERATION_HIGH = {8: 41, 9: 42, 10: 43}


@dataclass(frozen=True, slots=True)
class Call:
    """The call and the tricks of one player.

    dash      whether it was a zero called before the auction
    caller    whether the player won the auction or called the same number; in a fast hand, whether
              the player made the highest call, unless the house rules name no caller
    risk      whether it was the last call
    """

    number: int
    taken: int
    dash: bool = False
    caller: bool = False
    risk: bool = False

    @property
    def made(self) -> bool:
        return self.number == self.taken

    @property
    def off(self) -> int:
        """The difference between call and tricks."""
        return abs(self.number - self.taken)


@dataclass(frozen=True, slots=True)
class Hand:
    """All calls of a hand; `times` is the multiplier that earlier hands gave it."""

    calls: tuple[Call, ...]
    times: int = 1
    fast: bool = False

    @property
    def total(self) -> int:
        """The sum of the calls."""
        return sum(call.number for call in self.calls)

    @property
    def under(self) -> bool:
        """Whether the calls total less than the tricks."""
        return self.total < TRICKS

    @property
    def makers(self) -> int:
        """The number of players who made their call."""
        return sum(call.made for call in self.calls)

    def only(self, call: Call) -> bool:
        """Return whether `call` is the only call that was made, or the only one that was missed."""
        return (self.makers if call.made else len(self.calls) - self.makers) == 1


def lines(hand: Hand, rules: EstimationRules) -> tuple[tuple[Line, ...], ...]:
    """Return the points of each player with their reasons, by seat."""
    if not (hand.makers or rules.lost_scores or rules.scheme is Scheme.FEDERATION):
        return tuple((Line(0, say("nobody made it: 0"), False),) for _ in hand.calls)
    return tuple(_counted(hand, call, rules) for call in hand.calls)


def times_after(hand: Hand, rules: EstimationRules) -> int:
    """Return the multiplier of the next hand."""
    return 1 if hand.makers else doubled(hand.times, rules)


def doubled(times: int, rules: EstimationRules) -> int:
    """Return twice the multiplier, but no more than the limit of the scheme."""
    return min(2 * times, MOST_TIMES[rules.scheme])


def counts_once(number: int, rules: EstimationRules) -> bool:
    """Return whether a call of this number ignores the multiplier."""
    return rules.scheme is Scheme.HOUSE and number >= HIGH


def _counted(hand: Hand, call: Call, rules: EstimationRules) -> tuple[Line, ...]:
    parts = [_own(hand, call, rules), *_parts(hand, call, rules)]
    times = hand.times * _shared_top(hand, rules.scheme)
    if counts_once(call.number, rules):
        times = 1
    if times > 1:
        more = (times - 1) * sum(line.points for line in parts)
        parts.append(
            Line(more, say("counts {times} times: {points}", times=times, points=Points(more)))
        )
    return tuple(parts)


def _shared_top(hand: Hand, scheme: Scheme) -> int:
    """Return 2 if enough players share the highest call for a hand to count double, otherwise 1."""
    top = max(call.number for call in hand.calls)
    sharing = sum(call.number == top for call in hand.calls)
    wanted = {Scheme.POCKET: hand.fast, Scheme.CLASSIC: not hand.fast}.get(scheme, False)
    return 2 if wanted and sharing > 2 else 1


def _own(hand: Hand, call: Call, rules: EstimationRules) -> Line:
    points = _points(hand, call, rules)
    return Line(points, _describe(call, Points(points)), call.made)


def _describe(call: Call, points: Points) -> Sentence:
    if call.dash:
        return say("dash call, took {taken}: {points}", taken=call.taken, points=points)
    return say(
        "said {contract}, took {tricks}: {points}",
        contract=call.number,
        tricks=call.taken,
        points=points,
    )


def _points(hand: Hand, call: Call, rules: EstimationRules) -> int:
    """Return the points for a call alone, without the additions of `_parts`."""
    scheme, off = rules.scheme, call.off
    if _is_dash(call, rules):
        return _dash(hand, call, rules)
    if call.number == 0:
        return _zero(hand, call, rules)
    if _is_high(call, scheme):
        return _high(call, rules)
    if call.made:
        return rules.base + call.number
    return -off - PART if scheme is Scheme.POCKET else -off


def _is_dash(call: Call, rules: EstimationRules) -> bool:
    """Return whether a call scores as a dash call."""
    if rules.dash_rule is not DashRule.SCHEME:
        return call.dash
    if rules.scheme is Scheme.CLASSIC:
        return call.number == 0
    return call.dash and rules.scheme is not Scheme.FEDERATION


def _is_high(call: Call, scheme: Scheme) -> bool:
    """Return whether a call is high enough to score by `_high`."""
    if scheme is Scheme.FEDERATION:
        return call.number in FEDERATION_HIGH
    return call.number >= HIGH and scheme is not Scheme.JAWAKER


def _dash(hand: Hand, call: Call, rules: EstimationRules) -> int:
    if rules.dash_rule is DashRule.EGYPT:
        return 33 if call.made else -23
    if rules.dash_rule is DashRule.TENS:
        return -20 if not call.made else 30 if hand.under else 20
    if rules.scheme is Scheme.HOUSE:
        return 35 if call.made else -call.taken - 25
    worth = (30 if rules.scheme is Scheme.CLASSIC else 33) if hand.under else 25
    return worth if call.made else -worth


def _zero(hand: Hand, call: Call, rules: EstimationRules) -> int:
    scheme, taken = rules.scheme, call.taken
    if rules.zero_as_dash and call.made:
        return _dash(hand, call, rules)
    if rules.dash_rule is DashRule.TENS:
        return -PART if not call.made else 20 if hand.under else 10
    if call.made:
        more = scheme in {Scheme.JAWAKER, Scheme.FEDERATION} and hand.under
        return rules.base + (PART if more else 0)
    if scheme is Scheme.POCKET:
        return -PART - taken
    more = scheme in {Scheme.HOUSE, Scheme.FEDERATION} and hand.under
    return -taken - (PART if more else 0)


def _high(call: Call, rules: EstimationRules) -> int:
    number, square = call.number, call.number**2
    if rules.scheme is Scheme.FEDERATION:
        return FEDERATION_HIGH[number] if call.made else -20 - call.off
    if call.made:
        return square
    if rules.scheme is Scheme.HOUSE:
        return -call.off - 30 - PART * (number - HIGH)
    return -((square + rules.round_up) // 2)


def _parts(hand: Hand, call: Call, rules: EstimationRules) -> Iterator[Line]:
    """Yield the additions for the caller, for risk, and for the only player to make or miss a call.

    Each is won if the call is made and lost if it is missed.
    """
    scheme = rules.scheme
    dash, high = _is_dash(call, rules), _is_high(call, scheme)
    sign = 1 if call.made else -1
    if call.caller and not dash and not high:
        yield Line(sign * PART, say("as caller: {points}", points=Points(sign * PART)))
    level = _risk(hand, scheme)
    takes = call.risk or (scheme is Scheme.HOUSE and hand.under and call.number == 0)
    if takes and level and not dash and not (high and scheme is Scheme.CLASSIC):
        yield Line(sign * level, say("risk: {points}", points=Points(sign * level)))
    if hand.only(call) and (not dash or scheme is Scheme.HOUSE or rules.dash_only):
        sentence = _only(call.made, Points(sign * PART))
        yield Line(sign * PART, sentence)


def _only(made: bool, points: Points) -> Sentence:
    if made:
        return say("the only one to make it: {points}", points=points)
    return say("the only one to miss it: {points}", points=points)


def _risk(hand: Hand, scheme: Scheme) -> int:
    """Return the points that the last player to call wins or loses in addition."""
    distance = abs(hand.total - TRICKS)
    if scheme in {Scheme.HOUSE, Scheme.FEDERATION}:
        return 2 * PART if distance > 3 else PART if distance > 1 else 0
    level = distance // 2
    return PART * (min(level, 4) if scheme is Scheme.CLASSIC else level)


def calls_of(
    numbers: Sequence[int], tricks: Sequence[int], dashes: Sequence[int], top: int | None, last: int
) -> tuple[Call, ...]:
    """Return the calls of a hand, by seat.

    top     the number called by the caller; other players who called it count as callers, too;
            None if the hand has no caller
    last    the seat that called last
    """
    return tuple(
        Call(
            number,
            taken,
            dash=seat in dashes,
            caller=number == top and seat not in dashes,
            risk=seat == last,
        )
        for seat, (number, taken) in enumerate(zip(numbers, tricks, strict=True))
    )


# Figures of players


class EstimationStatistics(ExactBidStatistics, Awards):
    """Statistics of exact bids, and of callers, equal calls, dash calls and last calls."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-caller", say("As the caller"), MADE),
        Figure("made-with", say("Calling as many as the caller"), MADE),
        Figure("dash", say("Dash calls"), MADE),
        Figure("made-last", say("As the last to call"), MADE),
        Figure("made-high", say("Calls of eight or more"), MADE),
        Figure("caller", say("Won the auction"), MADE),
    )
    awards = (
        Award(
            "dash",
            say("Dasher"),
            lambda number: say_count("{count} dash call made", "{count} dash calls made", number),
            least=1,
        ),
        Award(
            "alone",
            say("Alone against all"),
            lambda number: say_count(
                "{count} time the only one to make it",
                "{count} times the only one to make it",
                number,
            ),
            least=1,
        ),
        *AWARDS,
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Yield the values that the calls of a deal add to the figures (see `Case`)."""
        yield from super().cases(deal, rules)
        assert deal.score is not None  # noqa: S101  (only deals that count)
        scene, dashes = deal.score.scene, dash_callers(deal)
        hits = [scene.contract_of(seat) == scene.tricks[seat] for (seat,) in deal.seating.sides]
        last = scene.contracts[-1][0]
        for seat, number in scene.contracts:
            made = int(hits[seat])
            if scene.declarer is not None:
                yield Case(seat, "caller", int(seat == scene.declarer))
            if seat == scene.declarer:
                yield Case(seat, "made-caller", made)
            elif scene.declarer is not None and number == scene.contract_of(scene.declarer):
                yield Case(seat, "made-with", made)
            if seat in dashes:
                yield Case(seat, "dash", made)
            elif seat == last:
                yield Case(seat, "made-last", made)
            if number >= HIGH:
                yield Case(seat, "made-high", made)
            yield Case(seat, "alone", int(made and sum(hits) == 1))

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """Return what a player did, as in “Noa's made 5”; a dash call has its own name."""
        if deal.score is None or deal.seating.sides[side][0] not in dash_callers(deal):
            return super().deed(deal, side)
        names = Names(deal.seating.sides[side])
        if deal.score.lines[side][0].made:
            return say("{side}'s made dash call", side=names)
        return say("{side}'s missed dash call", side=names)


def dash_callers(deal: Deal) -> tuple[object, ...]:
    """Return the players who announced a dash call, as the answer to that question."""
    answered = deal.reading.answered("dash")
    return answered.answer if answered and isinstance(answered.answer, tuple) else ()


# The rulebook

LOWEST, HIGHEST = 4, 13
MOST_DASHES = 2
DESCRIBED_IF_IN_FORCE = ("zero_as_dash", "dash_only", "round_up", "lost_scores")
"""House rules that the description mentions only if they are in force."""

Dashes = tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The values that a hand passes to the next one.

    times     the multiplier of the next hand
    caller    the winner of the last auction; None if there was none
    """

    times: int = 1
    caller: Seat | None = None


WORKED = (
    WorkedHand(
        1,
        {
            "dash": {"choice": "none"},
            "auction-0-0": {"bid": "5S", "winner": 1},
            "contract-0": {"number": 3},
            "contract-2": {"number": 4},
            "contract-3": {"number": 2},
            "tricks": {"tricks": [3, 5, 4, 1]},
        },
    ),
)


class Estimation(Rulebook[EstimationRules], EstimationStatistics):
    """Estimation; `lines` computes the points."""

    key = "estimation"
    name = say("Estimation")
    line = say("Four alone: an auction, exact calls that never add up to 13.")
    players = range(4, 5)
    rules = EstimationRules
    presets = PRESETS
    play = "scorekeeper.play.estimation:EstimationPlay"
    examples = ("none S:5H 3 2 4 5,3,1,4",)
    endings = Endings(
        (Goal.SCHEDULE, Goal.OPEN), Ending(goal=Goal.SCHEDULE), ties=Goal.SCHEDULE, bids=True
    )
    announced = Announced.CALL
    cell = say("call / tricks")
    auction = True
    worked = WORKED

    def seating(self, players: int, dealer: Seat, rules: EstimationRules) -> Seating:
        """Return the seating; by default the deal and the turn pass to the right."""
        step = -1 if rules.direction is Direction.RIGHT else 1
        return replace(Seating.alone(players, dealer), step=step)

    def length(self, rules: EstimationRules, players: int) -> int:
        return rules.hands

    def carries(self, rules: EstimationRules) -> bool:
        # A hand that nobody made doubles the next one.
        return True

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """Return the multiplier of the next hand as `Earlier.left`.

        Raises ValueError unless the number is 1, 2, 4 or 8.
        """
        if [*numbers] not in [[1], [2], [4], [8]]:
            raise ValueError("a hand counts 1, 2, 4 or 8 times")
        return Carried(numbers[0])

    def script(
        self, seating: Seating, rules: EstimationRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for dash calls, auction, calls and tricks; fast hands have no auction."""
        before = earlier.left if isinstance(earlier.left, Carried) else Carried()
        times = min(before.times, MOST_TIMES[rules.scheme])
        trump = rules.fast(seating.number)
        scene = Scene(TRICKS, notice=_notice(trump, times))
        dashes: Dashes = ()
        order = seating.in_turn(_first(seating, rules, before))
        if trump is None:
            if rules.dashes:
                dashes = yield _dash_step(order, scene)
            for seat in dashes:
                scene = scene.with_contract(seat, 0).with_badge(seat, say("dash"))
            order = tuple(seat for seat in order if seat not in dashes)
            won = yield from hold(_auction(order), scene)
            if won is None:
                return _thrown_in(seating, rules, scene, before)
            assert isinstance(won.bid, Bid)  # noqa: S101  (the ladder has no others)
            scene = scene._replace(declarer=won.winner, bid=won.bid)
            scene = scene.with_contract(won.winner, won.bid.tricks)
            scene = scene.with_badge(won.winner, say("caller"))
            turns = seating.in_turn(won.winner)[1:]
            order = tuple(seat for seat in turns if seat not in dashes)
        scene = yield from _calls(order, scene.with_badge(order[-1], say("risk")))
        if rules.fast_change and trump is not None and max(calls_so_far(scene)) >= HIGH:
            trump = yield _trumps_step(scene)
            scene = scene._replace(notice=_notice(trump, times))
        numbers = [scene.contract_of(seat) or 0 for (seat,) in seating.sides]
        top = None if trump is not None and rules.fast_caller is FastCaller.NONE else max(numbers)
        if scene.declarer is None:
            for seat, number in scene.contracts:
                scene = scene.with_badge(seat, say("caller")) if number == top else scene
        tricks: tuple[int, ...] = yield TricksStep(seating, scene)
        hand = Hand(calls_of(numbers, tricks, dashes, top, order[-1]), times, trump is not None)
        return DealScore(
            lines(hand, rules),
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, TRICKS),
            briefs=contract_briefs(numbers, tricks, Announced.CALL),
            left=Carried(times_after(hand, rules), _caller(scene, before)),
        )

    def describe(self, rules: EstimationRules) -> tuple[Section, ...]:
        sentences = house_rules.describe(rules)
        deal = ("length", "direction", "first_bidder", "all_passed")
        fast = HANDS[rules.length][1]
        return (
            Section(
                say("Cards and deal"),
                (
                    say(
                        "Four players, each for themselves, with 52 cards: ace high, two low. "
                        "Everyone gets 13."
                    ),
                    *(sentences[path] for path in deal),
                ),
            ),
            Section(say("Calls"), tuple(_described_calls(rules))),
            *((Section(say("Fast hands"), tuple(_described_fast(rules))),) if fast else ()),
            Section(
                say("Play"),
                (
                    say("The caller leads to the first trick. Follow suit if you can, else play "
                        "any card."),
                    *trick_rules(),
                ),
            ),
            Section(say("Scoring"), tuple(_described_scoring(rules))),
        )  # fmt: skip


def _described_calls(rules: EstimationRules) -> Iterator[Sentence]:
    if rules.dashes:
        yield say(
            "First up to two players may make a dash call: zero tricks. They stay out of the "
            "auction."
        )
    yield say(
        "A bid is a number of tricks, from {lowest} to 13, and a suit or no trump. More tricks "
        "outrank fewer; at the same number, clubs rank lowest, then diamonds, hearts, spades "
        "and no trump.",
        lowest=LOWEST,
    )
    yield say("Everyone in turn makes a bid that outranks the last one, or passes.")
    yield say(
        "Whoever wins the auction is the caller, and the suit of the bid is trumps; in no trump "
        "there are none."
    )
    yield say(
        "The bid is the caller's call. The others then call in turn, from 0 to that number; the "
        "last call may not bring the calls to 13."
    )
    yield say("A call is made by taking exactly that number of tricks.")
    yield say("More than {total} in all is “over”, less is “under”.", total=TRICKS)


def _described_fast(rules: EstimationRules) -> Iterator[Sentence]:
    sentences = house_rules.describe(rules)
    yield say("Fast hands have no auction: trumps are fixed, and everyone calls 0 to 13.")
    yield say("The first player with the highest call leads to the first trick.")
    yield sentences["fast_order"]
    yield sentences["fast_caller"]
    yield from house_rules.in_force(rules, "fast_change")


def _described_scoring(rules: EstimationRules) -> Iterator[Sentence]:
    """Yield the points of calls, computed by the scoring, then the rest of the scoring."""
    sentences = house_rules.describe(rules)
    yield sentences["scheme"]

    def points(number: int, off: int, total: int = TRICKS + 1, *, dash: bool = False) -> Points:
        call = Call(number, off if number == 0 else number - off, dash=dash)
        others = Call(total - number, 0)
        return Points(_points(Hand((call, others)), call, rules))

    def missed(number: int, total: int = TRICKS + 1, *, dash: bool = False) -> Sentence:
        one, two = (points(number, off, total, dash=dash) for off in (1, 2))
        return _per_trick(one, Points(two - one))

    yield say(
        "A call of 1 or more: made {made} and 1 for each trick called; missed {missed}.",
        made=Points(rules.base), missed=missed(1),
    )  # fmt: skip
    yield from _described_high(points(HIGH, 0), points(HIGH, 1), missed(HIGH), rules)
    zeros = {False: say("A call of 0"), True: say("A dash call")}
    for dash in (False, True) if rules.dashes else (False,):
        over, under = (
            (points(0, 0, total, dash=dash), missed(0, total, dash=dash))
            for total in (TRICKS + 1, TRICKS - 2)
        )
        if over == under:
            yield say("{call}: made {made}; missed {missed}.",
                      call=zeros[dash], made=over[0], missed=over[1])  # fmt: skip
        else:
            yield say(
                "{call}, over: made {made}, missed {missed}. Under: made {other}, missed {less}.",
                call=zeros[dash], made=over[0], missed=over[1], other=under[0], less=under[1],
            )  # fmt: skip
    yield from _described_additions(rules)
    yield from _described_doubling(rules)
    for path in DESCRIBED_IF_IN_FORCE:
        if house_rules.value_at(rules, path):
            yield sentences[path]


def _per_trick(first: Points, further: Points) -> Sentence:
    """Return what a missed call costs: for its first trick over or under, and for each further."""
    if not further:
        return say("{points} in all", points=first)
    if further == first:
        return say("{points} for each trick off", points=first)
    return say("{first} for the first trick off and {next} for each further one",
               first=first, next=further)  # fmt: skip


def _described_high(
    made: Points, lost: Points, missed: Sentence, rules: EstimationRules
) -> Iterator[Sentence]:
    """Describe the scoring of `_high`, with the points of a call of 8."""
    scheme = rules.scheme
    if scheme is Scheme.FEDERATION:
        yield say(
            "But calls of {calls}: made {made}; missed {missed}.",
            calls=Listed(FEDERATION_HIGH),
            made=Listed(map(Points, FEDERATION_HIGH.values())),
            missed=missed,
        )
    elif scheme is Scheme.HOUSE:
        yield say(
            "But a call of {high} or more: made its square; missed {missed}, and {more} for each "
            "trick called above {high}.",
            high=HIGH, missed=missed, more=Points(-PART),
        )  # fmt: skip
    elif _is_high(Call(HIGH, HIGH), scheme):
        yield say(
            "But a call of {high} or more: made its square, missed half of it: {made} and {lost} "
            "for {high}.",
            high=HIGH, made=made, lost=lost,
        )  # fmt: skip


def _described_additions(rules: EstimationRules) -> Iterator[Sentence]:
    """Describe the additions of `_parts`."""
    scheme = rules.scheme
    high = [number for number in range(TRICKS + 1) if _is_high(Call(number, 0), scheme)]
    yield say("The caller and whoever calls as many win or lose {points} more.", points=PART)
    if high:
        yield say("A call from {low} to {high} wins or loses nothing more as the caller's.",
                  low=high[0], high=high[-1])  # fmt: skip
    yield say("The only one to make it, or to miss it, wins or loses {points}.", points=PART)
    if scheme in {Scheme.HOUSE, Scheme.FEDERATION}:
        yield say(
            "The last to call is at risk and wins or loses {near} more if the calls are two or "
            "three from 13, {far} if they are four or more.",
            near=_risk(Hand((Call(TRICKS + 2, 0),)), scheme),
            far=_risk(Hand((Call(TRICKS + 4, 0),)), scheme),
        )  # fmt: skip
    else:
        yield say(
            "The last to call is at risk and wins or loses {points} more for every two tricks "
            "between the calls and 13.",
            points=PART,
        )
    if scheme is Scheme.HOUSE:
        yield say("If the calls are under, a call of 0 that is no dash call is at risk, too.")
    if scheme is Scheme.CLASSIC:
        yield say("The risk is {most} at most, and a call of {high} or more has none.",
                  most=_risk(Hand((Call(2 * TRICKS, 0),)), scheme), high=HIGH)  # fmt: skip
    if _is_dash(Call(0, 0), rules):
        yield say("A call of 0 counts as a dash call.")
    alone = scheme is Scheme.HOUSE or rules.dash_only
    if _is_dash(Call(0, 0, dash=rules.dashes), rules) and not alone:
        yield say("A dash call wins or loses nothing more.")


def _described_doubling(rules: EstimationRules) -> Iterator[Sentence]:
    """Describe the hands that count more than once."""
    scheme = rules.scheme
    most = MOST_TIMES[scheme]
    if scheme is Scheme.POCKET:
        yield say("A fast hand counts double if three or more share the highest call.")
    if scheme is Scheme.CLASSIC:
        yield say("A hand with an auction counts double if three or more share the highest call.")
    if not (rules.lost_scores or scheme is Scheme.FEDERATION):
        yield say("A hand that nobody made scores nothing, and the next one counts double.")
    elif most > 1:
        yield say("After a hand that nobody made, the next one counts double.")
    if most > 1:
        yield say("Several such hands in a row double it again, up to {most} times.", most=most)
    if counts_once(HIGH, rules):
        yield say("A call of {high} or more never counts double.", high=HIGH)


def _first(seating: Seating, rules: EstimationRules, before: Carried) -> Seat:
    """Return the first player to speak."""
    if rules.first_bidder is FirstBidder.BEFORE:
        return seating.in_turn(seating.dealer)[-1]
    if rules.first_bidder is FirstBidder.CALLER and before.caller is not None:
        return before.caller
    return seating.eldest


def _caller(scene: Scene, before: Carried) -> Seat | None:
    """Return the winner of this hand's auction, or else of the last one; None if there was none."""
    return before.caller if scene.declarer is None else scene.declarer


def calls_so_far(scene: Scene) -> tuple[int, ...]:
    """Return the numbers called so far, in the order of the calls."""
    return tuple(number for _, number in scene.contracts)


def highest_caller(scene: Scene) -> Seat:
    """Return the first player who made the highest call."""
    return max(scene.contracts, key=lambda contract: contract[1])[0]


def _trumps_step(scene: Scene) -> ChoiceStep:
    """Return the question for the trumps that the highest caller of a fast hand chooses."""
    seat = highest_caller(scene)
    choices = tuple(
        Choice(
            denomination.code,
            denomination,
            say("{denomination}", denomination=denomination),
            say("trumps: {suit}", suit=denomination),
        )
        for denomination in reversed(Denomination)
    )
    return ChoiceStep("trumps", seat, say("{seat}'s trumps?", seat=seat), choices, scene)


def _dash_step(order: Sequence[Seat], scene: Scene) -> ChoiceStep:
    """Return the question for the players who make a dash call: none, one or two."""
    choices = [Choice("none", (), say("Nobody"), say("no dash call"))]
    for many in range(1, MOST_DASHES + 1):
        for seats in combinations(sorted(order), many):
            code = "".join(str(int(seat) + 1) for seat in seats)
            names = Names(seats)
            sentence = say("dash call: {names}", names=names)
            choices.append(Choice(code, seats, say("{names}", names=names), sentence))
    return ChoiceStep("dash", None, say("Dash calls?"), tuple(choices), scene)


def _auction(order: tuple[Seat, ...]) -> Auction:
    return Auction(order, ladder(LOWEST, HIGHEST), AuctionRules(max(len(order) - 1, 1)))


def _calls(order: Sequence[Seat], scene: Scene) -> Generator[Step, int, Scene]:
    """Ask for each call in turn, and return the public state of the deal with all calls.

    The last call may not make them total 13.
    """
    most = scene.suit_bid.tricks if scene.suit_bid else TRICKS
    for seat in order:
        last = seat == order[-1]
        free = TRICKS - scene.contract_sum if last else -1
        bars = tuple(
            (number, say("{seat} can't say {number}: the call is {most}.", seat=seat,
                         number=number, most=most))
            for number in range(most + 1, TRICKS + 1)
        )  # fmt: skip
        number = yield ContractStep(
            seat,
            scene,
            barred=free if 0 <= free <= most else None,
            others=scene.contract_sum if last else None,
            bars=bars,
            announced=Announced.CALL,
        )
        scene = scene.with_contract(seat, number)
        if scene.declarer is not None and number == most:
            scene = scene.with_badge(seat, say("with"))
    return scene


def _thrown_in(
    seating: Seating, rules: EstimationRules, scene: Scene, before: Carried
) -> DealScore:
    """Return the score after all passed: the hand does not count, and may double the next one."""
    stays = rules.all_passed is AllPassed.REDEAL
    left = before if stays else replace(before, times=doubled(before.times, rules))
    return replace(DealScore.all_passed(seating.sides, scene, stays), left=left)


def _notice(trump: Denomination | None, times: int) -> Sentence | None:
    if trump is not None and times > 1:
        return say("Fast hand: trumps {trump}. It counts {times} times.", trump=trump, times=times)
    if trump is not None:
        return say("Fast hand: trumps {trump}.", trump=trump)
    if times > 1:
        return say("This hand counts {times} times.", times=times)
    return None


ESTIMATION = Estimation()
