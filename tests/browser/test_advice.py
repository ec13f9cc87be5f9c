"""Advice and practice in a real browser: quick taps, and every phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewContext, Server
from tests.browser.walk import LANGUAGES
from tests.deep import DEEP

CARDS = ("SA", "SK", "SQ", "S5", "S4", "HT", "H9", "H8", "D7", "D6", "D5", "C3", "C2")
HAND = "AKQ54.T98.765.32"
PATIENCE = 120_000  # milliseconds for a process to start and work an answer out, cores being shared
ANSWER = re.compile(r"3 sure tricks: made in \d+%")
# The lowest edge of the required elements, and the width of the page.
EDGES = """wanted => {
  const boxes = [...document.querySelectorAll(wanted)].map(node => node.getBoundingClientRect());
  return [Math.max(...boxes.map(box => box.bottom)), document.documentElement.scrollWidth];
}"""
MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
FITTING = (
    (f"/advice/?hand={HAND}&ask=bid", ".advised"),
    (f"/advice/?hand={HAND}&ask=contract&bid=6H&declarer=3", ".advised"),
    ("/advice/?game=oh-hell&hand=AK.2..&ask=contract&players=7", ".said-before"),
    ("/advice/?game=oh-hell&hand=AK.2..&ask=contract&up=D5", ".advised"),
    ("/practice/card/3?game=hearts", ".practice__card"),
    ("/practice/card/3?game=hearts&choice=SA", ".choice--own"),
    ("/practice/", ".choose-cards__ways"),
    ("/practice/bid/7", ".practice .tile"),
    ("/practice/bid/7?choice=pass", ".choice--own"),
    ("/practice/contract/7", ".practice__numbers"),
    ("/practice/contract/7?choice=5", ".choice--own"),
)
IN_SIGHT = ".choose-cards .tile, .choose-cards__ways .button"


def test_thirteen_taps_and_a_question(page: Page, server: Server) -> None:
    """The buttons are disabled until the last card, and a fourteenth card cannot be chosen."""
    answer = page.request.get(f"{server.address}/advice/?hand={HAND}&ask=bid", timeout=PATIENCE)
    assert answer.ok  # the process that works out answers has started
    page.goto(f"{server.address}/advice/")
    ask = page.get_by_role("button", name="What to bid?")
    for number, card in enumerate(CARDS):
        expect(ask).to_be_disabled()
        page.locator(f"label:has([value={card}])").tap()
        expect(page.locator("[data-chosen]")).to_have_text(f"{number + 1} / 13")
    expect(page.locator("[value=DA]")).to_be_disabled()
    ask.tap(timeout=PATIENCE)
    expect(page.locator(".advised")).to_contain_text(ANSWER, timeout=PATIENCE)
    page.get_by_role("link", name="Change the cards").tap()
    expect(page.locator("[data-chosen]")).to_have_text("13 / 13")


@pytest.mark.slow
def test_everything_fits_a_phone(new_context: NewContext, server: Server) -> None:
    """The cards upright without a scroll, on its side and on the smallest phone after one.

    Of the other pages the hand, the advice with its reason and every choice are in the window and
    under nothing: each page in one language, and in all by `make deep`.
    """
    misfits = []
    for turn, language in enumerate(LANGUAGES):
        page = new_context(locale=language, reduced_motion="reduce").new_page()
        page.goto(f"{server.address}/advice/")
        for width, height, scrolled in (
            (390, 664, 0),
            (360, 640, 0),
            (320, 568, 60),
            (664, 390, 60),
        ):
            page.set_viewport_size({"width": width, "height": height})
            lowest, wide = page.evaluate(EDGES, IN_SIGHT)
            assert (lowest <= height + scrolled, wide) == (True, width), (width, height, lowest)
        page.set_viewport_size(PHONE)
        for path, shows in FITTING if DEEP else FITTING[turn :: len(LANGUAGES)]:
            page.goto(f"{server.address}{path}", timeout=PATIENCE)
            expect(page.locator(shows).first).to_be_visible()
            on_this_page = page.evaluate(MEASURE, {"scrolls": False, "enlarged": False})
            misfits += [f"{language} {path}: {each}" for each in on_this_page]
    assert misfits == [], "\n".join(misfits)
