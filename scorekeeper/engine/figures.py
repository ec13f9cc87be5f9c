"""What is counted about players over many deals: the cases, one by one.

A game says which figures it knows and finds the cases of each in a deal that is complete; whoever
adds them up needs to know nothing of the game. What every game has, points a hand, stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import Sentence, say

if TYPE_CHECKING:
    from scorekeeper.engine.game import Deal


class Measure(Enum):
    """What the sum of the cases means.

    SHARE     each case is 0 or 1: in how many of them it was so
    MEAN      each case is a number: the mean
    """

    SHARE = "share"
    MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is counted.

    key      its name in a file, which never changes its meaning
    name     its name on a page
    part     the heading under which it stands
    least    in fewer cases than these it says nothing
    """

    key: str
    name: Sentence
    part: Sentence
    measure: Measure = Measure.SHARE
    least: int = 5


class Case(NamedTuple):
    """One case of a figure: whose, of which, and what it was."""

    seat: Seat
    key: str
    value: int


POINTS = Figure("points", say("Points a hand"), say("Points"), Measure.MEAN, least=1)
GENERAL = (POINTS,)


def general_cases(deal: Deal) -> Iterator[Case]:
    """The cases of `GENERAL` in a deal that counts."""
    assert deal.score is not None  # noqa: S101  (a deal that counts is complete)
    for side, points in zip(deal.seating.sides, deal.score.points, strict=True):
        for seat in side:
            yield Case(seat, POINTS.key, points)


def cases_of(deal: Deal, of_the_game: Iterable[Case]) -> Iterator[Case]:
    """All cases of a deal: those that every game has, and those that only this one knows."""
    yield from general_cases(deal)
    yield from of_the_game
