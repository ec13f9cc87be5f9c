"""An evening in a browser's Python, one request at a time, for tests of what the browser keeps.

`Evening.step` sends the next request through `in_browser`, as the worker does, and returns the
numbers of games and entries that are answered now. `check` examines a folder found after a cut.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Generator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder

from scorekeeper.ledger import backups, database, doctor
from scorekeeper.ledger.doctor import Level
from scorekeeper.ledger.store import Store
from scorekeeper.web import in_browser
from tests.web.phone import Form, Page

ORIGIN = "http://localhost:8000"
NAMES = ["Anna", "Ben", "Chaim", "Dana"]
FILE = Path("/scores/scores.db")
DAY = date(2026, 3, 6)
HAND = [
    {"bid": "7C", "winner": "2"},
    {"number": "0"},
    {"number": "2"},
    {"number": "3"},
    {"tricks-0": "0", "tricks-1": "3", "tricks-2": "8", "tricks-3": "2"},
]
Request = tuple[str, str, dict[str, object] | None]
Steps = Generator[Request | Callable[[], object], Page, None]
Answer = Generator[Request | Callable[[], object], Page, Page]


class Evening:
    """The requests of an evening; `hands` is the number of hands of each game."""

    def __init__(self, hands: int, imported: str) -> None:
        self.imported = imported
        self._steps = self._evening(hands)
        self._page: Page | None = None

    def step(self) -> str | None:
        """Do the next step; return the numbers of games and entries, None after the last."""
        try:
            step = next(self._steps) if self._page is None else self._steps.send(self._page)
        except StopIteration:
            return None
        if callable(step):
            step()
        else:
            self._page = ask(*step)
        return json.dumps(numbers(FILE))

    def _evening(self, hands: int) -> Steps:
        yield from self._game("israeli-whist", hands)
        yield from self._import()
        yield _store().checkpoint
        yield from self._game("israeli-whist", 1)
        yield lambda: backups.make(FILE, 2, DAY)
        yield from self._game("israeli-whist", 1)
        yield self._restore
        yield from self._game("israeli-whist", hands)

    def _game(self, game: str, hands: int) -> Steps:
        page = yield ("GET", f"/games/new?game={game}", None)
        seats = {f"names-{seat}": name for seat, name in enumerate(NAMES)}
        page = yield from _sent(page.form("/games/new"), seats | {"dealer": "0", "start": "1"})
        for _ in range(hands):
            for answer in HAND:
                page = yield from _sent(page.form("/answers"), answer)

    def _import(self) -> Steps:
        page = yield ("GET", "/data", None)
        form = page.form("/data/import")
        with Path(self.imported).open("rb") as file:
            page = yield ("POST", form.action, {**form.fields, "file": (file, "scores.json")})
        yield from _sent(page.forms[0], {})

    def _restore(self) -> None:
        """Take yesterday's copy: it is renamed to the name of the score file."""
        _store().close()
        backups.restore(backups.daily_path(FILE, DAY), FILE, datetime.now(UTC))
        begin()


def begin() -> None:
    in_browser.begin("/", ORIGIN)


def end() -> None:
    _store().close()


def _store() -> Store:
    assert in_browser._site
    store: Store = in_browser._site.rooms[""].app.config["STORE"]
    return store


def ask(method: str, address: str, data: dict[str, object] | None) -> Page:
    """Send one request, and return its page."""
    url = urljoin(ORIGIN, address)
    headers: list[tuple[str, str]] = []
    body = b""
    if data is not None:
        sent = EnvironBuilder(method="POST", data=data).get_environ()
        headers, body = [("content-type", sent["CONTENT_TYPE"])], sent["wsgi.input"].read()
    status, given, text = in_browser.answer(method, url, headers, body)
    found = Headers(given)
    where = urljoin(address, found.get("Location", ""))
    return Page(status, urlsplit(where).path, text.decode(errors="replace"), found)


def _sent(form: Form, answers: dict[str, str]) -> Answer:
    """Send a form, and open the page to which its answer leads."""
    page = yield ("POST", form.action, {**form.fields, **answers})
    assert page.status == 303, (page.status, page.problems, page.words[:300])
    return (yield ("GET", page.address, None))


def numbers(path: Path) -> list[int]:
    """The numbers of games and entries in a file."""
    with closing(database.readable(path)) as db:
        query = "select (select count(*) from games), (select count(*) from entries)"
        return list(db.execute(query).fetchone())


def check(folder: str) -> str:
    """Examine a folder; return its numbers and all faults."""
    path = Path(folder) / FILE.name
    if not path.exists() or not path.stat().st_size:
        return json.dumps({"numbers": [0, 0], "faults": []})
    faults = []
    try:
        found = numbers(path)
        with closing(sqlite3.connect(path)) as db:
            faults += [row[0] for row in db.execute("pragma integrity_check") if row[0] != "ok"]
    except sqlite3.OperationalError as error:
        found = [0, 0]  # cut before the first tables were created
        faults += [] if "no such table" in str(error) else [str(error)]
    else:
        faults += [
            f"{finding.topic}: {finding.message}"
            for finding in doctor.examine(path, datetime.now(UTC))
            if finding.level is not Level.FINE and finding.topic != doctor.BACKUPS
        ]
    return json.dumps({"numbers": found, "faults": faults})
