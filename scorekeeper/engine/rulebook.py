"""What a game supplies, and how its script is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scorekeeper.engine import house
from scorekeeper.engine.ending import Ending, Endings, Goal
from scorekeeper.engine.errors import EntryError, IllegalEntry
from scorekeeper.engine.figures import Case, Figure
from scorekeeper.engine.points import DealScore, Line, PointsTable, Prize
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import Fact, Json, Step
from scorekeeper.engine.wording import Listed, Sentence, say

if TYPE_CHECKING:
    from scorekeeper.engine.awards import Award
    from scorekeeper.engine.game import Deal
    from scorekeeper.engine.odds import Bank
    from scorekeeper.engine.whole.position import WholeGame

R = TypeVar("R")
Script = Generator[Step, Any, DealScore]
PlayedDeal = tuple[int, tuple[int, ...]]
"""What matters of a deal that was played: the side that dealt, and the points by side."""

BATCH = 32  # hands that are played one after another


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


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that a hand is told with at the terminal, as in `--tricks 0,3,8,2`.

    choices    the words that it can be; none for anything
    default    what it is where it is not given; None where it must be
    """

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What the tricks of a deal come to, where that can be told of each side by itself.

    Of every side it counts what it said (0 for nothing) and what it took, in this order; besides,
    whether any side at all made what it said.

    lines    what the side scores where some side made it
    missed   the same where no side did; empty where that makes no difference
    """

    lines: tuple[tuple[tuple[Line, ...], ...], ...]
    missed: tuple[tuple[tuple[Line, ...], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A hand that was told at the terminal: its points as text, and as plain values."""

    lines: tuple[str, ...]
    plain: Mapping[str, Any]


class Rulebook(ABC, Generic[R]):
    """A kind of game.

    key         its name in files and addresses
    name        its name at the table
    players     how many can play it
    rules       the dataclass of its house rules (see `house`)
    presets     sets of house rules, the usual one first
    endings     what a game of it can be played to
    cell        what the cells of the score sheet say beside the points (see `Brief`)
    arguments   what a single hand is told with at the terminal; none where that is not offered
    figures     what is counted about its players, beside what every game has (see `figures`)
    awards      what its players can be best at, beside what every game has (see `awards`)
    """

    key: str
    name: Sentence
    players: range
    rules: type[R]
    presets: tuple[Preset[R], ...]
    endings: Endings = Endings()
    cell: Sentence = say("contract / tricks")
    arguments: tuple[Argument, ...] = ()
    figures: tuple[Figure, ...] = ()
    awards: tuple[Award, ...] = ()

    @abstractmethod
    def seating(self, players: int, dealer: Seat) -> Seating:
        """The seats and sides of a deal."""

    @abstractmethod
    def script(self, seating: Seating, rules: R) -> Script:
        """Ask the questions of one deal and return its points."""

    @abstractmethod
    def describe(self, rules: R) -> tuple[Section, ...]:
        """The rules in force, in words; what is scored comes last."""

    def points_tables(self, rules: R) -> tuple[PointsTable, ...]:  # noqa: ARG002  (as below)
        """What there is to score, worked out by the scoring itself; none where words must do."""
        return ()

    def fine(self, rules: R) -> int:  # noqa: ARG002  (a game may ask)
        """How many points a revoke costs; 0 where it costs none."""
        return 0

    def length(self, rules: R, players: int) -> int | None:  # noqa: ARG002  (as above)
        """How many deals a game has; None where the rules leave that to the table."""
        return None

    def cases(self, deal: Deal) -> Iterable[Case]:  # noqa: ARG002  (a game may look)
        """The cases of its figures in a deal that counts."""
        return ()

    def matters(
        self,
        seating: Seating,
        rules: R,  # noqa: ARG002  (as above)
        facts: Sequence[Fact],
        step: Step,  # noqa: ARG002
    ) -> Json:
        """What of a deal so far bears on what is to come, at the moment when a question is asked.

        Moments of any deals for which it is equal ask the same in the same words, bar the same
        answers and come to the same points, apart from what `worth` tells. Everything does, unless
        a game knows better.
        """
        return [seating.number, int(seating.dealer), list(facts)]

    def worth(self, rules: R, step: Step) -> Worth | None:  # noqa: ARG002  (as above)
        """What the tricks that a question asks for come to; None where only the script tells."""
        return None

    def settle(self, given: Mapping[str, str]) -> Settled:
        """Work out a single hand from its `arguments`; raises EntryError."""
        raise NotImplementedError

    def whole(self) -> WholeGame[R] | None:
        """What the engine needs to play whole deals; None where that is not offered."""
        return None

    def bank(self, rules: R, players: int) -> Bank | None:  # noqa: ARG002  (as above)
        """Deals to draw the chances of a game from; None where that is not offered.

        Raises ImportError without NumPy.
        """
        return None

    def rehearsal(
        self,
        rules: R,  # noqa: ARG002  (as above)
        players: tuple[str, ...],  # noqa: ARG002
        seed: int,  # noqa: ARG002
    ) -> Iterator[PlayedDeal]:
        """Simulated deals without end, those that are thrown in left out; for `calibration`."""
        return iter(())

    def prizes(self, rules: R) -> tuple[tuple[Prize, ...], ...]:  # noqa: ARG002  (as above)
        """What a side can win in one deal: kinds of prizes, each from the easiest to name on."""
        return ()

    def recorded(self, rules: R, seed: int) -> Iterator[tuple[Fact, ...]] | None:
        """The answers of a batch of hands between four simulated players, the deal going around.

        The first player deals the first hand. None where the engine cannot play whole deals of it;
        raises ImportError where that needs a library that is not there.
        """
        from scorekeeper.engine.whole.simulation import Run  # noqa: PLC0415  (which imports this)

        whole = self.whole()
        if whole is None:
            return None
        players = (next(iter(whole.players)),) * 4
        return (end.bookmark.facts() for end in Run(whole, rules, BATCH, players, seed).play())

    def agreed(self, ending: Ending, rules: R, players: int) -> Ending:
        """An ending with the length that the rules give, where they give one."""
        length = self.length(rules, players)
        if ending.goal is not Goal.SCHEDULE or length is None:
            return ending
        return replace(ending, deals=length)

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

    def likeness(self, rules: R) -> Sentence | None:
        """How rules of one's own differ from the preset that is nearest to them.

        None where they are a preset's.
        """
        if self.preset_of(rules):
            return None
        told = [(one.name, house.differences(rules, one.rules)) for one in self.presets]
        name, differences = min(told, key=lambda one: len(one[1]))
        if not differences:
            return say("Like {preset}.", preset=name)
        return say(
            "Like {preset}, but: {differences}.", preset=name, differences=Listed(differences)
        )

    def rules_from_json(self, data: dict[str, Any]) -> R:
        """Read the rules that a game keeps; raises MalformedEntry."""
        return house.from_kept(self.rules, data)


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
