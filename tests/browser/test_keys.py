"""A laptop at the table: whole hands by keyboard, the sheet of keys, and its switch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import (
    hurried,
    recorded,
    saved,
    says,
    settled,
    tap_barred,
    type_keys,
    unaware,
)
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table

# Type keys before the browser paints, and end after the tasks that wait for the paint.
TYPE_UNPAINTED = """keys => {
  for (const key of keys)
    document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  return new Promise(done =>
    setTimeout(() => requestAnimationFrame(() => setTimeout(done, 10)), 200));
}"""


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    table = Table(page, server.address)
    page.set_viewport_size({"width": 1280, "height": 800})
    return table


def question(page: Page, words: str) -> None:
    expect(page.locator(".question__title")).to_have_text(words)


def test_a_whole_hand_by_keyboard_alone(table: Table) -> None:
    """Noa declares 7 clubs; Eli 0, Sara 2, Walid 3; 0, 3, 8 and 2 tricks."""
    page = table.page
    table.new_game()
    type_keys(page, "7 c 3")
    question(page, "Eli's contract?")
    type_keys(page, "0")
    question(page, "Sara's contract?")
    type_keys(page, "2")
    question(page, "Walid's contract?")
    type_keys(page, "4")
    says(page, "Walid can't say 4: that would make 13.")
    type_keys(page, "3")
    question(page, "How many tricks did each take?")
    settled(page)  # the page of the server has come
    type_keys(page, "0 3 8 2 Enter")
    expect(page.locator(".result")).to_be_visible()
    table.shows_points([-20, 19, -10, -40])
    type_keys(page, "Enter")
    question(page, "Who won the auction?")
    type_keys(page, "Shift+U")
    question(page, "How many tricks did each take?")
    type_keys(page, "Shift+R")
    expect(page.locator(".result")).to_be_visible()


def test_a_key_typed_before_the_next_question_is_painted_keeps_its_row(table: Table) -> None:
    """The focus moves to a new question when it is painted, unless a person types there."""
    page = table.page
    table.new_game()
    table.win_auction("7C", NORTH)
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    saved(page)
    page.evaluate(TYPE_UNPAINTED, ["3", "0"])  # Walid's contract, and Sara's tricks
    type_keys(page, "3 8 2 Enter")
    expect(page.locator(".result")).to_be_visible()
    table.shows_points([-20, 19, -10, -40])


def test_numbers_of_two_digits_steps_and_a_number_that_cannot_go_on(table: Table) -> None:
    page = table.page
    table.new_game()
    type_keys(page, "1 0 h 3")  # among the higher bids, which are folded away
    expect(page.locator(".mark--declarer")).to_contain_text("10♥")
    type_keys(page, "1 Enter")  # 1 and Enter, or a pause, are 1
    question(page, "Sara's contract?")
    type_keys(page, "1")
    question(page, "Walid's contract?")
    type_keys(page, "1 3")
    question(page, "How many tricks did each take?")
    type_keys(page, "1 Enter 0 1 2 0 Enter")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".sheet__said [aria-hidden]")).to_have_text(["1/1", "13/0", "10/12", "1/0"])

    table.win_auction("7C", NORTH)
    table.say_contracts([(EAST, 0), (SOUTH, 2), (WEST, 3)])
    type_keys(page, "-")
    expect(page.locator("#tricks-0")).to_have_value("1")
    expect(page.locator("#tricks-0")).to_be_focused()
    type_keys(page, "ArrowUp ArrowUp ArrowDown")
    expect(page.locator("#tricks-0")).to_have_value("2")
    page.locator("#tricks-2").focus()
    type_keys(page, "+")
    expect(page.locator("#tricks-2")).to_have_value("8")
    page.locator("#tricks-0").focus()
    type_keys(page, "1 5 4 3 Enter")  # 15 is no number: the first takes 1, the second 5
    expect(page.locator(".top__title")).to_contain_text("Hand 3")
    said = page.locator(".sheet__said [aria-hidden]")
    expect(said).to_have_count(8)
    assert said.all_inner_texts()[:4] == ["2/1", "3/5", "7/4", "0/3"]


def test_a_hand_of_bid_whist(table: Table) -> None:
    """The levels 3 and 4 are also players: a digit names a player once the bid is chosen."""
    page = table.page
    table.new_game(game="bid-whist", target=None)
    type_keys(page, "4 h 2")
    question(page, "Walid's trumps?")
    type_keys(page, "s")
    question(page, "How many tricks did Walid and Eli take?")
    type_keys(page, "1 1")
    expect(page.locator(".result")).to_be_visible()
    table.shows_totals([0, 5])
    type_keys(page, "Enter")
    question(page, "Who won the auction?")
    type_keys(page, "5 n 3")
    question(page, "Noa's no trump: high or low?")
    type_keys(page, "l")
    question(page, "How many tricks did Sara and Noa take?")
    type_keys(page, "9")
    expect(page.locator(".result")).to_be_visible()
    table.shows_totals([-10, 5])


def test_the_sheet_of_keys_and_its_switch(table: Table) -> None:
    """The keys can be turned off on a device, which remembers it."""
    page = table.page
    table.new_game()
    type_keys(page, "Control+p Alt+p Meta+p u")  # nothing, with modifiers
    question(page, "Who won the auction?")
    expect(page.locator(".result")).to_have_count(0)
    page.keyboard.press("?")
    sheet = page.locator("dialog")
    expect(sheet).to_be_visible()
    page.keyboard.press("p")  # keys rest under the sheet
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    question(page, "Who won the auction?")
    page.locator(".top__help").click()
    page.get_by_label("Use these keys on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    type_keys(page, "7 c 3 ?")
    expect(sheet).to_be_hidden()
    page.reload()
    type_keys(page, "p ?")
    question(page, "Who won the auction?")
    expect(sheet).to_be_hidden()
    page.locator(".top__help").click()
    page.get_by_label("Use these keys on this device").check()
    page.get_by_role("button", name="Close").click()
    type_keys(page, "7 c 3")
    question(page, "Eli's contract?")
    page.goto(f"{table.address}/games/new")
    page.locator("[name=names-0]").focus()
    page.keyboard.type("?p7h")  # nor while somebody types
    expect(page.locator("[name=names-0]")).to_have_value("?p7h")
    expect(sheet).to_be_hidden()


def test_call_by_call_with_passes_and_letters_of_another_script(table: Table) -> None:
    page = table.page
    table.new_game()
    page.get_by_text("Call by call").click()
    question(page, "Sara calls")
    for keys, caller in (("p", "Walid"), ("5 h", "Noa"), ("6 n", "Eli"), ("p", "Sara")):
        type_keys(page, keys)
        question(page, f"{caller} calls")
    calls = page.locator(".calls__call").all_inner_texts()
    said = [" ".join(call.split()) for call in calls]
    assert said == ["Sara pass", "Walid 5♥", "Noa 6NT", "Eli pass"]

    table.new_game()
    page.goto(f"{table.address}/games/2/?record=result")
    with hurried(page):
        page.keyboard.press("7")
        page.evaluate(
            """() => document.body.dispatchEvent(new KeyboardEvent(
                "keydown", { key: "\u05d9", code: "KeyH", bubbles: true }))"""
        )
        page.keyboard.press("3")
    expect(page.locator(".mark--declarer")).to_contain_text("7♥")


TAPS = """window.taps = []; navigator.vibrate = pattern => taps.push(pattern)"""


def test_a_tap_is_felt(page: Page, new_context: NewContext, server: Server) -> None:
    """Lightly if it was accepted, otherwise if it was refused, here or by the score keeper."""
    page.add_init_script(TAPS)
    table = Table(page, server.address)
    table.new_game()
    page.evaluate("taps.length = 0")
    table.win_auction("7C", NORTH)
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    page.evaluate("taps.splice(1)")
    tap_barred(page.locator("[name=number][value='4']"))
    unaware(page)
    recorded(server, 3)
    other = new_context().new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Undo").click()
    expect(other.locator("[name=seat]")).to_have_value("0")
    recorded(server, 4)
    page.locator("[name=number][value='3']").click()
    expect(page.locator("[data-waiting]")).to_contain_text("the game has moved on: 1")
    assert page.evaluate("taps") == [12, [30, 60, 30], 12, [30, 60, 30]]

    other.emulate_media(reduced_motion="reduce")  # and nothing, for those who want it still
    other.add_init_script(TAPS)
    other.reload()
    Table(other, server.address).contract(SOUTH, 1)
    tap_barred(other.locator("[name=number][value='5']"))
    assert other.evaluate("taps") == []
