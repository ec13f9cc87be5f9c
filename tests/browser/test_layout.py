"""Every page fits a phone and a laptop, and what is tapped is large enough."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server
from tests.browser.table import NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN

PAGES = (
    "/",
    "/games/new",
    "/games/1/",
    "/games/1/?hand=2",
    "/games/1/?hand=2&record=calls",
    "/games/1/sheet",
    "/games/1/board",
    "/games/1/more",
    "/games/1/history",
    "/games/1/story",
    "/games/1/what-if?rules=wikipedia",
    "/games/1/hands/1/",
    "/games/1/hands/1/correct?question=tricks",
    "/games/1/hands/1/correct?question=contract-1",
    "/nope",
)
LONG_NAMES = (
    "Maximiliane-Theodora XIV",
    "אבי כהן הגדול מכולם כאן",
    "W" * 24,
    "👩‍👩‍👧‍👦 <b>&amp;</b>",
)

TOO_SMALL = """() => [...document.querySelectorAll(
    "button, .button, .tile, input, select, summary")]
  .filter(one => !one.closest("[hidden], .unseen, details:not([open]) > :not(summary)"))
  .filter(one => one.type != "hidden" && !one.matches(".unseen, .tile input, .offer input"))
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < 47.5)
  .map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    table = Table(page, server.address)
    table.new_game(names=LONG_NAMES)
    table.play("7C", NORTH, GERMAN_EXAMPLE, TAKEN)
    return table


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_its_window(table: Table, width: int) -> None:
    table.page.set_viewport_size({"width": width, "height": 800})
    for path in PAGES:
        table.page.goto(table.address + path)
        wide = table.page.evaluate("document.documentElement.scrollWidth")
        assert (path, wide) == (path, width)


def test_whatever_is_tapped_is_large_enough(table: Table) -> None:
    for path in PAGES:
        table.page.goto(table.address + path)
        assert (path, table.page.evaluate(TOO_SMALL)) == (path, [])


def test_the_questions_can_be_answered_without_scrolling(table: Table) -> None:
    """At 390 x 844 every tile of the next question and the undo are in the window."""
    page = table.page
    page.goto(f"{table.address}/games/1/?hand=2")
    bar = page.locator(".places").bounding_box()
    undo = page.get_by_role("button", name="Undo").bounding_box()
    assert bar
    assert undo
    assert undo["y"] + undo["height"] <= bar["y"] + 0.5


def test_names_are_shown_as_they_were_typed(table: Table) -> None:
    names = table.page.locator(".player__name").all_inner_texts()
    assert tuple(names) == LONG_NAMES


def test_nothing_comes_from_elsewhere(browser: Browser, server: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address)
    assert [url for url in asked if not url.startswith(server.address)] == []
    context.close()
