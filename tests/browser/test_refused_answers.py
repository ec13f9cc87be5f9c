"""Refused answers: the reason stands in the question, and the next right answer is recorded.

Each kind of question once; `tests/web/test_refused_answers.py` asks those of every game.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.ledger.store import Store
from tests.browser.begun_games import phone_of
from tests.browser.conftest import Server
from tests.browser.phones import entries, recorded, settled
from tests.browser.table import Table
from tests.web.test_refused_answers import (
    GAMES,
    MOST,
    ON_PAGES,
    Asked,
    begin,
    right_answer,
    wrong_answers,
)

PROBLEM = "form.question .problem"

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


@pytest.mark.parametrize("asked", [asked for asked in GAMES if str(asked) in ON_PAGES], ids=str)
@pytest.mark.slow
def test_a_refused_answer_shows_its_reason_in_the_question_and_the_next_one_counts(
    page: Page, server: Server, asked: Asked
) -> None:
    begin(phone_of(server.path), asked)
    page.goto(f"{server.address}/games/1/{asked.query}")
    store, rng, refused = Store.open(server.path), random.Random(4), set()
    while (step := (running := store.game(1, 1).game).step) and len(running.deals) < 2:
        number = len(entries(server))
        assert number < MOST
        right = right_answer(step, rng, call="calls" in asked.query)
        if step.kind not in refused:
            for wrong in wrong_answers(step, right):
                refused.add(step.kind)
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
    assert refused >= ON_PAGES[str(asked)]


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
    fields[1].fill("10+5")
    page.get_by_role("button", name="plus or minus").click()
    expect(fields[1]).to_be_focused()
    expect(fields[1]).to_have_value("10-5")
    settled(page)
    page.get_by_role("button", name="Record the points").click()
    recorded(server, 1)
    assert entries(server) == ['{"points":[20,5,20,20]}']
