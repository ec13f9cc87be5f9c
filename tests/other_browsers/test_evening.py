"""An evening at the table in WebKit and in Firefox."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Server
from tests.other_browsers.table import EAST, NORTH, SOUTH, WEST, Table
from tests.other_browsers.window import Window

SPEAKING = [(NORTH, 5), (EAST, 1), (SOUTH, 1)]


@pytest.fixture(params=["webkit", "firefox"])
def window(request: pytest.FixtureRequest) -> Window:
    requested: Window = request.getfixturevalue(request.param)
    return requested


@pytest.mark.slow
def test_an_evening(window: Window, server: Server) -> None:
    """All pass, an undo, a correction, a revoke, double taps, the end and a rematch."""
    table = Table(window, server)
    table.new_game(target=60)
    height = window.evaluate("document.documentElement.scrollHeight")
    window.tap("label:has([name=bid][value='7C'])")  # which moves nothing
    assert window.evaluate("document.documentElement.scrollHeight") == height
    window.tap("[name=bid][value=pass]")  # which takes the chosen bid back
    assert window.evaluate("document.querySelectorAll('[name=bid]:checked').length") == 0
    window.until("() => !document.querySelector('.shield')")  # a hurried second tap is no answer
    table.all_pass()
    table.play("5S", WEST, SPEAKING, (4, 4, 5, 0))
    table.shows_totals(-30, -10, 35, -10)

    table.undo()
    window.shows("[data-tricks]")
    table.shows_totals(0, 0, 0, 0)
    table.answer("form[action$='/redo'] button")
    table.shows_totals(-30, -10, 35, -10)
    table.saved(8)

    window.open(f"{server.address}/games/1/hands/2/")
    window.tap("a[href*='question=tricks']")
    window.wait_for_page("[data-tricks]")
    table.set_tricks((3, 5, 5, 0))
    window.tap("[data-when-right]")
    window.shows(".trail__answer", "tricks: Sara 3, Walid 5, Noa 5, Eli 0")
    window.tap("#revokes summary")
    window.tap("li:has(#revokes-3) [data-by='1']")
    window.tap("form[action$='/revokes'] button:not([type=button])")
    window.shows(".trail__answer", "a revoke of Eli")
    table.saved(10)

    window.tap("main a[href='/games/1/']")
    window.wait_for_page("[data-question]")
    table.shows_totals(-20, 35, 35, -110)
    table.win_auction("5S", WEST)
    for seat, number in SPEAKING:  # a double tap says nothing for the next player
        table.contract(seat, number, times=2)
    table.saved(14)
    table.tricks((2, 5, 6, 0))
    window.shows(".winner", "Walid wins")
    table.shows_totals(-30, 70, 25, -120)
    window.tap("form[action$='/rematch'] button")
    window.shows("[data-question^='1-auction']")
    table.shows_totals(0, 0, 0, 0)
