"""The time left of a game that ends by the clock, counted down on a phone with a wrong clock."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Request, expect

from scorekeeper.games.points_sheet import POINTS_SHEET, PointsRules
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.browser.begun_games import write
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import settled
from tests.browser.table import NAMES

UNMOVED = ".top *, .stage > *, .question *"
TOPS = f"() => [...document.querySelectorAll('{UNMOVED}')].map(one => one.offsetTop)"


def test_what_is_left_is_counted_down_without_a_request(
    new_context: NewContext, server: Server
) -> None:
    end = datetime.now(UTC) + timedelta(hours=3)  # more than the test takes on any machine
    ending = Ending(goal=Goal.TIME, time=end.replace(microsecond=0).isoformat())
    setup = Setup(POINTS_SHEET, PointsRules(), ending, 4, SOUTH)
    game = write(server.path, setup, NAMES, [{"points": [3, 0, 0, 1]}])
    page = new_context().new_page()
    page.clock.install(time=datetime(2001, 1, 1))
    page.goto(f"{server.address}/games/{game}/")
    left = page.locator(".top .time-left")
    stop = page.get_by_role("button", name="Stop the game")
    expect(left).to_have_text(re.compile(r"[23]:\d\d h left"))
    settled(page)
    expect(stop).to_be_hidden()
    before = page.evaluate(TOPS)
    pages: list[str] = []

    def note(request: Request) -> None:
        if not request.url.endswith("/revision"):
            pages.append(request.url)

    page.on("request", note)
    page.clock.fast_forward("02:00:30")  # asleep: the timers of this time ring once
    expect(left).to_have_text(re.compile(r"0:\d\d h left|\d+ min left|1:00 h left"))
    page.clock.fast_forward("01:00:00")
    expect(left).to_have_text("Time is up")
    expect(left).to_have_class("time-left time-left--over")
    expect(stop).to_be_visible()
    assert (pages, page.evaluate(TOPS)) == ([], before)
    page.reload()  # the server knows better
    expect(left).to_have_text(re.compile(r"[23]:\d\d h left"))
    expect(stop).to_be_hidden()


def test_a_game_whose_time_is_up_is_stopped_between_hands(
    new_context: NewContext, server: Server
) -> None:
    ending = Ending(goal=Goal.TIME, time="2026-03-06T22:00:00+00:00")
    setup = Setup(POINTS_SHEET, PointsRules(), ending, 4, SOUTH)
    game = write(server.path, setup, NAMES, [{"points": [3, 0, 0, 1]}])
    page = new_context().new_page()
    page.goto(f"{server.address}/games/{game}/")
    page.get_by_role("button", name="Stop the game").click()
    expect(page.locator(".winner__title")).to_contain_text(NAMES[0])
