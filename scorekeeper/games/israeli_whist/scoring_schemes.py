"""Scoring schemes of Israeli Whist: the points of each result as numbers, and their reasons.

Sources of the five schemes: `standard` and `elhanani` are on pagat.com's English page,
`pagat-german` and `elhanani-german` on its German page, `wikipedia` is in the Wikipedia article.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from scorekeeper.rules import house_rules
from scorekeeper.rules.points import Line, Prize
from scorekeeper.wording import Formula, Given, Points, Sentence, say, say_count

TRICKS = 13


class Made(Enum):
    """How the points of a made contract of one trick or more grow."""

    SQUARE = "square"
    LINEAR = "linear"


class AllMissed(Enum):
    """The rule for a deal in which nobody makes their contract."""

    SCORED = "scored"
    VOID = "void"
    DOUBLED = "doubled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """A scoring scheme, in points.

    made                a made contract of n >= 1 scores n x n, or n times `each`
    each                points per trick of a made contract, if `made` is linear
    bonus               added to every made contract of n >= 1
    missed              lost for each trick over or under a contract of n >= 1
    zero_under, zero_over
                        for a made zero, if the contracts total less or more than 13
    failed_under, failed_over
                        for the first trick of a failed zero
    failed_next         for each further trick of a failed zero
    failed_cap          the upper limit for a failed zero; None for no limit
    all_missed          what happens if nobody makes their contract; a failed zero is a miss
    """

    name: str = house_rules.name("Standard", say("Name of the scoring"), 40)
    made: Made = house_rules.choice(
        Made.SQUARE,
        say("A made contract scores"),
        {Made.SQUARE: say("the square of its tricks"), Made.LINEAR: say("so much a trick")},
    )
    each: int = house_rules.number(
        10,
        say("Points a trick, if so much a trick"),
        0,
        100,
        says=lambda value: say(
            "A made contract scores {value} a trick, unless its tricks are squared", value=value
        ),
    )
    bonus: int = house_rules.number(
        10,
        say("Bonus for a made contract"),
        0,
        200,
        says=lambda value: say("A made contract scores {value} more", value=value),
        off=say("A made contract scores nothing more"),
    )
    missed: int = house_rules.number(
        10,
        say("Lost for each trick over or under"),
        0,
        100,
        says=lambda value: say("Each trick over or under a contract costs {value}", value=value),
    )
    zero_under: int = house_rules.number(
        50,
        say("Made zero, under"),
        0,
        500,
        says=lambda value: say("A zero bid and made scores {value} under", value=value),
    )
    zero_over: int = house_rules.number(
        30,
        say("Made zero, over"),
        0,
        500,
        says=lambda value: say("A zero bid and made scores {value} over", value=value),
    )
    failed_under: int = house_rules.number(
        -50,
        say("Failed zero, first trick, under"),
        -500,
        0,
        says=lambda value: say(
            "A failed zero scores {value} for its first trick, under", value=value
        ),
    )
    failed_over: int = house_rules.number(
        -50,
        say("Failed zero, first trick, over"),
        -500,
        0,
        says=lambda value: say(
            "A failed zero scores {value} for its first trick, over", value=value
        ),
    )
    failed_next: int = house_rules.number(
        10,
        say("Failed zero, each further trick"),
        -100,
        100,
        says=lambda value: say("A failed zero scores {value} for each further trick", value=value),
    )
    failed_cap: int | None = house_rules.number(
        None,
        say("Failed zero, at most (empty: no bound)"),
        -500,
        500,
        optional=True,
        says=lambda value: say("A failed zero scores {value} at most", value=value),
        off=say("The cost of a failed zero has no bound"),
    )
    all_missed: AllMissed = house_rules.choice(
        AllMissed.SCORED,
        say("When all four miss"),
        {
            AllMissed.SCORED: say("the points count as usual"),
            AllMissed.VOID: say("nobody scores"),
            AllMissed.DOUBLED: say("the points count double"),
        },
    )

    @property
    def title(self) -> Sentence | Given:
        """The name of the scheme; a sentence that can be translated if it is one of `SCHEMES`."""
        return TITLES.get(self.name, Given(self.name))

    def line(self, contract: int, tricks: int, over: bool) -> Line:
        """Return the points of one player with the reason, ignoring the other players."""
        if contract == 0:
            return self._zero(tricks, over)
        if tricks == contract:
            return self._made(contract)
        return self._missed(contract, tricks)

    def score(
        self, contracts: Sequence[int], tricks: Sequence[int]
    ) -> tuple[tuple[Line, ...], ...]:
        """Return the points of each player with their reasons, in the order of `contracts`."""
        over = sum(contracts) > TRICKS
        line = _cached_line(self)
        lines = [
            line(contract, taken, over) for contract, taken in zip(contracts, tricks, strict=True)
        ]
        if self.all_missed is AllMissed.SCORED or any(line.made for line in lines):
            return tuple((line,) for line in lines)
        return tuple((line, self._all_missed(line)) for line in lines)

    def _made(self, contract: int) -> Line:
        if self.made is Made.SQUARE:
            points, sum_ = contract * contract, f"{contract} x {contract}"
        else:
            points, sum_ = contract * self.each, f"{contract} x {self.each}"
        points += self.bonus
        formula = Formula(
            f"{sum_} + {self.bonus} = {points}" if self.bonus else f"{sum_} = {points}"
        )
        return Line(
            points, say("{contract} made: {formula}", contract=contract, formula=formula), True
        )

    def _missed(self, contract: int, tricks: int) -> Line:
        off = abs(tricks - contract)
        points = Points(-self.missed * off)
        reason = say(
            "said {contract}, took {tricks}: {points}",
            contract=contract,
            tricks=tricks,
            points=points,
        )
        return Line(-self.missed * off, reason, False)

    def _zero(self, tricks: int, over: bool) -> Line:
        if tricks == 0:
            points = self.zero_over if over else self.zero_under
            reason = (
                say("zero, over: {points}", points=points)
                if over
                else say("zero, under: {points}", points=points)
            )
            return Line(points, reason, True)
        first = self.failed_over if over else self.failed_under
        points = first + (tricks - 1) * self.failed_next
        formula = str(points)
        if tricks > 1 and self.failed_next:
            sign = "+" if self.failed_next > 0 else "-"
            formula = f"{first} {sign} {tricks - 1} x {abs(self.failed_next)} = {points}"
        if self.failed_cap is not None and points > self.failed_cap:
            points = self.failed_cap
            return Line(
                points,
                say_count(
                    "zero failed, {count} trick: {formula}, at most {cap}",
                    "zero failed, {count} tricks: {formula}, at most {cap}",
                    tricks,
                    formula=Formula(formula),
                    cap=Points(points),
                ),
                False,
            )
        return Line(
            points,
            say_count(
                "zero failed, {count} trick: {formula}",
                "zero failed, {count} tricks: {formula}",
                tricks,
                formula=Formula(formula),
            ),
            False,
        )

    def _all_missed(self, line: Line) -> Line:
        if self.all_missed is AllMissed.VOID:
            return Line(-line.points, say("all four missed: nobody scores"))
        return Line(
            line.points, say("all four missed: doubled, {points} more", points=Points(line.points))
        )

    def describe(self) -> tuple[Sentence, ...]:
        return (
            self._describe_made(),
            say("Each trick over or under a contract costs {points}.", points=self.missed),
            say(
                "Zero bid and made: {under} under, {over} over.",
                under=Points(self.zero_under),
                over=Points(self.zero_over),
            ),
            *self._describe_failed(),
            self.when_all_miss,
        )

    @property
    def when_all_miss(self) -> Sentence:
        """The rule for a deal in which nobody makes their contract, in words."""
        return {
            AllMissed.SCORED: say("When all four miss, the points count as usual."),
            AllMissed.VOID: say("When all four miss, nobody scores."),
            AllMissed.DOUBLED: say("When all four miss, the points count double."),
        }[self.all_missed]

    def _describe_made(self) -> Sentence:
        three, eight = Points(self._made(3).points), Points(self._made(8).points)
        if self.made is Made.LINEAR and self.bonus:
            return say(
                "A made contract scores {each} a trick and {bonus} more: 3 made is {three}.",
                each=self.each,
                bonus=self.bonus,
                three=three,
            )
        if self.made is Made.LINEAR:
            return say(
                "A made contract scores {each} a trick: 3 made is {three}.",
                each=self.each,
                three=three,
            )
        if self.bonus:
            return say(
                "A made contract scores the square of its tricks and {bonus} more: "
                "3 made is {three}, 8 made is {eight}.",
                bonus=self.bonus,
                three=three,
                eight=eight,
            )
        return say(
            "A made contract scores the square of its tricks: "
            "3 made is {three}, 8 made is {eight}.",
            three=three,
            eight=eight,
        )

    def _describe_failed(self) -> tuple[Sentence, ...]:
        if self.failed_under == self.failed_over:
            first = say(
                "Zero bid and failed: {first} for the first trick, {next} for each further one.",
                first=Points(self.failed_under),
                next=Points(self.failed_next),
            )
        else:
            first = say(
                "Zero bid and failed: {under} under or {over} over for the first trick, "
                "{next} for each further one.",
                under=Points(self.failed_under),
                over=Points(self.failed_over),
                next=Points(self.failed_next),
            )
        if self.failed_cap is None:
            return (first,)
        return first, say("A failed zero scores at most {cap}.", cap=Points(self.failed_cap))


@lru_cache(maxsize=64)
def _cached_line(scheme: Scheme) -> Callable[[int, int, bool], Line]:
    """Return `Scheme.line` with a cache; a scheme has only a few different lines."""
    return lru_cache(maxsize=1024)(scheme.line)


STANDARD = Scheme(name="Standard")
PAGAT_GERMAN = Scheme(name="Pagat, German page")
WIKIPEDIA = Scheme(name="Wikipedia", zero_over=25)
ELHANANI = Scheme(
    name="Elhanani",
    bonus=0,
    missed=5,
    zero_under=50,
    zero_over=25,
    failed_under=-30,
    failed_over=-30,
    failed_next=-5,
    all_missed=AllMissed.VOID,
)
ELHANANI_GERMAN = Scheme(
    name="Elhanani, German page",
    bonus=0,
    missed=5,
    zero_under=50,
    zero_over=25,
    failed_under=-25,
    failed_over=-25,
    failed_next=5,
    all_missed=AllMissed.VOID,
)

SCHEMES: dict[str, Scheme] = {
    "standard": STANDARD,
    "pagat-german": PAGAT_GERMAN,
    "wikipedia": WIKIPEDIA,
    "elhanani": ELHANANI,
    "elhanani-german": ELHANANI_GERMAN,
}

TITLES: dict[str, Sentence] = {
    STANDARD.name: say("Standard"),
    PAGAT_GERMAN.name: say("Pagat, German page"),
    WIKIPEDIA.name: say("Wikipedia"),
    ELHANANI.name: say("Elhanani"),
    ELHANANI_GERMAN.name: say("Elhanani, German page"),
}

NOTES: dict[str, Sentence] = {
    "standard": say(
        "pagat.com, English page. A failed zero loses 50 and gets 10 back for each further trick. "
        "The same points in every case as Pagat, German page."
    ),
    "pagat-german": say(
        "pagat.com, German page. A failed zero loses 60, less 10 for each trick taken. "
        "The same points in every case as Standard."
    ),
    "wikipedia": say("The Wikipedia article: a zero made over is worth 25, not 30."),
    "elhanani": say(
        "Yoni Elhanani's scheme on pagat.com's English page: no bonus, 5 a trick missed; "
        "a failed zero loses 25 and 5 more for each trick."
    ),
    "elhanani-german": say(
        "Yoni Elhanani's scheme on pagat.com's German page: as the English one, but a failed zero "
        "loses 30, less 5 for each trick."
    ),
}


@lru_cache(maxsize=64)  # every page of a game needs it once per side; it takes 6 ms
def prizes(scheme: Scheme) -> tuple[tuple[Prize, ...], ...]:
    """Return the results that score in one deal: made contracts of 1 or more, then a made zero."""
    made = tuple(
        Prize(
            say("a made {number}", number=number),
            scheme.line(number, number, over=False).points,
            _most(scheme, number),
            number,
        )
        for number in range(1, TRICKS + 1)
    )
    under, over = (scheme.line(0, 0, over=over).points for over in (False, True))
    either = max(_most(scheme, 0, over=over) for over in (False, True))
    zero = Prize(say("a made zero"), min(under, over), either)
    zero_under = Prize(say("a made zero (under)"), under, _most(scheme, 0, over=False), over=False)
    zero_over = Prize(say("a made zero (over)"), over, _most(scheme, 0, over=True), over=True)
    return made, (zero, zero_under, zero_over)


def _most(scheme: Scheme, made: int, *, over: bool | None = None) -> int:
    """Return the highest score that another player can reach if a contract of `made` is made.

    over    whether the contracts total more than 13; None for either case

    Contracts never total exactly 13: if these two alone reach 13, the deal is over.
    """
    line = _cached_line(scheme)
    return max(
        line(contract, taken, case).points
        for contract in range(TRICKS + 1)
        for taken in range(TRICKS - made + 1)
        for case in (False, True)
        if over in {None, case} and (case or made + contract < TRICKS)
    )
