"""Spades: three players or four, as partners or alone; bids, nils, and bags that add up."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import Announced, Choice, ContractStep, over_or_under
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import Deeds, Statistics
from scorekeeper.rules.figures import Award, Case, Figure, Measure
from scorekeeper.rules.points import DealScore, Line, contract_briefs
from scorekeeper.rules.result_steps import PlayerTricksStep, SideTricksStep, TricksStep
from scorekeeper.rules.rulebook import (
    Preset,
    Rulebook,
    Section,
    WorkedHand,
    eldest_leads,
    everyone_alone,
    trick_rules,
)
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script, one_a_side
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Points, Sentence, say, say_count

# House rules
#
# Sources: pagat.com, “Spades”; Wikipedia; dummies.com, “How to Score a Spades Game”; vipspades.com
# and onlinespades.net, “Cutthroat Spades”; spadesblitz.com; bbumgames (Suicide); OpenSpiel;
# spadesformoney.com, “Blind Six Bidding in Spades”; jokerswildspades.com (a failed blind bid costs
# double, too); osgamers.com, “When you go blind in Spades?” (tens for the tricks of a first hand).

BLIND, BLIND_BID = "blind", "blind-bid"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpadesRules:
    """House rules of Spades."""

    solo: bool = house_rules.toggle(False, say("Four players play alone too"))
    nil: bool = house_rules.toggle(True, say("A bid of nil"))
    nil_value: int = house_rules.number(100, say("A nil is worth"), 0, 1000)
    blind_nil: bool = house_rules.toggle(True, say("A nil before looking (blind)"))
    blind_value: int = house_rules.number(200, say("A blind nil is worth"), 0, 1000)
    blind_deficit: int = house_rules.number(
        100, say("Points a side must be behind to bid blind (0: none)"), 0, 1000
    )
    blind_bid: int = house_rules.number(
        0, say("Tricks that a side may bid blind, such as six (0: none)"), 0, 13
    )
    blind_bid_value: int = house_rules.number(120, say("Such a blind bid is worth"), 0, 1000)
    double_nil: bool = house_rules.toggle(True, say("Both partners may bid nil"))
    suicide: bool = house_rules.toggle(
        False, say("One partner bids nil, the other four or more (suicide)")
    )
    failed_nil_helps: bool = house_rules.toggle(
        False, say("The tricks of a failed nil count for the partner's bid")
    )
    least: int = house_rules.number(0, say("A side bids at least"), 0, 13)
    no_full: bool = house_rules.toggle(
        False, say("The bids may not add up to the number of tricks")
    )
    no_ones: bool = house_rules.toggle(False, say("Nobody bids 1"))
    first_bids_itself: bool = house_rules.toggle(
        False, say("The first hand bids itself: nobody bids, each trick scores 10")
    )
    set_penalty: int = house_rules.number(
        10, say("Points lost for each trick of a missed bid"), 0, 20
    )
    bag_value: int = house_rules.number(1, say("A trick above the bid (a bag) scores"), -10, 10)
    bag_limit: int = house_rules.number(10, say("Bags that cost points (0: never)"), 0, 20)
    bag_penalty: int = house_rules.number(100, say("What these bags cost"), 0, 1000)
    bag_cancel: bool = house_rules.toggle(False, say("The points of these bags are lost too"))
    ten_for_200: bool = house_rules.toggle(False, say("A bid of exactly 10 is worth 200"))
    boston: bool = house_rules.toggle(False, say("All tricks bid and taken score 200"))


PRESETS: tuple[Preset[SpadesRules], ...] = (
    Preset(
        "pagat",
        say("Nil 100, ten bags cost 100"),
        say("pagat.com, “Spades”"),
        say("Nil 100, blind nil 200; ten bags cost 100."),
        SpadesRules(),
    ),
    Preset(
        "dummies",
        say("A failed nil helps the partner"),
        say("dummies.com, “How to Score a Spades Game”"),
        say("Nil 50, blind nil 100; a failed nil helps the partner; ten bags cost 110."),
        SpadesRules(nil_value=50, blind_value=100, failed_nil_helps=True, bag_cancel=True),
    ),
    Preset(
        "openspiel",
        say("No blind nil"),
        say("OpenSpiel"),
        say("Nil 100, no blind nil; a failed nil helps the partner; minus 350 ends it too."),
        SpadesRules(blind_nil=False, failed_nil_helps=True),
        Ending(target=500, floor=-350),
    ),
    Preset(
        "solo",
        say("Everyone alone"),
        say("vipspades.com, “Cutthroat Spades”"),
        say("Everyone alone; nil 50; the bids may not add up to 13."),
        SpadesRules(solo=True, nil_value=50, blind_nil=False, no_full=True),
    ),
    Preset(
        "blitz",
        say("Five bags"),
        say("spadesblitz.com"),
        say("Nil 50; five bags cost 50."),
        SpadesRules(nil_value=50, blind_nil=False, bag_limit=5, bag_penalty=50),
    ),
    Preset(
        "suicide",
        say("One partner bids nil"),
        say("bbumgames"),
        say("One partner of each side bids nil, the other four or more."),
        SpadesRules(suicide=True, blind_nil=False),
    ),
    Preset(
        "short",
        say("To 200"),
        say("pagat.com, “Spades”"),
        say("As in a long game, but to 200 points."),
        SpadesRules(),
        Ending(target=200),
    ),
    Preset(
        "fast",
        say("To 60"),
        say("bbumgames"),
        say("As in a long game, but to 60 points, or until a side has minus 60."),
        SpadesRules(),
        Ending(target=60, floor=-60),
    ),
    Preset(
        "home",
        say("The first hand bids itself"),
        say("spadesformoney.com, and osgamers.com"),
        say("Nobody bids in the first hand; a side 100 behind may bid six blind, for 120."),
        SpadesRules(first_bids_itself=True, blind_bid=6),
    ),
)


# Scoring

TEN = 10
COST = "{bags} bag: {points}"
"""The pattern of the line with the cost of bags."""


@dataclass(frozen=True, slots=True)
class Bidder:
    """A player who bid nil, whether it was blind, and the number of tricks taken anyway."""

    seat: Seat
    blind: bool
    taken: int


@dataclass(frozen=True, slots=True)
class SideHand:
    """The bids and tricks of a side in a hand.

    contract    the sum of its bids other than nil
    taken       its tricks, including those of its nil bidders
    nils        its nil bidders
    bags        its bags before the hand
    blind       whether the contract was bid blind
    """

    contract: int
    taken: int
    nils: Sequence[Bidder]
    bags: int
    blind: bool = False

    @property
    def failed(self) -> int:
        """The number of tricks that the side's nil bidders took, although they bid none."""
        return sum(bidder.taken for bidder in self.nils)


