"""The command `serve` and its options, which may also stand before it or without it."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scorekeeper.commands import files
from scorekeeper.commands.options import NamedFile, Number, Refused
from scorekeeper.games.registry import FOLDER, rulebooks
from scorekeeper.ledger.errors import UnusableFile

if TYPE_CHECKING:
    from scorekeeper.web.serving import Options

Command = TypeVar("Command", bound=Callable[..., Any])

PORT = 8013
PORTS = 10  # ports to try, from PORT on, unless one is named
PORT_HELP = f"Port to listen on; {PORT} or the next free one by default, 0 for any free one."


def _host_names(
    context: click.Context, option: click.Parameter, given: Sequence[str]
) -> tuple[str, ...]:
    """Normalise host names; a value may hold several, separated by commas."""
    if not given:
        return ()
    from scorekeeper.web import host_names  # noqa: PLC0415  (the terminal commands start without Flask)

    try:
        return tuple(name for names in given for name in host_names.parse_list(names))
    except ValueError as error:
        raise click.BadParameter(f"{error}.", context, option) from error


browser_option = click.option(
    "--browser/--no-browser",
    default=None,
    help="Open the browser of this machine; by default on a desktop only.",
    envvar="SCOREKEEPER_BROWSER",
)


def serving_options(command: Command) -> Command:
    """Add the options that `scorekeeper` and `scorekeeper serve` share."""
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
                type=Number(0, 65535),
                default=None,
                help=PORT_HELP,
                envvar="SCOREKEEPER_PORT",
            ),
            click.option(
                "--db",
                type=NamedFile(folders=True),
                default=None,
                help="The score file; created if there is none.",
                envvar="SCOREKEEPER_DB",
            ),
            click.option(
                "--no-key",
                is_flag=True,
                help="Let everyone on this machine in without a key; listens on this machine only.",
                envvar="SCOREKEEPER_NO_KEY",
            ),
            click.option(
                "--no-links",
                is_flag=True,
                help="Make and print no links at the start; “tables link” does.",
                envvar="SCOREKEEPER_NO_LINKS",
            ),
            browser_option,
            click.option(
                "--trusted-host",
                "trusted_hosts",
                callback=_host_names,
                metavar="NAME",
                multiple=True,
                help="A name by which phones call this machine, besides its own; may be repeated.",
                envvar="SCOREKEEPER_TRUSTED_HOSTS",
            ),
            click.option(
                "--behind-proxy",
                is_flag=True,
                help="Trust a proxy's headers about its clients; listens on this machine only.",
                envvar="SCOREKEEPER_BEHIND_PROXY",
            ),
            click.option(
                "--rulebooks",
                type=click.Path(exists=True, file_okay=False, resolve_path=True),
                default=None,
                metavar="DIR",
                help="A folder of rulebooks to try; their code is run. None by default.",
                envvar="SCOREKEEPER_RULEBOOKS",
            ),
            click.option(
                "--backups",
                type=Number(0, 1000),
                default=14,
                show_default=True,
                help="The number of daily backups kept beside the score file; 0 makes none.",
                envvar="SCOREKEEPER_BACKUPS",
            ),
        )
    ):
        command = option(command)
    return command


@click.command()
@serving_options
def serve(
    host: str | None, port: int | None, db: Path | None, backups: int, **options: Any
) -> None:
    """Serve the pages, and print the addresses for phones."""
    if options["rulebooks"]:
        _try_rulebooks(options["rulebooks"])
    from scorekeeper.ledger import database  # noqa: PLC0415
    from scorekeeper.web import serving  # noqa: PLC0415  (the terminal commands start without Flask)

    path = files.path_of(db)
    try:
        door = _serving_options(options)
        serving.run(host, ports_to_try(port, door.behind_proxy), path, door, backups)
    except (UnusableFile, serving.CannotServe, sqlite3.Error) as error:
        reason = database.explain(path, error) if isinstance(error, sqlite3.Error) else error
        click.echo(f"scorekeeper: {reason}", err=True)
        sys.exit(2)


def ports_to_try(port: int | None, behind_proxy: bool = False) -> Sequence[int]:
    """Return the ports to try in turn: only this one, or several from the default one on.

    Behind a proxy, which expects a fixed port, only the default one is tried.
    """
    if port is not None:
        return [port]
    return [PORT] if behind_proxy else range(PORT, PORT + PORTS)


def _try_rulebooks(folder: str) -> None:
    """Register the games of a folder, in this process and its child processes."""
    os.environ[FOLDER] = folder
    try:
        rulebooks.cache_clear()
        rulebooks()
    except Exception as error:
        raise Refused(
            f"The rulebooks in {folder} cannot be read: {type(error).__name__}: {error}"
        ) from error


def _serving_options(options: Mapping[str, Any]) -> Options:
    from scorekeeper.web import serving  # noqa: PLC0415

    return serving.Options(
        keyless=options["no_key"],
        trusted_hosts=options["trusted_hosts"],
        behind_proxy=options["behind_proxy"],
        prints_links=not options["no_links"],
        browser=options["browser"],
    )
