"""The questions after the cards are played: tricks, shares of the cards that score, points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import product
from random import Random
from typing import ClassVar

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.rules.bidding_steps import over_or_under
from scorekeeper.rules.steps import (
    MOST_SHARES,
    Content,
    Fact,
    Field,
    Json,
    Option,
    Scene,
    TableStep,
    Tally,
    all_shares,
    ends_of,
    fields_by_side,
    listed,
    listed_text,
    number_of,
    one_of,
    random_shares,
    shape_of,
    whole_number,
    whole_sum,
)
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Listed, Points, Sentence, say, say_count

# Tricks of every side


@dataclass(frozen=True, slots=True)
class TricksStep(TableStep):
    """The number of tricks that each side took.

    unclaimed    the highest number of tricks that may remain unassigned

    Facts: `{"tricks": [0, 3, 8, 2]}` in the order of the sides, or the numbers as text with commas.
    A form sends `{"tricks-0": "0", "tricks-1": "3", …}`, with the unassigned tricks as `"nobody"`.
    """

    kind: ClassVar[str] = "tricks"
    field: ClassVar[str] = "tricks"
    legal: ClassVar[tuple[int, ...]] = ()
    seating: Seating
    scene: Scene
    key: ClassVar[str] = "tricks"
    unclaimed: int = 0

    @property
    def question(self) -> Sentence:
        return say("How many tricks did each take?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """The difference between contracts and tricks, if every player has a contract."""
        contracts, total = self.scene.contracts, self.scene.total
        if (
            not contracts
            or len(contracts) < self.seating.players
            or self.scene.contract_sum == total
        ):
            return ()
        return (over_or_under(self.scene.contract_sum, total),)

    @property
    def fields(self) -> tuple[Field, ...]:
        return fields_by_side("tricks", Content.TRICKS, self.seating.sides)

    @property
    def answers(self) -> Iterator[Fact]:
        sides, most = len(self.seating.sides), self.unclaimed
        for share in all_shares(self.scene.total, sides + bool(most)):
            tricks, nobody = share[:sides], sum(share[sides:])
            if nobody <= most:
                yield {"tricks": tricks, "nobody": nobody} if most else {"tricks": tricks}

    @property
    def examples(self) -> tuple[str]:
        sides = len(self.seating.sides)
        each, more = divmod(self.scene.total, sides)
        return (listed_text(each + (side < more) for side in range(sides)),)

    @property
    def allowed(self) -> Sentence:
        return say("The tricks come to {total}.", total=self.scene.total)

    def random_answer(self, rng: Random) -> Fact:
        return {"tricks": random_shares(self.scene.total, len(self.seating.sides), rng)}

    @property
    def expected(self) -> tuple[int, ...]:
        """The contract of each side, which prefills the form."""
        contracts = dict(self.scene.contracts)
        return tuple(sum(contracts.get(seat, 0) for seat in side) for side in self.seating.sides)

    @property
    def tally(self) -> Tally:
        return Tally.of(self.seating.sides, self.scene)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the tricks of every side; with the unassigned ones they must be all tricks."""
        tricks = self._numbers(fact)
        for side, taken in zip(self.seating.sides, tricks, strict=True):
            if not 0 <= taken <= self.scene.total:
                raise IllegalEntry(
                    "tricks-out-of-range",
                    say(
                        "{seat} took between 0 and {total} tricks.",
                        seat=side[0],
                        total=self.scene.total,
                    ),
                    f"tricks-{self.seating.sides.index(side)}",
                )
        if left := self.left([*tricks, self._unassigned(fact, tricks)]):
            raise IllegalEntry("tricks-do-not-add-up", left, "tricks")
        return tricks

    def left(self, tricks: Sequence[int]) -> Sentence | None:
        """Describe how many tricks are missing or too many; None if the sum is right."""
        missing = self.scene.total - sum(tricks)
        if missing > 0:
            return say_count(
                "{count} trick still to assign", "{count} tricks still to assign", missing
            )
        if missing < 0:
            return say_count("{count} trick too many", "{count} tricks too many", -missing)
        return None

    @property
    def label(self) -> Sentence:
        return say("tricks")

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        unassigned = self.scene.total - sum(answer) if self.unclaimed else 0
        return (
            {"tricks": list(answer), "nobody": unassigned}
            if unassigned
            else {"tricks": list(answer)}
        )

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        took: list[tuple[object, object]] = [
            (Names(side), n) for side, n in zip(self.seating.sides, answer, strict=True)
        ]
        if self.unclaimed and (unassigned := self.scene.total - sum(answer)):
            took.append((say("nobody"), unassigned))
        return say(
            "tricks: {tricks}",
            tricks=Listed(say("{side}\u00a0{tricks}", side=who, tricks=n) for who, n in took),
        )

    def changed(self, answer: object, old: object) -> Iterator[Sentence]:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        assert isinstance(old, tuple)  # noqa: S101
        for side, tricks, was in zip(self.seating.sides, answer, old, strict=True):
            if tricks != was:
                yield say(
                    "tricks of {side}: {number} (was {old})",
                    side=Names(side),
                    number=tricks,
                    old=was,
                )

    def _unassigned(self, fact: Fact, tricks: Sequence[int]) -> int:
        """Return the number of unassigned tricks: as the form says, or what a list lacks."""
        given = number_of(fact, "nobody")
        if given is None:
            given = self.scene.total - sum(tricks) if "tricks" in fact else 0
        return min(max(given, 0), self.unclaimed)

    def _numbers(self, fact: Fact) -> tuple[int, ...]:
        given = fact.get("tricks")
        sides = len(self.seating.sides)
        if given is None:
            listed: list[Json] = [fact.get(f"tricks-{index}") for index in range(sides)]
        elif isinstance(given, str):
            listed = [*given.split(",")]
        else:
            listed = list(given) if isinstance(given, list | tuple) else []
        if len(listed) != sides:
            raise MalformedEntry(
                "wrong-number-of-tricks",
                say(
                    "Tricks are needed for {sides}, not for {given}.",
                    sides=sides,
                    given=len(listed),
                ),
                "tricks",
            )
        numbers = [whole_number(value, f"tricks-{index}") for index, value in enumerate(listed)]
        for index, number in enumerate(numbers):
            if number is None:
                raise MalformedEntry(
                    "no-tricks",
                    say("How many tricks did {seat} take?", seat=self.seating.sides[index][0]),
                    f"tricks-{index}",
                )
        return tuple(number for number in numbers if number is not None)


