"""The questions after the cards are played: tricks, shares of the cards that score, points."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from itertools import product
from random import Random
from typing import ClassVar, NamedTuple

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
    number_of_tricks,
    one_of,
    random_shares,
    shape_of,
    values_by_side,
    whole_number,
    whole_sum,
)
from scorekeeper.seating import Names, Seat, Seating, Side
from scorekeeper.wording import Listed, Points, Sentence, say, say_count

# A number of every side


@dataclass(frozen=True, slots=True)
class Counted:
    """The words for what is counted.

    missing, spare    functions of a number: “3 hearts still to assign”, “2 hearts too many”
    """

    question: Sentence
    label: Sentence
    missing: Callable[[int], Sentence]
    spare: Callable[[int], Sentence]


class Codes(NamedTuple):
    """The codes of errors: for a missing number, an impossible one, and a wrong sum."""

    missing: str
    impossible: str
    wrong_sum: str


class NumbersBySide(TableStep):
    """Base class of the questions for a number of each side; the answer has one number per side.

    terms       the words for what is counted
    required    the sum that the numbers must have; None if any sum is allowed
    """

    __slots__ = ()
    legal: ClassVar[tuple[int, ...]] = ()
    content: ClassVar[Content] = Content.POINTS
    field: ClassVar[str]
    codes: ClassVar[Codes]
    seating: Seating

    @property
    def terms(self) -> Counted:
        raise NotImplementedError

    @property
    def required(self) -> int | None:
        raise NotImplementedError

    @property
    def question(self) -> Sentence:
        return self.terms.question

    @property
    def label(self) -> Sentence:
        return self.terms.label

    @property
    def fields(self) -> tuple[Field, ...]:
        return fields_by_side(self.field, self.content, self.seating.sides)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        given = self._given(fact)
        numbers: list[int] = []
        for index, number in enumerate(given):
            if number is None:
                raise self._no_number(index)
            self._check(given, index, number)
            numbers.append(number)
        if left := self.left(sum(numbers) + self._unassigned(fact, numbers)):
            raise IllegalEntry(self.codes.wrong_sum, left, self.field)
        if refusal := self._refusal(tuple(numbers)):
            raise refusal
        return tuple(numbers)

    def left(self, given: int) -> Sentence | None:
        """Describe how much is missing or too much; None if the sum is right."""
        missing = 0 if self.required is None else self.required - given
        if missing > 0:
            return self.terms.missing(missing)
        return self.terms.spare(-missing) if missing < 0 else None

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        return {self.field: list(answer)}

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        numbers = [
            say("{side}\u00a0{number}", side=who, number=number)
            for who, number in self._described(answer)
        ]
        return say("{what}: {numbers}", what=self.label, numbers=Listed(numbers))

    def _name(self, index: int) -> str:
        return f"{self.field}-{index}"

    def _given(self, fact: Fact) -> list[int | None]:
        """Read the number of each side; None if it is missing."""
        values = listed(fact, self.field, len(self.seating.sides))
        return [whole_number(value, self._name(index)) for index, value in enumerate(values)]

    def _no_number(self, index: int) -> MalformedEntry:
        why = self._missing(self.seating.sides[index])
        return MalformedEntry(self.codes.missing, why, self._name(index))

    def _missing(self, side: Side) -> Sentence:
        return say("The number of {side} is missing.", side=Names(side))

    def _check(self, given: Sequence[int | None], index: int, number: int) -> None:  # noqa: ARG002
        """Raise IllegalEntry if a side cannot have its number."""
        most = self.required or 0
        if not 0 <= number <= most:
            why = self._range(self.seating.sides[index], most)
            raise IllegalEntry(self.codes.impossible, why, self._name(index))

    def _range(self, side: Side, most: int) -> Sentence:
        return say("{side} took between 0 and {total}.", side=Names(side), total=most)

    def _unassigned(self, fact: Fact, numbers: Sequence[int]) -> int:  # noqa: ARG002
        return 0

    def _refusal(self, numbers: tuple[int, ...]) -> IllegalEntry | None:  # noqa: ARG002
        """Return the reason against numbers whose sum is right, as an error."""
        return None

    def _described(self, answer: tuple[int, ...]) -> list[tuple[object, object]]:
        """Return the parts of the description: who has which number."""
        return [*zip(map(Names, self.seating.sides), answer, strict=True)]


# Tricks of every side

TRICKS = Counted(
    say("How many tricks did each take?"),
    say("tricks"),
    lambda count: say_count(
        "{count} trick still to assign", "{count} tricks still to assign", count
    ),
    lambda count: say_count("{count} trick too many", "{count} tricks too many", count),
)


@dataclass(frozen=True, slots=True)
class TricksStep(NumbersBySide):
    """The number of tricks that each side took.

    unclaimed    the highest number of tricks that may remain unassigned

    Facts: `{"tricks": [0, 3, 8, 2]}` in the order of the sides, or the numbers as text with commas.
    A form sends `{"tricks-0": "0", "tricks-1": "3", …}`, with the unassigned tricks as `"nobody"`.
    """

    kind: ClassVar[str] = "tricks"
    field: ClassVar[str] = "tricks"
    codes: ClassVar[Codes] = Codes("no-tricks", "tricks-out-of-range", "tricks-do-not-add-up")
    content: ClassVar[Content] = Content.TRICKS
    terms: ClassVar[Counted] = TRICKS
    seating: Seating
    scene: Scene
    key: ClassVar[str] = "tricks"
    unclaimed: int = 0

    @property
    def required(self) -> int:
        return self.scene.total

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

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        nobody = self._nobody(answer)
        return {"tricks": list(answer)} | ({"nobody": nobody} if nobody else {})

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

    def _nobody(self, answer: tuple[int, ...]) -> int:
        return self.scene.total - sum(answer) if self.unclaimed else 0

    def _given(self, fact: Fact) -> list[int | None]:
        sides = len(self.seating.sides)
        values = values_by_side(fact, "tricks", sides)
        if len(values) != sides:
            why = say(
                "Tricks are needed for {sides}, not for {given}.", sides=sides, given=len(values)
            )
            raise MalformedEntry("wrong-number-of-tricks", why, "tricks")
        given = [whole_number(value, self._name(index)) for index, value in enumerate(values)]
        if None in given:
            raise self._no_number(given.index(None))
        return given

    def _missing(self, side: Side) -> Sentence:
        return say("How many tricks did {seat} take?", seat=side[0])

    def _range(self, side: Side, most: int) -> Sentence:
        return say("{seat} took between 0 and {total} tricks.", seat=side[0], total=most)

    def _described(self, answer: tuple[int, ...]) -> list[tuple[object, object]]:
        nobody = self._nobody(answer)
        unassigned = [(say("nobody"), nobody)] if nobody else []
        return [*NumbersBySide._described(self, answer), *unassigned]


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
        number = number_of_tricks(self, fact, self.scene.total)
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
    def label(self) -> Sentence:
        """A word for the number."""
        return say("own tricks")

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
        return number_of_tricks(self, fact, self.most)

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
class SharesStep(NumbersBySide):
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
    codes: ClassVar[Codes] = Codes("no-share", "share-out-of-range", "shares-do-not-add-up")
    key: str
    seating: Seating
    scene: Scene
    counted: Counted
    total: int
    hints: tuple[Sentence, ...] = ()
    peak: int = 0
    because: Sentence | None = None

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

    @property
    def terms(self) -> Counted:
        return self.counted

    @property
    def required(self) -> int:
        return self.total

    def _given(self, fact: Fact) -> list[int | None]:
        given = NumbersBySide._given(self, fact)
        rest = self.total - sum(number or 0 for number in given)
        if rest == 0 or given.count(None) == 1:
            return [max(rest, 0) if number is None else number for number in given]
        return given

    def _refusal(self, numbers: tuple[int, ...]) -> IllegalEntry | None:
        if self.because is None or max(numbers) >= self.peak:
            return None
        return IllegalEntry("shares-do-not-add-up", self.because, self.field)


# Numbers counted by the table

LOWEST, HIGHEST = -9_999, 99_999
MOST_DRAWS = 500

POINTS = Counted(
    say("How many points for each?"),
    say("points"),
    lambda count: say_count(
        "{count} point still to assign", "{count} points still to assign", count
    ),
    lambda count: say_count("{count} point too many", "{count} points too many", count),
)
Refusal = Callable[[tuple[int, ...]], Sentence | None]


@dataclass(frozen=True, slots=True)
class NumbersStep(NumbersBySide):
    """A number of each side; the answer is a tuple with one number per side.

    sum         the required sum; None if any sum is allowed
    multiple    every number must be a multiple of this
    key, question, label
                the key of the question, the question, and a word for the numbers
    bounds      the lowest and the highest number of each side; None for a side that is not asked
                and has 0. Empty if every side is asked, with the usual bounds
    refuse      returns the reason against the numbers of all sides, or None
    draws       random answers that are tried before one is returned that may be refused
    usual       the number that each field has already, and that an empty field stands for; or None

    Facts: `{"points": [20, -5, 0]}`, or the numbers as text with commas; a form sends
    `{"points-0": "20", "points-1": "-5", …}`. A text may be a sum, such as `10+15-8`. With
    bounds and a sum, one number may be empty: that side has the rest. A side that is not asked
    has `""`, and `null` beside a sum: if a correction lets it play, its number is missing, and
    neither 0 nor the rest.
    """

    kind: ClassVar[str] = "points"
    field: ClassVar[str] = "points"
    codes: ClassVar[Codes] = Codes("no-points", "points-out-of-range", "points-do-not-add-up")
    terms: ClassVar[Counted] = POINTS
    seating: Seating
    scene: Scene
    sum: int | None = None
    multiple: int = 1
    key: str = "points"
    question: Sentence = POINTS.question
    label: Sentence = POINTS.label
    bounds: tuple[tuple[int, int] | None, ...] = ()
    refuse: Refusal | None = dataclass_field(default=None, compare=False)
    draws: int = MOST_DRAWS
    usual: int | None = None

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
                if self.usual is not None and rng.random() < 0.5:
                    numbers[side] = self.usual
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

    @property
    def required(self) -> int | None:
        return self.sum

    def _given(self, fact: Fact) -> list[int | None]:
        values, asked = listed(fact, self.field, len(self.seating.sides)), self._asked
        given = [
            whole_sum(value, self._name(index)) if index in asked else 0
            for index, value in enumerate(values)
        ]
        gets_rest = given.count(None) == 1 and values[given.index(None)] is not None
        if self.sum is not None and self.bounds and gets_rest:
            rest = self.sum - sum(number or 0 for number in given)
            given = [rest if number is None else number for number in given]
        return [
            self.usual if number is None and value is not None else number
            for number, value in zip(given, values, strict=True)
        ]

    def _check(self, given: Sequence[int | None], index: int, number: int) -> None:
        if index not in self._asked:
            return
        (low, high), side = self._asked[index], self.seating.sides[index]
        if not low <= number <= high:
            why = self._refused(self._within_bounds(given, index)) or self._bounds(side, low, high)
            raise IllegalEntry("points-out-of-range", why, self._name(index))
        if number % self.multiple:
            why = say(
                "{side}: {points} is not a multiple of {step}.",
                side=Names(side),
                points=number,
                step=self.multiple,
            )
            raise IllegalEntry("not-a-multiple", why, self._name(index))

    def _within_bounds(self, given: Sequence[int | None], but: int) -> tuple[int, ...]:
        """Return a number for each side, those of all sides `but` one moved into their bounds."""
        numbers = [0] * len(given)
        for index, (low, high) in self._asked.items():
            number = low if (known := given[index]) is None else known
            numbers[index] = number if index == but else min(max(number, low), high)
        return tuple(numbers)

    def _bounds(self, side: Side, low: int, high: int) -> Sentence:
        return say("{side}: a number from {low} to {high}.", side=Names(side), low=low, high=high)

    def _refused(self, numbers: tuple[int, ...]) -> Sentence | None:
        return self.refuse(numbers) if self.refuse else None

    def _refusal(self, numbers: tuple[int, ...]) -> IllegalEntry | None:
        refused = self._refused(numbers)
        return IllegalEntry("rules-refuse", refused, self.field) if refused else None

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        asked, absent = self._asked, "" if self.sum is None else None
        return {"points": [n if side in asked else absent for side, n in enumerate(answer)]}

    def _described(self, answer: tuple[int, ...]) -> list[tuple[object, object]]:
        return [(Names(self.seating.sides[side]), answer[side]) for side in self._asked]


@dataclass(frozen=True, slots=True)
class PointsStep(NumbersStep):
    """The points of each side, which the table has counted."""

    def _missing(self, side: Side) -> Sentence:
        return say("{side} still has no points.", side=Names(side))

    def _bounds(self, side: Side, low: int, high: int) -> Sentence:  # noqa: ARG002  (as above)
        return say("Points are a number from {low} to {high}.", low=low, high=high)

    def _described(self, answer: tuple[int, ...]) -> list[tuple[object, object]]:
        return [
            (who, Points(n)) for who, n in zip(map(Names, self.seating.sides), answer, strict=True)
        ]


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
    def usual(self) -> str:
        """The code of the word that stands there already."""
        return self.words[0][0]

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
