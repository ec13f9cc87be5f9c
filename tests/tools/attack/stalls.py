"""Attacks on the time of a tap: crowds of watchers, joins and strangers, and slow texts.

Each crowd is a separate process. Before it comes and while it is there, a scorer taps, and the
times of the taps are printed: median / 95th percentile in ms.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import quote, urlencode

from tests.tools.attack.target import FORM, Phone, Target

STOPPED = 10.0  # seconds after which a tap that is not answered has stopped the table
PAUSE = 0.25  # seconds between two taps: phones that write faster are refused
MULTIPART = "multipart/form-data; boundary=b"
MARKS = "a" + "\u0301" * 60_000 + "\u0327" * 60_000  # slow to normalise
NUMBER, PADDING = "@number@", "@padding@"  # replaced in each request


@dataclass(frozen=True)
class Crowd:
    """Connections that send one request again and again, as soon as it is answered."""

    name: str
    size: int
    path: str
    cookie: str = ""
    method: str = "GET"
    kind: str = ""
    body: str = ""
    port: int = 0
    seconds: float = 0.0

    def request(self, number: int) -> bytes:
        body = self.body.encode()
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"Cookie: {self.cookie}"] if self.cookie else []
        lines += [f"Content-Type: {self.kind}", f"Content-Length: {len(body)}"] if body else []
        head = "\r\n".join(lines) + "\r\n\r\n"
        return head.replace(NUMBER, str(number)).replace(PADDING, "x" * 5000).encode() + body


@dataclass
class Taps:
    """The times of taps, in seconds."""

    taken: list[float] = field(default_factory=list)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.taken, n=20)[18]

    def __str__(self) -> str:
        return f"{statistics.median(self.taken) * 1e3:.0f} / {self.p95 * 1e3:.0f}"


def stalls(
    target: Target, who: dict[str, Phone], luck: Random, seconds: float = 10.0
) -> Iterator[str]:
    """Tap beside every crowd; taps must stay as fast as the machine allows."""
    scorer = who["scorer"]
    game, token = scorer.begin(), scorer.token()
    revision = 0
    for crowd in crowds(target, who, game):
        revision, alone = _taps(scorer, game, token, revision, seconds)
        with _process(crowd, target.port, seconds + 2) as process:
            time.sleep(1)
            revision, beside = _taps(scorer, game, token, revision, seconds)
            answers = process.communicate()[0].strip()
        told = f"{alone!s:>12} ->{beside!s:>12} ms {_memory(target):6.0f} MB  {answers}"
        print(f"  {crowd.name:28}{told}", flush=True)
        if (longest := max(beside.taken)) > STOPPED:
            yield f"{crowd.name}: a tap took {longest:.0f} s beside it"


def crowds(target: Target, who: dict[str, Phone], game: int) -> Iterator[Crowd]:
    """Return the attacks, cheapest first."""
    other = Phone(target)  # its writes are counted separately
    other.get(target.links[-2])
    token, page = other.token(), f"/games/{game}/?x={NUMBER}"
    scorer, watcher = _cookie(other), _cookie(who["watcher"])
    yield Crowd("watchers, other cookies", 80, page, f"j={NUMBER}; {watcher}")
    yield Crowd("watchers, padded cookies", 80, page, f"j={NUMBER}{PADDING}; {watcher}")
    yield Crowd("joins", 200, target.links[-1])
    yield Crowd("joins, with a cookie", 200, target.links[-1], f"j={NUMBER}; {watcher}")
    yield Crowd("/health", 200, "/health")
    yield Crowd("/static, no such file", 80, f"/static/x/{NUMBER}.css")
    yield Crowd("/static, style sheet", 80, f"/static/{NUMBER}/style.css")
    yield Crowd("/sw.js of a watcher", 80, f"/sw.js?{NUMBER}", watcher)
    search = f"/sessions/?text={quote('a' + chr(0x301) * 2500 + chr(0x327) * 2500)}"
    yield Crowd("search of 30 KB", 20, search, watcher)
    names = {f"names-{seat}": MARKS if seat == 0 else f"N{seat}" for seat in range(4)}
    form = names | {"csrf_token": token, "rules": "pagat", "dealer": "0", "start": "1"}
    new_game = urlencode(form | {"names-0": "a" + "\u0301" * 20_000 + "\u0327" * 20_000})
    yield Crowd("names of 240 KB", 4, "/games/new", scorer, "POST", FORM, new_game)
    for name, file in (("names", _import_of_marks()), ("games", _import_of_games(who["scorer"]))):
        body = (
            f'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
            '--b\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n\r\n'
            f"{file}\r\n--b--\r\n"
        )
        yield Crowd(f"imports of 2 MB, {name}", 2, "/data/import", scorer, "POST", MULTIPART, body)


def _import_of_marks() -> str:
    player = {"name": MARKS * 8, "created": "2026-01-01T00:00:00.000+00:00"}
    return json.dumps(
        {"format": "scorekeeper", "version": 1, "program": "x", "players": [player], "games": [],
         "exported": "2026-01-01T00:00:00.000+00:00"},
        ensure_ascii=False,
    )  # fmt: skip


def _import_of_games(scorer: Phone) -> str:
    """Return a large sound file: one game many times, each with a different key."""
    document = json.loads(scorer.get("/games/1/game.json").text)
    (game,) = document["games"]
    copies = 2_000_000 // len(json.dumps(game))
    document["games"] = [game | {"key": f"copy-{number}"} for number in range(copies)]
    return json.dumps(document)


def _cookie(phone: Phone) -> str:
    return "; ".join(f"{name}={value}" for name, value in phone.cookies.items())


def _taps(scorer: Phone, game: int, token: str, revision: int, seconds: float) -> tuple[int, Taps]:
    """Name the winner of the auction and undo it, for a while; return revision and times."""
    taps, end = Taps(), time.monotonic() + seconds
    while time.monotonic() < end or len(taps.taken) < 3:
        bids = revision % 2 == 0
        path = f"/games/{game}/{'answers' if bids else 'undo'}"
        fields = {"csrf_token": token, "key": f"tap-{game}-{revision}", "revision": str(revision)}
        begun = time.monotonic()
        fields |= {"bid": "7C", "winner": "1"} if bids else {}
        answer = scorer.ask_once("POST", path, urlencode(fields).encode(), {"Content-Type": FORM})
        taps.taken.append(time.monotonic() - begun)
        if answer.status == 303:
            revision += 1
        else:
            assert answer.status == 0, f"a tap is answered {answer.status}"
        time.sleep(PAUSE)
    return revision, taps


def _memory(target: Target) -> float:
    """Return the memory of the server in MB; 0 if the system does not report it."""
    status = Path(f"/proc/{target.process.pid}/status")
    used = re.search(r"VmRSS:\s*(\d+)", status.read_text() if status.exists() else "")
    return int(used[1]) / 1024 if used else 0.0


@contextlib.contextmanager
def _process(crowd: Crowd, port: int, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """Run the crowd in a separate process."""
    given = json.dumps(asdict(crowd) | {"port": port, "seconds": seconds})
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.tools.attack.stalls"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(f"{given}\n")
    process.stdin.flush()
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def _loop(crowd: Crowd, numbers: Iterator[int], end: float) -> Counter[str]:
    """Run one connection; reopen it if it is closed."""
    answers = Counter[str]()
    while time.monotonic() < end:
        writer = None
        try:
            async with asyncio.timeout(max(0.1, end - time.monotonic())):
                reader, writer = await asyncio.open_connection("127.0.0.1", crowd.port)
                while True:
                    writer.write(crowd.request(next(numbers)))
                    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
                    answers[head.split()[1]] += 1
                    length = head.partition("content-length:")[2].split()
                    await reader.readexactly(int(length[0]) if length else 0)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            answers[type(error).__name__] += 1
        finally:
            if writer is not None:
                writer.close()
    return answers


async def _come(crowd: Crowd) -> Mapping[str, int]:
    numbers, end = itertools.count(), time.monotonic() + crowd.seconds
    return sum(
        await asyncio.gather(*(_loop(crowd, numbers, end) for _ in range(crowd.size))),
        Counter[str](),
    )


if __name__ == "__main__":
    counted = asyncio.run(_come(Crowd(**json.loads(sys.stdin.readline()))))
    print(", ".join(f"{status} x {count}" for status, count in counted.items()))
