"""The import of files: the form, what the files contain, and what was added."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from scorekeeper.exchange import importing
from scorekeeper.exchange.importing import Survey
from scorekeeper.ledger import game_list, journal
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.journal_events import Event
from scorekeeper.web import access
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.place import here
from scorekeeper.web.uploads import Uploads
from scorekeeper.wording import Sentence, say

pages = Blueprint("imports", __name__)


@pages.get("/data")
def index() -> ResponseReturnValue:
    """Show links to export all games, and the form to import a file."""
    only_scorers()
    return _index()


def _pauses() -> Callable[[int], None]:
    """Return a `progress` that pauses as long as each part took, so that taps get their turn."""
    if not here().threads:
        return lambda _: None
    last = time.thread_time()

    def pause(_: int) -> None:
        nonlocal last
        time.sleep(time.thread_time() - last)
        last = time.thread_time()

    return pause


@pages.post("/data/import")
def upload() -> ResponseReturnValue:
    """Show what an uploaded file contains, before anything is written."""
    received = request.files.get("file")
    if received is None or not received.filename:
        return _index(say("Choose a file first."))
    try:
        return preview(received)
    except Unreadable as error:
        return refused(error)


def preview(received: FileStorage, *, taken_over: bool = False) -> str:
    """Show what a file contains, before anything is written; raises Unreadable.

    taken_over    whether it is the game of another phone, to go on with on this one
    """
    uploads: Uploads = current_app.config["UPLOADS"]
    path, survey = uploads.new_path(), None
    try:
        received.save(path)
        survey = importing.survey_file(open_store(), g.table.id, path, _pauses())
    finally:
        if survey is None:
            path.unlink(missing_ok=True)
    days = [date.fromisoformat(day) for day in sorted({survey.first, survey.last}) if day]
    token = uploads.store(g.table.id, path, survey)
    return render_template(
        "files/import_preview.html",
        survey=survey,
        days=days,
        token=token,
        taken_over=taken_over,
        only_game=_only_game(survey),
    )


def _only_game(survey: Survey) -> int | None:
    """Return the id here of the only game of a file; None if it has others, or it is not here."""
    if len(survey.outcomes) != 1:
        return None
    (key,) = survey.outcomes
    return game_list.id_of(open_store().db, g.table.id, key)


@pages.post("/data/import/<token>")
def bring_in(token: str) -> ResponseReturnValue:
    """Import a file whose contents were shown."""
    try:
        added = add_uploaded(token)
    except Unreadable as error:
        return refused(error)
    if added is None:
        return _index(say("That file is not here any more: choose it again."))
    return redirect(url_for("imports.imported", number=added.line, game=added.only_game), 303)


@dataclass(frozen=True, slots=True)
class Added:
    """The result of an import: the number of its line in the journal, and its only game."""

    line: int
    only_game: int | None


def add_uploaded(token: str) -> Added | None:
    """Import a file whose contents were shown; None if it is not here any more.

    Raises Unreadable.
    """
    uploads: Uploads = current_app.config["UPLOADS"]
    upload = uploads.take(g.table.id, token)
    if upload is None or upload.survey is None:
        return None
    try:
        line = importing.bring_in(open_store(), g.table.id, upload.survey, access.author())
    finally:
        upload.path.unlink(missing_ok=True)
    return Added(line, _only_game(upload.survey))


@pages.get("/data/imported/<int:number>")
def imported(number: int) -> ResponseReturnValue:
    """Show what an import added; `number` is the number of its line in the journal."""
    only_scorers()
    line = journal.line(open_store(), g.table.id, number)
    if line is None or line.event is not Event.IMPORTED or "days" not in line.details:
        return redirect(url_for("imports.index"), 303)
    days = [date.fromisoformat(day) for day in line.details["days"]]
    game = request.args.get("game", type=int)
    return render_template("files/imported.html", said=line.details, days=days, only_game=game)


@pages.get("/data/import")
@pages.get("/data/import/<token>")
def redirect_reload(token: str = "") -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of files if the URL of a refused form is reloaded."""
    only_scorers()
    return redirect(url_for("imports.index"), 303)


def _index(error: Sentence | None = None, status: int = 422) -> ResponseReturnValue:
    store = open_store()
    return render_template(
        "files/export_import.html",
        error=error,
        imports=game_list.imports_lately(store, g.table.id),
        taken=game_list.removed_lately(store, g.table.id),
    ), status if error else 200


def refused(error: Unreadable) -> ResponseReturnValue:
    """Show the form again, with the reason why nothing of a file was imported."""
    sentence = say("Nothing was imported: {reason}", reason=error.sentence)
    return _index(sentence, 409 if error.clash else 422)
