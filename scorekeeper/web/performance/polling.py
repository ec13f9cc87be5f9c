"""The questions that phones ask all the time: has the game moved, and what does it look like now?

A phone that was let in to a game is remembered by its cookie; its next questions are answered
before Flask unpacks the request, at a third of the cost and less. What the phone may see is judged
anew each time: where the table has renewed its keys, the question goes the long way and is refused
there.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

from flask import Flask, Response, current_app, g, make_response, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown, UnusableFile
from scorekeeper.ledger.evenings import games
from scorekeeper.ledger.limited_dict import LimitedDict
from scorekeeper.ledger.tables import tables
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.ledger.tables.phones import SeenPhones, Sighting
from scorekeeper.ledger.tables.tables import TableRecord
from scorekeeper.web import compression
from scorekeeper.web.access import access_control, host_names
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance import page_cache
from scorekeeper.web.rendering import languages
from scorekeeper.web.rendering.settings import Preferences

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
# Who asks, and for what, and all that its answer may depend on.
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

    of_table  the phone follows the table: the game counts while it is the one that is played
    look      the page it asks for; None for the bare revision
    phone     who it is, to be noted when it asks again
    """

    table: TableRecord
    game_id: int
    of_table: bool
    look: page_cache.Look | None
    phone: Sighting | None


class Polling:
    """A WSGI layer over the application; `let_in` remembers the phone that is asking."""

    def __init__(self, app: Flask, store: Store, pages: page_cache.PageCache) -> None:
        self._inner: WSGIApplication = app.wsgi_app
        self._extensions = app.extensions
        self._store = store
        self._pages = pages
        self._let_in = LimitedDict[bytes, Followed](MOST_PHONES)

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """The revision or page that this phone asks for, or whatever the application answers."""
        reads = environ["REQUEST_METHOD"] == "GET" and host_names.REFUSED not in environ
        page = self._remembered(environ) if reads else None
        if page is None:
            return self._pages.through(self._inner, environ, start)
        start("200 OK", list(page.headers))
        return [page.body]

    def __len__(self) -> int:
        return len(self._let_in)

    def let_in(self, game_id: int, look: page_cache.Look | None = None) -> None:
        """Remember that the phone of this request may follow a game of its table.

        It asks for the page of this look, or else for the bare revision. An address that names no
        game follows the one that the table plays.
        """
        if len(request.url) > LONGEST:
            return
        of_table = "game_id" not in (request.view_args or {})
        self._let_in[_asked(request.environ)] = Followed(
            g.table, game_id, of_table, look, access_control.sighting()
        )

    def _remembered(self, environ: WSGIEnvironment) -> page_cache.Page | None:
        """None where the long way must tell: an unknown phone, a renewed key, a file in trouble."""
        known = self._let_in.get(_asked(environ))
        if known is None:
            return None
        table, game_id, look = known.table, known.game_id, known.look
        try:
            if tables.table(self._store, table.id, glance=True) != table:
                return None
            playing = games.current(self._store, table.id)
            if known.of_table and playing != game_id:
                return None
            revision = self._store.revision(table.id, game_id)
            if known.phone is not None:
                phones: SeenPhones = self._extensions[access_control.PHONES]
                phones.note(known.phone)
        except (Unknown, UnusableFile, sqlite3.Error):
            return None
        if look is not None:
            return self._pages.get((look, (revision, playing)))
        body = marked(game_id, revision, table=known.of_table).encode()
        told = ((PLAYING, str(playing or "")), ("Content-Length", str(len(body))))
        return page_cache.Page([*HEADERS, *told], body)


def marked(game_id: int, revision: int, *, table: bool) -> str:
    """What a page that follows is compared with; of a table, also which game it plays."""
    return f"{game_id}-{revision}" if table else str(revision)


def _asked(environ: WSGIEnvironment) -> bytes:
    """A digest of all that an answer may depend on: short, however long a cookie is."""
    return hashlib.sha256(repr([environ.get(name, "") for name in ASKED]).encode()).digest()


def install(app: Flask, store: Store) -> None:
    """Put the layer over the application."""
    app.extensions["page_cache"] = pages = page_cache.PageCache()
    polling = Polling(app, store, pages)
    app.extensions["polling"] = polling
    app.wsgi_app = polling  # type: ignore[method-assign, assignment]  # the way Flask documents


def let_in(game_id: int, look: page_cache.Look | None = None) -> None:
    """Remember that the phone of this request may follow a game of its table."""
    polling: Polling = current_app.extensions["polling"]
    polling.let_in(game_id, look)


def for_watchers(view: View) -> View:
    """Make a page of a game once for all who watch it."""

    @wraps(view)
    def shown(game_id: int) -> ResponseReturnValue:
        if g.role is not Role.WATCH or request.method != "GET":
            return view(game_id)
        store = open_store()
        pages: page_cache.PageCache = current_app.extensions["page_cache"]
        state = store.revision(g.table.id, game_id), games.current(store, g.table.id)
        look = (
            *(
                view.__name__,
                request.url,
                game_id,
                g.table,
                languages.current(),
                languages.region(),
                Preferences.kept(),
            ),
            compression.is_allowed(),
        )
        let_in(game_id, look)
        page = pages.get((look, state))
        if page is not None:
            return Response(page.body, headers=page.headers)
        request.environ[page_cache.NOTE] = look, state
        return make_response(view(game_id))

    return shown
