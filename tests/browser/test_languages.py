"""Hebrew and German on a real phone: what mirrors, what keeps its order, and that all fits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import PHONE, Server
from tests.browser.table import NORTH, Table
from tests.browser.table_with_long_names import LONG_NAMES
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN
from tests.browser.test_layout import PAGES

CUT = """() => [...document.querySelectorAll(
    "button, .button, h1, h2, th, .tile__note, .player__total")]
  .filter(element => element.checkVisibility() && !element.closest(".unseen, .tile--name, thead"))
  .filter(element => !element.matches(".top__title"))
  .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map(element => element.outerHTML.slice(0, 120))"""


@pytest.fixture(params=["he", "de"])
def table(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Table]:
    context = browser.new_context(locale=request.param, viewport=PHONE, has_touch=True)
    play(server.path, LONG_NAMES)
    table = Table(context.new_page(), server.address)
    table.page.goto(f"{server.address}/games/1/")
    yield table
    context.close()


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


@pytest.mark.parametrize("width", [320, 390])
def test_long_words_fit_and_nothing_is_cut(table: Table, width: int) -> None:
    table.page.set_viewport_size({"width": width, "height": 844})
    for path in (*PAGES, "/games/new?game=bid-whist"):
        table.page.goto(table.address + path)
        wide = table.page.evaluate("document.documentElement.scrollWidth")
        assert (path, wide, table.page.evaluate(CUT)) == (path, width, [])


def test_a_title_too_long_for_its_line_is_shown_whole_when_touched(table: Table) -> None:
    table.page.set_viewport_size({"width": 320, "height": 844})
    title = table.page.locator(".top__title")
    cut = "title => title.scrollWidth > title.clientWidth"
    assert title.evaluate(cut)
    title.hover()
    assert not title.evaluate(cut)


def test_hebrew_mirrors_the_page_but_neither_numbers_nor_suits_nor_seats(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(locale="he-IL", viewport=PHONE, has_touch=True)
    page = context.new_page()
    table = Table(page, server.address)
    table.new_game(names=("דנה", "Ben", "אבי", "Dana"))
    players = page.locator(".player")
    assert left(players.nth(0)) < left(players.nth(1))  # clockwise, as they sit
    places = page.locator(".places__place")
    assert left(places.nth(0)) > left(places.nth(1))
    bids = page.locator(".bids .tile")
    assert [bids.nth(index).inner_text() for index in (0, 4)] == ["5♣", "5NT"]
    assert left(bids.nth(0)) < left(bids.nth(4))
    table.win_auction("7C", NORTH)
    tiles = page.locator("[name=number]")
    assert [tiles.nth(index).inner_text() for index in (0, 1)] == ["0", "1"]
    assert left(tiles.nth(0)) < left(tiles.nth(1))
    for seat, number in GERMAN_EXAMPLE:
        table.contract(seat, number)
    table.tricks(TAKEN)
    page.locator(".result summary").click()
    loss = page.locator(".line__points bdi").first
    assert (loss.inner_text(), loss.evaluate("bdi => getComputedStyle(bdi).direction")) == (
        "\u221220",
        "ltr",
    )
    undo = page.locator("form[action$=undo] .mirrored")
    assert undo.evaluate("icon => getComputedStyle(icon).transform") == "matrix(-1, 0, 0, 1, 0, 0)"
    context.close()


def test_the_language_is_chosen_without_scripts_too(browser: Browser, server: Server) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB", viewport=PHONE)
    page = context.new_page()
    page.goto(server.address)
    for name, title in (("עברית", "מחלקים קלפים!"), ("Deutsch", "Gebt die Karten!")):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
    assert page.locator("html").get_attribute("lang") == "de"
    context.close()


def test_a_page_that_is_swapped_in_brings_its_language(page: Page, server: Server) -> None:
    """The other window of the phone has chosen Hebrew meanwhile."""
    table = Table(page, server.address)
    table.new_game()
    other = page.context.new_page()
    other.goto(server.address)
    other.get_by_role("button", name="עברית").click()
    table.win_auction("7C", NORTH)
    html = page.locator("html")
    expect(html).to_have_attribute("lang", "he")
    expect(html).to_have_attribute("dir", "rtl")
