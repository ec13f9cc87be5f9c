"""Games shown on other phones: the code and the link, the shown game, and taking it over.

Only the program in a browser has these pages: a server has links to itself. The first pages are
those of the phone that shows a game. The others are those of the phone that opens the link: it
shows the game in a separate room in memory (`in_browser.py`).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import io
import json
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Flask, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.game_link import document_in, link_text
from scorekeeper.ledger import game_list
from scorekeeper.ledger.errors import Diverged, Unreadable
from scorekeeper.ledger.game_document import moment_in
from scorekeeper.web import imports, qr_codes, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.languages import translated
from scorekeeper.web.place import here
from scorekeeper.web.uploads import Uploads
from scorekeeper.wording import Sentence, say

MARK = "#show="  # the shell of the site reads the text after it
PICTURE = "picture"  # the extension that holds what the last link showed

pages = Blueprint("showing", __name__)
pages.before_request(only_scorers)


def site_path() -> str:
    """Return the path of the site, which is that of the phone's own games."""
    own = request.script_root
    return f"{own if here().copies else own.rpartition('/')[0]}/"


# The phone that shows a game


@pages.get("/games/<int:game_id>/show")
def page(game_id: int) -> ResponseReturnValue:
    """Show the code and the link that contain the whole game."""
    record, store = table.load(game_id), open_store()
    document = "".join(as_json(store.path, Scope(g.table.id, game_id=game_id), store.now()))
    text = link_text(document, record.game, record.players)
    head = url_for("home.first_page", _external=True) + MARK
    return render_template(
        "showing/show.html",
        link=head + text,
        code=qr_codes.of_game(head, text),
        **table.game_context(record),
    )


# The phone that opens the link

shown_pages = Blueprint("shown", __name__, url_prefix="/open")


@dataclass(frozen=True, slots=True)
class Picture:
    """A game as it was at the moment when its link was made."""

    game_id: int
    made: dt.datetime


def install(app: Flask) -> None:
    """Register the pages that the place of the application has."""
    place = app.extensions["place"]
    if place.copies:
        app.register_blueprint(pages)
    elif place.is_picture:
        app.register_blueprint(shown_pages)
        app.extensions["csrf"].exempt(shown_pages)  # the shell has no form to send
        app.before_request(_say_what_is_gone)
    app.jinja_env.globals.update(site_path=site_path)
    app.context_processor(_picture_context)


def _picture_context() -> dict[str, Any]:
    return {"picture": _picture()}


def _picture() -> Picture | None:
    shown = current_app.extensions.get(PICTURE)
    return shown if isinstance(shown, Picture) else None


def _say_what_is_gone() -> ResponseReturnValue | None:
    """Say that the shown game is gone, as it is after the page was loaded again."""
    if _picture() is not None or request.blueprint in {shown_pages.name, "assets", "settings"}:
        return None
    title = translated("This game is no longer shown")
    text = say("A game from a link is gone when the page is loaded again. Open the link once more.")
    return render_template("showing/unreadable.html", title=title, text=text), 404


@shown_pages.post("")
def open_link() -> ResponseReturnValue:
    """Import the game of a link into this room, which is empty."""
    text = request.get_data().decode("ascii", "replace")
    try:
        shown: Picture | Sentence = _read(text)
    except Unreadable as error:
        shown = error.sentence
    current_app.extensions[PICTURE] = shown
    return redirect(url_for("shown.opened"), 303)


@shown_pages.get("")
def opened() -> ResponseReturnValue:
    """Redirect to the game of the link, or show why the link holds none."""
    shown = current_app.extensions.get(PICTURE)
    if isinstance(shown, Picture):
        return redirect(url_for("score_sheet.sheet", game_id=shown.game_id), 303)
    text = shown or say("There is no game in this link.")
    title = translated("This game cannot be shown")
    return render_template("showing/unreadable.html", title=title, text=text), 422


def _read(text: str) -> Picture:
    """Import the game of a link into this room; raises Unreadable."""
    uploads: Uploads = current_app.config["UPLOADS"]
    path, store = uploads.new_path(), open_store()
    try:
        path.write_text(document_in(text), "utf-8")
        survey = importing.survey_file(store, g.table.id, path)
        if survey.strange:
            raise Unreadable(say("The package with its rules is not installed here."))
        if len(survey.outcomes) != 1:
            raise Unreadable(say("There is no game in this link."))
        head = getattr(survey.document, "head", {})
        made = dt.datetime.fromisoformat(moment_in(head, "exported"))
        importing.bring_in(store, g.table.id, survey)
    finally:
        path.unlink(missing_ok=True)
    (key,) = survey.outcomes
    return Picture(game_list.id_of(store.db, g.table.id, key) or 0, made)


# The season to try, on a phone to which it has not come yet

SEASON = "try/"


@pages.get(f"/{SEASON}")
@pages.get(f"/{SEASON}<path:path>")
def season_missing(path: str = "") -> ResponseReturnValue:  # noqa: ARG001
    """Say that the season needs a connection; asking for a page of it fetches it."""
    title = translated("The example needs a connection")
    text = say("It is fetched anew at each start. Your own games need no connection.")
    return render_template("showing/unreadable.html", title=title, text=text, again=SEASON), 503


# Taking the shown game over


@pages.get("/data/shown")
def take_over() -> ResponseReturnValue:
    """Show what an import of the shown game would add to this phone's own games."""
    shown = here().picture
    if shown is None or not shown.exists():
        return redirect(url_for("imports.index"), 303)
    document = "".join(as_json(shown, Scope(1), open_store().now()))
    if "apart" in request.args:
        document = _as_another_game(document)
    try:
        received = FileStorage(io.BytesIO(document.encode()))
        return imports.preview(received, taken_over=True)
    except Diverged:
        return render_template(
            "showing/unreadable.html",
            title=translated("Both phones have gone on"),
            text=say(
                "This game is on this phone, too, and the two have gone on differently: what was "
                "undone counts as well. So they cannot become one game any more."
            ),
            apart=url_for("showing.take_over", apart=1),
            shown_again=True,
        ), 409
    except Unreadable as error:
        return render_template(
            "showing/unreadable.html",
            title=translated("This game cannot go on here"),
            text=say("Nothing was imported: {reason}", reason=error.sentence),
            shown_again=True,
        ), 409 if error.clash else 422


def _as_another_game(document: str) -> str:
    """Return the document of the shown game with another key, always the same for the same game."""
    made = json.loads(document)
    (game,) = made["games"]
    digest = hashlib.sha256(json.dumps(game).encode()).hexdigest()
    return json.dumps(made | {"games": [game | {"key": f"apart-{digest[:24]}"}]})


@pages.post("/data/shown/<token>")
def bring_in(token: str) -> ResponseReturnValue:
    """Take the shown game over, and go on with it."""
    added = None
    with suppress(Unreadable):  # the game was recorded here since, and the preview says so
        added = imports.add_uploaded(token)
    if added is None:
        return redirect(url_for("showing.take_over"), 303)
    return redirect(url_for("table.hand", game_id=added.only_game, taken_over=1), 303)


@pages.get("/data/shown/<token>")
def redirect_reload(token: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the preview if the URL of a refused form is reloaded."""
    return redirect(url_for("showing.take_over"), 303)
