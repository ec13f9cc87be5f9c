"""The server, built on waitress: its start and end, its message, and limits for slow clients."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import sys
import threading
import time
import webbrowser
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import uniform
from types import FrameType
from typing import TYPE_CHECKING, Any

import click
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import create_server
from waitress.task import ThreadedTaskDispatcher, WSGITask

from scorekeeper import __version__
from scorekeeper.ledger import access_keys, database, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.backups import Daily
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.ledger.upkeep import Idle
from scorekeeper.web import access, qr_codes, read_limits
from scorekeeper.web.access import is_loopback
from scorekeeper.web.addresses import (
    EVERYWHERE,
    HERE,
    ServerAddress,
    addresses,
    bracketed,
    is_local_only,
    normal_host,
    origins,
    remember,
)
from scorekeeper.web.app import create_app
from scorekeeper.web.form_sizes import LARGEST_FILE
from scorekeeper.web.read_limits import Turns
from scorekeeper.web.static_files import HEALTH

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication


# On a desktop

ONE_FILE = ".pyz"  # suffix of the zipapp, which a double click starts
ASKS = "may ask whether Python may use the network: allow it, or no phone gets in."
FIREWALLS = {"win32": f"Windows {ASKS}", "darwin": f"macOS {ASKS}"}
FIREWALL = FIREWALLS.get(sys.platform)


def on_a_desktop() -> bool:
    """Return whether the person who started the program sees this machine's screen."""
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
# waitress receives requests and sends answers in one thread and works in other threads, so a slow
# client costs mostly just a connection. But waitress never closes some connections. This code
# closes a connection whose request is incomplete for too long, or whose client does not take its
# answer. If there are almost as many connections as the system allows, it closes the idlest one.
#
# After a refusal, nothing is read from the connection for a moment. So clients that repeat a
# refused request in a loop use little of the time of both kinds of threads. The moments have
# random lengths: if all clients of a crowd came back at once, taps would wait behind them. For the
# same reason, the server looks at its clients often, or a tap would wake all whose pause is over.

CHECK_INTERVAL = 5  # seconds between two checks of all connections
SILENT = 60.0  # seconds without a request; a phone that follows a game waits less
HEAD = 20.0  # seconds for the head of a request
SLOWEST = 1_000  # bytes per second of its body
DEAF = 30.0  # seconds in which the client took no byte of its answer
PAUSE = 0.5  # seconds after a refusal in which nothing is read; doubled if more refusals follow
LONGEST_PAUSE = 2.0
LOOK = 0.05  # seconds after which the server looks whose pause is over
LARGE_OUTPUT = 64 * 1024  # bytes; more is sent by the main thread, too, while a thread still writes
FULL = 0.95  # share of all connections above which the idlest one is closed


class Connection(HTTPChannel):  # type: ignore[misc]  # waitress is not typed
    """A connection that is closed if its client is too slow."""

    paused_until = 0.0
    pause = PAUSE

    def __init__(self, server: Any, *rest: Any, **named: Any) -> None:
        super().__init__(server, *rest, **named)
        self._receiving: HTTPRequestParser | None = None
        self._since = 0.0
        if len(server.active_channels) > FULL * server.adj.connection_limit:
            _make_room(server)

    def handle_read(self) -> None:
        """Read from the socket, and store when the present request began."""
        super().handle_read()
        if self.request is not self._receiving:
            self._receiving, self._since = self.request, time.monotonic()
        elif self._is_late(time.monotonic()):
            self.will_close = True

    def readable(self) -> bool:
        """Return whether to read from the socket now.

        Not from one that was closed a moment ago: the next connection may have its number, and
        would be closed in its place.
        """
        if not self.connected or time.monotonic() < self.paused_until:
            return False
        return bool(super().readable())

    def writable(self) -> bool:
        """Whether the main thread should send something now.

        The thread that answers a request sends what it writes. Meanwhile the main thread could only
        look again and again whether that thread is done, which takes the interpreter from it.
        """
        if not self.connected:
            return False
        if self.requests and not (self.will_close or self.close_when_flushed):
            return bool(self.total_outbufs_len > LARGE_OUTPUT)
        return bool(super().writable())

    def must_end(self, now: float, wall: float) -> bool:
        """Return whether to close this connection, by the monotonic time and by waitress's time."""
        silent: float = wall - self.last_activity
        if self.total_outbufs_len:
            return silent > DEAF
        if self.requests:
            return False  # the client waits for the answer
        return bool(self.will_close) or silent > SILENT or self._is_late(now)

    def _is_late(self, now: float) -> bool:
        """Return whether the request that is being received has taken too long."""
        request = self._receiving
        if request is None or request is not self.request:
            return False
        return bool(now - self._since > HEAD + request.body_bytes_received / SLOWEST)


