"""Conflicts: taps stored without a network, one of whose questions another phone has answered.

Which taps are sent after a decision is tested without a browser, in `tests/scripts`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import phone_of
from tests.browser.conftest import Server
from tests.browser.kept_taps import WAITING, table
from tests.browser.phones import recorded, saved, says, settled
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table

__all__ = ["table"]  # fixtures


@pytest.fixture
def collision(table: Table, server: Server) -> Table:
    """Three taps were stored; meanwhile another phone answered the first question."""
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    page.context.set_offline(True)
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    table.contract(WEST, 3)
    phone_of(server.path).answer(number="5")
    recorded(server, 2)
    page.context.set_offline(False)
    expect(page.locator(WAITING)).to_contain_text("Not sent, and the game has moved on: 3")
    expect(page.locator(".unsent__item")).to_have_count(1)
    settled(page)
    return table


def polls(page: Page, count: int = 2) -> None:
    """Wait for some polls, after each of which the panel is shown again."""
    for _ in range(count):
        with page.expect_response("**/revision"):
            pass


def test_what_was_built_on_an_answer_that_is_not_used_waits_for_a_decision(
    collision: Table, server: Server
) -> None:
    """The buttons and the question are visible without scrolling, and a slow press decides.

    Kept tricks are not dropped.
    """
    page = collision.page
    bar = page.locator(".places").bounding_box()
    assert bar
    keep = page.get_by_role("button", name="Keep: 5")
    for place in (
        keep,
        page.get_by_role("button", name="Use: 0"),
        page.locator(".question__title"),
        page.locator("[name=number][value='0']"),
    ):
        expect(place).to_be_in_viewport(ratio=1)
        box = place.bounding_box()
        assert box
        assert (box["y"] > 0, box["y"] + box["height"] < bar["y"]) == (True, True)

    box = keep.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    polls(page)
    page.mouse.up()
    expect(page.locator(WAITING)).to_contain_text("the game has moved on: 2")
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    recorded(server, 3)
    page.locator("[name=number][value='1']").click()
    says(page, "First decide")
    sara = page.locator(".unsent__item", has=page.locator("[data-told]", has_text="Sara"))
    sara.get_by_role("button", name="Send it now").click()  # what was built on it goes on
    expect(page.locator("[data-tricks]")).to_be_visible()
    expect(page.locator(WAITING)).to_be_hidden()
    recorded(server, 5)

    settled(page)
    page.context.set_offline(True)
    collision.tricks((1, 3, 7, 2))
    phone_of(server.path).answer(tricks_0="0", tricks_1="4", tricks_2="7", tricks_3="2")
    recorded(server, 6)
    page.context.set_offline(False)
    expect(page.locator(WAITING)).to_contain_text("the game has moved on: 1")
    settled(page)
    expect(page.locator("[data-meanwhile]", has_text="dropped")).to_have_count(0)


def test_the_keyboard_decides(collision: Table, server: Server) -> None:
    """The focus stays on its button, and goes on in the panel when the button is gone."""
    page = collision.page
    keep = page.get_by_role("button", name="Keep: 5")
    keep.focus()
    polls(page)
    expect(keep).to_be_focused()
    page.keyboard.press("Enter")
    title = page.locator("[data-title]")
    expect(title).to_contain_text("the game has moved on: 2")
    recorded(server, 3)
    settled(page)
    expect(title).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Discard all")).to_be_hidden()
    polls(page)
    page.keyboard.press("Enter")
    fits = page.get_by_role("button", name="Send what still fits")
    while not fits.evaluate("button => button === document.activeElement"):
        page.keyboard.press("Tab")
    polls(page)
    page.keyboard.down(" ")
    polls(page)
    page.keyboard.up(" ")
    expect(page.locator(WAITING)).to_be_hidden()
    recorded(server, 5)
    expect(page.locator("#main")).to_be_focused()


def test_enter_once_more_does_not_decide_about_the_next_tap(
    collision: Table, server: Server
) -> None:
    page = collision.page
    phone_of(server.path).answer(number="1")
    recorded(server, 3)
    expect(page.locator("[data-game]")).to_have_attribute("data-revision", "3")
    polls(page)  # the tap is sent again, to ask for the choices that there are now
    page.get_by_role("button", name="Keep: 5").focus()
    page.keyboard.press("Enter")
    sara = page.locator(".unsent__item", has_text="Sara's contract?")
    expect(sara).to_be_focused()
    page.keyboard.press("Enter")
    polls(page)
    expect(sara).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Keep: 1")).to_be_focused()
