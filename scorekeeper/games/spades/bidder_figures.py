"""Figures, awards and deeds of the players of Spades."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.spades.bidding import BLIND, BLIND_BID
from scorekeeper.games.spades.scoring import charged
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.extension_points import Deeds, Statistics
from scorekeeper.rules.figures import Award, Case, Figure, Measure
from scorekeeper.rules.points import Line
from scorekeeper.seating import Names, Seat
from scorekeeper.wording import Sentence, say, say_count

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
