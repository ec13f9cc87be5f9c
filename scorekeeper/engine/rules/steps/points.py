"""The question about points that the table has counted by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Seating
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Scene, listed, whole_number
from scorekeeper.engine.rules.wording import Listed, Points, Sentence, say, say_count

LOWEST, HIGHEST = -9_999, 99_999


@dataclass(frozen=True, slots=True)
class PointsStep:
    """How many points each side has; the answer is one number a side, in the order of the sides.

    sum         what they must add up to; None where that is open
    multiple    what each must be a multiple of

    Facts: `{"points": [20, -5, 0]}`, or the same as text with commas; or, as a form sends them,
    `{"points-0": "20", "points-1": "-5", …}`.
    """

    kind: ClassVar[str] = "points"
    key: ClassVar[str] = "points"
    field: ClassVar[str] = "points"
    lowest: ClassVar[int] = LOWEST
    highest: ClassVar[int] = HIGHEST
    seating: Seating
    scene: Scene
    sum: int | None = None
    multiple: int = 1

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("How many points for each?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """What the numbers must be."""
        hints: tuple[Sentence, ...] = ()
        if self.sum is not None:
            hints = (say("They must add up to {sum}.", sum=self.sum),)
        if self.multiple > 1:
            hints = (*hints, say("Each is a multiple of {step}.", step=self.multiple))
        return hints

    @property
    def asked(self) -> None:
        """The whole table is asked."""

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the points of every side."""
        sides = self.seating.sides
        given = listed(fact, self.field, len(sides))
        numbers: list[int] = []
        for index, value in enumerate(given):
            name, side = f"{self.field}-{index}", Names(sides[index])
            number = whole_number(value, name)
            if number is None:
                missing = say("{side} still has no points.", side=side)
                raise MalformedEntry("no-points", missing, name)
            if not LOWEST <= number <= HIGHEST:
                raise IllegalEntry(
                    "points-out-of-range",
                    say("Points are a number from {low} to {high}.", low=LOWEST, high=HIGHEST),
                    name,
                )
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
            numbers.append(number)
        if left := self.left(sum(numbers)):
            raise IllegalEntry("points-do-not-add-up", left, self.field)
        return tuple(numbers)

    def left(self, given: int) -> Sentence | None:
        """What is wrong with the sum of the points; None where it is right."""
        missing = 0 if self.sum is None else self.sum - given
        if missing > 0:
            return say_count(
                "{count} point still to assign", "{count} points still to assign", missing
            )
        if missing < 0:
            return say_count("{count} point too many", "{count} points too many", -missing)
        return None

    @property
    def label(self) -> Sentence:
        """What the numbers are of."""
        return say("points")

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        assert isinstance(answer, tuple)  # noqa: S101  (what `parse` gave)
        return {"points": list(answer)}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        assert isinstance(answer, tuple)  # noqa: S101  (what `parse` gave)
        has = zip(self.seating.sides, answer, strict=True)
        return say(
            "points: {points}",
            points=Listed(
                say("{side}\u00a0{points}", side=Names(side), points=Points(n)) for side, n in has
            ),
        )
