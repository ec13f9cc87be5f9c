"""A score keeper that is killed again and again while phones write to it.

The real command serves one file over HTTP to several writers at once, some of them at the same
game, who answer, throw hands in, undo, bring back, correct and fine, and begin game after game. At
a random moment it gets SIGKILL and is started again on the same file. Each writer then sends what
was not answered once more, with its key. Before it goes on, the file is looked at: every answered
entry must be in it, at the place that the answer named, and only once; SQLite must find it sound;
in the end, and now and then, every game is held against the rules and what is kept beside it.

Run with `make kills`, or `python -m tests.benchmarks.kills --kills 20`. What this shows is that
nothing hangs on the process. What a power cut does hangs on the disk, too: see docs/hosting.md.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import random
import re
import signal
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
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.steps import AuctionStep, Fact
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Kind, Log
from scorekeeper.ledger.exchange.export_document import game_document
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.maintenance import doctor
from scorekeeper.ledger.maintenance.diagnostic import Level
from tests.benchmarks.load import wait_for
from tests.ledger.season import answer_of
from tests.ports import reserve

WRITERS, SLOTS = 6, 4  # two games have two writers each
LONGEST_GAME = 120  # entries
EXAMINED = 100  # kills between two full examinations
UNDER_WAY = 11  # taps answered before the server may be killed
PATIENCE = 20.0  # seconds to wait for them
FORM = "application/x-www-form-urlencoded"
# The real command in a process of its own, by a fork of one that has imported it: 20 a second.
NURSERY = """
import os, signal, sys
from scorekeeper import cli
from scorekeeper.web.app import serving
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if not child:
        os.close(0)
        cli.main(line.split(), standalone_mode=False)
        os._exit(0)
    print(child, flush=True)
