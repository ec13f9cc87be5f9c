"""Slow clients: the time of a tap while a crowd dawdles.

Against the command as it is started at home, and with `--server gunicorn` against gunicorn alone,
which shows why a club puts it behind a proxy. A thousand connections never ask for anything, others
send half a head, drip one byte after another, stop in the middle of a form, or take no answer.
Clients and server share the machine. Run with `make slow`.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import resource
import statistics
import tempfile
import time
from pathlib import Path

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.doors import new_link
from tests.tools.benchmarks.load import HAND, SERVERS, Played, begin, free_port, served

TAPS = 30
LONGEST = 60  # seconds for all of them
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
FORM = b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\na"
DEAF = b"GET /static/0/style.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 50
CROWDS = (  # number of clients, their first bytes, their bytes every second
    ("nobody", 0, b"", b""),
    ("idle", 1000, b"", b""),
    ("half a head", 500, HALF, b""),
    ("a head, byte by byte", 500, HALF, b"a"),
    ("a form, byte by byte", 500, FORM, b"a"),
    ("deaf", 300, DEAF, b""),
)


async def dawdle(port: int, count: int, first: bytes, dripping: bytes) -> None:
    """Open `count` connections that keep doing this until they are cancelled."""
    writers = []
    with contextlib.suppress(asyncio.CancelledError):
        for _ in range(count):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            reader._transport.pause_reading()  # type: ignore[attr-defined]  # takes nothing
            writer.write(first)
            writers.append(writer)
        while True:
            await asyncio.sleep(1)
            for writer in writers:
                if dripping and not writer.is_closing():
                    writer.write(dripping)
    for writer in writers:
        writer.transport.abort()


async def tap(game: Played, times: list[float]) -> None:
    """Tap, and return the seconds of each tap."""
    revision = int((await game.scorer.ask(f"{game.path}revision"))[2])
    for _ in range(TAPS):
        form = {"csrf_token": game.token, "key": new_key(), "revision": str(revision)}
        begun = time.monotonic()
        status, *_ = await game.scorer.ask(f"{game.path}answers", form | HAND[revision % len(HAND)])
        times.append(time.monotonic() - begun)
        assert status == 303
        revision += 1
        if game.scorer.streams:  # a phone that connects again for every tap
            game.scorer.streams[1].close()
            game.scorer.streams = None
        await asyncio.sleep(0.05)


async def measure(port: int, key: str) -> None:
    """Measure one crowd after another, each with a scorer."""
    game = await begin(port, key)
    print(f"{'ms':28}{'clients':>9}{'median':>9}{'longest':>9}")
    for name, count, first, dripping in CROWDS:
        crowd = asyncio.create_task(dawdle(port, count, first, dripping))
        await asyncio.sleep(2 if count else 0)
        times: list[float] = []
        try:
            await asyncio.wait_for(tap(game, times), LONGEST)
        except TimeoutError:
            game.scorer.streams = None
        middle = statistics.median(times) if times else math.nan
        columns = f"{middle * 1e3:9.1f}{max(times, default=math.nan) * 1e3:9.1f}"
        if len(times) < TAPS:
            columns += f"  {len(times)} of {TAPS} taps answered within {LONGEST} s"
        print(f"{name:28}{count:>9}{columns}", flush=True)
        crowd.cancel()
        await crowd
        await asyncio.sleep(1)


def main() -> None:
    """Serve, run the crowds, and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--server", choices=sorted(SERVERS), default="command")
    options.add_argument("--port", type=int, help="Where a proxy listens that leads to SERVED.")
    options.add_argument("--served", type=int, default=0, help="The port behind the proxy.")
    given = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        store = Store.open(path)
        key = new_link(store, Role.SCORE)
        port = given.served or free_port()
        with served(path, given.server, port):
            asyncio.run(measure(given.port or port, key))


if __name__ == "__main__":
    main()
