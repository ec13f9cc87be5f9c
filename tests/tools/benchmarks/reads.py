"""Taps of one scorer while watchers request expensive pages without a pause.

A table has played three hundred games. Eighty connections with its watching link request one page
again and again, whatever the answer; with `--vary`, each time a different address of it. Then
eighty without a link try its door, with a right link, with a wrong one and without one. A scorer
taps meanwhile. First eighty phones that score, which have no limit, ask for one page in the same
moment, again and again, and a tap is sent right behind them. For every expensive route, the time of
a tap with and without them is printed, and the answers of the watchers. The watchers have a
separate process and a core that the server does not use, as if they ran on other machines.

With `--neighbours`, the eighty have the scoring link of another table, so they have no limit, and
the time of the page of the running game is printed beside that of a tap.

Run with `make reads`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.doors import new_links
from tests.tools.benchmarks.large import build
from tests.tools.benchmarks.load import HAND, SERVERS, Phone, Played, begin, free_port, served

GAMES = 300
CROWD = 80
PAUSE = 0.25  # seconds between two taps
BURSTS, BEHIND = 8, 0.03  # how often eighty pages are asked for, and seconds from there to the tap
ROUTES = (  # pages that cost more than 50 ms without a cache
    "/players/what-if?rules=wikipedia",
    "/players/",
    "/players/7/",
    "/players/7/with/8/",
    "/sessions/?text=chaim",
    "/sessions/75/print",
    "/sessions/75/print.pdf",
    "/games/300/",
    "/games/300/sheet",
    "/games/300/board",
    "/games/300/story",
    "/games/300/history",
    "/games/300/print",
    "/games/300/print.pdf",
    "/games/300/what-if?rules=wikipedia",
    "/games/300/result.svg",
    "/print.pdf",
)
RIGHT = "/join/KEY"  # stands for the watching link itself
STRANGERS = (RIGHT, "/join/wrong", "/", "/settings/")  # requested without a valid link


async def loop(port: int, key: str, path: str, vary: bool, until: float) -> Counter[str]:
    """Be one phone, which asks again as soon as an answer comes; `key` is a link or a cookie."""
    follows = key.startswith("/")
    phone, answers = Phone(port, "" if follows else key), Counter[str]()
    stranger = path in STRANGERS
    if path == RIGHT:
        path = key
    if follows and not stranger:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await phone.ask(key)
    for number in itertools.count():
        if time.monotonic() > until:
            return answers
        if stranger:
            phone.cookie = ""
        address = f"{path}{'&' if '?' in path else '?'}n={id(phone)}-{number}" if vary else path
        try:
            async with asyncio.timeout(max(0.1, until - time.monotonic())):
                status, *_ = await phone.ask(address)
            answers[str(status)] += 1
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            answers[type(error).__name__] += 1
            phone.streams = None
    return answers


async def crowd(port: int, key: str, path: str, vary: bool, seconds: float) -> Counter[str]:
    until = time.monotonic() + seconds
    counts = await asyncio.gather(*(loop(port, key, path, vary, until) for _ in range(CROWD)))
    return sum(counts, Counter[str]())


async def tap(game: Played, revision: int, seconds: float) -> tuple[int, list[float]]:
    """Tap for a while; return the revision afterwards, and the time of each tap."""
    taken: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        form = {"csrf_token": game.token, "key": new_key(), "revision": str(revision)}
        begun = time.monotonic()
        status, *_ = await game.scorer.ask(f"{game.path}answers", form | HAND[revision % len(HAND)])
        taken.append(time.monotonic() - begun)
        assert status == 303, status
        revision += 1
        await asyncio.sleep(PAUSE)
    return revision, taken


async def look(game: Played, seconds: float) -> list[float]:
    """Ask for the page of the game for a while; return the time of each page."""
    taken: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        status, *_ = await game.scorer.ask(game.path)
        taken.append(time.monotonic() - begun)
        assert status == 200, status
        await asyncio.sleep(PAUSE)
    return taken


async def behind(game: Played, revision: int) -> tuple[int, list[float]]:
    """Tap right behind eighty pages; return the revision afterwards, and the time of each tap."""
    phones = [Phone(game.scorer.port, game.scorer.cookie) for _ in range(CROWD)]
    taken: list[float] = []
    for _ in range(BURSTS):
        pages = [asyncio.create_task(phone.ask(game.path)) for phone in phones]
        await asyncio.sleep(BEHIND)
        revision, (first, *_) = await tap(game, revision, PAUSE / 2)
        taken.append(first)
        await asyncio.gather(*pages)
    return revision, taken


@contextlib.contextmanager
def watchers(
    port: int, key: str, path: str, vary: bool, seconds: float
) -> Iterator[subprocess.Popen[str]]:
    """Run the crowd in a separate process."""
    arguments = json.dumps([port, key, path, vary, seconds])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tools.benchmarks.reads", "--crowd", arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def measure_beside(port: int, key: str, neighbours: str, given: argparse.Namespace) -> None:
    """Measure taps and pages of one table while the scorers of another one ask for pages."""
    game, neighbour = await begin(port, key), Phone(port)
    await neighbour.ask(neighbours)
    print(f"{'in ms':40}{'times':>6}{'median':>9}{'p95':>9}{'longest':>9}  answers to the others")
    revision, taken = await tap(game, 0, given.seconds)
    print(_row("nobody: a tap", taken))
    print(_row("nobody: a page", await look(game, given.seconds)), flush=True)
    for path in given.routes:
        seconds = 2 * given.seconds + 3
        with watchers(port, neighbour.cookie, path, True, seconds) as process:
            await asyncio.sleep(3)
            revision, taken = await tap(game, revision, given.seconds)
            pages = await look(game, given.seconds)
            answers = await asyncio.to_thread(process.communicate)
        print(_row(f"{path}: a tap", taken))
        print(f"{_row(f'{path}: a page', pages)}  {answers[0].strip()}", flush=True)


async def measure(port: int, keys: dict[Role, str], given: argparse.Namespace) -> None:
    """Measure one route after another."""
    game = await begin(port, keys[Role.SCORE])
    revision, alone = await tap(game, 0, given.seconds)
    head = (
        f"{'a tap, in ms':40}{'taps':>6}{'median':>9}{'p95':>9}{'longest':>9}  answers to watchers"
    )
    print(f"{head}\n{_row('nobody', alone)}", flush=True)
    revision, taken = await behind(game, revision)
    print(_row("80 pages of scorers at once", taken), flush=True)
    for path in given.routes:
        with watchers(port, keys[Role.WATCH], path, given.vary, given.seconds + 3) as process:
            await asyncio.sleep(3)
            revision, taken = await tap(game, revision, given.seconds)
            answers = await asyncio.to_thread(process.communicate)
        answered = ", ".join(
            f"{status} x {count}" for status, count in json.loads(answers[0]).items()
        )
        print(f"{_row(path, taken)}  {answered}", flush=True)


def _row(name: str, taken: Sequence[float]) -> str:
    p95 = statistics.quantiles(taken, n=20)[18] if len(taken) > 1 else max(taken)
    marks = (statistics.median(taken), p95, max(taken))
    return f"{name:40}{len(taken):6}" + "".join(f"{mark * 1e3:9.1f}" for mark in marks)


def main() -> None:
    """Serve, run the crowds, and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--server", choices=sorted(SERVERS), default="command")
    options.add_argument("--seconds", type=float, default=10, help="For each route.")
    options.add_argument("--routes", nargs="*", default=(*ROUTES, *STRANGERS))
    options.add_argument("--vary", action="store_true", help="Never ask for the same address.")
    options.add_argument("--neighbours", action="store_true", help="Scorers of another table.")
    options.add_argument("--crowd", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.crowd:
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        print(json.dumps(asyncio.run(crowd(*json.loads(given.crowd)))))
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        build(path, GAMES)
        store = Store.open(path)
        keys = new_links(store)
        here = new_links(store, tables.add(store, "Here"))[Role.SCORE]
        port = free_port()
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, cores[1:] or cores)  # for processes started from now on
        with served(path, given.server, port):
            os.sched_setaffinity(0, cores)
            if given.neighbours:
                asyncio.run(measure_beside(port, here, keys[Role.SCORE], given))
            else:
                asyncio.run(measure(port, keys, given))


if __name__ == "__main__":
    main()
