"""Memory of the server after each evening of a week at high speed.

The command is served as at home. Every evening new phones come with both links; games are begun,
played to their end and followed; a scorer and a watcher open every page of them; sheets are printed
and everything is exported. The caches of the server are bounded, so memory should stop growing once
they are full. Run with `make week`; exits with 1 if it has not.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.doors import new_links
from tests.tools.benchmarks.load import HAND, Phone, begin, free_port, served, token_in

SCORERS = 4
SETTLED = 3  # evenings until everything has been used and the caches are full
GROWTH = 1.15
PAGES = ("", "revision", "sheet", "board", "story", "history", "more", "hands/1/", "print")
FIGURES = ("/", "/sessions/", "/players/", "/players/1/", "/players/1/with/2/")
FILES = ("/print.pdf", "/games/1/print.pdf", "/data/everything.json", "/data/everything.csv")


async def evening(port: int, keys: dict[Role, str], games: int, hands: int) -> int:
    """Play `games` games, shared among the scorers; return the number of requests."""
    left, session = list(range(games)), await _new_session(port, keys[Role.SCORE])
    scorers = (_score(port, keys, left, hands, session) for _ in range(SCORERS))
    return sum(await asyncio.gather(*scorers))


async def _new_session(port: int, key: str) -> str:
    """Return the number of a separate evening: the clock does not move on."""
    phone = Phone(port)
    await phone.ask(key)
    _, _, page = await phone.ask("/sessions/new")
    form = {"csrf_token": token_in(page), "key": new_key(), "date": "2026-01-01"}
    status, path, text = await phone.ask("/sessions/new", form)
    assert status == 303, text
    return path.split("/")[2]


async def _score(
    port: int, keys: dict[Role, str], left: list[int], hands: int, session: str
) -> int:
    """Play while there are games to play."""
    requests = 0
    while left:
        left.pop()
        game = await begin(port, keys[Role.SCORE], session)
        guest = Phone(port)
        await guest.ask(keys[Role.WATCH])
        for revision in range(hands * len(HAND)):
            form = {"csrf_token": game.token, "key": new_key(), "revision": str(revision)}
            answer = form | HAND[revision % len(HAND)]
            status, *_ = await game.scorer.ask(f"{game.path}answers", answer)
            assert status == 303, status
            await guest.ask(f"{game.path}revision")
            await guest.ask(game.path)
        stop = {"csrf_token": game.token, "key": new_key(), "revision": str(hands * len(HAND))}
        await game.scorer.ask(f"{game.path}stop", stop)
        for page in PAGES:
            for phone in (guest, game.scorer):
                status, *_ = await phone.ask(game.path + page)
                # A guest who reads this fast may be asked to wait.
                assert status == 200 or (phone is guest and status == 503), (page, status)
        for page in (*FIGURES, f"/sessions/{session}/", f"/players/?session={session}"):
            status, *_ = await game.scorer.ask(page)
            assert status == 200, (page, status)
        for file in FILES:
            await asyncio.to_thread(_fetch, port, game.scorer.cookie, file)
        requests += 3 * hands * len(HAND) + 2 * len(PAGES) + len(FIGURES) + len(FILES) + 7
        for phone in (guest, game.scorer):
            if phone.streams:
                phone.streams[1].close()
    return requests


def _fetch(port: int, cookie: str, file: str) -> None:
    """Download a file, whose length is unknown before its end."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{file}", headers={"Cookie": cookie})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        assert answer.read()


def memory(pid: int) -> float:
    """Return the present memory of a process in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s*(\d+) kB", status)[0]) / 1024


def main() -> None:
    """Serve, play, and report the memory."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--evenings", type=int, default=7)
    options.add_argument("--games", type=int, default=20, help="How many an evening.")
    options.add_argument("--hands", type=int, default=6, help="How many a game.")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.db"
        store = Store.open(path)
        keys = new_links(store)
        port = free_port()
        with served(path, "command", port) as pid:
            megabytes = [memory(pid)]
            print(f"{'evening':>8}{'requests':>10}{'seconds':>9}{'MB':>8}\n{megabytes[0]:35.1f}")
            for number in range(1, given.evenings + 1):
                begun = time.monotonic()
                requests = asyncio.run(evening(port, keys, given.games, given.hands))
                megabytes.append(memory(pid))
                took = time.monotonic() - begun
                print(f"{number:>8}{requests:>10}{took:9.0f}{megabytes[-1]:8.1f}", flush=True)
    if len(megabytes) > SETTLED and megabytes[-1] > GROWTH * megabytes[SETTLED]:
        sys.exit(f"It grew after evening {SETTLED}, from {megabytes[SETTLED]:.1f} MB.")


if __name__ == "__main__":
    main()
