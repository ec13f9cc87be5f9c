"""Taps undone and redone while the network is away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Another, Server
from tests.browser.kept_taps import WAITING, all_sent, table
from tests.browser.phones import entries, ready, recorded, settled
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN
from tests.browser.test_own_phone import alone, waits_for

__all__ = ["alone", "table"]  # the fixtures of a game, and of a phone that has an owner

# A tap that is still on its way may be recorded: its undo is then sent, too.
KEPT = "Not sent yet"
UNDO, REDO, AS_BEFORE = "[data-undo-unsent]", "[data-redo-unsent]", "button[data-as-before]"


def test_what_is_taken_back_without_a_network_stands_in_its_question_again(table: Table) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    page.context.set_offline(True)
    table.say_contracts(GERMAN_EXAMPLE)
    table.tricks(TAKEN)
    expect(page.locator(WAITING)).to_contain_text(KEPT)
    page.locator(UNDO).click()
    assert [page.locator(f"#tricks-{seat}").input_value() for seat in range(4)] == [*"0382"]
    expect(page.locator("[data-left]")).to_be_empty()
    for _ in GERMAN_EXAMPLE:
        page.locator(UNDO).click()
    expect(page.locator(WAITING)).to_be_hidden()
    expect(page.locator("[name=number].tile--chosen")).to_have_attribute("value", "0")


def test_what_was_undone_without_a_network_is_redone(table: Table, server: Server) -> None:
    page = table.page
    undo, redo = page.locator(UNDO), page.locator(REDO)
    page.context.set_offline(True)
    table.win_auction("7C", NORTH)
    table.contract(EAST, 0)
    expect(redo).to_have_count(0)
    expect(page.locator(WAITING)).to_contain_text(KEPT)
    for sentence in ("Eli said 0", "Noa won the auction with 7♣"):
        undo.click()
        expect(redo).to_have_text(f"↷Redo: {sentence}")
    expect(page.locator(WAITING)).to_be_hidden()
    redo.click()
    expect(redo).to_have_text("↷Redo: Eli said 0")
    redo.click()
    expect(redo).to_have_count(0)
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    undo.click()
    table.contract(EAST, 2)  # another answer, after which there is nothing to redo
    expect(redo).to_have_count(0)
    page.context.set_offline(False)
    all_sent(page)
    assert entries(server) == ['{"bid":"7C","winner":2}', '{"number":2,"seat":3}']


@pytest.mark.parametrize("sent", [False, True], ids=["offline", "sent meanwhile"])
def test_undo_of_what_was_not_sent_and_then_of_what_was_keeps_every_redo(
    table: Table, server: Server, sent: bool
) -> None:
    page = table.page
    redo = page.locator("[data-key='Shift+R']")
    table.win_auction("7C", NORTH)
    table.contract(EAST, 0)
    recorded(server, 2)
    settled(page)  # the server's page has come
    page.context.set_offline(True)
    table.contract(SOUTH, 2)
    expect(page.locator(WAITING)).to_contain_text(KEPT)
    for sentence in "Sara said 2", "Eli said 0":
        page.get_by_role("button", name=f"Undo: {sentence}").click()
    expect(redo).to_have_text("↷Redo: Eli said 0")
    if sent:
        page.context.set_offline(False)
        recorded(server, 3)
        settled(page)
    redo.click()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(redo).to_have_text("↷Redo: Sara said 2")
    redo.click()
    expect(page.locator("[name=seat]")).to_have_value(str(WEST))
    page.context.set_offline(False)
    undone = ["{}", "{}"] if sent else []
    all_sent(page)  # it may still say so of the tap before
    recorded(server, 3 + len(undone))
    assert entries(server)[2:] == [*undone, '{"number":2,"seat":0}']


def test_an_undone_auction_is_kept_as_before_by_one_button(table: Table, server: Server) -> None:
    """The button is above the tiles; the earlier undo of the server gives way to it."""
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    again = page.get_by_role("button", name="As before")
    expect(again).to_have_text("As before: Noa won the auction with 7♣")
    recorded(server, 2)
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
    expect(again).to_have_text("As before: Walid won the auction with 6♥")
    expect(page.locator(".tile--chosen")).to_have_count(2)
    again.click()
    table.contract(NORTH, 1)
    page.context.set_offline(False)
    all_sent(page)
    undone = ['{"bid":"7C","winner":2}', "{}"]
    assert entries(server) == [*undone, *undone, '{"bid":"6H","winner":1}', '{"number":1,"seat":2}']


def test_what_was_undone_is_brought_back_by_the_key_that_stands_beside_it(
    table: Table, server: Server
) -> None:
    """Only that, not an entry undone before while online."""
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(AS_BEFORE)).to_be_visible()
    recorded(server, 2)
    ready(page)
    settled(page)
    page.context.set_offline(True)
    table.win_auction("6H", WEST)
    expect(page.locator(WAITING)).to_contain_text(KEPT)
    page.locator(UNDO).click()
    expect(page.locator("[data-key='Shift+R']")).to_have_text(
        ["↷Redo: Walid won the auction with 6♥"]
    )
    marked = page.locator(".question :is([name=bid], [name=winner])[aria-current]")
    assert marked.evaluate_all("all => all.map((input) => input.value)") == ["6H", str(WEST)]
    page.keyboard.press("Shift+R")
    expect(page.locator("[name=seat]")).to_have_value(str(NORTH))
    page.context.set_offline(False)
    all_sent(page)
    assert entries(server)[-1] == '{"bid":"6H","winner":1}'


def test_an_undo_on_a_phone_that_enters_for_another_loses_nothing(alone: Table) -> None:
    page = alone.page
    page.context.set_offline(True)
    alone.win_auction("7C", NORTH)
    waits_for(alone, "Eli")
    page.get_by_role("button", name="Enter for Eli").click()
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))
    page.locator(UNDO).click()
    expect(page.locator(REDO)).to_have_text("↷Redo: Noa won the auction with 7♣")
    expect(page.locator(AS_BEFORE)).to_have_text("As before: Noa won the auction with 7♣")
    expect(page.locator(".tile--chosen")).to_have_count(2)


def test_what_is_kept_as_before_has_its_words_where_nothing_is_known_ahead(
    page: Page, server: Server
) -> None:
    page.route("**/games/1/ahead", lambda route: route.fulfill(status=404, body=""))
    table = Table(page, server.address)
    table.new_game()
    table.win_auction("7C", NORTH)
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(AS_BEFORE)).to_be_visible()
    recorded(server, 2)
    settled(page)
    page.context.set_offline(True)
    page.locator(AS_BEFORE).click()
    expect(page.locator(WAITING)).to_contain_text("As before: Noa won the auction with 7♣")
    page.context.set_offline(False)
    all_sent(page)


def test_a_tap_that_two_phones_agree_on_is_nothing_to_decide(
    table: Table, another: Another, server: Server
) -> None:
    """Taps stored after it go on from there."""
    page = table.page
    page.context.set_offline(True)
    table.win_auction("7C", NORTH)
    table.contract(EAST, 2)
    table.contract(SOUTH, 1)
    second = Table(another(page.url), server.address)
    second.win_auction("7C", NORTH)
    second.contract(EAST, 2)
    recorded(server, 2)
    page.context.set_offline(False)
    all_sent(page)
    assert entries(server) == [
        '{"bid":"7C","winner":2}',
        '{"number":2,"seat":3}',
        '{"number":1,"seat":0}',
    ]
