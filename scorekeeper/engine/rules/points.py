"""The points of one deal, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat

from scorekeeper.engine.rules.steps import Announced, Scene
from scorekeeper.engine.rules.wording import Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Line:
    """Some points of one side, and why; `made` is None where nothing was won or missed."""

    points: int
    reason: Sentence
    made: bool | None = None


def made_of(lines: Iterable[Line]) -> bool | None:
    """Whether everything that a side said was made; None if it said nothing."""
    made = [line.made for line in lines if line.made is not None]
    return all(made) if made else None


@dataclass(frozen=True, slots=True)
class Brief:
    """What one side did, for its cell on the score sheet; `spoken` for those who hear the page."""

    shown: Sentence
    spoken: Sentence


@dataclass(frozen=True, slots=True)
class Prize:
    """What a side can win in one deal, as in “a made 7”.

    points    how many points that is
    others    the most that any other side can score in the same deal
    """

    told: Sentence
    points: int
    others: int


@dataclass(frozen=True, slots=True)
class DealScore:
    """How a deal ended.

    lines          for each side, in the order of the sides, what it scored and why
    scene          what was bid, contracted and taken
    label          the deal in a word or two, as in “2 under”
    thrown_in      nobody scores and the deal does not count
    dealer_stays   the same dealer deals again
    briefs         for each side, what the score sheet says beside its points; empty for nothing
    left           what it leaves to the next deal besides points (see `Earlier`); None for nothing
    """

    lines: tuple[tuple[Line, ...], ...]
    scene: Scene
    label: Sentence
    thrown_in: bool = False
    dealer_stays: bool = False
    briefs: tuple[Brief, ...] = ()
    left: object = None

    @classmethod
    def all_passed(cls, sides: Sequence[object], scene: Scene, dealer_stays: bool) -> DealScore:
        """A deal in which nobody bid: it is thrown in and nobody scores."""
        nothing = Line(0, say("all passed: thrown in"))
        return cls(
            tuple((nothing,) for _ in sides),
            scene._replace(notice=None),
            say("thrown in"),
            thrown_in=True,
            dealer_stays=dealer_stays,
        )

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)

    @property
    def made(self) -> tuple[bool | None, ...]:
        """Whether each side made everything that it said; None if it said nothing."""
        return tuple(map(made_of, self.lines))

    @property
    def may_be_fined(self) -> bool:
        """Whether revokes are fined in it: not where nobody scores."""
        return not self.thrown_in

    def with_lines(self, more: Iterable[tuple[Line, ...]]) -> DealScore:
        """The score with further lines for each side, such as fines."""
        return replace(
            self,
            lines=tuple(old + new for old, new in zip(self.lines, more, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class PointsTable:
    """What there is to score, as numbers to look up; a blank sheet has it in the margin.

    heads    what the columns are called, that of the rows' names first
    rows     each with its name, and its points in the order of the columns; None for no such case
    notes    what the numbers do not say
    """

    title: Sentence
    heads: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, tuple[Points | None, ...]], ...]
    notes: tuple[Sentence, ...] = ()


def contract_briefs(
    contracts: Sequence[int], tricks: Sequence[int], called: Announced = Announced.CONTRACT
) -> tuple[Brief, ...]:
    """Contract and tricks of each side: “7/8”."""
    return tuple(map(_contract_brief, contracts, tricks, repeat(called)))


@lru_cache(maxsize=1024)
def _contract_brief(contract: int, taken: int, called: Announced) -> Brief:
    return Brief(
        say("{contract}/{tricks}", contract=contract, tricks=taken),
        called.and_tricks(contract, taken),
    )
