"""Serving the pages with waitress: listening, limits of connections, an orderly end."""

from __future__ import annotations

import contextlib
import errno
import logging
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from waitress.server import create_server

from scorekeeper.ledger.database.daily_backups import Daily
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.maintenance.background_upkeep import Idle
from scorekeeper.web.access import access_control
from scorekeeper.web.access.access_control import is_loopback
from scorekeeper.web.app import connection_timeouts, server_address
from scorekeeper.web.app.desktop import on_a_desktop, open_browser
from scorekeeper.web.app.factory import create_app
from scorekeeper.web.app.machine_addresses import (
    EVERYWHERE,
    HERE,
    addresses,
    bracketed,
    plain,
)
from scorekeeper.web.app.server_address import Place
from scorekeeper.web.app.start_message import announce
from scorekeeper.web.files.export_import import LARGEST_FILE
from scorekeeper.web.performance import expensive_reads

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 64
WAITING = 16  # of the threads, in which watchers may wait for what costs much time
MOST_PHONES = 4096
BACKLOG = 2048  # phones that knock at the same moment, as after a restart
LARGEST_HEAD = 32 * 1024
KEPT_FILES = 256  # for the score file in each thread, and for all else that is not a phone


class CannotServe(Exception):
    """The pages cannot be served with these options."""


@dataclass(frozen=True, slots=True)
class Door:
    """Who may come in and how.

    keyless         everyone on this machine, without a key
    trusted_hosts   the names by which the score keeper is called, besides its own
    behind_proxy    a proxy says where requests come from
    prints_links    the start makes new links and prints them
    browser         the start opens the browser; None to do so on a desktop only
    """

    keyless: bool = False
    trusted_hosts: tuple[str, ...] = ()
    behind_proxy: bool = False
    prints_links: bool = True
    browser: bool | None = None


def run(host: str | None, ports: Sequence[int], path: Path, door: Door, backups: int) -> None:
    """Serve on the first free port until interrupted or terminated.

    `backups` is the number of days of which a backup is kept beside the file.
    Raises CannotServe, and UnusableFile for the score file or its secret.
    """
    host = plain(host) if host else None
    _check(host, door)
    host = host or (HERE if door.keyless or door.behind_proxy else EVERYWHERE)
    port = first_free_port(host, ports)  # before anything is made
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
    app.config["REACHABLE"] = f"http://{bracketed(addresses(host)[0])}:{port_of(server)}/"
    place = Place(host, port_of(server), door.behind_proxy, door.trusted_hosts)
    if not door.keyless:
        server_address.note(store, place)
    if port != ports[0]:
        click.echo(
            f"Port {ports[0]} is taken, perhaps by another Scorekeeper: this one is on {port}."
        )
    link = announce(store, place, keyless=door.keyless, prints_links=door.prints_links)
    if link and (on_a_desktop() if door.browser is None else door.browser):
        open_browser(link)
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
            ident=None,  # a header less in every answer
            connection_limit=_connections(),
            asyncore_use_poll=True,  # without it, more than 1,024 connections end the server
            backlog=BACKLOG,
            cleanup_interval=connection_timeouts.LOOKED_AFTER,
            max_request_header_size=LARGEST_HEAD,
            max_request_body_size=LARGEST_FILE,
            clear_untrusted_proxy_headers=not behind_proxy,
        )
    connection_timeouts.look_after(server, behind_proxy=behind_proxy)
    return server


def first_free_port(host: str, ports: Sequence[int]) -> int:
    """The first of these ports that nobody listens on; raises CannotServe if all are taken."""
    for port in ports[:-1]:
        with contextlib.suppress(OSError, ValueError):
            _try(host, port)
            return port
    with _reason(host, ports[-1]):
        _try(host, ports[-1])
    return ports[-1]


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


def _check(host: str | None, door: Door) -> None:
    if door.keyless and host is not None and not is_loopback(host):
        raise CannotServe(f"--no-key serves this machine only; leave out --host {host}.")
    if door.keyless and door.behind_proxy:
        raise CannotServe("--no-key serves this machine only; leave out --behind-proxy.")


def _is_taken(error: Exception) -> bool:
    return getattr(error, "errno", None) in {errno.EADDRINUSE, errno.EACCES}


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
