"""The further games in a real browser: each question fits the page, and a correction reaches on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, _number

SIZE: ViewportSize = {"width": 390, "height": 664}
MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
PICTURES = os.environ.get("GAME_PICTURES")  # a folder, for whoever wants to look at them
HEBREW = ("שרה", "וליד", "נועה", "אלי", "דנה", "גל", "טל", "רון", "מיה", "עדי")
ENGLISH = ("Sara", "Walid", "Noa", "Eli", "Dana", "Gal", "Tal", "Ron", "Mia", "Adi")


class Looked(Table):
    """A table whose every page is measured."""

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
        """A number after another; the last side has the rest."""
        for number in numbers[:-1]:
            self.tap(f"[data-shares-pad] [data-to='{number}']")
        self.tap("[data-when-right]")
        expect(self.page.locator("[data-when-right]")).to_have_count(0)


@pytest.mark.parametrize(("language", "names"), [("en", ENGLISH), ("he", HEBREW)])
def test_every_question_fits(
    browser: Browser, server: Server, language: str, names: Sequence[str]
) -> None:
    context = browser.new_context(
        locale=language, viewport=SIZE, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    table = Looked(page, server.address, language)

    table.new_game(names=names[:4], game="points", target=100)
    table.look("points")
    table.typed(20, -5, 0, 30)
    table.look("points-next")
    table.new_game(names=names, game="points", target=100)  # ten scroll
    table.typed(*range(10))
    assert table.totals() == [*range(10)]

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
        table.tricks((1, 0, 0, 0))
        table.look(f"{game}-next")
    page.goto(f"{server.address}/games/new")
    page.locator("summary", has_text="" if language == "he" else "Another game").first.click()
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{language}-new.png", full_page=True)
    context.close()
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
    assert (table.totals(), table.taps - before) == ([2, 18, 0, 6], 5)
    table.look("hearts-next")
    table.tap("[name=choice][value='1']")
    expect(page.locator("#shares-0")).to_be_visible()
    table.tap("li:has(#shares-3) [data-rest]")  # all hearts to the last player
    expect(page.locator("[data-rest]")).to_have_count(0)
    assert table.totals() == [15, 18, 0, 19]


def test_a_correction_of_spades_reaches_the_bags_of_later_hands(page: Page, server: Server) -> None:
    table = Looked(page, server.address, "en")
    table.new_game(game="spades", target=500)
    for _ in range(3):
        table.bids(2, 3, 3, 2)
        table.side_tricks(8)
    sides = page.locator(".side .player__total").all_inner_texts()
    assert [_number(text) for text in sides] == [159, 150]
    expect(page.locator(".carried").first).to_have_text("9 bags")
    page.goto(f"{server.address}/games/1/hands/1/correct?question=tricks")
    page.locator("[name=number][value='5']").click()
    expect(page.locator(".result")).to_be_visible()
    page.goto(f"{server.address}/games/1/")
    sides = page.locator(".side .player__total").all_inner_texts()
    assert [_number(text) for text in sides] == [156, 153]


def test_a_preset_fills_its_ending_in_and_another_puts_it_back(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/games/new?game=spades")
    target, floor = (page.locator(f"[name='ending.{name}']") for name in ("target", "floor"))
    limits = []
    for key in ("fast", "short", "pagat"):
        page.locator(f"label:has([name=rules][value='{key}'])").click()
        limits.append((target.input_value(), floor.input_value()))
    assert limits == [("60", "-60"), ("200", ""), ("500", "")]
