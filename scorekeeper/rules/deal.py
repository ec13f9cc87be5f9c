"""Deals: what is recorded of each, and what follows from the record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rules.ending import Course
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Reading
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Sentence


@dataclass(frozen=True, slots=True)
class DealRecord:
    """The record of one deal: the answers of the table, and what it changed about the deal.

    facts      the answers, in the order of the questions
    revokes    the number of revokes each seat is fined for; empty if there were none
    dealer     the dealer that the table named; None if the deal moved on as usual
    order      the order of the seats in which it was played; None if it was the agreed order
    corrected  whether its answers were corrected
    """

    facts: tuple[Fact, ...] = ()
    revokes: tuple[int, ...] = ()
    dealer: Seat | None = None
    order: tuple[Seat, ...] | None = None
    corrected: bool = False

    @property
    def content(self) -> DealRecord:
        """The record without the deal's place in the game; `DealRecord()` if it is empty."""
        return replace(self, dealer=None, order=None, corrected=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as read from its record.

    number     counts from 1
    reading    the answers, then the next question or the points
    flaw       why the record cannot be read under these rules; normally None
    score      the points of each side of the game, fines included; None until the deal is complete
    totals     the total of each side of the game after this deal
    scored     the number of deals that count so far, this one included
    course     whether the goal is met, and the game decided, after this deal
    surplus    whether the game was decided before this deal, so that it does not count
    before     the state of each side of the game that it took over from the deals before it

    Some sides of the game may not play the deal: `seating` and `reading` know only those that do.
    """

    number: int
    seating: Seating
    record: DealRecord
    reading: Reading
    flaw: Sentence | None
    score: DealScore | None
    totals: tuple[int, ...]
    scored: int
    course: Course
    surplus: bool
    before: Earlier = NOTHING_EARLIER

    @property
    def earlier(self) -> Earlier:
        """The state before it of the sides that play it, as its script sees it."""
        return self.before.narrowed(self.seating.columns)

    @property
    def of_its_sides(self) -> Deal:
        """The deal with the points of the sides that play it, in the order of `seating.sides`."""
        columns = self.seating.columns
        if self.score is None or len(columns) == len(self.totals):
            return self
        totals = tuple(self.totals[column] for column in columns)
        return replace(self, score=self.score.of_sides(columns), totals=totals)

    def plays(self, column: int) -> bool:
        """Return whether a side of the game, given by its index, plays the deal: it is not out."""
        return column in self.seating.columns and (not self.score or bool(self.score.lines[column]))

    @property
    def dealer(self) -> Seat:
        return self.seating.dealer

    @property
    def after(self) -> Earlier:
        """The state that the next deal takes over."""
        left = self.before.left
        if self.score:
            left = self.before.left_after(self.score.left, self.seating.columns)
        return Earlier(self.totals, left)

    @property
    def counts(self) -> bool:
        """Whether the points of the deal are part of the totals."""
        return self.score is not None and not self.score.thrown_in and not self.surplus
