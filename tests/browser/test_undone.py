"""Taps undone and redone while the network is away."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Server
from tests.browser.kept_taps import WAITING, all_sent, table
from tests.browser.phones import entries, recorded, settled
from tests.browser.table import EAST, NORTH, WEST, Table

__all__ = ["table"]  # fixtures

# A tap that is still on its way may be recorded: its undo is then sent, too.
KEPT = "Not sent yet"
UNDO = "[data-undo-unsent]"


def test_an_undone_auction_is_recorded_again_by_redo(table: Table, server: Server) -> None:
    """The redo of the server and that of a phone without a network."""
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    again = page.get_by_role("button", name="Redo")
    expect(again).to_have_text("↷Redo: Noa won the auction with 7♣")
    recorded(server, 2)
    settled(page)
    again.click()
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))
    recorded(server, 3)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(again).to_be_in_viewport()
    recorded(server, 4)
    settled(page)
    page.context.set_offline(True)
    table.win_auction("6H", WEST)
    expect(page.locator(WAITING)).to_contain_text(KEPT)
    page.locator(UNDO).click()
    expect(again).to_have_text("↷Redo: Walid won the auction with 6♥")
    expect(page.locator(".tile--chosen")).to_have_count(2)
    again.click()
    table.contract(NORTH, 1)
    page.context.set_offline(False)
    all_sent(page)
    assert entries(server) == [
        *('{"bid":"7C","winner":2}', "{}", "{}", "{}"),
        *('{"bid":"6H","winner":1}', '{"number":1,"seat":2}'),
    ]
