"""Several phones at one table: all follow, none overwrites, watchers only watch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Another, Server
from tests.browser.phones import hurried, links, recorded, says, settled
from tests.browser.table import EAST, NORTH, SOUTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

TOP = "element => element.getBoundingClientRect().top"


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    table = Table(page, server.address)
    table.new_game()
    return table


def loaded_once(page: Page) -> bool:
    """Whether the page is still the one that was marked."""
    return bool(page.evaluate("() => window.marked === true"))


def test_a_contract_just_said_is_on_every_phone_without_reloading(
    table: Table, another: Another
) -> None:
    game = table.page.url
    pages = ("", "", "board", "sheet", "more")
    phones = [another(f"{game}{page}") for page in pages]
    board, sheet, more = phones[2:]
    expect(more.get_by_text("Who deals hand 1?")).to_be_visible()
    for phone in phones[:3]:
        expect(phone.locator(".top__title")).to_be_visible()
        phone.evaluate("() => { window.marked = true }")
    table.win_auction("7C", NORTH)
    table.contract(EAST, 2)
    for phone in phones[:2]:
        expect(phone.locator("[name=seat]")).to_have_value(str(SOUTH))
        expect(phone.locator(".player", has_text="Eli")).to_contain_text("2")
        expect(phone.locator("[data-state]")).to_have_text("Eli said 2")
    table.contract(SOUTH, 2)
    table.contract(1, 3)
    table.tricks((3, 3, 7, 0))
    first = board.locator(".board__total").first
    expect(first).to_have_text("59")
    assert [loaded_once(phone) for phone in phones[:3]] == [True, True, True]
    expect(sheet.locator(".sheet__totals")).to_contain_text("59")
    expect(more.get_by_text("Who deals hand 2?")).to_be_visible()


def test_what_was_begun_stays_while_the_question_does(table: Table, another: Another) -> None:
    """Another hand is corrected while a person is choosing."""
    table.play("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    settled(table.page)  # nothing scrolls the page again
    chosen = "label:has([name=bid][value='6H'])"
    table.page.locator(chosen).click()
    table.page.locator(".more-bids summary").click()
    table.page.evaluate("() => scrollTo(0, 120)")
    higher = table.page.locator("label:has([value='10H'])")
    before = higher.evaluate(TOP)
    other = another(f"{table.address}/games/1/hands/1/correct?question=tricks")
    for seat, number in enumerate((0, 2, 8, 3)):
        other.evaluate(
            "([seat, number]) => { document.querySelector(`#tricks-${seat}`).value = number }",
            [seat, number],
        )
    other.locator("[data-when-right]").click()
    expect(table.page.locator("[data-meanwhile]")).to_contain_text("correction of hand 1")
    expect(table.page.locator(f"{chosen} input")).to_be_checked()
    expect(table.page.locator(".more-bids")).to_have_attribute("open", "")
    assert abs(higher.evaluate(TOP) - before) < 1
    table.page.locator("label:has([name=winner][value='1'])").click()
    expect(table.page.locator(".mark--declarer")).to_contain_text("6")


def test_what_was_begun_is_named_when_the_question_has_gone(table: Table, another: Another) -> None:
    late = another(table.page.url)
    late.locator("label:has([name=bid][value='6H'])").click()
    table.win_auction("7C", NORTH)
    notice = late.locator("[data-meanwhile]")
    expect(notice).to_contain_text("Noa won the auction with 7♣")
    expect(notice).to_contain_text("Your unfinished entry was dropped: 6♥")


def test_a_watcher_goes_where_the_table_plays_and_a_scorer_stays(
    page: Page, another: Another, keyed_server: Server
) -> None:
    scoring, watching = links(keyed_server)
    first, second = (f"{keyed_server.address}/games/{number}/" for number in (1, 2))
    page.goto(scoring)
    table = Table(page, keyed_server.address)
    table.new_game()
    watcher, reader, scorer = another(watching), another(watching), another(scoring)
    reader.goto(f"{first}sheet")
    for phone in (watcher, scorer):
        expect(phone).to_have_url(first)
    table.new_game(names=("Fay", "Gil", "Hanna", "Ida"))  # by mistake
    expect(watcher).to_have_url(second)
    expect(reader).to_have_url(f"{second}sheet")
    page.goto(first)
    table.win_auction("7C", NORTH)
    expect(watcher).to_have_url(first)
    expect(watcher.locator("[data-hear]")).to_contain_text("Eli's contract?")
    expect(scorer).to_have_url(first)


def test_a_link_is_shared_or_copied(page: Page, keyed_server: Server) -> None:
    scoring, watching = links(keyed_server)
    page.add_init_script(
        "delete Navigator.prototype.share; delete Navigator.prototype.clipboard;"
        "document.addEventListener('copy', () => { window.copied = getSelection().toString() })"
    )
    page.goto(scoring)
    Table(page, keyed_server.address).new_game()
    page.goto(f"{keyed_server.address}/games/1/more?share=1")
    settled(page)
    expect(page.locator("[data-share]").first).to_be_hidden()
    page.get_by_role("button", name="Copy the link").first.click()  # that for watching is open
    says(page, "Copied")
    assert page.evaluate("() => window.copied.trim()") == watching

    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page.reload()  # and it goes to the share sheet where there is one
    settled(page)
    page.get_by_role("button", name="Share the link").first.click()
    assert page.evaluate("() => window.shared") == {"title": "Scorekeeper", "url": watching}


def test_a_hurried_second_tap_is_no_answer_to_the_next_question(
    table: Table, server: Server
) -> None:
    """Both taps on the tile of 3 in quick succession: the next player has said nothing."""
    table.win_auction("7C", NORTH)
    page = table.page
    asked = page.locator("[name=seat]").input_value()
    settled(page)
    box = page.locator("[name=number][value='3']").bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with hurried(page):
        page.mouse.click(*spot)
        expect(page.locator("[name=seat]")).not_to_have_value(asked)
        page.mouse.click(*spot)
    recorded(server, 2)
    settled(page)
    page.mouse.click(*spot)
    page.wait_for_function(
        "asked => document.querySelector('[name=seat]').value != asked",
        arg=str((int(asked) + 1) % 4),
    )
    recorded(server, 3)
