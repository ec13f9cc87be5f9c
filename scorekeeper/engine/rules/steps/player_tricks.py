"""The step that asks for the tricks of one player within a side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Option, Scene, number_of
from scorekeeper.engine.rules.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class PlayerTricksStep:
    """The number of a side's tricks that one of its players took.

    most    the number of tricks of the side

    Fact: `{"number": 2}`.
    """

    kind: ClassVar[str] = "player-tricks"
    seat: Seat
    most: int
    scene: Scene

    @property
    def key(self) -> str:
        """One key per seat: `tricks-of-2`."""
        return f"tricks-of-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        return say("How many of the side's tricks did {seat} take?", seat=self.seat)

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return ()

    @property
    def asked(self) -> None:
        """None: the whole table is asked."""

    @property
    def options(self) -> tuple[Option, ...]:
        return tuple(Option(number) for number in range(self.most + 1))

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

    def told(self, answer: object) -> Sentence:
        assert isinstance(answer, int)  # noqa: S101  (`parse` returned it)
        return say_count(
            "{seat} took {count} trick", "{seat} took {count} tricks", answer, seat=self.seat
        )
