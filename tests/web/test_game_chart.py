"""The charts of a game on paper and on the screen: the same line is dashed alike."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.games.points_sheet import POINTS_SHEET, PointsRules, Wins
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup, read_game
from scorekeeper.sheets.blank_sheet import usual_setup
from scorekeeper.web.charts import COUNT, DASHES, running_totals, totals_chart
from scorekeeper.web.formatting import Teller

STYLES = Path(__file__).parents[2] / "static/css/42-player-marks.css"


def test_lines_on_paper_have_the_dashes_of_the_style_sheet() -> None:
    rules = re.findall(
        r"\.player-colour--(\d+) \{\s*--player: .*;\s*--dashes: ([\d. ]+);", STYLES.read_text()
    )
    assert {1: "", **{int(line): dashes for line, dashes in rules}} == dict(enumerate(DASHES, 1))
    assert len(DASHES) == COUNT


PLAIN = usual_setup(POINTS_SHEET, PointsRules(), 3)


@pytest.mark.parametrize(
    ("setup", "begins"),
    [
        (PLAIN, (0, 0, 0)),
        (replace(PLAIN, start=(50, 0, -20)), (50, 0, -20)),  # points of a game begun on paper
        (usual_setup(POINTS_SHEET, PointsRules(wins=Wins.DOWN, start=501), 3), (501, 501, 501)),
    ],
)
def test_the_lines_begin_at_the_starting_points(setup: Setup, begins: tuple[int, ...]) -> None:
    """The chart is the same on the page, in the shared picture and on paper."""
    game: Any = read_game(setup, [DealRecord(({"points": [10, 20, 30]},))])
    assert running_totals(game)[0] == begins
    chart = totals_chart(game, Teller(("Anna", "Ben", "Dana")))
    assert chart is not None
    heights = [float(re.split("[ML ]", line.path)[2]) for line in chart.lines]
    order = sorted(range(3), key=lambda side: -begins[side])
    assert [heights[side] for side in order] == sorted(heights)  # the highest is at the top
    assert len(set(heights)) == len(set(begins))
