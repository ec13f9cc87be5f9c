"""When a game is over: at a target, after a number of deals, or when the table stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine import house
from scorekeeper.engine.wording import Sentence, say, say_count


class Goal(Enum):
    """What a game is played to."""

    TARGET = "target"
    DEALS = "deals"
    OPEN = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a table ends its game.

    Source: the target is pagat.com's; a number of deals and an open end are common at tables.
    """

    goal: Goal = house.choice(
        Goal.TARGET,
        say("The game ends"),
        {
            Goal.TARGET: say("at a number of points"),
            Goal.DEALS: say("after a number of hands"),
            Goal.OPEN: say("when the table stops"),
        },
    )
    target: int = house.number(300, say("Points to reach"), 10, 10_000)
    deals: int = house.number(12, say("Hands to play"), 1, 200)

    def reached(self, totals: Sequence[int], deals: int) -> bool:
        """Whether these totals, after so many scored deals, meet the goal."""
        match self.goal:
            case Goal.TARGET:
                return max(totals) >= self.target
            case Goal.DEALS:
                return deals >= self.deals
            case Goal.OPEN:
                return False

    def describe(self) -> Sentence:
        """The goal in words."""
        match self.goal:
            case Goal.TARGET:
                return say(
                    "The game ends when a player has {target} points or more; "
                    "the highest total wins.",
                    target=self.target,
                )
            case Goal.DEALS:
                return say_count(
                    "The game ends after {count} hand; the highest total wins.",
                    "The game ends after {count} hands; the highest total wins.",
                    self.deals,
                )
            case Goal.OPEN:
                return say("The game ends when the table stops it; the highest total wins.")

    def tie(self) -> Sentence:
        """What happens to a tie at the top, in words."""
        if self.goal is Goal.OPEN:
            return say("Equal totals share the win.")
        return say(
            "If the totals tie at the top, further hands are played until one alone is highest."
        )

    def brief(self) -> Sentence:
        """The goal in a word or two."""
        match self.goal:
            case Goal.TARGET:
                return say("to {target}", target=self.target)
            case Goal.DEALS:
                return say_count("{count} hand", "{count} hands", self.deals)
            case Goal.OPEN:
                return say("open end")


@dataclass(frozen=True, slots=True)
class Course:
    """Where a game stands against its ending.

    Once the goal has been met, the game is decided as soon as one side alone is highest, even if
    its total has fallen below the target again (pagat.com: further hands are played until there is
    a single player with the highest score).
    """

    met: bool = False
    decided: bool = False

    def after(self, ending: Ending, totals: Sequence[int], deals: int) -> Course:
        """The course after one more scored deal."""
        met = self.met or ending.reached(totals, deals)
        return Course(met, met and list(totals).count(max(totals)) == 1)

    @property
    def play_off(self) -> bool:
        """Whether the goal has been met with a tie at the top."""
        return self.met and not self.decided


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each side, first is 1; equal totals share a place."""
    return tuple(1 + sum(other > total for other in totals) for total in totals)
