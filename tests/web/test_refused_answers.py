"""Refused answers: the reason stands in the question, and the next right answer is recorded.

`tests/browser/test_refused_answers.py` enters them on a page, for each kind of question once.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.ledger.store import Store
from scorekeeper.rules.steps import Step
from scorekeeper.web.entry_forms import form_fields
from tests.web.first_hand import Rows, entries
from tests.web.phone import Form, Page, Phone


@dataclass(frozen=True, slots=True)
class Asked:
    """A game, with the preset, house rules and query that lead to further kinds of questions."""

    game: str
    preset: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    query: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.game, self.preset, self.query)))


GAMES = (
    Asked("israeli-whist", query="?record=result"),
    Asked("israeli-whist", "pagat", query="?record=calls"),
    Asked("bid-whist", query="?record=result"),
    Asked("oh-hell"),
    Asked("spades"),
    Asked("hearts"),
    Asked("estimation", query="?record=result"),
    Asked("wizard", rules={"bomb": "true"}),
    Asked("romanian-whist"),
    Asked("points"),
    Asked("points", "tens"),
    Asked("points", "of-26"),
)

# The games that are also entered on pages, with the kinds of questions that they are there for.
ON_PAGES = {
    "israeli-whist ?record=result": {"auction", "contract", "tricks"},
    "israeli-whist pagat ?record=calls": {"auction"},
    "bid-whist ?record=result": {"choice", "side-tricks"},
    "hearts": {"shares"},
    "points": {"points"},
}

# Wrong values of a field by the kind of question; a tile stands for a number that it does not show.
WRONG: dict[str, tuple[str, ...]] = {
    "points": ("", "3,2", "9999999", "1+", "7"),
    "shares": ("3,2", "99"),
    "tricks": ("", "3,2", "99"),
}
WRONG_TILE = ("99",)
MOST = 30  # questions of a hand


@pytest.mark.parametrize("asked", GAMES, ids=str)
def test_a_refused_answer_shows_its_reason_in_the_question_and_the_next_one_counts(
    scorer: Phone, store: Store, rows: Rows, asked: Asked
) -> None:
    begin(scorer, asked)
    rng, refused = random.Random(4), set()
    while (step := store.game(1, 1).game.step) and len(store.game(1, 1).game.deals) < 2:
        number = entries(rows)
        assert number < MOST
        right = right_answer(step, rng, call="calls" in asked.query)
        for wrong in wrong_answers(step, right):
            refused.add(step.kind)
            page = scorer.fill(question(scorer, asked), wrong)
            assert (page.status, entries(rows)) == (422, number), wrong
            assert 'class="problem"' in question_of(page), wrong
        assert scorer.fill(question(scorer, asked), right).status == 200, right
        assert entries(rows) == number + 1
    assert refused
    assert refused <= set().union(*ON_PAGES.values())


def begin(phone: Phone, asked: Asked) -> None:
    rules = {f"rules__{path}": value for path, value in asked.rules.items()}
    begun = phone.begin(game=asked.game, rules=asked.preset, **rules)
    assert begun.address == "/games/1/", begun.problems


def question(phone: Phone, asked: Asked) -> Form:
    return phone.open(f"/games/1/{asked.query}").form("/answers")


def question_of(page: Page) -> str:
    """The markup of the form that asks."""
    return re.split(r'<form[^>]*class="[^"]*\bquestion\b', page.html)[1].partition("</form>")[0]


def right_answer(step: Step, rng: random.Random, *, call: bool) -> dict[str, str]:
    """The fields of an answer that the rules allow."""
    if step.kind == "auction" and call:
        return {"call": "pass"}
    fact = step.random_answer(rng)
    if step.kind == "auction":
        fact = next(each for each in step.answers if "winner" in each)
    return {name: value for name, value in form_fields(fact).items() if name != "seat"}


def wrong_answers(step: Step, right: Mapping[str, str]) -> list[dict[str, str]]:
    """A right answer with the first field changed to values that the rules refuse."""
    first = next(iter(right))
    answers = [{**right, first: value} for value in WRONG.get(step.kind, WRONG_TILE)]
    return [answer for answer in answers if _is_refused(step, answer)]


def _is_refused(step: Step, answer: Mapping[str, str]) -> bool:
    try:
        step.parse(answer)
    except EntryError:
        return True
    return False
