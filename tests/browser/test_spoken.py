"""What a screen reader hears when the page of a game changes, and where the focus goes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Server
from tests.browser.phones import saved
from tests.browser.table import NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

POINTS = (
    "Sara: −20, total −20. Walid: +19, total 19. Noa: −10, total −10. Eli: −40, total −40. "
    "Next hand: Walid deals."
)


def hears(page: Page, words: str) -> None:
    expect(page.locator("[data-hear]")).to_have_text(words)


@pytest.mark.parametrize("reloaded", [False, True], ids=["swapped", "loaded"])
def test_the_points_and_whose_turn_it_is_are_heard(
    page: Page, server: Server, reloaded: bool
) -> None:
    table = Table(page, server.address)

    def heard(words: str) -> None:
        if reloaded:
            page.reload()
        hears(page, words)

    table.new_game()
    heard("Who won the auction?")
    table.win_auction("7C", NORTH)
    heard("Noa won the auction with 7♣. Eli's contract?")
    for seat, number in GERMAN_EXAMPLE:
        table.contract(seat, number)
    heard("Walid said 3. How many tricks did each take?")
    table.tricks(TAKEN)
    heard(POINTS)


def test_the_region_is_there_before_its_words_and_stays(page: Page, server: Server) -> None:
    """A region that comes with its words is not read, and one that is replaced is not either."""
    table = Table(page, server.address)
    table.new_game()
    page.evaluate("window.region = document.querySelector('[data-hear]')")
    table.win_auction("7C", NORTH)
    hears(page, "Noa won the auction with 7♣. Eli's contract?")
    assert page.evaluate("window.region === document.querySelector('[data-hear]')")
    source = page.request.get(page.url).text()
    assert '<p class="unseen" role="status" data-hear></p>' in source


def test_a_watcher_hears_it_too(browser: Browser, page: Page, keyed_server: Server) -> None:
    links = [word for word in keyed_server.output.split() if "/join/" in word]
    page.goto(links[0])
    table = Table(page, keyed_server.address)
    table.new_game()
    context = browser.new_context(viewport=PHONE)
    watching = context.new_page()
    watching.goto(links[-1])
    watching.goto(page.url)
    hears(watching, "Who won the auction?")
    table.win_auction("7C", NORTH)
    expect(watching.locator("[data-hear]")).to_contain_text("Eli's contract")
    context.close()


def test_after_a_swap_the_focus_is_at_the_new_page(page: Page, server: Server) -> None:
    table = Table(page, server.address)
    table.new_game()
    table.win_auction("7C", NORTH)
    saved(page)
    expect(page.locator("[data-drawn]")).to_have_count(0)  # the page of the server has come
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.stage') !== null")


def test_the_summary_of_a_refused_sheet_leads_to_the_field(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/games/new")
    for seat, name in enumerate(("Sara", "Walid", "Sara", "Eli")):
        page.fill(f"[name=names-{seat}]", name)
    page.locator("[name=start]").first.click()
    page.locator(".problem a").first.click()
    field = page.locator("[aria-invalid=true]").first
    expect(field).to_be_focused()
    described = page.locator(f"[id='{field.get_attribute('aria-describedby')}']")
    expect(described).to_have_class("problem")
