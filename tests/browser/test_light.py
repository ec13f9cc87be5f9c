"""The page of the table comes quickly over slow Wi-Fi, from one host, and stands still."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE, Server
from tests.browser.table import NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

HEAVIEST = 60 * 1024  # bytes over the wire, heads included
# What may be asked next, for a phone that loses its connection: fetched once, when all is quiet.
LOOK_AHEAD = "/games/1/ahead"
HEAVIEST_LOOK_AHEAD = 24 * 1024
HANDS = 4
SHIFTS = """() => new Promise(done => {
  const found = [];
  new PerformanceObserver(list => found.push(...list.getEntries().map(one => one.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(found), 500);
})"""


@pytest.fixture
def address(page: Page, server: Server) -> str:
    """A game in the middle of a hand, after several."""
    table = Table(page, server.address)
    table.new_game()
    for _ in range(HANDS):
        table.play("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
        table.next_hand()
    table.win_auction("7C", NORTH)
    return page.url


def test_the_first_load_of_the_table_is_light_and_from_one_host(
    browser: Browser, address: str, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    weights: dict[str, float] = {}

    def loaded(event: dict[str, Any]) -> None:
        weights[asked[event["requestId"]]] = event["encodedDataLength"]

    devtools.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )
    devtools.on("Network.loadingFinished", loaded)
    page.goto(address, wait_until="networkidle")
    context.close()
    ahead = weights.pop(server.address + LOOK_AHEAD)
    total = sum(weights.values())
    with capsys.disabled():
        print(f"\nfirst load of the table: {total:,.0f} bytes, {len(weights)} files")
        print(f"the look ahead that follows it: {ahead:,.0f} bytes")
    assert [url for url in asked.values() if not url.startswith(server.address)] == []
    assert {url.rpartition("/")[2] for url in weights} >= {"style.css", "main.js", "swap.js"}
    assert total <= HEAVIEST
    assert ahead <= HEAVIEST_LOOK_AHEAD


def test_nothing_shifts_while_the_page_comes(page: Page, address: str) -> None:
    root = address.partition("/games")[0]
    for path in ("/", "/games/new", "/games/1/", "/games/1/sheet", "/games/1/board"):
        page.goto(root + path, wait_until="networkidle")
        assert (path, page.evaluate(SHIFTS)) == (path, [])


def test_a_shift_would_be_seen(page: Page, server: Server) -> None:
    page.goto(server.address)
    page.evaluate(
        """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => {
             document.body.style.paddingTop = "100px";
             setTimeout(done, 200);
           }, 600)))"""
    )
    assert sum(page.evaluate(SHIFTS)) > 0
