"""A whole evening in the window that Safari leaves: six hands without scrolling."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.phones import settled
from tests.browser.table import NORTH, WEST, Table

# Contracts and tricks of South, West, North and East.
BOTH = ((1, 5, 5, 1), (1, 5, 5, 2))  # West and North make 5: 35 each; South 11, East -10
SIX = ((1, 6, 6, 1), (1, 6, 6, 0))  # both make 6: 46 each
ZERO = ((0, 5, 5, 1), (0, 5, 5, 3))  # South makes a zero, under: 50; East -20
FAR_OFF = ((0, 5, 5, 4), (3, 5, 5, 0))  # South -30, East -40: the number pad opens
DECIDES = ((1, 5, 5, 1), (1, 6, 5, 1))  # West takes one too many: -10; South and East 11

PATIENCE = 30  # seconds

# The middle of a control, if it is in the window and a finger there would touch it; how far the
# page is scrolled; and how many touches the shield has caught since the page was loaded.
UNDER_THE_FINGER = """target => {
  window.caught ??= (addEventListener("pointerdown", ({ target }) => {
    window.caught += target.matches(".shield") ? 1 : 0;
  }, true), 0);
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const middle = [(left + right) / 2, (top + bottom) / 2];
  const hit = document.elementFromPoint(...middle);
  const free = hit !== null && (target.contains(hit) || hit.contains(target));
  return { middle: free ? middle : null, scrolled: scrollY, caught: window.caught };
}"""


class Finger(Table):
    """A person who touches controls where they are, and never scrolls."""

    def tap(self, target: str | Locator) -> None:
        place = (self.page.locator(target) if isinstance(target, str) else target).first
        expect(place).to_be_visible()
        end = time.monotonic() + PATIENCE
        while not (found := place.evaluate(UNDER_THE_FINGER))["middle"]:  # the page may come anew
            assert time.monotonic() < end, f"{target} is under something"
            self.page.wait_for_timeout(50)
        assert found["scrolled"] == 0
        self.page.touchscreen.tap(*found["middle"])
        try:  # whether the page came in between, and says so
            missed = self.page.evaluate("window.caught ?? 0") > found["caught"]
        except Error as gone:
            if "navigation" not in gone.message:
                raise
            missed = False  # the touch opened another page
        if missed:
            self.tap(place)
        else:
            self.taps += 1

    def hand(
        self,
        played: tuple[Sequence[int], Sequence[int]],
        declarer: int = WEST,
        bid: str = "5S",
    ) -> None:
        """A hand from the auction to the result."""
        contracts, taken = played
        self.win_auction(bid, declarer)
        for seat in ((declarer + 1 + turn) % 4 for turn in range(3)):
            self.contract(seat, contracts[seat])
        self.tricks(taken)
        assert self.page.evaluate("scrollY") == 0


@pytest.mark.slow
def test_a_whole_evening_without_a_scroll(page: Page, server: Server) -> None:
    """An exchange, a zero, undo, a revoke, a correction, a tie, a play-off and a rematch."""
    page.set_viewport_size({"width": 390, "height": 664})
    table = Finger(page, server.address)
    table.new_game(target=180, preset="vax")
    page.evaluate("scrollTo(0, 0)")

    table.hand(BOTH)
    table.tap("[form=passed-out]")
    expect(page.locator(".news > .notice")).to_contain_text("Exchange 1")
    table.hand(SIX, WEST, "6S")
    table.hand(ZERO, NORTH)
    table.shows_totals([11 + 11 + 50, 116, 116, -10 - 10 - 20])

    settled(page)  # a tap that was not sent yet would be taken back without the server
    table.tap(page.get_by_role("button", name="Undo"))
    expect(page.locator("[data-entered-before]")).to_be_visible()
    table.tap(page.get_by_role("button", name="Redo"))
    expect(page.locator(".result")).to_be_visible()
    table.hand(FAR_OFF)
    table.shows_totals([72 - 30, 151, 151, -40 - 40])

    _revoke_and_correct(table)
    table.shows_totals([42 - 100 - 21, 151, 151, -80 + 21])
    expect(page.locator(".top__title")).to_contain_text("Hand 5")
    table.hand(BOTH)  # both reach the target together
    expect(page.get_by_text("Play-off").first).to_be_visible()
    table.hand(DECIDES, NORTH)
    expect(page.locator(".winner__title")).to_have_text("Noa wins")
    table.shows_totals([-79 + 11 + 11, 176, 221, -59 - 10 + 11])
    table.tap(page.get_by_role("button", name="Rematch"))
    expect(page.locator(".top__title")).to_contain_text("Hand 1")


def _revoke_and_correct(table: Finger) -> None:
    """Fine South for a revoke in hand 1, and correct its tricks: South took 2, East 1."""
    page = table.page
    settled(page)  # a tap that is sent after the revoke would be in conflict with it
    page.goto(f"{table.address}/games/1/hands/1/")
    page.locator("#revokes summary").click()
    page.locator("#revokes-0").fill("1")
    page.get_by_role("button", name="Record the revokes").click()
    expect(page.locator(".trail")).to_contain_text("revoke")
    page.goto(f"{table.address}/games/1/hands/1/correct?question=tricks")
    page.locator("li:has(#tricks-0) [data-by='1']").click()
    page.locator("li:has(#tricks-3) [data-by='-1']").click()
    page.locator("[data-when-right]").click()
    expect(page).to_have_url(f"{table.address}/games/1/hands/1/")
    page.goto(f"{table.address}/games/1/")
