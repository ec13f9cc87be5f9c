"""The pages of a game file: questions in a row that are asked together."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.games.file_hand import HandSoFar, questions
from scorekeeper.games.game_file import Page, Rule
from scorekeeper.rules.questions_step import QuestionsStep
from scorekeeper.rules.result_steps import NumbersStep, WordsStep
from scorekeeper.rules.steps import Scene, Step


def ask(hand: HandSoFar, page: Page, scene: Scene) -> Generator[Step, Any, HandSoFar]:
    """Ask the questions of a page, together if one tap on a button then records several answers."""
    parts = tuple(_parts(hand, page, scene)) if len(page.asked) > 1 else ()
    script = partial(_one_by_one, hand, page, scene)
    if len(parts) < 2 or not any(isinstance(part, NumbersStep | WordsStep) for part in parts):
        return (yield from script())
    answers = yield QuestionsStep(page.asked[0].key, parts, scene, script)
    return _answered(script(), dict(answers))


def _one_by_one(hand: HandSoFar, page: Page, scene: Scene) -> Generator[Step, Any, HandSoFar]:
    for asked in page.asked:
        answer = yield from questions(hand, asked, scene)
        hand = replace(hand, answers=hand.answers | {asked.key: answer})
    return hand


def _answered(script: Generator[Step, Any, HandSoFar], answers: dict[str, object]) -> HandSoFar:
    """Return the hand after a script whose questions have these answers."""
    try:
        step = next(script)
        while True:
            step = script.send(answers[step.key])
    except StopIteration as end:
        hand: HandSoFar = end.value
        return hand


def _parts(hand: HandSoFar, page: Page, scene: Scene) -> Iterator[Any]:
    """Yield the questions of a page that count with some answers to the others."""
    refusals = tuple(rule for rule in hand.file.refusals if not _words(rule) & page.keys)
    hand = replace(hand, file=replace(hand.file, refusals=refusals))
    for asked in page.asked:
        depends = asked.when is not None and asked.when.words & page.keys
        shown = replace(asked, when=None) if depends else asked
        step = None if asked.value else next(questions(hand, shown, scene), None)
        if step is not None:
            yield step


def _words(rule: Rule) -> frozenset[str]:
    """Return the names in a refusal, but for the question at which it is checked."""
    blanks = [blank for _, blank in rule.say.blanks] if rule.say else []
    expressions = [each for each in (rule.when, *blanks) if each is not None]
    return frozenset(word for each in expressions for word in each.words) - {rule.after}
