"""Polling: phones ask whether the game has moved.

A phone that was let in to a game is remembered by its cookie. Its next questions are answered
before Flask reads the request, at a third of the cost or less. Whether the phone may see the game
is checked each time: if the table has renewed its keys, the request goes to Flask and is refused
there.

Pages for watchers hold no form and nothing personal except the language and the look, so they are
made once for everybody who watches.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, g, make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper.caches import LimitedDict
from scorekeeper.ledger import game_list, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown, UnusableFile
from scorekeeper.ledger.phones import SeenPhones, Sighting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.web import access, host_names, page_cache
from scorekeeper.web.access import open_store
from scorekeeper.web.page_cache import OLDEST, Answer, AnswerCache, AnswerKey

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

MOST_PHONES = 20_000
LONGEST = 500  # characters of an address that is remembered
HEADERS = (
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
PLAYING = "Playing"  # the header that names the game the table plays
KEPT_AS = "scorekeeper.kept_as"  # the key under which the answer to a request is cached
# The parts of a request on which its answer may depend.
ASKED = (
    "HTTP_COOKIE",
    "wsgi.url_scheme",
    "HTTP_HOST",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_SEC_FETCH_SITE",
)

View = Callable[[int], ResponseReturnValue]


@dataclass(frozen=True, slots=True)
class Followed:
    """What a phone was let in to.

    of_table  the phone follows the table, and so the game that it plays at the moment
    page      the key of the page it asks for; None for the bare revision
    phone     who it is, noted each time it asks
    """

    table: TableRecord
    game_id: int
    of_table: bool
    page: AnswerKey | None
    phone: Sighting | None


class Polling:
    """A WSGI layer over the application."""

    def __init__(self, app: Flask, store: Store) -> None:
        self._inner: WSGIApplication = app.wsgi_app
        self._extensions = app.extensions
        self._store = store
        self.cache: AnswerCache = app.extensions[page_cache.NAME]
        self.let_in = LimitedDict[bytes, Followed](MOST_PHONES)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        reads = environ["REQUEST_METHOD"] == "GET" and host_names.REFUSED not in environ
        remembered = self._remembered(environ) if reads else None
        if remembered is not None:
            return remembered(environ, start)
        head: list[Any] = []

        def noted(*given: Any) -> Any:
            head[:] = given
            return start(*given)

        body = self._inner(environ, noted)
        if KEPT_AS not in environ:
            return body
        answer = Answer.read(head, body)
        cookies = any(name == "Set-Cookie" for name, _ in answer.headers)
        if answer.status.startswith("200") and not cookies:
            self.cache.put(environ[KEPT_AS], None, answer)
        return [answer.body]

    def __len__(self) -> int:
        return len(self.let_in)

    def _remembered(self, environ: WSGIEnvironment) -> Answer | None:
        """Return the answer to a phone that was let in; None if Flask must answer."""
        known = self.let_in.get(_asked(environ))
        if known is None:
            return None
        table, game_id = known.table, known.game_id
        try:
            if tables.table(self._store, table.id, glance=True) != table:
                return None
            playing = game_list.current(self._store, table.id)
            if known.of_table and playing != game_id:
                return None
            revision = self._store.revision(table.id, game_id)
            if known.phone is not None:
                phones: SeenPhones = self._extensions[access.PHONES]
                phones.note(known.phone)
        except (Unknown, UnusableFile, sqlite3.Error):
            return None
        if known.page is not None:
            return self.cache.get((known.page, revision, playing), None, OLDEST)
        body = marked(game_id, revision, table=known.of_table).encode()
        headers = [(PLAYING, str(playing or "")), ("Content-Length", str(len(body)))]
        return Answer("200 OK", [*HEADERS, *headers], body)


def marked(game_id: int, revision: int, *, table: bool) -> str:
    """Return what a following page compares with; of a table, also the game that it plays."""
    return f"{game_id}-{revision}" if table else str(revision)


def _asked(environ: WSGIEnvironment) -> bytes:
    """Return a digest of all that an answer may depend on, however long a cookie is."""
    return hashlib.sha256(repr([environ.get(name, "") for name in ASKED]).encode()).digest()


def install(app: Flask, store: Store) -> None:
    """Put the layer over the application."""
    app.extensions["polling"] = app.wsgi_app = Polling(app, store)  # type: ignore[method-assign, assignment]


def let_in(game_id: int, page: AnswerKey | None = None) -> None:
    """Remember that the phone of this request may follow a game of its table.

    It asks for this page, or else for the bare revision. If its address names no game, it follows
    the one that the table plays.
    """
    if len(request.url) <= LONGEST:
        of_table = "game_id" not in (request.view_args or {})
        followed = Followed(g.table, game_id, of_table, page, access.sighting())
        _polling().let_in[_asked(request.environ)] = followed


def for_watchers(view: View) -> View:
    """Make a page of a game once for all who watch it."""

    @wraps(view)
    def shown(game_id: int) -> ResponseReturnValue:
        if g.role is not Role.WATCH or request.method != "GET":
            return view(game_id)
        store = open_store()
        page = page_cache.page_key(), game_id
        state = store.revision(g.table.id, game_id), game_list.current(store, g.table.id)
        let_in(game_id, page)
        answer = _polling().cache.get((page, *state), None, OLDEST)
        if answer is not None:
            return Response(answer.body, headers=answer.headers)
        request.environ[KEPT_AS] = (page, *state)
        return make_response(view(game_id))

    return shown


def _polling() -> Polling:
    polling: Polling = current_app.extensions["polling"]
    return polling
