"""House rules as values: their questions, validation, and stored form.

The rules of a game are a frozen dataclass whose fields are made by `choice`, `number`, `toggle`,
`numbers`, `name` and `part`. The form that changes them, the validation of a form and the JSON
stored with a game are derived from these fields.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar, cast

from scorekeeper.errors import MalformedEntry
from scorekeeper.wording import Given, Listed, Sentence, say, with_hyphen

Rules = TypeVar("Rules")
_META = "house"
MOST_CACHED = 256  # sets of rules that the cache holds
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", re.ASCII)
YEARS = range(1900, 9999)  # the day before and after a moment is needed, too


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made set of values; a form names it by its `key`."""

    key: str
    value: Any
    name: Sentence | Given
    note: Sentence


@dataclass(frozen=True, slots=True)
class Question:
    """The question for one house rule; `path` is its field in a form, as in `scheme.bonus`.

    options    the values to choose from, with their wording; empty for a number or a name
    low, high  the bounds of a number, or of the length of a name
    optional   whether a number may be left empty
    most       for a list of numbers, each from `low` to `high`: how many it may have; otherwise 0
    text       whether the value is a name or a moment
    moment     whether the value is a moment, stored as in 2026-03-06T22:00:00+00:00, or empty
    part       the dataclass that this field holds; the form asks for its fields instead
    ready      the ready-made sets of values offered for a part
    says       makes the sentence, without its full stop, for a value in words; if None, the value
               reads on from the label
    off        the sentence for 0, or for an empty value if the rule is optional; None if that is a
               value like others
    """

    label: Sentence
    options: tuple[tuple[Any, Sentence], ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    most: int = 0
    text: bool = False
    moment: bool = False
    part: type | None = None
    ready: tuple[Ready, ...] = ()
    path: str = ""
    says: Callable[[object], Sentence] | None = None
    off: Sentence | None = None


def choice(
    default: Any,
    label: Sentence,
    options: Mapping[Any, Sentence],
    says: Callable[[object], Sentence] | None = None,
) -> Any:
    """Declare a rule with a few values to choose from; without `says`, each continues the label."""
    return _field(default, Question(label, tuple(options.items()), says=says))


def toggle(default: bool, label: Sentence) -> Any:
    """Declare a rule that is on or off."""
    return choice(default, label, {True: say("yes"), False: say("no")})


def number(
    default: int | None,
    label: Sentence,
    low: int,
    high: int,
    *,
    optional: bool = False,
    says: Callable[[object], Sentence] | None = None,
    off: Sentence | None = None,
) -> Any:
    """Declare a rule that is a whole number from `low` to `high`, or None if `optional`."""
    bounds = Question(label, low=low, high=high, optional=optional, says=says, off=off)
    return _field(default, bounds)


def numbers(
    label: Sentence,
    low: int,
    high: int,
    most: int,
    *,
    says: Callable[[object], Sentence] | None = None,
    off: Sentence | None = None,
) -> Any:
    """Declare a rule that is a tuple of whole numbers, empty by default and of at most `most`."""
    bounds = Question(label, low=low, high=high, optional=True, most=most, says=says, off=off)
    return _field((), bounds)


def name(default: str, label: Sentence, high: int) -> Any:
    """Declare a rule that is a name typed by the table, of at most `high` characters."""
    return _field(default, Question(label, high=high, text=True))


def moment(label: Sentence) -> Any:
    """Declare a rule that is a moment, in UTC to the second; empty by default."""
    return _field("", Question(label, text=True, moment=True))


def part(default: Any, label: Sentence, ready: Iterable[Ready] = ()) -> Any:
    """Declare a rule that is itself a set of rules; `ready` are the sets to choose from."""
    return _field(default, Question(label, part=type(default), ready=tuple(ready)))


def parts(rules: type) -> Iterator[Question]:
    """Yield the rules of a dataclass that are themselves sets of rules."""
    for field in dataclasses.fields(rules):
        question: Question = field.metadata[_META]
        if question.part:
            yield dataclasses.replace(question, path=field.name)


def questions(rules: type, prefix: str = "") -> Iterator[Question]:
    """Yield every rule of a dataclass, with those of its parts, in the order of the fields."""
    for field in dataclasses.fields(rules):
        question: Question = field.metadata[_META]
        if question.part:
            yield from questions(question.part, f"{prefix}{field.name}.")
        else:
            yield dataclasses.replace(question, path=prefix + field.name)


def value_at(rules: object, path: str) -> Any:
    for step in path.split("."):
        rules = getattr(rules, step)
    return rules


def differences(rules: object, usual: object) -> tuple[Sentence, ...]:
    """Return the rules in which `rules` differs from `usual`, each with its value, in words.

    A part that equals a ready-made set is described by the name of the set.
    """
    sentences: list[Sentence] = []
    whole = {part.path for part in parts(type(rules))}
    for question in (*questions(type(rules)), *parts(type(rules))):
        value, other = value_at(rules, question.path), value_at(usual, question.path)
        if question.path.rpartition(".")[0] in whole and _ready(rules, question.path):
            continue
        if value == other or question.text:
            continue
        if sentence := _describe(question, value):
            sentences.append(sentence)
    return tuple(sentences)


def scoring_called(name: object) -> Sentence:
    """Return the name of a scoring as a sentence, without its full stop."""
    return say("The scoring is called “{name}”", name=name)


def _ready(rules: object, path: str) -> bool:
    """Return whether the part that contains this rule equals one of its ready-made sets."""
    name = path.rpartition(".")[0]
    question = next(part for part in parts(type(rules)) if part.path == name)
    return any(ready.value == value_at(rules, name) for ready in question.ready)


def _describe(question: Question, value: Any) -> Sentence | None:
    """Return a rule with its value in words, without a full stop.

    None for a part that is not a ready-made set.
    """
    if isinstance(value, bool):
        return question.label if value else say("without “{rule}”", rule=question.label)
    for option, words in question.options:
        if option == value and question.says is not None:
            return question.says(words)
        if option == value:
            return say("{rule} {value}", rule=question.label, value=words)
    if question.part is None:
        empty = {None, ()} if question.optional else {0}
        if question.off is not None and value in empty:
            return question.off
        shown = say("none") if value in {None, ()} else Listed(value) if question.most else value
        if question.says is not None:
            return question.says(shown)
        return say("{rule}: {value}", rule=question.label, value=shown)
    for ready in question.ready:
        if ready.value == value:
            return scoring_called(ready.name)
    return None


def describe(rules: object) -> dict[str, Sentence]:
    """Return every rule with its value in words, by path, except rules that are a typed name."""
    sentences = {}
    for question in questions(type(rules)):
        if not question.text and (sentence := _describe(question, value_at(rules, question.path))):
            sentences[question.path] = sentence
    return sentences


def in_force(rules: object, *paths: str) -> tuple[Sentence, ...]:
    """Return the rules at these paths as sentences, without those that are off, 0 or empty."""
    sentences = describe(rules)
    return tuple(
        say("{rule}.", rule=sentences[path])
        for path in paths
        if value_at(rules, path) not in {None, False, ()}
    )


def to_form(rules: object) -> dict[str, str]:
    """Return the values of the rules as text for the fields of a form, by path."""
    form = {}
    for question in questions(type(rules)):
        value = value_at(rules, question.path)
        form[question.path] = as_text(question, value)
    return form


def as_text(question: Question, value: Any) -> str:
    """Return a value as text for the field of a form; a list has blanks between its numbers."""
    if value is None:
        return ""
    if question.most:
        return " ".join(map(str, value))
    return code(value) if question.options else str(value)


def to_json(rules: Any) -> dict[str, Any]:
    """Return the rules as nested plain values."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(rules):
        value = getattr(rules, field.name)
        if field.metadata[_META].part:
            value = to_json(value)
        values[field.name] = value.value if isinstance(value, Enum) else value
    return values


def from_json(rules: type[Rules], data: Mapping[str, Any]) -> Rules:
    """Read stored rules; a rule that the stored data lack gets its default.

    Raises MalformedEntry if a rule is unknown or has no such value.
    """
    return cast("Rules", _from_json_text(rules, json.dumps(data)))  # type: ignore[arg-type]  # a class


@lru_cache(MOST_CACHED)
def _from_json_text(rules: type[Any], data: str) -> Any:
    """Read rules from JSON text; cached because most games of a file share a few sets."""
    return from_form(rules, to_form(rules()) | dict(flattened(json.loads(data))))


def from_form(rules: type[Rules], form: Mapping[str, Any], prefix: str = "") -> Rules:
    """Read rules from the fields of a form, by path.

    Raises MalformedEntry with the path of the first rule that is missing or has no such value.
    """
    if not prefix and (unknown := set(form) - {question.path for question in questions(rules)}):
        raise MalformedEntry(
            "unknown-rule",
            say("There is no house rule “{rule}”.", rule=Given(min(unknown))),
            min(unknown),
        )
    values: dict[str, Any] = {}
    for field in dataclasses.fields(rules):  # type: ignore[arg-type]  # a dataclass, as the module says
        question: Question = field.metadata[_META]
        path = prefix + field.name
        if question.part:
            values[field.name] = from_form(question.part, form, f"{path}.")
        elif path not in form:
            raise MalformedEntry(
                "missing-rule", say("The rule “{rule}” is missing.", rule=question.label), path
            )
        else:
            values[field.name] = _value(question, form[path], path)
    return rules(**values)


def problems(rules: type, form: Mapping[str, Any]) -> dict[str, Sentence]:
    """Return why `from_form` would refuse a form: reasons by path, in the order of the rules."""
    reasons = {}
    for question in questions(rules):
        try:
            if question.path in form:
                _value(question, form[question.path], question.path)
        except MalformedEntry as error:
            reasons[question.path] = error.sentence
    return reasons


def flattened(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield nested rules by path, as in `scheme.bonus`."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from flattened(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _field(default: Any, question: Question) -> Any:
    return dataclasses.field(default=default, metadata={_META: question})


def _value(question: Question, given: Any, path: str) -> Any:
    if question.options:
        return _chosen(question, given, path)
    if question.most:
        return _listed(question, given, path)
    text = "" if given is None else str(given).strip()
    if question.moment:
        return _moment(question, text, path)
    if question.text:
        return _name(question, text, path)
    if not text and question.optional:
        return None
    return _whole(question, text, path)


def _listed(question: Question, given: Any, path: str) -> tuple[int, ...]:
    """Read a list of numbers, as stored or as typed with blanks or commas between them."""
    typed = "" if given is None else given
    texts = typed if isinstance(typed, (list, tuple)) else re.split(r"[\s,;]+", str(typed))
    numbers = tuple(_whole(question, str(text), path) for text in texts if text != "")
    if len(numbers) > question.most:
        raise MalformedEntry(
            "too-many-numbers",
            say(
                "{rule}: these are {count} numbers; {most} are the most.",
                rule=question.label,
                count=len(numbers),
                most=question.most,
            ),
            path,
        )
    return numbers


def _whole(question: Question, text: str, path: str) -> int:
    text = with_hyphen(text)
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6) or not (
        question.low <= int(text) <= question.high
    ):
        raise MalformedEntry(
            "number-out-of-range",
            say(
                "{rule}: “{text}” is not a number from {low} to {high}.",
                rule=question.label,
                text=Given(text[:20]),
                low=question.low,
                high=question.high,
            ),
            path,
        )
    return int(text)


def _chosen(question: Question, given: Any, path: str) -> Any:
    for value, _ in question.options:
        if code(value) == code(given):
            return value
    raise MalformedEntry(
        "no-such-choice",
        say(
            "{rule}: “{text}” is not one of the choices.",
            rule=question.label,
            text=Given(str(given)[:20]),
        ),
        path,
    )


def _name(question: Question, text: str, path: str) -> str:
    if not text or len(text) > question.high or not text.isprintable():
        raise MalformedEntry(
            "bad-name",
            say(
                "{rule}: give a name of 1 to {high} visible characters.",
                rule=question.label,
                high=question.high,
            ),
            path,
        )
    return text


def _moment(question: Question, text: str, path: str) -> str:
    with suppress(ValueError):
        if not text or (MOMENT.fullmatch(text) and datetime.fromisoformat(text).year in YEARS):
            return text
    raise MalformedEntry(
        "no-moment",
        say(
            "{rule}: “{text}” is not a time in UTC, as in {example}.",
            rule=question.label,
            text=Given(text[:40]),
            example="2026-03-06T22:00:00+00:00",
        ),
        path,
    )


def code(value: Any) -> str:
    """Return the text that stands for an option in a form."""
    return str(value.value if isinstance(value, Enum) else value).strip().lower()
