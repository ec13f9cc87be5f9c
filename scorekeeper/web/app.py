"""The application factory."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

from flask import Flask, Response, g, render_template
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.store import Store
from scorekeeper.web import (
    access,
    hand,
    home,
    new_game,
    places,
    play,
    pulse,
    review,
    standings,
    what_if,
)
from scorekeeper.web.access import Role
from scorekeeper.web.assets import Assets
from scorekeeper.web.telling import Teller, denomination, translated

LARGEST_BODY = 256 * 1024
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)


def create_app(store: Store, *, keyless: bool = False) -> Flask:
    """Make the application over an open database.

    Where it is `keyless`, everyone who reaches it may score at the first table.
    """
    root = places.root()
    app = Flask("scorekeeper", template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        STORE=store,
        KEYLESS=keyless,
        REACHABLE=None,
        SECRET_KEY=access.secret_of(store),
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_HTTPONLY=True,
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_REFRESH_EACH_REQUEST=False,
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # by the extension
    app.jinja_env.globals.update(tell=Teller(), denomination=denomination)
    store.first_table()
    access.install(app)
    CSRFProtect(app)
    Assets(root / "static").install(app)
    for module in (home, new_game, play, hand, review, standings, what_if):
        app.register_blueprint(module.pages)
    app.context_processor(_who)
    app.after_request(_headers)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Unknown, _unknown)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(sqlite3.DatabaseError, _database_error)
    pulse.install(app, store)
    return app


def _who() -> dict[str, object]:
    return {"may_score": g.get("role") is Role.SCORE}


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _page(status: int, title: str, text: str) -> ResponseReturnValue:
    return render_template("error.html", title=title, text=text), status


def _said(text: str) -> str:
    return translated(text, None, None)


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    title, text = {
        403: (_said("This link only watches"), _said("Ask for the scoring link to write here.")),
        404: (_said("Nothing here"), _said("There is no such page.")),
        405: (_said("Nothing here"), _said("This address does not do that.")),
        413: (_said("Too much"), _said("That was more than this page takes.")),
    }.get(status, (error.name, error.description or ""))
    return _page(status, title, text)


def _unknown(_: Unknown) -> ResponseReturnValue:
    return _page(404, _said("Nothing here"), _said("There is no such page."))


def _expired(_: CSRFError) -> ResponseReturnValue:
    return _page(
        400,
        _said("This page is too old"),
        _said("Go back, reload the page and enter it again; nothing was recorded."),
    )


def _database_error(error: sqlite3.DatabaseError) -> ResponseReturnValue:
    reason = _said("The score file cannot be used at the moment; nothing was recorded.")
    return _page(503, _said("Not recorded"), f"{reason} ({error})")
