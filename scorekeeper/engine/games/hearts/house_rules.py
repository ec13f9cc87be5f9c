"""The house rules of Hearts, with presets.

Sources: Wikipedia, “Hearts (card game)”; bicyclecards.com, “Omnibus Hearts”; qcsalon.net,
“Hearts”; howthingsworks.com (six players); OpenSpiel.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.rulebook import Preset
from scorekeeper.engine.rules.wording import say

QUEEN = 13


class Moon(Enum):
    """The score of a player who takes every heart and the queen of spades."""

    OTHERS = "others"
    SELF = "self"
    CHOICE = "choice"
    NONE = "none"


class Passing(Enum):
    """When cards are passed before the play."""

    USUAL = "usual"
    ALWAYS = "always"
    NEVER = "never"


class Floor(Enum):
    """The limit below which the jack of diamonds may not reduce a score."""

    NONE = "none"
    HAND = "hand"
    TOTAL = "total"


class Exact(Enum):
    """The totals that lose 50 points if they are hit exactly."""

    NONE = "none"
    HUNDRED = "100"
    BOTH = "50-and-100"

    @property
    def totals(self) -> tuple[int, ...]:
        return {Exact.NONE: (), Exact.HUNDRED: (100,), Exact.BOTH: (50, 100)}[self]


class Entry(Enum):
    """How the points of a hand are recorded."""

    CARDS = "cards"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeartsRules:
    """House rules of Hearts."""

    moon: Moon = house_rules.choice(
        Moon.OTHERS,
        say("All hearts and the queen of spades"),
        {
            Moon.OTHERS: say("count for everybody else"),
            Moon.SELF: say("are taken off the total"),
            Moon.CHOICE: say("are one or the other, as the player chooses"),
            Moon.NONE: say("count as they are"),
        },
    )
    jack_value: int = house_rules.number(
        0, say("Points that the jack of diamonds takes off"), 0, 100
    )
    jack_in_moon: bool = house_rules.toggle(False, say("Shooting the moon needs that jack too"))
    jack_floor: Floor = house_rules.choice(
        Floor.NONE,
        say("That jack may not bring below zero"),
        {
            Floor.NONE: say("anything: it may"),
            Floor.HAND: say("the points of a hand"),
            Floor.TOTAL: say("the total"),
        },
    )
    exact: Exact = house_rules.choice(
        Exact.NONE,
        say("A total that loses 50 when it is hit exactly"),
        {
            Exact.NONE: say("none at all"),
            Exact.HUNDRED: say("100"),
            Exact.BOTH: say("50 and 100"),
        },
    )
    no_trick: int = house_rules.number(
        0, say("Points that a player without a trick takes off"), 0, 100
    )
    passing: Passing = house_rules.choice(
        Passing.USUAL,
        say("Cards are passed"),
        {
            Passing.USUAL: say("in turn to every side, then not"),
            Passing.ALWAYS: say("in every hand"),
            Passing.NEVER: say("never"),
        },
    )
    pass_two: bool = house_rules.toggle(False, say("Five players or more pass two cards"))
    entry: Entry = house_rules.choice(
        Entry.CARDS,
        say("What is told of a hand"),
        {
            Entry.CARDS: say("who took the queen, and the hearts"),
            Entry.POINTS: say("the points as they were taken"),
        },
    )

    def hearts(self, players: int) -> int:
        """The number of hearts; six players play without the twos."""
        return 12 if players == 6 else 13

    def cards_passed(self, players: int) -> int:
        """The number of cards that everyone passes on."""
        return 2 if self.pass_two and players > 4 else 3

    def passed(self, number: int, players: int) -> int | None:
        """How many places to the left cards are passed in a deal; None if they are kept."""
        ways: list[int | None] = [1, players - 1]
        if players in {4, 6}:
            ways.append(players // 2)
        if self.passing is Passing.NEVER:
            return None
        if self.passing is Passing.USUAL:
            ways.append(None)
        return ways[(number - 1) % len(ways)]


PRESETS: tuple[Preset[HeartsRules], ...] = (
    Preset(
        "classic",
        say("Classic"),
        say("Wikipedia, “Hearts (card game)”"),
        say("Shooting the moon gives all points to the others."),
        HeartsRules(),
    ),
    Preset(
        "new-moon",
        say("New moon"),
        say("Wikipedia, “Hearts (card game)”"),
        say("Shooting the moon takes the points off."),
        HeartsRules(moon=Moon.SELF),
    ),
    Preset(
        "jack",
        say("Jack of diamonds"),
        say("OpenSpiel"),
        say("The jack of diamonds takes off ten."),
        HeartsRules(jack_value=10),
    ),
    Preset(
        "omnibus",
        say("Omnibus"),
        say("bicyclecards.com, “Omnibus Hearts”"),
        say("The jack of diamonds takes off ten and is part of the moon, which is taken off."),
        HeartsRules(jack_value=10, jack_in_moon=True, moon=Moon.SELF),
    ),
    Preset(
        "rickety-kate",
        say("Rickety Kate"),
        say("Wikipedia, as played in Australia"),
        say("Nobody can shoot the moon."),
        HeartsRules(moon=Moon.NONE),
    ),
)
