"""The script of a deal: a generator of questions, and the replay of recorded answers."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules.errors import EntryError, IllegalEntry
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.steps import Fact, Step
from scorekeeper.engine.rules.wording import Sentence, say

Script = Generator[Step, Any, DealScore]
"""Yields the questions of one deal, is sent the answers, and returns the points."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question of the script with its answer."""

    step: Step
    answer: object

    @property
    def fact(self) -> Fact:
        """The answer as it is stored."""
        return self.step.fact(self.answer)

    @property
    def told(self) -> Sentence:
        """The answer in words."""
        return self.step.told(self.answer)


@dataclass(frozen=True, slots=True)
class Reading:
    """A deal as far as it has been recorded: the answers, then the next question or the points."""

    trail: tuple[Answered, ...]
    step: Step | None
    score: DealScore | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The answers as they are stored."""
        return tuple(answered.fact for answered in self.trail)

    def answered(self, question: object) -> Answered | None:
        """The question with this key and its answer; None if it has not been answered."""
        return next((answered for answered in self.trail if answered.step.key == question), None)


def read(script: Script, facts: Iterable[Fact]) -> Reading:
    """Replay recorded answers through a script.

    Raises the EntryError of the first answer that does not fit, and IllegalEntry for an answer
    after the last question.
    """
    trail: list[Answered] = []
    step: Step | None = next(script)
    score: DealScore | None = None
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
    step = next(script)
    while True:
        fact = answers.get(step.key)
        if fact is None:
            return Reading(tuple(trail), step, None)
        try:
            answer = step.parse(fact)
        except EntryError:
            return Reading(tuple(trail), step, None)
        trail.append(Answered(step, answer))
        try:
            step = script.send(answer)
        except StopIteration as end:
            return Reading(tuple(trail), None, end.value)