class _PausingTask(WSGITask):  # type: ignore[misc]
    """Answers a request, and pauses the connection after a refusal."""

    def build_response_header(self) -> bytes:
        # waitress calls this when the status is known and nothing has been sent yet
        head: bytes = super().build_response_header()
        refused = any(name == "Retry-After" for name, _ in self.response_headers)
        if refused or self.status.startswith("404") or self.request.path == HEALTH:
            pause = self.channel.pause * uniform(1, 1.5)  # noqa: S311
            self.channel.paused_until = time.monotonic() + pause
        overloaded = self.status.startswith(("429", "503"))
        self.channel.pause = min(2 * self.channel.pause, LONGEST_PAUSE) if overloaded else PAUSE
        return head


class PausingConnection(Connection):
    """A connection to one client, not to a proxy, which must never be paused."""

    task_class = _PausingTask


class FairThreads(ThreadedTaskDispatcher):  # type: ignore[misc]
    """The threads, which answer taps first, and other requests of the tables in turn.

    A tap that waited behind eighty pages took 823 ms; one that comes first took 77 ms (medians on
    a busy machine).
    """

    def __init__(self, table_of: Callable[[str], str], share: int) -> None:
        """Make no threads yet; `table_of` returns the table for the Cookie header of a request."""
        super().__init__()
        self.queue = FairQueue(share)
        self._table_of = table_of

    def add_task(self, task: HTTPChannel) -> None:
        request = task.requests[0]
        table = self._table_of(request.headers.get("COOKIE", ""))
        is_tap = getattr(request, "command", "") == "POST"  # a broken request has none
        super().add_task(_Turn(self, task, table, is_tap))

    def leave(self, turn: _Turn) -> None:
        with self.lock:
            self.queue.leave(turn)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A request that waits for a thread, and has it until it is answered."""

    threads: FairThreads
    task: HTTPChannel
    table: str
    is_tap: bool

    def service(self) -> None:
        try:
            self.task.service()
        finally:
            self.threads.leave(self)

    def cancel(self) -> None:
        self.task.cancel()


class FairQueue:
    """The queue of `FairThreads`, with the methods of a deque that waitress uses.

    A page that waits to be rendered has a thread already. So a table has at most `share` threads
    for anything but taps: however many connections it keeps busy, there are threads for the others.
    The queue is false if no waiting request may have a thread now.
    """

    def __init__(self, share: int) -> None:
        self._share = share
        self._taps = deque[_Turn]()
        self._turns = Turns[_Turn]()
        self._answering = Counter[str]()  # requests of each table that have a thread

    def __len__(self) -> int:
        return len(self._taps) + len(self._turns)

    def __bool__(self) -> bool:
        return bool(self._taps) or self._next_table() is not None

    def append(self, turn: _Turn) -> None:
        if turn.is_tap:
            self._taps.append(turn)
        else:
            self._turns.add(turn.table, turn)

    def popleft(self) -> _Turn:
        table = None if self._taps else self._next_table()
        if table is None:
            return self._taps.popleft()
        self._answering[table] += 1
        return self._turns.take(table)

    def leave(self, turn: _Turn) -> None:
        """Let the table have another thread; the thread that calls this looks for its next one."""
        if not turn.is_tap:
            self._answering[turn.table] -= 1

    def _next_table(self) -> str | None:
        have_share = {table for table, count in self._answering.items() if count >= self._share}
        return self._turns.next_table(have_share)


def limit_slow_clients(server: Any, *, behind_proxy: bool = False) -> None:
    """Let a server close the connections of slow clients."""
    kind = Connection if behind_proxy else PausingConnection
    several = getattr(server, "map", None)  # a host name with two addresses has two servers
    for listener in list(several.values()) if several else [server]:
        if hasattr(listener, "channel_class"):
            listener.channel_class = kind
            listener.maintenance = partial(_close_overdue, listener)


def _close_overdue(server: Any, wall: float) -> None:
    """Close the connections of slow clients."""
    # waitress's own method closes a connection only when its client reads again
    now = time.monotonic()
    for connection in list(server.active_channels.values()):
        if connection.must_end(now, wall):
            connection.handle_close()


def _make_room(server: Any) -> None:
    """Close the connection that has been idle for longest."""
    idle = [channel for channel in server.active_channels.values() if not channel.requests]
    if idle:
        min(idle, key=lambda channel: channel.last_activity).handle_close()


# The message at the start

BLOCKS = "▀▄█"  # the characters of a printed QR code


def announce(
    store: Store, place: ServerAddress, *, keyless: bool, prints_links: bool
) -> str | None:
    """Print the URLs of the pages, with new links if `prints_links`.

    Returns the URL to open on this machine; None if a key is needed and no link was made.
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


