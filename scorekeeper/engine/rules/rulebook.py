"""The rulebook: the interface that every game implements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, PointsTable
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps.contract import Announced
from scorekeeper.engine.rules.steps.partial import Partial
from scorekeeper.engine.rules.wording import Listed, Sentence, say

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Preset(Generic[R]):
    """A set of house rules from a source, named by what it does at the table.

    ending    the ending that the source gives; None for the game's usual one
    like      the key of an equivalent preset, which tables are offered instead of this one
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
    """A few sentences of a game's rules under a heading."""

    title: Sentence
    sentences: tuple[Sentence, ...]


class Rulebook(ABC, Generic[R]):
    """A kind of game.

    key         its name in files and addresses
    name        its name at the table
    line        a description in one line, or None
    players     the possible numbers of players
    rules       the dataclass of its house rules (see `house_rules`)
    presets     sets of house rules, the usual one first
    endings     the endings it offers
    announced   the word for the number of tricks that each player announces; None if they announce
                none
    cell        what the cells of the score sheet show beside the points (see `Brief`), or None
    play        the class of its card play, as "module:Class", imported when needed; empty if the
                game is only scored
    contracts_score
                whether contracts and tricks determine the points, whatever was bid before
    examples    hands as arguments of the command `score`, for its help
    """

    key: str
    name: Sentence
    players: range
    rules: type[R]
    presets: tuple[Preset[R], ...]
    endings: Endings = Endings()
    announced: Announced | None = Announced.CONTRACT
    cell: Sentence | None = say("contract / tricks")
    play: str = ""
    contracts_score: bool = False
    line: Sentence | None = None
    examples: tuple[str, ...] = ()

    def seating(self, players: int, dealer: Seat, rules: R) -> Seating:  # noqa: ARG002  (as below)
        """The seats and sides of a deal. By default everyone plays alone."""
        return Seating.alone(players, dealer)

    @abstractmethod
    def script(self, seating: Seating, rules: R, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """Ask the questions of one deal and return its points.

        earlier    the deals before it, in a game whose deals depend on them (see `carries`)
        """

    def carries(self, rules: R) -> bool:  # noqa: ARG002  (subclasses use it)
        """Whether the questions or points of a deal depend on the earlier deals."""
        return False

    def left_from(self, numbers: Sequence[int], seating: Seating) -> object:  # noqa: ARG002
        """The value of `Earlier.left` for numbers that a person enters.

        Raises ValueError if deals of this game pass nothing on, or if the numbers do not fit.
        """
        raise ValueError(f"the hands of {self.name} leave nothing to later ones")

    def score_partial(
        self,
        seating: Seating,
        rules: R,
        known: Partial,
    ) -> DealScore:
        """The points of a deal with known tricks whose auction is unknown or partly known.

        Implemented if `contracts_score` is true. Raises EntryError for what the rules forbid.
        """
        raise NotImplementedError

    @abstractmethod
    def describe(self, rules: R) -> tuple[Section, ...]:
        """The rules in force, in words; the section on scoring is the last."""

    def points_tables(self, rules: R) -> tuple[PointsTable, ...]:  # noqa: ARG002  (as below)
        """Tables of the possible points, computed by the scoring; may be empty."""
        return ()

    def contradictions(self, rules: R) -> tuple[tuple[str, str], ...]:  # noqa: ARG002  (as above)
        """The pairs of house rules, by path, that can leave a question without a legal answer.

        Somebody who sets such rules is refused (see `check_rules`). A stored game that has them can
        still be read.
        """
        return ()

    def fine(self, rules: R) -> int:  # noqa: ARG002  (subclasses use it)
        """The cost of a revoke in points, as a positive number; 0 if it is free."""
        return 0

    def length(self, rules: R, players: int) -> int | None:  # noqa: ARG002  (as above)
        """The number of deals in a game; None if the rules do not fix it."""
        return None

    def agreed(self, ending: Ending, rules: R, players: int) -> Ending:
        """An ending completed by the rules: the length of the game and which total wins."""
        ending = replace(ending, low=self.low(rules), start=self.start(rules))
        length = self.length(rules, players)
        if ending.goal is not Goal.SCHEDULE or length is None:
            return ending
        return replace(ending, deals=length)

    def usual_ending(self, rules: R) -> Ending:
        """The default ending under these rules."""
        preset = self.preset_of(rules)
        return self.endings.usual if preset is None or preset.ending is None else preset.ending

    def low(self, rules: R) -> bool:  # noqa: ARG002  (subclasses use it)
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
        """The preset with exactly these rules, or None."""
        return next((preset for preset in self.presets if preset.rules == rules), None)

    def title(self, rules: R) -> Sentence:
        """The name of a set of rules: that of its preset, or “House rules”."""
        preset = self.preset_of(rules)
        return preset.name if preset else say("House rules")

    def likeness(self, rules: R) -> Sentence | None:
        """How these rules differ from the nearest preset; None if they are a preset's."""
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
        """Read the rules stored with a game; raises MalformedEntry."""
        return house_rules.from_kept(self.rules, data)
