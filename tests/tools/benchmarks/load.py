"""Load of a club's evening: two thousand phones watch ten games while ten scorers write.

The application is served in a separate process, by gunicorn as a club would or by the command as at
home (`--server command`). Every watcher has one open connection and requests the revision of its
game every two seconds, and the page when it has changed; every scorer records hand after hand. The
report has refused or failed requests, the time of a scorer's tap until it is answered (and so on
disk), the time of a watcher's request, and the time from a tap until the last watcher of that game
had it. Clients and server share the machine. Run with `make load`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.doors import new_links

EVERY = 2.0  # seconds between the questions of a watcher
SERVERS = {
    "command": "scorekeeper --host 127.0.0.1",
    "gunicorn": "gunicorn --worker-class gthread --threads 64 --worker-connections 3000 "
    "--keep-alive 30 --graceful-timeout 5 --no-control-socket --log-level warning "
    "--bind 127.0.0.1:{port} scorekeeper.web.wsgi:app()",
}
AGAIN = 1.0  # seconds until a refused watcher asks again
HAND: tuple[dict[str, str], ...] = (
    {"bid": "7C", "winner": "2"},
    {"number": "0"},
    {"number": "2"},
    {"number": "3"},
    {"tricks": "0,3,8,2"},
)


class Phone:
    """One open connection with its cookie; repeats a request once if the server has hung up."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.port = port
        self.cookie = cookie
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Return status, the address of a redirect, and the text."""
        body = urlencode(form).encode() if form is not None else b""
        kind = "Content-Type: application/x-www-form-urlencoded\r\n" if form is not None else ""
        head = (
            f"{'POST' if form is not None else 'GET'} {path} HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"{kind}Content-Length: {len(body)}\r\n\r\n"
        )
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(head.encode() + body)
        return await self._answer(reader)

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, str, str]:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])
        }
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        text = await reader.readexactly(int(headers.get("content-length", "0")))
        if headers.get("connection", "").lower() == "close" and self.streams:
            self.streams[1].close()
            self.streams = None
        return int(lines[0].split()[1]), headers.get("location", ""), text.decode(errors="replace")


@dataclass
class Seen:
    """The results of the evening."""

    arrival: float  # seconds until all watchers had their page
    taps: list[float] = field(default_factory=list)
    questions: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


@dataclass
class Played:
    """One game: its address, and the time at which each of its revisions was answered."""

    path: str
    token: str
    scorer: Phone
    answered: dict[int, float] = field(default_factory=dict)


async def score(game: Played, pause: float, until: float, seen: Seen) -> None:
    """Record hand after hand without pauses for play."""
    revision = 0
    while time.monotonic() < until:
        form = {"csrf_token": game.token, "key": new_key(), "revision": str(revision)}
        begun = time.monotonic()
        try:
            status, *_ = await game.scorer.ask(
                f"{game.path}answers", form | HAND[revision % len(HAND)]
            )
        except (OSError, asyncio.IncompleteReadError) as error:
            seen.failures.append(f"tap: {error!r}")
            game.scorer.streams = None
            continue
        now = time.monotonic()
        seen.taps.append(now - begun)
        if status == 303:
            revision += 1
            game.answered[revision] = now
        else:
            seen.failures.append(f"tap: {status}")
        await asyncio.sleep(pause)


async def watch(phone: Phone, game: Played, wait: float, until: float, seen: Seen) -> None:
    """Request the revision every two seconds, and the page when it has changed."""
    await asyncio.sleep(wait)
    known = 0
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            status, _, text = await phone.ask(f"{game.path}revision")
            seen.questions.append(time.monotonic() - begun)
            if status != 200:
                seen.failures.append(f"question: {status}")
            elif int(text) != known:
                status, *_ = await phone.ask(game.path)
                now = time.monotonic()
                if status != 200:
                    seen.failures.append(f"page: {status}")
                seen.delays += [
                    now - game.answered[revision]
                    for revision in range(known + 1, int(text) + 1)
                    if revision in game.answered
                ]
                known = int(text)
        except (OSError, asyncio.IncompleteReadError) as error:
            seen.failures.append(f"question: {error!r}")
            phone.streams = None
        await asyncio.sleep(max(0.0, begun + EVERY - time.monotonic()))


async def evening(port: int, keys: dict[Role, str], given: argparse.Namespace) -> Seen:
    """Run some games with their scorers and watchers for a while."""
    games = [await begin(port, keys[Role.SCORE]) for _ in range(given.games)]
    begun = time.monotonic()
    guests = [
        (await _guest(port, keys[Role.WATCH], game), game)
        for game in itertools.islice(itertools.cycle(games), given.watchers)
    ]
    seen = Seen(arrival=time.monotonic() - begun)
    until = time.monotonic() + EVERY + given.seconds
    await asyncio.gather(
        *(
            watch(guest, game, EVERY * n / given.watchers, until, seen)
            for n, (guest, game) in enumerate(guests)
        ),
        *(score(game, given.pause, until, seen) for game in games),
    )
    return seen


async def _guest(port: int, key: str, game: Played) -> Phone:
    """Return a phone that has followed the watching link and opened its game."""
    phone = Phone(port)
    for path, right in ((key, 303), (game.path, 200), (f"{game.path}revision", 200)):
        status, _, text = await phone.ask(path)
        while status == 503:  # too many at the same moment: the page tries again by itself
            await asyncio.sleep(AGAIN)
            status, _, text = await phone.ask(path)
        assert status == right, text
    return phone


async def begin(port: int, key: str, session: str = "") -> Played:
    """Begin a game and return it with its scorer."""
    phone = Phone(port)
    await phone.ask(key)
    _, _, sheet = await phone.ask("/games/new")
    token = token_in(sheet)
    form = {f"names-{seat}": f"Player {seat + 1}" for seat in range(4)}
    form |= {"csrf_token": token, "key": new_key(), "dealer": "0", "rules": "pagat"}
    form |= {"game": "israeli-whist", "ending.goal": "open", "start": "1"}
    form |= {"session": session} if session else {}
    status, path, text = await phone.ask("/games/new", form)
    assert status == 303, text
    return Played(urlsplit(path).path, token, phone)


def token_in(page: str) -> str:
    """Return the token of the forms of a page."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert token, page
    return token[1]


