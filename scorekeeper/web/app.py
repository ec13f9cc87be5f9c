"""The application factory, the headers of all responses, and the error pages."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType

from flask import (
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

from scorekeeper.cards import Denomination
from scorekeeper.exchange.pasted_table import MOST_HANDS
from scorekeeper.games.game_file_reader import MOST_BYTES
from scorekeeper.ledger import database, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import (
    FaultyGame,
    Unknown,
    UnreadableGame,
    UnusableFile,
    fault_of,
)
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.player_figures import Counter
from scorekeeper.ledger.store import Store
from scorekeeper.web import (
    access,
    advice,
    amendments,
    charts,
    cookies,
    entry_forms,
    evenings,
    files,
    formatting,
    hand,
    host_names,
    installed_app,
    json_answers,
    languages,
    layers,
    links,
    making_games,
    new_game,
    page_cache,
    people,
    printing,
    rate_limits,
    read_limits,
    results,
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

# Errors of the score file
#
# The status is 503: the page then stores the tap and sends it again. Reading still works as far as
# the file can be read.

RETRY_AFTER = 5  # seconds
LOG_AGAIN = 60.0  # seconds until the same error is logged again
REPLACED_FILE = say(
    "Another file lies in the place of the score file, and it cannot be used. Stop the score "
    "keeper, and put back the right one."
)


def install_file_errors(app: Flask) -> None:
    """Answer errors of the score file with a page that says what to do."""
    logged: dict[str, float] = {}

    def answer(error: Exception) -> ResponseReturnValue:
        now = time.monotonic()
        if now - logged.get(str(error), -LOG_AGAIN) >= LOG_AGAIN:
            logged[str(error)] = now
            current_app.logger.error("%s %s: %s", request.method, route_pattern(), error)
        return _answer(error)

    app.register_error_handler(sqlite3.DatabaseError, answer)
    app.register_error_handler(UnusableFile, answer)
    app.register_error_handler(UnreadableGame, answer)
    app.register_error_handler(FaultyGame, answer)


def route_pattern() -> str:
    """Return the URL rule of this request, for logs: the URL itself may contain a key."""
    return request.url_rule.rule if request.url_rule else "nowhere"


def _answer(error: Exception) -> ResponseReturnValue:
    reason = _reason(error)
    text = str(Teller()(reason))
    if isinstance(error, FaultyGame) and not json_answers.wants_json():
        title = translated("This game cannot be shown")
        return _page(500, title, text, undo=OfferedUndo.here(), faulty=error)
    writes = request.method not in {"GET", "HEAD"}
    if json_answers.wants_json():
        response = jsonify(problem=text)
    else:
        if writes:
            text = f"{translated('Nothing was recorded.')} {text}"
        title = (
            translated("Not recorded") if writes else translated("The score file cannot be read")
        )
        response = make_response(render_template("error.html", title=title, text=text))
    response.status_code = 503
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _reason(error: Exception) -> Sentence:
    if isinstance(error, UnusableFile):
        return REPLACED_FILE
    if isinstance(error, FaultyGame):
        return say(
            "The score keeper has a fault with what was recorded last in game {number}. All other "
            "games go on. Undo the last entry, or remove the game from the list.",
            number=error.game_id,
        )
    if isinstance(error, UnreadableGame) and isinstance(error.__cause__, sqlite3.Error):
        error = error.__cause__  # other games may be damaged too
    if isinstance(error, UnreadableGame):
        return say(
            "Game {number} cannot be read: its part of the score file is damaged. The other games "
            "are not. Stop the score keeper, look with “scorekeeper doctor”, and take a backup "
            "with “scorekeeper restore”.",
            number=error.game_id,
        )
    assert isinstance(error, sqlite3.Error)  # noqa: S101  (`install_file_errors` registers no other error)
    store = open_store()
    return fault_of(error, store.path).sentence


# The factory

LARGEST_BODY = 64 * 1024  # bytes: notes of 4,000 letters of twelve bytes each (%F0%9F…) fit in
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)

# Responses of these types carry the policies below. On each script they would be longer than the
# script.
DOCUMENTS = ("text/html", "text/plain", "image/svg+xml", "application/xml")


# Features that no page uses and a browser would ask the user for
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class Application(Flask):
    """A Flask application that logs no URLs, because a URL may contain a key."""

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log an exception with the URL rule instead of the URL."""
        page = route_pattern()
        self.logger.error("Exception on %s [%s]", page, request.method, exc_info=exc_info)


