"""The page of a game stands still: whatever becomes of a tap, no control moves under the finger."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import product
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.steps import Step
from scorekeeper.testing import random_answer
from scorekeeper.web.entry_forms import form_fields
from tests.browser.conftest import NewContext, Server
from tests.browser.kept_taps import FORM
from tests.browser.phones import ready, settled
from tests.browser.test_refused_answers import GIVE, PROBLEM
from tests.deep import DEEP
from tests.fast_answers import begin_fast_game
from tests.web.test_refused_answers import wrong_answers

# The question, how far the page is scrolled, and the places of the players and of all that can be
# tapped, by what it does. A button for undo has its place, but the length of its text.
SEEN = """async () => {
  await new Promise(requestAnimationFrame);  // a page is scrolled before it is painted
  const PARTS = ".players > *, .top > :is(a, button), .places__place, .back .button,"
    + ".question :is(button, a, summary, .tile, input:not([type]))";
  const GROUPS = ".players, .top, .places, .back, .question";
  const places = {};
  for (const part of document.querySelectorAll(PARTS)) {
    if (!part.checkVisibility({ visibilityProperty: true })) continue;
    const group = part.closest(GROUPS).classList[0];
    const { id, name, value, dataset, innerText } = part.querySelector("input") ?? part;
    const words = name ? `${name} ${id || value}` : dataset.key ?? dataset.rest ?? innerText.trim();
    const of = part.closest(".tricks__side, .players > *");
    const row = of ? [...of.parentElement.children].indexOf(of) : "";
    const { left, top, width, height } = part.getBoundingClientRect();
    const called = group === "players" ? row : `${row} ${words}`;
    places[`${group} ${called}`] = group === "back" ? [left, top] : [left, top, width, height];
  }
  const { question } = document.querySelector(".stage:has(.question)")?.dataset ?? { question: "" };
  const LAST = ".stage:has(> .questions) > :is(.question, .back)";
  const ends = [...document.querySelectorAll(LAST)].map((it) => it.getBoundingClientRect().bottom);
  const bar = document.querySelector(".places").getBoundingClientRect();
  const end = (bar.bottom >= innerHeight ? bar.top : innerHeight) - 4;  // 4: above the bar
  const higher = Math.max(...ends) + scrollY > end;
  return { question, scrolled: scrollY, higher, places };
}"""
# Says that a tap came too soon, or notes in the head what became of it.
TELL = """async (what) => {
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const { note, say } = await import(`${address}status_line.js`);
  const words = document.querySelector("[data-swap-target]").dataset;
  say(what === "early" ? words.early : "", 0);
  if (what === "early") return;
  note(words[what] ?? "", { saved: "saved", sending: "" }[what] ?? "failed");
}"""
TOLD = ("early", "saved", "sending", "lost", "failed", "")
BEGUN = datetime(2026, 5, 1, 20, tzinfo=UTC)
UNMOVED = 0.6  # pixels
SMALLEST = (320, 568)
GAMES = (
    *("israeli-whist", "spades", "hearts", "estimation"),  # bids, tricks and shares
    *("yaniv", "points", "schieber"),  # typed numbers, and files
)
SIZES = ((390, 664), (360, 640), SMALLEST, (664, 390))
SHOWN = [*product(GAMES, SIZES)] if DEEP else [("israeli-whist", SIZES[0]), ("hearts", SMALLEST)]

Size = tuple[int, int]


class Seen(NamedTuple):
    """The page at one moment."""

    question: str  # such as `1-tricks`, or empty
    scrolled: float
    higher: bool  # whether it asks several questions that are higher than the window
    places: Mapping[str, list[float]]


@pytest.mark.parametrize(("game", "size"), SHOWN, ids=str)
@pytest.mark.slow
@pytest.mark.untraced
def test_no_control_moves_under_the_finger(
    new_context: NewContext, server: Server, game: str, size: Size
) -> None:
    """Each kind of question of a hand, and the first question of the next hand.

    While a question is asked, nothing moves. From one question to the next the head, the bar, the
    players and the undo stay. At the end of a hand and in the auction, the players of a window on
    its side or of the smallest one may be higher or lower: there is no room to reserve. So may the
    undo, which is below the players or the bids there. A window on its side is never scrolled.

    Several questions on one page may be higher than the window: then the page is scrolled to them,
    again when the choice between two answers no longer lies over it, and the undo is below them.
    """
    begun = begin_fast_game(server.path, game, hands=1, more=1)
    viewport = {"width": size[0], "height": size[1]}
    page = new_context(viewport=viewport, reduced_motion="reduce").new_page()
    page.clock.set_fixed_time(BEGUN)  # the page waits for the server, however slow the machine
    page.goto(f"{server.address}/games/{begun.number}/?record=result")
    ready(page)
    store = Store.open(server.path)
    moves: list[str] = []
    kinds: set[str] = set()
    before = None
    for tap in begun.taps:
        step = store.game(1, begun.number).game.step
        assert step
        states = _states(page, server, step, tap["fields"], is_new=step.kind not in kinds)
        kinds.add(step.kind)
        for state in states:
            seen = Seen(**page.evaluate(SEEN))
            if size[0] > size[1] and seen.scrolled and not seen.higher:
                moves.append(f"{tap['question']}, {state}: scrolled by {seen.scrolled}")
            if before is not None:
                chosen = state == "decided"
                moved = _moved(before, seen, size, chosen=chosen)
                moves += [f"{tap['question']}, {state}: {it}" for it in moved]
            before = seen
        if seen.question.partition("-")[0] != tap["question"].partition("-")[0]:
            kinds.clear()
    store.close()
    assert moves == [], "\n".join(moves)


def _states(
    page: Page, server: Server, step: Step, right: Mapping[str, str], *, is_new: bool
) -> Iterator[str]:
    """The states that the page goes through until an answer is recorded; all if `is_new`."""
    settled(page)
    yield "asked"
    if is_new:
        for what in TOLD:
            page.evaluate(TELL, what)
            yield what or "told nothing any more"
        for wrong in wrong_answers(step, right)[:1]:
            page.evaluate(GIVE, wrong)
            expect(page.locator(PROBLEM)).to_be_visible()
            settled(page)
            yield "refused"
        page.context.set_offline(True)
        page.evaluate(GIVE, right)
        expect(page.locator("[data-waiting]")).to_be_visible()
        yield "offline"
        _late(page)
        _press(page, "[data-undo-unsent]")
        expect(page.locator("[data-waiting]")).to_be_hidden()
        yield "undone offline"
        page.context.set_offline(False)
        page.reload()
        settled(page)
        yield "asked again"
    with server.holding("/answers"):
        page.evaluate(GIVE, right)
        expect(page.locator(".stage[data-drawn]")).to_be_attached()
        yield "not answered"
    settled(page)
    yield "recorded"
    if not is_new:
        return
    _press(page, ".back form[action$=undo] button")
    expect(page.locator(".back form[action$=redo]")).to_be_attached()
    settled(page)
    yield "undone"
    yield from _conflict(page, server, step, right)


def _conflict(page: Page, server: Server, step: Step, right: Mapping[str, str]) -> Iterator[str]:
    """Another phone gives the right answer while this one, offline, gives another.

    The user reads before deciding, and the server answers so late that the page asks nothing.
    """
    wrong = _another(step, right)
    if not wrong:
        page.evaluate(GIVE, right)
        settled(page)
        yield "recorded again"
        return
    page.context.set_offline(True)
    form = page.evaluate(FORM, {**right, "key": new_key()})
    page.evaluate(GIVE, wrong)
    expect(page.locator("[data-waiting]")).to_be_visible()
    assert page.request.post(form["action"], form=form["fields"]).ok
    page.context.set_offline(False)
    expect(page.locator(".unsent--choice [data-way=keep]")).to_be_visible()
    settled(page)
    yield "two answers"
    _late(page)
    with server.holding("/choice"):
        _press(page, ".unsent--choice [data-way=keep]")
        expect(page.locator(".stage[data-drawn=dimmed]")).to_be_attached()
        yield "decided"
        _late(page)
        expect(page.locator(".stage .question")).to_be_hidden()
    expect(page.locator("[data-waiting]")).to_be_hidden()
    settled(page)
    yield "kept"


def _another(step: Step, right: Mapping[str, str]) -> dict[str, str] | None:
    """The fields of another answer that the rules allow, if there is any."""
    rng = random.Random(5)
    for _ in range(20):
        fields = form_fields(step.fact(step.parse(random_answer(step, rng))))
        if fields.keys() == right.keys() and fields != right:
            return fields
    return None


def _press(page: Page, button: str) -> None:
    """Press a button where it is, without scrolling to it."""
    page.locator(button).evaluate("button => button.click()")


def _late(page: Page) -> None:
    """Let so much time pass that a page which waits for the server says so."""
    page.clock.set_fixed_time(page.evaluate("() => Date.now() / 1000") + 10)
    page.evaluate("() => dispatchEvent(new Event('storage'))")  # the taps are shown again


def _moved(before: Seen, after: Seen, size: Size, *, chosen: bool) -> Iterator[str]:
    """What moved from one moment to another and should not have; a line each."""
    groups = {"players", "top", "places", "back"}
    scrolled = after.scrolled - before.scrolled
    if before.question == after.question:
        groups.add("question")
    elif size[0] > size[1]:
        groups -= {"back", "players"}
    elif size == SMALLEST:
        groups -= {"back"}
        if any("auction" in it.question for it in (before, after)):
            groups -= {"players"}
    comes = before.question != after.question or (chosen and after.higher)
    if comes and (before.higher or after.higher):
        groups -= {"back"}
    for name, place in before.places.items():
        group = name.partition(" ")[0]
        if name not in after.places or group not in groups:
            continue
        steps = [there - here for here, there in zip(place, after.places[name], strict=True)]
        sticks = group == "question" and abs(steps[1]) <= UNMOVED  # to the foot of the window
        if comes and group != "places" and not sticks:
            steps[1] += scrolled  # a page is scrolled to its question
        if any(abs(step) > UNMOVED for step in steps):
            yield f"{name} by {[round(step, 1) for step in steps]}"
