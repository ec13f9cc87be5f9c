"""The command `scorekeeper`: serves the pages, and settles arguments at the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from scorekeeper import __version__
from scorekeeper.commands.engine import COMMANDS
from scorekeeper.engine.israeli_whist.scoring import SCHEMES, TRICKS
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


@main.command()
@click.option(
    "--scheme",
    type=click.Choice(list(SCHEMES)),
    default="standard",
    show_default=True,
    help="The scoring scheme.",
)
@click.option("--contracts", required=True, help="What the four contracted for, as in 2,3,7,0.")
@click.option("--tricks", required=True, help="What the four took, in the same order.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One JSON object: points (in the order given), total (of the contracts), label, reasons.",
)
def score(scheme: str, contracts: str, tricks: str, as_json: bool) -> None:
    """Compute the points of one hand of Israeli Whist."""
    said, took = _numbers("--contracts", contracts), _numbers("--tricks", tricks)
    total = sum(said)
    if total == TRICKS:
        raise click.UsageError(f"The four contracts may not come to {TRICKS}.")
    if sum(took) != TRICKS:
        off = TRICKS - sum(took)
        wrong = f"{off} missing" if off > 0 else f"{-off} too many"
        raise click.UsageError(f"The tricks come to {sum(took)}, not {TRICKS}: {wrong}.")
    lines = SCHEMES[scheme].score(said, took)
    points = [sum(line.points for line in player) for player in lines]
    label = "over" if total > TRICKS else "under"
    reasons = [[str(line.reason) for line in player] for player in lines]
    if as_json:
        click.echo(
            json.dumps({"points": points, "total": total, "label": label, "reasons": reasons})
        )
        return
    click.echo(f"{SCHEMES[scheme].name}; contracts {total}: {abs(total - TRICKS)} {label}")
    for contract, taken, number, why in zip(said, took, points, reasons, strict=True):
        click.echo(f"{contract:>3} said {taken:>3} took {number:>+6}   {'; '.join(why)}")


def _numbers(option: str, text: str) -> list[int]:
    """Four numbers of tricks separated by commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        given = text if len(text) <= 40 else f"{text[:40]}…"
        raise click.UsageError(f"{option} takes four whole numbers, as in 2,3,7,0; not {given!r}.")
    numbers = [int(word) for word in words]
    if len(numbers) != 4:
        raise click.UsageError(f"{option} takes four numbers, one a player; not {len(numbers)}.")
    for number in numbers:
        if number > TRICKS:
            raise click.UsageError(
                f"{option}: {number} is more than the {TRICKS} tricks there are."
            )
    return numbers


for one in COMMANDS:
    main.add_command(one)
