"""The score sheet in a phone's window: the newest hand, the names and the totals are visible."""

from __future__ import annotations

from itertools import chain

import pytest
from playwright.sync_api import Page, ViewportSize

from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.browser.begun_games import LONG_NAMES, write
from tests.browser.conftest import NewContext, Server
from tests.conftest import setup_of
from tests.sample_games import PASSED, hand, south_makes

IPHONE: ViewportSize = {"width": 390, "height": 664}  # between the bars of Safari
SMALL: ViewportSize = {"width": 320, "height": 568}
EVENING = (*([south_makes(5), PASSED, hand("9C", 1, (2, 0, 3), (2, 9, 0, 2))] * 5),)

# The cells of the head with another element over their middle, except columns scrolled out of the
# box or under the fixed one; and elements that scroll vertically inside the page.
SEEN = """() => {
  const head = document.querySelector(".sheet__strip") ?? document.querySelector(".sheet");
  const [box, fixed] = [head, head.querySelector("th")].map(node => node.getBoundingClientRect());
  const hidden = [...head.querySelectorAll("thead :is(th, td)")].filter(cell => {
    const { left, width, top, height } = cell.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const covered = cell.matches(":not(:first-child)") && x > fixed.left && x < fixed.right;
    if (x < box.left || x > box.right || covered) return false;
    return document.elementFromPoint(x, y)?.closest("th, td") !== cell;
  });
  const scrolls = [...document.querySelectorAll("main *")].filter(element =>
    element.scrollHeight > element.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(element).overflowY));
  return {
    hidden: hidden.map(cell => cell.textContent),
    boxes: scrolls.map(element => element.className),
    wide: document.documentElement.scrollWidth - innerWidth,
  };
}"""
IN_SIGHT = {"hidden": [], "boxes": [], "wide": 0}
# The hands that can be read in the window, above its bar.
HANDS = """() => [...document.querySelectorAll(".sheet__hand")].filter(cell => {
  const box = cell.getBoundingClientRect();
  return document.elementFromPoint(box.left + 2, box.top + 2)?.closest("th") === cell.closest("th");
}).map(cell => Number(cell.textContent))"""
# How far the columns of the copied head are from those of the sheet, and the first from its edge.
APART = """() => {
  const edge = cell => Math.round(cell.getBoundingClientRect()[
    document.dir === "rtl" ? "right" : "left"]);
  const head = [...document.querySelectorAll(".sheet__strip tr:first-child th")].map(edge);
  const body = [...document.querySelectorAll(".sheet tbody tr:first-child > *")].map(edge);
  const box = edge(document.querySelector(".sheet"));
  return { columns: head.map((x, index) => x - body[index]), first: Math.abs(body[0] - box) };
}"""


@pytest.fixture
def address(server: Server) -> str:
    """The sheet of fifteen hands between people with long names, which goes on."""
    game = write(server.path, setup_of(), LONG_NAMES, chain.from_iterable(EVENING))
    return f"{server.address}/games/{game}/sheet"


def test_head_totals_and_the_newest_hand_are_in_sight(
    new_context: NewContext, address: str
) -> None:
    for language, scripts in (("en-GB", True), ("he", True), ("he", False)):
        page = new_context(locale=language, java_script_enabled=scripts).new_page()
        for window in (IPHONE, SMALL):
            page.set_viewport_size(window)
            page.goto(address)
            assert page.evaluate(HANDS)[:4] == [15, 14, 13, 12]
            assert page.evaluate(SEEN) == IN_SIGHT
            page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
            assert page.evaluate(SEEN) == IN_SIGHT
            assert 15 not in page.evaluate(HANDS)


def test_a_sheet_too_wide_for_the_window_scrolls_sideways_under_its_head(
    page: Page, server: Server
) -> None:
    """Six sides fit 390 px and not 320; the first column and the head stay."""
    book = rulebooks()["oh-hell"]
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 6, SOUTH)
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    nobody = [{"number": 0}] * 5
    facts = [
        fact
        for number, cards in enumerate((8, 7, 6, 5, 4, 3, 2, 1, 2))
        for fact in (
            *nobody,
            {"number": 1 if cards > 1 else 0},
            {"tricks": [cards if seat == (number + 1) % 6 else 0 for seat in range(6)]},
        )
    ]
    game = write(server.path, setup, names, facts)
    page.set_viewport_size(IPHONE)
    page.goto(f"{server.address}/games/{game}/sheet")
    assert page.locator(".sheet__strip").count() == 0
    page.set_viewport_size(SMALL)
    page.locator(".sheet__strip").wait_for()
    for direction, by in (("ltr", 30), ("rtl", -30)):
        page.evaluate("direction => { document.documentElement.dir = direction }", direction)
        page.evaluate("scrollTo(0, 300)")
        assert page.evaluate(SEEN) == IN_SIGHT
        page.evaluate("by => { document.querySelector('.sheet').scrollLeft = by }", by)
        page.wait_for_function(
            "by => document.querySelector('.sheet__strip').scrollLeft === by", arg=by
        )
        apart = page.evaluate(APART)
        assert apart["columns"] == [0] * 7
        assert apart["first"] <= 2
        assert page.evaluate(SEEN) == IN_SIGHT
