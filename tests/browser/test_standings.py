"""The charts in a browser: visible, without overlaps, in both themes and directions, in print."""

from __future__ import annotations

import re
from itertools import chain, pairwise
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.ending import Ending
from tests.browser.begun_games import LONG_NAMES, write
from tests.browser.conftest import Server
from tests.conftest import setup_of
from tests.sample_games import hand, south_makes

HANDS = (
    south_makes(7),
    hand("9C", 1, (2, 0, 3), (2, 9, 0, 2)),
    hand("8C", 0, (0, 4, 2), (0, 0, 9, 4)),
    ({"bid": "pass"},),
    south_makes(6),
    hand("7C", 2, (0, 2, 3), (0, 3, 8, 2)),
)

LABELS = """() => [...document.querySelectorAll(".chart")].map(chart => {
  const outer = chart.getBoundingClientRect();
  return [...chart.querySelectorAll(".chart__label")].map(label => {
    const box = label.getBoundingClientRect();
    return { top: box.top, bottom: box.bottom, left: box.left - outer.left,
             right: outer.right - box.right, text: label.textContent, size: box.height };
  });
})"""
STROKES = """() => [...document.querySelectorAll(".chart:first-of-type .chart__stroke")]
  .slice(0, 4).map(stroke => {
    const style = getComputedStyle(stroke);
    return { stroke: style.stroke, dashes: style.strokeDasharray };
  })"""
COURSE = """() => {
  const stroke = document.querySelector(".chart__stroke");
  const text = document.querySelector(".chart__label");
  const at = place => stroke.getPointAtLength(place).matrixTransform(stroke.getScreenCTM()).x;
  return { start: at(0), end: at(stroke.getTotalLength()), letters: text.getScreenCTM().a };
}"""


@pytest.fixture
def shown(page: Page, server: Server) -> Page:
    """The standings of a game of six hands with long names."""
    setup = setup_of(ending=Ending(target=300))
    game = write(server.path, setup, LONG_NAMES, chain.from_iterable(HANDS))
    page.goto(f"{server.address}/games/{game}/board")
    return page


def course(page: Page) -> dict[str, float]:
    measures: dict[str, float] = page.evaluate(COURSE)
    return measures


def test_charts_are_readable_from_both_sides_in_every_window(shown: Page) -> None:
    """Time runs from left to right, as in graphs of Hebrew books, too."""
    for direction in ("ltr", "rtl"):
        shown.evaluate("direction => { document.documentElement.dir = direction }", direction)
        drawn = course(shown)
        assert drawn["start"] < drawn["end"]
        assert drawn["letters"] > 0
        for width in (320, 390, 1280):
            shown.set_viewport_size({"width": width, "height": 800})
            charts = shown.evaluate(LABELS)
            assert [len(labels) for labels in charts] == [4, 4]
            for labels in charts:
                for label in labels:
                    assert label["size"] >= 12
                    inside = min(label["left"], label["right"]) >= 0
                    assert (label["text"], inside) == (label["text"], True)
                labels.sort(key=lambda label: label["top"])
                for above, below in pairwise(labels):
                    assert above["bottom"] <= below["top"] + 5  # a box is higher than its letters
            assert shown.evaluate("document.documentElement.scrollWidth") == width
        boxes = [shown.locator(".chart").nth(place).bounding_box() for place in (0, 1)]
        first, second = sorted(box["x"] for box in boxes if box)
        assert boxes[0]
        assert first + boxes[0]["width"] <= second  # side by side in a wide window


def test_lines_differ_by_colour_and_dashes_and_in_print_by_dashes(shown: Page) -> None:
    colours = []
    lights: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for light in lights:
        shown.emulate_media(color_scheme=light)
        strokes = shown.evaluate(STROKES)
        paper = shown.evaluate("getComputedStyle(document.body).backgroundColor")
        assert len({line["stroke"] for line in strokes} | {paper}) == 5
        assert len({line["dashes"] for line in strokes}) == 4
        colours.append(strokes[0]["stroke"])
    assert colours[0] != colours[1]
    shown.emulate_media(media="print")
    strokes = shown.evaluate(STROKES)
    assert {line["stroke"] for line in strokes} == {"rgb(0, 0, 0)"}
    assert len({line["dashes"] for line in strokes}) == 4
    assert shown.locator(".chart").first.is_visible()


def test_a_point_of_a_chart_opens_its_hand(shown: Page) -> None:
    board = shown.url
    for direction in ("ltr", "rtl"):
        shown.goto(board)
        shown.evaluate("direction => { document.documentElement.dir = direction }", direction)
        pages = shown.locator(".chart-pages").first
        pages.evaluate("pages => pages.scrollIntoView({block: 'center'})")
        point = shown.evaluate(
            """() => {
              const stroke = document.querySelector(".chart__stroke");
              const corners = stroke.getAttribute("d").slice(1).split("L");
              const [x, y] = corners[3].split(" ").map(Number);
              const at = new DOMPoint(x, y).matrixTransform(stroke.getScreenCTM());
              return [at.x, at.y];
            }"""
        )
        shown.mouse.click(*point)
        expect(shown).to_have_url(re.compile("/hands/3/$"))
    shown.get_by_role("link", name="Hand 4").click()
    expect(shown).to_have_url(re.compile("/hands/4/$"))


def test_what_is_folded_away_or_hidden_comes_back(shown: Page) -> None:
    table = shown.get_by_role("region", name="The totals as a table")
    expect(table).to_be_hidden()
    shown.get_by_text("The totals as a table").first.click()
    expect(table).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(7)
    shown.get_by_role("button", name="Hide the chances").click()
    expect(shown.locator(".chart")).to_have_count(1)
    shown.get_by_role("button", name="Show the chances").click()
    expect(shown.locator(".chart")).to_have_count(2)
    shown.get_by_role("link", name="What if we'd used other rules?").click()
    shown.select_option("#rules", "scheme.elhanani")
    shown.get_by_role("button", name="Rescore", exact=True).click()
    expect(shown.get_by_role("heading", name="Scoring: Elhanani")).to_be_visible()
