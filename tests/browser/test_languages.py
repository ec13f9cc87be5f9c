"""Hebrew and German on a real phone: mirroring, order, and fitting texts."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import settled
from tests.browser.table import NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

# Names whose letters do not begin beside the mark of the player, whatever their alphabet.
APART = """holders => holders.map((holder) => {
  const letters = document.createRange();
  letters.selectNodeContents(holder.querySelector(".name"));
  const name = letters.getBoundingClientRect();
  const mark = holder.querySelector(".player-mark").getBoundingClientRect();
  return [holder.innerText, Math.max(name.left - mark.right, mark.left - name.right)];
}).filter(([, gap]) => gap < -1 || gap > 12)"""


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


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
    assert [bids.nth(index).inner_text() for index in (0, 4)] == ["5♣", "5ל״ש"]
    assert left(bids.nth(0)) < left(bids.nth(4))
    table.win_auction("7C", NORTH)
    settled(page)
    tiles = page.locator("[name=number]")
    assert [tiles.nth(index).inner_text() for index in (7, 8)] == ["0", "1"]
    assert left(tiles.nth(7)) < left(tiles.nth(8))
    assert page.locator(".player").evaluate_all(APART) == []
    for seat, number in GERMAN_EXAMPLE:
        table.contract(seat, number)
    settled(page)
    assert page.locator(".tricks__name").evaluate_all(APART) == []
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