def _print_links(store: Store, table: TableRecord, place: ServerAddress) -> str:
    """Make new links and print them; returns the first link to score.

    The file holds only the hashes of earlier links, so these cannot be printed.
    """
    try:
        key = access_keys.mint(store, table, Origin.START)
    except sqlite3.Error as error:
        raise UnusableFile(database.explain(store.path, error)) from error
    keys = {Role.SCORE: key, Role.WATCH: access_keys.watching_key(key, table)}
    links = {role: [f"{origin}/join/{keys[role]}" for origin in origins(place)] for role in Role}
    if is_local_only(place):
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
    """Print a link as a QR code, if the terminal has the characters for it."""
    with contextlib.suppress(UnicodeEncodeError):
        BLOCKS.encode(sys.stdout.encoding)
        qr_codes.print_in_terminal(link)


# The server

THREADS = 64
SHARE = 16  # threads that one table has at most, besides those for taps
MOST_PHONES = 4096
BACKLOG = 2048  # phones that connect at the same moment, as after a restart
LARGEST_HEAD = 32 * 1024
# Seconds until another thread gets its turn; Python's default is 0.005. A tap waits for a turn
# after each read of the file: beside 80 watchers, its 95th percentile fell from 244 to 88 ms.
SWITCH_INTERVAL = 0.0005
# New objects after which Python looks for garbage in circles; its default is 700. A page makes many
# objects that all live until it is sent, and was searched again and again: “What if” of 100 games
# took a fifth more processor time.
NEW_OBJECTS = 10_000
KEPT_FILES = 256  # file descriptors for everything but phones: the score file in each thread


class CannotServe(Exception):
    """Raised if the pages cannot be served with these options."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of serving.

    keyless         everyone on this machine may score without a key
    trusted_hosts   host names to answer to, in addition to those of this machine
    behind_proxy    trust the proxy's headers about the client's address, the host and https
    prints_links    make new links at the start and print them
    browser         open the browser at the start; None to do so on a desktop only
    """

    keyless: bool = False
    trusted_hosts: tuple[str, ...] = ()
    behind_proxy: bool = False
    prints_links: bool = True
    browser: bool | None = None


