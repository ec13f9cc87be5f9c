"""The question that every phone asks all the time: has the game moved?

A phone that was let in to a game is remembered by its cookie; its next questions are answered
before Flask unpacks the request, at a third of the cost. What the phone may see is judged anew
each time: where the table has renewed its keys, the question goes the long way and is refused
there.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from flask import Flask, current_app, g, request

from scorekeeper.ledger.errors import Unknown, UnusableFile
from scorekeeper.ledger.store import Store, TableRecord

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_PHONES = 20_000
PATH_END = "/revision"


class Pulse:
    """A WSGI layer over the application; `let_in` remembers the phone that is asking."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._inner: WSGIApplication = app.wsgi_app
        self._store = store
        self._let_in: OrderedDict[tuple[str, str], tuple[TableRecord, int]] = OrderedDict()

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The bare revision, or whatever the application answers."""
        path = environ.get("PATH_INFO", "")
        if path.endswith(PATH_END) and environ["REQUEST_METHOD"] == "GET":
            revision = self._revision(environ.get("HTTP_COOKIE", ""), path)
            if revision is not None:
                body = str(revision).encode()
                start(
                    "200 OK",
                    [
                        ("Content-Type", "text/plain; charset=utf-8"),
                        ("Content-Length", str(len(body))),
                        ("Cache-Control", "no-store"),
                        ("X-Content-Type-Options", "nosniff"),
                    ],
                )
                return [body]
        return self._inner(environ, start)

    def let_in(self, game_id: int) -> None:
        """Remember that the phone of this request may follow a game of its table."""
        self._let_in[request.environ.get("HTTP_COOKIE", ""), request.path] = (g.table, game_id)
        while len(self._let_in) > MOST_PHONES:
            self._let_in.popitem(last=False)

    def _revision(self, cookie: str, path: str) -> int | None:
        """None where the long way must tell: an unknown phone, a renewed key, a file in trouble."""
        known = self._let_in.get((cookie, path))
        if known is None:
            return None
        table, game_id = known
        try:
            if self._store.table(table.id, glance=True) != table:
                return None
            return self._store.revision(table.id, game_id)
        except (Unknown, UnusableFile, sqlite3.Error):
            return None


def install(app: Flask, store: Store) -> None:
    """Put the layer over the application."""
    pulse = Pulse(app, store)
    app.extensions["pulse"] = pulse
    app.wsgi_app = pulse  # type: ignore[method-assign, assignment]  # the way Flask documents


def let_in(game_id: int) -> None:
    """Remember that the phone of this request may follow a game of its table."""
    pulse: Pulse = current_app.extensions["pulse"]
    pulse.let_in(game_id)
