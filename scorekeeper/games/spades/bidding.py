"""Bids of Spades: the question for one, the bids that are barred, nils and blind bids."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.rules.bidding_steps import Announced, Choice, ContractStep
from scorekeeper.rules.script import Earlier
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Sentence, say

BLIND, BLIND_BID = "blind", "blind-bid"
SUICIDE_LEAST = 4

Bids = Mapping[Seat, object]
"""The bid of each seat: a number, 0 for nil, `BLIND`, or `BLIND_BID`.

It is None for a player whose partner has bid `BLIND_BID`, which is the bid of both.
"""


def bid_step(
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
        partners = partners_of(seat, seating)
        barred = needs_deficit(rules) if near else None
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
    partner = next(iter(partners_of(seat, seating)), None)
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
        # This bid is the bid of the whole side, because the partner bids nil.
        least = max(SUICIDE_LEAST, rules.least)
        for number in range(1, least):
            yield number, say("Here a bid is nil, or {least} or more.", least=least)


def heeded(bids: Bids, seating: Seating, rules: SpadesRules) -> Iterator[tuple[Seat, int]]:
    """Yield what `_bars` reads of the bids of players whose partner is still to bid."""
    if not (rules.least or rules.suicide or not rules.double_nil):
        return
    for seat, bid in bids.items():
        if any(partner not in bids for partner in partners_of(seat, seating)):
            yield seat, min(number_of_bid(bid, rules), max(rules.least, 1))


def _is_too_near(side: int, rules: SpadesRules, earlier: Earlier) -> bool:
    """Return whether a side is not far enough behind to bid blind."""
    others = [total for index, total in enumerate(earlier.totals) if index != side]
    limit = max(others, default=0) - rules.blind_deficit
    return bool(rules.blind_deficit) and earlier.total(side) > limit


def needs_deficit(rules: SpadesRules) -> Sentence:
    return say(
        "Blind {number} needs a side {points} behind.",
        number=rules.blind_bid,
        points=rules.blind_deficit,
    )


def number_of_bid(bid: object, rules: SpadesRules) -> int:
    """Return the tricks of a bid; 0 for a nil, blind or not."""
    if bid == BLIND_BID:
        return rules.blind_bid
    return bid if isinstance(bid, int) else 0


def is_nil(bid: object) -> bool:
    """Return whether a bid is a nil, blind or not."""
    return bid in (0, BLIND)


def partners_of(seat: Seat, seating: Seating) -> tuple[Seat, ...]:
    side = seating.sides[seating.side_of(seat)]
    return tuple(other for other in side if other != seat)
