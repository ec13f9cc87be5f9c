"""The step that asks for the tricks of one of two sides; the other took the rest."""

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
    """The number of tricks that one side took; the answer has the tricks of both sides.

    side     the index of the side that is asked for
    least    the lowest possible number, for the reason `because`
    notes    the effect of each number of tricks, from 0; may be empty

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
        """The players of the side that is asked for."""
        return Names(self.seating.sides[self.side])

    @property
    def question(self) -> Sentence:
        return say("How many tricks did {side} take?", side=self.counted)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return (say("Of {total}; the others took the rest.", total=self.scene.total),)

    @property
    def asked(self) -> None:
        """None: the whole table is asked."""

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
        """The tally of the deal; the side begins with the tricks that it surely has."""
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
        others = self.scene.total - number
        return (number, others) if self.side == 0 else (others, number)

    def fact(self, answer: object) -> Fact:
        return {"number": self._number(answer)}

    def told(self, answer: object) -> Sentence:
        return say_count(
            "{side} took {count} trick",
            "{side} took {count} tricks",
            self._number(answer),
            side=self.counted,
        )

    def _number(self, answer: object) -> int:
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        return int(answer[self.side])
