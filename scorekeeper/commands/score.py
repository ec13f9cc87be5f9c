"""The command `score`: the points of one hand, the quickest way to settle an argument."""

from __future__ import annotations

import json
from typing import Any

import click

from scorekeeper.commands.by_game import ByGame
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.settling import Argument, Settling


def _commands() -> dict[str, click.Command]:
    return {key: _score(book) for key, book in rulebooks().items() if Settling.of(book).arguments}


score = ByGame("score", _commands, "Compute the points of one hand.")


def _score(book: Rulebook[Any]) -> click.Command:
    """The command that computes the points of one hand of a game."""

    settling = Settling.of(book)

    def compute(as_json: bool, **given: str) -> None:
        try:
            settled = settling.settle(given)
        except EntryError as error:
            raise click.UsageError(str(error)) from None
        if as_json:
            click.echo(json.dumps(settled.plain))
        else:
            click.echo("\n".join(settled.lines))

    return click.Command(
        "score",
        callback=compute,
        help=f"Compute the points of one hand of {book.name}.",
        params=[
            *(_option(argument) for argument in settling.arguments),
            click.Option(
                ["--json", "as_json"],
                is_flag=True,
                help="One JSON object: points, total (of the contracts or of the bid), "
                "label, reasons.",
            ),
        ],
    )


def _option(argument: Argument) -> click.Option:
    given: dict[str, Any] = {"type": click.Choice(argument.choices) if argument.choices else str}
    if argument.default is None:
        given["required"] = True
    else:
        given |= {"default": argument.default, "show_default": True}
    return click.Option([f"--{argument.name}"], help=argument.meaning, **given)
