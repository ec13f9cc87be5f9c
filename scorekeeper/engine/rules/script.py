"""The script of a deal: a generator that asks, and how recorded answers are replayed through it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.rules.errors import EntryError, IllegalEntry
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.steps import Fact, Step
from scorekeeper.engine.rules.wording import Sentence, say

Script = Generator[Step, Any, DealScore]
"""The questions of one deal, one after another; it is sent the answers and returns the points."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A question of the script with the answer that the table gave."""

    step: Step
    answer: object

    @property
    def fact(self) -> Fact:
        """The answer as it is kept."""
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
        """The answers as they are kept."""
        return tuple(answered.fact for answered in self.trail)

    def answered(self, question: object) -> Answered | None:
        """What was answered to the question with this key."""
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
    """Replay answers as far as they fit, each found by the key of its question.

    A correction replays this way: an answer to a question that is no longer asked is left out,
    and the reading stops at the first question that has no legal answer among those wanted.
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
