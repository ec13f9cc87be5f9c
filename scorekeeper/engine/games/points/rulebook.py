"""The rulebook of Points: the question, the endings, and the rules in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards, By
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.analysis.turning_points import Deeds
from scorekeeper.engine.cards.seating import Names, Seat, Seating
from scorekeeper.engine.games.points.house_rules import PRESETS, PointsRules, Wins
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.points import DealScore, Line
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import PointsStep, Scene
from scorekeeper.engine.rules.wording import Sentence, say, say_count

_PART = say("Rounds")


class PointsSheet(Rulebook[PointsRules], Statistics, Awards, Deeds):
    """A plain score sheet for any game."""

    key = "points"
    name = say("Points")
    line = say("A plain sheet for any game: a number for each side and round.")
    players = range(2, 11)
    rules = PointsRules
    presets = PRESETS
    examples = ("10,20,30,40",)
    endings = Endings((Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=100))
    cell = None
    figures = (
        Figure("best", say("Best of the round, alone"), _PART),
        Figure("none", say("No points in a round"), _PART),
        Figure("behind", say("Points behind the best of the round"), _PART, Measure.MEAN),
    )
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
        """Multiples of a number that does not divide the required sum never add up to it."""
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

    def cases(self, deal: Deal, rules: PointsRules) -> Iterator[Case]:
        """The points of each side beside those of the best, which are few where points are bad."""
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

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The round in which the points were counted."""
        names = Names(deal.seating.sides[side])
        return say("{side}'s round {number}", side=names, number=deal.number)

    def describe(self, rules: PointsRules) -> tuple[Section, ...]:
        sentences: list[Sentence] = [_WINS[rules.wins]]
        if rules.sum is not None:
            sentences.append(say("Every round must add up to {sum}.", sum=rules.sum))
        if rules.multiple > 1:
            sentences.append(say("Each is a multiple of {step}.", step=rules.multiple))
        return (Section(say("Scoring"), tuple(sentences)),)


_WINS = {
    Wins.HIGH: say("The table counts the points by itself; they are added up."),
    Wins.LOW: say("The table counts the points by itself; they are added up, and few are good."),
    Wins.DOWN: say("The table counts the points by itself; they are taken off."),
}


def _line(points: int, number: int, down: bool) -> Line:
    if down:
        return Line(points, say("{points} taken off", points=number))
    return Line(points, say("{points} counted", points=number))


POINTS_SHEET = PointsSheet()
