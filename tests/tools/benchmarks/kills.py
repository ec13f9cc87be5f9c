"""Kills of a score keeper, again and again, while phones write to it.

The real command serves one file over HTTP to several writers at once, some of them at the same
game, who answer, throw hands in, undo, redo, correct and fine, and begin game after game. At a
random moment it gets SIGKILL and is started again with the same file. Each writer then sends its
unanswered entries once more, with their keys. Before it goes on, the file is checked: every
answered entry must be in it, at the place that the answer named, and only once; SQLite must find it
sound; at the end, and now and then, every game is checked against the rules and its stored results.

Run with `make kills`, or `python -m tests.tools.benchmarks.kills --kills 20`. It shows that nothing
depends on the process. The result of a power cut depends on the disk, too (see
docs/backups-and-faults.md).
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from scorekeeper.ledger import doctor
from scorekeeper.ledger.doctor import Level
from tests.ports import reserve
from tests.tools.benchmarks.load import wait_for
from tests.tools.benchmarks.tapping_phone import SLOTS, WRITERS, Seen, Writer, sent_key

EXAMINED = 100  # kills between two full examinations
UNDER_WAY = 11  # taps answered before the server may be killed
PATIENCE = 60.0  # seconds to wait for them, on a busy machine
# The real command in a process of its own, by a fork of one that has imported it: 20 a second.
NURSERY = """
import os, signal, sys
from scorekeeper.commands import main as cli
from scorekeeper.web import serving
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.close(0)
        cli.main(line.split(), standalone_mode=False)
        os._exit(0)
    print(child, flush=True)
"""


class Server:
    """The command, started again and again."""

    def __init__(self, path: Path, *, cold: bool) -> None:
        self.path, self.reserved, self.cold = path, reserve(), cold
        self.port = int(self.reserved.getsockname()[1])
        self.pid = 0
        self.command: subprocess.Popen[bytes] | None = None
        self.nursery: subprocess.Popen[str] | None = None
        if not cold:
            self.nursery = subprocess.Popen(
                [sys.executable, "-c", NURSERY],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip

    def start(self) -> None:
        """Serve the file, and wait until the server listens."""
        options = ["--no-key", "--port", str(self.port), "--db", str(self.path), "--backups", "2"]
        if self.nursery is None:
            self.command = subprocess.Popen(
                [sys.executable, "-m", "scorekeeper", *options], stdout=subprocess.DEVNULL
            )
            self.pid = self.command.pid
        else:
            assert self.nursery.stdin
            assert self.nursery.stdout
            self.nursery.stdin.write(" ".join(options) + "\n")
            self.nursery.stdin.flush()
            for line in self.nursery.stdout:  # the server's output, with its process number
                if line.strip().isdigit():
                    self.pid = int(line)
                    break
            else:
                raise AssertionError("the process that starts the servers has ended")
        wait_for(self.port)

    def kill(self) -> None:
        """Kill the process at once, and wait until it is gone.

        A process that it was just starting holds its socket for a moment longer.
        """
        assert self.pid, "no server was started"  # 0 would be every process of this group
        os.kill(self.pid, signal.SIGKILL)
        if self.command:
            self.command.wait(10)
        with contextlib.suppress(ProcessLookupError):
            while self.command is None:
                os.kill(self.pid, 0)
                time.sleep(0.002)
        with contextlib.suppress(ConnectionError):
            while True:
                socket.create_connection(("127.0.0.1", self.port)).close()
                time.sleep(0.002)

    def close(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                self.kill()
        if self.nursery and self.nursery.stdin:
            self.nursery.stdin.close()
            self.nursery.wait(10)
        self.reserved.close()


def run(path: Path, kills: int, seed: int, *, cold: bool, progress: Callable[[Seen], None]) -> Seen:
    """Kill the server `kills` times, and check the file each time."""
    luck, seen = random.Random(seed), Seen()
    server = Server(path, cold=cold)
    slots = [0] * SLOTS
    writers = [Writer(server.port, slots, number, seen) for number in range(WRITERS)]
    try:
        with ThreadPoolExecutor(WRITERS) as pool:
            for number in range(1, kills + 1):
                server.start()
                stop = threading.Event()
                working = [pool.submit(writer.work, stop) for writer in writers]
                _wait_for(seen, seen.answered + UNDER_WAY)
                time.sleep(luck.uniform(0.05, 0.6))
                server.kill()
                stop.set()
                for work in working:
                    work.result()
                server.start()
                list(pool.map(Writer.resend, writers))
                seen.kills = number
                _check(path, writers, seen)
                if number % EXAMINED == 0 or number == kills:
                    _examine(path, seen)
                progress(seen)
                server.kill()  # nobody is writing: this one is quiet
    finally:
        server.close()
    return seen


def _wait_for(seen: Seen, answered: int) -> None:
    """Wait until a number of taps have been answered; on a busy machine only for a while."""
    end = time.monotonic() + PATIENCE
    while seen.answered < answered and time.monotonic() < end:
        time.sleep(0.01)


def _check(path: Path, writers: Sequence[Writer], seen: Seen) -> None:
    """Check that answered entries are in the file, once, where the answer said."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        for pragma, due in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            rows = db.execute(f"pragma {pragma}").fetchall()
            if rows != due:
                seen.faults.append(f"{pragma}: {rows[:3]}")
        places: dict[str, list[tuple[int, int]]] = {}
        for game, number, key in db.execute("select game_id, number, key from entries"):
            places.setdefault(sent_key(key), []).append((game, number))
        games = Counter(sent_key(key) for (key,) in db.execute("select key from games"))
    seen.twice = seen.missing = 0
    for writer in writers:
        for key in writer.games:
            if not games[key]:
                seen.missing += 1
                seen.faults.append(f"game {key} is missing")
        for key, (game, number) in writer.answered.items():
            there = places.get(key, [])
            if not there or there[0][0] != game or number not in {None, there[0][1]}:
                seen.missing += 1
                seen.faults.append(f"{key}, answered as {number} of game {game}, is at {there}")
    seen.twice = sum(len(there) > 1 for there in places.values())
    seen.twice += sum(number > 1 for number in games.values())


