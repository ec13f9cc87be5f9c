"""The question about the tricks of one of two sides: the other took the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Seating
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Option, Scene, number_of
from scorekeeper.engine.rules.steps.tally import Tally
from scorekeeper.engine.rules.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class SideTricksStep:
    """How many tricks one side took; the answer is the tricks of both, in the order of the sides.

    side     which of the two sides is counted
    least    the fewest that it can have taken, with `because` as the reason
    notes    what each number of tricks comes to, from none on; empty where nothing is to be noted

    Fact: `{"number": 9}`.
    """

    kind: ClassVar[str] = "side-tricks"
    key: ClassVar[str] = "tricks"
    seating: Seating
    scene: Scene
    side: int
    least: int = 0
    because: Sentence | None = None
    notes: tuple[Sentence, ...] = ()

    @property
    def counted(self) -> Names:
        """The players whose tricks are counted."""
        return Names(self.seating.sides[self.side])

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("How many tricks did {side} take?", side=self.counted)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """How many there are to share."""
        return (say("Of {total}; the others took the rest.", total=self.scene.total),)

    @property
    def asked(self) -> None:
        """The whole table is asked."""

    @property
    def options(self) -> tuple[Option, ...]:
        """Every number from none to all tricks, with the reason where it cannot be."""
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
        """How both sides stand after every trick; what a side has for certain, it begins with."""
        start = tuple(self.least if side == self.side else 0 for side in range(2))
        return Tally.of(self.seating.sides, self.scene, start)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the tricks of the side that is counted."""
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
        others = self.scene.total - number
        return (number, others) if self.side == 0 else (others, number)

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        return {"number": self._number(answer)}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        return say_count(
            "{side} took {count} trick",
            "{side} took {count} tricks",
            self._number(answer),
            side=self.counted,
        )

    def _number(self, answer: object) -> int:
        assert isinstance(answer, tuple)  # noqa: S101  (what `parse` gave)
        return int(answer[self.side])
