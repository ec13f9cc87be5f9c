"""Charts of a game, a line for each side: any figures, and the running totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.engine.rules.ending import Goal
from scorekeeper.engine.rules.game import Game
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.rendering.line_chart import Chart, Series, draw


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


def chart_of(game: Game, tell: Teller, figures: Sequence[Sequence[float]], **shape: Any) -> Chart:
    """A chart of rows of figures, one for each side; `shape` as in `draw`."""
    return draw(
        [
            Series(tuple(map(tell.plain, side)), tuple(row[index] for row in figures))
            for index, side in enumerate(game.sides)
        ],
        **shape,
    )
