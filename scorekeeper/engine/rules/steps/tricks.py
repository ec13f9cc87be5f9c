"""The step that asks for the tricks of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.cards.seating import Names, Seating
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Json, Scene, number_of, whole_number
from scorekeeper.engine.rules.steps.contract import over_or_under
from scorekeeper.engine.rules.steps.tally import Tally
from scorekeeper.engine.rules.wording import Listed, Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class TricksStep:
    """The number of tricks that each side took.

    unclaimed    the highest number of tricks that may remain unassigned

    Facts: `{"tricks": [0, 3, 8, 2]}` in the order of the sides, or the numbers as text with commas.
    A form sends `{"tricks-0": "0", "tricks-1": "3", …}`, with the unassigned tricks as `"nobody"`.
    """

    kind: ClassVar[str] = "tricks"
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
        if not contracts or len(contracts) < self.seating.players or self.scene.said == total:
            return ()
        return (over_or_under(self.scene.said, total),)

    @property
    def asked(self) -> None:
        """None: the whole table is asked."""

    @property
    def expected(self) -> tuple[int, ...]:
        """The contract of each side, with which the form is filled in at first."""
        contracts = dict(self.scene.contracts)
        return tuple(sum(contracts.get(seat, 0) for seat in side) for side in self.seating.sides)

    @property
    def tally(self) -> Tally:
        """The tally of the deal."""
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
        """What is wrong with the sum of the tricks; None if it is right."""
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

    def told(self, answer: object) -> Sentence:
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

    def _unassigned(self, fact: Fact, tricks: Sequence[int]) -> int:
        """The number of unassigned tricks: as the form says, or what a list lacks."""
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
