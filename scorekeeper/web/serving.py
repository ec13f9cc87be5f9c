"""Serving with waitress: listening, slow connections, the message at the start, an orderly end."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server
from waitress.task import WSGITask

from scorekeeper import __version__
from scorekeeper.ledger import access_keys, database, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.backups import Daily
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.ledger.upkeep import Idle
from scorekeeper.web import access, expensive_reads
from scorekeeper.web.access import is_loopback
from scorekeeper.web.addresses import (
    EVERYWHERE,
    HERE,
    Place,
    addresses,
    bracketed,
    note,
    only_here,
    origins,
    plain,
    print_in_terminal,
)
from scorekeeper.web.app import create_app
from scorekeeper.web.files import LARGEST_FILE

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


# On a desktop

ONE_FILE = ".pyz"  # how the name of the file ends that is started by a double click
ASKS = "may ask whether Python may use the network: allow it, or no phone gets in."
FIREWALLS = {"win32": f"Windows {ASKS}", "darwin": f"macOS {ASKS}"}
FIREWALL = FIREWALLS.get(sys.platform)


def on_a_desktop() -> bool:
    """Whether somebody who sees this machine's screen has started the program."""
    if "SSH_CONNECTION" in os.environ:
        return False
    if not (sys.argv[0].endswith(ONE_FILE) or sys.stdout.isatty()):
        return False  # a service, a script or a test
    if sys.platform in FIREWALLS:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(link: str) -> None:
    """Open a page in the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


# Slow connections
#
# waitress receives requests and sends answers in one thread and works in others, so that such a
# client costs a connection and, mostly, no more. What waitress would leave open for good is closed:
# a request that is still not whole after its time, an answer that nobody takes, and, where there
# are as many connections as the system allows, the one on which nothing has happened for longest.
#
# A client that is refused and asks again at once has to wait: nothing is read from its connection
# for a moment. So a crowd in a loop takes little of the time of those two kinds of threads.

HEALTH = "/health"
LOOKED_AFTER = 5  # seconds between two looks at all connections
SILENT = 60.0  # seconds without a request, longer than a phone waits between its questions
HEAD = 20.0  # seconds for the head of a request
SLOWEST = 1_000  # bytes a second of its body
DEAF = 30.0  # seconds in which not a byte of an answer was taken
PAUSE = 0.5  # seconds after a refusal in which nothing more is read
FULL = 0.95  # of the connections there may be; from then on one makes room for the next


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress is not typed
    """A connection that has to get on."""

    paused_until = 0.0

    def __init__(self, server: Any, *rest: Any, **named: Any) -> None:
        super().__init__(server, *rest, **named)
        self._receiving: HTTPRequestParser | None = None
        self._since = 0.0
        if len(server.active_channels) > FULL * server.adj.connection_limit:
            _make_room(server)

    def handle_read(self) -> None:
        """Take what has come, and note when the request that it belongs to began."""
        super().handle_read()
        if self.request is not self._receiving:
            self._receiving, self._since = self.request, time.monotonic()
        elif self._is_late(time.monotonic()):
            self.will_close = True

    def readable(self) -> bool:
        """Whether more may be read."""
        return time.monotonic() >= self.paused_until and bool(super().readable())

    def must_end(self, now: float, wall: float) -> bool:
        """Whether this has lasted long enough, by the clock and by waitress's own."""
        silent: float = wall - self.last_activity
        if self.total_outbufs_len:
            return silent > DEAF
        if self.requests:
            return False  # it waits for us
        return bool(self.will_close) or silent > SILENT or self._is_late(now)

    def _is_late(self, now: float) -> bool:
        """Whether a request that is being received has taken too long so far."""
        request = self._receiving
        if request is None or request is not self.request:
            return False
        return bool(now - self._since > HEAD + request.body_bytes_received / SLOWEST)


class _PausingTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and pauses the connection if the answer is not worth asking for again."""

    def build_response_header(self) -> bytes:
        """The head of the answer: the status is known by now, and nothing has been sent yet."""
        head: bytes = super().build_response_header()
        refused = any(name == "Retry-After" for name, _ in self.response_headers)
        if refused or self.status.startswith("404") or self.request.path == HEALTH:
            self.channel.paused_until = time.monotonic() + PAUSE
        return head


class PausingConnection(Connection):
    """A connection that leads to one client, and not to a proxy through which all of them come."""

    task_class = _PausingTask


def look_after(server: Any, *, behind_proxy: bool = False) -> None:
    """Have every connection of a server that does not get on be closed."""
    kind = Connection if behind_proxy else PausingConnection
    several = getattr(server, "map", None)  # a name with two addresses has two servers
    for listener in list(several.values()) if several else [server]:
        if hasattr(listener, "channel_class"):
            listener.channel_class = kind
            listener.maintenance = partial(_close_overdue, listener)


def _close_overdue(server: Any, wall: float) -> None:
    """In place of waitress's own, which waits for the client to take something before it closes."""
    now = time.monotonic()
    for connection in list(server.active_channels.values()):
        if connection.must_end(now, wall):
            connection.handle_close()


def _make_room(server: Any) -> None:
    """Close the connection on which nothing has happened for longest."""
    idle = [channel for channel in server.active_channels.values() if not channel.requests]
    if idle:
        min(idle, key=lambda channel: channel.last_activity).handle_close()


# The message at the start

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
        raise UnusableFile(database.explain(store.path, error)) from error
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
        print_in_terminal(link)


# The server

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
        note(store, place)
    if port != ports[0]:
        click.echo(
            f"Port {ports[0]} is taken, perhaps by another Scorekeeper: this one is on {port}."
        )
    link = announce(store, place, keyless=door.keyless, prints_links=door.prints_links)
    if link and (on_a_desktop() if door.browser is None else door.browser):
        open_browser(link)
    daily = Daily(path, backups)
    daily.start()
    idle = Idle(store, app.extensions[access.PHONES])
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
            cleanup_interval=LOOKED_AFTER,
            max_request_header_size=LARGEST_HEAD,
            max_request_body_size=LARGEST_FILE,
            clear_untrusted_proxy_headers=not behind_proxy,
        )
    look_after(server, behind_proxy=behind_proxy)
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