def run(host: str | None, ports: Sequence[int], path: Path, options: Options, backups: int) -> None:
    """Serve on the first free port until interrupted or terminated.

    `backups` is the number of daily backups to keep. Raises CannotServe, and UnusableFile for the
    score file or its secret.
    """
    host = normal_host(host) if host else None
    _check(host, options)
    host = host or (HERE if options.keyless or options.behind_proxy else EVERYWHERE)
    port = first_free_port(host, ports)  # before a file is made
    store = Store.open(path)
    app = create_app(
        store,
        keyless=options.keyless,
        trusted_hosts=[*options.trusted_hosts, host],
        behind_proxy=options.behind_proxy,
        limited=True,
    )
    table_of = app.extensions[read_limits.NAME].table_of
    server = listen(app, host, port, behind_proxy=options.behind_proxy, table_of=table_of)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # no warnings of short queues
    signal.signal(signal.SIGTERM, _exit)
    app.config["REACHABLE"] = f"http://{bracketed(addresses(host)[0])}:{port_of(server)}/"
    place = ServerAddress(host, port_of(server), options.behind_proxy, options.trusted_hosts)
    if not options.keyless:
        remember(store, place)
    if port != ports[0]:
        click.echo(
            f"Port {ports[0]} is taken, perhaps by another Scorekeeper: this one is on {port}."
        )
    link = announce(store, place, keyless=options.keyless, prints_links=options.prints_links)
    if link and (on_a_desktop() if options.browser is None else options.browser):
        open_browser(link)
    tune_interpreter()
    daily = Daily(store.path, backups)
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
        daily.stop()


def tune_interpreter() -> None:
    """Let threads take turns more often, and look for garbage less often; call it at the start."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


def listen(
    app: WSGIApplication,
    host: str,
    port: int,
    *,
    behind_proxy: bool = False,
    table_of: Callable[[str], str] = lambda _: "",
) -> Any:
    """Return a listening server, set up for many phones and slow clients; raises CannotServe.

    `table_of` returns the table for the Cookie header of a request, and tables take turns.
    """
    threads = FairThreads(table_of, SHARE)
    with _explain_failure(host, port):
        server = create_server(
            app,
            host=host,
            port=port,
            _dispatcher=threads,
            ident=None,  # no Server header
            connection_limit=_connections(),
            asyncore_use_poll=True,  # without it, more than 1,024 connections end the server
            backlog=BACKLOG,
            cleanup_interval=CHECK_INTERVAL,
            max_request_header_size=LARGEST_HEAD,
            max_request_body_size=LARGEST_FILE,
            clear_untrusted_proxy_headers=not behind_proxy,
        )
    threads.set_thread_count(THREADS)
    server.adj.asyncore_loop_timeout = LOOK  # as an option it would have to be a whole number
    limit_slow_clients(server, behind_proxy=behind_proxy)
    return server


def first_free_port(host: str, ports: Sequence[int]) -> int:
    """Return the first of these ports that is free; raises CannotServe if all are taken."""
    for port in ports[:-1]:
        with contextlib.suppress(OSError, ValueError):
            _try_port(host, port)
            return port
    with _explain_failure(host, ports[-1]):
        _try_port(host, ports[-1])
    return ports[-1]


def _try_port(host: str, port: int) -> None:
    """Raise OSError if a server could not listen there."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # on Windows, the option would allow a port that is in use
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(address)


@contextlib.contextmanager
def _explain_failure(host: str, port: int) -> Iterator[None]:
    """Turn an error of listening into CannotServe, with advice."""
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
    """Return the port of a server; the first one if its host name has two addresses."""
    several: Sequence[tuple[str, str]] | None = getattr(server, "effective_listen", None)
    return int(several[0][1] if several else server.effective_port)


def _connections() -> int:
    """Return the number of phones that may be connected; raises the system's limit if it can."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return MOST_PHONES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = MOST_PHONES + KEPT_FILES
    if most == resource.RLIM_INFINITY or most > needed:
        most = needed
    if allowed < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            allowed = most
    return max(1, min(MOST_PHONES, allowed - KEPT_FILES))


def _check(host: str | None, options: Options) -> None:
    if options.keyless and host is not None and not is_loopback(host):
        raise CannotServe(f"--no-key serves this machine only; leave out --host {host}.")
    if options.keyless and options.behind_proxy:
        raise CannotServe("--no-key serves this machine only; leave out --behind-proxy.")


def _is_taken(error: Exception) -> bool:
    return getattr(error, "errno", None) in {errno.EADDRINUSE, errno.EACCES}


def _exit(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(0)