# Tricks of one of two sides


@dataclass(frozen=True, slots=True)
class SideTricksStep(TableStep):
    """The number of tricks that one side took; the answer has the tricks of both sides.

    side     the index of the side that the question is about
    least    the lowest possible number, for the reason `because`
    notes    the effect of each number of tricks, from 0; may be empty

    Fact: `{"number": 9}`.
    """

    kind: ClassVar[str] = "side-tricks"
    field: ClassVar[str] = "number"
    key: ClassVar[str] = "tricks"
    seating: Seating
    scene: Scene
    side: int
    least: int = 0
    because: Sentence | None = None
    notes: tuple[Sentence, ...] = ()

    @property
    def counted(self) -> Names:
        """The players of the side that the question is about."""
        return Names(self.seating.sides[self.side])

    @property
    def question(self) -> Sentence:
        return say("How many tricks did {side} take?", side=self.counted)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return (say("Of {total}; the others took the rest.", total=self.scene.total),)

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("number", Content.TRICKS, self.seating.sides[self.side]),)

    @property
    def legal(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(self._both, range(self.least, self.scene.total + 1)))

    @property
    def answers(self) -> Iterator[Fact]:
        return ({"number": option.value} for option in self.options)

    @property
    def examples(self) -> Sequence[str]:
        return ends_of([str(option.value) for option in self.options if option.barred is None])

    def random_answer(self, rng: Random) -> Fact:
        return one_of(self, rng)

    @property
    def options(self) -> tuple[Option, ...]:
        """Every number from 0 to all tricks, with the reason if it is impossible."""
        return tuple(
            Option(
                number,
                self.because if number < self.least else None,
                self.notes[number] if self.notes else None,
            )
            for number in range(self.scene.total + 1)
        )

    @property
    def tally(self) -> Tally:
        """The `Tally` of the deal; the side starts at the lowest number it can have taken."""
        start = tuple(self.least if side == self.side else 0 for side in range(2))
        return Tally.of(self.seating.sides, self.scene, start)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if not 0 <= number <= self.scene.total:
            raise IllegalEntry(
                "tricks-out-of-range",
                say(
                    "{side} took between 0 and {total} tricks.",
                    side=self.counted,
                    total=self.scene.total,
                ),
                "number",
            )
        if number < self.least and self.because:
            raise IllegalEntry("too-few-tricks", self.because, "number")
        return self._both(number)

    def fact(self, answer: object) -> Fact:
        return {"number": self._number(answer)}

    def describe(self, answer: object) -> Sentence:
        return say_count(
            "{side} took {count} trick",
            "{side} took {count} tricks",
            self._number(answer),
            side=self.counted,
        )

    def _both(self, number: int) -> tuple[int, ...]:
        others = self.scene.total - number
        return (number, others) if self.side == 0 else (others, number)

    def _number(self, answer: object) -> int:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        return int(answer[self.side])


