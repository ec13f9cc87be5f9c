"""Player marks: a shape for each side, the same on the cards, the charts and the score sheet.

A mark is drawn as SVG path data. The colour that belongs to it is the style sheet's
`--player-1` to `--player-10`, by the class `player-colour--1` to `player-colour--10`. No shape is a
card suit, a star (which marks winners), a tick or a cross (which mark contracts).
"""

from __future__ import annotations

COUNT = 10
BOX = 5.0  # half the edge of the box that holds a mark of radius RADIUS
RADIUS = 3.4

_Corners = tuple[tuple[float, float], ...]

# For a radius of 1. The first is a circle and has no corners.
_SHAPES: tuple[_Corners, ...] = (
    (),
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),  # a square
    ((0, -1.3), (1.2, 1), (-1.2, 1)),  # a triangle
    ((-1.15, -1.25), (1.15, -1.25), (-1.15, 1.25), (1.15, 1.25)),  # an hourglass
    ((-0.5, -1.4), (0.5, -1.4), (0.5, 1.4), (-0.5, 1.4)),  # an upright bar
    ((0, 1.3), (1.2, -1), (-1.2, -1)),  # a triangle on its head
    ((-1.4, -0.5), (1.4, -0.5), (1.4, 0.5), (-1.4, 0.5)),  # a flat bar
    (
        (-1.25, -1.15),
        (0, -0.35),
        (1.25, -1.15),
        (1.25, 1.15),
        (0, 0.35),
        (-1.25, 1.15),
    ),  # a bow tie
    ((-1.2, -1.2), (-0.3, -1.2), (-0.3, 0.3), (1.2, 0.3), (1.2, 1.2), (-1.2, 1.2)),  # an L
    ((0, -1.3), (1.3, 0.1), (1.3, 1.2), (0, -0.1), (-1.3, 1.2), (-1.3, 0.1)),  # a roof
)


def number(side: int) -> int:
    """The number of a side's colour and mark, from 1; they repeat after ten."""
    return side % COUNT + 1


def path(side: int, x: float = 0, y: float = 0) -> str:
    """The mark of a side around a point, as SVG path data."""
    corners = _SHAPES[side % COUNT]
    if not corners:
        arc = f"a{_n(RADIUS)} {_n(RADIUS)} 0 1 0 "
        start = f"M{_n(x - RADIUS)} {_n(y)}"
        return f"{start}{arc}{_n(2 * RADIUS)} 0{arc}{_n(-2 * RADIUS)} 0z"
    places = [f"{_n(x + RADIUS * dx)} {_n(y + RADIUS * dy)}" for dx, dy in corners]
    return "M" + "L".join(places) + "z"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
