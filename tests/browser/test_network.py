"""A bad network: taps are stored on the phone, shown, and sent once each when it is back."""

from __future__ import annotations

import sqlite3
import urllib.request
from collections.abc import Callable
from datetime import datetime
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.kept_taps import GERMAN_POINTS, WAITING, all_sent, table
from tests.browser.phones import entries, hurried, ready, recorded, saved, says, settled, type_keys
from tests.browser.table import EAST, NAMES, NORTH, SOUTH, WEST, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

__all__ = ["table"]  # fixtures

# Where the parts of the question and the bar at the foot are.
PLACES = """() => [...document.querySelectorAll(".question, .question *, .places__place")]
  .filter(part => part.checkVisibility())
  .map(part => part.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""


def test_ten_taps_without_a_network_are_sent_once_each(table: Table, server: Server) -> None:
    page = table.page
    page.context.set_offline(True)
    table.tap_hand("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    table.shows_points(GERMAN_POINTS)
    table.shows_totals(GERMAN_POINTS)
    expect(page.locator(".result__label")).to_have_text("7♣, Noa · 1 under")
    expect(page.locator(".top__title")).to_have_text("Hand 2 · Walid deals")
    table.tap_hand("5S", WEST, [(NORTH, 5), (EAST, 1), (SOUTH, 1)], (3, 5, 5, 0))
    table.shows_totals([-40, 54, 25, -50])
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 10")
    assert entries(server) == []
    page.context.set_offline(False)
    all_sent(page)
    recorded(server, 10)
    table.shows_totals([-40, 54, 25, -50])

    table.new_game(game="bid-whist", target=21)  # partners play on, too
    ready(page)
    page.context.set_offline(True)
    table.win_auction("4H", WEST)
    table.choose("S")
    expect(page.locator(".side__contract")).to_have_text("needs 10")
    table.side_tricks(11)
    table.shows_points([0, 5])
    table.shows_totals([0, 5])
    page.context.set_offline(False)
    all_sent(page)
    table.shows_totals([0, 5])
    assert len(entries(server)) == 13

    page.goto(f"{server.address}/games/2/more")
    page.get_by_text("Stop this game").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Stop the game").click()
    expect(page.locator(WAITING)).to_contain_text("Stop the game")
    page.context.set_offline(False)
    expect(page.locator(".winner")).to_be_visible()


def test_a_barred_number_is_barred_without_a_network_too(table: Table, server: Server) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    page.context.set_offline(True)
    table.contract(EAST, 1)
    page.get_by_role("button", name="Undo: Eli said 1").click()
    expect(page.locator(WAITING)).to_be_hidden()
    table.contract(EAST, 2)
    table.contract(SOUTH, 0)
    page.locator("[name=number][value='4']").click(force=True)
    says(page, "Walid can't say 4: that would make 13.")
    page.get_by_role("button", name="Undo: Sara said 0").click()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    table.contract(SOUTH, 1)
    page.context.set_offline(False)
    all_sent(page)
    assert [fact.partition(",")[0] for fact in entries(server)] == [
        '{"bid":"7C"',
        '{"number":2',
        '{"number":1',
    ]


def test_a_fine_of_the_running_hand_is_in_its_points_without_a_network(table: Table) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    page.goto(f"{table.address}/games/1/hands/1/")
    page.locator("main summary").click()
    page.locator(f"li:has(#revokes-{WEST}) [data-by='1']").click()
    page.get_by_role("button", name="Record the revokes").click()
    settled(page)
    page.goto(f"{table.address}/games/1/")
    expect(page.locator(".player__fined")).to_have_text("revoke: −100")
    ready(page)
    page.context.set_offline(True)
    table.say_contracts(GERMAN_EXAMPLE)
    table.tricks(TAKEN)
    line = page.locator(f"[data-line='{WEST}']")
    for _ in "offline", "sent":
        fined = [-20, -81, -10, -40]
        table.shows_points(fined)
        table.shows_totals(fined)
        expect(line.locator(".line__reason")).to_contain_text("revoke: −100")
        page.context.set_offline(False)
        all_sent(page)
    table.play("5S", WEST, [(NORTH, 5), (EAST, 1), (SOUTH, 1)], (3, 5, 5, 0))
    table.shows_totals([-40, -46, 25, -50])  # it was one hand's fine


@pytest.mark.parametrize("window", [{"width": 390, "height": 664}, {"width": 320, "height": 568}])
def test_a_kept_tap_moves_nothing(table: Table, window: ViewportSize) -> None:
    """The question stands where it stands after a recorded tap."""
    page = table.page
    page.set_viewport_size(window)
    table.win_auction("7C", NORTH)
    settled(page)
    places = page.evaluate(PLACES)
    assert len(places) > 13
    page.locator(".back button").first.click()
    expect(page.locator("[name=bid]").first).to_be_attached()
    settled(page)
    page.context.set_offline(True)
    table.win_auction("7C", NORTH)
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 1")
    assert page.evaluate(PLACES) == places


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


def test_a_tap_whose_answer_was_lost_is_one_entry(table: Table, server: Server) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    page.route("**/answers", _lose_answer, times=1)
    page.locator("[name=number][value='2']").click()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    all_sent(page)
    recorded(server, 2)
    table.contract(SOUTH, 1)
    recorded(server, 3)


def _lose_answer(route: Route) -> None:
    """Requests arrive, but no answer does."""
    route.fetch(max_redirects=0)
    route.abort()


def test_a_phone_that_reloads_before_the_answer_goes_on(table: Table, server: Server) -> None:
    """The new page shows the tap already; the same page again ends the wait for it."""
    page = table.page
    page.clock.set_fixed_time(datetime.now())  # the answer is never late
    page.route("**/answers", _lose_answer, times=1)
    page.locator("label:has([name=bid][value='7C'])").click()
    with page.expect_event("requestfailed"):
        page.locator(f"label:has([name=winner][value='{NORTH}'])").click()
    recorded(server, 1)
    page.reload()
    table.contract(EAST, 2)
    recorded(server, 2)


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


def test_taps_that_come_too_fast_are_kept_and_sent_again(table: Table, server: Server) -> None:
    """The error page replaces nothing."""
    page = table.page
    refused = _too_fast(server)
    page.route("**/answers", refused, times=2)  # the tap, and the first time it is sent again
    table.win_auction("7C", NORTH)
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 1")
    title, question = page.locator(".question__title"), "Eli's contract?"
    expect(title).to_have_text(question)
    all_sent(page)
    recorded(server, 1)
    table.contract(EAST, 0)
    expect(title).not_to_have_text(question)
    recorded(server, 2)
    settled(page)

    page.context.set_offline(True)  # several that were kept are sent bit by bit
    table.say_contracts(GERMAN_EXAMPLE[1:])
    table.tricks(TAKEN)
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 3")
    passed: set[str] = set()
    turned_away: list[str] = []

    def every_second(route: Route) -> None:
        (key,) = parse_qs(route.request.post_data or "")["key"]
        if len(turned_away) < len(passed):
            turned_away.append(key)
            refused(route)
        else:
            passed.add(key)
            route.continue_()

    page.route("**/answers", every_second)
    page.context.set_offline(False)
    all_sent(page)
    recorded(server, 5)
    assert len(passed) == 3  # each tap has one key, however often it was sent
    assert turned_away
    table.shows_totals(GERMAN_POINTS)


def _too_fast(server: Server) -> Callable[[Route], None]:
    """The server's answer to a phone that writes too fast."""
    with urllib.request.urlopen(f"{server.address}/") as some:
        body = some.read()

    def refuse(route: Route) -> None:
        route.fulfill(
            status=429, body=body, headers={"Content-Type": "text/html", "Retry-After": "1"}
        )

    return refuse


