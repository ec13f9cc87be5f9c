"""The rulebook of Points: the question, the endings, and the rules in words."""

from __future__ import annotations

from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.points.house_rules import PRESETS, PointsRules, Wins
from scorekeeper.engine.rules.ending import Ending, Endings, Goal
from scorekeeper.engine.rules.points import DealScore, Line
from scorekeeper.engine.rules.rulebook import Rulebook, Section
from scorekeeper.engine.rules.script import Script
from scorekeeper.engine.rules.steps import PointsStep, Scene
from scorekeeper.engine.rules.wording import Sentence, say


class PointsSheet(Rulebook[PointsRules]):
    """A plain score sheet for any game."""

    key = "points"
    name = say("Points")
    line = say("A plain sheet for any game: a number for each side and round.")
    players = range(2, 11)
    rules = PointsRules
    presets = PRESETS
    companions = "scorekeeper.engine.games.points.companions"
    examples = ("10,20,30,40",)
    endings = Endings((Goal.TARGET, Goal.DEALS, Goal.TIME, Goal.OPEN), Ending(target=100))
    cell = None

    def seated(self, players: int, dealer: Seat, rules: PointsRules) -> Seating:
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

    def script(self, seating: Seating, rules: PointsRules) -> Script:
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
