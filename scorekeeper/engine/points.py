"""The points of one deal, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.engine.steps import Scene
from scorekeeper.engine.wording import Sentence


@dataclass(frozen=True, slots=True)
class Line:
    """Some points of one side, and why; `made` is None where nothing was won or missed."""

    points: int
    reason: Sentence
    made: bool | None = None


@dataclass(frozen=True, slots=True)
class DealScore:
    """How a deal ended.

    lines          for each side, in the order of the sides, what it scored and why
    scene          what was bid, contracted and taken
    label          the deal in a word or two, as in “2 under”
    thrown_in      nobody scores and the deal does not count
    dealer_stays   the same dealer deals again
    """

    lines: tuple[tuple[Line, ...], ...]
    scene: Scene
    label: Sentence
    thrown_in: bool = False
    dealer_stays: bool = False

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)

    def with_lines(self, more: Iterable[tuple[Line, ...]]) -> DealScore:
        """The score with further lines for each side, such as fines."""
        return replace(
            self,
            lines=tuple(old + new for old, new in zip(self.lines, more, strict=True)),
        )
