"""Every class of question is known to the page, the test kit and the API."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from scorekeeper.api import fact_of
from scorekeeper.games.registry import rulebooks
from scorekeeper.rules import bidding_steps, partial_hand, questions_step, result_steps
from scorekeeper.rules.game import read_game
from scorekeeper.rules.partial_hand import PARTIAL, PartialStep
from scorekeeper.rules.questions_step import QuestionsStep, parts_of, typed_text
from scorekeeper.rules.steps import Fact, Scene, Step, legal_values
from scorekeeper.seating import SEATS
from scorekeeper.testing import check_step, random_game, random_setup
from scorekeeper.web.entry_forms import form_fields

TEMPLATES = Path(__file__).parents[2] / "templates" / "table" / "steps"
MODULES = (bidding_steps, result_steps, questions_step, partial_hand)
CLASSES = [
    each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type) and each is not Step and {"kind", "parse", "describe"} <= {*dir(each)}
]


@cache
def asked() -> dict[type, list[Step]]:
    """Questions of random games of all games, by class."""
    steps: dict[type, list[Step]] = {}
    for book in rulebooks().values():
        for number in range(6):
            setup = random_setup(book, Random(f"{book.key} {number}"))
            game = random_game(setup, Random(number), 3)
            for step in (each.step for deal in game.deals for each in deal.reading.trail):
                for each in {step, *parts_of(step)}:
                    steps.setdefault(type(each), []).append(each)
            seating = read_game(setup, ()).seating
            partial = PartialStep(
                seating, Scene(13), with_contracts=True, check=lambda known: known
            )
            steps.setdefault(PartialStep, []).append(partial)
    return steps


@pytest.fixture(params=dict.fromkeys(CLASSES), ids=lambda each: each.__name__)
def steps(request: pytest.FixtureRequest) -> list[Step]:
    assert request.param in asked(), "no game asks it: add one that does"
    return asked()[request.param][:40]


def test_the_page_has_a_partial_for_it(steps: list[Step]) -> None:
    assert (TEMPLATES / f"{steps[0].kind}.html").is_file()


def test_it_accepts_what_it_lists_and_its_random_answers(steps: list[Step]) -> None:
    for step in steps:
        if step.kind != PARTIAL:  # a form whose parts may be missing
            check_step(step)
        for number in range(5):
            answer = step.parse(step.random_answer(Random(number)))
            assert step.parse(step.fact(answer)) == answer
            assert str(step.describe(answer))
        assert step.turn is None or step.turn in SEATS
        assert all(step.parse(step.fact(answer)) == answer for answer in step.legal)


def test_the_api_reads_it_as_text(steps: list[Step]) -> None:
    for step in steps:
        fact = step.random_answer(Random(0))
        if step.kind == PARTIAL or step.field not in fact:  # the result of an auction
            continue
        value = fact[step.field]
        text = ",".join(map(str, value)) if isinstance(value, list) else str(value)
        text = typed_text(step, fact) if isinstance(step, QuestionsStep) else text
        assert step.parse(fact_of(step, text)) == step.parse(fact)


def test_every_legal_answer_is_among_all_answers(steps: list[Step]) -> None:
    for step in steps:
        named = {str(fact[step.field]) for fact in step.answers if step.field in fact}
        assert named >= {*map(str, legal_values(step))}


def test_a_form_with_its_fields_answers_it(steps: list[Step]) -> None:
    for step in steps:
        answer = step.parse(step.random_answer(Random(0)))
        fact = step.fact(answer)
        value = fact.get(step.field, fact)
        if isinstance(step, QuestionsStep):
            assert step.parse(form_fields(fact)) == answer
        elif isinstance(value, list):
            form: Fact = {field.name: n for field, n in zip(step.fields, value, strict=True)}
            assert step.parse(form) == answer
        elif step.kind != PARTIAL and "call" not in fact:
            assert {field.name for field in step.fields} <= {*fact, "winner"}
