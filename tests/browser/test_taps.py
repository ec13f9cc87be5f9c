"""A tap is stored, then answered, then sent; the look-ahead equals the engine."""

from __future__ import annotations

import json
import os
import signal
from typing import Any

from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.conftest import Another, Server
from tests.browser.kept_taps import WAITING, table
from tests.browser.phones import REFRESH, entries, hurried, ready, recorded, saved, settled
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table

__all__ = ["table"]  # the fixture of a game whose look ahead is there

# The phone is stopped as soon as a tap lies in its storage, before anything is painted.
STOPPED_WHEN_STORED = """() => {
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, value) {
    write.call(this, name, value);
    if (name.includes(".tap.")) for (;;);
  };
  setTimeout(() => document.querySelector("[name=number][value='2']").click(), 100);
}"""

# Counts how often a page of the server takes the place of the present one.
COUNT_SWAPS = """() => {
  window.swaps = 0;
  const isPage = (node) => node.matches?.("[data-swap-target]");
  new MutationObserver((changes) => {
    window.swaps += changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(isPage).length;
  }).observe(document.body, { childList: true, subtree: true });
}"""
# Waits for an answer, so that an earlier one has come, too.
ANOTHER_ANSWER = "() => fetch('/health').then((answer) => answer.text()).then(() => {})"
# What the page uses to wait for a finger, and a finger.
HOLD_BACK = """async () => {
  const guard = performance.getEntriesByType("resource").find(({ name }) => /tap_guard/.test(name));
  const { released } = await import(guard.name);
  window.touch = (name) => document.body.dispatchEvent(new PointerEvent(name, { bubbles: true }));
  window.waitForFinger = () => {
    window.freed = false;
    Promise.resolve(released()).then(() => (window.freed = true));
  };
}"""
KEPT_TAP = "() => Object.keys(localStorage).some((name) => name.includes('.tap.'))"


def stored(page: Page) -> list[dict[str, Any]]:
    taps: list[str] = page.evaluate(
        "() => Object.entries(localStorage).filter(([name]) => name.includes('.tap.'))"
        ".map(([, tap]) => tap)"
    )
    return sorted((json.loads(tap) for tap in taps), key=lambda tap: int(tap["place"]))


class Held:
    """Requests held back on their way to the server until they are released."""

    def __init__(self, page: Page, address: str = "**/answers") -> None:
        self._routes: list[Route] = []
        self._free = False
        page.route(address, self._hold)

    def __len__(self) -> int:
        return len(self._routes)

    def _hold(self, route: Route) -> None:
        if self._free:
            route.continue_()
        else:
            self._routes.append(route)

    def let_go(self) -> None:
        self._free = True
        for route in self._routes:
            route.continue_()


def test_a_tap_outlives_a_tab_that_is_killed_before_the_next_question_is_painted(
    table: Table, server: Server, browser: Browser
) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    before = set(renderers(browser))
    killed = page.context.new_page()
    with killed.expect_request("**/revision"):  # all of its scripts are there
        killed.goto(page.url)
    expect(killed.locator("[name=seat]")).to_have_value(str(EAST))
    page.goto(f"{server.address}/static/icon.svg")  # the game's page would send the tap
    (pid,) = set(renderers(browser)) - before
    killed.evaluate(STOPPED_WHEN_STORED)
    page.wait_for_function(KEPT_TAP)
    os.kill(pid, signal.SIGKILL)
    recorded(server, 1)
    page.goto(f"{server.address}/games/1/")
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    recorded(server, 2)
    assert entries(server)[-1] == '{"number":2,"seat":3}'


def renderers(browser: Browser) -> list[int]:
    """The processes in which this browser runs its pages."""
    devtools = browser.new_browser_cdp_session()
    processes = devtools.send("SystemInfo.getProcessInfo")["processInfo"]
    devtools.detach()
    return [process["id"] for process in processes if process["type"] == "renderer"]


def test_saved_is_said_only_when_it_is_recorded(table: Table, server: Server) -> None:
    page = table.page
    state = page.locator("[data-state]")
    held = Held(page)
    table.win_auction("7C", NORTH)
    table.contract(EAST, 0)
    expect(state).to_have_text("Saving…")
    assert [tap["code"] for tap in stored(page)] == ["bid:7C,2", "number:0"]
    assert entries(server) == []
    held.let_go()
    saved(page)
    recorded(server, 2)
    page.wait_for_function(f"() => !({KEPT_TAP})()")


def test_a_tap_is_answered_before_the_server_has_it(table: Table) -> None:
    """Also the first one, right after the page has loaded."""
    page = table.page
    page.reload()
    page.route("**/answers", lambda _: None)
    table.win_auction("7C", NORTH)
    table.say_contracts([(EAST, 0), (SOUTH, 2), (WEST, 3)])
    table.tricks((0, 3, 8, 2))
    table.shows_totals([-20, 19, -10, -40])


def test_a_tap_that_a_link_follows_at_once_is_sent_from_the_next_page(
    table: Table, server: Server
) -> None:
    page = table.page
    page.route("**/answers", lambda _: None, times=1)
    with page.expect_request("**/answers"):
        table.win_auction("7C", NORTH)
    page.get_by_role("link", name="Sheet").click()
    expect(page).to_have_url(f"{server.address}/games/1/sheet")
    saved(page)
    recorded(server, 1)
    expect(page).to_have_url(f"{server.address}/games/1/sheet")