def _examine(path: Path, seen: Seen) -> None:
    for finding in doctor.examine(path, datetime.now(UTC)):
        if finding.level is not Level.FINE and finding.topic != doctor.BACKUPS:
            seen.faults.append(f"{finding.topic}: {finding.message}")


def report(seen: Seen, path: Path, seconds: float) -> str:
    kinds = ", ".join(f"{number:,} {what}" for what, number in seen.sent.most_common())
    return "\n".join(
        (
            f"kills                     {seen.kills:>10,}  in {seconds:,.0f} s",
            f"answered                  {seen.answered:>10,}  {kinds}",
            f"unanswered, sent again    {seen.resent:>10,}  "
            f"{seen.known:,} are recorded now, the others had been overtaken",
            f"answered but missing      {seen.missing:>10,}",
            f"found twice               {seen.twice:>10,}",
            f"other faults              {len(seen.faults):>10,}  {'; '.join(seen.faults[:3])}",
            f"the file                  {path.stat().st_size / 1e6:>10.1f}  MB",
        )
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and report; return 1 if anything was lost."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cold", action="store_true", help="start the command from nothing")
    given = options.parse_args(arguments)
    begun = time.monotonic()

    def show_progress(seen: Seen) -> None:
        if sys.stderr.isatty():
            print(f"\r{seen.kills} kills, {seen.answered:,} answered", end="", file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        seen: Any = run(path, given.kills, given.seed, cold=given.cold, progress=show_progress)
        print(report(seen, path, time.monotonic() - begun))
    return int(bool(seen.missing or seen.twice or seen.faults))


if __name__ == "__main__":
    sys.exit(main())
