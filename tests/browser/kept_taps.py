"""A table on a phone that keeps its taps, for the tests of the network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.phones import ready
from tests.browser.table import Table
from tests.browser.test_evening import LONG

WAITING = "[data-waiting]"


@pytest.fixture
def table(page: Page, server: Server) -> Iterator[Table]:
    table = Table(page, server.address)
    table.new_game()
    ready(page)
    yield table
    page.context.set_offline(False)


GERMAN_POINTS = [-20, 19, -10, -40]


def all_sent(page: Page) -> None:
    expect(page.locator(WAITING)).to_be_hidden(timeout=LONG)
    expect(page.locator("[data-state]")).to_have_text("Saved")
