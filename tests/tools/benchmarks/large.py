"""Comparison of a file of 10,000 games with one of 10: pages, search, start, export and import.

The hands are the demo's; they are written in bulk, because recording 150,000 hands tap by tap would
measure the disk. Run with `make large`, or `python -m tests.tools.benchmarks.large --games 1000`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from scorekeeper.commands.demo_season import Hand, Hands
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import tables
from scorekeeper.ledger.checksums import INSERT_ENTRY, with_checksum, write_checksums
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Course, Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.script import read
from scorekeeper.seating import Seat
from scorekeeper.web import create_app

PEOPLE = [
    f"{first} {last}" for first in ("Anna", "Ben", "Chaim", "Dana", "Eva") for last in "ABCDEF"
]
GAMES_AN_EVENING = 4
ROUNDS = 40
POOL = 40  # hands for each preset and dealer, which are used repeatedly
FIRST = datetime(2019, 1, 1, 19, 0, tzinfo=UTC)
TABLES = {
    "tables": "name, created",
    "players": "name, folded, created",
    "sessions": "key, date, name, notes, created",
    "games": (
        "key, rulebook, rules, ending, first_dealer, started, "
        "(select key from sessions where id = session_id), "
        "(select group_concat(name) from (select name from json_each(games.players) as seat "
        " join players on players.id = seat.value order by seat.key))"
    ),
    "entries": (
        "(select key from games where id = game_id), number, key, kind, deal, fact, device, at"
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small, large = folder / "small.db", folder / "large.db"
        build(small, 10)
        taken = timed(lambda: build(large, games))
        hands, entries = counts(large)
        size = large.stat().st_size / 1e6
        print(f"{games:,} games, {hands:,} hands, {entries:,} entries: {size:.0f} MB, "
              f"built in {taken:.0f} s\n")  # fmt: skip
        pages(small, large, games)
        files(folder, large)


def build(path: Path, games: int) -> None:
    """Write a file of `games` games, four an evening."""
    store = Store.open(path)
    table = tables.first(store).id
    luck = random.Random(1)
    pool = _Pool(luck)
    with store.transaction() as db:
        for person in PEOPLE:
            db.execute(
                "insert into players (table_id, name, folded, created) values (?, ?, ?, ?)",
                [table, person, folded(person), moment(FIRST)],
            )
        for number in range(games):
            evening, place = divmod(number, GAMES_AN_EVENING)
            started = FIRST + timedelta(days=evening, minutes=90 * place)
            if not place:
                db.execute(
                    "insert into sessions (table_id, key, date, name, notes, created) "
                    "values (?, ?, ?, ?, '', ?)",
                    [table, f"evening-{evening}", started.date().isoformat(),
                     f"Evening {evening}" if evening % 10 == 0 else "", moment(started)],
                )  # fmt: skip
            seats = luck.sample(range(1, len(PEOPLE) + 1), 4)
            setup, hands = pool.game()
            db.execute(
                "insert into games (table_id, key, rulebook, rules, ending, players, "
                "first_dealer, started, session_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [table, f"game-{number}", setup.book.key,
                 json.dumps(house_rules.to_json(setup.rules)),
                 json.dumps(house_rules.to_json(setup.ending)), json.dumps(seats),
                 int(setup.first_dealer), moment(started), evening + 1],
            )  # fmt: skip
            write_checksums(db, [number + 1])
            facts = [(deal, fact) for deal, hand in enumerate(hands, 1) for fact in hand]
            db.conn.executemany(
                INSERT_ENTRY,
                [
                    with_checksum((number + 1, place, f"entry-{place}", "answer", deal,
                     json.dumps(fact, separators=(",", ":")), "c0ffee00",
                     moment(started + timedelta(seconds=60 * place))))
                    for place, (deal, fact) in enumerate(facts, 1)
                ],
            )  # fmt: skip


class _Pool:
    """Games put together from hands that have been played once."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck
        self.hands = Hands(1)
        self.known: dict[tuple[str, str, int], list[tuple[Hand, Any]]] = {}

    def game(self) -> tuple[Setup, list[Hand]]:
        """Return a game to its end; every twentieth is of Bid Whist."""
        books = rulebooks()
        book = books["bid-whist" if self.luck.random() < 0.05 else "israeli-whist"]
        preset = self.luck.choice(book.presets)
        ending = Ending() if book.key == "israeli-whist" else book.endings.usual
        setup = Setup(book, preset.rules, ending, 4, Seat(self.luck.randrange(4)))
        totals, course, scored = [0] * len(setup.seating(Seat(0)).sides), Course(), 0
        hands: list[Hand] = []
        dealer = setup.first_dealer
        while not course.decided:
            hand, score = self._hand(setup, preset.key, dealer)
            hands.append(hand)
            totals = [total + more for total, more in zip(totals, score.points, strict=True)]
            scored += not score.thrown_in
            course = course.after(ending, totals, scored)
            dealer = dealer if score.dealer_stays else Seat((dealer + 1) % 4)
        return setup, hands

    def _hand(self, setup: Setup, preset: str, dealer: Seat) -> tuple[Hand, Any]:
        pool = self.known.setdefault((setup.book.key, preset, dealer), [])
        if len(pool) < POOL:
            hand = self.hands.next(setup.book, preset, setup.seating(dealer))
            reading = read(setup.script(setup.seating(dealer)), hand)
            pool.append((reading.facts, reading.score))
            return pool[-1]
        return self.luck.choice(pool)


