"""The message at the start: score file, addresses, fresh links, a code for a camera."""

from __future__ import annotations

import contextlib
import sqlite3
import sys
from collections.abc import Sequence

import click

from scorekeeper import __version__
from scorekeeper.ledger.database import opening
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.tables import access_keys, tables
from scorekeeper.ledger.tables.access_keys import Origin, Role
from scorekeeper.ledger.tables.tables import TableRecord
from scorekeeper.web.app.desktop import FIREWALL
from scorekeeper.web.app.machine_addresses import only_here, origins
from scorekeeper.web.app.server_address import Place
from scorekeeper.web.rendering import qr_code

BLOCKS = "▀▄█"  # of which a code for a camera is printed


def announce(store: Store, place: Place, *, keyless: bool, prints_links: bool) -> str | None:
    """Print where the pages are found; return the address to open on this machine.

    `prints_links` makes new links and prints them. Without a key or a link that would open the
    pages, None is returned.
    """
    click.echo(f"Scorekeeper {__version__}")
    click.echo(f"Score file: {click.format_filename(store.path)}")
    link = None
    if keyless:
        link = f"{origins(place)[0]}/"
        click.echo(f"Open {origins(place)[0]}/ on this machine. No key is asked for.")
    elif not prints_links:
        click.echo(f"Open {origins(place)[0]}/")
        click.echo("“scorekeeper tables link” makes links to score and to watch. Stop with Ctrl-C.")
    else:
        link = _print_links(store, tables.first(store), place)
    sys.stdout.flush()
    return link


def _print_links(store: Store, table: TableRecord, place: Place) -> str:
    """Make new links and print them: of earlier links the file holds only hashes.

    Return the first link to score.
    """
    try:
        key = access_keys.mint(store, table, Origin.START)
    except sqlite3.Error as error:
        raise UnusableFile(opening.explain(store.path, error)) from error
    held = {Role.SCORE: key, Role.WATCH: access_keys.watching_key(key, table)}
    links = {role: [f"{origin}/join/{held[role]}" for origin in origins(place)] for role in Role}
    if only_here(place):
        click.echo("\nTo score, open this on this machine; “--host 0.0.0.0” lets phones in:")
        _print_addresses(links[Role.SCORE])
    else:
        click.echo("\nTo score, open this on a phone in the same network, or scan the code:")
        _print_addresses(links[Role.SCORE])
        _print_code(links[Role.SCORE][0])
        if FIREWALL:
            click.echo(FIREWALL)
    click.echo("\nTo watch only:")
    _print_addresses(links[Role.WATCH])
    click.echo("\nWhoever has the first link can write scores. Stop with Ctrl-C.")
    return links[Role.SCORE][0]


def _print_addresses(links: Sequence[str]) -> None:
    for link in links:
        click.echo(f"  {link}")


def _print_code(link: str) -> None:
    """A link as a code for a camera, where the terminal has the characters for it."""
    with contextlib.suppress(UnicodeEncodeError):
        BLOCKS.encode(sys.stdout.encoding)
        qr_code.print_in_terminal(link)
