"""Deals that depend on earlier ones: a script gets their results and stays a function."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.look_ahead import look_ahead, name_of
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.result_steps import PointsStep
from scorekeeper.rules.rulebook import Rulebook, Section
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Script
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import SOUTH, Seat, Seating
from scorekeeper.wording import say


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    doubled: bool = house_rules.toggle(True, say("{rule}", rule="doubled"))


class Doubling(Rulebook[Rules]):
    """A deal without scores is thrown in and doubles the next one."""

    key = "doubling"
    name = say("{name}", name="Doubling")
    players = range(3, 4)
    rules = Rules
    presets = ()

    def seating(self, players: int, dealer: Seat, rules: Rules) -> Seating:
        return replace(Seating.alone(players, dealer), step=-1)

    def carries(self, rules: Rules) -> bool:
        return True

    def script(self, seating: Seating, rules: Rules, earlier: Earlier = NOTHING_EARLIER) -> Script:
        times = earlier.left if isinstance(earlier.left, int) else 1
        scene = Scene(0)
        points: tuple[int, ...] = yield PointsStep(seating, scene)
        if not any(points):
            nothing = tuple((Line(0, say("{why}", why="none")),) for _ in points)
            return DealScore(nothing, scene, say("{why}", why="none"), True, left=2 * times)
        lines = tuple(
            (Line(side_points * times, say("{points}", points=side_points)),)
            for side_points in points
        )
        return DealScore(lines, scene, say("{times}", times=times))

    def describe(self, rules: Rules) -> tuple[Section, ...]:
        return ()


SETUP = Setup(Doubling(), Rules(), Ending(goal=Goal.OPEN), 3, SOUTH)


def game(*points: tuple[int, ...], ending: Ending | None = None) -> Game:
    setup = replace(SETUP, ending=ending) if ending else SETUP
    return read_game(setup, [DealRecord(({"points": deal_points},)) for deal_points in points])


def test_a_thrown_in_deal_may_leave_something() -> None:
    played = game((1, 2, 3), (0, 0, 0), (0, 0, 0), (1, 1, 5), (1, 1, 5))
    assert played.totals == (1 + 4 + 1, 2 + 4 + 1, 3 + 20 + 5)
    assert [deal.earlier.left for deal in played.deals] == [None, None, 2, 4, None]


def test_a_correction_scores_all_later_deals_again() -> None:
    before = game((1, 2, 3), (0, 0, 0), (1, 1, 5))
    after = game((1, 2, 3), (0, 0, 1), (1, 1, 5))
    assert (before.totals, after.totals) == ((3, 4, 13), (2, 3, 9))
    again = read_game(SETUP, [deal.record for deal in before.deals], known=after)
    assert again.totals == before.totals


def test_the_deal_may_pass_to_the_right() -> None:
    played = game((1, 2, 3), (1, 0, 0), (1, 1, 5))
    assert [int(deal.dealer) for deal in played.deals] == [0, 2, 1]
    assert [*map(int, SETUP.seating(SOUTH).in_turn(Seat(2)))] == [2, 1, 0]


def test_a_place_ahead_is_named_by_what_the_earlier_deals_came_to() -> None:
    """Points computed for another state of the game never appear on a phone."""
    names = set()
    for played in (game((1, 2, 3)), game((1, 2, 4)), game((1, 2, 3), (0, 0, 0))):
        current = played.current
        assert current.reading.step is not None
        names.add(name_of(SETUP, current.seating, (), current.reading.step, current.earlier))
        assert set(look_ahead(played).starts.values()) == {None}
    assert len(names) == 3


@pytest.mark.parametrize(
    ("ending", "over", "winners"),
    [
        (Ending(target=10, low=True), True, (1,)),  # the highest ends it, the lowest wins
        (Ending(target=20, low=True), False, ()),
        (Ending(target=100, floor=-5), True, (0,)),  # the floor ends it, the highest wins
        (Ending(target=100, floor=-6), False, ()),
        (Ending(target=100, minus=True), False, ()),
    ],
)
def test_low_totals_and_floors(ending: Ending, over: bool, winners: tuple[int, ...]) -> None:
    played = game((12, -5, 3), ending=ending)
    assert (played.over, played.winners) == (over, winners)
