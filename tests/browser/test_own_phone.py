"""Own phones: each asked when it is its owner's turn, and following otherwise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import ready, recorded, saved, says, settled, unaware
from tests.browser.table import EAST, NAMES, NORTH, SOUTH, WEST, Table
from tests.browser.test_layout import TOO_SMALL
from tests.web.phone import Reader

Phones = list[Table]


@pytest.fixture
def phones(new_context: NewContext, page: Page, server: Server) -> Phones:
    """Four phones, each with its seat claimed; no other phone is there."""
    Table(page, server.address).new_game()
    tables = [Table(new_context().new_page(), server.address) for _ in NAMES]
    for seat, table in enumerate(tables):
        claim(table, seat)
    return tables


def claim(phone: Table, seat: int) -> None:
    """Claim a seat with the form of the page, without taps, and show the game."""
    address = f"{phone.address}/games/1/"
    forms = Reader(phone.page.request.get(address).text()).forms
    form = next(form for form in forms if form.action.endswith("/seat"))
    fields: dict[str, str | float | bool] = {**form.fields, "sits": str(seat)}
    claimed = phone.page.request.post(f"{phone.address}{form.action}", form=fields)
    assert claimed.ok, claimed.text()
    phone.page.goto(address)
    expect(phone.page.locator(".player__name--me")).to_contain_text(NAMES[seat])


def waits_for(phone: Table, name: str) -> None:
    expect(phone.page.locator(".question__title")).to_have_text(f"Waiting for {name}")
    expect(phone.page.locator("[name=number]")).to_have_count(0)


def say(phone: Table, number: int) -> None:
    """Announce a contract, as soon as this phone is asked for it."""
    expect(phone.page.locator(".your-turn")).to_contain_text("Your turn")
    assert phone.page.evaluate(TOO_SMALL) == []
    phone.tap(f"[name=number][value='{number}']")
    expect(phone.page.locator("[name=number]")).to_have_count(0)


@pytest.mark.slow
def test_each_is_asked_in_turn_and_taps_little(phones: Phones) -> None:
    """The other phones show whose turn it is, and every contract as it is announced."""
    sara, walid, noa, eli = phones
    expect(sara.page.locator(".your-turn--shared")).to_have_text(
        "Anyone can enter this; the first one counts."
    )
    noa.win_auction("7C", NORTH)
    for phone in (sara, walid, noa):
        waits_for(phone, "Eli")
    say(eli, 0)
    say(sara, 2)
    waits_for(noa, "Walid")
    contract = eli.page.locator(".player", has_text="Sara").locator(".player__contract")
    expect(contract).to_have_text("contract 2")
    expect(noa.page.get_by_text("Walid can't say 4")).to_be_visible()
    say(walid, 3)
    expect(noa.page.locator("[data-tricks]")).to_be_visible()
    noa.tricks((0, 3, 8, 2))
    for phone in phones:
        expect(phone.page.locator(".result")).to_be_visible()
        phone.shows_points([-20, 19, -10, -40])
    assert [phone.taps for phone in phones] == [1, 1, 8, 1]  # Noa: the auction and all misses

    # In the next hand Eli's phone has died, and is entered for.
    noa.win_auction("7C", NORTH)
    waits_for(sara, "Eli")
    sara.page.locator("[data-enters]").click()
    expect(sara.page.locator("[name=seat]")).to_have_value(str(EAST))
    sara.page.locator("[name=number][value='0']").click()
    expect(sara.page.locator(".your-turn")).to_have_text("Your turn, Sara")
    waits_for(eli, "Sara")
    say(sara, 2)
    say(walid, 3)
    # Two enter the tricks at the same time: the later one sees what was recorded first.
    expect(eli.page.locator("[data-tricks]")).to_be_visible()
    unaware(eli.page)
    noa.tricks((0, 3, 8, 2))
    saved(noa.page)
    eli.page.locator("li:has(#tricks-0) [data-by='1']").click()
    eli.page.locator("[data-when-right]").click()
    expect(eli.page.locator("[data-waiting]")).to_contain_text("the game has moved on: 1")
    expect(eli.page.locator(".top__title")).to_contain_text("Hand 3")
    eli.shows_totals([-40, 38, -20, -80])


@pytest.fixture
def alone(page: Page, server: Server) -> Iterator[Table]:
    """Sara's phone, with the description of the next questions."""
    table = Table(page, server.address)
    table.new_game()
    page.get_by_text("Is this your own phone?").click()
    page.get_by_role("button", name="I am Sara").click()
    expect(page.locator(".player__name--me")).to_contain_text("Sara")
    ready(page)
    yield table
    page.context.set_offline(False)


