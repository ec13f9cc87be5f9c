"""Hebrew and German on a real phone: mirroring, order, and fitting texts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import settled
from tests.browser.table import NORTH, Table
from tests.browser.table_with_long_names import LONG_NAMES
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN
from tests.browser.test_layout import PAGES
from tests.deep import DEEP

CUT = """() => [...document.querySelectorAll(
    "button, .button, h1, h2, th, .tile__note, .player__total")]
  .filter(element => element.checkVisibility() && !element.closest(".unseen, .tile--name, thead"))
  .filter(element => !element.matches(".top__title"))
  .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map(element => element.outerHTML.slice(0, 120))"""


FOREIGN = ("he", "de")


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


@pytest.mark.slow
def test_long_words_fit_and_what_is_cut_is_shown_whole_when_touched(
    new_context: NewContext, server: Server
) -> None:
    """Each page in one language; `make deep` has all in both."""
    play(server.path, LONG_NAMES)
    pages = (*PAGES, "/games/new?game=bid-whist")
    for place, language in enumerate(FOREIGN):
        page = new_context(locale=language).new_page()
        for path in pages if DEEP else pages[place :: len(FOREIGN)]:
            page.goto(server.address + path)
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert (path, wide, page.evaluate(CUT)) == (path, width, [])
        page.goto(f"{server.address}/games/1/")
        title = page.locator(".top__title")
        cut = """title => [title, ...title.children].some(
            part => part.scrollWidth > part.clientWidth)"""
        assert title.evaluate(cut)
        if language == "he":  # the name is cut, at its own end
            assert title.locator(".name").evaluate("name => name.scrollWidth > name.clientWidth")
        title.hover()
        assert not title.evaluate(cut)


def test_hebrew_mirrors_the_page_but_neither_numbers_nor_suits_nor_seats(
    new_context: NewContext, server: Server
) -> None:
    page = new_context(locale="he-IL").new_page()
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
    settled(page)
    page.locator(".result summary").click()
    loss = page.locator(".line__points bdi").first
    assert (loss.inner_text(), loss.evaluate("bdi => getComputedStyle(bdi).direction")) == (
        "\u221220",
        "ltr",
    )
    undo = page.locator("form[action$=undo] .mirrored")
    assert undo.evaluate("icon => getComputedStyle(icon).transform") == "matrix(-1, 0, 0, 1, 0, 0)"


def test_a_page_that_is_swapped_in_brings_its_language(page: Page, server: Server) -> None:
    """Another window of the phone has chosen Hebrew meanwhile."""
    table = Table(page, server.address)
    table.new_game()
    other = page.context.new_page()
    other.goto(server.address)
    other.get_by_role("button", name="עברית").click()
    table.win_auction("7C", NORTH)
    html = page.locator("html")
    expect(html).to_have_attribute("lang", "he")
    expect(html).to_have_attribute("dir", "rtl")