"""


@dataclass
class Seen:
    """What came of a run."""

    kills: int = 0
    sent: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    resent: int = 0
    known: int = 0  # of those that were sent again, how many had been recorded
    twice: int = 0
    missing: int = 0
    faults: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class Tap:
    """One request, which can be sent again as it was; the key stands for it in the file."""

    path: str
    key: str
    fields: tuple[tuple[str, str], ...]
    what: str


class Writer:
    """A phone at one of the games, which knows what was answered and what was not."""

    def __init__(self, port: int, slots: list[int], number: int, seen: Seen) -> None:
        self.port, self.slots, self.slot = port, slots, number % SLOTS
        self.seen, self.luck = seen, random.Random(number)
        self.cookie = self.token = ""
        self.wire: http.client.HTTPConnection | None = None
        self.pending: Tap | None = None
        self.game = 0
        self.log: Log | None = None
        self.answered: dict[str, tuple[int, int | None]] = {}  # key: game, and its place there
        self.games: set[str] = set()

    def work(self, stop: threading.Event) -> None:
        """Write until the server is gone or it is enough."""
        try:
            self.connect()
            self._resend()
            while not stop.is_set():
                self._tap()
        except (OSError, http.client.HTTPException):
            return  # killed
        finally:
            if self.wire:
                self.wire.close()

    def connect(self) -> None:
        """Open a connection, and the first time a page."""
        self.wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        if not self.token:
            page = self.ask("/games/new")
            self.token = str(re.findall(r'name="csrf_token" value="([^"]+)"', page)[0])

    def ask(self, path: str) -> str:
        """What a page says."""
        return self._ask("GET", path)[1]

    def resend(self) -> None:
        """Send once more what was not answered, and nothing else."""
        stop = threading.Event()
        stop.set()
        self.work(stop)

    def _resend(self) -> None:
        tap = self.pending
        self.log = None
        if tap is None:
            return
        known = self.send(tap)
        with self.seen.lock:
            self.seen.resent += 1
            self.seen.known += known

    def _tap(self) -> None:
        if self.luck.random() < 0.02:
            self.ask(self.luck.choice(("/sessions/", "/players/")))
        if self.log is None or self.game != self.slots[self.slot]:
            self._read()
        assert self.log is not None
        if not self.game or self.log.revision > LONGEST_GAME or self.log.game.over:
            self.begin()
            return
        found = self._choose(self.log)
        if found is None:
            return
        kind, deal, given, path, fields = found
        try:
            entry = checked_entry(self.log, kind, deal, given)
        except EntryError:
            return
        key = new_key()
        carried = {"csrf_token": self.token, "key": key, "revision": str(self.log.revision)}
        if self.send(Tap(path, key, tuple((carried | fields).items()), kind.value)):
            self.log = self.log.after([entry])

    def _choose(self, log: Log) -> tuple[Kind, int | None, Fact, str, dict[str, str]] | None:
        """What is entered next: its kind, hand, fact, address and form."""
        chance, base = self.luck.random(), f"/games/{self.game}"
        complete = [deal for deal in log.game.deals if deal.score is not None]
        if chance < 0.07 and log.done:
            return Kind.UNDO, None, {}, f"{base}/undo", {}
        if chance < 0.10 and log.undone:
            return Kind.REDO, None, {}, f"{base}/redo", {}
        if chance < 0.15 and complete:
            deal = self.luck.choice(complete)
            fines = [self.luck.choice((0, 0, 1)) for _ in range(4)]
            fields = {f"revokes-{seat}": str(one) for seat, one in enumerate(fines)}
            path = f"{base}/hands/{deal.number}/revokes"
            return Kind.REVOKES, deal.number, {"revokes": list(fines)}, path, fields
        if chance < 0.20 and complete:
            deal = self.luck.choice(complete)
            *first, last = deal.reading.trail
            fact = last.step.fact(last.step.parse(answer_of(last.step, self.luck)))
            wanted = [*((one.step.key, one.fact) for one in first), (last.step.key, fact)]
            path = f"{base}/hands/{deal.number}/correct"
            fields = {"answers": json.dumps(wanted), "confirmed": "1"}
            facts = [dict(one) for _, one in wanted]
            return Kind.CORRECTION, deal.number, {"facts": list(facts)}, path, fields
        step = log.game.step
        if step is None:
            return None
        given = answer_of(step, self.luck)
        if isinstance(step, AuctionStep) and step.can_pass_out and self.luck.random() < 0.2:
            given = {"bid": "pass"}
        return Kind.ANSWER, None, given, f"{base}/answers", _form(given)

    def begin(self) -> None:
        """Begin a game."""
        key = new_key()
        form = {f"names-{seat}": f"Player {self.slot}{seat}" for seat in range(4)}
        form |= {"csrf_token": self.token, "key": key, "dealer": "0", "rules": "pagat"}
        form |= {"game": "israeli-whist", "ending.goal": "open", "start": "1"}
        self.send(Tap("/games/new", key, tuple(form.items()), "game"))

    def send(self, tap: Tap) -> bool:
        """Send, and say whether it is in the file; remember it until it is answered."""
        self.pending = tap
        status, text, place = self._ask("POST", tap.path, urlencode(tap.fields))
        self.pending = None
        if status not in {200, 303}:
            if status not in {409, 422}:
                self.seen.faults.append(f"{tap.path}: {status} {text[:200]}")
            self.log = None
            return False
        with self.seen.lock:
            self.seen.answered += 1
            self.seen.sent[tap.what] += 1
        if tap.what == "game":
            self.games.add(tap.key)
            self.slots[self.slot] = int(re.findall(r"/games/(\d+)/", place)[0])
        else:
            game = int(tap.path.split("/")[2])
            revision = json.loads(text)["revision"] if status == 200 else None
            self.answered[tap.key] = game, revision
        return True

    def _read(self) -> None:
        """Get to know the game as it stands."""
        self.game = self.slots[self.slot]
        if not self.game:
            self.begin()
            self.game = self.slots[self.slot]
        found = game_document(json.loads(self.ask(f"/games/{self.game}/game.json"))["games"][0])
        self.log = Log.of(found.setup()).after([one.entry for one in found.entries])

    def _ask(self, method: str, path: str, body: str | None = None) -> tuple[int, str, str]:
        assert self.wire is not None
        headers = {"Cookie": self.cookie, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = FORM
        self.wire.request(method, path, body, headers)
        answer = self.wire.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            self.cookie = cookie.split(";")[0]
        return answer.status, text, answer.getheader("Location") or ""


def _form(given: Fact) -> dict[str, str]:
    return {
        name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in given.items()
    }


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
        """Serve the file, and wait until somebody listens."""
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
            for line in self.nursery.stdout:  # what the server says of itself, and its number
                if line.strip().isdigit():
                    self.pid = int(line)
                    break
            else:
                raise AssertionError("the process that starts the servers has ended")
        wait_for(self.port)

    def kill(self) -> None:
        """Take the process away at once, and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        if self.command:
            self.command.wait(10)
            return
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.002)

    def close(self) -> None:
        """End everything."""
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        if self.nursery and self.nursery.stdin:
            self.nursery.stdin.close()
            self.nursery.wait(10)
        self.reserved.close()


