"""The command `scorekeeper`: serves the pages, and settles arguments at the terminal."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from scorekeeper import __version__
from scorekeeper.commands import backup_commands, engine, files, listing
from scorekeeper.commands.calibration import calibration
from scorekeeper.commands.doctor import doctor
from scorekeeper.commands.help_examples import add_examples
from scorekeeper.commands.option_types import NamedFile, Number
from scorekeeper.commands.score import score
from scorekeeper.commands.sheet import sheet
from scorekeeper.commands.tables import tables
from scorekeeper.commands.terminal import Terminal
from scorekeeper.engine.games.registry import FOLDER, rulebooks
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.sheets.sheet_language import Speech

if TYPE_CHECKING:
    from scorekeeper.ledger.entries.store import Store
    from scorekeeper.web.app.serving import Door

Command = TypeVar("Command", bound=Callable[..., Any])

PORT = 8013
LANGUAGES = ("en", "he", "de")
OF_DEMO = ("host", "port", "no_key")
OF_LINKS = ("host", "port", "behind_proxy", "trusted_hosts")


def _host_names(
    context: click.Context, option: click.Parameter, given: Sequence[str]
) -> tuple[str, ...]:
    """The names as they are compared; several may stand in one value, parted by commas."""
    if not given:
        return ()
    from scorekeeper.web.access import host_names  # noqa: PLC0415  (the terminal commands start without Flask)

    try:
        return tuple(name for names in given for name in host_names.split(names))
    except ValueError as error:
        raise click.BadParameter(f"{error}.", context, option) from error


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
                type=Number(0, 65535),
                default=PORT,
                show_default=True,
                help="Port to listen on; 0 takes a free one.",
                envvar="SCOREKEEPER_PORT",
            ),
            click.option(
                "--db",
                type=NamedFile(folders=True),
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
                "--no-links",
                is_flag=True,
                help="Make and print no links at the start; “tables link” does.",
                envvar="SCOREKEEPER_NO_LINKS",
            ),
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
                help="Believe a proxy where requests come from; listens on this machine only.",
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
                help="Days of which a backup is kept beside the score file; 0 keeps none.",
                envvar="SCOREKEEPER_BACKUPS",
            ),
        )
    ):
        command = option(command)
    return command


@click.group(
    cls=Terminal,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="scorekeeper")
@_serving
@click.pass_context
def main(context: click.Context, /, **options: Any) -> None:
    """Keep score for card games that are played with real cards.

    Without a command: serve the pages on the local network.
    """
    command = context.invoked_subcommand
    if command is None:
        context.invoke(serve, **options)
    else:
        _check_options_before(command, context)
    context.default_map = {"serve": options, "demo": {name: options[name] for name in OF_DEMO}}
    context.obj = partial(_origins, options, _options_given(context))


@main.command()
@_serving
def serve(host: str | None, port: int, db: Path | None, backups: int, **options: Any) -> None:
    """Serve the pages, and print the addresses for phones."""
    if options["rulebooks"]:
        _try_rulebooks(options["rulebooks"])
    from scorekeeper.web.app import serving  # noqa: PLC0415  (the terminal commands start without Flask)

    try:
        serving.run(host, port, files.path_of(db), _door(options), backups)
    except (UnusableFile, serving.CannotServe) as error:
        click.echo(f"scorekeeper: {error}", err=True)
        sys.exit(2)


@main.command()
@click.option(
    "--host", default=None, help="Address to listen on; all of this machine's by default."
)
@click.option(
    "--port",
    type=Number(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--no-key", is_flag=True, help="Let everyone on this machine in without a key.")
@click.option("--evenings", type=Number(1, 500), default=20, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Where the luck comes from.")
def demo(host: str | None, port: int, no_key: bool, evenings: int, seed: int) -> None:
    """Serve a season that the engine's players have played, in a file that goes away at the end."""
    from scorekeeper.commands import season  # noqa: PLC0415  (needs the ledger)
    from scorekeeper.web.app import serving  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        path = Path(folder) / "demo.db"
        try:
            season.make(path, season.Season(evenings, seed, datetime.now(UTC)))
            serving.run(host, port, path, serving.Door(keyless=no_key), backups=0)
        except (ImportError, UnusableFile, serving.CannotServe) as error:
            click.echo(f"scorekeeper: {error}", err=True)
            sys.exit(2)


def _try_rulebooks(folder: str) -> None:
    """Offer the games of a folder, in this process and in those that it starts."""
    os.environ[FOLDER] = folder
    try:
        rulebooks.cache_clear()
        rulebooks()
    except Exception as error:
        raise click.UsageError(
            f"The rulebooks in {folder} cannot be read: {type(error).__name__}: {error}"
        ) from error


def _check_options_before(command: str, context: click.Context) -> None:
    """Refuse options of serving that stand before a command which does not take them."""
    taken = {"serve": tuple(context.params), "demo": OF_DEMO, "tables": OF_LINKS}
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if not given or option.name in taken.get(command, ()):
            continue
        name = option.opts[0]
        if name == "--db":
            raise click.UsageError(
                f"Write --db behind the command: scorekeeper {command} … --db FILE"
            )
        raise click.UsageError(f"“scorekeeper {command}” does not take {name}.")


def _door(options: Mapping[str, Any]) -> Door:
    from scorekeeper.web.app import serving  # noqa: PLC0415

    return serving.Door(
        keyless=options["no_key"],
        trusted_hosts=options["trusted_hosts"],
        behind_proxy=options["behind_proxy"],
        prints_links=not options["no_links"],
    )


def _options_given(context: click.Context) -> set[str]:
    """What of where the pages are was given by options or the environment."""
    given = {ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT}
    return {name for name in OF_LINKS if context.get_parameter_source(name) in given}


def _origins(options: Mapping[str, Any], given: Collection[str], store: Store) -> list[str]:
    """Under which addresses phones find the pages: as is said, else as they were served last."""
    from scorekeeper.web.app import machine_addresses, server_address  # noqa: PLC0415

    usual = server_address.Place(machine_addresses.EVERYWHERE, PORT)
    noted = server_address.noted(store)
    place = replace(noted or usual, **{name: options[name] for name in given if options[name]})
    if noted is None and not place.names and "port" not in given:
        click.echo(
            f"On which port this file is served with keys is not known: if it is not {PORT}, put "
            "it into the links, or say it: scorekeeper --port N tables link",
            err=True,
        )
    return machine_addresses.origins(place)


def _speech_of(code: str) -> Speech:
    """The words of a language, as the pages have them."""
    from scorekeeper.web.rendering import languages  # noqa: PLC0415  (the others start without Flask)

    language, words = languages.BY_CODE[code], languages.words_of(code)

    def translate(pattern: str, plural: str | None, count: int | None) -> str:
        if plural is None or count is None:
            return str(words.ugettext(pattern))
        return str(words.ungettext(pattern, plural, count))

    return Speech(language.code, language.direction, translate)


for command in (
    score,
    sheet(LANGUAGES, _speech_of),
    *engine.COMMANDS,
    calibration,
    *listing.COMMANDS,
    *files.COMMANDS,
    *backup_commands.COMMANDS,
    doctor,
    tables,
):
    main.add_command(command)
add_examples(main)
