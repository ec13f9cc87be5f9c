"""Scripts of deals: generators that ask questions, and the replay of recorded answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.wording import Sentence, say

V = TypeVar("V")

# Earlier deals of the game


@dataclass(frozen=True, slots=True)
class Earlier:
    """The totals and carried values before a deal, derived from the records.

    totals    the points of each side, fines included; empty for a single deal outside a game
    left      the value that the last deal passes on, such as a multiplier; a tuple is one value
              for each side, such as its bags, with None for who has not played yet; or None
    target    the total that ends the game; 0 if none does
    """

    totals: tuple[int, ...] = ()
    left: object = None
    target: int = 0

    def total(self, side: int) -> int:
        return self.totals[side] if self.totals else 0

    def left_of_each(self, start: V, sides: int) -> tuple[V, ...]:
        """Return the value that each side takes along: `start` for who has not played yet."""
        left = self.left if isinstance(self.left, tuple) else (None,) * sides
        return tuple(start if own is None else own for own in left)

    def narrowed(self, columns: Sequence[int]) -> Earlier:
        """Return the state of some sides of the game, as the script of their deal sees it."""
        if len(columns) == len(self.totals) or not self.totals:
            return self
        left = self.left
        if isinstance(left, tuple):
            left = tuple(left[column] for column in columns)
        return replace(self, totals=tuple(self.totals[column] for column in columns), left=left)

    def left_after(self, left: object, columns: Sequence[int]) -> object:
        """Return what is left to the next deal for all sides of the game.

        left       what the deal leaves to those who played it
        columns    the sides of the game that they are; the others keep what they had
        """
        if not isinstance(left, tuple) or len(columns) == len(self.totals):
            return left
        before = self.left if isinstance(self.left, tuple) else ()
        kept = [*before, *[None] * (len(self.totals) - len(before))]
        for column, value in zip(columns, left, strict=True):
            kept[column] = value
        return tuple(kept)


def one_a_side(numbers: Sequence[int], sides: int) -> tuple[int, ...]:
    """Check that there is one number for each side and return them; raises ValueError."""
    if len(numbers) != sides:
        raise ValueError(f"what was left takes {sides} numbers, one for each side")
    return tuple(numbers)


NOTHING_EARLIER = Earlier()


# Scripts

Script = Generator[Step, Any, DealScore]
"""Yields the questions of one deal, is sent the answers, and returns the points."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question of the script with its answer."""

    step: Step
    answer: object

    @property
    def fact(self) -> Fact:
        """The answer as it is stored: a dict of fields."""
        return self.step.fact(self.answer)

    @property
    def sentence(self) -> Sentence:
        """The answer in words."""
        return self.step.describe(self.answer)


@dataclass(frozen=True, slots=True)
class Reading:
    """What is recorded of a deal: the answers, then the next question or the points."""

    trail: tuple[Answered, ...]
    step: Step | None
    score: DealScore | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The answers in the form in which they are stored."""
        return tuple(answered.fact for answered in self.trail)

    def answered(self, question: object) -> Answered | None:
        """Return the question with this key and its answer; None if it has not been answered."""
        return next((answered for answered in self.trail if answered.step.key == question), None)


def begin(script: Script) -> tuple[Step | None, DealScore | None]:
    """Return the first question of a script, or the points if it asks nothing."""
    try:
        return next(script), None
    except StopIteration as end:
        return None, end.value


def read(script: Script, facts: Iterable[Fact]) -> Reading:
    """Replay recorded answers through a script.

    Raises the EntryError of the first answer that does not fit, and IllegalEntry for an answer
    after the last question.
    """
    trail: list[Answered] = []
    step, score = begin(script)
    for fact in facts:
        if step is None:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        answer = step.parse(fact)
        trail.append(Answered(step, answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            step, score = None, end.value
    return Reading(tuple(trail), step, score)


def mend(script: Script, wanted: Sequence[tuple[str, Fact]]) -> Reading:
    """Replay answers as far as they fit, matching each to its question by the question's key.

    This is how a correction is applied: answers to questions that are no longer asked are dropped,
    and the reading stops at the first question without a legal answer in `wanted`.
    """
    answers = dict(wanted)
    trail: list[Answered] = []
    step, score = begin(script)
    while step is not None:
        fact = answers.get(step.key)
        if fact is None:
            break
        try:
            answer = step.parse(fact)
        except EntryError:
            break
        trail.append(Answered(step, answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            step, score = None, end.value
    return Reading(tuple(trail), step, score)


# Places in a script


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A position in the script of a deal: the answers so far, then the next question or the points.

    A script is a generator and runs only forwards. A bookmark is a value: answering it returns
    another bookmark and leaves the first one unchanged. The first answer moves the running script
    on; a second answer, or an answer to a copy, replays the script from the start. Two bookmarks
    are equal if the same answers led to the same question.

    start      starts the script from the beginning
    answers    the answers given so far
    step       the next question; None at the end
    score      the points; None before the end
    running    the running script; empty once an answer has moved it on
    """

    start: Callable[[], Script] = field(compare=False, repr=False)
    answers: tuple[object, ...]
    step: Step | None
    score: DealScore | None
    running: list[Script] = field(compare=False, repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        return Bookmark, (self.start, self.answers, self.step, self.score, [])

    @classmethod
    def at_start(cls, start: Callable[[], Script]) -> Bookmark:
        """Return the bookmark at the first question of a script."""
        script = start()
        return cls(start, (), *begin(script), [script])

    def parse(self, fact: Fact) -> Bookmark:
        """Return the bookmark after a recorded answer; raises MalformedEntry or IllegalEntry."""
        assert self.step is not None  # noqa: S101  (callers check this first)
        return self.answer(self.step.parse(fact))

    def answer(self, answer: object) -> Bookmark:
        """Return the bookmark after an answer; raises what the script raises for an illegal one."""
        script = self.running.pop() if self.running else self._replayed()
        answers = (*self.answers, answer)
        try:
            step = script.send(answer)
        except StopIteration as end:
            return Bookmark(self.start, answers, None, end.value, [])
        return Bookmark(self.start, answers, step, None, [script])

    def facts(self) -> tuple[Fact, ...]:
        """Return the answers given so far, in the form in which they are stored."""
        bookmark = Bookmark.at_start(self.start)
        facts: list[Fact] = []
        for answer in self.answers:
            assert bookmark.step is not None  # noqa: S101  (every answer had a question)
            facts.append(bookmark.step.fact(answer))
            bookmark = bookmark.answer(answer)
        return tuple(facts)

    def _replayed(self) -> Script:
        script = self.start()
        next(script)
        for answer in self.answers:
            script.send(answer)
        return script