def create_app(
    store: Store,
    *,
    keyless: bool = False,
    trusted_hosts: Iterable[str] = (),
    behind_proxy: bool = False,
    limited: bool = False,
) -> Flask:
    """Make the application over an open score file.

    keyless         everyone who can open the pages may score at the first table
    trusted_hosts   host names to answer to, in addition to those of this machine
    behind_proxy    trust the proxy's headers about the client's address, the host and https
    limited         limit the processor time of those who do not score

    Raises UnusableFile if the secret or the score file cannot be read or written.
    """
    root = static_files.root()
    key = cookies.secret_of(store)
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
    app.jinja_env.filters["capital"] = formatting.capital
    app.jinja_env.globals.update(tell=Teller(), denomination=denomination, hundredths=hundredths)
    app.jinja_env.globals.update(
        action_keys=formatting.ACTION_KEYS,
        advice_offered=advice.is_offered,
        bid_key=formatting.bid_key,
        choice_keys=formatting.choice_keys,
        denomination_key=formatting.denomination_key,
        denominations=list(Denomination),
        mark_number=charts.mark_number,
        mark_path=charts.mark_path,
        sheet_rows=standings.sheet_rows,
        longest_number=standings.longest_number,
    )
    try:
        tables.first(store)
    except sqlite3.Error as error:
        raise UnusableFile(database.explain(store.path, error)) from error
    page_cache.install(app)
    languages.install(app)
    read_limits.install(app)
    cookies.install(app)
    static_files.install_health(app, store)
    assets = Assets(root / "static")
    host_names.install(app)
    layers.install(
        app,
        store,
        assets,
        trusted_hosts=trusted_hosts,
        behind_proxy=behind_proxy,
        limited=limited,
    )
    rate_limits.install(app)
    access.install(app)
    files.allow_large_forms(app)
    entry_forms.install(app)
    CSRFProtect(app)
    assets.install(app)
    for pages in (
        evenings.home_pages,
        links.pages,
        new_game.pages,
        making_games.pages,
        table.pages,
        hand.pages,
        amendments.pages,
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
        results.pages,
        people.pages,
        advice.advice_pages,
        advice.practice_pages,
        advice.record_pages,
        installed_app.pages,
    ):
        app.register_blueprint(pages)
    app.context_processor(_role_context)
    app.context_processor(settings.context)
    app.after_request(_headers)
    page_cache.install_compression(app)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Unknown, _unknown)
    app.register_error_handler(CSRFError, _expired)
    install_file_errors(app)
    app.extensions["figures"] = Counter(store)
    return app


def _role_context() -> dict[str, object]:
    return {"may_score": g.get("role") is Role.SCORE}


def _headers(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.endpoint != "assets.file":  # static files are public
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if (response.mimetype or "").startswith(DOCUMENTS):
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.is_secure:  # without https, browsers ignore the header with a warning
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _page(status: int, title: str, text: str, **context: object) -> ResponseReturnValue:
    return render_template("error.html", title=title, text=text, **context), status


@dataclass(frozen=True, slots=True)
class OfferedUndo:
    """The undo that the page of a fault offers: of the last entry of the game it happened in.

    told    the entry in words; empty if describing it fails too
    """

    game_id: int
    carry: entry_forms.EntryFields
    told: str = ""

    @classmethod
    def here(cls) -> OfferedUndo | None:
        """Return the undo for the game in the URL of this request; None if there is none."""
        game_id = (request.view_args or {}).get("game_id")
        if game_id is None or g.get("role") is not Role.SCORE:
            return None
        with suppress(Exception):  # whatever keeps the game from being shown may fail here as well
            record = table.load(game_id)
            if record.log.done:
                offered = cls(game_id, entry_forms.EntryFields(new_key(), record.log.revision))
                with suppress(Exception):
                    return replace(offered, told=Teller.of(record).plain(record.log.undo_label))
                return offered
            return None
        return cls._of_unread(game_id)

    @classmethod
    def _of_unread(cls, game_id: int) -> OfferedUndo | None:
        """Return the undo for a game that cannot be read; None if it has no entry."""
        with suppress(Exception):
            if revision := open_store().revision(g.table.id, game_id):
                return cls(game_id, entry_forms.EntryFields(new_key(), revision))
        return None


def _http_error(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    context: dict[str, object] = {}
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
            context["undo"] = OfferedUndo.here()
    page = make_response(_page(status, title, text, **context))
    if isinstance(error, TooManyRequests):
        page.headers["Retry-After"] = str(error.retry_after)
    return page


def _too_much() -> str:
    """Return a sentence that names the part that was too large and its limit."""
    match request.endpoint:
        case "paper.take":
            text = translated(
                "The text is too long: this page takes {most} hands at once. Go back and paste "
                "them in parts; nothing was recorded."
            )
            return text.format(most=MOST_HANDS)
        case "own_games.make":
            text = translated(
                "The file is too large: a game file has at most {most} KB. Go back, and nothing "
                "you typed is lost."
            )
            return text.format(most=MOST_BYTES // 2**10)
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
