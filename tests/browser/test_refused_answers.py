"""Refused answers: the reason stands in the question, and the next right answer is recorded."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.errors import EntryError
from scorekeeper.ledger.store import Store
from scorekeeper.rules.steps import Step
from scorekeeper.web.table import form_fields
from tests.browser.conftest import Server
from tests.browser.phones import entries, recorded, settled
from tests.browser.table import Table

PROBLEM = "form.question .problem"

Case = tuple[str, str, Mapping[str, str], str]

# Each game, with the preset, house rules and query that lead to further kinds of questions.
GAMES: tuple[Case, ...] = (
    ("israeli-whist", "", {}, "?record=result"),
    ("israeli-whist", "pagat", {}, "?record=calls"),
    ("bid-whist", "", {}, "?record=result"),
    ("oh-hell", "", {}, ""),
    ("spades", "", {}, ""),
    ("hearts", "", {}, ""),
    ("estimation", "", {}, "?record=result"),
    ("wizard", "", {"bomb": "yes"}, ""),
    ("romanian-whist", "", {}, ""),
    ("points", "", {}, ""),
    ("points", "tens", {}, ""),
    ("points", "of-26", {}, ""),
)

# Wrong values of a field by the kind of question; a tile stands for a number that it does not show.
WRONG: dict[str, tuple[str, ...]] = {
    "points": ("", "3,2", "9999999", "1+", "7"),
    "shares": ("3,2", "99"),
    "tricks": ("", "3,2", "99"),
}
WRONG_TILE = ("99",)

# Fills in the fields of an answer and sends it, as taps do; a tile gets a value it did not have.
GIVE = """fields => {
  const CONTROLS = ":is(input:not([type=hidden]), button):not([aria-disabled=true], [hidden])";
  const form = document.querySelector("form.question");
  let sender = form.querySelector("[data-when-right], [data-enter]");
  for (const [name, value] of Object.entries(fields)) {
    const controls = [...form.elements].filter((it) => it.name === name && it.matches(CONTROLS));
    const control = controls.find((it) => it.type === "text" || it.value === value) ?? controls[0];
    if (!control) continue;
    if (control.type !== "text") sender = control;
    control.value = value;
    if (control.type === "radio") control.click();
    else if (control.type === "text") control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const own = sender.type === "radio" ? form.querySelector("button.button--main") : sender;
  if (!form.matches("[data-pair]")) own.click(); // two tiles are sent by the second tap
}"""


@pytest.mark.parametrize("case", GAMES, ids=lambda case: f"{case[0]}{case[1] or case[3]}")
@pytest.mark.slow
def test_a_refused_answer_shows_its_reason_in_the_question_and_the_next_one_counts(
    page: Page, server: Server, case: Case
) -> None:
    game, preset, rules, query = case
    Table(page, server.address).new_game(game=game, target=None, preset=preset, rules=rules)
    page.goto(f"{server.address}/games/1/{query}")
    store, rng, refused = Store.open(server.path), random.Random(4), set()
    while (number := len(entries(server))) < 30:
        running = store.game(1, 1).game
        step = running.step
        if step is None or len(running.deals) > 1:
            break
        right = _right(step, rng, call="calls" in query)
        if step.kind not in refused:
            refused.add(step.kind)
            for wrong in _wrong(step, right):
                settled(page)
                page.evaluate(GIVE, wrong)
                expect(page.locator(PROBLEM), f"{step.kind}: {wrong}").to_be_visible()
                settled(page)
                expect(page.locator("[data-waiting]")).to_be_hidden()
                assert len(entries(server)) == number, wrong
        settled(page)
        page.evaluate(GIVE, right)
        recorded(server, number + 1)
        settled(page)
    assert refused


def test_a_number_is_recorded_as_it_was_typed(page: Page, server: Server) -> None:
    """A wheel changes no number, and a comma is refused, not dropped."""
    Table(page, server.address).new_game(game="points", target=None)
    fields = [page.locator(f"#points-{side}") for side in range(4)]
    for field in fields:
        field.press_sequentially("20")
    fields[0].hover()
    page.mouse.wheel(0, 100)
    fields[1].fill("")
    fields[1].press_sequentially("3,2")
    page.get_by_role("button", name="Record the points").click()
    expect(page.locator(PROBLEM)).to_have_text("“3,2” is not a whole number.")
    fields[1].fill("5")
    page.get_by_role("button", name="plus or minus").click()
    expect(fields[1]).to_be_focused()
    settled(page)
    page.get_by_role("button", name="Record the points").click()
    recorded(server, 1)
    assert entries(server) == ['{"points":[20,-5,20,20]}']


def _right(step: Step, rng: random.Random, *, call: bool) -> dict[str, str]:
    if step.kind == "auction" and call:
        return {"call": "pass"}
    fact = step.random_answer(rng)
    if step.kind == "auction":
        fact = next(each for each in step.answers if "winner" in each)
    return {name: value for name, value in form_fields(fact).items() if name != "seat"}


def _wrong(step: Step, right: Mapping[str, str]) -> list[dict[str, str]]:
    first = next(iter(right))
    answers = [{**right, first: value} for value in WRONG.get(step.kind, WRONG_TILE)]
    return [answer for answer in answers if _is_refused(step, answer)]


def _is_refused(step: Step, answer: Mapping[str, str]) -> bool:
    try:
        step.parse(answer)
    except EntryError:
        return True
    return False
