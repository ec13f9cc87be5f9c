"""The question about a hand of which only contracts and tricks, or only the points, are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Seat, Seating
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Json, Scene, listed, whole_number
from scorekeeper.engine.rules.steps.points import HIGHEST, LOWEST
from scorekeeper.engine.rules.steps.tricks import TricksStep
from scorekeeper.engine.rules.wording import Listed, Points, Sentence, say

PARTIAL = "partial"
FIELDS = ("contracts", "tricks", "points")


@dataclass(frozen=True, slots=True)
class Partial:
    """What is known of a hand.

    contracts    of each seat; None for a hand without contracts, or where nobody knows them
    tricks       of each side; None where only the points are known
    points       of each side; None where contracts and tricks give them
    """

    contracts: tuple[int, ...] | None = None
    tricks: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PartialStep:
    """What is known of a hand, asked at once; the answer is a `Partial`.

    with_contracts    whether contracts and tricks alone give the points in this game
    check             raises EntryError for what the rules of the game forbid

    Facts: `{"partial": {"contracts": [2, 3, 7, 0], "tricks": [0, 3, 8, 2]}}`, `{"partial":
    {"tricks": […]}}` or `{"partial": {"points": […]}}`; or, as a form sends them, `contracts-0`,
    `tricks-0`, `points-0` and so on, of which the empty ones count as not known.
    """

    kind: ClassVar[str] = PARTIAL
    key: ClassVar[str] = PARTIAL
    lowest: ClassVar[int] = LOWEST
    highest: ClassVar[int] = HIGHEST
    seating: Seating
    scene: Scene
    with_contracts: bool
    check: Callable[[Partial], object]

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("What is known of this hand?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """What is enough."""
        if self.with_contracts:
            return (say("Contracts and tricks are enough, or the points alone."),)
        return (say("In this game, the points alone can be noted."),)

    @property
    def asked(self) -> None:
        """The whole table is asked."""

    def parse(self, fact: Fact) -> Partial:
        """Read what is known."""
        given = fact.get(PARTIAL, fact)
        if not isinstance(given, Mapping):
            raise _nothing_known()
        numbers = {name: self._numbers(given, name) for name in FIELDS}
        known = Partial(**numbers)
        if known.points is None and known.tricks is None:
            raise _nothing_known()
        if known.points is not None and (known.tricks or known.contracts):
            raise IllegalEntry(
                "known-twice",
                say("Give the points alone, or contracts and tricks, which give the points."),
                "points-0",
            )
        if known.tricks is not None:
            TricksStep(self.seating, self.scene).parse({"tricks": list(known.tricks)})
        self.check(known)
        return known

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        assert isinstance(answer, Partial)  # noqa: S101  (what `parse` gave)
        known = {name: getattr(answer, name) for name in FIELDS}
        kept: dict[str, Json] = {name: list(one) for name, one in known.items() if one is not None}
        return {PARTIAL: kept}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        assert isinstance(answer, Partial)  # noqa: S101  (what `parse` gave)
        sides = self.seating.sides
        if answer.points is not None:
            return say("points alone: {points}", points=_each(sides, answer.points, Points))
        tricks = _each(sides, answer.tricks or (), int)
        if answer.contracts is None:
            return say("tricks alone: {tricks}", tricks=tricks)
        seats = [(seat,) for seat in map(Seat, range(self.seating.players))]
        contracts = _each(seats, answer.contracts, int)
        return say(
            "no auction noted; contracts: {contracts}; tricks: {tricks}",
            contracts=contracts,
            tricks=tricks,
        )

    def _numbers(self, given: Fact, name: str) -> tuple[int, ...] | None:
        """The numbers in a field; None where all of them are empty."""
        count = self.seating.players if name == "contracts" else len(self.seating.sides)
        values = listed(given, name, count)
        numbers = [whole_number(value, f"{name}-{index}") for index, value in enumerate(values)]
        if all(number is None for number in numbers):
            return None
        low, high = (LOWEST, HIGHEST) if name == "points" else (0, self.scene.total)
        for index, number in enumerate(numbers):
            if number is None:
                raise MalformedEntry(
                    "number-missing", say("A number is missing in this row."), f"{name}-{index}"
                )
            if not low <= number <= high:
                raise IllegalEntry(
                    "number-out-of-range",
                    say("{number} is not between {low} and {high}.",
                        number=number, low=low, high=high),
                    f"{name}-{index}",
                )  # fmt: skip
        return tuple(number for number in numbers if number is not None)


def _each(sides: Sequence[Sequence[Seat]], numbers: Sequence[int], shown: type[int]) -> Listed:
    """Each side with its number."""
    return Listed(
        say("{side}\u00a0{number}", side=Names(side), number=shown(number))
        for side, number in zip(sides, numbers, strict=True)
    )


def _nothing_known() -> MalformedEntry:
    return MalformedEntry("nothing-known", say("Fill in contracts and tricks, or the points."))
