"""A bad network: taps are stored on the phone, shown, and sent once each when it is back.

How taps are sent is tested without a browser, in `tests/scripts`.
"""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.kept_taps import GERMAN_POINTS, WAITING, all_sent, table
from tests.browser.phones import entries, hurried, ready, recorded, saved, settled, type_keys
from tests.browser.table import EAST, NAMES, NORTH, SOUTH, WEST, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

__all__ = ["table"]  # fixtures

# The numbers of the players and of the last hand, with their classes, such as that of lost points.
NUMBERS = """() => [...document.querySelectorAll(
    ".players, .player__total, .player__points, .player__took, .line__points, .line__total")]
  .map(part => [[...part.classList].join(" "), part.matches(".players") || part.innerText])
  .map(([kind, text]) => [kind, String(text).replace(/\\s+/g, "")])"""


def test_taps_without_a_network_are_sent_once_each(table: Table, server: Server) -> None:
    page = table.page
    page.context.set_offline(True)
    table.tap_hand("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    table.shows_points(GERMAN_POINTS)
    table.shows_totals(GERMAN_POINTS)
    expect(page.locator(".result__label")).to_have_text("7♣, Noa · 1 under")
    expect(page.locator(".top__title")).to_have_text("Hand 2 · Walid deals")
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 5")
    assert entries(server) == []
    drawn = page.evaluate(NUMBERS)
    page.context.set_offline(False)
    all_sent(page)
    recorded(server, 5)
    settled(page)
    assert page.evaluate(NUMBERS) == drawn

    table.new_game(game="bid-whist", target=21)  # partners play on, too
    ready(page)
    page.context.set_offline(True)
    table.win_auction("4H", WEST)
    table.choose("S")
    expect(page.locator(".side__contract")).to_have_text("needs 10")
    table.side_tricks(11)
    table.shows_points([0, 5])
    table.shows_totals([0, 5])
    drawn = page.evaluate(NUMBERS)
    page.context.set_offline(False)
    all_sent(page)
    settled(page)
    assert page.evaluate(NUMBERS) == drawn
    assert len(entries(server)) == 8

    page.goto(f"{server.address}/games/2/more")
    page.get_by_text("Stop this game").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Stop the game").click()
    expect(page.locator(WAITING)).to_contain_text("Stop the game")
    page.context.set_offline(False)
    expect(page.locator(".winner")).to_be_visible()


def test_a_phone_goes_on_by_itself_after_somebody_came_and_left(
    table: Table, server: Server
) -> None:
    """Emil comes with the lowest total, and Walid leaves: the phone bids, deals and scores on."""
    page = table.page
    table.new_game(game="oh-hell", target=None)
    for act, fields in (("comes", "name=Emil&after=0&start=low"), ("leaves", "seat=1")):
        page.goto(f"{server.address}/games/2/amend/{act}?{fields}")
        page.locator("[name=previewed]").click()
        settled(page)
    ready(page)
    page.context.set_offline(True)
    table.say_contracts([(4, 2), (2, 3), (3, 0), (0, 4)])
    table.tricks([4, 3, 1, 2])
    table.shows_totals([14, 12, 13, 0])
    expect(page.locator(".top__title")).to_have_text("Hand 2 · Emil deals")
    table.say_contracts([(2, 1)])
    drawn = page.evaluate(NUMBERS)
    page.context.set_offline(False)
    all_sent(page)
    settled(page)
    assert page.evaluate(NUMBERS) == drawn


def test_what_is_kept_is_felt_and_heard_and_keys_go_on(table: Table) -> None:
    page = table.page
    page.evaluate(
        "() => { window.taps = []; navigator.vibrate = pattern => { taps.push(pattern) } }"
    )
    page.context.set_offline(True)
    type_keys(page, "7 c 3")
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))
    page.keyboard.type("0")
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(page.locator("[data-hear]")).to_have_text("Eli said 0. Sara's contract?")
    page.keyboard.type("2")
    page.keyboard.type("4")  # which is barred
    page.keyboard.press("Shift+U")
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    for _ in range(2):
        page.keyboard.press("Shift+U")
    expect(page.locator("[name=bid]:checked")).to_have_count(0)
    type_keys(page, "7 c 3 0 2 3")
    expect(page.locator("[data-tricks]")).to_be_visible()
    for key in ("0", "3", "8", "2", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".result")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".top__title")).to_have_text("Hand 2 · Walid deals")
    taken, refused = 12, [30, 60, 30]
    assert page.evaluate("taps") == [taken, taken, taken, refused] + 5 * [taken]


def test_taps_survive_a_killed_server_and_a_reload(table: Table, server: Server) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    server.kill()
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    expect(page.locator("[data-state]")).to_have_text("Connection lost")
    server.start()
    page.reload()
    all_sent(page)
    expect(page.locator("[name=seat]")).to_have_value(str(WEST))
    recorded(server, 3)


def test_a_game_that_begins_late_is_not_called_unsaved(page: Page, server: Server) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/games/new*", hold)
    page.goto(f"{server.address}/games/new?game=israeli-whist")
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=names-{seat}]", name)
    with hurried(page):
        with page.expect_request(lambda request: request.method == "POST"):
            page.locator("[name=start]").first.click()
        page.clock.run_for(10_000)
        expect(page.locator("[data-status]")).to_have_text("Saving…")
        while not held:  # the request was made; its route is called a moment later
            page.wait_for_timeout(10)
        assert len(held) == 1
        held[0].continue_()
    expect(page.locator(".players")).to_be_visible()