def lines(hand: SideHand, rules: SpadesRules, total: int) -> tuple[tuple[Line, ...], int]:
    """Return the points of a side with their reasons, and its bags after the hand.

    total    the number of tricks in the hand

    Source: pagat.com; the variants are house rules.
    """
    parts = list(_contract(hand, rules, total))
    parts += [_nil(bidder, rules) for bidder in hand.nils]
    more = _bags(hand, rules)
    if more and rules.bag_value:
        parts.append(_bag_line(more, more * rules.bag_value))
    bags = hand.bags + more
    limit = rules.bag_limit
    while limit and bags >= limit:
        bags -= limit
        parts.append(_cost_line(rules))
    return tuple(parts), bags


def charged(lines: Sequence[Line]) -> int:
    """Return the points that bags cost in these lines, as a negative number or 0."""
    return sum(line.points for line in lines if line.reason.pattern == COST)


def _cost_line(rules: SpadesRules) -> Line:
    points, bags = -cost_of_bags(rules), rules.bag_limit
    why = say_count(
        "{bags} bag: {points}", "{bags} bags: {points}", bags, bags=bags, points=Points(points)
    )
    return Line(points, why)


def cost_of_bags(rules: SpadesRules) -> int:
    """Return the points that a side loses for one full set of bags."""
    return rules.bag_penalty + (rules.bag_limit * rules.bag_value if rules.bag_cancel else 0)


