"""The rulebook of a game: what every game has to supply."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, PointsTable
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps.contract import Announced
from scorekeeper.engine.rules.steps.partial import Partial
from scorekeeper.engine.rules.wording import Listed, Sentence, say

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Preset(Generic[R]):
    """A set of house rules as a source gives it, named by what it does at the table.

    ending    how the source ends a game; None where that is as usual in this game
    like      the key of a preset that comes to the same in every case: a table is offered that one
    """

    key: str
    name: Sentence
    source: Sentence
    description: Sentence
    rules: R
    ending: Ending | None = None
    like: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A few sentences of a game's rules, under a heading."""

    title: Sentence
    sentences: tuple[Sentence, ...]


class Rulebook(ABC, Generic[R]):
    """A kind of game.

    key         its name in files and addresses
    name        its name at the table
    line        what it is, in a line; None where the name must do
    players     how many can play it
    rules       the dataclass of its house rules (see `house`)
    presets     sets of house rules, the usual one first
    endings     what a game of it can be played to
    announced   what players call the number of tricks that each of them announces; None if they
                announce none
    cell        what the cells of the score sheet say beside the points (see `Brief`); None if
                they say the points alone
    companions  the module that lists what it adds to all this (see `companions`); none for nothing
    contracts_score
                whether contracts and tricks give the points, whatever was bid before
    examples    hands as the command `score` takes them, for its help
    """

    key: str
    name: Sentence
    players: range
    rules: type[R]
    presets: tuple[Preset[R], ...]
    endings: Endings = Endings()
    announced: Announced | None = Announced.CONTRACT
    cell: Sentence | None = say("contract / tricks")
    companions: str = ""
    contracts_score: bool = False
    line: Sentence | None = None
    examples: tuple[str, ...] = ()

    def seating(self, players: int, dealer: Seat) -> Seating:
        """The seats and sides of a deal: everyone alone, as a rule."""
        return Seating.alone(players, dealer)

    @abstractmethod
    def script(self, seating: Seating, rules: R) -> Script:
        """Ask the questions of one deal and return its points."""

    def seated(self, players: int, dealer: Seat, rules: R) -> Seating:  # noqa: ARG002  (as below)
        """The same, in a game whose house rules say who scores together or which way it goes."""
        return self.seating(players, dealer)

    def script_after(
        self,
        seating: Seating,
        rules: R,
        earlier: Earlier,  # noqa: ARG002  (as below)
    ) -> Script:
        """The script of a deal, in a game whose deals depend on the earlier ones."""
        return self.script(seating, rules)

    def carries(self, rules: R) -> bool:  # noqa: ARG002  (a game may ask)
        """Whether what a deal asks or scores depends on the earlier deals of its game."""
        return False

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:  # noqa: ARG002
        """What a deal left to the next one (see `Earlier`), from numbers that a person gives.

        Raises ValueError where deals of this game leave nothing, or other numbers.
        """
        raise ValueError(f"the hands of {self.name} leave nothing to later ones")

    def score_partial(
        self,
        seating: Seating,
        rules: R,
        known: Partial,
    ) -> DealScore:
        """The points of a deal whose auction is known in part at most; its tricks are known.

        Only in a game of which `contracts_score` is true; raises EntryError for what the rules
        forbid.
        """
        raise NotImplementedError

    @abstractmethod
    def describe(self, rules: R) -> tuple[Section, ...]:
        """The rules in force, in words; what is scored comes last."""

    def points_tables(self, rules: R) -> tuple[PointsTable, ...]:  # noqa: ARG002  (as below)
        """What there is to score, worked out by the scoring itself; none where words must do."""
        return ()

    def contradictions(self, rules: R) -> tuple[tuple[str, str], ...]:  # noqa: ARG002  (as above)
        """The pairs of house rules, by path, that can leave a question without a legal answer.

        Such rules are refused when somebody sets them (see `check_rules`). A game that already
        has them can still be read.
        """
        return ()

    def fine(self, rules: R) -> int:  # noqa: ARG002  (a game may ask)
        """How many points a revoke costs; 0 where it costs none."""
        return 0

    def length(self, rules: R, players: int) -> int | None:  # noqa: ARG002  (as above)
        """How many deals a game has; None where the rules leave that to the table."""
        return None

    def agreed(self, ending: Ending, rules: R, players: int) -> Ending:
        """An ending with what the rules say: the length of the game, and which total wins."""
        ending = replace(ending, low=self.low(rules), start=self.start(rules))
        length = self.length(rules, players)
        if ending.goal is not Goal.SCHEDULE or length is None:
            return ending
        return replace(ending, deals=length)

    def usual_ending(self, rules: R) -> Ending:
        """What a game by these rules is played to, unless the table says otherwise."""
        preset = self.preset_of(rules)
        return self.endings.usual if preset is None or preset.ending is None else preset.ending

    def low(self, rules: R) -> bool:  # noqa: ARG002  (a game may ask)
        """Whether the lowest total wins."""
        return False

    def start(self, rules: R) -> int:  # noqa: ARG002  (as above)
        """The points that every side begins with."""
        return 0

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
        candidates = [
            (preset.name, house_rules.differences(rules, preset.rules)) for preset in self.presets
        ]
        name, differences = min(candidates, key=lambda candidate: len(candidate[1]))
        if not differences:
            return say("Like “{preset}”.", preset=name)
        return say(
            "Like “{preset}”, but: {differences}.", preset=name, differences=Listed(differences)
        )

    def rules_from_json(self, data: dict[str, Any]) -> R:
        """Read the rules that a game keeps; raises MalformedEntry."""
        return house_rules.from_kept(self.rules, data)
