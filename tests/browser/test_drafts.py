"""Half-given answers survive a reload, a locked phone and a change of page.

Press, focus and selection survive a page that comes from the server.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.begun_games import play, play_to_tricks
from tests.browser.conftest import Server
from tests.browser.phones import REFRESH, recorded, saved, settled
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table


def reload(page: Page) -> None:
    page.reload()


def go_to_the_sheet_and_back(page: Page) -> None:
    page.get_by_role("link", name="Sheet").click()
    page.wait_for_url("**/sheet")
    page.get_by_role("link", name="Hand", exact=True).click()
    expect(page.locator("form.question")).to_be_visible()


def lock_and_let_the_phone_drop_the_page(page: Page) -> None:
    """A phone that was locked for long loads the address again, in a fresh tab."""
    address = page.url
    page.goto("about:blank")
    page.goto(address)


LEAVING = [reload, go_to_the_sheet_and_back, lock_and_let_the_phone_drop_the_page]


def test_half_an_answer_survives_and_is_put_into_no_other_question(
    page: Page, server: Server
) -> None:
    table = Table(page, server.address)
    table.new_game()
    page.locator("label:has([name=bid][value='8D'])").click()
    table.win_auction("9D", NORTH)
    saved(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[name=bid][value='8D']")).not_to_be_checked()

    table.new_game()
    chosen = page.locator("[name=bid][value='7C']")
    page.locator("label:has([name=bid][value='7C'])").click()
    for leave in LEAVING:
        expect(chosen).to_be_checked()
        leave(page)
    expect(chosen).to_be_checked()
    page.locator(f"label:has([name=winner][value='{NORTH}'])").click()
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))
    recorded(server, 3)

    table.say_contracts([(EAST, 0), (SOUTH, 2), (WEST, 3)])
    saved(page)
    for _ in range(2):
        page.locator(f"li:has(#tricks-{SOUTH}) [data-by='-1']").click()
    reload(page)
    expect(page.locator(f"li:has(#tricks-{SOUTH}) [data-off]")).to_have_text("\u22122")
    fields = [page.locator(f"#tricks-{seat}").input_value() for seat in range(4)]
    assert fields == ["0", "3", "7", "0"]


def test_the_pad_of_numbers_stays_open_when_the_server_s_page_comes(
    page: Page, server: Server
) -> None:
    play(server.path, hands=0).hand("0 2", tricks="")
    page.goto(f"{server.address}/games/1/")
    Table(page, server.address).contract(WEST, 3)
    row = page.locator(f"li:has(#tricks-{WEST})")
    row.locator("input").click()
    settled(page)
    expect(page.locator(".pad:visible")).to_have_count(1)
    row.locator("[data-to='5']").click()
    expect(row.locator("input")).to_have_value("5")
    expect(page.locator(".pad:visible")).to_have_count(0)


def test_press_focus_and_selection_stay_when_a_page_comes(page: Page, server: Server) -> None:
    play_to_tricks(server.path)
    page.goto(f"{server.address}/games/1/")
    settled(page)
    more = page.locator(f"li:has(#tricks-{WEST}) [data-by='1']")
    for control in more, page.get_by_role("link", name="Standings"):
        control.focus()
        page.evaluate(REFRESH)
        page.wait_for_function("() => window.refreshed")
        expect(control).to_be_focused()
    page.locator(".question__title").select_text()
    page.evaluate(REFRESH)
    page.wait_for_function("() => window.refreshed")
    assert page.evaluate("String(getSelection())") == "How many tricks did each take?"

    box = more.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    settled(page)
    page.mouse.down()
    with page.expect_response("**/games/1/"):
        page.evaluate(REFRESH)
    page.mouse.up()
    page.wait_for_function("() => window.refreshed")
    assert page.locator(f"#tricks-{WEST}").input_value() == "4"


def test_a_text_in_the_making_stays_while_another_phone_records(page: Page, server: Server) -> None:
    """It is gone after it was sent and the page opened again."""
    phone = play(server.path, hands=0)
    text = page.locator("textarea")
    page.goto(f"{server.address}/games/1/pasted")
    text.fill("7C Noa 0/0 2/3")
    text.evaluate("text => text.setSelectionRange(3, 6)")
    phone.answer(bid="7C", winner=str(NORTH))
    expect(page.locator("[data-game]")).to_have_attribute("data-revision", "1")
    expect(text).to_have_value("7C Noa 0/0 2/3")
    expect(text).to_be_focused()
    assert text.evaluate("text => [text.selectionStart, text.selectionEnd]") == [3, 6]
    page.goto(page.url)
    expect(text).not_to_have_value("7C Noa 0/0 2/3")
