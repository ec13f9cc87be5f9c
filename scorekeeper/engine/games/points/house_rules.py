"""The house rules of Points, with presets for its common uses.

Source: the usual options of general score counters; the rules are our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.cards.seating import SEATS, Side
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.steps.points import HIGHEST, LOWEST
from scorekeeper.engine.rules.wording import say


class Wins(Enum):
    """Which total wins."""

    HIGH = "high"
    LOW = "low"
    DOWN = "down"


class Sides(Enum):
    """Who scores together."""

    ALONE = "alone"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    OWN = "own"


MANY = {Sides.TWO: 2, Sides.THREE: 3, Sides.FOUR: 4, Sides.FIVE: 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsRules:
    """House rules of a plain sheet."""

    wins: Wins = house_rules.choice(
        Wins.HIGH,
        say("Who wins"),
        {
            Wins.HIGH: say("the highest total"),
            Wins.LOW: say("the lowest total"),
            Wins.DOWN: say("whoever counts down to nothing"),
        },
    )
    start: int = house_rules.number(501, say("Counting down, everyone begins with"), 1, HIGHEST)
    sum: int | None = house_rules.number(
        None, say("Every round must add up to (empty: anything)"), LOWEST, HIGHEST, optional=True
    )
    multiple: int = house_rules.number(1, say("Each number is a multiple of"), 1, 1000)
    sides: Sides = house_rules.choice(
        Sides.ALONE,
        say("Who scores together"),
        {
            Sides.ALONE: say("nobody, everyone alone"),
            Sides.TWO: say("every second player, two sides"),
            Sides.THREE: say("every third player, three sides"),
            Sides.FOUR: say("every fourth player, four sides"),
            Sides.FIVE: say("every fifth player, five sides"),
            Sides.OWN: say("as written below"),
        },
    )
    own_sides: str = house_rules.name(
        "1 2", say("The side of each player, one after another, as in 1 2 2 1"), 40
    )
    deal_moves: bool = house_rules.toggle(True, say("The deal passes to the next player"))

    def sides_of(self, players: int) -> tuple[Side, ...]:
        """The sides; a player without a side in the list plays alone."""
        seats = SEATS[:players]
        if self.sides in MANY:
            called = [str(seat % MANY[self.sides]) for seat in seats]
        elif self.sides is Sides.OWN:
            given = self.own_sides.split()[:players]
            called = [*given, *(f"alone {seat}" for seat in seats[len(given) :])]
        else:
            called = []
        if len(set(called)) < 2:
            return tuple((seat,) for seat in seats)
        return tuple(
            tuple(seat for seat in seats if called[seat] == side) for side in dict.fromkeys(called)
        )


PRESETS: tuple[Preset[PointsRules], ...] = (
    Preset(
        "plain",
        say("Highest total wins"),
        say("our own"),
        say("Points are good and are added up."),
        PointsRules(),
    ),
    Preset(
        "rummy",
        say("Rummy"),
        say("our own"),
        say("Points are bad: the lowest total wins, once somebody has 100."),
        PointsRules(wins=Wins.LOW),
        Ending(target=100),
    ),
    Preset(
        "list",
        say("Skat or Doppelkopf list"),
        say("our own"),
        say("Points are good and are added up until the table stops."),
        PointsRules(),
        Ending(goal=Goal.OPEN),
    ),
    Preset(
        "tens",
        say("In tens"),
        say("our own"),
        say("Points are good, and every number is a multiple of ten."),
        PointsRules(multiple=10),
    ),
    Preset(
        "of-26",
        say("Hearts by hand"),
        say("our own"),
        say("The points of every round add up to 26; the lowest total wins."),
        PointsRules(wins=Wins.LOW, sum=26),
        Ending(target=100),
    ),
    Preset(
        "down-501",
        say("501 down"),
        say("our own"),
        say("Everyone counts down from 501."),
        PointsRules(wins=Wins.DOWN),
    ),
)
