"""The application factory, and the headers of all responses."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from types import TracebackType

from flask import Flask, Response, g, request
from flask_wtf import CSRFProtect
from jinja2 import BaseLoader, ModuleLoader

from scorekeeper.cards import Denomination
from scorekeeper.ledger import database, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.web import (
    access,
    advice,
    amendments,
    charts,
    cookies,
    copies,
    entry_forms,
    error_pages,
    evenings,
    exports,
    form_sizes,
    formatting,
    hand,
    history_page,
    host_names,
    import_undo,
    imports,
    installed_app,
    languages,
    layers,
    links,
    making_games,
    more_page,
    new_game,
    page_cache,
    partly_known_hand,
    pasting_hands,
    people,
    polling,
    printing,
    rate_limits,
    read_limits,
    results,
    room_screen,
    score_file_faults,
    score_sheet_page,
    settings,
    sharing,
    showing,
    standings,
    static_files,
    statistics,
    table,
    uploads,
    what_if,
)
from scorekeeper.web.formatting import Teller, denomination
from scorekeeper.web.place import Place, here
from scorekeeper.web.static_files import Assets
from scorekeeper.wording import hundredths

# What a page may load. Who may frame it is added for each answer: a <meta> element cannot say it.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'"
)

# Responses of these types carry the policies below. On each script they would be longer than the
# script.
DOCUMENTS = ("text/html", "text/plain", "image/svg+xml", "application/xml")


COMPILED_TEMPLATES = "compiled_templates"  # a folder beside `static`, in an archive of the site


# Features that no page uses and a browser would ask the user for
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class Application(Flask):
    """A Flask application that logs no URLs, because a URL may contain a key.

    If there are compiled templates, it uses those.
    """

    def create_global_jinja_loader(self) -> BaseLoader:  # type: ignore[override]  # also a module
        """Return the loader of the templates."""
        compiled = static_files.root() / COMPILED_TEMPLATES
        if compiled.is_dir():
            return ModuleLoader(compiled)
        return super().create_global_jinja_loader()

    def log_exception(
        self,
        exc_info: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
    ) -> None:
        """Log an exception with the URL rule instead of the URL."""
        page = score_file_faults.route_pattern()
        self.logger.error("Exception on %s [%s]", page, request.method, exc_info=exc_info)


def create_app(
    store: Store,
    *,
    keyless: bool = False,
    trusted_hosts: Iterable[str] = (),
    behind_proxy: bool = False,
    limited: bool = False,
    place: Place | None = None,
) -> Flask:
    """Make the application over an open score file.

    keyless         everyone who can open the pages may score at the first table
    trusted_hosts   host names to answer to, in addition to those of this machine
    behind_proxy    trust the proxy's headers about the client's address, the host and https
    limited         limit the processor time of those who do not score
    place           what is offered where the program runs; None for a server

    Raises UnusableFile if the secret or the score file cannot be read or written.
    """
    offered = place or Place()
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
        WTF_CSRF_SSL_STRICT=not offered.shell,  # a service worker is told no referrer
        MAX_CONTENT_LENGTH=form_sizes.LARGEST_BODY,
    )
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["capital"] = formatting.capital
    app.jinja_env.globals.update(tell=Teller(), denomination=denomination, hundredths=hundredths)
    app.jinja_env.globals.update(
        action_keys=formatting.ACTION_KEYS,
        bid_key=formatting.bid_key,
        choice_keys=formatting.choice_keys,
        denomination_key=formatting.denomination_key,
        denominations=list(Denomination),
        mark_number=charts.mark_number,
        mark_path=charts.mark_path,
        address_here=settings.address_here,
        path_here=settings.path_here,
        place_here=here,
        has_links=links.has_links,
        sheet_rows=score_sheet_page.sheet_rows,
        longest_number=score_sheet_page.longest_number,
    )
    try:
        tables.first(store)
    except sqlite3.Error as error:
        raise UnusableFile(database.explain(store.path, error)) from error
    offered.install(app)
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
    app.config["UPLOADS"] = uploads.Uploads(tidy=not offered.shell)
    form_sizes.allow_large_forms(app)
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
        score_sheet_page.pages,
        more_page.pages,
        polling.pages,
        room_screen.pages,
        settings.pages,
        settings.help_pages,
        printing.pages,
        standings.pages,
        history_page.pages,
        what_if.pages,
        evenings.pages,
        statistics.pages,
        statistics.league_pages,
        exports.pages,
        imports.pages,
        import_undo.pages,
        sharing.pages,
        pasting_hands.pages,
        partly_known_hand.pages,
        results.pages,
        people.pages,
        advice.advice_pages,
        advice.practice_pages,
        advice.record_pages,
        installed_app.pages,
    ):
        app.register_blueprint(pages)
    if offered.copies:
        app.register_blueprint(copies.pages)
    showing.install(app)
    app.context_processor(_role_context)
    app.context_processor(settings.context)
    app.after_request(_headers)
    page_cache.install_compression(app)
    error_pages.install(app)
    score_file_faults.install(app)
    app.extensions["figures"] = FigureCounter(store, threads=offered.threads)
    return app


def _role_context() -> dict[str, object]:
    return {"may_score": g.get("role") is Role.SCORE}


def _content_security_policy() -> str:
    ancestors = "'self'" if here().shell else "'none'"
    return f"{CONTENT_SECURITY_POLICY}; frame-ancestors {ancestors}"


def _headers(response: Response) -> Response:
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    if request.endpoint != "assets.file":  # static files are public
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if (response.mimetype or "").startswith(DOCUMENTS):
        response.headers.setdefault("Content-Security-Policy", _content_security_policy())
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if request.is_secure:  # without https, browsers ignore the header with a warning
            response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response