def _contract(hand: SideHand, rules: SpadesRules, total: int) -> Iterator[Line]:
    bid, taken = hand.contract, hand.taken
    if not bid:
        return
    if hand.blind:
        made = _made(hand, rules)
        points = rules.blind_bid_value if made else -rules.blind_bid_value
        yield Line(points, _describe_blind_bid(bid, taken, points), made)
        return
    if not _made(hand, rules):
        points = -200 if rules.ten_for_200 and bid == TEN else -rules.set_penalty * bid
        yield Line(points, _describe_bid(bid, taken, points), False)
        return
    points = TEN * bid
    if (rules.ten_for_200 and bid == TEN) or (rules.boston and bid == taken == total):
        points = 200
    yield Line(points, _describe_bid(bid, taken, points), True)


def _made(hand: SideHand, rules: SpadesRules) -> bool:
    helping = hand.taken if rules.failed_nil_helps else hand.taken - hand.failed
    return helping >= hand.contract


def _bags(hand: SideHand, rules: SpadesRules) -> int:
    if not hand.contract:
        return hand.failed
    if _made(hand, rules):
        return hand.taken - hand.contract
    return 0 if rules.failed_nil_helps else hand.failed


def _nil(bidder: Bidder, rules: SpadesRules) -> Line:
    worth = rules.blind_value if bidder.blind else rules.nil_value
    made = not bidder.taken
    points = worth if made else -worth
    return Line(points, _describe_nil(bidder, made, Points(points)), made)


def _describe_nil(bidder: Bidder, made: bool, points: Points) -> Sentence:
    if bidder.blind and made:
        return say("blind nil of {seat}: {points}", seat=bidder.seat, points=points)
    if bidder.blind:
        return say(
            "blind nil of {seat}, {taken} taken: {points}",
            seat=bidder.seat,
            taken=bidder.taken,
            points=points,
        )
    if made:
        return say("nil of {seat}: {points}", seat=bidder.seat, points=points)
    return say(
        "nil of {seat}, {taken} taken: {points}",
        seat=bidder.seat,
        taken=bidder.taken,
        points=points,
    )


def _describe_bid(bid: int, taken: int, points: int) -> Sentence:
    return say(
        "said {contract}, took {tricks}: {points}",
        contract=bid,
        tricks=taken,
        points=Points(points),
    )


def _describe_blind_bid(bid: int, taken: int, points: int) -> Sentence:
    return say(
        "blind {contract}, took {tricks}: {points}",
        contract=bid,
        tricks=taken,
        points=Points(points),
    )


def unbid_line(taken: int) -> Line:
    """Return the points of a side in a hand that bids itself."""
    points = TEN * taken
    why = say_count(
        "{count} trick without a bid: {points}",
        "{count} tricks without a bid: {points}",
        taken,
        points=Points(points),
    )
    return Line(points, why)


def _bag_line(bags: int, points: int) -> Line:
    why = say_count("{count} bag: {points}", "{count} bags: {points}", bags, points=Points(points))
    return Line(points, why)


# Figures of players

_PART = say("Bids made")
_BAGS = say("Bags")

AWARDS = (
    Award(
        "blind",
        say("Eyes shut"),
        lambda number: say_count("{count} blind nil made", "{count} blind nils made", number),
        least=1,
    ),
    Award(
        "nil",
        say("Nothing at all"),
        lambda number: say_count("{count} nil made", "{count} nils made", number),
        least=1,
    ),
    Award(
        "own",
        say("Carries the side"),
        lambda number: say_count("{count} trick bid", "{count} tricks bid", number),
        least=10,
    ),
)


