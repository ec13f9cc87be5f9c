"""What a bid of Wizard scores, made or missed."""

from __future__ import annotations

from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.wording import Formula, Points, say

MADE, EACH, OFF = 20, 10, 10


def line(bid: int, taken: int) -> Line:
    """The points of one player."""
    if bid == taken:
        points = MADE + EACH * bid
        formula = Formula(f"{MADE} + {EACH} x {bid} = {points}" if bid else str(points))
        return Line(points, say("{contract} made: {formula}", contract=bid, formula=formula), True)
    points = -OFF * abs(bid - taken)
    why = say(
        "said {contract}, took {tricks}: {points}",
        contract=bid,
        tricks=taken,
        points=Points(points),
    )
    return Line(points, why, False)
