"""Score keeper under test: two tables, five phones, and a record of every request."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import quote

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.test import TestResponse

from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_list import game_ids
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.web import create_app, sharing
from scorekeeper.web.rate_limits import KEYS, WRITES
from tests.doors import UNLIMITED, new_link
from tests.tools.fuzz.values import FORM, encoded
from tests.web.own_paths import leads_elsewhere
from tests.web.phone import Form, Reader

PHONES = ("scorer", "reader", "watcher", "neighbour", "stranger")  # the reader scores in Hebrew
FAILED = 500
BESIDES = {"HEAD", "OPTIONS"}  # methods that only one of two routes with the same address takes
NOWHERE = "(no such address)"
ARGUMENTS = {
    "game_id": ("1", "2", "3", "4"),
    "session_id": ("1", "2", "3"),
    "player_id": ("1", "2", "3"),
    "other_id": ("2", "4", "5"),
    "number": ("1", "2"),
    "deal": ("0", "7"),
    "year": ("1999", "2026"),
    "token": ("no-such-token",),
    "key": ("no-such-key",),
    "version": ("0123456789ab",),
    "name": ("style.css", "js/main.js", "icon.svg"),
}

Route = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request in a form that can be sent again."""

    who: str
    method: str
    path: str
    body: bytes = b""
    kind: str | None = None
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class Seen:
    """All requests and answers, over many clubs."""

    answers: Counter[tuple[str, str, int]] = field(default_factory=Counter)

    @property
    def requests(self) -> int:
        return self.answers.total()

    def missed(self, app: Flask) -> list[str]:
        """Return routes that were not asked by every method they take, or never answered well."""
        asked = {(method, rule) for method, rule, _ in self.answers}
        well = {rule for _, rule, status in self.answers if status < 400}
        wanted = [route for route in routes(app) if route[0] not in BESIDES]
        return [
            *(f"{' '.join(route)}: never asked" for route in wanted if route not in asked),
            *(f"{rule}: never answered well" for _, rule in wanted if rule not in well),
        ]

    def table(self) -> str:
        """Return the number of requests and answers of each route as text."""
        statuses = sorted({status for *_, status in self.answers})
        rows: dict[str, Counter[int]] = {}
        for (_, rule, status), count in self.answers.items():
            rows.setdefault(rule, Counter())[status] += count
        lines = [f"{'address':58}{'all':>8}" + "".join(f"{code:>7}" for code in statuses)]
        for rule, counts in sorted(rows.items()):
            numbers = "".join(f"{counts[code] or '':>7}" for code in statuses)
            lines.append(f"{rule:58}{counts.total():>8}{numbers}")
        methods = Counter[str]()
        for (method, *_), count in self.answers.items():
            methods[method] += count
        lines.append(", ".join(f"{count} {method}" for method, count in methods.most_common()))
        return "\n".join(lines)


