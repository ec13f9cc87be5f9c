"""The attacked score keeper: a separate process, reached only by HTTP."""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

FORM = "application/x-www-form-urlencoded"
READING = {"GET", "HEAD", "OPTIONS"}  # methods without a limit of their own
TOO_FAST, CROWDED = 429, 503
PATIENCE = 30.0  # seconds for which a phone retries
DERIVED = {
    "results",
    "seats",
    "notes",
    "counts",
    "counted",
    "ratings",
    "keys",
    "codes",
    "phones",
    "journal",
}  # no scores
SHIFTED = """
import os, time
_real, _off = time.time, float(os.environ["CLOCK_OFF"])
time.time = lambda: _real() + _off
"""


@dataclass(frozen=True)
class Answer:
    """An answer; status 0 if the connection was closed without one."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


class Target:
    """A served score file."""

    def __init__(self, folder: Path, clock_off: float = 0.0) -> None:
        self.folder, self.path = folder, folder / "scores.db"
        self._start(clock_off)

    def _start(self, clock_off: float) -> None:
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "CLOCK_OFF": str(clock_off)}
        if clock_off:
            (self.folder / "clock").mkdir(exist_ok=True)
            (self.folder / "clock" / "sitecustomize.py").write_text(SHIFTED)
            environment["PYTHONPATH"] = str(self.folder / "clock")
        self.log = (self.folder / "log").open("a+")
        command = (sys.executable, "-m", "scorekeeper", "--db", str(self.path))
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", "0"],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment,
        )  # fmt: skip
        self.links: list[str] = []
        assert self.process.stdout
        for line in self.process.stdout:
            self.links += re.findall(r"http://[\d.:]+(/join/\S+)", line)
            if address := re.search(r"http://127\.0\.0\.1:(\d+)/join", line):
                self.port = int(address[1])
            if len(self.links) == 2:
                return
        raise AssertionError(f"it did not start: {self.complaints()}")

    def again(self, clock_off: float = 0.0) -> None:
        """Start the server again with the same file."""
        self._start(clock_off)

    def kill(self) -> None:
        """Kill the server."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> None:
        """Stop the server like a service."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=60)  # seconds, on a busy machine
        self.log.close()

    def command(self, *given: str) -> str:
        """Return the output of a command on the score file."""
        whole = [sys.executable, "-m", "scorekeeper", *given, "--db", str(self.path)]
        return subprocess.run(whole, capture_output=True, text=True, check=False).stdout

    def complaints(self) -> str:
        """Return the server's log."""
        return (self.folder / "log").read_text("utf-8", "replace")

    @cached_property
    def other_table(self) -> str:
        """Return the scoring link of a second table."""
        links: list[str] = re.findall(r"(/join/\S+)", self.command("tables", "add", "The other"))
        return links[0]

    def facts(self) -> str:
        """Return a digest of all recorded facts."""
        digest = hashlib.sha256()
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as db:
            rows = db.execute("select name from sqlite_master where type = 'table' order by name")
            for name in [row[0] for row in rows if row[0] not in DERIVED]:
                content = db.execute(f'select * from "{name}"').fetchall()  # noqa: S608
                digest.update(repr(content).encode())
        return digest.hexdigest()

    def entries(self) -> list[str]:
        """Return the keys of all entries."""
        with closing(sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)) as db:
            return [row[0] for row in db.execute("select key from entries order by rowid")]

    def recorded(self, key: str) -> bool:
        """Return whether there is an entry with this key, to which the server adds a sign."""
        return any(entered.startswith(key) for entered in self.entries())

    def raw(self, sent: bytes, seconds: float = 3.0) -> bytes:
        """Return the answer to bytes that may not be HTTP."""
        with socket.create_connection(("127.0.0.1", self.port), seconds) as wire:
            got = b""
            try:
                wire.sendall(sent)
                wire.shutdown(socket.SHUT_WR)
                while piece := wire.recv(65536):
                    got += piece
            except OSError:
                pass
            return got


@dataclass
class Phone:
    """A minimal browser."""

    target: Target
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Return the answer; after too many requests, wait as long as the server says."""
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.ask_once(method, path, body, headers)
            wait = answer.headers.get("retry-after", "")
            refused = answer.status == TOO_FAST and method not in READING
            refused = refused or (answer.status == CROWDED and "refresh" in answer.headers)
            if not refused or not wait.isdecimal() or time.monotonic() + int(wait) > end:
                return answer
            time.sleep(int(wait))

    def ask_once(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str] | None
    ) -> Answer:
        wire = http.client.HTTPConnection("127.0.0.1", self.target.port, timeout=60)
        held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = ({"Cookie": held} if held else {}) | dict(headers or {})
        try:
            wire.request(method, path, body or None, sent)
            got = wire.getresponse()
            answer = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        except (OSError, http.client.HTTPException):
            return Answer(0, {}, b"")
        finally:
            wire.close()
        for cookie in [v for k, v in got.getheaders() if k.lower() == "set-cookie"]:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def get(self, path: str) -> Answer:
        return self.ask("GET", path)

    def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        sent = urlencode(fields, encoding="utf-8", errors="surrogatepass").encode()
        return self.ask("POST", path, sent, {"Content-Type": FORM})

    def token(self) -> str:
        """The token for the forms of this phone."""
        token_field = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/settings/").text)
        return token_field[1] if token_field else ""

    def begin(self, names: tuple[str, ...] = ("Anna", "Ben", "Chaim", "Dana")) -> int:
        page = self.get("/games/new").text
        fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
        fields = {name: unescape(value) for name, value in fields.items()}
        seats = {f"names-{seat}": name for seat, name in enumerate(names)}
        chosen = {"rules": "pagat", "ending.goal": "open", "dealer": "0", "start": "1"}
        done = self.post("/games/new", fields | seats | chosen)
        address = re.search(r"/games/(\d+)/", done.location)
        assert address, f"no game was begun: {done.status}"
        return int(address[1])

    def bid(self, game: int, key: str, revision: int = 0) -> Answer:
        """Enter the winner of the auction of the first hand."""
        entry = {"bid": "7C", "winner": "1", "key": key, "revision": str(revision)}
        return self.post(f"/games/{game}/answers", entry | {"csrf_token": self.token()})

    def pages(self, most: int = 400) -> list[str]:
        """Return the addresses that this phone can reach from a page; `most` or a few more."""
        seen, left = {"/"}, ["/"]
        while left and len(seen) < most:
            page = self.get(left.pop())
            for link in re.findall(r'(?:href|action)="(/[^"#]*)', page.text):
                address = urlsplit(unescape(link)).path
                if address not in seen and not address.startswith(("/static/", "/join/")):
                    seen.add(address)
                    left.append(address)
        return sorted(seen)


def phones(target: Target) -> dict[str, Phone]:
    """Return a stranger, a watcher, a scorer, and a scorer of another table."""
    score, watch = target.links[-2:]
    everyone = {who: Phone(target) for who in ("nobody", "watcher", "scorer", "neighbour")}
    everyone["scorer"].get(score)
    everyone["watcher"].get(watch)
    everyone["neighbour"].get(target.other_table)
    return everyone
