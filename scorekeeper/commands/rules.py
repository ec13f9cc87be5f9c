"""The command `rules`: the house rules of a game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from scorekeeper.commands.options import (
    GameCommand,
    as_json_option,
    refusals,
    rules_of,
    rules_options,
)
from scorekeeper.rules import house_rules
from scorekeeper.rules.house_rules import Question
from scorekeeper.rules.rulebook import Rulebook


@click.command("rules", cls=GameCommand, short_help="The house rules of a game.")
@rules_options
@as_json_option
def rules(book: Rulebook[Any], rules: str | None, scheme: str | None, as_json: bool) -> None:
    """Print the house rules of a game: keys, meanings, choices, and the value in force.

    With --json, print them as a file that can be changed and passed to --rules.
    """
    with refusals():
        chosen = rules_of(book, rules, scheme)
    if as_json:
        click.echo(json.dumps(house_rules.to_json(chosen), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(_rules_lines(book, chosen)))


def _rules_lines(book: Rulebook[Any], chosen: Any) -> Iterator[str]:
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
        text, usual_text = (
            house_rules.as_text(question, v) or "(nothing)" for v in (value, default)
        )
        other = "" if value == default else f" (default {usual_text})"
        yield f"{question.path} = {text}{other}"
        yield f"    {question.label}: {_choices(question)}"


def _choices(question: Question) -> str:
    if question.options:
        return "; ".join(
            f"{house_rules.code(value)} ({words})" for value, words in question.options
        )
    if question.text:
        return f"a name of at most {question.high} characters"
    empty = ", or nothing" if question.optional else ""
    if question.most:
        return f"at most {question.most} numbers from {question.low} to {question.high}{empty}"
    return f"a number from {question.low} to {question.high}{empty}"
