"""The command `score`: the points of one hand, the quickest way to settle an argument."""

from __future__ import annotations

import json
from typing import Any

import click

from scorekeeper.commands.by_game import ByGame
from scorekeeper.commands.game_options import AS_JSON, LEFT, reasons, rules_of, rules_options
from scorekeeper.commands.help_examples import epilog
from scorekeeper.commands.option_types import Numbers
from scorekeeper.engine.api.naming import Answer, players_many
from scorekeeper.engine.api.scoring import score as scored
from scorekeeper.engine.cards.seating import Names
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.records.notation import parse_seat
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.settling import Argument, Settling
from scorekeeper.engine.rules.wording import Points


def _commands() -> dict[str, click.Command]:
    return {
        key: _with_examples(
            _score(book) if Settling.of(book).arguments else _by_answers(book), book
        )
        for key, book in rulebooks().items()
    }


score = ByGame("score", _commands, "Compute the points of one hand.")


def _with_examples(command: click.Command, book: Rulebook[Any]) -> click.Command:
    command.epilog = epilog(f"score --game {book.key}", book.examples)
    return command


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


def _by_answers(book: Rulebook[Any]) -> click.Command:
    """The same for a game that has no words of its own for it: the answers, one after another."""

    def compute(**given: Any) -> None:
        with reasons():
            many = players_many(book, given["players"])
            rules = rules_of(book, given["rules"], given.get("scheme"))
            totals = tuple(given["totals"] or ())
            seating = book.seated(many, parse_seat(given["dealer"]), rules)
            left = book.left_from(given["left"], seating) if given["left"] else None
            score = scored(
                book.key,
                [_answer(word) for word in given["answers"]],
                rules,
                players=many,
                dealer=given["dealer"],
                number=given["number"],
                earlier=Earlier(totals, left),
            )
        reasons_told = [[str(line.reason) for line in lines] for lines in score.lines]
        if given["as_json"]:
            plain = {"points": score.points, "label": str(score.label), "reasons": reasons_told}
            click.echo(json.dumps(plain))
            return
        click.echo(str(score.label))
        for side, points, why in zip(seating.sides, score.points, reasons_told, strict=True):
            click.echo(f"  {Names(side)!s:16} {Points(points)!s:>6}   {'; '.join(why)}")

    return click.Command(
        "score",
        callback=compute,
        help=f"Compute the points of one hand of {book.name} from the ANSWERS to its questions, "
        "in their order; numbers of several sides have commas between, South's first.",
        context_settings={"ignore_unknown_options": True},
        params=[
            click.Argument(["answers"], nargs=-1, required=True),
            click.Option(["--players"], type=int, help="How many play; four, if that can be."),
            click.Option(["--dealer"], default="S", show_default=True, help="Who deals."),
            click.Option(["--number"], default=1, show_default=True, help="Which hand it is."),
            click.Option(
                ["--totals"], type=Numbers(), help="The totals before it, with commas between."
            ),
            LEFT,
            *rules_options(book),
            AS_JSON,
        ],
    )


def _answer(word: str) -> Answer:
    """An answer as it was typed: a number, numbers with commas, or a word."""
    numbers = word.split(",")
    if all(number.removeprefix("-").isdecimal() for number in numbers):
        return int(word) if len(numbers) == 1 else [int(number) for number in numbers]
    return word


def _option(argument: Argument) -> click.Option:
    given: dict[str, Any] = {"type": click.Choice(argument.choices) if argument.choices else str}
    if argument.default is None:
        given["required"] = True
    else:
        given |= {"default": argument.default, "show_default": True}
    return click.Option([f"--{argument.name}"], help=argument.meaning, **given)
