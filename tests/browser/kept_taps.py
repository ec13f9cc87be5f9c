"""A table on a phone that stores its taps, for tests of the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.phones import ready, settled
from tests.browser.table import Table

WAITING = "[data-waiting]"
FORM = """others => {
  const form = document.querySelector("form.question");
  return { action: form.action, fields: { ...Object.fromEntries(new FormData(form)), ...others } };
}"""


@pytest.fixture
def table(page: Page, server: Server) -> Iterator[Table]:
    table = Table(page, server.address)
    table.new_game()
    ready(page)
    yield table
    page.context.set_offline(False)


GERMAN_POINTS = [-20, 19, -10, -40]


def all_sent(page: Page) -> None:
    settled(page)
    expect(page.locator(WAITING)).to_be_hidden()


def too_late(others: Mapping[str, str], *tiles: str) -> Callable[[Page], None]:
    """Another phone answers while this one is offline; then its own answer comes too late."""

    def prepare(page: Page) -> None:
        ready(page)
        game = page.locator("[data-game]")
        before = int(game.get_attribute("data-revision") or "")
        page.context.set_offline(True)
        form = page.evaluate(FORM, {**others, "key": "of-another-phone"})
        for tile in tiles:
            page.locator(tile).click()
        page.request.post(form["action"], form=form["fields"])
        page.context.set_offline(False)
        expect(page.locator(".unsent--choice [data-way=use]")).to_be_visible()
        expect(game).to_have_attribute("data-revision", str(before + 1))  # the server's page

    return prepare