def report(seen: Seen, given: argparse.Namespace) -> str:
    """Print the figures in milliseconds."""
    rows = [
        f"watchers {given.watchers}, games {given.games}, questions {len(seen.questions)}, "
        f"taps {len(seen.taps)}, {len(seen.taps) / (EVERY + given.seconds):.0f} a second, "
        f"failures {len(seen.failures)}; let in one by one in {seen.arrival:.0f} s"
    ]
    rows += [f"  {failure}" for failure in sorted(set(seen.failures))[:5]]
    rows.append(f"{'ms':32}{'median':>9}{'p95':>9}{'p99':>9}{'longest':>9}")
    for name, times in (
        ("a scorer's tap", seen.taps),
        ("a watcher's question", seen.questions),
        ("from a tap to the page shown", seen.delays),
    ):
        if times:
            rows.append(f"{name:32}" + "".join(f"{mark * 1e3:9.1f}" for mark in _marks(times)))
    return "\n".join(rows)


def _marks(times: Sequence[float]) -> tuple[float, float, float, float]:
    hundredths = statistics.quantiles(times, n=100)
    return statistics.median(times), hundredths[94], hundredths[98], max(times)


def main() -> None:
    """Serve, run the evening, and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--watchers", type=int, default=2000)
    options.add_argument("--games", type=int, default=10, help="Each with a scorer.")
    options.add_argument("--pause", type=float, default=5, help="Seconds between a scorer's taps.")
    options.add_argument("--seconds", type=float, default=120)
    options.add_argument("--server", choices=sorted(SERVERS), default="gunicorn")
    given = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        store = Store.open(path)
        keys = new_links(store)
        port = free_port()
        with served(path, given.server, port) as pid:
            seen = asyncio.run(evening(port, keys, given))
            print(report(seen, given))
            print(_cost(pid))


@contextlib.contextmanager
def served(path: Path, server: str, port: int) -> Iterator[int]:
    """Serve a score file; yield the address and the number of the process."""
    process = subprocess.Popen(
        [sys.executable, "-m", *SERVERS[server].format(port=port).split()],
        stdout=subprocess.DEVNULL,
        env={
            **os.environ,
            **{"SCOREKEEPER_DB": str(path), "SCOREKEEPER_PORT": str(port)},
            "WEB_CONCURRENCY": str(len(os.sched_getaffinity(0))),  # a worker a core
        },
    )
    try:
        wait_for(port)
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    """Return a port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit("the server did not start")


def _cost(pid: int) -> str:
    """Return the cost of the server and its workers, if the system reports it."""
    used, memory = 0.0, 0.0
    try:
        for process in [pid, *_children(pid)]:
            stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            status = Path(f"/proc/{process}/status").read_text()
            used += (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")
            memory += int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0]) / 1024
    except OSError:
        return ""
    mine = sum(os.times()[:2])
    return f"server: {used:.1f} s of CPU, {memory:.0f} MB at most; clients: {mine:.1f} s of CPU"


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


if __name__ == "__main__":
    main()
