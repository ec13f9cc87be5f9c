"""Line charts as SVG coordinates: one line for each side, with its own colour and mark."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any

from flask import render_template

from scorekeeper.rules.ending import Goal
from scorekeeper.rules.game import Game
from scorekeeper.web import languages
from scorekeeper.web.formatting import Teller, ems, shorten, stems_and_ends
from scorekeeper.wording import MINUS, decimal_text

# Marks
#
# A mark is SVG path data. The class `player-colour--1` to `player-colour--10` sets its colour. No
# shape looks like a card suit, a star (which marks winners), a tick or a cross (which mark
# contracts).

COUNT = 10
BOX = 5.0  # half the edge of a square that contains every mark
RADIUS = 3.4

_Corners = tuple[tuple[float, float], ...]

# The corners, for a radius of 1. The first shape is a circle, which has none.
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


def mark_number(side: int) -> int:
    """Return the number of a side's colour and mark, from 1; they repeat after ten."""
    return side % COUNT + 1


def mark_path(side: int, x: float = 0, y: float = 0) -> str:
    """Draw the mark of a side around a point, as SVG path data."""
    corners = _SHAPES[side % COUNT]
    if not corners:
        arc = f"a{_decimal(RADIUS)} {_decimal(RADIUS)} 0 1 0 "
        start = f"M{_decimal(x - RADIUS)} {_decimal(y)}"
        return f"{start}{arc}{_decimal(2 * RADIUS)} 0{arc}{_decimal(-2 * RADIUS)} 0z"
    places = [f"{_decimal(x + RADIUS * dx)} {_decimal(y + RADIUS * dy)}" for dx, dy in corners]
    return "M" + "L".join(places) + "z"


