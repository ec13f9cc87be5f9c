"""Charts of a game, a line for each side: any figures, and the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import render_template

from scorekeeper.engine.rules.ending import Goal
from scorekeeper.engine.rules.game import Game
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.rendering.line_chart import Chart, Series, draw
from scorekeeper.web.rendering.player_marks import COUNT

# The dashes of the lines, as the style sheet has them (`49-charts.css`).
DASHES = (
    *("", "7 3", "2 2.5", "9 3 2 3", "13 4"),
    *("4 2 1 2", "1 4", "10 2 10 6", "5 5", "14 3 2 3 2 3"),
)


def running_totals(game: Game) -> list[tuple[int, ...]]:
    """The totals of all sides before the first hand and after each that was played."""
    return [(0,) * len(game.sides), *(deal.totals for deal in game.played)]


def totals_chart(game: Game, tell: Teller, **shape: Any) -> Chart | None:
    """The running totals, with the target; None before the first hand. `shape` as in `draw`."""
    ending = game.setup.ending
    goals: list[int] = []
    if ending.goal is Goal.TARGET:
        goals = [ending.target, -ending.target] if ending.minus else [ending.target]
    if not game.played:
        return None
    return chart_of(game, tell, running_totals(game), goals=goals, **shape)


def totals_on_paper(game: Game, tell: Teller) -> str:
    """The running totals in black, as SVG; empty before the first hand."""
    chart = totals_chart(game, tell)
    if chart is None:
        return ""
    return render_template("print/chart.svg", chart=chart, inks=["#000"] * COUNT, dashes=DASHES)


def chart_of(game: Game, tell: Teller, figures: Sequence[Sequence[float]], **shape: Any) -> Chart:
    """A chart of rows of figures, one for each side; `shape` as in `draw`."""
    return draw(
        [
            Series(tuple(map(tell.plain, side)), tuple(row[index] for row in figures))
            for index, side in enumerate(game.sides)
        ],
        **shape,
    )
