"""Time of one recorded tap against a bare Flask route that makes one durable commit.

Both are served by waitress, as the command serves them, and asked in turns over an open connection,
so that the noise of the machine affects both; the result is the ratio of the medians. The tap
carries the data of a real phone: the cookie, the CSRF token, the key of the entry. Run with `make
bench`.
"""

from __future__ import annotations

import http.client
import re
import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask, redirect
from waitress.server import create_server
from werkzeug.wrappers import Response

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.seating import Seat
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.doors import UNLIMITED

HANDS = 120
ANSWERS: tuple[dict[str, str], ...] = (
    {"bid": "7C", "winner": "2"},
    {"number": "0"},
    {"number": "2"},
    {"number": "3"},
    {"tricks": "0,3,8,2"},
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tap = _tap(Path(folder) / "scores.db")
        bare = _bare(Path(folder) / "bare.db")
        times: dict[str, list[float]] = {"tap": [], "bare": []}
        for count in range(HANDS * len(ANSWERS)):
            times["tap"].append(_timed(tap, count))
            times["bare"].append(_timed(bare, count))
    medians = {name: statistics.median(taken) * 1e6 for name, taken in times.items()}
    print(f"a recorded tap:              {medians['tap']:7.0f} us (median of {len(times['tap'])})")
    print(f"a bare route with a commit:  {medians['bare']:7.0f} us")
    print(f"ratio:                       {medians['tap'] / medians['bare']:7.2f}")


class Phone:
    """A client with a cookie on one open connection."""

    def __init__(self, app: Flask) -> None:
        server = create_server(app, host="127.0.0.1", port=0, threads=4)
        threading.Thread(target=server.run, daemon=True).start()
        self.connection = http.client.HTTPConnection("127.0.0.1", server.effective_port)
        self.cookie = ""

    def get(self, path: str) -> str:
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
        return answer.read().decode()

    def post(self, path: str, fields: dict[str, str]) -> None:
        """Send a form, which must be accepted."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": self.cookie}
        self.connection.request("POST", path, urlencode(fields), headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        assert answer.status == 303, text


def _tap(path: Path) -> Callable[[int], None]:
    """Yield the answers of hand after hand, as the page posts them."""
    store = Store.open(path)
    app = create_app(store, keyless=True)
    app.config[WRITES] = UNLIMITED
    phone = Phone(app)
    ending = Ending(goal=Goal.OPEN)
    setup = Setup(ISRAELI_WHIST, ISRAELI_WHIST.presets[0].rules, ending, 4, Seat(0))
    game = new_game(store, tables.first(store).id, new_key(), setup, ("A", "B", "C", "D"))
    field = re.search(r'name="csrf_token" value="([^"]+)"', phone.get(f"/games/{game}/"))
    assert field
    token = field[1]

    def post(count: int) -> None:
        fields = {"csrf_token": token, "key": new_key(), "revision": str(count)}
        phone.post(f"/games/{game}/answers", fields | ANSWERS[count % len(ANSWERS)])

    return post


def _bare(path: Path) -> Callable[[int], None]:
    """Answer like any Flask application with a durable commit."""
    app = Flask("bare")
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("pragma journal_mode=wal")
    db.execute("pragma synchronous=full")
    db.execute("create table entries (id integer primary key, fact text not null)")

    @app.post("/entries")
    def record() -> Response:
        db.execute("begin immediate")
        db.execute("insert into entries (fact) values (?)", ['{"number":3,"seat":2}'])
        db.execute("commit")
        return redirect("/", 303)

    phone = Phone(app)

    def post(_: int) -> None:
        phone.post("/entries", {"number": "3"})

    return post


def _timed(act: Callable[[int], None], count: int) -> float:
    begun = time.perf_counter()
    act(count)
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
