"""The application factory: every page, header and error page of the application."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.cards import Denomination
from scorekeeper.exchange.paper_hands import MOST_ROWS
from scorekeeper.ledger import database, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown, UnreadableGame, UnusableFile, fault_of
from scorekeeper.ledger.player_figures import Counter
from scorekeeper.ledger.store import Store
from scorekeeper.web import (
    access,
    advice,
    charts,
    cookies,
    evenings,
    expensive_reads,
    files,
    formatting,
    hand,
    host_names,
    languages,
    links,
    new_game,
    page_cache,
    people,
    polling,
    printing,
    rate_limits,
    read_limits,
    settings,
    sharing,
    standings,
    static_files,
    statistics,
    table,
    what_if,
)
from scorekeeper.web.access import open_store
from scorekeeper.web.formatting import Teller, denomination
from scorekeeper.web.languages import translated
from scorekeeper.web.static_files import Assets
from scorekeeper.wording import Sentence, hundredths, say

# What makes it an application of the phone
#
# The manifest names it, and the service worker opens it where there is no network.

PAPER = "#f7f2e8"

offline_pages = Blueprint("offline", __name__)


@offline_pages.get("/sw.js")
def worker() -> ResponseReturnValue:
    """The service worker: at the root, so that it may answer for every page.

    It begins with the addresses of what every page needs; they change with their content, and a
    worker that has changed takes the place of the old one.
    """
    static = static_files.root() / "static"
    address = current_app.jinja_env.globals["asset"]
    assert callable(address)  # noqa: S101  (see `Assets.install`)
    needed = [address(name) for name in _needed(static)]
    script = (static / "service_worker.js").read_text(encoding="utf-8")
    response = Response(
        f"const NEEDED = {json.dumps(needed)};\n{script}", mimetype="text/javascript"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response


@offline_pages.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The name and the icons under which a phone keeps the application."""
    address = current_app.jinja_env.globals["asset"]
    assert callable(address)  # noqa: S101  (see `Assets.install`)
    icons = [
        {"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": address(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
        {
            "src": address("icon-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    name = translated("Scorekeeper")
    response = jsonify(
        name=name,
        short_name=name,
        start_url="/",
        scope="/",
        display="standalone",
        background_color=PAPER,
        theme_color=PAPER,
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    response.headers["Cache-Control"] = "no-cache"
    return response


def _needed(static: Path) -> list[str]:
    scripts = sorted(path.relative_to(static).as_posix() for path in (static / "js").glob("*.js"))
    return ["style.css", "icon.svg", *scripts]


# The score file cannot be used
#
# It is a 503, at which a page keeps the tap and sends it again; whatever can still be read is read.

AGAIN = 5  # seconds after which a phone may ask again
SAY_AGAIN = 60.0  # seconds after which the log says the same again
ANOTHER = say(
    "Another file lies in the place of the score file, and it cannot be used. Stop the score "
    "keeper, and put back the right one."
)


def install(app: Flask) -> None:
    """Answer trouble with the score file in words."""
    logged: dict[str, float] = {}

    def answer(error: Exception) -> ResponseReturnValue:
        now = time.monotonic()
        if now - logged.get(str(error), -SAY_AGAIN) >= SAY_AGAIN:
            logged[str(error)] = now
            current_app.logger.error("%s %s: %s", request.method, kind_of_page(), error)
        return _answer(error)

    app.register_error_handler(sqlite3.DatabaseError, answer)
    app.register_error_handler(UnusableFile, answer)
    app.register_error_handler(UnreadableGame, answer)


def kind_of_page() -> str:
    """What a log may say of where a request went: the address itself may hold a key."""
    return request.url_rule.rule if request.url_rule else "nowhere"


def _answer(error: Exception) -> ResponseReturnValue:
    reason = _reason(error)
    text = str(Teller()(reason))
    writes = request.method not in {"GET", "HEAD"}
    if table.wants_json():
        response = jsonify(problem=text)
    else:
        if writes:
            text = f"{translated('Nothing was recorded.')} {text}"
        title = (
            translated("Not recorded") if writes else translated("The score file cannot be read")
        )
        response = make_response(render_template("error.html", title=title, text=text))
    response.status_code = 503
    response.headers["Retry-After"] = str(AGAIN)
    return response


def _reason(error: Exception) -> Sentence:
    if isinstance(error, UnusableFile):
        return ANOTHER
    if isinstance(error, UnreadableGame) and isinstance(error.__cause__, sqlite3.Error):
        error = error.__cause__  # more than this game may be damaged
    if isinstance(error, UnreadableGame):
        return say(
            "Game {number} cannot be read: its part of the score file is damaged. The other games "
            "are not. Stop the score keeper, look with “scorekeeper doctor”, and take a backup "
            "with “scorekeeper restore”.",
            number=error.game_id,
        )
    assert isinstance(error, sqlite3.Error)  # noqa: S101  (what it is registered for)
    store = open_store()
    return fault_of(error, store.path).sentence


# The factory

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
        page = kind_of_page()
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
    root = static_files.root()
    key = signed_with or cookies.secret_of(store)
    app = Application("scorekeeper", template_folder=str(root / "templates"), static_folder=None)
    app.config.update(
        STORE=store,
        KEYLESS=keyless,
        REACHABLE=None,
        SECRET_KEY=key,
        **cookies.settings(key),
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(tell=Teller(), denomination=denomination, hundredths=hundredths)
    app.jinja_env.globals.update(
        action_keys=formatting.ACTION_KEYS,
        bid_key=formatting.bid_key,
        choice_keys=formatting.choice_keys,
        denomination_key=formatting.denomination_key,
        denominations=list(Denomination),
        mark_number=charts.number,
        mark_path=charts.path,
        sheet_rows=standings.sheet_rows,
        longest_total=standings.longest_total,
    )
    try:
        tables.first(store)
    except sqlite3.Error as error:
        raise UnusableFile(database.explain(store.path, error)) from error
    languages.install(app)
    app.extensions[page_cache.NAME] = page_cache.AnswerCache()
    if waiting is not None:
        read_limits.install(app, store)
        expensive_reads.install(app, store, waiting)
    polling.install(app, store)
    cookies.install(app)
    static_files.install_health(app, store)
    assets = Assets(root / "static")
    static_files.install_open_answers(app, assets)
    host_names.install(app, trusted_hosts)
    if behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_host=1)  # type: ignore[method-assign]
    rate_limits.install(app)
    access.install(app)
    files.allow_large_uploads(app)
    files.allow_long_pastes(app)
    table.install(app)
    CSRFProtect(app)
    assets.install(app)
    for pages in (
        evenings.home_pages,
        links.pages,
        new_game.pages,
        table.pages,
        hand.pages,
        standings.review_pages,
        standings.screen_pages,
        settings.pages,
        settings.help_pages,
        printing.pages,
        standings.pages,
        what_if.pages,
        evenings.pages,
        statistics.pages,
        statistics.league_pages,
        files.pages,
        sharing.pages,
        files.paper_pages,
        people.pages,
        advice.advice_pages,
        advice.practice_pages,
        advice.record_pages,
        offline_pages,
    ):
        app.register_blueprint(pages)
    app.context_processor(_who)
    app.context_processor(settings.context)
    app.after_request(_headers)
    page_cache.install_compression(app)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Unknown, _unknown)
    app.register_error_handler(CSRFError, _expired)
    install(app)
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
            return text.format(most=files.LARGEST_FILE // 2**20)
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
