"""Fast taps by touch while the server answers late: each is recorded, or answered with words."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import IS, entries, hurried, ready, settled
from tests.deep import DEEP
from tests.fast_answers import BOOKS, OWN, begin_fast_game

SMALL: ViewportSize = {"width": 360, "height": 640}
APART = 500  # milliseconds from tap to tap
MOST = 60  # taps of one answer

# Each answer of the server comes two seconds later, by the clock of the phone. Requests without an
# answer and clicks are counted: the clock stands still until the server has answered, and a tap may
# become a click a moment after it.
LATE = """() => {
  const ask = fetch;
  window.unanswered = window.clicks = 0;
  addEventListener("click", () => (window.clicks += 1), true);
  window.fetch = async (...sent) => {
    window.unanswered += 1;
    const whole = async () => {
      const answer = await ask(...sent);
      await answer.clone().text();
      return answer;
    };
    const answer = await whole().finally(() => (window.unanswered -= 1));
    await new Promise((go) => setTimeout(go, 2000));
    return answer;
  };
}"""
# Keeps the questions that are guarded against hurried taps again, after taps on them have counted.
# A dimmed question takes no taps.
GUARDED = """() => {
  window.guardedAgain = [];
  const live = ".stage[data-question]:has(> form.question:not([inert]))";
  const asked = () => document.querySelector(live)?.dataset.question;
  let before = asked();
  const look = (changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    const raised = added.some((node) => node.matches?.(".shield"));
    if (before && raised && asked() === before) window.guardedAgain.push(before);
    before = asked();
  };
  new MutationObserver(look).observe(document.body, {
    childList: true, subtree: true, attributes: true, attributeFilter: ["data-question"],
  });
}"""
# Fills in an answer of several parts up to the last tap; returns the place of that tap, null if the
# page does not have it. A question that is dimmed is not filled in.
AIM = """fields => {
  const form = document.querySelector(".stage > form.question");
  const tile = (name, value) =>
    form?.querySelector(`:is(button, [type=radio])[name="${name}"][value="${value}"]`);
  const control = (name, value) =>
    tile(name, value) ?? form?.querySelector(`input:not([type])[name="${name}"]`);
  const parts = Object.entries(fields)
    .map(([name, value]) => [control(name, value), value])
    .filter(([part]) => part);
  if (!parts.length) return null;
  let last = parts.map(([part]) => part).find((part) => part.matches("button"));
  if (!last) {
    last = form.querySelector("[data-when-right], button.button--main:not([name], [type=button])");
    if (form.matches("[data-pair]")) last = parts.pop()[0].closest("label");
    for (const [part, value] of form.inert ? [] : parts) {
      if (part.type === "radio") part.checked || part.click();
      else {
        part.value = value;
        part.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  }
  last.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = last.getBoundingClientRect();
  return width ? [left + width / 2, top + height / 2] : null;
}"""
# The stored taps, by key, with their questions; the numbers of messages and clicks.
STORED = """() => {
  const names = Object.keys(localStorage).filter((name) => name.includes(".tap."));
  const taps = names.map((name) => JSON.parse(localStorage[name]));
  return {
    taps: Object.fromEntries(taps.map((tap) => [tap.key, `${tap.hand}-${tap.question}`])),
    said: window.said.length,
    clicks: window.clicks,
  };
}"""
SHORT = ("call-break", OWN[1])


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize("key", BOOKS if DEEP else SHORT)
def test_no_tap_is_lost_while_answers_are_late(
    new_context: NewContext, server: Server, key: str
) -> None:
    game = begin_fast_game(server.path, key, hands=2)
    page = new_context(viewport=SMALL, locale="en", reduced_motion="reduce").new_page()
    page.goto(f"{server.address}/games/{game.number}/?record=result")
    settled(page)
    ready(page)
    met: dict[str, list[Any]] = {"refused": [], "vanished": [], "misplaced": []}
    with hurried(page):
        page.evaluate(LATE)
        page.evaluate(GUARDED)
        for tap in game.taps:
            insist(page, tap, met)
        while page.evaluate(IS, "[data-busy]"):  # until the page of the server is there
            pass_time(page)
    assert (met["vanished"], met["misplaced"]) == ([], [])
    assert page.evaluate("guardedAgain") == []
    assert [json.loads(entry) for entry in entries(server)] == game.facts
    assert totals(page) == dict(enumerate(game.totals))


def insist(page: Page, tap: dict[str, Any], met: dict[str, list[Any]]) -> None:
    """Tap an answer until it is taken, as a person who reads why it was not."""
    for _ in range(MOST):
        before = page.evaluate(STORED)
        place = page.evaluate(AIM, tap["fields"])
        if place:
            page.touchscreen.tap(*place)
            page.wait_for_function("clicks => window.clicks > clicks", arg=before["clicks"])
        after = page.evaluate(STORED)
        pass_time(page)
        taken = [asked for key, asked in after["taps"].items() if key not in before["taps"]]
        if taken:
            if taken != [tap["question"]]:
                met["misplaced"].append((tap["question"], taken))
            return
        if place:
            told = after["said"] > before["said"]
            met["refused" if told else "vanished"].append(tap["question"])
    raise AssertionError(f"{tap} is never answered")


def pass_time(page: Page) -> None:
    """Let the time between two taps pass, and every request be answered."""
    page.clock.run_for(APART)
    page.wait_for_function("() => !window.unanswered")


def totals(page: Page) -> dict[int, int]:
    """The totals on the page, by side, without a decimal point."""
    shown = page.locator("[data-total]").evaluate_all(
        "all => all.map((one) => [Number(one.dataset.total), one.innerText])"
    )
    return {side: int(re.sub(r"[^-\d]", "", text.replace("\u2212", "-"))) for side, text in shown}
