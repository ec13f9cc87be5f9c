"""Serves the pages with waitress and prints where phones find them."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import logging
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
import ifaddr
import segno
from waitress.server import create_server

from scorekeeper import __version__
from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.daily_backups import Daily
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.maintenance.background_upkeep import Idle
from scorekeeper.ledger.tables import access_keys, tables
from scorekeeper.ledger.tables.access_keys import Origin, Role
from scorekeeper.ledger.tables.tables import TableRecord
from scorekeeper.web.access import access_control
from scorekeeper.web.access.access_control import is_loopback
from scorekeeper.web.app import connection_timeouts, server_address
from scorekeeper.web.app.factory import create_app
from scorekeeper.web.app.server_address import Place
from scorekeeper.web.files.export_import import LARGEST_FILE
from scorekeeper.web.performance import expensive_reads

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones on the local network are meant to reach it)
HERE = "127.0.0.1"
EVERYWHERE_6, HERE_6 = "::", "::1"
THREADS = 64
WAITING = 16  # of the threads, in which watchers may wait for what costs much time
MOST_PHONES = 4096
BACKLOG = 2048  # phones that knock at the same moment, as after a restart
LARGEST_HEAD = 32 * 1024
KEPT_FILES = 256  # for the score file in each thread, and for all else that is not a phone
BLOCKS = "▀▄█"  # of which a code for a camera is printed
VIRTUAL = ("docker", "br-", "veth", "virbr", "tun", "tap", "wg", "utun", "zt", "vmnet")


class CannotServe(Exception):
    """The pages cannot be served with these options."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who may come in and how.

    keyless         everyone on this machine, without a key
    trusted_hosts   the names by which the score keeper is called, besides its own
    behind_proxy    a proxy says where requests come from
    prints_links    the start makes new links and prints them
    """

    keyless: bool = False
    trusted_hosts: tuple[str, ...] = ()
    behind_proxy: bool = False
    prints_links: bool = True


def run(host: str | None, port: int, path: Path, door: Door, backups: int) -> None:
    """Serve until interrupted or terminated; of so many days a backup is kept beside the file.

    Raises CannotServe, and UnusableFile for the score file or its secret.
    """
    host = _plain(host) if host else None
    _check(host, door)
    host = host or (HERE if door.keyless or door.behind_proxy else EVERYWHERE)
    with _reason(host, port):
        _try(host, port)  # before anything is made
    store = Store.open(path)
    app = create_app(
        store,
        keyless=door.keyless,
        trusted_hosts=[*door.trusted_hosts, host],
        behind_proxy=door.behind_proxy,
        waiting=WAITING,
    )
    server = listen(app, host, port, behind_proxy=door.behind_proxy)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is no event
    signal.signal(signal.SIGTERM, _leave)
    app.config["REACHABLE"] = f"http://{_bracketed(addresses(host)[0])}:{port_of(server)}/"
    place = Place(host, port_of(server), door.behind_proxy, door.trusted_hosts)
    if not door.keyless:
        server_address.note(store, place)
    _announce(store, place, door)
    daily = Daily(path, backups)
    daily.start()
    idle = Idle(store, app.extensions[access_control.PHONES])
    idle.start()
    try:
        server.run()
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        server.close()
        idle.stop()
        expensive_reads.close(app)
        daily.stop()


def listen(app: WSGIApplication, host: str, port: int, *, behind_proxy: bool = False) -> Any:
    """A server that listens, with everything set for many phones and for clients that dawdle.

    Raises CannotServe.
    """
    with _reason(host, port):
        server = create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident="scorekeeper",
            connection_limit=_connections(),
            asyncore_use_poll=True,  # without it, more than 1,024 connections end the server
            backlog=BACKLOG,
            cleanup_interval=connection_timeouts.LOOKED_AFTER,
            max_request_header_size=LARGEST_HEAD,
            max_request_body_size=LARGEST_FILE,
            clear_untrusted_proxy_headers=not behind_proxy,
        )
    connection_timeouts.look_after(server)
    return server


def _try(host: str, port: int) -> None:
    """Raise OSError where nobody can listen there."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # where it would take a port from another
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