class Club:
    """An application with a separate score file, and the phones that use it."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._folder = tempfile.TemporaryDirectory(prefix="fuzz-")
        self.store = Store.open(Path(self._folder.name) / "scores.db")
        self.app = create_app(self.store)
        self.app.config["PROPAGATE_EXCEPTIONS"] = True  # faults are raised
        self.app.config.update({WRITES: UNLIMITED, KEYS: UNLIMITED})
        both = [tables.first(self.store), self._another_table()]
        self.table = both[0]
        self.phones = {who: self.app.test_client() for who in PHONES}
        self.phones["reader"].environ_base["HTTP_ACCEPT_LANGUAGE"] = "he"
        self._roles = {
            "scorer": (both[0].id, Role.SCORE),
            "reader": (both[0].id, Role.SCORE),
            "watcher": (both[0].id, Role.WATCH),
            "neighbour": (both[1].id, Role.SCORE),
        }
        for who in self._roles:
            self._let_in(who)
        self.tokens = {who: self._token(who) for who in PHONES}

    def _let_in(self, who: str) -> None:
        """Give a phone a link, at first and after links were renewed."""
        table_id, role = self._roles[who]
        self.ask(Sent(who, "GET", new_link(self.store, role, tables.table(self.store, table_id))))

    def close(self) -> None:
        self.store.db.conn.close()
        self._folder.cleanup()

    def ask(self, sent: Sent) -> TestResponse:
        """Send a request; a failure names the request."""
        client: FlaskClient = self.phones[sent.who]
        try:
            response = client.open(
                sent.path,
                method=sent.method,
                data=sent.body,
                content_type=sent.kind,
                headers=list(sent.headers),
            )
            response.get_data()  # what is streamed may fail late
        except Exception as error:
            error.add_note(f"asked by {sent!r}")
            raise
        self.seen.answers[sent.method, self.rule_of(sent), response.status_code] += 1
        if response.status_code >= FAILED:
            raise AssertionError(f"{response.status} to {sent!r}\n{response.text[:2000]}")
        if led := strangers(response):
            raise AssertionError(f"leads to {led} in answer to {sent!r}")
        return response

    def post(self, who: str, path: str, fields: dict[str, str]) -> TestResponse:
        """Send a valid form."""
        pairs = list(({"csrf_token": self.tokens[who]} | fields).items())
        return self.ask(Sent(who, "POST", path, encoded(pairs), FORM))

    def begin(self, who: str, book: str, rules: str, ending: dict[str, str]) -> None:
        sheet = Sent(who, "GET", f"/games/new?game={book}")
        page = self.ask(sheet)
        if page.status_code == 403:
            self._let_in(who)
            page = self.ask(sheet)
        form = next(
            candidate for candidate in self.forms(page) if candidate.action.endswith("/new")
        )
        names = {f"names-{seat}": name for seat, name in enumerate(("Anna", "Ben", "Chaim", "דנה"))}
        fields = form.fields | names | {"dealer": "0", "rules": rules, "start": "1"} | ending
        self.post(who, "/games/new", fields)

    def forms(self, response: TestResponse) -> list[Form]:
        return Reader(response.text).forms if response.mimetype == "text/html" else []

    def rule_of(self, sent: Sent) -> str:
        """Return the route of a request, even if it does not take the method."""
        adapter = self.app.url_map.bind("localhost")
        for method in (sent.method, "GET", "POST"):
            with suppress(HTTPException, RequestRedirect):
                rule, _ = adapter.match(sent.path.partition("?")[0], method, return_rule=True)
                return rule.rule
        return NOWHERE

    def check(self) -> None:
        """Raise unless the facts are sound: the file, the games, and both together.

        An export must be accepted elsewhere, which checks every entry against the rules.
        """
        with closing(sqlite3.connect(self.store.path)) as file:
            assert file.execute("pragma integrity_check").fetchall() == [("ok",)]
            assert file.execute("pragma foreign_key_check").fetchall() == []
        fresh = Store(self.store.path)
        for table in tables.every(fresh):
            for game_id in game_ids(fresh, table.id, 1000):
                kept, anew = self.store.game(table.id, game_id), fresh.game(table.id, game_id)
                assert kept.log.revision == anew.log.revision
                assert kept.game.current == anew.game.current
            self._check_document(fresh, table)
        fresh.db.conn.close()

    def _check_document(self, fresh: Store, table: TableRecord) -> None:
        folder = Path(self._folder.name)
        document = folder / f"{table.id}.json"
        document.write_text("".join(as_json(fresh.path, Scope(table.id), fresh.now())), "utf-8")
        elsewhere = Store.open(folder / f"elsewhere-{table.id}.db")
        there = tables.first(elsewhere).id
        importing.bring_in(elsewhere, there, importing.survey_file(elsewhere, there, document))
        again = "".join(as_json(elsewhere.path, Scope(there), elsewhere.now()))
        taken, brought = json.loads(document.read_text("utf-8")), json.loads(again)
        for part in ("games", "players"):
            assert brought[part] == taken[part]
        elsewhere.db.conn.close()

    def _another_table(self) -> TableRecord:
        with self.store.transaction() as db:
            db.execute(
                "insert into tables (name, created, score_keys, watch_keys) values (?, ?, 1, 1)",
                ["Their table", self.store.now()],
            )
        return tables.every(self.store)[1]

    def _token(self, who: str) -> str:
        forms = self.forms(self.ask(Sent(who, "GET", "/settings/")))
        return next(form.fields["csrf_token"] for form in forms if "csrf_token" in form.fields)


def strangers(response: TestResponse) -> list[str]:
    """Return the addresses of other sites in an answer: redirects, links and forms."""
    addresses = [response.headers.get("Location", "/")]
    if response.mimetype == "text/html":
        whole = response.get_data()
        if response.content_encoding == "gzip":
            whole = gzip.decompress(whole)
        addresses += re.findall(r'(?:href|action|src)="([^"]*)"', whole.decode("utf-8", "replace"))
    return [
        address
        for address in map(unescape, addresses)
        if leads_elsewhere(_inside(address)) and not _is_link(address)
    ]


def _inside(address: str) -> str:
    """Return the path of an address that names this site in full, as some redirects do."""
    return re.sub(r"^http://localhost(?=/(?!/))", "", address)


def _is_link(address: str) -> bool:
    """Return whether it is a link to a table, which names the host of the request.

    Also for the link to the app BG Stats, which a person has to touch.
    """
    return (
        address.startswith(sharing.ADDRESS)
        or re.fullmatch(r"https?://[^/]*/join/[\w-]*", address) is not None
    )


def routes(app: Flask) -> list[Route]:
    """Return every method of every route, as method and pattern."""
    return sorted(
        (method, rule.rule) for rule in app.url_map.iter_rules() for method in rule.methods or ()
    )


def parts(pattern: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Split a route into fixed texts, and arguments with their possible values.

    Fails for an unknown argument, so that a new one is not left untested.
    """
    for index, piece in enumerate(re.split(r"<([^<>]*)>", pattern.removeprefix("/"))):
        converter, _, name = piece.rpartition(":")
        if not index % 2:
            yield piece, ()
        elif converter.startswith("any("):
            yield name, tuple(re.findall(r"[\w-]+", converter.removeprefix("any")))
        else:
            yield name, ARGUMENTS[name]


def quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="")