class SpadesStatistics(Statistics):
    """Statistics of bids and nils made, of bags, and of how often bags cost points."""

    figures = (
        Figure("made", say("The side's bid"), _PART),
        Figure("set", say("Bids of the other side defeated"), _PART),
        Figure("nil", say("Own nil bids"), _PART),
        Figure("blind", say("Own blind nils"), _PART),
        Figure("own", say("Own bid, in tricks"), _PART, Measure.MEAN),
        Figure("over", say("Overtricks per made bid"), _BAGS, Measure.MEAN),
        Figure("penalty", say("Hands in which bags cost points"), _BAGS),
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Yield the values of bids, bags and nils (see `Case`).

        A side's bid and bags count for each of its players. A blind bid is not the bidder's own.
        """
        score = deal.score
        assert score is not None  # noqa: S101  (only deals that count)
        sides = deal.seating.sides
        ends = [contract_line(deal, index) for index in range(len(sides))]
        blind = blind_bidders(deal)
        for index, side in enumerate(sides):
            end, cost = ends[index], bags_cost(deal, index)
            more = score.scene.tricks[index] - sum(number_of(deal, seat) for seat in side)
            for seat in side:
                yield Case(seat, "penalty", int(cost is not None))
                if end is not None:
                    yield Case(seat, "made", int(bool(end.made)))
                    if end.made:
                        yield Case(seat, "over", more)
                for other, other_end in enumerate(ends):
                    if len(sides) == 2 and other != index and other_end is not None:
                        yield Case(seat, "set", int(not other_end.made))
        for seat, line in nil_lines(deal):
            yield Case(seat, "blind" if seat in blind else "nil", int(bool(line.made)))
        for seat, number in score.scene.contracts:
            if number and seat not in blind:
                yield Case(seat, "own", number)


class SpadesDeeds(Deeds):
    """Words for bids, nils and bags."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Return a phrase for the part of a side's hand that mattered most.

        It is the part with the most points of the same sign as the side's total; None if no part
        has that sign.
        """
        assert deal.score is not None  # noqa: S101  (only deals that count)
        sign = 1 if deal.score.points[side] > 0 else -1
        named = [pair for pair in _named(deal, side) if sign * pair[0] > 0]
        return max(named, key=lambda pair: abs(pair[0]))[1] if named else None


def _named(deal: Deal, side: int) -> Iterator[tuple[int, Sentence]]:
    """Yield the parts of a side's hand: the points and a phrase, as in “Noa's made 4”."""
    seats = deal.seating.sides[side]
    names = Names(seats)
    end = contract_line(deal, side)
    number = sum(number_of(deal, seat) for seat in seats)
    if end is not None and end.made:
        yield end.points, say("{side}'s made {number}", side=names, number=number)
    elif end is not None:
        yield end.points, say("{side}'s missed {number}", side=names, number=number)
    blind = blind_bidders(deal)
    for seat, line in nil_lines(deal):
        if seat in seats:
            yield line.points, _nil_named(seat, made=bool(line.made), blind=seat in blind)
    cost = bags_cost(deal, side)
    if cost is not None:
        yield cost, say("bags of {side}", side=names)


def _nil_named(seat: Seat, *, made: bool, blind: bool) -> Sentence:
    names = Names((seat,))
    if blind and made:
        return say("{side}'s blind nil", side=names)
    if blind:
        return say("{side}'s failed blind nil", side=names)
    if made:
        return say("{side}'s nil", side=names)
    return say("{side}'s failed nil", side=names)


def number_of(deal: Deal, seat: Seat) -> int:
    """Return the number of tricks that a player bid; 0 for a nil, or for no bid."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    return deal.score.scene.contract_of(seat) or 0


def contract_line(deal: Deal, side: int) -> Line | None:
    """Return the line about the bid of a side; None if all its players bid nil, or nobody bid."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    bid = sum(number_of(deal, seat) for seat in deal.seating.sides[side])
    return deal.score.lines[side][0] if bid else None


def nil_lines(deal: Deal) -> Iterator[tuple[Seat, Line]]:
    """Yield each nil bidder with the line about the nil."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    for index, side in enumerate(deal.seating.sides):
        begin = 0 if contract_line(deal, index) is None else 1
        nils = [seat for seat in side if deal.score.scene.contract_of(seat) == 0]
        yield from zip(nils, deal.score.lines[index][begin:], strict=False)


def bags_cost(deal: Deal, side: int) -> int | None:
    """Return the points that bags cost a side, as a negative number; None if they cost none."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    cost = charged(deal.score.lines[side])
    return cost if cost < 0 else None


def blind_bidders(deal: Deal) -> set[Seat | None]:
    """Return the players who bid blind: nil, or tricks for their side."""
    return {
        answered.step.asked
        for answered in deal.reading.trail
        if answered.answer in (BLIND, BLIND_BID)
    }


# The rulebook

SUICIDE_LEAST = 4
TRICKS = {3: 17, 4: 13}

Bids = Mapping[Seat, object]
"""The bid of each seat: a number, 0 for nil, `BLIND`, or `BLIND_BID`.

It is None for a player whose partner has bid `BLIND_BID`, which is the bid of both.
"""


WORKED = tuple(
    WorkedHand(
        2,  # the first one may bid itself
        {
            **{f"contract-{seat}": {"number": bid} for seat, bid in enumerate(bids)},
            "tricks": tricks,
            "tricks-of-0": {"number": 0},
            "tricks-of-3": {"number": 0},
        },
    )
    for bids, tricks in (
        ((3, 4, 4, 1), {"number": 8}),
        ((3, 4, 4, 1), {"tricks": [3, 3, 5, 2]}),
        ((0, 4, 4, 0), {"number": 4}),
    )
)
"""Example hands for partners, for players who are all alone, and for suicide."""


class Spades(Rulebook[SpadesRules]):
    """Spades; `lines` computes the points."""

    key = "spades"
    name = say("Spades")
    summary = say("Partners bid their tricks; tricks above the bid are bags.")
    players = range(3, 5)
    rules = SpadesRules
    presets = PRESETS
    play = "scorekeeper.play.spades:SpadesPlay"
    statistics = SpadesStatistics()
    awards = AWARDS
    deeds = SpadesDeeds()
    examples = ("3 4 4 1 7", "3 4 4 1 7 --left 9,0")
    worked = WORKED
    endings = Endings(
        (Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=500), floor=True
    )
    announced = Announced.BID
    cell = say("bid / tricks")

    def seating(self, players: int, dealer: Seat, rules: SpadesRules) -> Seating:
        """Return the seating: four play as partners across the table or alone; three play alone."""
        if players == 4 and not rules.solo:
            return Seating.partners(players, dealer)
        return Seating.alone(players, dealer)

    def carries(self, rules: SpadesRules) -> bool:
        return True

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:
        """Return the bags of each side as `Earlier.left`; raises ValueError for negative ones."""
        if min(numbers, default=0) < 0:
            raise ValueError("bags are counted from 0 on")
        return one_a_side(numbers, len(seating.sides))

    def contradictions(self, rules: SpadesRules) -> tuple[tuple[str, str], ...]:
        """Return the pairs of rules that contradict each other.

        Suicide needs nil; with `no_full` the last player might have no legal bid.
        """
        if not rules.suicide or rules.solo:
            return ()
        pairs = []
        if not rules.nil:
            pairs.append(("nil", "suicide"))
        if rules.no_full:
            pairs.append(("suicide", "no_full"))
        return tuple(pairs)

    def script(
        self, seating: Seating, rules: SpadesRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for all bids, the tricks, and the tricks of nil bidders with a partner."""
        before = bags_of(seating, earlier)
        scene = Scene(TRICKS[seating.players], carried=_carried(before))
        if rules.first_bids_itself and seating.number == 1:
            return (yield from _without_bids(seating, scene, before))
        bids: dict[Seat, object] = {}
        for seat in seating.clockwise(seating.eldest):
            if seat in bids:
                continue
            bid = yield _bid_step(seat, seating, rules, earlier, scene=scene, bids=bids)
            bids[seat] = bid
            scene = scene.with_contract(seat, number_of_bid(bid, rules))
            if bid == BLIND_BID:
                bids |= dict.fromkeys(_partners(seat, seating))
                scene = scene.with_badge(seat, say("blind"))
            elif is_nil(bid):
                scene = scene.with_badge(seat, say("blind nil") if bid == BLIND else say("nil"))
        tricks = yield from _tricks(seating, scene)
        nils = yield from _nils(seating, scene, bids, tricks)
        rows, after, contracts = [], [], []
        for index, side in enumerate(seating.sides):
            contract = scene.sum_of(side) or 0
            mine = [nils[seat] for seat in side if seat in nils]
            blind = any(bids[seat] == BLIND_BID for seat in side)
            hand = SideHand(contract, tricks[index], mine, before[index], blind)
            own, bags = lines(hand, rules, scene.total)
            rows.append(own)
            after.append(bags)
            contracts.append(contract)
        return DealScore(
            tuple(rows),
            scene.with_tricks(tricks),
            over_or_under(scene.contract_sum, scene.total),
            briefs=contract_briefs(contracts, tricks, Announced.BID),
            left=tuple(after),
        )

    def describe(self, rules: SpadesRules) -> tuple[Section, ...]:
        nil = ("double_nil", "suicide") if rules.nil and not rules.solo else ()
        least = () if rules.solo else ("least",)
        bids = house_rules.in_force(rules, *nil, *least, "no_full", "no_ones", "first_bids_itself")
        return (
            Section(
                say("Cards and deal"),
                (
                    everyone_alone(self.players)
                    if rules.solo
                    else say(
                        "52 cards: ace high, two low. Four players are partners across the table; "
                        "three play alone."
                    ),
                    say("Four players get 13 cards each; three get 17, and one is left out."),
                    say("Play and deal go clockwise; the deal passes to the left."),
                    say("Spades are always trumps."),
                ),
            ),
            Section(
                say("Bids"),
                (
                    say(
                        "Everyone bids a number of tricks, from the dealer's left; the bids of "
                        "partners are added up."
                    ),
                    say("A bid is made by taking that many tricks or more."),
                    *_describe_nil_bids(rules),
                    *_describe_blind_bids(rules),
                    *bids,
                ),
            ),
            Section(
                say("Play"),
                (
                    eldest_leads(),
                    say(
                        "Spades may be led only after one has been played, or by a player who has "
                        "nothing else."
                    ),
                    *trick_rules(),
                ),
            ),
            Section(
                say("Scoring"),
                tuple(_describe_scoring(rules)),
            ),
        )


def _describe_nil_bids(rules: SpadesRules) -> Iterator[Sentence]:
    if not rules.nil:
        yield say("Nil is not played.")
        return
    yield say("Nil is a bid of no trick.")
    if rules.blind_nil:
        yield say("Blind nil is bid before looking at the cards.")
        if rules.blind_deficit:
            yield say("Blind nil needs a side {points} behind.", points=rules.blind_deficit)


def _describe_blind_bids(rules: SpadesRules) -> Iterator[Sentence]:
    if not rules.blind_bid:
        return
    yield (
        say("A player may bid {number} blind: before looking at the cards.", number=rules.blind_bid)
        if rules.solo
        else say(
            "A side may bid {number} blind: one partner says it for both, before either looks at "
            "the cards.",
            number=rules.blind_bid,
        )
    )
    if rules.blind_deficit:
        yield _needs_deficit(rules)


def _describe_scoring(rules: SpadesRules) -> Iterator[Sentence]:
    yield say("A made bid scores {points} for each trick that was bid.", points=TEN)
    if rules.set_penalty:
        yield say(
            "A missed bid loses {points} for each trick that was bid.", points=rules.set_penalty
        )
    else:
        yield say("A missed bid scores nothing.")
    yield say(
        "Each trick above a made bid is a bag and scores {points}.", points=Points(rules.bag_value)
    )
    if rules.bag_limit:
        yield say(
            "Bags are counted from hand to hand: {limit} of them cost {points} points, and the "
            "count goes back by {limit}.",
            limit=rules.bag_limit,
            points=cost_of_bags(rules),
        )
    if rules.blind_bid:
        yield say(
            "A blind {number} scores {points}, or costs as much if the side takes fewer tricks.",
            number=rules.blind_bid,
            points=rules.blind_bid_value,
        )
    if rules.nil:
        yield say(
            "Nil scores {points}, or costs as much if the bidder takes a trick.",
            points=rules.nil_value,
        )
        if rules.blind_nil:
            yield say("Blind nil scores or costs {points}.", points=rules.blind_value)
        if not rules.failed_nil_helps and not rules.solo:
            yield say("The tricks of a failed nil are bags; they do not help the partner's bid.")
    yield from house_rules.in_force(rules, "failed_nil_helps", "ten_for_200", "boston")


def number_of_bid(bid: object, rules: SpadesRules) -> int:
    """Return the tricks of a bid; 0 for a nil, blind or not."""
    if bid == BLIND_BID:
        return rules.blind_bid
    return bid if isinstance(bid, int) else 0


def is_nil(bid: object) -> bool:
    """Return whether a bid is a nil, blind or not."""
    return bid in (0, BLIND)


def bags_of(seating: Seating, earlier: Earlier) -> tuple[int, ...]:
    """Return the bags of each side before the hand."""
    left = earlier.left
    return left if isinstance(left, tuple) else (0,) * len(seating.sides)


def _carried(bags: tuple[int, ...]) -> tuple[Sentence | None, ...]:
    """Return the bags of each side before the hand, in words; None for a side without bags."""
    return tuple(say_count("{count} bag", "{count} bags", many) if many else None for many in bags)


def _tricks(seating: Seating, scene: Scene) -> Generator[Step, Any, tuple[int, ...]]:
    """Ask for the tricks of every side and return them."""
    if len(seating.sides) == 2:
        tricks: tuple[int, ...] = yield SideTricksStep(seating, scene, 0)
    else:
        tricks = yield TricksStep(seating, scene)
    return tricks


def _without_bids(seating: Seating, scene: Scene, bags: tuple[int, ...]) -> Script:
    """Score a hand that bids itself: each trick 10, no bags, and no bonus for ten tricks or all."""
    notice = say("No bids: each trick scores {points}.", points=TEN)
    tricks = yield from _tricks(seating, scene._replace(notice=notice))
    return DealScore(
        tuple((unbid_line(taken),) for taken in tricks),
        scene.with_tricks(tricks),
        say("without bids"),
        briefs=contract_briefs(tricks, tricks, Announced.BID),
        left=bags,
    )


def _partners(seat: Seat, seating: Seating) -> tuple[Seat, ...]:
    side = seating.sides[seating.side_of(seat)]
    return tuple(other for other in side if other != seat)


def _nils(
    seating: Seating, scene: Scene, bids: Bids, tricks: tuple[int, ...]
) -> Generator[Step, object, dict[Seat, Bidder]]:
    """Return the nil bidders with their tricks, by seat.

    A bidder's tricks are asked for unless they follow from those of the side.
    """
    bidders: dict[Seat, Bidder] = {}
    for index, side in enumerate(seating.sides):
        nils = [seat for seat in side if is_nil(bids[seat])]
        left = tricks[index]
        for seat in nils:
            last = seat == nils[-1] and len(nils) == len(side)
            taken: object = left
            if left and not last:
                taken = yield PlayerTricksStep(seat, left, scene)
            assert isinstance(taken, int)  # noqa: S101  (the step returned it)
            bidders[seat] = Bidder(seat, bids[seat] == BLIND, taken)
            left -= taken
    return bidders


def _bid_step(
    seat: Seat, seating: Seating, rules: SpadesRules, earlier: Earlier, *, scene: Scene, bids: Bids
) -> ContractStep:
    """Return the question for a bid, with the numbers that the house rules bar."""
    last = len(bids) == seating.players - 1
    partners = len(seating.sides) < seating.players
    hooked = rules.no_full and last and not (rules.suicide and partners)
    free = scene.total - scene.contract_sum if hooked else -1
    step = ContractStep(
        seat,
        scene,
        barred=free if free >= 0 else None,
        others=scene.contract_sum if last else None,
        bars=tuple(dict(_bars(seat, seating, rules, scene.total, bids)).items()),
        meanings=((0, say("nil")),),
        announced=Announced.BID,
    )
    return step._replace(words=tuple(_blind_bids(step, seating, rules, earlier, bids)))


def _blind_bids(
    step: ContractStep, seating: Seating, rules: SpadesRules, earlier: Earlier, bids: Bids
) -> Iterator[Choice]:
    """Yield the bids that are made before looking at the cards: a nil, and tricks for the side."""
    seat, number = step.seat, rules.blind_bid
    near = _is_too_near(seating.side_of(seat), rules, earlier)
    if rules.nil and rules.blind_nil:
        why = say("Blind nil needs a side {points} behind.", points=rules.blind_deficit)
        barred = step.reason(0) or (why if near else None)
        sentence = say("{seat} bid blind nil", seat=seat)
        yield Choice(BLIND, BLIND, say("Blind nil"), sentence, barred)
    if number:
        partners = _partners(seat, seating)
        barred = _needs_deficit(rules) if near else None
        if partners and number < rules.least:
            barred = say("The side must bid {least}.", least=rules.least)
        elif partners and partners[0] in bids:
            barred = say(
                "{partner} has bid: a blind {number} is for both.",
                partner=partners[0],
                number=number,
            )
        elif number == step.barred:
            barred = step.reason(number)
        sentence = say("{seat} bid blind {number}", seat=seat, number=number)
        face = say("Blind {number}", number=number)
        yield Choice(BLIND_BID, BLIND_BID, face, sentence, barred)


def _bars(
    seat: Seat, seating: Seating, rules: SpadesRules, total: int, bids: Bids
) -> Generator[tuple[int, Sentence]]:
    """Yield the numbers that may not be bid, with reasons; of two reasons the later one counts."""
    partner = next(iter(_partners(seat, seating)), None)
    partners = None
    if partner is not None and partner in bids:
        partners = number_of_bid(bids[partner], rules)
    if rules.no_ones:
        yield 1, say("A bid of 1 is not allowed.")
    if not rules.nil:
        yield 0, say("Nil is not played.")
    if partners == 0 and (not rules.double_nil or rules.suicide):
        yield 0, say("{partner} already bid nil.", partner=partner)
    if partners is not None and rules.least:
        needed = max(rules.least - partners, 0)
        why = say("The side must bid {least}: at least {more}.", least=rules.least, more=needed)
        for number in range(needed):
            yield number, why
    if rules.suicide and partner is not None:
        if partners:
            for number in range(1, total + 1):
                yield number, say("{partner} bid, so {seat} bids nil.", partner=partner, seat=seat)
        least = max(
            SUICIDE_LEAST, rules.least
        )  # this bid is the bid of the whole side, because the partner bids nil
        for number in range(1, least):
            yield number, say("Here a bid is nil, or {least} or more.", least=least)


def _is_too_near(side: int, rules: SpadesRules, earlier: Earlier) -> bool:
    """Return whether a side is not far enough behind to bid blind."""
    others = [total for index, total in enumerate(earlier.totals) if index != side]
    limit = max(others, default=0) - rules.blind_deficit
    return bool(rules.blind_deficit) and earlier.total(side) > limit


def _needs_deficit(rules: SpadesRules) -> Sentence:
    return say(
        "Blind {number} needs a side {points} behind.",
        number=rules.blind_bid,
        points=rules.blind_deficit,
    )


SPADES = Spades()
