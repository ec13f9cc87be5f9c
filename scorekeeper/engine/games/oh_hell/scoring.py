"""The scoring of Oh Hell as numbers, and the schemes of the sources.

Sources, as named at each: Wikipedia's list of scorings, The Guardian (2008), mrpikes.com,
geisert.me, and score keepers on GitHub.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.wording import Formula, Given, Points, Sentence, say


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """What a made and a missed bid score; a table may make its own."""

    name: str = house_rules.name("Own numbers", say("Name of the scoring"), 40)
    made: int = house_rules.number(10, say("A made bid scores"), 0, 100)
    each: int = house_rules.number(1, say("and for each trick bid"), 0, 20)
    square: bool = house_rules.toggle(False, say("The tricks bid count squared"))
    zero: int = house_rules.number(10, say("A made zero scores"), 0, 100)
    zero_cards: bool = house_rules.toggle(False, say("and 1 for each card of the hand"))
    missed: int = house_rules.number(0, say("A missed bid scores"), -100, 100)
    missed_bid: int = house_rules.number(0, say("and for each trick bid, if missed"), -20, 20)
    missed_trick: int = house_rules.number(0, say("and for each trick taken, if missed"), -20, 20)
    missed_off: int = house_rules.number(0, say("and for each trick over or under"), -20, 20)
    off_square: bool = house_rules.toggle(False, say("The tricks over or under count squared"))
    off_sum: bool = house_rules.toggle(
        False, say("Of these tricks the first counts once, the second twice, and so on")
    )
    missed_cards: int = house_rules.number(
        0, say("and for each card of the hand, if missed"), -20, 20
    )
    missed_zero: int = house_rules.number(0, say("A missed zero scores besides"), -100, 100)
    over_only: bool = house_rules.toggle(False, say("Too few tricks score nothing"))
    low: bool = house_rules.toggle(False, say("Points are bad: the lowest total wins"))

    @property
    def title(self) -> Sentence | Given:
        """The name, which is known to those who translate where it is that of a source."""
        return TITLES.get(self.name, Given(self.name))

    def points(self, bid: int, tricks: int, cards: int) -> int:
        """The points of one player in a hand of so many cards."""
        if bid == tricks:
            if not bid:
                return self.zero + (cards if self.zero_cards else 0)
            return self.made + self.each * (bid * bid if self.square else bid)
        off = abs(bid - tricks)
        if self.over_only and tricks < bid:
            return 0
        return (
            self.missed
            + self.missed_bid * bid
            + self.missed_trick * tricks
            + self.missed_off * self._counted(off)
            + self.missed_cards * cards
            + (0 if bid else self.missed_zero)
        )

    def _counted(self, off: int) -> int:
        """What so many tricks over or under count."""
        if self.off_sum:
            return off * (off + 1) // 2
        return off * off if self.off_square else off

    def line(self, bid: int, tricks: int, cards: int) -> Line:
        """The same, with the reason."""
        points = self.points(bid, tricks, cards)
        if bid != tricks:
            reason = say(
                "said {contract}, took {tricks}: {points}",
                contract=bid,
                tricks=tricks,
                points=Points(points),
            )
            return Line(points, reason, False)
        formula = str(points)
        if bid and self.made and self.each:
            own = f"{bid} x {bid}" if self.square else str(bid)
            formula = (
                f"{self.made} + {own if self.each == 1 else f'{self.each} x {own}'} = {points}"
            )
        return Line(
            points, say("{contract} made: {formula}", contract=bid, formula=Formula(formula)), True
        )


TITLES: dict[str, Sentence] = {
    "exact": say("Exact"),
    "basic": say("Basic"),
    "five": say("Five"),
    "reduced-zero": say("Reduced zero"),
    "adjusted-zero": say("Adjusted zero"),
    "get-fred": say("Get Fred"),
    "oy-vey": say("Oy Vey"),
    "progressive": say("Progressive"),
    "squares": say("Squares"),
    "ten-and-off": say("Ten and off"),
    "basas": say("Basas"),
    "montreal": say("Montreal"),
    "tens": say("Tens"),
    "tens-penalty": say("Tens with a penalty"),
    "minus-bid": say("Minus the bid"),
    "mirror": say("Mirror"),
    "less-five": say("Less five"),
    "progressive-penalty": say("Progressive penalty"),
    "over-counts": say("Only over counts"),
    "binary": say("Binary"),
    "golf": say("Golf"),
    "golf-squares": say("Golf, squares"),
    "golf-cards": say("Golf, cards"),
}
_GOLF: dict[str, int | bool] = {"made": 0, "each": 0, "zero": 0, "low": True}
_NUMBERS: dict[str, dict[str, int | bool]] = {
    "exact": {},  # Wikipedia; commonly given as pagat.com's
    "basic": {"missed_trick": 1},  # Wikipedia, The Guardian, dkmgames.com
    "five": {"made": 5, "zero": 5, "missed_trick": 1},  # Wikipedia, FScore
    "reduced-zero": {"zero": 5, "missed_trick": 1},  # Wikipedia, as those to `progressive`
    "adjusted-zero": {"zero": 5, "zero_cards": True, "missed_trick": 1},
    "get-fred": {"missed_off": -1},
    "oy-vey": {"square": True, "missed_off": -1},
    "progressive": {"square": True, "missed_trick": 1},
    "squares": {"square": True, "missed_off": -1, "off_square": True},  # pagat.com, a variation
    "ten-and-off": {"missed": -10, "missed_off": -1},  # mrpikes.com
    "basas": {"square": True, "missed_off": -3},  # Wikipedia (Mexico), as those to `minus-bid`
    "montreal": {"each": 2},
    "tens": {"made": 0, "each": 10, "zero": 5},
    "tens-penalty": {"made": 0, "each": 10, "zero": 5, "missed_bid": -10, "missed_zero": -5},
    "minus-bid": {"missed_bid": -1},
    "mirror": {"missed": -10, "missed_bid": -1},  # psalaets
    "less-five": {"missed": -5, "missed_trick": 1},  # geisert.me
    "progressive-penalty": {"missed_bid": -1, "missed_off": -10},  # Wikipedia
    "over-counts": {"missed_trick": 1, "over_only": True},  # estimationwhist
    "binary": {"each": 0},  # Wikipedia, as those below
    "golf": {**_GOLF, "missed_off": 1, "off_sum": True},
    "golf-squares": {**_GOLF, "missed_off": 1, "off_square": True},
    "golf-cards": {**_GOLF, "missed_cards": 1},
}
SCHEMES = {key: Scheme(name=key, **numbers) for key, numbers in _NUMBERS.items()}  # type: ignore[arg-type]
EXACT = SCHEMES["exact"]
