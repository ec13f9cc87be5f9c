"""The installed app: it opens without a network, and its service worker serves no old files."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.kept_taps import GERMAN_POINTS, WAITING, all_sent, table
from tests.browser.phones import recorded, saved
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.browser.test_evening import LONG, TAKEN

__all__ = ["table"]  # a fixture


def test_the_game_opens_and_goes_on_without_a_network_where_it_is_installed(
    table: Table, server: Server
) -> None:
    """127.0.0.1 is a secure context, as https is."""
    page = table.page
    table.win_auction("7C", NORTH)
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    table.contract(EAST, 0)
    saved(page)  # the answer is here, the page that shows it may not be
    server.stop()
    page.reload()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(page.locator("[data-state]")).to_have_text("Connection lost", timeout=LONG)
    table.contract(SOUTH, 2)
    page.reload()
    expect(page.locator("[name=seat]")).to_have_value(str(WEST))
    table.contract(WEST, 3)
    table.tricks(TAKEN)
    assert table.totals() == GERMAN_POINTS
    page.get_by_role("link", name="Sheet").click()  # never seen so far: the game again
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 3")
    server.start()
    all_sent(page)
    keys = "async () => (await (await caches.open('pages 2')).keys()).map(r => r.url)"
    kept = page.evaluate(keys)
    assert [address for address in kept if "join" in address] == []
    recorded(server, 5)


def test_a_page_that_may_be_old_says_so(table: Table, server: Server) -> None:
    page = table.page
    address = page.url
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    old = page.get_by_text("No connection: this page may be older than the game.")
    page.get_by_role("link", name="Sheet").click()
    expect(page).to_have_url(f"{address}sheet")
    expect(old).to_be_hidden()
    page.goto(address)
    table.win_auction("7C", NORTH)
    recorded(server, 1)
    server.stop()
    page.get_by_role("link", name="Sheet").click()
    expect(old).to_be_visible(timeout=LONG)
    server.start()
    expect(old).to_be_hidden(timeout=LONG)


def test_the_service_worker_has_cleaned_old_files_away(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.evaluate("async () => { await caches.open('files of an older version') }")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("async () => (await caches.keys()).every(key => !key.includes('older'))")
