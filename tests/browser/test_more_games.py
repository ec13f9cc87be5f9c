"""Questions of the further games whose answers are several taps: shares, and the only trick."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import REFRESH, ready, says, settled, type_keys
from tests.browser.table import Table


class Further(Table):
    """A table with taps for the questions of the further games."""

    def bids(self, *numbers: int) -> None:
        for number in numbers:
            seat = self.page.locator("[name=seat]").input_value()
            self.contract(int(seat), number)

    def shares(self, *numbers: int) -> None:
        """One number after another; the last side has the rest."""
        for number in numbers[:-1]:
            self.tap(f"[data-shares-pad] [data-to='{number}']")
        self.tap("[data-when-right]")
        expect(self.page.locator("[data-when-right]")).to_have_count(0)


@pytest.mark.slow
def test_hearts_are_shared_out_and_the_only_trick_is_taken_once(
    new_context: NewContext, server: Server
) -> None:
    """That every question fits is tested at the largest tables in `test_larger_tables.py`."""
    page = new_context(locale="en", reduced_motion="reduce").new_page()
    table = Further(page, server.address)
    hearts(table)
    table.new_game(game="wizard", target=None)
    table.bids(1, 0, 0, 1)
    for by, barred in (("1", "true"), ("-1", "false")):  # she has the only trick
        button = page.locator(f"li:has(#tricks-0) [data-by='{by}']")
        expect(button).to_have_attribute("aria-disabled", barred)
    table.tricks((1, 0, 0, 0))


def hearts(table: Further) -> None:
    page = table.page
    table.new_game(game="hearts", target=100)
    before = table.taps
    table.tap("[name=choice][value='2']")
    expect(page.locator("#shares-0")).to_be_visible()
    table.shares(2, 5, 0, 6)
    table.shows_totals([2, 18, 0, 6])
    assert table.taps - before == 5
    table.tap("[name=choice][value='1']")
    expect(page.locator("#shares-0")).to_be_visible()
    table.tap("li:has(#shares-0) [data-rest]")
    settled(page)
    page.evaluate(REFRESH)  # what is a rest stays one when a page comes
    page.wait_for_function("() => window.refreshed")
    table.tap("li:has(#shares-3) [data-rest]")  # all hearts to the last player instead
    table.tap("[data-shares-pad] [data-to='5']")
    says(page, "Every number is entered.")
    assert [page.locator(f"#shares-{side}").input_value() for side in range(4)] == [*"000", "13"]
    table.tap("[data-when-right]")
    expect(page.locator("[data-rest]")).to_have_count(0)
    table.shows_totals([15, 18, 0, 19])
    table.tap("[name=choice][value='1']")
    page.locator("#shares-1").focus()
    type_keys(page, "8")  # the focus and the frame go on together
    expect(page.locator(".shares--next input")).to_be_focused()
    expect(page.locator("#shares-2")).to_be_focused()
    type_keys(page, "5")  # nothing is left for the others
    table.tap("[data-when-right]")
    expect(page.locator("[data-rest]")).to_have_count(0)
    table.shows_totals([28, 26, 5, 19])


def test_several_questions_are_one_page_and_one_tap_on_the_button(
    new_context: NewContext, server: Server
) -> None:
    """With and without a network, on the smallest phone; what is refused or undone stays filled."""
    page = new_context(locale="en", viewport={"width": 320, "height": 568}).new_page()
    table = Further(page, server.address)
    table.new_game(game="belote", target=None)
    ready(page)
    page.context.set_offline(True)
    before = table.taps
    table.tap("[name=choice][value='0']")
    expect(page.locator("[name='belote.choice'][value=nobody]")).to_be_checked()
    record = page.get_by_role("button", name="Record it")
    expect(record).to_be_in_viewport(ratio=1)  # the questions are higher than the window
    page.locator("[name='cards.points-1']").fill("62")
    table.tap(record)
    assert table.taps - before == 2
    expect(page.locator("[data-waiting]")).to_contain_text("Not sent yet: 2")
    page.context.set_offline(False)
    table.shows_totals([100, 62])
    settled(page)

    table.tap(page.get_by_role("button", name="Undo: answers of hand 1"))
    expect(page.locator("[name='cards.points-0']")).to_have_value("100")
    expect(record).to_be_in_viewport(ratio=1)
    settled(page)
    table.tap("label:has([name='capot.choice'][value='1'])")  # and so nobody counts card points
    table.tap(record)
    expect(page.get_by_role("alert")).to_contain_text("“card points” does not fit")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.locator("[name='capot.choice'][value='1']")).to_be_checked()
    settled(page)
    for side in "01":
        page.locator(f"[name='cards.points-{side}']").fill("")
    page.locator("[name='announced.points-1']").fill("50")
    page.locator("[name='announced.points-1']").press("Enter")  # leads to the next field
    expect(page.locator("[name='cards.points-0']")).to_be_focused()
    table.tap(record)
    table.shows_totals([0, 212])