def pages(small: Path, large: Path, games: int) -> None:
    """Return the processor time for the same pages of both files, taken in turns."""
    clients = {path: create_app(Store.open(path), keyless=True).test_client()
               for path in (small, large)}  # fmt: skip
    newest = {small: 10, large: games}
    addresses: dict[str, Callable[[Path], str]] = {
        "home": lambda _: "/",
        "the page of a game": lambda _: "/games/10/",  # the same one in both
        "its sheet": lambda _: "/games/10/sheet",
        "new game": lambda _: "/games/new",
        "all evenings": lambda _: "/sessions/",
        "evenings, an old page": lambda path: f"/sessions/?page={max(1, newest[path] // 100)}",
        "search: a name": lambda _: "/sessions/?text=chaim+evening",
        "search: nothing found": lambda _: "/sessions/?text=xyzzy",
        "a player's evenings": lambda _: "/sessions/?player=7",
        "a player's Bid Whist in a year": lambda _: (
            "/sessions/?player=7&game=bid-whist&from=2020-01-01&to=2020-12-31"
        ),
        "all players": lambda _: "/players/?game=israeli-whist",
        "a player's figures": lambda _: "/players/7/?game=israeli-whist",
        "a player's figures in a year": lambda _: (
            "/players/7/?game=israeli-whist&first=2020-01-01&last=2020-12-31"
        ),
        "two players": lambda _: "/players/7/with/8/?game=israeli-whist",
    }
    for path in (small, large):
        counting = timed(
            partial(FigureCounter(Store.open(path)).refresh, 1, 3600), time.process_time
        )
        print(f"figures of {path.name} counted: {counting:6.1f} s of the processor")
    print(f"{'page, median of ' + str(ROUNDS):34} {'10 games':>10} {f'{games:,} games':>14}  ratio")
    for title, address in addresses.items():
        taken: dict[Path, list[float]] = {small: [], large: []}
        for path, client in clients.items():
            _get(client, address(path))  # results of games are worked out once
        for _ in range(ROUNDS):
            for path, client in clients.items():
                taken[path].append(timed(partial(_get, client, address(path)), time.process_time))
        few, many = (statistics.median(taken[path]) * 1e3 for path in (small, large))
        print(f"{title:34} {few:7.1f} ms {many:11.1f} ms {many / few:6.2f}")
    client = create_app(Store.open(large), keyless=True).test_client()
    first = timed(
        lambda: _get(client, f"/sessions/?page={max(1, newest[large] // 200)}"), time.process_time
    )
    print(f"{'a page of evenings for the first time':34}        {first * 1e3:14.1f} ms")


def files(folder: Path, large: Path) -> None:
    """Measure start, export and import, and check that everything was imported."""
    out, again = folder / "out.json", folder / "again.db"
    begun = os.times()
    _python(
        "from pathlib import Path; from scorekeeper.web import create_app\n"
        "from scorekeeper.ledger.store import Store\n"
        f"create_app(Store.open(Path({str(large)!r})))"
    )
    start = sum(os.times()[2:4]) - sum(begun[2:4])
    print(f"\nstart, with Python itself:  {start:6.1f} s of the processor")
    for title, arguments in (
        ("nothing to do", ("backup", "--db", str(folder / "small.db"), str(folder / "few.db"))),
        ("export", ("export", "--db", str(large), "-o", str(out))),
        ("export as CSV", ("export", "--db", str(large), "--format", "csv", "-o",
                           str(folder / "out.csv"))),
        ("import", ("import", "--db", str(again), str(out))),
        ("import again", ("import", "--db", str(again), str(out))),
        ("backup", ("backup", "--db", str(large), str(folder / "copy.db"))),
        ("doctor", ("doctor", "--db", str(large))),
    ):  # fmt: skip
        taken, busy, memory = _measured(arguments)
        print(f"{title + ':':27} {taken:6.1f} s, {busy:6.1f} s of the processor, {memory:4.0f} MB")
    print(f"size of the JSON:           {out.stat().st_size / 1e6:6.0f} MB")
    same = all(facts(large, table) == facts(again, table) for table in TABLES)
    print(f"equal in every fact:        {'yes' if same else 'NO':>6}")


def facts(path: Path, table: str) -> list[Any]:
    """Return everything in a table, without row numbers."""
    connection = sqlite3.connect(path)
    try:
        return sorted(connection.execute(f"select {TABLES[table]} from {table}"))  # noqa: S608
    finally:
        connection.close()


def counts(path: Path) -> tuple[int, int]:
    """Return the numbers of hands and entries."""
    connection = sqlite3.connect(path)
    try:
        row = connection.execute(
            "select (select sum(deals) from (select max(deal) as deals from entries "
            "  group by game_id)), (select count(*) from entries)"
        ).fetchone()
        return row[0], row[1]
    finally:
        connection.close()


def moment(when: datetime) -> str:
    return when.isoformat(timespec="milliseconds")


def timed(act: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the seconds that an action takes."""
    begun = clock()
    act()
    return clock() - begun


def _get(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)


def _python(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)


def _measured(arguments: tuple[str, ...]) -> tuple[float, float, float]:
    """Return the seconds of a command, its processor time, and its peak memory in megabytes."""
    program = (
        "import re, time\n"
        "from scorekeeper.commands.main import main\n"
        "begun = time.perf_counter()\n"
        f"try: main({list(arguments)!r}, standalone_mode=False)\n"
        "except SystemExit: pass\n"  # the doctor's verdict
        "taken = time.perf_counter() - begun\n"
        "peak = int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) / 1024\n"
        "print(taken, time.process_time(), peak)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    taken, busy, memory = map(float, ran.stdout.splitlines()[-1].split())
    return taken, busy, memory


if __name__ == "__main__":
    main()
