"""A tap is stored before it is answered."""

from __future__ import annotations

import os
import signal

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.kept_taps import table
from tests.browser.phones import entries, recorded, saved
from tests.browser.table import EAST, NORTH, SOUTH, Table

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

KEPT_TAP = "() => Object.keys(localStorage).some((name) => name.includes('.tap.'))"


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
