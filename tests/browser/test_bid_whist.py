"""Bid Whist in a real browser: its pages fit phones and wide windows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.table import NORTH, Table
from tests.browser.table_with_long_names import LONG_NAMES
from tests.browser.test_layout import TOO_SMALL


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    return Table(page, server.address)


def hand(table: Table, bid: str, winner: int, announced: str, tricks: int) -> None:
    table.win_auction(bid, winner)
    table.choose(announced)
    table.side_tricks(tricks)


@pytest.mark.untraced
@pytest.mark.slow
def test_its_pages_fit(table: Table) -> None:
    page = table.page
    table.new_game(game="bid-whist", target=None, names=LONG_NAMES)
    hand(table, "5NT", NORTH, "low", 3)
    for path in (
        "/games/new?game=bid-whist",
        "/games/1/",
        "/games/1/?record=calls",
        "/games/1/sheet",
        "/games/1/board",
        "/games/1/hands/1/",
        "/games/1/hands/1/correct?question=announcement",
        "/games/1/hands/1/correct?question=tricks",
    ):
        page.goto(table.address + path)
        for width in (1280, 390, 320):
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert (path, wide, page.evaluate(TOO_SMALL)) == (path, width, [])
