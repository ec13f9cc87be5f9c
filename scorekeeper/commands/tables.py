"""The commands `tables`: the tables of a score file and the links that open them.

A link is printed only when it is made: the file stores no more than the hash of its key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.commands.files import exit_on_error, find_table, open_existing, path_of, score_file

if TYPE_CHECKING:
    from scorekeeper.ledger.store import Store
    from scorekeeper.ledger.tables import TableRecord

Origins = Callable[["Store"], Sequence[str]]


@click.group("tables")
def tables() -> None:
    """List and create tables and their links.

    Each table has players, games and links of its own, and none is visible to another.
    """


@tables.command("list")
@score_file()
def listing(db: Path | None) -> None:
    """List the tables with the numbers of their games and valid scoring links."""
    from scorekeeper.ledger import tables  # noqa: PLC0415

    with exit_on_error():
        for listed in tables.overview(open_existing(db)):
            name = f"{listed.table.id:3}  {listed.table.name}"
            click.echo(f"{name}: games {listed.games}, scoring links {listed.keys}")


@tables.command()
@score_file()
@click.argument("name")
@click.pass_obj
def add(origins: Origins, db: Path | None, name: str) -> None:
    """Create a table and print its links."""
    from scorekeeper.ledger import tables  # noqa: PLC0415
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    with exit_on_error():
        store = Store.open(path_of(db))
        tables.first(store)  # the table of links and commands that name no table
        _print_new(store, tables.add(store, name), origins(store))


@tables.command()
@score_file()
@click.argument("name", required=False)
@click.pass_obj
def link(origins: Origins, db: Path | None, name: str | None) -> None:
    """Make new links to a table and print them; earlier links stay valid."""
    with exit_on_error():
        store = open_existing(db)
        _print_new(store, find_table(store, name), origins(store))


@tables.command()
@score_file()
@click.argument("name", required=False)
@click.option("--watching", is_flag=True, help="Revoke only the links to watch.")
@click.pass_obj
def renew(origins: Origins, db: Path | None, name: str | None, watching: bool) -> None:
    """Revoke all links to a table, shut out every phone, and print new links."""
    from scorekeeper.ledger import access_keys, tables  # noqa: PLC0415

    with exit_on_error():
        store = open_existing(db)
        table = find_table(store, name)
        role = access_keys.Role.WATCH if watching else access_keys.Role.SCORE
        key = access_keys.renew(store, table, role, "", access_keys.Origin.COMMAND)
        _print(tables.table(store, table.id), key, origins(store))


def _print_new(store: Store, table: TableRecord, origins: Sequence[str]) -> None:
    from scorekeeper.ledger import access_keys  # noqa: PLC0415

    _print(table, access_keys.mint(store, table, access_keys.Origin.COMMAND), origins)


def _print(table: TableRecord, key: str, origins: Sequence[str]) -> None:
    from scorekeeper.ledger import access_keys  # noqa: PLC0415

    click.echo(f"{table.name}, to score:")
    for origin in origins:
        click.echo(f"  {origin}/join/{key}")
    click.echo(f"{table.name}, to watch only:")
    for origin in origins:
        click.echo(f"  {origin}/join/{access_keys.watching_key(key, table)}")
