"""Own phones: each asked when it is its owner's turn, and following otherwise.

The other answers are entered on a phone without an owner, which lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import begin, phone_of, play
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import ready, recorded, saved, says, settled, unaware
from tests.browser.table import EAST, NAMES, NORTH, SOUTH, WEST, Table
from tests.browser.test_layout import TOO_SMALL
from tests.web.phone import Reader

Claim = Callable[[int], Table]


@pytest.fixture
def claim(new_context: NewContext, server: Server) -> Claim:
    """Claim a seat of the first game with the form of the page, and show the game."""

    def claimed(seat: int) -> Table:
        page = new_context().new_page()
        address = f"{server.address}/games/1/"
        forms = Reader(page.request.get(f"{address}more").text()).forms
        form = next(form for form in forms if form.action.endswith("/seat"))
        fields: dict[str, str | float | bool] = {**form.fields, "sits": str(seat)}
        answer = page.request.post(f"{server.address}{form.action}", form=fields)
        assert answer.ok, answer.text()
        page.goto(address)
        expect(page.locator(".player__name--me")).to_contain_text(NAMES[seat])
        return Table(page, server.address)

    return claimed


def waits_for(phone: Table, name: str) -> None:
    expect(phone.page.locator(".question__title")).to_have_text(f"Waiting for {name}")
    expect(phone.page.locator("[name=number]")).to_have_count(0)


def say(phone: Table, number: int) -> None:
    """Announce a contract, as soon as this phone is asked for it; ends when it is recorded."""
    expect(phone.page.locator(".your-turn")).to_contain_text("Your turn")
    assert phone.page.evaluate(TOO_SMALL) == []
    phone.tap(f"[name=number][value='{number}']")
    expect(phone.page.locator("[name=number]")).to_have_count(0)
    settled(phone.page)


@pytest.mark.slow
def test_each_is_asked_in_turn_and_taps_little(claim: Claim, server: Server) -> None:
    """The other phones show whose turn it is, and every contract as it is announced."""
    table = play(server.path, hands=0)
    noa, eli = claim(NORTH), claim(EAST)
    expect(eli.page.locator(".your-turn--shared")).to_have_text(
        "Anyone can enter this; the first one counts."
    )
    noa.win_auction("7C", NORTH)
    waits_for(noa, "Eli")
    say(eli, 0)
    waits_for(eli, "Sara")
    table.answer(number="2")
    waits_for(noa, "Walid")
    contract = eli.page.locator(".player", has_text="Sara").locator(".player__contract")
    expect(contract).to_have_text("contract 2")
    expect(noa.page.get_by_text("Walid can't say 4")).to_be_visible()
    table.answer(number="3")
    noa.tricks((0, 3, 8, 2))
    expect(eli.page.locator(".result")).to_be_visible()
    eli.shows_points([-20, 19, -10, -40])
    assert (noa.taps, eli.taps) == (8, 1)  # Noa: the auction and all misses

    # In the next hand Eli's phone has died, and is entered for.
    noa.win_auction("7C", NORTH)
    waits_for(noa, "Eli")
    noa.page.locator("[data-enters]").click()
    expect(noa.page.locator("[name=seat]")).to_have_value(str(EAST))
    noa.page.locator("[name=number][value='0']").click()
    waits_for(eli, "Sara")
    # Two enter the tricks at the same time: the later one sees what was recorded first.
    table.answer(number="2")
    table.answer(number="3")
    expect(eli.page.locator("[data-tricks]")).to_be_visible()
    unaware(eli.page)
    table.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    eli.page.locator("li:has(#tricks-0) [data-by='1']").click()
    eli.page.locator("[data-when-right]").click()
    expect(eli.page.locator("[data-waiting]")).to_contain_text("the game has moved on: 1")
    expect(eli.page.locator(".top__title")).to_contain_text("Hand 3")
    eli.shows_totals([-40, 38, -20, -80])


@pytest.fixture
def alone(page: Page, server: Server) -> Iterator[Table]:
    """Sara's phone, with the description of the next questions.

    A claim is no entry that could be sent later.
    """
    play(server.path, hands=0)
    page.goto(f"{server.address}/games/1/")
    ready(page)
    page.get_by_text("Is this your own phone?").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="I am Sara").click()
    says(page, "Not saved")
    expect(page.locator("[data-waiting]")).to_be_hidden()
    page.context.set_offline(False)
    page.get_by_role("button", name="I am Sara").click()
    expect(page.locator(".player__name--me")).to_contain_text("Sara")
    settled(page)
    yield Table(page, server.address)
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


def test_the_claim_holds_in_the_next_game_and_can_be_given_up(claim: Claim, server: Server) -> None:
    table = play(server.path, hands=0)
    table.answer(bid="7C", winner=str(NORTH))
    walid, eli = claim(WEST), claim(EAST)
    first, second = (f"{server.address}/games/{number}/" for number in (1, 2))
    waits_for(walid, "Eli")
    expect(eli.page.locator(".your-turn")).to_contain_text("Your turn")
    begin(table, "israeli-whist")
    page = walid.page
    expect(page).to_have_url(second)  # who waits goes where the table plays
    expect(page.locator(".player__name--me")).to_contain_text("Walid")
    expect(eli.page).to_have_url(first)

    # Call by call, who calls is asked.
    table.answer(2, call="5H", seat="0")
    expect(page.locator(".calls__call")).to_have_text(["Sara 5♥"])
    expect(page.locator(".question__title")).to_have_text("Walid calls")
    page.locator("[name=call][value='6C']").click()
    waits_for(walid, "Noa")
    page.get_by_role("link", name="More").click()
    expect(page.get_by_text("It is Walid's")).to_be_visible()
    page.get_by_role("button", name="Nobody's: it lies on the table").click()
    expect(page.locator(".question__title")).to_have_text("Noa calls")
    expect(page.locator(".player__name--me")).to_have_count(0)


def test_bid_whist_asks_the_bid_winner(claim: Claim, server: Server) -> None:
    table = phone_of(server.path)
    begin(table, "bid-whist", answers=[{"bid": "4H", "winner": str(WEST)}])
    noa = claim(NORTH)
    expect(noa.page.locator(".player__name--me")).to_have_text("Noa (you)")
    waits_for(noa, "Walid")
    table.answer(choice="S")
    expect(noa.page.locator("[name=number]").first).to_be_visible()
