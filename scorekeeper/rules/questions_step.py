"""The step for several questions that a page asks together, with one entry for all answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import reduce
from itertools import islice, product
from math import prod
from random import Random
from typing import Any, ClassVar

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.rules.bidding_steps import ChoiceStep
from scorekeeper.rules.result_steps import NumbersStep, WordsStep
from scorekeeper.rules.steps import (
    MOST_SHARES,
    Fact,
    Field,
    Json,
    Scene,
    Step,
    TableStep,
    shape_of,
    values_by_side,
)
from scorekeeper.wording import Sentence, say

Part = ChoiceStep | WordsStep | NumbersStep
Answers = tuple[tuple[str, object], ...]
"""The key and the answer of each question that was asked."""
BETWEEN = "/"  # two answers that are typed


@dataclass(frozen=True, slots=True)
class QuestionsStep(TableStep):
    """Several questions, answered together.

    key       identifies them among the questions of the deal
    parts     the questions as the page shows them, each with an answer that stands there already or
              with fields. Some may count only with certain answers to others
    script    starts a script that asks one after another those that count

    Fact: the fields of all answers, each after the key of its question and a dot, as in
    `{"belote.choice": "nobody", "cards.points": [90, 72]}`. A form sends the same for every part.
    The part of a question that does not count must be as it was, or empty.
    """

    kind: ClassVar[str] = "questions"
    legal: ClassVar[tuple[object, ...]] = ()
    question: ClassVar[Sentence] = say("What happened in this hand?")
    label: ClassVar[Sentence] = say("answers")
    hints: ClassVar[tuple[Sentence, ...]] = ()
    key: str
    parts: tuple[Part, ...]
    scene: Scene
    script: Callable[[], Generator[Step, Any, Any]] = dataclass_field(compare=False, repr=False)

    @property
    def field(self) -> str:
        return self.fields[0].name

    @property
    def fields(self) -> tuple[Field, ...]:
        return tuple(
            each._replace(name=f"{part.key}.{each.name}")
            for part in self.parts
            for each in part.fields
        )

    @property
    def answers(self) -> Iterator[Fact]:
        listed = [[*islice(part.answers, MOST_SHARES + 1)] for part in self.parts]
        if prod(map(len, listed)) > MOST_SHARES:
            return
        for facts in product(*listed):
            yield self._joined(zip(self.parts, facts, strict=True))

    @property
    def examples(self) -> tuple[str]:
        return (typed_text(self, self.random_answer(Random(0))),)  # noqa: S311  (an example)

    @property
    def shape(self) -> str:
        return shape_of(self, self.key, *(part.shape for part in self.parts))

    def random_answer(self, rng: Random) -> Fact:
        return self.filled(lambda step: step.random_answer(rng))

    def filled(self, answer: Callable[[Step], Fact]) -> Fact:
        """Return the fact of the answers that a function has for the questions that count.

        Raises the errors of the function, and of its answers.
        """

        def given(step: Step) -> object:
            try:
                return step.parse(answer(step))
            except EntryError as error:
                raise _of_part(step, error) from None

        return self._joined((step, step.fact(each)) for step, each in self._asked(given))

    def typed(self, text: str) -> Fact:
        """Return the answers from a text such as `nobody/0,0/nobody/90,72`, one for each part."""
        texts = text.split(BETWEEN)
        if len(texts) != len(self.parts):
            why = say(
                "{count} answers are needed, with “/” between them, not {given}.",
                count=len(self.parts),
                given=len(texts),
            )
            raise MalformedEntry("wrong-number-of-values", why, self.field)
        pairs = zip(self.parts, texts, strict=True)
        return self._joined((part, part.typed(each) if each else {}) for part, each in pairs)

    def parse(self, fact: Fact) -> Answers:
        shown = {part.key: part for part in self.parts}

        def answer(step: Step) -> object:
            part = shown.pop(step.key)
            given = _own(fact, part)
            try:
                answer = step.parse(given)
            except EntryError as error:
                raise _of_part(step, error) from None
            _check_rest(part, given, step)
            return answer

        answers = tuple((step.key, given) for step, given in self._asked(answer))
        for part in shown.values():
            _check_rest(part, _own(fact, part))
        return answers

    def fact(self, answer: object) -> Fact:
        return self._joined((step, step.fact(given)) for step, given in self.trail(answer))

    def trail(self, answer: object) -> Iterator[tuple[Step, object]]:
        """Yield each question that counts with its answer."""
        assert isinstance(answer, tuple)  # noqa: S101  (`parse` returned it)
        given = dict(answer)
        return self._asked(lambda step: given[step.key])

    def describe(self, answer: object) -> Sentence:
        """Return the answers in words, without those that stood there already."""
        trail = [*self.trail(answer)]
        told = [(step, given) for step, given in trail if not _is_usual(step, given)] or trail
        return reduce(_and, (step.describe(given) for step, given in told))

    def changed(self, answer: object, old: object) -> Iterator[Sentence]:
        was = {step.key: (step, given) for step, given in self.trail(old)}
        for step, given in self.trail(answer):
            _, before = was.pop(step.key, (step, None))
            if before is None:
                yield say("{told} (new)", told=step.describe(given))
            elif before != given:
                yield from step.changed(given, before)
        for step, given in was.values():
            yield say("{told} (no longer asked)", told=step.describe(given))

    def _asked(self, answer: Callable[[Step], object]) -> Iterator[tuple[Step, object]]:
        """Yield each question that the script asks, with the answer of a function to it."""
        script = self.script()
        step = next(script, None)
        while step is not None:
            given = answer(step)
            yield step, given
            try:
                step = script.send(given)
            except StopIteration:
                return

    @staticmethod
    def _joined(facts: Iterator[tuple[Step, Fact]]) -> dict[str, Json]:
        return {f"{step.key}.{name}": value for step, fact in facts for name, value in fact.items()}


def parts_of(step: Step) -> tuple[Step, ...]:
    """Return the questions of a step: its parts, or the step itself."""
    return step.parts if isinstance(step, QuestionsStep) else (step,)


def keys_asked(step: Step, fact: Fact) -> set[str]:
    """Return the keys of the questions that an answer of a step answers."""
    is_several = isinstance(step, QuestionsStep)
    return {name.partition(".")[0] for name in fact} if is_several else {step.key}


def typed_text(step: Step, fact: Fact) -> str:
    """Return an answer to a question of a game file as somebody types it."""
    if isinstance(step, QuestionsStep):
        return BETWEEN.join(typed_text(part, _own(fact, part)) for part in step.parts)
    answers = fact.get(step.field, "")
    if isinstance(step, ChoiceStep):
        return next((each.text for each in step.choices if each.code == answers), "")
    return ",".join(map(str, answers)) if isinstance(answers, list) else str(answers)


def _own(fact: Fact, part: Step) -> dict[str, Json]:
    """Return the fields of one part."""
    start = f"{part.key}."
    return {
        name.removeprefix(start): value for name, value in fact.items() if name.startswith(start)
    }


def _of_part(step: Step, error: EntryError) -> EntryError:
    """Return the error of one question with the name that its field has among those of all."""
    return type(error)(error.code, error.sentence, f"{step.key}.{error.field}")


def _check_rest(part: Part, given: Fact, asked: Step | None = None) -> None:
    """Raise IllegalEntry for a field that was filled in though it does not count.

    asked    the question as it counts, maybe for fewer sides; None if it does not count at all
    """
    names = [field.name for field in part.fields]
    values: Mapping[str, Json] = given
    if not isinstance(part, ChoiceStep):
        of_sides = values_by_side(given, part.field, len(names))
        values = {names[side]: of_sides[side] for side in part.asked_sides if side < len(of_sides)}
    count = set() if asked is None else set(names)
    if isinstance(asked, WordsStep | NumbersStep):
        count = {names[side] for side in asked.asked_sides}
    for name, value in values.items():
        text = "" if value is None else str(value).strip()
        if name not in count and text not in {"", str(part.usual)}:
            what = part.question if part.label is None else part.label
            why = say("“{what}” does not fit the other answers: change one of them.", what=what)
            raise IllegalEntry("not-asked", why, f"{part.key}.{name}")


def _is_usual(step: Step, answer: object) -> bool:
    usual = str(getattr(step, "usual", None))
    value = step.fact(answer)[step.field]
    values = value if isinstance(value, list) else [value]
    return all(str(each) in {usual, ""} for each in values)


def _and(first: Sentence, second: Sentence) -> Sentence:
    return say("{first}; {second}", first=first, second=second)