# Tricks of a player within a side


@dataclass(frozen=True, slots=True)
class PlayerTricksStep(TableStep):
    """The number of a side's tricks that one of its players took.

    most    the number of tricks of the side

    Fact: `{"number": 2}`.
    """

    kind: ClassVar[str] = "player-tricks"
    field: ClassVar[str] = "number"
    seat: Seat
    most: int
    scene: Scene

    @property
    def key(self) -> str:
        """The key of the question, one per seat: `tricks-of-2`."""
        return f"tricks-of-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        return say("How many of the side's tricks did {seat} take?", seat=self.seat)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return ()

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("number", Content.TRICKS, (self.seat,)),)

    @property
    def legal(self) -> tuple[int, ...]:
        return tuple(range(self.most + 1))

    @property
    def shape(self) -> str:
        return shape_of(self, self.most)

    @property
    def answers(self) -> Iterator[Fact]:
        return ({"number": option.value} for option in self.options)

    @property
    def examples(self) -> Sequence[str]:
        return ends_of([*map(str, self.legal)])

    def random_answer(self, rng: Random) -> Fact:
        return one_of(self, rng)

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(map(Option, self.legal))

    def parse(self, fact: Fact) -> int:
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if not 0 <= number <= self.most:
            raise IllegalEntry(
                "tricks-out-of-range",
                say("{seat} took between 0 and {total} tricks.", seat=self.seat, total=self.most),
                "number",
            )
        return number

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, int)  # noqa: S101  (`parse` returned it)
        return {"number": answer}

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, int)  # noqa: S101  (`parse` returned it)
        return say_count(
            "{seat} took {count} trick", "{seat} took {count} tricks", answer, seat=self.seat
        )


# Shares of the cards that score


@dataclass(frozen=True, slots=True)
class Counted:
    """The words for the cards that are counted.

    missing, spare    functions of a number: “3 hearts still to assign”, “2 hearts too many”
    """

    question: Sentence
    label: Sentence
    missing: Callable[[int], Sentence]
    spare: Callable[[int], Sentence]


