"""The installed app: it opens without a network, and its service worker serves no old files."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.kept_taps import GERMAN_POINTS, WAITING, all_sent, table
from tests.browser.phones import recorded, saved, settled
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.browser.test_evening import TAKEN

__all__ = ["table"]  # a fixture

pytestmark = pytest.mark.service_worker


STORED = """async () => {
  const cache = await caches.open("pages");
  const text = async ({ url }) => [url, await (await cache.match(url)).text()];
  return Object.fromEntries(await Promise.all((await cache.keys()).map(text)));
}"""


def work_offline(page: Page) -> None:
    """Wait until the service worker answers for the pages."""
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("() => navigator.serviceWorker.controller")


def test_the_game_opens_and_goes_on_without_a_network_where_it_is_installed(
    table: Table, server: Server
) -> None:
    """127.0.0.1 is a secure context, as https is."""
    page = table.page
    table.win_auction("7C", NORTH)
    work_offline(page)
    table.contract(EAST, 0)
    saved(page)  # the answer is here, the page that shows it may not be
    server.stop()
    page.reload()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(page.locator("[data-state]")).to_have_text("Connection lost")
    table.contract(SOUTH, 2)
    page.reload()
    expect(page.locator("[name=seat]")).to_have_value(str(WEST))
    table.contract(WEST, 3)
    table.tricks(TAKEN)
    table.shows_totals(GERMAN_POINTS)
    page.get_by_role("link", name="More").click()  # never stored: the game again
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 3")
    page.get_by_role("link", name="Sheet").click()  # never seen so far: the game again
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 3")
    server.start()
    all_sent(page)
    keys = "async () => (await (await caches.open('pages')).keys()).map(r => r.url)"
    kept = page.evaluate(keys)
    assert [address for address in kept if "join" in address] == []
    recorded(server, 5)


def test_no_page_with_a_key_is_stored(page: Page, keyed_server: Server) -> None:
    page.goto(next(word for word in keyed_server.output.split() if "/join/" in word))
    Table(page, keyed_server.address).new_game()
    work_offline(page)
    with page.expect_navigation():  # past the worker, as a page that is opened while it starts
        page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    work_offline(page)
    for place in "Sheet", "More":
        page.get_by_role("link", name=place).click()
        settled(page)
        page.reload()  # a page that is loaded whole is stored by its script
        settled(page)
    shown = page.evaluate(STORED)
    assert [address for address in shown if address.endswith("/sheet")]
    assert [address for address, text in shown.items() if "/join/" in text] == []


def test_a_page_that_may_be_old_says_so(table: Table, server: Server) -> None:
    page = table.page
    address = page.url
    work_offline(page)
    old = page.get_by_text("No connection: this page may be older than the game.")
    page.get_by_role("link", name="Sheet").click()
    expect(page).to_have_url(f"{address}sheet")
    expect(old).to_be_hidden()
    page.goto(address)
    table.win_auction("7C", NORTH)
    recorded(server, 1)
    server.stop()
    page.get_by_role("link", name="Sheet").click()
    expect(old).to_be_visible()
    server.start()
    expect(old).to_be_hidden()


def test_the_service_worker_has_cleaned_old_files_away(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.evaluate("async () => { await caches.open('files of an older version') }")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_function("async () => (await caches.keys()).every(key => !key.includes('older'))")


# A path and two queries for it; only the page with the first one is stored on the phone.
FAMILIES = (
    ("/games/1/what-if", "rules=scheme.standard", "rules=scheme.elhanani"),
    ("/games/1/hands/1/correct", "question=auction-0-0", "question=tricks"),
    ("/games/new", "game=spades", "game=hearts"),
    ("/players/", "game=israeli-whist", "game=hearts"),
)
NEW = 2  # the form of a new game


def test_a_stored_page_stands_in_for_exactly_its_address(page: Page, server: Server) -> None:
    """Until the answer is there: the answers here take longer than any patience of the scripts."""
    play(server.path)
    page.goto(server.address)
    work_offline(page)
    known = [f"{server.address}{path}?{query}" for path, query, _ in FAMILIES]
    unknown = [f"{server.address}{path}?{query}" for path, _, query in FAMILIES]
    keys = []
    for address in known:
        page.goto(address)
        keys.append(page.locator("[name=key]").first.input_value() if "new" in address else "")
    tabs = {address: page.context.new_page() for address in unknown + known}
    with server.holding("."):
        for address, tab in tabs.items():
            tab.evaluate("address => void location.assign(address)", address)
        for address in known:
            expect(tabs[address].locator("html[data-stored]")).to_be_attached()
            expect(tabs[address].locator("[data-status]")).to_contain_text("Stored page")
        # A form that was sent with its key before would begin the same game again.
        expect(tabs[known[NEW]].locator("[name=key]").first).not_to_have_value(keys[NEW])
        tabs[known[NEW]].fill("#names-1", "Ben")
        page.wait_for_timeout(1_500)  # together with the wait of the worker longer than 4 s
        assert {tabs[address].url for address in unknown} == {"about:blank"}
    for address, tab in tabs.items():
        expect(tab).to_have_url(address)
        expect(tab.locator("html:not([data-stored]) main")).to_be_attached()
        expect(tab.locator("[data-status]")).to_have_text("")
    expect(tabs[known[NEW]].locator("#names-1")).to_have_value("Ben")
    expect(tabs[unknown[NEW]].locator("[name=game][value=hearts]")).to_be_attached()


def test_another_query_of_a_stored_page_without_a_network(page: Page, server: Server) -> None:
    """The table is the same with each query. A form of another game would mislead."""
    play(server.path)
    page.goto(f"{server.address}/games/1/")
    work_offline(page)
    table = page.url
    page.goto(f"{server.address}/games/new?game=spades")
    with server.holding("game=spades"):
        page.goto(f"{server.address}/games/new?game=spades")
        expect(page.locator("html[data-stored]")).to_be_attached()
        page.get_by_text("Another game").click()
        page.get_by_role("button", name="Hearts").click()
        expect(page.locator("[name=game]")).to_have_value("hearts")
    settled(page)
    expect(page.locator("[name=game]")).to_have_value("hearts")
    page.goto(table)
    server.stop()
    page.goto(f"{table}?record=calls")
    expect(page).to_have_url(f"{table}?record=calls")
    expect(page.locator("html[data-stored] [data-question]")).to_be_attached()
    page.goto(f"{server.address}/games/new?game=hearts")
    expect(page).to_have_url(table)
    expect(page.locator("html[data-stored] [data-question]")).to_be_attached()
    expect(page.locator("[data-status]")).to_contain_text("this is another page")
    page.goto(f"{server.address}/games/new?game=spades")
    page.get_by_text("Another game").click()
    page.get_by_role("button", name="Hearts").click()
    expect(page.locator("[data-status]")).to_contain_text("The score keeper cannot be reached.")
    page.goto(table)
    server.start()
    expect(page.locator("html:not([data-stored])")).to_be_attached()
