"""The command `scorekeeper`, with all its subcommands."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from scorekeeper import __version__
from scorekeeper.commands import files, listing, playing, results
from scorekeeper.commands.doctor import doctor
from scorekeeper.commands.game import game
from scorekeeper.commands.help_examples import add_examples
from scorekeeper.commands.options import Number
from scorekeeper.commands.rules import rules
from scorekeeper.commands.score import score
from scorekeeper.commands.serve import (
    PORT,
    PORT_HELP,
    browser_option,
    ports_to_try,
    serve,
    serving_options,
)
from scorekeeper.commands.sheet import sheet
from scorekeeper.commands.tables import tables
from scorekeeper.commands.terminal import Terminal
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.sheets.language import Speech

if TYPE_CHECKING:
    from scorekeeper.ledger.store import Store

LANGUAGES = ("en", "he", "de")
OF_DEMO = ("host", "port", "no_key", "browser")
OF_LINKS = ("host", "port", "behind_proxy", "trusted_hosts")


@click.group(
    cls=Terminal,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="scorekeeper")
@serving_options
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


@click.command()
@click.option(
    "--host", default=None, help="Address to listen on; all of this machine's by default."
)
@click.option("--port", type=Number(0, 65535), default=None, help=PORT_HELP)
@click.option("--no-key", is_flag=True, help="Let everyone on this machine in without a key.")
@browser_option
@click.option("--evenings", type=Number(1, 500), default=20, show_default=True)
@click.option("--seed", default=1, show_default=True, help="Random seed.")
def demo(evenings: int, seed: int, **options: Any) -> None:
    """Serve a season of games between simulated players, in a file that is deleted at the end."""
    from scorekeeper.commands import demo_season  # noqa: PLC0415  (needs the ledger)
    from scorekeeper.web import serving  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        path = Path(folder) / "demo.db"
        try:
            demo_season.make(path, demo_season.Season(evenings, seed, datetime.now(UTC)))
            chosen = serving.Options(keyless=options["no_key"], browser=options["browser"])
            serving.run(options["host"], ports_to_try(options["port"]), path, chosen, backups=0)
        except (ImportError, UnusableFile, serving.CannotServe) as error:
            click.echo(f"scorekeeper: {error}", err=True)
            sys.exit(2)


def _check_options_before(command: str, context: click.Context) -> None:
    """Raise UsageError if options of `serve` stand before a command that does not take them."""
    taken = {"serve": tuple(context.params), "demo": OF_DEMO, "tables": OF_LINKS}
    for option in context.command.params:
        given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        if not given or option.name in taken.get(command, ()):
            continue
        name = option.opts[0]
        if name == "--db" and _takes_file(main.commands[command]):
            raise click.UsageError(
                f"Write --db behind the command: scorekeeper {command} … --db FILE"
            )
        raise click.UsageError(f"“scorekeeper {command}” does not take {name}.")


def _takes_file(command: click.Command) -> bool:
    """Return whether a command or one of its subcommands has the option `--db`."""
    below = command.commands.values() if isinstance(command, click.Group) else ()
    return any("--db" in option.opts for option in command.params) or any(map(_takes_file, below))


def _options_given(context: click.Context) -> set[str]:
    """Return the names of the options for the pages' URL that the user or the environment sets."""
    given = {ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT}
    return {name for name in OF_LINKS if context.get_parameter_source(name) in given}


def _origins(options: Mapping[str, Any], given: Collection[str], store: Store) -> list[str]:
    """Return the base URLs of the pages: from the options, otherwise those last served."""
    from scorekeeper.web import addresses  # noqa: PLC0415

    usual = addresses.ServerAddress(addresses.EVERYWHERE, PORT)
    served = addresses.last_served(store)
    place = replace(served or usual, **{name: options[name] for name in given if options[name]})
    if served is None and not (place.behind_proxy and place.names) and "port" not in given:
        click.echo(
            f"On which port this file is served with keys is not known: if it is not {PORT}, put "
            "it into the links, or say it: scorekeeper --port N tables link",
            err=True,
        )
    return addresses.origins(place)


def _speech_of(code: str) -> Speech:
    """Return a language of the pages, with its translations, for a sheet."""
    from scorekeeper.web import languages  # noqa: PLC0415  (the others start without Flask)

    language = languages.BY_CODE[code]
    translate = partial(languages.in_language, code)
    return Speech(language.code, language.direction, translate)


for command in (
    serve,
    demo,
    score,
    sheet(LANGUAGES, _speech_of),
    *playing.COMMANDS,
    rules,
    *listing.COMMANDS,
    *files.COMMANDS,
    *results.COMMANDS,
    *files.BACKUP_COMMANDS,
    doctor,
    game,
    tables,
):
    main.add_command(command)
add_examples(main)
