"""The points of bids, nils and bags in Spades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.rules.points import Line
from scorekeeper.seating import Seat
from scorekeeper.wording import Points, Sentence, say, say_count

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
        unhelpful = 0 if rules.failed_nil_helps else hand.failed
        yield Line(points, _describe_bid(bid, taken, points, unhelpful), False)
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


def _describe_bid(bid: int, taken: int, points: int, unhelpful: int = 0) -> Sentence:
    """Describe a bid; `unhelpful` tricks of a failed nil do not count for it."""
    if not unhelpful:
        return say(
            "said {contract}, took {tricks}: {points}",
            contract=bid,
            tricks=taken,
            points=Points(points),
        )
    return say(
        "said {contract}, took {tricks}, {nil} of them by a failed nil: {points}",
        contract=bid,
        tricks=taken,
        nil=unhelpful,
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