@dataclass(frozen=True, slots=True)
class SharesStep(TableStep):
    """The number of certain cards that each side took; the answer has one number per side.

    counted    the words for the cards
    total      the number of these cards
    peak       at least one side must have this number, for the reason `because`

    Facts: `{"shares": [2, 5, 0, 6]}`, or the numbers as text with commas; a form sends
    `{"shares-0": "2", "shares-1": "5", …}`. One number may be empty: that side has the rest. If
    nothing is left, several may be empty.
    """

    kind: ClassVar[str] = "shares"
    field: ClassVar[str] = "shares"
    legal: ClassVar[tuple[int, ...]] = ()
    key: str
    seating: Seating
    scene: Scene
    counted: Counted
    total: int
    hints: tuple[Sentence, ...] = ()
    peak: int = 0
    because: Sentence | None = None

    @property
    def question(self) -> Sentence:
        return self.counted.question

    @property
    def fields(self) -> tuple[Field, ...]:
        return fields_by_side("shares", Content.POINTS, self.seating.sides)

    @property
    def shape(self) -> str:
        return shape_of(self, self.key, self.total)

    @property
    def answers(self) -> Iterator[Fact]:
        return ({"shares": share} for share in all_shares(self.total, len(self.seating.sides)))

    @property
    def examples(self) -> tuple[str]:
        return (listed_text([self.total] + [0] * (len(self.seating.sides) - 1)),)

    def random_answer(self, rng: Random) -> Fact:
        shares = random_shares(self.total - self.peak, len(self.seating.sides), rng)
        shares[rng.randrange(len(shares))] += self.peak
        return {"shares": shares}

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the number of every side; they must add up to the total."""
        values = listed(fact, self.field, len(self.seating.sides))
        given = [whole_number(value, f"{self.field}-{i}") for i, value in enumerate(values)]
        rest = self.total - sum(number or 0 for number in given)
        if rest == 0 or given.count(None) == 1:
            given = [max(rest, 0) if number is None else number for number in given]
        numbers: list[int] = []
        for index, number in enumerate(given):
            name, side = f"{self.field}-{index}", Names(self.seating.sides[index])
            if number is None:
                missing = say("The number of {side} is missing.", side=side)
                raise MalformedEntry("no-share", missing, name)
            if not 0 <= number <= self.total:
                raise IllegalEntry(
                    "share-out-of-range",
                    say("{side} took between 0 and {total}.", side=side, total=self.total),
                    name,
                )
            numbers.append(number)
        if left := self.left(sum(numbers)):
            raise IllegalEntry("shares-do-not-add-up", left, self.field)
        if self.because and max(numbers) < self.peak:
            raise IllegalEntry("shares-do-not-add-up", self.because, self.field)
        return tuple(numbers)

    def left(self, given: int) -> Sentence | None:
        """Describe how much is missing or too much; None if the sum is right."""
        missing = self.total - given
        if missing > 0:
            return self.counted.missing(missing)
        return self.counted.spare(-missing) if missing < 0 else None

    @property
    def label(self) -> Sentence:
        return self.counted.label

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        return {"shares": list(answer)}

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        took = zip(self.seating.sides, answer, strict=True)
        return say(
            "{cards}: {shares}",
            cards=self.counted.label,
            shares=Listed(
                say("{side}\u00a0{number}", side=Names(side), number=n) for side, n in took
            ),
        )


# Numbers counted by the table

LOWEST, HIGHEST = -9_999, 99_999
MOST_DRAWS = 500

Refusal = Callable[[tuple[int, ...]], Sentence | None]


@dataclass(frozen=True, slots=True)
class NumbersStep(TableStep):
    """A number of each side; the answer is a tuple with one number per side.

    sum         the required sum; None if any sum is allowed
    multiple    every number must be a multiple of this
    key, question, label
                the key of the question, the question, and a word for the numbers
    bounds      the lowest and the highest number of each side; None for a side that is not asked
                and has 0. Empty if every side is asked, with the usual bounds
    refuse      returns the reason against the numbers of all sides, or None
    draws       random answers that are tried before one is returned that may be refused

    Facts: `{"points": [20, -5, 0]}`, or the numbers as text with commas; a form sends
    `{"points-0": "20", "points-1": "-5", …}`. A text may be a sum, such as `10+15-8`. With
    bounds and a sum, one number may be empty: that side has the rest. A side that is not asked
    has `""`, and `null` beside a sum: if a correction lets it play, its number is missing, and
    neither 0 nor the rest.
    """

    kind: ClassVar[str] = "points"
    field: ClassVar[str] = "points"
    legal: ClassVar[tuple[int, ...]] = ()
    seating: Seating
    scene: Scene
    sum: int | None = None
    multiple: int = 1
    key: str = "points"
    question: Sentence = say("How many points for each?")
    label: Sentence = say("points")
    bounds: tuple[tuple[int, int] | None, ...] = ()
    refuse: Refusal | None = dataclass_field(default=None, compare=False)
    draws: int = MOST_DRAWS

    @property
    def fields(self) -> tuple[Field, ...]:
        return fields_by_side("points", Content.POINTS, self.seating.sides)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        hints: tuple[Sentence, ...] = ()
        if self.sum is not None:
            hints = (say("They must add up to {sum}.", sum=self.sum),)
        if self.sum is not None and self.bounds:
            return (*hints, say("One field may stay empty: it gets the rest."))
        if self.multiple > 1:
            hints = (*hints, say("Each is a multiple of {step}.", step=self.multiple))
        return hints

    @property
    def shape(self) -> str:
        return shape_of(self, self.key, self.bounds)

    @property
    def lowest(self) -> int:
        """The lowest number that any side may have."""
        return min(low for low, _ in self._asked.values())

    @property
    def asked_sides(self) -> tuple[int, ...]:
        """The indices of the sides that are asked for a number."""
        return tuple(self._asked)

    @property
    def _asked(self) -> dict[int, tuple[int, int]]:
        bounds = self.bounds or ((LOWEST, HIGHEST),) * len(self.seating.sides)
        return {side: each for side, each in enumerate(bounds) if each is not None}

    @property
    def answers(self) -> Iterator[Fact]:
        """The ways to share the sum between two sides, with either field empty, or both full."""
        if self.sum is None or not self.bounds or len(self._asked) != 2 or len(self.bounds) != 2:
            return
        low, high = self._asked[0]
        numbers = range(-(-low // self.multiple) * self.multiple, high + 1, self.multiple)
        for one in numbers if 3 * len(numbers) <= MOST_SHARES else ():
            other = self.sum - one
            pairs: tuple[tuple[Json, Json], ...] = ((one, other), (one, ""), ("", other))
            yield from ({self.field: [*pair]} for pair in pairs)

    @property
    def examples(self) -> tuple[str]:
        if not self.bounds and self.sum is None:
            return (listed_text(side * self.multiple for side in range(len(self.seating.sides))),)
        if not self.bounds and self.sum is not None:
            return (listed_text([self.sum] + [0] * (len(self.seating.sides) - 1)),)
        return (listed_text(self._drawn(Random(0))),)  # noqa: S311  (an example)

    def random_answer(self, rng: Random) -> Fact:
        return {"points": list(self._drawn(rng))}

    def _drawn(self, rng: Random) -> tuple[int, ...]:
        """Return random numbers that are legal, if there are any and they are not too rare."""
        for _ in range(self.draws):
            numbers = self._drawn_once(rng)
            if self._refused(numbers) is None:
                break
        return numbers

    def _drawn_once(self, rng: Random) -> tuple[int, ...]:
        step = self.multiple
        usual = (-5 * step, 19 * step) if self.sum is None else (0, abs(self.sum))
        ranges = self._asked if self.bounds else dict.fromkeys(self._asked, usual)
        numbers = [0] * len(self.seating.sides)
        if self.sum is None:
            for side, (low, high) in ranges.items():
                least = -(-low // step)
                numbers[side] = rng.randint(least, max(least, high // step)) * step
            return tuple(numbers)
        if not self.bounds:
            shares = random_shares(abs(self.sum) // step, len(numbers), rng)
            return tuple(share * (-step if self.sum < 0 else step) for share in shares)
        for side, (low, _) in ranges.items():
            numbers[side] = -(-low // step) * step
        rest = self.sum - sum(numbers)
        for side in rng.sample([*ranges], len(ranges)) * 2:  # the second time, all that is left
            room = min(rest, ranges[side][1] - numbers[side]) // step
            more = (room if rng.random() < 0.3 else rng.randint(0, max(room, 0))) * step
            numbers[side], rest = numbers[side] + more, rest - more
        for side, (_, high) in ranges.items():
            more = min(rest, high - numbers[side]) // step * step
            numbers[side], rest = numbers[side] + more, rest - more
        return tuple(numbers)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        sides, asked = self.seating.sides, self._asked
        values = listed(fact, self.field, len(sides))
        given = [
            whole_sum(value, f"{self.field}-{index}") if index in asked else 0
            for index, value in enumerate(values)
        ]
        gets_rest = given.count(None) == 1 and values[given.index(None)] is not None
        if self.sum is not None and self.bounds and gets_rest:
            rest = self.sum - sum(number or 0 for number in given)
            given = [rest if number is None else number for number in given]
        numbers: list[int] = []
        for index, number in enumerate(given):
            name, side = f"{self.field}-{index}", Names(sides[index])
            if number is None:
                raise MalformedEntry("no-points", self._missing(side), name)
            if index in asked:
                self._check(given, index, name, side)
            numbers.append(number)
        if left := self.left(sum(numbers)):
            raise IllegalEntry("points-do-not-add-up", left, self.field)
        if refused := self._refused(tuple(numbers)):
            raise IllegalEntry("rules-refuse", refused, self.field)
        return tuple(numbers)

    def _missing(self, side: Names) -> Sentence:
        return say("The number of {side} is missing.", side=side)

    def _check(self, given: Sequence[int | None], index: int, name: str, side: Names) -> None:
        """Raise IllegalEntry if the number of a side is out of bounds, or not a multiple."""
        number, (low, high) = given[index], self._asked[index]
        assert number is not None  # noqa: S101  (callers check this first)
        if not low <= number <= high:
            why = self._refused(self._within_bounds(given, index))
            raise IllegalEntry("points-out-of-range", why or self._range(side, low, high), name)
        if number % self.multiple:
            raise IllegalEntry(
                "not-a-multiple",
                say(
                    "{side}: {points} is not a multiple of {step}.",
                    side=side,
                    points=number,
                    step=self.multiple,
                ),
                name,
            )

    def _within_bounds(self, given: Sequence[int | None], but: int) -> tuple[int, ...]:
        """Return a number for each side, those of all sides `but` one moved into their bounds."""
        numbers = [0] * len(given)
        for index, (low, high) in self._asked.items():
            number = low if (known := given[index]) is None else known
            numbers[index] = number if index == but else min(max(number, low), high)
        return tuple(numbers)

    def _range(self, side: Names, low: int, high: int) -> Sentence:
        return say("{side}: a number from {low} to {high}.", side=side, low=low, high=high)

    def _refused(self, numbers: tuple[int, ...]) -> Sentence | None:
        return self.refuse(numbers) if self.refuse else None

    def left(self, given: int) -> Sentence | None:
        """Describe how many points are missing or too many; None if the sum is right."""
        missing = 0 if self.sum is None else self.sum - given
        if missing > 0:
            return say_count(
                "{count} point still to assign", "{count} points still to assign", missing
            )
        if missing < 0:
            return say_count("{count} point too many", "{count} points too many", -missing)
        return None

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        asked, absent = self._asked, "" if self.sum is None else None
        return {"points": [n if side in asked else absent for side, n in enumerate(answer)]}

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        sides = self.seating.sides
        has = [(Names(sides[side]), answer[side]) for side in self._asked]
        return say(
            "{what}: {numbers}",
            what=self.label,
            numbers=Listed(say("{side}\u00a0{points}", side=side, points=n) for side, n in has),
        )


# A word of each side

Word = tuple[str, object, Sentence]  # its code, its value, and the text on its tile


@dataclass(frozen=True, slots=True)
class WordsStep(TableStep):
    """A word of each side, such as a call, or yes or no; the answer has one value per side.

    words          the words to choose from, the usual one first: it needs no tap
    asked_sides    the indices of the sides that are asked; the others have the usual word
    refuse         returns the reason against an answer, or None
    draws          random answers that are tried before one is returned that may be refused

    Facts: `{"words": ["none", "tichu"]}`, or the codes as text with commas, empty for a side that
    is not asked; a form sends `{"words-0": "none", "words-1": "tichu"}`.
    """

    kind: ClassVar[str] = "words"
    field: ClassVar[str] = "words"
    legal: ClassVar[tuple[object, ...]] = ()
    key: str
    seating: Seating
    scene: Scene
    question: Sentence
    label: Sentence
    words: tuple[Word, ...]
    asked_sides: tuple[int, ...]
    refuse: Callable[[tuple[object, ...]], Sentence | None] = dataclass_field(compare=False)
    draws: int = MOST_DRAWS
    hints: ClassVar[tuple[Sentence, ...]] = ()

    @property
    def fields(self) -> tuple[Field, ...]:
        return fields_by_side(self.field, Content.CHOICE, self.seating.sides)

    @property
    def answers(self) -> Iterator[Fact]:
        if len(self.words) ** len(self.asked_sides) > MOST_SHARES:
            return
        codes = [code for code, _, _ in self.words]
        sides = range(len(self.seating.sides))
        for chosen in product(
            *(codes if side in self.asked_sides else codes[:1] for side in sides)
        ):
            yield {self.field: [*chosen]}

    @property
    def examples(self) -> tuple[str]:
        return (",".join(self._drawn(Random(0))),)  # noqa: S311  (an example)

    @property
    def shape(self) -> str:
        codes = (code for code, _, _ in self.words)
        return shape_of(self, self.key, *codes, self.asked_sides)

    def random_answer(self, rng: Random) -> Fact:
        return {self.field: self._drawn(rng)}

    def _drawn(self, rng: Random) -> list[str]:
        """Return random words that are legal, if there are any and they are not too rare."""
        codes = [code for code, _, _ in self.words]
        for _ in range(self.draws):
            chosen = self._of_all([rng.choice(codes) for _ in self.asked_sides])
            if self.refuse(self._values(chosen)) is None:
                break
        return chosen

    def parse(self, fact: Fact) -> tuple[object, ...]:
        given = listed(fact, self.field, len(self.seating.sides))
        values = self._values(
            self._of_all([self._known(given[side], side) for side in self.asked_sides])
        )
        if refused := self.refuse(values):
            raise IllegalEntry("rules-refuse", refused, self.field)
        return values

    def _known(self, given: Json, side: int) -> str:
        code = str(given).strip()
        if code not in [word for word, _, _ in self.words]:
            raise MalformedEntry("no-choice", self.question, f"{self.field}-{side}")
        return code

    def _of_all(self, chosen: Sequence[str]) -> list[str]:
        """Return the codes of all sides, of which those who are asked chose these."""
        codes = [self.words[0][0]] * len(self.seating.sides)
        for side, code in zip(self.asked_sides, chosen, strict=True):
            codes[side] = code
        return codes

    def _values(self, codes: Sequence[str]) -> tuple[object, ...]:
        values = {code: value for code, value, _ in self.words}
        return tuple(values[code] for code in codes)

    def fact(self, answer: object) -> Fact:
        codes = {value: code for code, value, _ in self.words}
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        asked = self.asked_sides
        return {self.field: [codes[v] if side in asked else "" for side, v in enumerate(answer)]}

    def describe(self, answer: object) -> Sentence:
        """Return the words that are not the usual one; the usual one if there are none."""
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        faces = {value: face for _, value, face in self.words}
        told: list[object] = [
            say("{side}\u00a0{number}", side=Names(side), number=faces[value])
            for side, value in zip(self.seating.sides, answer, strict=True)
            if value != self.words[0][1]
        ]
        return say("{what}: {numbers}", what=self.label, numbers=Listed(told or [self.words[0][2]]))


@dataclass(frozen=True, slots=True)
class PointsStep(NumbersStep):
    """The points of each side, which the table has counted."""

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        has = zip(self.seating.sides, answer, strict=True)
        return say(
            "{label}: {points}",
            label=self.label,
            points=Listed(
                say("{side}\u00a0{points}", side=Names(side), points=Points(n)) for side, n in has
            ),
        )

    def _missing(self, side: Names) -> Sentence:
        return say("{side} still has no points.", side=side)

    def _range(self, side: Names, low: int, high: int) -> Sentence:  # noqa: ARG002  (as above)
        return say("Points are a number from {low} to {high}.", low=low, high=high)