def test_without_a_network_a_phone_still_asks_only_its_owner(alone: Table, server: Server) -> None:
    page = alone.page
    page.context.set_offline(True)
    alone.win_auction("7C", NORTH)
    waits_for(alone, "Eli")
    expect(page.locator(".waiting")).to_contain_text("Eli's contract?")
    page.get_by_role("button", name="Enter for Eli").click()
    alone.contract(EAST, 0)
    expect(page.locator(".your-turn")).to_have_text("Your turn, Sara")
    alone.contract(SOUTH, 2)
    waits_for(alone, "Walid")
    page.get_by_role("button", name="Undo: Sara said 2").click()
    expect(page.locator(".your-turn")).to_have_text("Your turn, Sara")
    alone.contract(SOUTH, 2)
    page.keyboard.press("e")
    alone.contract(WEST, 3)
    alone.tricks((0, 3, 8, 2))
    alone.shows_points([-20, 19, -10, -40])
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    recorded(server, 5)

    alone.win_auction("7C", NORTH)  # and one that loses it while it waits can be entered on
    waits_for(alone, "Eli")
    saved(page)
    settled(page)
    page.context.set_offline(True)
    page.locator("[data-enters]").click()
    alone.contract(EAST, 5)
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_be_hidden()
    expect(page.locator(".your-turn")).to_have_text("Your turn, Sara")
    recorded(server, 7)


def test_a_claim_is_no_entry_that_could_be_sent_later(page: Page, server: Server) -> None:
    table = Table(page, server.address)
    table.new_game()
    ready(page)
    page.get_by_text("Is this your own phone?").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="I am Sara").click()
    says(page, "Not saved")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    page.context.set_offline(False)


def test_the_claims_hold_in_the_next_games_and_can_be_given_up(
    phones: Phones, server: Server
) -> None:
    sara, walid, noa, eli = phones
    first, second = (f"{noa.address}/games/{number}/" for number in (1, 2))
    noa.win_auction("7C", NORTH)
    waits_for(sara, "Eli")
    waits_for(walid, "Eli")
    expect(eli.page.locator(".your-turn")).to_contain_text("Your turn")
    noa.new_game()
    for phone in (sara, walid):  # who waits goes where the table plays
        expect(phone.page).to_have_url(second)
    expect(sara.page.locator(".player__name--me")).to_contain_text("Sara")
    expect(eli.page).to_have_url(first)

    # Call by call, who calls is asked.
    sara.page.get_by_text("Call by call").click()
    sara.page.locator("[name=call][value='5H']").click()
    waits_for(sara, "Walid")
    expect(sara.page.locator(".calls__call")).to_have_text(["Sara 5♥"])
    expect(walid.page.locator(".question__title")).to_have_text("Walid calls")
    walid.page.locator("[name=call][value='6C']").click()
    waits_for(walid, "Noa")
    expect(noa.page.locator(".question__title")).to_have_text("Noa calls")

    # Walid has another seat in a later game, and is still the same player.
    for seat in range(2):
        sara.new_game(names=("Noa", "Walid", "Sara", "Eli"), dealer=seat)
    page = walid.page
    page.goto(f"{server.address}/games/4/")
    expect(page.locator(".player__name--me")).to_contain_text("Walid")
    walid.win_auction("7C", WEST)
    waits_for(walid, "Sara")
    page.get_by_role("link", name="More").click()
    expect(page.get_by_text("It is Walid's")).to_be_visible()
    page.get_by_role("button", name="Nobody's: it lies on the table").click()
    expect(page.locator("[name=seat]")).to_have_value("2")
    expect(page.locator(".player__name--me")).to_have_count(0)


def test_bid_whist_asks_the_bid_winner(new_context: NewContext, page: Page, server: Server) -> None:
    table = Table(page, server.address)
    table.new_game(game="bid-whist", target=None)
    other = Table(new_context().new_page(), server.address)
    other.page.goto(page.url)
    other.page.get_by_text("Is this your own phone?").click()
    other.page.get_by_role("button", name="I am Noa").click()
    expect(other.page.locator(".player__name--me")).to_have_text("Noa (you)")
    table.win_auction("4H", WEST)
    expect(other.page.locator(".question__title")).to_have_text("Waiting for Walid")
    table.choose("S")
    expect(other.page.locator("[name=number]").first).to_be_visible()
