"""Geometry of the charts: everything is in its box, labels do not overlap."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web import charts
from scorekeeper.web.charts import GAP, HEIGHT, ROW, WIDTH, Chart, Series, draw, spread

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=1, max_size=24)


@st.composite
def figures(draw_from: st.DrawFn) -> list[Series]:
    """Two to ten sides, one to sixty hands, totals that may be negative."""
    sides, hands = draw_from(st.integers(2, 10)), draw_from(st.integers(1, 60))
    totals = st.lists(st.integers(-3000, 3000), min_size=hands, max_size=hands)
    names = st.lists(NAMES, min_size=1, max_size=2).map(tuple)
    return [Series(draw_from(names), (0, *draw_from(totals))) for _ in range(sides)]


def points(path: str) -> list[tuple[float, float]]:
    """The corners of path data that has no arcs, or the starts of its parts."""
    corners = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)
    return [(float(x), float(y)) for x, y in corners]


def lines_of(chart: Chart) -> list[list[tuple[float, float]]]:
    return [points(line.path) for line in chart.lines]


@given(figures(), st.lists(st.integers(10, 10_000), max_size=2))
def test_everything_is_inside_the_box(series: list[Series], goals: list[int]) -> None:
    chart = draw(series, goals=goals)
    assert 0 < chart.left < chart.right < chart.label_x < WIDTH
    for curve, line in zip(series, lines_of(chart), strict=True):
        assert len(line) == len(curve.values)
        assert all(chart.left - 0.1 <= x <= chart.right + 0.1 for x, _ in line)
        assert all(chart.top - 0.1 <= y <= chart.bottom + 0.1 for _, y in line)
    for tick in (*chart.rows, *chart.goals):
        assert chart.top - 0.1 <= tick.place <= chart.bottom + 0.1
    for drawn in chart.lines:
        assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points(drawn.lead))


@given(figures())
def test_labels_are_apart_and_within(series: list[Series]) -> None:
    chart = draw(series)
    places = sorted(line.label_y for line in chart.lines)
    rows = max(len(line.label) for line in chart.lines)
    assert all(low + max(GAP, rows * ROW) <= high + 0.01 for low, high in pairwise(places))
    assert chart.top - 0.01 <= places[0] - (rows - 1) * ROW / 2
    assert places[-1] + (rows - 1) * ROW / 2 <= chart.bottom + 0.01


@given(figures())
def test_higher_is_higher_and_later_is_later(series: list[Series]) -> None:
    chart = draw(series)
    assert chart.base is None or chart.top < chart.base < chart.bottom
    every = [
        (value, y)
        for curve, line in zip(series, lines_of(chart), strict=True)
        for value, (_, y) in zip(curve.values, line, strict=True)
    ]
    every.sort()
    assert all(first[1] >= second[1] - 0.1 for first, second in pairwise(every))
    for line in lines_of(chart):
        assert all(first[0] <= second[0] for first, second in pairwise(line))


@given(
    st.lists(st.floats(-500, 500), max_size=12),
    st.floats(0.1, 40),
)
def test_spread_keeps_the_order_and_moves_nothing_that_has_room(
    wanted: list[float], gap: float
) -> None:
    places = spread(wanted, gap, 0, 200)
    room = min(gap, 200 / max(len(wanted) - 1, 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    assert all(places[a] + room <= places[b] + 1e-6 for a, b in pairwise(order))
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in places)
    far = all(wanted[a] + gap <= wanted[b] for a, b in pairwise(order))
    if far and all(0 <= place <= 200 for place in wanted) and gap == room:
        assert places == pytest.approx(wanted)


@given(figures())
def test_every_line_ends_in_its_mark_and_leads_to_its_label(series: list[Series]) -> None:
    chart = draw(series)
    for number, line in enumerate(chart.lines):
        assert charts.mark_path(number, *line.end) in line.markers
        assert bool(line.lead) == (abs(line.label_y - line.end[1]) > 2)


@given(figures())
def test_lines_below_0_have_a_number_below_it(series: list[Series]) -> None:
    chart = draw(series)
    below = min(value for curve in series for value in curve.values if value is not None) < 0
    assert any(tick.text.startswith("\u2212") for tick in chart.rows) == below


@pytest.mark.parametrize(
    ("totals", "goals", "rows", "goal_texts"),
    [
        ((50, 120, 338), (300,), ["0", "100", "200"], ["300"]),  # no row at the target
        ((-40, -86, -20), (), ["\u221280", "\u221260", "\u221240", "\u221220", "0"], []),
        ((3, 8, 14), (21, -21), ["\u221210", "0", "10"], ["21", "\u221221"]),
        ((0, 0, 0), (), ["0", "2", "4", "6", "8", "10"], []),  # before any points
    ],
)
def test_the_axis_has_round_numbers(
    totals: tuple[int, ...], goals: tuple[int, ...], rows: list[str], goal_texts: list[str]
) -> None:
    chart = draw([Series(("Anna",), (0, *totals)), Series(("Ben",), (0, 0, 0, 0))], goals=goals)
    assert [tick.text for tick in chart.rows] == rows
    assert [tick.text for tick in chart.goals] == goal_texts


@pytest.mark.parametrize(
    ("hands", "columns"),
    [
        (1, ["0", "1"]),
        (8, [str(hand) for hand in range(9)]),
        (20, ["0", "5", "10", "15", "20"]),
        (60, ["0", "10", "20", "30", "40", "50", "60"]),
    ],
)
def test_hands_are_numbered_as_far_as_there_is_room(hands: int, columns: list[str]) -> None:
    chart = draw([Series(("Anna",), tuple(range(hands + 1)))])
    assert [tick.text for tick in chart.columns] == columns


def test_chances_have_their_whole_axis() -> None:
    chart = draw([Series(("Anna",), (25.0, 40.0))], bounds=(0, 100), unit="%")
    assert [tick.text for tick in chart.rows] == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert (chart.rows[0].place, chart.rows[-1].place) == (chart.bottom, chart.top)


@pytest.mark.parametrize(
    ("names", "label"),
    [
        (("Noa",), ["Noa"]),
        (("Maximiliane-Theodora",), ["Maximiliane-", "Theodora"]),
        (("W" * 24,), ["WWWWWWWW…"]),
        (("Wolfgang Amadeus Wilhelm",), ["Wolfgang", "Amadeus Wilhelm"]),
        (("Sara", "Noa"), ["Sara · Noa"]),
        (("Maximiliane", "Theodora"), ["Maximiliane", "Theodora"]),
    ],
)
def test_names_that_are_too_long_for_a_row_have_two(
    names: tuple[str, ...], label: list[str]
) -> None:
    assert list(draw([Series(names, (0, 1))]).lines[0].label) == label


def test_names_are_cut_where_there_is_no_room() -> None:
    names = [("Maximiliane", "Theodora"), *((str(side),) for side in range(8))]
    lines = draw([Series(both, (0, side)) for side, both in enumerate(names)]).lines
    assert lines[0].label == ("Maxi… · Theod…",)


def test_ten_lines_have_ten_marks() -> None:
    chart = draw([Series((str(side),), (0, side * 40)) for side in range(11)])
    assert [line.number for line in chart.lines] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1]
    assert len({charts.mark_path(side) for side in range(11)}) == 10


@pytest.mark.parametrize("side", range(10))
def test_a_mark_is_inside_its_box(side: int) -> None:
    assert all(
        abs(x) <= charts.BOX and abs(y) <= charts.BOX for x, y in points(charts.mark_path(side))
    )


def test_names_that_begin_alike_keep_their_ends() -> None:
    names = ("Anna Katharina Eva 1", "Anna Katharina Eva 2", *map(str, range(7)))
    lines = draw([Series((name,), (0, place)) for place, name in enumerate(names)]).lines
    labels = [line.label for line in lines[:3]]
    assert labels == [("Anna Katharina…1",), ("Anna Katharina…2",), ("0",)]