def run(path: Path, kills: int, seed: int, *, cold: bool, told: Callable[[Seen], None]) -> Seen:
    """Kill so many times, and see what is in the file."""
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
                for one in working:
                    one.result()
                server.start()
                list(pool.map(Writer.resend, writers))
                seen.kills = number
                _check(path, writers, seen)
                if number % EXAMINED == 0 or number == kills:
                    _examine(path, seen)
                told(seen)
                server.kill()  # nobody is writing: this one is quiet
    finally:
        server.close()
    return seen


def _wait_for(seen: Seen, answered: int) -> None:
    """Wait until so many taps have been answered, on a busy machine a while."""
    end = time.monotonic() + PATIENCE
    while seen.answered < answered and time.monotonic() < end:
        time.sleep(0.01)


def _check(path: Path, writers: Sequence[Writer], seen: Seen) -> None:
    """What was answered is in the file, once, where the answer said."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        for pragma, due in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            found = db.execute(f"pragma {pragma}").fetchall()
            if found != due:
                seen.faults.append(f"{pragma}: {found[:3]}")
        places: dict[str, list[tuple[int, int]]] = {}
        for game, number, key in db.execute("select game_id, number, key from entries"):
            places.setdefault(_sent(key), []).append((game, number))
        games = Counter(_sent(key) for (key,) in db.execute("select key from games"))
    seen.twice = seen.missing = 0
    for writer in writers:
        for key in writer.games:
            seen.missing += games[key] == 0
        for key, (game, number) in writer.answered.items():
            there = places.get(key, [])
            seen.missing += not there or there[0][0] != game or number not in {None, there[0][1]}
    seen.twice = sum(len(there) > 1 for there in places.values())
    seen.twice += sum(number > 1 for number in games.values())


def _sent(key: str) -> str:
    """The key that was sent, of the one that is kept."""
    return key.rpartition("-")[0]


def _examine(path: Path, seen: Seen) -> None:
    for one in doctor.examine(path, datetime.now(UTC)):
        if one.level is not Level.FINE and one.topic != doctor.BACKUPS:
            seen.faults.append(f"{one.topic}: {one.told}")


def report(seen: Seen, path: Path, seconds: float) -> str:
    """The figures."""
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
    """Run and report; 1 where anything was lost."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--cold", action="store_true", help="start the command from nothing")
    given = options.parse_args(arguments)
    begun = time.monotonic()

    def told(seen: Seen) -> None:
        if sys.stderr.isatty():
            print(f"\r{seen.kills} kills, {seen.answered:,} answered", end="", file=sys.stderr)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        seen: Any = run(path, given.kills, given.seed, cold=given.cold, told=told)
        print(report(seen, path, time.monotonic() - begun))
    return int(bool(seen.missing or seen.twice or seen.faults))


if __name__ == "__main__":
    sys.exit(main())
