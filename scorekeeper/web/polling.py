"""Polling: phones ask whether the game has changed.

When Flask has admitted a phone to a game, the phone's later requests are recognised by their
headers. They are answered before Flask reads the request: 400 watchers cost 9.7 s of the processor
in 25 s, and 18.8 s without it. The table is checked each time: if it has renewed its keys, the
request goes to Flask and is refused there.

Pages for watchers hold no form and nothing personal except the language and the look, so they are
made once for everybody who watches.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, current_app, g, request
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
from scorekeeper.web.page_cache import AnswerCache, AnswerKey, CompleteResponse

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

NAME = "polling"
MOST_PHONES = 20_000
LONGEST = 500  # characters; longer addresses are not remembered
HEADERS = (
    ("Content-Type", "text/plain; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
PLAYING = "Playing"  # the header with the id of the game that the table plays
# The parts of a request that its answer may depend on
DEPENDS_ON = (
    "HTTP_COOKIE",
    "wsgi.url_scheme",
    "HTTP_HOST",
    "SCRIPT_NAME",
    "PATH_INFO",
    "QUERY_STRING",
    "HTTP_ACCEPT_LANGUAGE",
    "HTTP_ACCEPT_ENCODING",
    "HTTP_SEC_FETCH_SITE",
)

View = Callable[[int], ResponseReturnValue]

pages = Blueprint("polling", __name__, url_prefix="/games/<int:game_id>")


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that a phone may follow.

    of_table  whether the phone follows the table, and so any game that the table plays
    page      the key of the page that it requests; None if it requests only the revision
    phone     the phone, recorded as seen at each request; None if it came without a link
    """

    table: TableRecord
    game_id: int
    of_table: bool
    page: AnswerKey | None
    phone: Sighting | None


class Polling:
    """WSGI middleware that answers the requests of phones which follow a game."""

    def __init__(self, inner: WSGIApplication, app: Flask, store: Store) -> None:
        self._inner = inner
        self._extensions = app.extensions
        self._store = store
        self.cache: AnswerCache = app.extensions[page_cache.NAME]
        self.followed = LimitedDict[bytes, Followed](MOST_PHONES)
        app.extensions[NAME] = self

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        reads = environ["REQUEST_METHOD"] == "GET" and host_names.REFUSED not in environ
        remembered = self._answer_follower(environ) if reads else None
        return (remembered or self._inner)(environ, start)

    def __len__(self) -> int:
        return len(self.followed)

    def _answer_follower(self, environ: WSGIEnvironment) -> CompleteResponse | None:
        """Return the answer to a phone that follows a game; None if Flask must answer."""
        known = self.followed.get(_request_digest(environ))
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
            return self.cache.get((known.page, revision, playing))
        body = poll_mark(game_id, revision, table=known.of_table).encode()
        headers = [(PLAYING, str(playing or "")), ("Content-Length", str(len(body)))]
        return CompleteResponse("200 OK", [*HEADERS, *headers], body)


def poll_mark(game_id: int, revision: int, *, table: bool) -> str:
    """Return the text that a page compares with its own to see whether the game has changed.

    A page that follows the table also compares the id of the game.
    """
    return f"{game_id}-{revision}" if table else str(revision)


def _request_digest(environ: WSGIEnvironment) -> bytes:
    """Return a short digest of everything in a request that its answer may depend on."""
    return hashlib.sha256(repr([environ.get(name, "") for name in DEPENDS_ON]).encode()).digest()


def allow_following(game_id: int, page: AnswerKey | None = None) -> None:
    """Remember that the phone of this request may follow a game of its table.

    `page` is the key of the page that it requests; None if it requests only the revision. If the
    URL names no game, the phone follows the game that the table plays.
    """
    if len(request.url) <= LONGEST:
        of_table = "game_id" not in (request.view_args or {})
        followed = Followed(g.table, game_id, of_table, page, access.sighting())
        polling: Polling = current_app.extensions[NAME]
        polling.followed[_request_digest(request.environ)] = followed


def for_watchers(view: View) -> View:
    """Decorate the view of a game's page, so that the page is made once for all watchers."""

    @wraps(view)
    def wrapper(game_id: int) -> ResponseReturnValue:
        if g.role is not Role.WATCH:
            return view(game_id)
        store = open_store()
        page = page_cache.page_key(), game_id
        state = store.revision(g.table.id, game_id), game_list.current(store, g.table.id)
        allow_following(game_id, page)
        return page_cache.cached_answer((page, *state)) or view(game_id)

    return wrapper


@pages.get("/revision")
def revision(game_id: int) -> ResponseReturnValue:
    """Return the revision of a game as plain text, for pages that follow the game."""
    store = open_store()
    number = store.revision(g.table.id, game_id)
    allow_following(game_id)
    playing = {PLAYING: str(game_list.current(store, g.table.id) or "")}
    return Response(str(number), mimetype="text/plain", headers=playing)
