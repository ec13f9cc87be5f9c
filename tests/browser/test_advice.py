"""Advice and practice in a real browser: quick taps, every phone, and no scripts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Server

CARDS = ("SA", "SK", "SQ", "S5", "S4", "HT", "H9", "H8", "D7", "D6", "D5", "C3", "C2")
HAND = "AKQ54.T98.765.32"
PATIENCE = 120_000  # milliseconds for a process to start and work an answer out, cores being shared
ANSWER = re.compile(r"3 sure tricks: made in \d+%")
# The lowest edge of what has to be in sight, and how wide the page is.
EDGES = """wanted => {
  const boxes = [...document.querySelectorAll(wanted)].map(node => node.getBoundingClientRect());
  return [Math.max(...boxes.map(box => box.bottom)), document.documentElement.scrollWidth];
}"""
MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
FITTING = (
    (f"/advice/?hand={HAND}&ask=bid", ".advised"),
    (f"/advice/?hand={HAND}&ask=contract&bid=6H&declarer=3", ".advised"),
    ("/practice/", ".choose-cards__ways"),
    ("/practice/bid/7", ".practice .tile"),
    ("/practice/bid/7?choice=pass", ".choice--own"),
    ("/practice/contract/7", ".practice__numbers"),
    ("/practice/contract/7?choice=5", ".choice--own"),
)
IN_SIGHT = ".choose-cards .tile, .choose-cards__ways .button"


def test_thirteen_taps_and_a_question(page: Page, server: Server) -> None:
    """The buttons wait for the last card, and a card too many cannot be chosen."""
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


@pytest.mark.parametrize("language", ["en", "he", "de"])
def test_the_cards_fit_every_phone(browser: Browser, server: Server, language: str) -> None:
    """Upright without a scroll; on its side and on the smallest phone, after one."""
    context = browser.new_context(locale=language, has_touch=True)
    page = context.new_page()
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
    context.close()


@pytest.mark.parametrize("language", ["en", "he", "de"])
def test_answers_and_exercises_fit_a_phone(browser: Browser, server: Server, language: str) -> None:
    """In the window and under nothing: the hand, the advice with its reason, every choice."""
    context = browser.new_context(
        locale=language, has_touch=True, viewport=PHONE, reduced_motion="reduce"
    )
    page = context.new_page()
    misfits = []
    for path, shows in FITTING:
        page.goto(f"{server.address}{path}", timeout=PATIENCE)
        expect(page.locator(shows).first).to_be_visible()
        on_this_page = page.evaluate(MEASURE, {"scrolls": False, "enlarged": False})
        misfits += [f"{path}: {each}" for each in on_this_page]
    context.close()
    assert misfits == [], "\n".join(misfits)


def test_it_works_without_scripts(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server.address}/advice/")
    for card in CARDS[:-1]:
        page.locator(f"[value={card}]").check()
    page.get_by_role("button", name="What to bid?").click()
    expect(page.locator(".problem")).to_have_text("Choose 13 cards, not 12.")
    page.locator(f"[value={CARDS[-1]}]").check()
    page.get_by_role("button", name="What to bid?").click(timeout=PATIENCE)
    expect(page.locator(".advised")).to_contain_text(ANSWER, timeout=PATIENCE)
    context.close()


def test_an_exercise_is_answered_and_counted(page: Page, server: Server) -> None:
    """The record comes from the process that judges; a reload counts nothing twice."""
    page.goto(f"{server.address}/practice/contract/7", timeout=PATIENCE)
    hand = page.locator(".held").inner_text()
    page.get_by_role("button", name="5", exact=True).tap(timeout=PATIENCE)
    expect(page.locator("h1")).to_contain_text(re.compile(r"5 cost \d"), timeout=PATIENCE)
    expect(page.locator(".choice--own")).to_contain_text("your choice")
    assert page.locator(".held").inner_text() == hand
    page.reload(timeout=PATIENCE)
    expect(page.get_by_text(re.compile("^1 exercise, "))).to_be_visible()
    page.goto(f"{server.address}/practice/bid/7?choice=pass", timeout=PATIENCE)
    page.goto(f"{server.address}/practice/")
    expect(page.get_by_text(re.compile("^2 exercises, "))).to_be_visible()
    expect(page.locator(".chart")).to_have_count(1)
    page.get_by_text("Begin the record anew").tap()
    page.get_by_role("button", name="Clear the record").tap()
    expect(page.locator(".chart")).to_have_count(0)
    expect(page.get_by_text(re.compile("exercises, "))).to_have_count(0)
