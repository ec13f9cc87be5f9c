"""The further games in a real browser: each question fits the page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import REFRESH, settled
from tests.browser.table import Table
from tests.deep import DEEP

MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
PICTURES = os.environ.get("GAME_PICTURES")  # a folder, for whoever wants to look at them
HEBREW = ("שרה", "וליד", "נועה", "אלי", "דנה", "גל", "טל", "רון", "מיה", "עדי")
ENGLISH = ("Sara", "Walid", "Noa", "Eli", "Dana", "Gal", "Tal", "Ron", "Mia", "Adi")


class Looked(Table):
    """A table on which every page is measured."""

    misfits: list[str]

    def __init__(self, page: Page, address: str, language: str) -> None:
        super().__init__(page, address)
        self.misfits, self.language = [], language

    def look(self, state: str) -> None:
        misfits = self.page.evaluate(MEASURE, {"scrolls": False, "enlarged": False})
        self.misfits += [f"{state}: {misfit}" for misfit in misfits]
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{self.language}-{state}.png")

    def bids(self, *numbers: object) -> None:
        for number in numbers:
            tile = self.page.locator(f"[name=number][value='{number}']")
            seat = self.page.locator("[name=seat]").input_value()
            self.tap(tile)
            expect(self.page.locator(f"[name=seat][value='{seat}']")).to_have_count(0)

    def typed(self, *numbers: int) -> None:
        for side, number in enumerate(numbers):
            self.page.fill(f"[name=points-{side}]", str(number))
        self.tap(".question .button--main")
        expect(self.page.locator(".result")).to_be_visible()

    def shares(self, *numbers: int) -> None:
        """One number after another; the last side has the rest."""
        for number in numbers[:-1]:
            self.tap(f"[data-shares-pad] [data-to='{number}']")
        self.tap("[data-when-right]")
        expect(self.page.locator("[data-when-right]")).to_have_count(0)


LANGUAGES = {"en": ENGLISH, "he": HEBREW}


@pytest.mark.parametrize("language", LANGUAGES if DEEP else ["en"])
@pytest.mark.untraced
@pytest.mark.slow
def test_every_question_fits(new_context: NewContext, server: Server, language: str) -> None:
    """In English; `make deep` has it in Hebrew, too."""
    names = LANGUAGES[language]
    page = new_context(locale=language, reduced_motion="reduce").new_page()
    table = Looked(page, server.address, language)

    table.new_game(names=names[:4], game="points", target=100)
    table.look("points")
    table.typed(20, -5, 0, 30)
    table.look("points-next")
    table.new_game(names=names, game="points", target=100)  # ten scroll
    table.typed(*range(10))
    table.shows_totals([*range(10)])

    hearts(table, names)

    table.new_game(names=names[:4], game="spades", target=500)
    table.look("spades-bid")
    table.bids(3, 0, 4, 4)
    table.look("spades-tricks")
    table.tap("[name=number][value='6']")
    expect(page.locator("[name=number]")).to_have_count(7)
    table.look("spades-nil")
    table.tap("[name=number][value='1']")
    expect(page.locator(".result")).to_be_visible()
    table.look("spades-next")

    table.new_game(names=names[:4], game="estimation", target=None)
    table.look("estimation-dash")
    table.tap("[name=choice][value='none']")
    expect(page.locator("[name=bid]").first).to_be_attached()
    table.look("estimation-auction")
    table.win_auction("6S", 3)
    table.bids(4, 1, 3)
    table.look("estimation-tricks")
    table.tricks((3, 1, 3, 6))
    table.look("estimation-next")

    for game in ("wizard", "romanian-whist"):
        table.new_game(names=names[:4], game=game, target=None)
        table.look(f"{game}-bid")
        table.bids(1, 0, 0, 1)
        table.look(f"{game}-tricks")
        for by, barred in (("1", "true"), ("-1", "false")):  # she has the only trick
            button = page.locator(f"li:has(#tricks-0) [data-by='{by}']")
            expect(button).to_have_attribute("aria-disabled", barred)
        table.tricks((1, 0, 0, 0))
        table.look(f"{game}-next")
    page.goto(f"{server.address}/games/new")
    page.locator("summary", has_text="" if language == "he" else "Another game").first.click()
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{language}-new.png", full_page=True)
    assert table.misfits == [], "\n".join(table.misfits)


def hearts(table: Looked, names: Sequence[str]) -> None:
    page = table.page
    table.new_game(names=names[:4], game="hearts", target=100)
    table.look("hearts-queen")
    before = table.taps
    table.tap("[name=choice][value='2']")
    expect(page.locator("#shares-0")).to_be_visible()
    table.look("hearts-shares")
    table.shares(2, 5, 0, 6)
    table.shows_totals([2, 18, 0, 6])
    assert table.taps - before == 5
    table.look("hearts-next")
    table.tap("[name=choice][value='1']")
    expect(page.locator("#shares-0")).to_be_visible()
    table.tap("li:has(#shares-0) [data-rest]")
    settled(page)
    page.evaluate(REFRESH)  # what is a rest stays one when a page comes
    page.wait_for_function("() => window.refreshed")
    table.tap("li:has(#shares-3) [data-rest]")  # all hearts to the last player instead
    assert [page.locator(f"#shares-{side}").input_value() for side in range(4)] == [*"000", "13"]
    table.tap("[data-when-right]")
    expect(page.locator("[data-rest]")).to_have_count(0)
    table.shows_totals([15, 18, 0, 19])
    table.tap("[name=choice][value='1']")
    for number in ("8", "5"):  # nothing is left for the others
        table.tap(f"[data-shares-pad] [data-to='{number}']")
    table.tap("[data-when-right]")
    expect(page.locator("[data-rest]")).to_have_count(0)
    table.shows_totals([36, 23, 0, 19])
