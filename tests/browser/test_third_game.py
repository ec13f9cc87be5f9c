"""A game from another package through a real browser: three players, ten cards, then nine."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table


def test_two_hands_of_oh_hell(page: Page, server: Server) -> None:
    server.stop()
    server.start()  # with the package in its path
    table = Table(page, server.address)
    table.new_game(game="oh-hell", target=None, names=("Ann", "Bo", "Cy"))
    assert len(page.locator(".player").all()) == 3
    for seat, number in ((1, 3), (2, 4)):
        table.contract(seat, number)
    barred = page.locator("[name=number][value='3']")
    expect(barred).to_have_attribute("data-barred", "Ann can't say 3: that would make 10.")
    table.contract(0, 2)
    table.tricks((2, 4, 4))
    assert (table.points(), table.totals()) == ([12, 0, 14], [12, 0, 14])
    for seat in (2, 0):
        table.contract(seat, 0)
    expect(page.locator("[name=number]")).to_have_count(10)
    table.contract(1, 8)
    table.tricks((0, 9, 0))
    assert table.totals() == [22, 0, 24]
