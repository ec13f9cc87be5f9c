"""The application factory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from types import TracebackType

from flask import Flask, Response, g, make_response, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.rules.rounding import hundredths
from scorekeeper.ledger.database import opening
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown, UnusableFile
from scorekeeper.ledger.exchange.paper_hands import MOST_ROWS
from scorekeeper.ledger.statistics.evening_counts import Counter
from scorekeeper.ledger.tables import tables
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web import compression
from scorekeeper.web.access import (
    access_control,
    cookie_secret,
    host_names,
    link_pages,
    rate_limits,
    session_cookie,
)
from scorekeeper.web.advice import advice_page, practice_pages
from scorekeeper.web.app import (
    database_error_pages,
    health,
    manifest_and_worker,
    open_answers,
    resource_folder,
)
from scorekeeper.web.evenings import evening_pages, home_page
from scorekeeper.web.files import export_import, paper_hands_page, printing
from scorekeeper.web.performance import answer_cache, expensive_reads, polling, read_limits
from scorekeeper.web.players import league_page, people_changes, statistics_pages
from scorekeeper.web.rendering import help_page, keyboard_keys, languages, player_marks, settings
from scorekeeper.web.rendering.assets import Assets
from scorekeeper.web.rendering.formatting import Teller, denomination
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.review import (
    hand_page,
    result_sharing,
    room_screen,
    score_sheet_pages,
    standings_pages,
    what_if_page,
)
from scorekeeper.web.table import entry_forms, new_game, table_page

LARGEST_BODY = 64 * 1024  # notes of 4,000 letters that are sent with twelve bytes each, and more
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

# What a browser shows by itself; a policy on each script of a page would outweigh the script.
DOCUMENTS = ("text/html", "text/plain", "image/svg+xml", "application/xml")


# What no page of ours wants; what it may do without asking stays as it is.
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class Application(Flask):
    """Flask, which writes no address into its log: a key may be in one."""

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Note a fault with the kind of page, not the page."""
        page = database_error_pages.kind_of_page()
        self.logger.error("Exception on %s [%s]", page, request.method, exc_info=exc_info)


def create_app(
    store: Store,
    *,
    keyless: bool = False,
    trusted_hosts: Iterable[str] = (),
    behind_proxy: bool = False,
    signed_with: str | None = None,
    waiting: int | None = None,
) -> Flask:
    """Make the application over an open database.

    Where it is `keyless`, everyone who reaches it may score at the first table. Besides its own, it
    answers to the `trusted_hosts`. What headers say of where a request comes from counts only
    `behind_proxy`. Cookies are signed with a secret of its own, unless one is given; raises
    UnusableFile where that cannot be kept. With `waiting`, expensive reads are made in processes
    of their own, and so many watchers may wait for them at once; without, they are made here.
    """
    root = resource_folder.root()
    key = signed_with or cookie_secret.secret_of(store)
    app = Application("scorekeeper", template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        STORE=store,
        KEYLESS=keyless,
        REACHABLE=None,
        SECRET_KEY=key,
        **session_cookie.settings(key),
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(tell=Teller(), denomination=denomination, hundredths=hundredths)
    app.jinja_env.globals.update(
        action_keys=keyboard_keys.ACTION_KEYS,
        bid_key=keyboard_keys.bid_key,
        choice_keys=keyboard_keys.choice_keys,
        denomination_key=keyboard_keys.denomination_key,
        denominations=list(Denomination),
        mark_number=player_marks.number,
        mark_path=player_marks.path,
        sheet_rows=score_sheet_pages.sheet_rows,
        longest_total=score_sheet_pages.longest_total,
    )
    try:
        tables.first(store)
    except sqlite3.Error as error:
        raise UnusableFile(opening.explain(store.path, error)) from error
    languages.install(app)
    app.extensions[answer_cache.NAME] = answer_cache.AnswerCache()
    if waiting is not None:
        read_limits.install(app, store)
        expensive_reads.install(app, store, waiting)
    polling.install(app, store)
    session_cookie.install(app)
    health.install(app, store)
    assets = Assets(root / "static")
    open_answers.install(app, assets)
    host_names.install(app, trusted_hosts)
    if behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1)  # type: ignore[method-assign]
    rate_limits.install(app)
    access_control.install(app)
    export_import.install(app)
    paper_hands_page.install(app)
    entry_forms.install(app)
    CSRFProtect(app)
    assets.install(app)
    for pages in (
        home_page.pages,
        link_pages.pages,
        new_game.pages,
        table_page.pages,
        hand_page.pages,
        score_sheet_pages.pages,
        room_screen.pages,
        settings.pages,
        help_page.pages,
        printing.pages,
        standings_pages.pages,
        what_if_page.pages,
        evening_pages.pages,
        statistics_pages.pages,
        league_page.pages,
        export_import.pages,
        result_sharing.pages,
        paper_hands_page.pages,
        people_changes.pages,
        advice_page.pages,
        practice_pages.pages,
        practice_pages.record_pages,
        manifest_and_worker.pages,
    ):
        app.register_blueprint(pages)
    app.context_processor(_who)
    app.context_processor(settings.context)
    app.after_request(_headers)
    compression.install(app)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Unknown, _unknown)
    app.register_error_handler(CSRFError, _expired)
    database_error_pages.install(app)
    app.extensions["figures"] = Counter(store)
    return app


def _who() -> dict[str, object]:
    return {"may_score": g.get("role") is Role.SCORE}


def _headers(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.endpoint != "assets.file":  # the same for all the world
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if (response.mimetype or "").startswith(DOCUMENTS):
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.is_secure:  # a browser ignores it elsewhere, and complains
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _page(status: int, title: str, text: str) -> ResponseReturnValue:
    return render_template("error.html", title=title, text=text), status


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    match status:
        case 403:
            title = translated("This link only watches")
            text = translated("Ask for the scoring link to write here.")
        case 404:
            title, text = translated("Nothing here"), translated("There is no such page.")
        case 405:
            title, text = translated("Nothing here"), translated("This address does not do that.")
        case 413:
            title, text = translated("Too much"), _too_much()
        case 429:
            title = translated("That was too fast")
            text = translated("Nothing was recorded. Wait a moment, go back and send it again.")
        case _ if status < 500:
            title = translated("That did not work")
            text = translated("What was sent could not be read; nothing was recorded.")
        case _:
            title = translated("Something went wrong here")
            text = translated("The score keeper has a fault. Go back and try again in a moment.")
    shown = make_response(_page(status, title, text))
    if isinstance(error, TooManyRequests):
        shown.headers["Retry-After"] = str(error.retry_after)
    return shown


def _too_much() -> str:
    """What was too large, and what is allowed."""
    match request.endpoint:
        case "paper.take":
            text = translated(
                "The text is too long: this page takes {most} hands at once. Go back and paste "
                "them in parts; nothing was recorded."
            )
            return text.format(most=MOST_ROWS)
        case "files.upload":
            text = translated(
                "The files are too large: this page takes {most} MB. Bring them in one by one, or "
                "at the terminal with “scorekeeper import”."
            )
            return text.format(most=export_import.LARGEST_FILE // 2**20)
        case _:
            text = translated("That was more than this page takes, which is {most} kB.")
            return text.format(most=LARGEST_BODY // 2**10)


def _unknown(_: Unknown) -> ResponseReturnValue:
    return _page(404, translated("Nothing here"), translated("There is no such page."))


def _expired(_: CSRFError) -> ResponseReturnValue:
    return _page(
        400,
        translated("This page is too old"),
        translated("Go back, reload the page and enter it again; nothing was recorded."),
    )
