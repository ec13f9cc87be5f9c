"""The command `scorekeeper`: serves the pages, and settles arguments at the terminal."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from scorekeeper import __version__
from scorekeeper.commands import engine, files
from scorekeeper.commands.calibration import calibration
from scorekeeper.commands.doctor import doctor
from scorekeeper.commands.score import score
from scorekeeper.commands.sheet import sheet
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
            click.option(
                "--backups",
                type=click.IntRange(0, 1000),
                default=14,
                show_default=True,
                help="Days of which a backup is kept beside the score file; 0 keeps none.",
                envvar="SCOREKEEPER_BACKUPS",
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
def serve(host: str | None, port: int, db: Path | None, no_key: bool, backups: int) -> None:
    """Serve the pages, and print the addresses for phones."""
    from scorekeeper.web import serving  # noqa: PLC0415  (the terminal commands start without Flask)

    path = db or files.usual_file()
    try:
        path = path.expanduser().absolute()
        serving.run(host, port, path, keyless=no_key, backups=backups)
    except (UnusableFile, serving.CannotServe) as error:
        click.echo(f"scorekeeper: {error}", err=True)
        sys.exit(2)


@main.command()
@click.option(
    "--host", default=None, help="Address to listen on; all of this machine's by default."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--no-key", is_flag=True, help="Let everyone on this machine in without a key.")
@click.option("--evenings", type=click.IntRange(1, 500), default=20, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Where the luck comes from.")
def demo(host: str | None, port: int, no_key: bool, evenings: int, seed: int) -> None:
    """Serve a season that the engine's players have played, in a file that goes away at the end."""
    from scorekeeper.commands import season  # noqa: PLC0415  (needs the ledger)
    from scorekeeper.web import serving  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        path = Path(folder) / "demo.db"
        try:
            season.make(path, season.Season(evenings, seed, datetime.now(UTC)))
            serving.run(host, port, path, keyless=no_key, backups=0)
        except (ImportError, UnusableFile, serving.CannotServe) as error:
            click.echo(f"scorekeeper: {error}", err=True)
            sys.exit(2)


for one in (score, sheet, *engine.COMMANDS, calibration, *files.COMMANDS, doctor):
    main.add_command(one)
