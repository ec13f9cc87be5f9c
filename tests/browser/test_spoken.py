"""Screen readers: announcements when the page of a game changes, and the focus."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.phones import saved, settled
from tests.browser.table import NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

POINTS = (
    "Sara: −20, total −20. Walid: +19, total 19. Noa: −10, total −10. Eli: −40, total −40. "
    "Next hand: Walid deals."
)


def hears(page: Page, words: str) -> None:
    expect(page.locator("[data-hear]")).to_have_text(words)


def test_the_points_and_whose_turn_it_is_are_heard(page: Page, server: Server) -> None:
    """In a permanent region: one that is added with its words, or replaced, is not read.

    A page that is loaded again says it, too.
    """
    table = Table(page, server.address)
    table.new_game()
    source = page.request.get(page.url).text()
    assert '<p class="unseen" role="status" data-hear></p>' in source
    hears(page, "Who won the auction?")
    page.evaluate("window.region = document.querySelector('[data-hear]')")
    table.win_auction("7C", NORTH)
    hears(page, "Noa won the auction with 7♣. Eli's contract?")
    assert page.evaluate("window.region === document.querySelector('[data-hear]')")
    saved(page)
    settled(page)  # the page of the server has come
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.stage') !== null")

    table.say_contracts(GERMAN_EXAMPLE)
    hears(page, "Walid said 3. How many tricks did each take?")
    saved(page)
    page.reload()
    hears(page, "Walid said 3. How many tricks did each take?")
    table.tricks(TAKEN)
    hears(page, POINTS)
    saved(page)
    page.reload()
    hears(page, POINTS)
