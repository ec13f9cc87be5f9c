"""A place in a script that can be left in more than one direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import Fact, Step


@dataclass(frozen=True, slots=True)
class Bookmark:
    """The answers given so far and the question that they lead to, or the points.

    A script is a generator, which goes one way only. A bookmark is a value: answering gives another
    bookmark and leaves this one as it was. The running script goes along with the first answer;
    any further answer replays it, and so does one after copying. Bookmarks are equal where the same
    answers led to the same question.

    start      begins the script anew
    answers    those given so far
    step       the question; None at the end
    score      the points; None before the end
    running    the script where it stands, until it goes along with an answer
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
        """The first question of a script."""
        script = start()
        return cls(start, (), next(script), None, [script])

    def parse(self, fact: Fact) -> Bookmark:
        """The place after a recorded answer; raises MalformedEntry or IllegalEntry."""
        assert self.step is not None  # noqa: S101  (the caller looked at it)
        return self.answer(self.step.parse(fact))

    def answer(self, answer: object) -> Bookmark:
        """The place after an answer; raises what the script raises for an illegal one."""
        script = self.running.pop() if self.running else self._replayed()
        answers = (*self.answers, answer)
        try:
            step = script.send(answer)
        except StopIteration as end:
            return Bookmark(self.start, answers, None, end.value, [])
        return Bookmark(self.start, answers, step, None, [script])

    def facts(self) -> tuple[Fact, ...]:
        """The answers given so far as the score keeper records them."""
        bookmark = Bookmark.at_start(self.start)
        facts: list[Fact] = []
        for answer in self.answers:
            assert bookmark.step is not None  # noqa: S101  (an answer has a question)
            facts.append(bookmark.step.fact(answer))
            bookmark = bookmark.answer(answer)
        return tuple(facts)

    def _replayed(self) -> Script:
        script = self.start()
        next(script)
        for answer in self.answers:
            script.send(answer)
        return script