def test_taps_that_are_built_on_a_superseded_one_stop(
    table: Table, another: Another, server: Server
) -> None:
    page = table.page
    table.win_auction("7C", NORTH)
    saved(page)
    held = Held(page)
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    Table(another(page.url), server.address).contract(EAST, 5)
    recorded(server, 2)
    held.let_go()
    expect(page.locator(WAITING)).to_contain_text("the game has moved on: 2")
    recorded(server, 2)
    expect(page.locator(f".player:nth-child({EAST + 1}) .player__contract")).to_contain_text("5")
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))


def test_where_the_look_ahead_ends_the_tap_is_kept_and_no_number_is_invented(
    page: Page, server: Server
) -> None:
    """This phone does not have the game's places, as if there were too many of them."""

    def cut(route: Route) -> None:
        description = route.fetch().json()
        description["places"] = [
            place | {"moves": [place["moves"][0], [], []]} for place in description["places"]
        ]
        for place in description["places"]:
            place.pop("worth", None)
        route.fulfill(json=description)

    page.route("**/ahead", cut)
    table = Table(page, server.address)
    table.new_game()
    ready(page)
    page.context.set_offline(True)
    page.locator("label:has([name=bid][value='7C'])").click()
    page.locator("label:has([name=winner][value='2'])").click()
    expect(page.locator(".stage .notice")).to_contain_text("It goes on here")
    assert page.locator(".player__total").all_inner_texts() == ["…"] * 4
    page.context.set_offline(False)
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))
    assert page.locator(".player__total").all_inner_texts() == ["0"] * 4
    recorded(server, 1)


def test_a_page_that_was_asked_for_twice_is_put_in_place_once(table: Table) -> None:
    """The poll may request the same page as the tap."""
    page = table.page
    page.evaluate(COUNT_SWAPS)
    held = Held(page, "**/games/1/")
    with hurried(page):  # the page would not wait for long
        table.win_auction("7C", NORTH)
        for pause, count in ((600, 0), (600, 1), (1_500, 2)):  # the tap, its page, the poll's page
            page.clock.run_for(pause)
            saved(page)
            while len(held) < count:
                page.wait_for_timeout(50)
        with page.expect_event("requestfinished"), page.expect_event("requestfinished"):
            held.let_go()
    table.contract(EAST, 0)
    settled(page)
    assert page.evaluate("window.swaps") == 2  # one for each tap


def test_a_page_from_before_a_recorded_tap_replaces_nothing(table: Table) -> None:
    """It was asked for before the tap, and comes after its entry."""
    page = table.page
    table.win_auction("7C", NORTH)
    settled(page)
    revision = page.locator("[data-game]")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/games/1/", lambda route: held.append((route, route.fetch())), times=1)
    with hurried(page):  # the page would not wait for long
        page.evaluate(REFRESH)
        while not held:
            page.wait_for_timeout(50)
        table.contract(EAST, 2)
        page.clock.run_for(600)
        saved(page)
        page.clock.run_for(600)  # its page is fetched after a quiet moment
        expect(revision).to_have_attribute("data-revision", "2")
        route, old = held[0]
        assert 'data-revision="1"' in old.text()
        route.fulfill(response=old)
        page.wait_for_function("() => window.refreshed")
    expect(revision).to_have_attribute("data-revision", "2")


def test_a_page_waits_for_the_click_after_the_finger_has_gone(table: Table) -> None:
    """Some browsers report the two separately; if no click comes, it soon goes on."""
    page = table.page
    page.evaluate(HOLD_BACK)
    with hurried(page):
        for last, without in (("click", 50), ("pointerup", 99)):
            page.evaluate("() => touch('pointerdown')")
            page.evaluate("() => waitForFinger()")
            page.evaluate("() => touch('pointerup')")
            page.clock.run_for(without)
            assert page.evaluate("() => window.freed") is False
            if last == "click":
                page.evaluate("() => touch('click')")
            page.clock.run_for(2)
            page.wait_for_function("() => window.freed")


def test_a_phone_that_scores_asks_often_and_is_not_told_what_it_recorded(
    table: Table, server: Server
) -> None:
    """A notice would hide the way back; entries of other phones are announced."""
    page = table.page
    page.clock.install()
    page.reload()  # its timers are those of the clock, then
    settled(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    table.win_auction("7C", NORTH)
    for number, (seat, contract) in enumerate(((EAST, 0), (SOUTH, 2)), 2):
        table.contract(seat, contract)
        recorded(server, number)
    settled(page)
    with hurried(page):
        for _ in range(4):  # it takes its time while the page comes
            page.clock.run_for(1_500)
            page.evaluate(ANOTHER_ANSWER)
        for _ in range(3):
            asked.clear()
            page.clock.run_for(290)
            assert asked == []
            with page.expect_response("**/revision"):
                page.clock.run_for(20)
            page.evaluate(ANOTHER_ANSWER)
    assert page.evaluate("window.said") == []
