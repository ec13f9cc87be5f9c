"""A lost network, and phones of different makes at one table."""

from __future__ import annotations

import pytest

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.other_browsers.firefox import Firefox
from tests.other_browsers.table import EAST, NORTH, SOUTH, WEST, Table
from tests.other_browsers.webkit import WebKit


@pytest.mark.slow
def test_webkit_goes_on_without_the_server_and_loses_nothing(
    webkit: WebKit, server: Server
) -> None:
    """Taps survive a reload, which the service worker answers meanwhile."""
    play(server.path, hands=0)
    table = Table(webkit, server)
    table.open_game()
    webkit.until("async () => Boolean((await navigator.serviceWorker.ready).active)")
    table.win_auction("7C", NORTH)
    table.saved(1)
    server.kill()
    table.contract(EAST, 0)
    table.contract(SOUTH, 2)
    webkit.shows("[data-waiting]", "Not sent yet: 2")
    webkit.open(f"{server.address}/games/1/")
    table.asks(WEST)
    table.contract(WEST, 3)
    table.tricks((0, 3, 8, 2))
    table.shows_totals(-20, 19, -10, -40)
    assert len(table.entries()) == 1
    server.start()
    webkit.open(f"{server.address}/games/1/")
    table.saved(5)
    table.shows_totals(-20, 19, -10, -40)
    assert [fact.get("number") for fact in table.entries()] == [None, 0, 2, 3, None]


@pytest.mark.slow
def test_webkit_and_firefox_follow_each_other(
    webkit: WebKit, firefox: Firefox, server: Server
) -> None:
    play(server.path, hands=0).hand("0 2", tricks="")
    here, there = Table(webkit, server), Table(firefox, server)
    for table in (here, there):
        table.open_game()
    there.contract(WEST, 3)
    here.tricks((2, 3, 7, 1))
    there.shows_totals(14, 19, 59, -50)
    there.saved(5)
    firefox.tap("form[action$='/undo'] button")
    here.shows_totals(0, 0, 0, 0)
    webkit.shows("[data-tricks]")
