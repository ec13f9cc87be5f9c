"""The step that asks for points that the table has counted itself."""

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
    """The points of each side; the answer is a tuple with one number per side.

    sum         the required sum; None if any sum is allowed
    multiple    every number must be a multiple of this

    Facts: `{"points": [20, -5, 0]}`, or the numbers as text with commas; a form sends
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
        return say("How many points for each?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        hints: tuple[Sentence, ...] = ()
        if self.sum is not None:
            hints = (say("They must add up to {sum}.", sum=self.sum),)
        if self.multiple > 1:
            hints = (*hints, say("Each is a multiple of {step}.", step=self.multiple))
        return hints

    @property
    def asked(self) -> None:
        """None: the whole table is asked."""

    def parse(self, fact: Fact) -> tuple[int, ...]:
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
        """What is wrong with the sum of the points; None if it is right."""
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
        return say("points")

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        return {"points": list(answer)}

    def told(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        has = zip(self.seating.sides, answer, strict=True)
        return say(
            "points: {points}",
            points=Listed(
                say("{side}\u00a0{points}", side=Names(side), points=Points(n)) for side, n in has
            ),
        )
