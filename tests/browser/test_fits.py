"""Every step of a hand fits every phone: no control is too small, covered or outside of the window.

No message lies over a control or the question.

Every state of the page of a game is checked in the windows that phone browsers leave.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import KEYED, NewContext, Server, served
from tests.browser.phones import links
from tests.browser.table_states import ALIKE_NAMES, HEBREW_NAMES, LONG_NAMES, State, fill, states
from tests.browser.test_layout import TOO_SMALL
from tests.browser.walk import UNFOLD, shares
from tests.deep import DEEP

WHOLE = ((390, 664), (360, 640), (412, 732))  # upright: without a scroll
SCROLLED = ((320, 568), (664, 390), (844, 390))  # small, or on its side: after one scroll
ENLARGED = (390, 664)
SMALLEST = (360, 640)
OTHERS = ((390, 664), (412, 732), (390, 664))

MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
LABELS = Path(__file__).with_name("labels.js").read_text("utf-8")
# A number and a word that a screen reader reads as one: “7clubs”, but not “7NT” or “2nd”.
GLUED = re.compile(r"\d[^\W\d_]{3,}|[^\W\d_]{3,}\d")
ADDRESS = re.compile(r"/url: .*|https?://.*")
# What a message at the foot of the page lies over, of the controls, the question and the numbers
# of the players. It may cover the links in the head.
COVERED = """async () => {
  const PARTS = [":is(main, .unsent, .places) :is(a, button, input, summary)", ".tile",
    ".calls",
    ".question__title", ".question__hint", ".problem", ".notice", ".line__points", ".line__total",
    ".player__total", ".player__points", ".player__took", ".player__contract"].join();
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const { say } = await import(`${address}status_line.js`);
  scrollTo(0, 0);
  say(document.querySelector("[data-early]").dataset.early, 0);
  const line = document.querySelector("[data-status]").getBoundingClientRect();
  const under = [...document.querySelectorAll(PARTS)].filter((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    return width && part.checkVisibility({ visibilityProperty: true }) && left < line.right
      && right > line.left && top < line.bottom - 1 && bottom > line.top + 1;
  });
  say("");
  return under.map((part) => (part.innerText || part.className).trim().slice(0, 30));
}"""
# Controls that are narrower than a finger, on the page of a question.
TOO_NARROW = """() => [...document.querySelectorAll("main :is(button, .tile, .stepper__number)")]
  .filter(target => target.checkVisibility() && target.getBoundingClientRect().width < 48)
  .map(target => target.outerHTML.slice(0, 120))"""
STATES = tuple(states())
NAMES = {"en": ALIKE_NAMES, "de": LONG_NAMES, "he": HEBREW_NAMES}


@pytest.fixture(scope="module")
def fitted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("fits") / "scores.db", *KEYED) as server:
        yield server


def misfits(page: Page, state: State, windows: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Elements that do not fit in one of the windows; a line each."""
    for size in windows:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for misfit in page.evaluate(MEASURE, {"scrolls": size in SCROLLED, "enlarged": False}):
            yield f"{state.name}, {size[0]}x{size[1]}: {misfit}"
        for label in page.evaluate(LABELS):
            yield f"{state.name}, {size[0]}x{size[1]}: {label}"
        for part in page.evaluate(COVERED):
            yield f"{state.name}, {size[0]}x{size[1]}: “{part}” is under the message"
    for words in glued(page):
        yield f"{state.name}: {words}"
    page.set_viewport_size({"width": ENLARGED[0], "height": ENLARGED[1]})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for misfit in page.evaluate(MEASURE, {"scrolls": True, "enlarged": True}):
        yield f"{state.name}, text at 200 %: {misfit}"
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.evaluate(UNFOLD)
    for small in page.evaluate(TOO_SMALL) + page.evaluate(TOO_NARROW):
        yield f"{state.name}, unfolded: {small} is too small"


def glued(page: Page) -> list[str]:
    """Lines of the accessibility tree in which a number and a word have no space between them."""
    lines = page.locator("body").aria_snapshot().splitlines()
    return [
        f"read aloud: {line.strip()[:80]}" for line in lines if GLUED.search(ADDRESS.sub("", line))
    ]


@pytest.mark.parametrize(("language", "shown"), shares(STATES))
@pytest.mark.untraced
@pytest.mark.slow
def test_every_step_fits_every_phone(
    new_context: NewContext, fitted: Server, language: str, shown: Sequence[State]
) -> None:
    """Each state in one language and three windows: the smallest usual one, and two in turn.

    `make deep` checks all of them in every language and window.
    """
    addresses = fill(fitted.path, NAMES[language], shown)
    page = new_context(locale=language, reduced_motion="reduce").new_page()
    page.goto(links(fitted)[0])
    problems: list[str] = []
    for number, state in enumerate(shown):
        page.set_viewport_size({"width": WHOLE[0][0], "height": WHOLE[0][1]})
        page.goto(fitted.address + addresses[state.name])
        expect(page.locator(state.shows).first).to_be_attached()
        state.prepare(page)
        turn = number % len(SCROLLED)
        windows = (SMALLEST, OTHERS[turn], SCROLLED[turn])
        problems += misfits(page, state, (*WHOLE, *SCROLLED) if DEEP else windows)
    assert problems == [], "\n".join(problems)
