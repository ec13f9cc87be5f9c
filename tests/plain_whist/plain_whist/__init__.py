"""Plain whist: partners, thirteen tricks, rotating trumps, a point for each trick above six.

Source: Hoyle's game without honours; trumps rotate as at many tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.cards import Suit
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.result_steps import SideTricksStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import say, say_count

TRICKS, BOOK = 13, 6
ROUND = (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainWhistRules:
    """House rules of plain whist."""

    book: int = house_rules.number(BOOK, say("Tricks that score nothing"), 0, 12)


class PlainWhist(Rulebook[PlainWhistRules]):
    """The rulebook; see the package."""

    key = "plain-whist"
    name = say("Plain whist")
    players = range(4, 5)
    rules = PlainWhistRules
    presets = (
        Preset(
            "hoyle",
            say("Hoyle"),
            say("books of games"),
            say("A point for each trick above six."),
            PlainWhistRules(),
        ),
    )
    play = "plain_whist.whole:PlainWhistPlay"
    endings = Endings((Goal.TARGET, Goal.DEALS), Ending(target=10))

    def seating(self, players: int, dealer: Seat, rules: PlainWhistRules) -> Seating:
        """Partners sit across."""
        return Seating.partners(players, dealer)

    def script(
        self, seating: Seating, rules: PlainWhistRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Ask for the tricks of the dealer's side."""
        side = seating.side_of(seating.dealer)
        scene = Scene(TRICKS, notice=say("Trumps are {suit}.", suit=trump_of(seating.number)))
        tricks: tuple[int, ...] = yield SideTricksStep(seating, scene, side)
        lines = tuple(
            (Line(more, say("{tricks} tricks: {points}", tricks=taken, points=more)),)
            for taken in tricks
            for more in [max(taken - rules.book, 0)]
        )
        label = say_count("{count} above six", "{count} above six", max(tricks) - BOOK)
        return DealScore(lines, scene.with_tricks(tricks), label)

    def describe(self, rules: PlainWhistRules) -> tuple[Section, ...]:
        """The rules in force, in words."""
        sentence = say("A point for each trick above {book}.", book=rules.book)
        return (Section(say("Scoring"), (sentence,)),)


def trump_of(number: int) -> Suit:
    """The trumps of the deal with this number."""
    return ROUND[(number - 1) % len(ROUND)]


PLAIN_WHIST = PlainWhist()
