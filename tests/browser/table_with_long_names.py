"""A table with a hand played, and names too long for a column, for tests of the layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.table import Table

LONG_NAMES = (
    "Maximiliane-Theodora XIV",
    "אבי כהן הגדול מכולם כאן",
    "W" * 24,
    "👩‍👩‍👧‍👦 <b>&amp;</b>",
)


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    play(server.path, LONG_NAMES)
    page.goto(f"{server.address}/games/1/")
    return Table(page, server.address)
