"""The step that asks how the scoring cards, such as hearts, were shared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Seating
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Scene, listed, whole_number
from scorekeeper.engine.rules.wording import Listed, Sentence, say


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
class SharesStep:
    """The number of certain cards that each side took; the answer has one number per side.

    counted    the words for the cards
    total      the number of these cards
    peak       at least one side must have this number, for the reason `because`

    Facts: `{"shares": [2, 5, 0, 6]}`, or the numbers as text with commas; a form sends
    `{"shares-0": "2", "shares-1": "5", …}`. One number may be empty: that side has the rest.
    """

    kind: ClassVar[str] = "shares"
    field: ClassVar[str] = "shares"
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
    def asked(self) -> None:
        """None: the whole table is asked."""

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the number of every side; they must add up to the total."""
        values = listed(fact, self.field, len(self.seating.sides))
        given = [whole_number(value, f"{self.field}-{i}") for i, value in enumerate(values)]
        if given.count(None) == 1:
            rest = self.total - sum(number or 0 for number in given)
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
        """What is wrong with the sum of the numbers; None if it is right."""
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

    def told(self, answer: object) -> Sentence:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        took = zip(self.seating.sides, answer, strict=True)
        return say(
            "{cards}: {shares}",
            cards=self.counted.label,
            shares=Listed(
                say("{side}\u00a0{number}", side=Names(side), number=n) for side, n in took
            ),
        )