def test_a_network_that_hangs_is_not_waited_for_for_ever(table: Table, server: Server) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/games/1/**", hold)
    with hurried(page):
        table.contract(EAST, 2)
        page.clock.run_for(1_000)
        expect(page.locator("[data-state]")).to_have_text("Saving…")
        expect(page.locator(WAITING)).to_be_hidden()
        while not held:  # the request was made; its route is called a moment later
            page.wait_for_timeout(10)
        page.clock.run_for(5_000)
        expect(page.locator(WAITING)).to_contain_text("Not sent yet: 1")
        expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    page.unroute("**/games/1/**")
    all_sent(page)
    recorded(server, 2)


def test_two_tabs_send_each_tap_once(table: Table, server: Server) -> None:
    first = table.page
    table.win_auction("7C", NORTH)
    saved(first)
    second = first.context.new_page()
    second.goto(first.url)
    expect(second.locator("[name=seat]")).to_have_value(str(EAST))
    ready(second)
    first.context.set_offline(True)
    table.contract(EAST, 0)
    other = Table(second, table.address)
    expect(second.locator(WAITING)).to_contain_text("Not sent yet: 1")
    other.contract(SOUTH, 2)
    expect(first.locator(WAITING)).to_contain_text("Not sent yet: 2")
    table.contract(WEST, 3)
    first.context.set_offline(False)
    for page in (first, second):
        expect(page.locator(WAITING)).to_be_hidden()
        expect(page.locator("[data-tricks]")).to_be_visible()
    recorded(server, 4)


def test_at_the_target_the_phone_waits_for_the_server(page: Page, server: Server) -> None:
    table = Table(page, server.address)
    table.new_game(target=10)
    ready(page)
    page.context.set_offline(True)
    table.tap_hand("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    expect(page.locator(".stage")).to_contain_text("The game may be over")
    page.context.set_offline(False)
    expect(page.locator(".winner__title")).to_have_text("Walid wins")


def test_a_hand_thrown_in_is_none_of_those_that_were_agreed(page: Page, server: Server) -> None:
    """Of two hands to play, one is left after it and another hand."""
    phone = play(server.path, hands=0)
    form = phone.open("/games/new?game=israeli-whist").form("/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(NAMES)}
    ends = {"dealer": "0", "start": "1", "ending.goal": "deals", "ending.deals": "2"}
    phone.fill(form, seats | ends)
    page.goto(f"{server.address}/games/2/?record=result")
    ready(page)
    page.context.set_offline(True)
    page.get_by_role("button", name="All passed").click()
    expect(page.locator(".result")).to_contain_text("thrown in")
    Table(page, server.address).tap_hand("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    expect(page.get_by_role("heading", name="Who won the auction?")).to_be_visible()


def test_a_tap_that_cannot_be_recorded_is_kept_with_the_reason_and_sent_when_it_can(
    table: Table, server: Server
) -> None:
    """The score keeper is there, but the disk is full."""
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    full = "The disk of the machine that keeps the score is full: make room there."

    def refuse(route: Route) -> None:
        bare = route.request.headers["accept"] == "application/json"
        body = f'{{"problem": "{full}"}}' if bare else f"<html><p data-reason>{full}</p></html>"
        kind = "application/json" if bare else "text/html"
        route.fulfill(status=503, content_type=kind, body=body)

    page.route("**/answers", refuse)
    table.contract(EAST, 0)
    says(page, full)
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 1")
    expect(page.locator(f"{WAITING} [data-why]").first).to_have_text(full)
    table.contract(SOUTH, 2)
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 2")
    page.unroute("**/answers")
    all_sent(page)
    recorded(server, 3)

    # A refused entry, which comes to 13: the game has not moved on, and nothing is to be decided.
    def bar(route: Route) -> None:
        route.continue_(post_data=(route.request.post_data or "").replace("number=3", "number=4"))

    page.route("**/answers", bar)
    expect(page.locator("[name=seat]")).to_have_value(str(WEST))
    settled(page)
    page.locator("[name=number][value='3']").click()  # its question is back after a moment
    reason = page.locator("form.question .problem")
    expect(reason).to_have_text("Walid can't say 4: that would make 13.")
    expect(page.locator(WAITING)).to_be_hidden()


def test_a_file_that_another_program_holds_costs_no_tap(table: Table, server: Server) -> None:
    """With a real lock: answers wait, the phone gives them up, and they are recorded once in the
    end.
    """
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    recorded(server, 1)
    other = sqlite3.connect(server.path, isolation_level=None)
    other.execute("begin immediate")
    table.contract(EAST, 0)
    expect(page.locator(WAITING)).to_contain_text("Not sent yet: 1")
    other.execute("rollback")
    other.close()
    all_sent(page)
    recorded(server, 2)
