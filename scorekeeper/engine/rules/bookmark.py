"""Bookmarks: positions in a script that can be continued with different answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Fact, Step


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The answers given so far, and the question or the points that they lead to.

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
        """The bookmark at the first question of a script."""
        script = start()
        return cls(start, (), next(script), None, [script])

    def parse(self, fact: Fact) -> Bookmark:
        """The bookmark after a recorded answer; raises MalformedEntry or IllegalEntry."""
        assert self.step is not None  # noqa: S101  (callers check this first)
        return self.answer(self.step.parse(fact))

    def answer(self, answer: object) -> Bookmark:
        """The bookmark after an answer; raises what the script raises for an illegal one."""
        script = self.running.pop() if self.running else self._replayed()
        answers = (*self.answers, answer)
        try:
            step = script.send(answer)
        except StopIteration as end:
            return Bookmark(self.start, answers, None, end.value, [])
        return Bookmark(self.start, answers, step, None, [script])

    def facts(self) -> tuple[Fact, ...]:
        """The answers given so far, as facts to store."""
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