@contextlib.contextmanager
def _reason(host: str, port: int) -> Iterator[None]:
    """Turn what keeps a server from listening into CannotServe, with the way out."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        way_out = "Choose another port with --port."
        if not _is_taken(error):
            reason = f"this machine has no address “{host}”"
            own = ", ".join([*addresses(EVERYWHERE), HERE])
            way_out = f"Leave out --host, or choose one of these: {own}."
        raise CannotServe(f"Cannot listen on {host} port {port}: {reason}. {way_out}") from error


def addresses(host: str) -> list[str]:
    """The addresses at which phones reach a server, the likeliest first."""
    if host == EVERYWHERE_6:
        return _interfaces(6) or [HERE_6]
    if host != EVERYWHERE:
        return [host]
    found = list(dict.fromkeys([*_outward(), *_interfaces(4)]))
    return found or [HERE]


def port_of(server: Any) -> int:
    """The port on which a server listens; the first where a name has two addresses."""
    several: Sequence[tuple[str, str]] | None = getattr(server, "effective_listen", None)
    return int(several[0][1] if several else server.effective_port)


def _connections() -> int:
    """How many phones may be connected at once: what the system allows, as far as it is needed."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return MOST_PHONES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_PHONES + KEPT_FILES
    if most == resource.RLIM_INFINITY or most > wanted:
        most = wanted
    if allowed < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            allowed = most
    return max(1, min(MOST_PHONES, allowed - KEPT_FILES))


def origins(place: Place) -> list[str]:
    """Under which addresses phones find the pages, the likeliest first."""
    if place.names:
        return [f"https://{name}" for name in place.names]
    return [f"http://{_bracketed(one)}:{place.port}" for one in addresses(_plain(place.host))]


def _check(host: str | None, door: Door) -> None:
    if door.keyless and host is not None and not is_loopback(host):
        raise CannotServe(f"--no-key serves this machine only; leave out --host {host}.")
    if door.keyless and door.behind_proxy:
        raise CannotServe("--no-key serves this machine only; leave out --behind-proxy.")


def _announce(store: Store, place: Place, door: Door) -> None:
    click.echo(f"Scorekeeper {__version__}")
    click.echo(f"Score file: {click.format_filename(store.path)}")
    if door.keyless:
        click.echo(f"Open {origins(place)[0]}/ on this machine. No key is asked for.")
    elif not door.prints_links:
        click.echo(f"Open {origins(place)[0]}/")
        click.echo("“scorekeeper tables link” makes links to score and to watch. Stop with Ctrl-C.")
    else:
        _print_links(store, tables.first(store), origins(place))
    sys.stdout.flush()


def _print_links(store: Store, table: TableRecord, found: Sequence[str]) -> None:
    """Make new links, for of earlier ones nothing but hashes is kept, and print them."""
    try:
        key = access_keys.mint(store, table, Origin.START)
    except sqlite3.Error as error:
        raise UnusableFile(opening.explain(store.path, error)) from error
    held = {Role.SCORE: key, Role.WATCH: access_keys.watching_key(key, table)}
    links = {role: [f"{one}/join/{held[role]}" for one in found] for role in Role}
    click.echo("\nTo score, open this on a phone in the same network, or scan the code:")
    for link in links[Role.SCORE]:
        click.echo(f"  {link}")
    with contextlib.suppress(UnicodeEncodeError):  # a terminal without block characters
        BLOCKS.encode(sys.stdout.encoding)
        segno.make(links[Role.SCORE][0], error="m").terminal(compact=True, border=4)
    click.echo("\nTo watch only:")
    for link in links[Role.WATCH]:
        click.echo(f"  {link}")
    click.echo("\nWhoever has the first link can write scores. Stop with Ctrl-C.")


def _outward() -> Iterator[str]:
    """The address from which this machine would leave its network, if there is a way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; nothing is sent
        except OSError:
            return
        address = probe.getsockname()[0]
    if not is_loopback(address):
        yield address


def _interfaces(version: int) -> list[str]:
    """The addresses of all interfaces: private ones first, virtual ones last.

    None of version 6 that holds on one link alone: a browser cannot be told of which.
    """
    found: list[tuple[bool, bool, str]] = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            given = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            one = ipaddress.ip_address(given.partition("%")[0])
            here = one.is_loopback or (version == 6 and one.is_link_local)
            if one.version == version and not here:
                virtual = adapter.nice_name.startswith(VIRTUAL)
                found.append((virtual, not one.is_private, given))
    return [address for *_, address in sorted(found)]


def _is_taken(error: Exception) -> bool:
    return getattr(error, "errno", None) in {errno.EADDRINUSE, errno.EACCES}


def _plain(host: str) -> str:
    """An address as it is listened on: without brackets, and every address by one name."""
    host = host.strip().removeprefix("[").removesuffix("]")
    if host in {"*", "0"}:
        return EVERYWHERE
    with contextlib.suppress(ValueError):
        return str(ipaddress.ip_address(host))
    return host


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