def _decimal(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


# Lines
#
# A chart is drawn for a phone, where a unit is about a pixel. Every line ends in its mark. The
# names stand beside the ends of the lines. Names too close together are pushed apart, and a thin
# line leads from the end to a moved name. Time runs from left to right in every language; graphs
# in Hebrew do the same.

WIDTH, HEIGHT = 340.0, 230.0
TOP, BOTTOM = 10.0, 22.0
TICK_SIZE, LABEL_SIZE = 12.0, 13.0  # font sizes in units; ticks are smaller, but may be bold
GAP = 15.0
ROW = 13.0  # height of a row of a label
LABELS_MOST = 126.0
MARKED = 20
STEPS = (1, 2, 5)
JOINT = " · "
BREAKS = " -\u05be"  # characters at which a label may be broken into rows


@dataclass(frozen=True, slots=True)
class Series:
    """The names beside a line, and its values: one before the first deal, one after each deal.

    The values before somebody comes late are None.
    """

    names: tuple[str, ...]
    values: tuple[float | None, ...]

    @property
    def name(self) -> str:
        return JOINT.join(self.names)


@dataclass(frozen=True, slots=True)
class Tick:
    """A number beside an axis, and its place along the axis."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The coordinates of a line.

    number    the number of its colour, dashes and mark, from 1 to 10
    path      the line, as SVG path data
    markers   the marks along the line and at its end, as SVG path data
    end       the coordinates of its end
    label     the rows of the name, shortened if it is too long; `label_y` is their middle
    lead      a thin line from the end to a label that was moved, as SVG path data; otherwise ""
    """

    name: str
    number: int
    path: str
    markers: str
    end: tuple[float, float]
    label: tuple[str, ...]
    label_y: float
    lead: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The coordinates of a chart.

    goals    horizontal lines at values that the players try to reach
    steps    the place of each value along the time axis
    """

    left: float
    right: float
    top: float
    bottom: float
    label_x: float
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    goals: tuple[Tick, ...]
    base: float | None
    lines: tuple[Curve, ...]
    steps: tuple[float, ...]
    height: float
    width: float = WIDTH


def draw(
    series: Sequence[Series],
    *,
    goals: Sequence[int] = (),
    bounds: tuple[float, float] | None = None,
    unit: str = "",
    first: int = 0,
    decimals: int = 0,
    height: float = HEIGHT,
) -> Chart:
    """Lay out a chart of one or more lines, which all have the same number of values.

    goals     values that are marked by a horizontal line
    bounds    the lowest and highest value of the axis; by default they follow from the values
    first     the number of the first value on the time axis
    decimals  those of the points, if the values are points
    height    height of the whole chart, in units
    """
    steps = max(len(series[0].values) - 1, 1)
    values = [value for line in series for value in line.values if value is not None]
    low, high, rows = _axis(values, goals, bounds)
    texts = [signed(row, decimals) + unit for row in (*rows, *goals)]
    top, bottom = TOP, height - BOTTOM
    labels = _labels(series, two_rows=(bottom - top - ROW) >= 2 * ROW * (len(series) - 1))
    extra = ROW * (max(map(len, labels)) - 1)
    left = 8 + TICK_SIZE * max(map(ems, texts))
    right = WIDTH - 6 - LABEL_SIZE * max(ems(row) for label in labels for row in label)
    right -= 4 * RADIUS

    def x(step: int) -> float:
        return left + (right - left) * step / steps

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    points = [
        [(x(step), y(value)) for step, value in enumerate(line.values) if value is not None]
        for line in series
    ]
    ends = [path[-1][1] for path in points]
    places = spread(ends, GAP + extra, top + extra / 2, bottom - extra / 2)
    label_x = right + 4 * RADIUS
    return Chart(
        left=left,
        right=right,
        top=top,
        bottom=bottom,
        label_x=label_x,
        rows=tuple(
            Tick(y(row), signed(row, decimals) + unit)
            for row in rows
            if all(abs(y(row) - y(goal)) > GAP * 0.7 for goal in goals)
        ),
        columns=tuple(Tick(x(step - first), str(step)) for step in _columns(first, first + steps)),
        goals=tuple(Tick(y(goal), signed(goal, decimals) + unit) for goal in goals),
        base=y(0) if low < 0 < high else None,
        lines=tuple(
            _line(line.name, index, points[index], labels[index], (label_x, places[index]))
            for index, line in enumerate(series)
        ),
        steps=tuple(map(x, range(len(series[0].values)))),
        height=height,
    )


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move places from `low` to `high` at least `gap` apart, each as little as possible.

    Their order stays the same. If there is no room for all gaps, the gaps are smaller.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    groups: list[tuple[float, int]] = []  # mean place of the first label, and number of labels
    for place, index in enumerate(order):
        groups.append((wanted[index] - place * gap, 1))
        while len(groups) > 1 and groups[-2][0] > groups[-1][0]:
            (first, some), (second, more) = groups[-2:]
            groups[-2:] = [((first * some + second * more) / (some + more), some + more)]
    last = high - gap * (len(wanted) - 1)
    firsts = [min(max(first, low), last) for first, many in groups for _ in range(many)]
    positions = [0.0] * len(wanted)
    for place, index in enumerate(order):
        positions[index] = firsts[place] + place * gap
    return positions


def _line(
    name: str,
    side: int,
    points: Sequence[tuple[float, float]],
    label: tuple[str, ...],
    place: tuple[float, float],
) -> Curve:
    label_x, label_y = place
    end = points[-1]
    every = -(-len(points) // MARKED)
    marked = points[::-every]
    lead = ""
    if abs(label_y - end[1]) > 2:
        lead = f"M{_at(*end)}L{_at(label_x - 2, label_y)}"
    return Curve(
        name=name,
        number=mark_number(side),
        path="M" + "L".join(_at(*point) for point in points),
        markers="".join(mark_path(side, *point) for point in marked),
        end=end,
        label=label,
        label_y=label_y,
        lead=lead,
    )


def _axis(
    values: Sequence[float], goals: Sequence[int], bounds: tuple[float, float] | None
) -> tuple[float, float, list[int]]:
    """Return the lowest and highest value of the axis, and the values at its ticks."""
    low, high = bounds or (min(0.0, *values, *goals), max(0.0, *values, *goals))
    if high - low < 10:
        high = low + 10
    raw = (high - low) / 5
    power = 10 ** floor(log10(raw))
    step = int(max(next((s * power for s in STEPS if s * power >= raw), 10 * power), 1))
    if low < 0 and not bounds:
        low = min(low, -step)  # a tick below every line that goes below 0
    first, last = -(-low // step), high // step
    if not bounds:
        margin = (high - low) * 0.03
        low, high = low - (margin if low < 0 else 0), high + margin
    return low, high, [int(step * number) for number in range(int(first), int(last) + 1)]


def _columns(first: int, last: int) -> Iterator[int]:
    """Return the numbers at the ticks of the time axis, far enough apart to be read."""
    every = next((step for step in (1, 2, 5, 10, 20, 50, 100) if (last - first) / step <= 8), 500)
    return iter([number for number in range(first, last + 1) if number % every == 0 or every == 1])


def _labels(series: Sequence[Series], *, two_rows: bool) -> list[tuple[str, ...]]:
    """Return the names of each line in one row, or in two rows if there is room for them.

    Names that do not fit are shortened.
    """
    parts = iter(stems_and_ends([name for line in series for name in line.names]))
    return [_rows([next(parts) for _ in line.names], two_rows=two_rows) for line in series]


def _rows(names: Sequence[tuple[str, str]], *, two_rows: bool) -> tuple[str, ...]:
    room = LABELS_MOST / LABEL_SIZE
    whole = JOINT.join(stem + end for stem, end in names)
    if ems(whole) <= room:
        return (whole,)
    if two_rows and len(names) == 2:
        return tuple(_name_within(*name, room) for name in names)
    if two_rows and len(names) == 1:
        breaks = [at for at in range(1, len(whole)) if whole[at - 1] in BREAKS]
        halves = [(whole[:at].rstrip(), whole[at:]) for at in breaks]
        fitting = [half for half in halves if max(map(ems, half)) <= room]
        if fitting:
            return min(fitting, key=lambda half: max(map(ems, half)))
    share = (room - ems(JOINT) * (len(names) - 1)) / len(names)
    return (JOINT.join(_name_within(*name, share) for name in names),)


def _name_within(stem: str, end: str, room: float) -> str:
    """Shorten a name to `room` em: its stem first, because its end distinguishes it from others."""
    if ems(stem + end) <= room:
        return stem + end
    end = shorten(end, room - ems(stem[:1] + "…"))
    return shorten(stem, room - ems(end)) + end


def signed(number: float, decimals: int = 0) -> str:
    """Write a number with a true minus sign; `decimals` are those of a game's points."""
    return decimal_text(round(number), decimals, languages.point()).replace("-", MINUS)


def _at(x: float, y: float) -> str:
    return f"{_decimal(x)} {_decimal(y)}"


# Charts of a game

# The dashes of the lines, the same as in the style sheet (`42-player-marks.css`)
DASHES = (
    *("", "7 3", "2 2.5", "9 3 2 3", "13 4"),
    *("4 2 1 2", "1 4", "10 2 10 6", "5 5", "14 3 2 3 2 3"),
)


def running_totals(game: Game) -> list[tuple[int | None, ...]]:
    """Return the totals of all sides, before the first hand and after each hand.

    None for somebody who comes later; the total at the start stands in the row before the hand.
    """
    totals = [game.setup.beginning.totals, *(deal.totals for deal in game.played)]
    rows: list[list[int | None]] = [[*row] for row in totals]
    for seat, coming in enumerate(game.setup.comings, game.setup.players):
        first = min(coming.last, len(rows) - 1)
        for row in rows[:first]:
            row[seat] = None
        deal = game.deal(coming.last + 1)
        rows[first][seat] = game.totals[seat] if deal is None else deal.before.totals[seat]
    return list(map(tuple, rows))


def totals_chart(game: Game, tell: Teller, **shape: Any) -> Chart | None:
    """Draw the running totals and the target; None before the first hand. `shape`: see `draw`."""
    ending = game.setup.ending
    goals: list[int] = []
    if ending.goal is Goal.TARGET:
        goals = [ending.target, -ending.target] if ending.minus else [ending.target]
    if not game.played:
        return None
    decimals = game.setup.book.decimals
    return chart_of(game, tell, running_totals(game), goals=goals, decimals=decimals, **shape)


def totals_on_paper(game: Game, tell: Teller) -> str:
    """Draw the running totals in black, as SVG; "" before the first hand."""
    chart = totals_chart(game, tell)
    if chart is None:
        return ""
    return render_template("print/chart.svg", chart=chart, inks=["#000"] * COUNT, dashes=DASHES)


def chart_of(
    game: Game, tell: Teller, figures: Sequence[Sequence[float | None]], **shape: Any
) -> Chart:
    """Draw a line for each side; a row of `figures` has one value for each. `shape`: see `draw`."""
    return draw(
        [
            Series(tuple(map(tell.plain, side)), tuple(row[index] for row in figures))
            for index, side in enumerate(game.sides)
        ],
        **shape,
    )
