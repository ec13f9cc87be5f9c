"""Points sheet: a plain sheet for any game; two to ten sides, a number for each side and round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Ending, Endings, Goal
from scorekeeper.rules.extension_points import Deeds, Statistics
from scorekeeper.rules.figures import Award, By, Case, Figure, Measure
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.result_steps import HIGHEST, LOWEST, PointsStep
from scorekeeper.rules.rulebook import Preset, Rulebook, Section, WorkedHand
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SEATS, Names, Seat, Seating, Side
from scorekeeper.wording import Sentence, say, say_count

# House rules
#
# Source: the usual options of general score counters; the rules are our own.


class Wins(Enum):
    """Which total wins, and where the totals begin."""

    HIGH = "high"
    LOW = "low"
    DOWN = "down"


class Sides(Enum):
    """How the players form sides, which score together."""

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
        say("The winner is"),
        {
            Wins.HIGH: say("the highest total"),
            Wins.LOW: say("the lowest total"),
            Wins.DOWN: say("whoever counts down to nothing"),
        },
    )
    start: int = house_rules.number(
        501,
        say("Counting down, everyone begins with"),
        1,
        HIGHEST,
        says=lambda value: say("Counting down, everyone begins with {value}", value=value),
    )
    sum: int | None = house_rules.number(
        None,
        say("Every round must add up to (empty: anything)"),
        LOWEST,
        HIGHEST,
        optional=True,
        says=lambda value: say("Every round must add up to {value}", value=value),
        off=say("A round may add up to anything"),
    )
    multiple: int = house_rules.number(
        1,
        say("Each number is a multiple of"),
        1,
        1000,
        says=lambda value: say("Each number is a multiple of {value}", value=value),
    )
    sides: Sides = house_rules.choice(
        Sides.ALONE,
        say("Those who score together are"),
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
        """Return the sides; a player without a side in the list plays alone."""
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
        say("Points are added up; the highest total wins."),
        PointsRules(),
    ),
    Preset(
        "rummy",
        say("Rummy"),
        say("our own"),
        say("Points are added up; when somebody has 100, the lowest total wins."),
        PointsRules(wins=Wins.LOW),
        Ending(target=100),
    ),
    Preset(
        "list",
        say("Skat or Doppelkopf list"),
        say("our own"),
        say("Points are added up until the table stops; the highest total wins."),
        PointsRules(),
        Ending(goal=Goal.OPEN),
    ),
    Preset(
        "tens",
        say("In tens"),
        say("our own"),
        say("Points are added up; every number is a multiple of ten."),
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


# The rulebook

_PART = say("Rounds")


class RoundStatistics(Statistics):
    """Statistics of the points in a round, by their distance from the best."""

    figures = (
        Figure("best", say("Best of the round, alone"), _PART),
        Figure("none", say("No points in a round"), _PART),
        Figure("behind", say("Points behind the best of the round"), _PART, Measure.MEAN),
    )

    def cases(self, deal: Deal, rules: PointsRules) -> Iterator[Case]:
        """Yield the points of each side and their distance from the best, for the figures."""
        assert deal.score is not None  # noqa: S101  (it counts)
        counted = deal.reading.answered("points")
        assert counted is not None  # noqa: S101  (it is all that is asked)
        numbers = counted.answer
        assert isinstance(numbers, tuple)  # noqa: S101  (what the step gave)
        best = (min if rules.wins is Wins.LOW else max)(numbers)
        for side, number in zip(deal.seating.sides, numbers, strict=True):
            alone = number == best and numbers.count(best) == 1
            for seat in side:
                yield Case(seat, "best", int(alone))
                yield Case(seat, "none", int(number == 0))
                yield Case(seat, "behind", abs(number - best))


class RoundDeeds(Deeds):
    """A phrase for a round, with its number."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Describe a round in which something remarkable happened, as in “Noa's round 3”."""
        names = Names(deal.seating.sides[side])
        return say("{side}'s round {number}", side=names, number=deal.number)


class PointsSheet(Rulebook[PointsRules]):
    """A plain score sheet for any game."""

    key = "points"
    name = say("Points")
    summary = say("A plain sheet for any game: a number for each side and round.")
    players = range(2, 11)
    rules = PointsRules
    presets = PRESETS
    examples = ("10,20,30,40",)
    endings = Endings((Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=100))
    cell = None
    worked = tuple(
        WorkedHand(1, {"points": {"points": points}})
        for points in ([40, 35, 30, 20], [20, 5, 0, 1], [40, 30, 20, 10])
    )
    statistics = RoundStatistics()
    deeds = RoundDeeds()
    awards = (
        Award(
            "best",
            say("Round after round"),
            lambda number: say_count("{count} round won", "{count} rounds won", number),
        ),
        Award(
            "best",
            say("On a run"),
            lambda number: say_count(
                "{count} round won in a row", "{count} rounds won in a row", number
            ),
            By.RUN,
            least=3,
        ),
    )

    def seating(self, players: int, dealer: Seat, rules: PointsRules) -> Seating:
        return Seating(players, dealer, rules.sides_of(players))

    def low(self, rules: PointsRules) -> bool:
        return rules.wins is not Wins.HIGH

    def start(self, rules: PointsRules) -> int:
        return rules.start if rules.wins is Wins.DOWN else 0

    def contradictions(self, rules: PointsRules) -> tuple[tuple[str, str], ...]:
        """Return ("sum", "multiple") as a pair if multiples can never add up to the sum.

        Empty otherwise.
        """
        if rules.sum is not None and rules.sum % rules.multiple:
            return (("sum", "multiple"),)
        return ()

    def script(
        self, seating: Seating, rules: PointsRules, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        scene = Scene(0)
        points: tuple[int, ...] = yield PointsStep(seating, scene, rules.sum, rules.multiple)
        down = rules.wins is Wins.DOWN
        lines = tuple((_line(-number if down else number, number, down),) for number in points)
        label = say("{sum} in all", sum=sum(points))
        return DealScore(lines, scene, label, dealer_stays=not rules.deal_moves)

    def describe(self, rules: PointsRules) -> tuple[Section, ...]:
        sentences: list[Sentence] = [_WINS[rules.wins]]
        if rules.sum is not None:
            sentences.append(say("Every round must add up to {sum}.", sum=rules.sum))
        if rules.multiple > 1:
            sentences.append(say("Each is a multiple of {step}.", step=rules.multiple))
        if rules.wins is Wins.DOWN:
            sentences += house_rules.in_force(rules, "start")
        together = () if rules.sides is Sides.ALONE else ("sides",)
        return (
            Section(
                say("Play"),
                (
                    say("A sheet for any game: play by that game's own rules."),
                    say("After each round, enter a number for every side."),
                    *house_rules.in_force(rules, *together, "deal_moves"),
                ),
            ),
            Section(say("Scoring"), tuple(sentences)),
        )


_WINS = {
    Wins.HIGH: say("You count the points yourselves; they are added up."),
    Wins.LOW: say("You count the points yourselves; they are added up, and the lowest total wins."),
    Wins.DOWN: say("You count the points yourselves; they are taken off."),
}


def _line(points: int, number: int, down: bool) -> Line:
    if down:
        return Line(points, say("{points} taken off", points=number))
    return Line(points, say("{points} counted", points=number))


POINTS_SHEET = PointsSheet()
