"""The command `scorekeeper`: serves the pages, and settles arguments at the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from scorekeeper import __version__
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.registry import rulebooks
from scorekeeper.engine.rulebook import Argument, Rulebook
from scorekeeper.ledger.errors import UnusableFile

Command = TypeVar("Command", bound=Callable[..., Any])

PORT = 8013


def _serving(command: Command) -> Command:
    """The options of serving, which the bare command and `serve` share."""
    for option in reversed(
        (
            click.option(
                "--host",
                default=None,
                help="Address to listen on; all of this machine's by default.",
                envvar="SCOREKEEPER_HOST",
            ),
            click.option(
                "--port",
                type=click.IntRange(0, 65535),
                default=PORT,
                show_default=True,
                help="Port to listen on; 0 takes a free one.",
                envvar="SCOREKEEPER_PORT",
            ),
            click.option(
                "--db",
                type=click.Path(path_type=Path),
                default=None,
                help="The score file; created where there is none.",
                envvar="SCOREKEEPER_DB",
            ),
            click.option(
                "--no-key",
                is_flag=True,
                help="Let everyone on this machine in without a key; listens on this machine only.",
                envvar="SCOREKEEPER_NO_KEY",
            ),
        )
    ):
        command = option(command)
    return command


@click.group(invoke_without_command=True)
@click.version_option(__version__, prog_name="scorekeeper")
@_serving
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:
    """Keep score for card games that are played with real cards.

    Without a command: serve the pages on the local network.
    """
    if context.invoked_subcommand is None:
        context.invoke(serve, **options)
    context.default_map = {"serve": options}


@main.command()
@_serving
def serve(host: str | None, port: int, db: Path | None, no_key: bool) -> None:
    """Serve the pages, and print the addresses for phones."""
    from scorekeeper.web import serving  # noqa: PLC0415  (the terminal commands start without Flask)

    path = db or Path(click.get_app_dir("scorekeeper")) / "scorekeeper.db"
    try:
        serving.run(host, port, path.expanduser().absolute(), keyless=no_key)
    except (UnusableFile, serving.CannotServe) as error:
        click.echo(f"scorekeeper: {error}", err=True)
        sys.exit(2)


class _Score(click.Command):
    """A command whose further options are those of the game that is named."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the game first, then the rest of the line with its options."""
        books = {key: book for key, book in rulebooks().items() if book.arguments}
        command = _score(list(books), books[_named(args, list(books))])
        return command.make_context(info_name, args, parent, **extra)


main.add_command(_Score("score", short_help="Compute the points of one hand."))


def _named(args: list[str], keys: list[str]) -> str:
    """The game that a command line names, or the first; the command itself refuses any other."""
    for index, word in enumerate(args):
        name, _, value = word.partition("=")
        if name == "--game":
            key = value or (args[index + 1] if index + 1 < len(args) else "")
            return key if key in keys else keys[0]
    return keys[0]


def _score(keys: list[str], book: Rulebook[Any]) -> click.Command:
    """The command that computes the points of one hand of a game."""

    def compute(game: str, as_json: bool, **given: str) -> None:  # noqa: ARG001  (read before)
        try:
            settled = book.settle(given)
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
            click.Option(
                ["--game"],
                type=click.Choice(keys),
                default=keys[0],
                show_default=True,
                help="The game; the other options are its own.",
            ),
            *(_option(argument) for argument in book.arguments),
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
