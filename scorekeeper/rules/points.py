"""The points of one deal, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import repeat
from typing import TypeVar

from scorekeeper.rules.bidding_steps import Announced
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Seat, Side
from scorekeeper.wording import Points, Sentence, say

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Line:
    """Points of one side and the reason; `made` is None if the line is not about a bid."""

    points: int
    reason: Sentence
    made: bool | None = None


def made_of(lines: Iterable[Line]) -> bool | None:
    """Return whether a side made everything that it bid; None if it bid nothing."""
    made = [line.made for line in lines if line.made is not None]
    return all(made) if made else None


def sums_of(bids: Iterable[Iterable[tuple[int, int]]]) -> set[tuple[int, int]]:
    """Return the possible sums of contracts and tricks.

    bids    for each side, the pairs of a contract and tricks that it may have
    """
    sums = {(0, 0)}
    for pairs in bids:
        each = set(pairs)
        sums = {(bid + more, taken + won) for bid, taken in sums for more, won in each}
    return sums


@dataclass(frozen=True, slots=True)
class Brief:
    """The entry of one side on the score sheet; `spoken` is its text for screen readers."""

    shown: Sentence
    spoken: Sentence


NO_BRIEF = Brief(say("{nothing}", nothing=""), say("{nothing}", nothing=""))
"""The entry of a side that did not play the hand."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A result with which a side can score in one deal, such as “a made 7”, and its points.

    sentence  the result in words
    points    the points for it
    others    the highest score that any other side can reach in the same deal
    number    the contract that is made; 0 for a zero
    over      whether the contracts must total more than the tricks; None for either case
    """

    sentence: Sentence
    points: int
    others: int
    number: int = 0
    over: bool | None = None


@dataclass(frozen=True, slots=True)
class DealScore:
    """The result of a deal.

    lines          for each side, its points and their reasons
    scene          the public state: the bid, the contracts and the tricks
    label          the deal in a word or two, as in “2 under”
    thrown_in      whether nobody scores and the deal does not count
    dealer_stays   whether the same dealer deals again
    briefs         for each side, its cell on the score sheet beside the points; may be empty
    left           the value that it passes to the next deal (see `Earlier`), or None
    ends           whether the rules of the game end it with this deal (see `Goal.RULES`)
    final          whether no other deal can follow, however the game was to end
    bonus          for each side, the lines that the deal adds if the game is over with it; or empty
    out            the seats of the players who have left the game, and deal no more
    first          for each side, a number that decides before the totals, the highest first, if
                   the game is over with this deal; empty if the totals decide
    chosen         in a game without a declarer, the player or side that stands before the label
                   instead, such as the one who called; empty for nobody
    """

    lines: tuple[tuple[Line, ...], ...]
    scene: Scene
    label: Sentence
    thrown_in: bool = False
    dealer_stays: bool = False
    briefs: tuple[Brief, ...] = ()
    left: object = None
    ends: bool = False
    final: bool = False
    bonus: tuple[tuple[Line, ...], ...] = ()
    out: tuple[Seat, ...] = ()
    first: tuple[int, ...] = ()
    chosen: Side = ()

    @classmethod
    def all_passed(cls, sides: Sequence[object], scene: Scene, dealer_stays: bool) -> DealScore:
        """Return the score of a deal in which nobody bid: it is thrown in."""
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
        """The points of each side in the deal."""
        return tuple(sum(line.points for line in lines) for lines in self.lines)

    @property
    def made(self) -> tuple[bool | None, ...]:
        """Whether each side made everything that it bid; None for a side that bid nothing."""
        return tuple(map(made_of, self.lines))

    def spread(self, columns: Sequence[int], many: int) -> DealScore:
        """Return the result with a place for all `many` sides of the game.

        columns    the index in the game of each side of the deal; who did not play has no lines
        """
        if len(columns) == many:
            return self
        place = {column: index for index, column in enumerate(columns)}
        return self._arranged([place.get(column) for column in range(many)])

    def of_sides(self, columns: Sequence[int]) -> DealScore:
        """Return the result of these sides alone: the inverse of `spread`."""
        return self if len(columns) == len(self.lines) else self._arranged(columns)

    def _arranged(self, places: Sequence[int | None]) -> DealScore:
        """Return a copy whose sides are those at these places; None for a side without points."""

        def at(values: tuple[V, ...], nothing: V) -> tuple[V, ...]:
            return values and tuple(nothing if at is None else values[at] for at in places)

        return replace(
            self,
            lines=at(self.lines, ()),
            scene=self.scene._replace(tricks=at(self.scene.tricks, 0)),
            briefs=at(self.briefs, NO_BRIEF),
            bonus=at(self.bonus, ()),
            first=at(self.first, min(self.first, default=0)),
        )

    @property
    def may_be_fined(self) -> bool:
        """Whether revokes in this deal are fined."""
        return not self.thrown_in

    @property
    def at_end(self) -> DealScore:
        """The result if the game is over with this deal."""
        return replace(self.with_lines(self.bonus), bonus=()) if self.bonus else self

    def with_lines(self, more: Iterable[tuple[Line, ...]]) -> DealScore:
        """Return a copy with more lines for each side, such as fines."""
        return replace(
            self,
            lines=tuple(old + new for old, new in zip(self.lines, more, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class PointsTable:
    """A table of possible points, printed in the margin of a blank sheet.

    heads    the column heads; the first one is that of the row names
    rows     each with its name and its points in the order of the columns; None for an impossible
             case
    notes    remarks below the table
    """

    title: Sentence
    heads: tuple[Sentence, ...]
    rows: tuple[tuple[Sentence, tuple[Points | None, ...]], ...]
    notes: tuple[Sentence, ...] = ()


def contract_briefs(
    contracts: Sequence[int], tricks: Sequence[int], announced: Announced = Announced.CONTRACT
) -> tuple[Brief, ...]:
    """Return the contract and the tricks of each side, as in “7/8”."""
    return tuple(map(_contract_brief, contracts, tricks, repeat(announced)))


@lru_cache(maxsize=1024)
def _contract_brief(contract: int, taken: int, announced: Announced) -> Brief:
    return Brief(
        say("{contract}/{tricks}", contract=contract, tricks=taken),
        announced.and_tricks(contract, taken),
    )
