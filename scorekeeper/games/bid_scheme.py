"""Points of a made and of a missed bid, in games of exact bids, and the sentences for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from scorekeeper.rules import house_rules
from scorekeeper.rules.points import Line
from scorekeeper.wording import Formula, Given, Listed, Points, Sentence, say


@dataclass(frozen=True, slots=True, kw_only=True)
class BidScheme:
    """The points of a made and of a missed bid, as numbers that a table may change."""

    name: str = house_rules.name("Own numbers", say("Name of the scoring"), 40)
    made: int = house_rules.number(
        10,
        say("A made bid scores"),
        0,
        100,
        says=lambda value: say("A made bid scores {value}", value=value),
    )
    each: int = house_rules.number(
        1,
        say("and for each trick bid"),
        0,
        20,
        says=lambda value: say("Each trick of a made bid scores {value}", value=value),
    )
    square: bool = house_rules.toggle(False, say("The tricks bid count squared"))
    zero: int = house_rules.number(
        10,
        say("A made zero scores"),
        0,
        100,
        says=lambda value: say("A made zero scores {value}", value=value),
    )
    zero_cards: bool = house_rules.toggle(False, say("and 1 for each card of the hand"))
    made_cards: int = house_rules.number(
        0,
        say("and for each card of the hand, if made"),
        0,
        20,
        says=lambda value: say("A made bid scores {value} for each card of the hand", value=value),
    )
    missed: int = house_rules.number(
        0,
        say("A missed bid scores"),
        -100,
        100,
        says=lambda value: say("A missed bid scores {value}", value=value),
    )
    missed_bid: int = house_rules.number(
        0,
        say("and for each trick bid, if missed"),
        -20,
        20,
        says=lambda value: say("A missed bid scores {value} for each trick bid", value=value),
    )
    missed_trick: int = house_rules.number(
        0,
        say("and for each trick taken, if missed"),
        -20,
        20,
        says=lambda value: say("A missed bid scores {value} for each trick taken", value=value),
    )
    missed_off: int = house_rules.number(
        0,
        say("and for each trick over or under"),
        -20,
        20,
        says=lambda value: say(
            "A missed bid scores {value} for each trick over or under", value=value
        ),
    )
    off_square: bool = house_rules.toggle(False, say("The tricks over or under count squared"))
    off_sum: bool = house_rules.toggle(
        False, say("Of these tricks the first counts once, the second twice, and so on")
    )
    missed_cards: int = house_rules.number(
        0,
        say("and for each card of the hand, if missed"),
        -20,
        20,
        says=lambda value: say(
            "A missed bid scores {value} for each card of the hand", value=value
        ),
    )
    missed_zero: int = house_rules.number(
        0,
        say("A missed zero scores in addition"),
        -100,
        100,
        says=lambda value: say("A missed zero scores {value} in addition", value=value),
    )
    over_only: bool = house_rules.toggle(False, say("Too few tricks score nothing"))
    under_only: bool = house_rules.toggle(False, say("Too many tricks score nothing"))
    low: bool = house_rules.toggle(False, say("The lowest total wins"))

    def points(self, bid: int, tricks: int, cards: int) -> int:
        """Return the points of one player in a deal of `cards` cards each."""
        if bid == tricks:
            more = self.made_cards * cards
            if not bid:
                return self.zero + (cards if self.zero_cards else 0) + more
            return self.made + self.each * (bid * bid if self.square else bid) + more
        off = abs(bid - tricks)
        if (self.over_only and tricks < bid) or (self.under_only and tricks > bid):
            return 0
        if self.off_sum:
            off = off * (off + 1) // 2
        elif self.off_square:
            off = off * off
        return (
            self.missed
            + self.missed_bid * bid
            + self.missed_trick * tricks
            + self.missed_off * off
            + self.missed_cards * cards
            + (0 if bid else self.missed_zero)
        )

    def line(self, bid: int, tricks: int, cards: int) -> Line:
        """Return the points of one player with their reason; see `points`."""
        points = self.points(bid, tricks, cards)
        if bid != tricks:
            reason = say(
                "said {contract}, took {tricks}: {points}",
                contract=bid,
                tricks=tricks,
                points=Points(points),
            )
            return Line(points, reason, False)
        formula = self._formula(bid, cards, points)
        return Line(
            points, say("{contract} made: {formula}", contract=bid, formula=Formula(formula)), True
        )

    def _formula(self, bid: int, cards: int, points: int) -> str:
        """Return how the points of a made bid are worked out, as in `10 + 2 x 3 = 16`."""
        terms = []
        if bid and self.each:
            own = f"{bid} x {bid}" if self.square else str(bid)
            terms.append(own if self.each == 1 else f"{self.each} x {own}")
        if self.made_cards:
            terms.append(f"{self.made_cards} x {cards}")
        if fixed := self.made if bid else self.zero:
            terms.insert(0, str(fixed))
        if len(terms) < 2 and not self.made_cards:
            return str(points)
        return f"{' + '.join(terms)} = {points}"


def few_cases(scheme: BidScheme) -> Sentence:
    """Return a sentence with the points of a few bids in a hand of ten cards."""
    return say(
        "3 made {three}, 0 made {zero}; 3 bid and 1 taken {under}, 5 taken {over}.",
        three=scheme.points(3, 3, 10),
        zero=scheme.points(0, 0, 10),
        under=scheme.points(3, 1, 10),
        over=scheme.points(3, 5, 10),
    )


class Added(Listed):
    """Numbers of points that are added, each with what it is for."""

    __slots__ = ()

    @property
    def between(self) -> Sentence:
        return say(" plus ")


def describe_scheme(
    rules: object, scheme: BidScheme, titles: Mapping[str, Sentence]
) -> tuple[Sentence, ...]:
    """Return the name of the scoring `rules.scheme` and its points in words.

    titles    the names of the ready-made schemes, by key
    """
    zero = (say("{points}", points=scheme.zero),) if scheme.zero else ()
    card = (_for_each_card(1),) if scheme.zero_cards else ()
    cards = (_for_each_card(scheme.made_cards),) if scheme.made_cards else ()
    off = scheme.missed_zero
    return (
        say(
            "{rule}.", rule=house_rules.scoring_called(titles.get(scheme.name, Given(scheme.name)))
        ),
        say("A made bid scores {points}.", points=_added((*_for_made(scheme), *cards))),
        say("A made zero scores {points}.", points=_added((*zero, *card, *cards))),
        say("A missed bid scores {points}.", points=_added(_for_missed(scheme))),
        *((say("A missed zero scores {points} in addition.", points=Points(off)),) if off else ()),
        *house_rules.in_force(rules, "scheme.over_only", "scheme.under_only", "scheme.low"),
        few_cases(scheme),
    )


def _added(parts: Iterable[Sentence]) -> Added:
    return Added(tuple(parts) or (say("nothing"),))


def _for_made(scheme: BidScheme) -> Iterator[Sentence]:
    if scheme.made:
        yield say("{points}", points=scheme.made)
    if scheme.each and scheme.square:
        yield say("{points} times the square of the tricks bid", points=scheme.each)
    elif scheme.each:
        yield say("{points} for each trick bid", points=scheme.each)


def _for_missed(scheme: BidScheme) -> Iterator[Sentence]:
    if scheme.missed:
        yield say("{points}", points=Points(scheme.missed))
    if scheme.missed_bid:
        yield say("{points} for each trick bid", points=Points(scheme.missed_bid))
    if scheme.missed_trick:
        yield say("{points} for each trick taken", points=Points(scheme.missed_trick))
    if scheme.missed_off:
        yield _for_off(scheme)
    if scheme.missed_cards:
        yield _for_each_card(Points(scheme.missed_cards))


def _for_off(scheme: BidScheme) -> Sentence:
    points = Points(scheme.missed_off)
    if scheme.off_sum:
        return say(
            "{points} for the first trick over or under, twice that for the second, and so on",
            points=points,
        )
    if scheme.off_square:
        return say("{points} times the square of the tricks over or under", points=points)
    return say("{points} for each trick over or under", points=points)


def _for_each_card(points: int) -> Sentence:
    return say("{points} for each card of the hand", points=points)
