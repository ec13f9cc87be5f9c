"""The house rules of Romanian Whist, with presets.

Sources: pagat.com, “Romanian Whist”; whist.live; goobix.com; Romanian score keepers on GitHub.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.wording import say

MOST = 8
FOREHEAD = (1, 1)
"""The two last hands that an engine on GitHub adds, where the house rules have them."""


class Schedule(Enum):
    """How many cards the hands have."""

    ONE_EIGHT_ONE = "1-8-1"
    EIGHT_ONE_EIGHT = "8-1-8"
    SHORT = "short"


class Streak(Enum):
    """What five hands in a row bring, made or missed."""

    NONE = "none"
    RESTART = "restart"
    ONCE = "once"


@dataclass(frozen=True, slots=True, kw_only=True)
class RomanianWhistRules:
    """One table's house rules."""

    schedule: Schedule = house_rules.choice(
        Schedule.ONE_EIGHT_ONE,
        say("The hands go"),
        {
            Schedule.ONE_EIGHT_ONE: say("from one card to eight and back"),
            Schedule.EIGHT_ONE_EIGHT: say("from eight cards to one and back"),
            Schedule.SHORT: say("from one card to eight, each once"),
        },
    )
    forehead: bool = house_rules.toggle(
        False, say("Two more hands at the end: one card each, on the forehead or unseen")
    )
    streak: Streak = house_rules.choice(
        Streak.NONE,
        say("Five hands in a row made or missed"),
        {
            Streak.NONE: say("change nothing"),
            Streak.RESTART: say("are paid for, and the count begins again"),
            Streak.ONCE: say("are paid for, once a run"),
        },
    )
    bonus: int = house_rules.number(5, say("What such a run wins or costs"), 1, 100)

    @property
    def most(self) -> int:
        """The cards of the largest hands, which have no trumps."""
        return MOST

    def cards(self, players: int) -> tuple[int, ...]:
        """How many cards everyone gets, deal by deal."""
        up = tuple(range(2, MOST))
        ones, eights = (1,) * players, (MOST,) * players
        schedule: tuple[int, ...] = {
            Schedule.ONE_EIGHT_ONE: (*ones, *up, *eights, *up[::-1], *ones),
            Schedule.EIGHT_ONE_EIGHT: (*eights, *up[::-1], *ones, *up, *eights),
            Schedule.SHORT: (1, *up, MOST),
        }[self.schedule]
        return (*schedule, *FOREHEAD) if self.forehead else schedule

    def unseen(self, number: int, players: int) -> bool:
        """Whether it is one of the two hands that everyone but the owner sees, or nobody."""
        return self.forehead and number > len(self.cards(players)) - len(FOREHEAD)

    def cards_of(self, number: int, players: int) -> int:
        """The cards of the deal with this number; after the schedule, of the largest hands."""
        schedule = self.cards(players)
        return schedule[number - 1] if number <= len(schedule) else MOST


PRESETS: tuple[Preset[RomanianWhistRules], ...] = (
    Preset(
        "usual",
        say("Runs bring nothing"),
        say("pagat.com, “Romanian Whist”"),
        say("From one card to eight and back; runs of hands bring nothing."),
        RomanianWhistRules(),
    ),
    Preset(
        "runs-of-five",
        say("Runs of five pay 5"),
        say("score keepers on GitHub"),
        say("Five hands in a row made win 5, missed they cost 5; the count begins again."),
        RomanianWhistRules(streak=Streak.RESTART),
    ),
    Preset(
        "runs-of-ten",
        say("Runs of five pay 10"),
        say("an engine on GitHub"),
        say("Five hands in a row made win 10, missed they cost 10, once a run."),
        RomanianWhistRules(streak=Streak.ONCE, bonus=10),
    ),
    Preset(
        "short",
        say("Eight hands"),
        say("a score keeper on GitHub"),
        say("From one card to eight, each once."),
        RomanianWhistRules(schedule=Schedule.SHORT),
    ),
)
