"""The command `rules`: the house rules of a game, with keys, meanings, choices and defaults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from scorekeeper.commands.game_options import AS_JSON, reasons, rules_of, rules_options
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.house_rules import Question
from scorekeeper.engine.rules.rulebook import Rulebook


def rules(book: Rulebook[Any]) -> click.Command:
    """The command for one game."""

    def run(*, rules: str, as_json: bool, scheme: str | None = None) -> None:
        with reasons():
            chosen = rules_of(book, rules, scheme)
        if as_json:
            click.echo(json.dumps(house_rules.to_json(chosen), ensure_ascii=False, indent=2))
        else:
            click.echo("\n".join(_lines(book, chosen)))

    return click.Command(
        "rules",
        callback=run,
        help=f"Print the house rules of {book.name}: what each is called in a file, what it means, "
        "what there is to choose. The value in force comes first; with --json, a file to change.",
        params=[*rules_options(book), AS_JSON],
    )


def _lines(book: Rulebook[Any], chosen: Any) -> Iterator[str]:
    yield f"{book.name}, rules “{book.title(chosen)}”"
    yield ""
    for preset in book.presets:
        yield f"preset {preset.key}: {preset.name}. {preset.description}"
    for part in house_rules.parts(book.rules):
        for ready in part.ready:
            yield f"{part.path} {ready.key}: {ready.name}"
    usual = book.presets[0].rules
    for question in house_rules.questions(book.rules):
        value, default = (house_rules.value_at(rules, question.path) for rules in (chosen, usual))
        yield ""
        other = "" if value == default else f" (default {_code(default)})"
        yield f"{question.path} = {_code(value)}{other}"
        yield f"    {question.label}: {_choices(question)}"


def _choices(question: Question) -> str:
    if question.options:
        return "; ".join(
            f"{house_rules.code(value)} ({words})" for value, words in question.options
        )
    if question.text:
        return f"a name of at most {question.high} characters"
    empty = ", or nothing" if question.optional else ""
    return f"a number from {question.low} to {question.high}{empty}"


def _code(value: Any) -> str:
    return "(nothing)" if value is None else house_rules.code(value)
