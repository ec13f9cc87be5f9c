"""Bid Whist through a real browser in a phone's window: a game to 21."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.phones import says, tap_barred
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.browser.table_with_long_names import LONG_NAMES
from tests.browser.test_layout import TOO_SMALL


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    return Table(page, server.address)


def hand(table: Table, bid: str, winner: int, announced: str, tricks: int) -> None:
    table.win_auction(bid, winner)
    table.choose(announced)
    table.side_tricks(tricks)


@pytest.mark.slow
def test_a_game_to_21(table: Table) -> None:
    """Sara and Noa against Walid and Eli; all pass once, and a hand is corrected."""
    page = table.page
    table.new_game(game="bid-whist", target=None)
    expect(page.locator(".top__goal")).to_have_text("to ±21")
    table.win_auction("4H", WEST)
    expect(page.locator(".partner", has_text="Walid")).to_contain_text("4 High")
    table.choose("H")
    expect(page.locator("[data-game]")).to_have_attribute("data-revision", "2")
    expect(page.locator(".notice")).to_contain_text("Walid picks up the kitty")
    expect(page.locator(".side__contract")).to_have_text("needs 10")
    barred = page.locator("[name=number][value='0']")
    tap_barred(barred)
    says(page, "Walid and Eli have one trick at least: the kitty is theirs.")
    expect(page.locator("[name=number][value='11']")).to_have_text("11+5")
    table.side_tricks(11)
    table.shows_points([0, 5])
    table.shows_totals([0, 5])

    page.get_by_role("button", name="All passed").click()
    expect(page.locator(".result__label")).to_have_text("thrown in")
    hand(table, "5NT", SOUTH, "low", 10)
    table.shows_totals([-10, 5])

    # it was 7 no trump: the announcement and the tricks still fit
    page.locator(".sheet__hand").first.click()
    page.locator(".trail__answer", has_text="won the auction").get_by_role("link").click()
    page.locator(".more-bids summary").click()
    page.locator("label:has([name=bid][value='7NT'])").click()
    page.get_by_role("button", name="Record the auction").click()
    expect(page.locator(".trail__answer", has_text="7 NT")).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    table.shows_totals([-14, 5])

    hand(table, "7H", EAST, "S", 13)
    table.shows_totals([-14, 12])
    page.get_by_role("button", name="Undo: hand 4, Walid and Eli took 13 tricks").click()
    table.side_tricks(12)
    table.shows_totals([-14, -2])
    page.get_by_role("button", name="Undo").click()
    table.side_tricks(13)

    hand(table, "6L", WEST, "D", 13)
    table.shows_totals([-14, 19])
    hand(table, "3H", EAST, "C", 9)
    table.shows_totals([-14, 22])
    expect(page.locator(".winner__title")).to_have_text("Walid and Eli win")

    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".top__title")).to_contain_text("Hand 1")
    table.shows_totals([0, 0])


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


def test_the_sheet_says_who_are_partners(table: Table) -> None:
    page = table.page
    page.goto(f"{table.address}/games/new")
    page.get_by_role("button", name="Bid Whist").click()
    expect(page.get_by_text("Player 1 and Player 3 play against")).to_be_visible()
    for seat, name in enumerate(("Sara", "Walid", "Noa", "Eli")):
        page.fill(f"[name=names-{seat}]", name)
    expect(page.get_by_text("Sara and Noa play against Walid and Eli.")).to_be_visible()
    expect(page.locator("[name='ending.deals']")).to_be_hidden()
    page.select_option("[name='ending.goal']", "deals")
    page.fill("[name='ending.deals']", "10")
    page.locator("[name=start]").first.click()
    expect(page.get_by_text("Hands to play: 10 cannot be divided by 4")).to_be_visible()
    page.select_option("[name='ending.goal']", "time")
    page.fill("[name='ending.time']", "23:15")
    page.locator("[name=start]").first.click()
    expect(page.locator(".top__goal")).to_have_text("until 23:15")
