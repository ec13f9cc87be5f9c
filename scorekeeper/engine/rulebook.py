"""What a game supplies, and how its script is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from scorekeeper.engine import house
from scorekeeper.engine.errors import EntryError, IllegalEntry
from scorekeeper.engine.points import DealScore
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import Fact, Step
from scorekeeper.engine.wording import Sentence, say

R = TypeVar("R")
Script = Generator[Step, Any, DealScore]


@dataclass(frozen=True, slots=True)
class Preset(Generic[R]):
    """A set of house rules as a source gives it."""

    key: str
    name: Sentence
    source: Sentence
    description: Sentence
    rules: R


@dataclass(frozen=True, slots=True)
class Section:
    """A few sentences of a game's rules, under a heading."""

    title: Sentence
    sentences: tuple[Sentence, ...]


class Rulebook(ABC, Generic[R]):
    """A kind of game.

    key         its name in files and addresses
    name        its name at the table
    players     how many can play it
    rules       the dataclass of its house rules (see `house`)
    presets     sets of house rules, the usual one first
    """

    key: str
    name: Sentence
    players: range
    rules: type[R]
    presets: tuple[Preset[R], ...]

    @abstractmethod
    def seating(self, players: int, dealer: Seat) -> Seating:
        """The seats and sides of a deal."""

    @abstractmethod
    def script(self, seating: Seating, rules: R) -> Script:
        """Ask the questions of one deal and return its points."""

    @abstractmethod
    def describe(self, rules: R) -> tuple[Section, ...]:
        """The rules in force, in words."""

    @abstractmethod
    def fine(self, rules: R) -> int:
        """How many points a revoke costs; 0 where it costs none."""

    def preset(self, key: str) -> Preset[R]:
        """The preset with this key; raises KeyError."""
        for preset in self.presets:
            if preset.key == key:
                return preset
        raise KeyError(key)

    def preset_of(self, rules: R) -> Preset[R] | None:
        """The preset that has exactly these rules."""
        return next((preset for preset in self.presets if preset.rules == rules), None)

    def title(self, rules: R) -> Sentence:
        """What a set of rules is called: the name of its preset, as a rule."""
        preset = self.preset_of(rules)
        return preset.name if preset else say("House rules")

    def rules_from_json(self, data: dict[str, Any]) -> R:
        """Read the rules that a game keeps; raises MalformedEntry."""
        return house.from_json(self.rules, data)


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
