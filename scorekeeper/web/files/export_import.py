"""What people take out as files and bring in again."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from datetime import date
from itertools import chain
from pathlib import Path

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.evenings import sessions
from scorekeeper.ledger.exchange import conversion, document_import
from scorekeeper.ledger.exchange.conversion import SourceFile
from scorekeeper.ledger.exchange.document_import import Survey
from scorekeeper.ledger.exchange.export import Scope, as_json
from scorekeeper.ledger.exchange.hands_csv import as_csv
from scorekeeper.ledger.tables import journal
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web.access import access_control
from scorekeeper.web.files.upload_folder import UploadFolder
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.expensive_reads import expensive

LARGEST_FILE = 64 * 1024 * 1024  # some 5,000 games; the command brings in larger ones
KEPT_UPLOADS = 4  # of each table
MOST_FILES = 100
MADE_FIRST = 64 * 1024  # letters of a file that is taken out
TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

pages = Blueprint("files", __name__)


class Uploads:
    """Files that have been looked into, until they are brought in.

    The newest few of each table are kept.
    """

    def __init__(self) -> None:
        self._folder = UploadFolder()
        self._surveys: dict[str, tuple[int, Survey]] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        """Take no more files, and remove the folder."""
        self._folder.close()

    def place(self) -> Path:
        """Where a new file may lie."""
        return self._folder.path / secrets.token_hex(16)

    def keep(self, table_id: int, survey: Survey) -> str:
        """Keep a file that has been looked into; what it returns stands for it."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._surveys[token] = (table_id, survey)
            own = [other for other, (table, _) in self._surveys.items() if table == table_id]
            for other in own[:-KEPT_UPLOADS]:
                self._surveys.pop(other)[1].path.unlink(missing_ok=True)
        return token

    def take(self, table_id: int, token: str) -> Survey | None:
        """The file that this stands for, at the same table; it is not kept any more."""
        with self._lock:
            kept = self._surveys.get(token)
            if kept is None or kept[0] != table_id:
                return None
            return self._surveys.pop(token)[1]


def install(app: Flask) -> None:
    """Take files larger than forms, from those who may score; before anything reads the body."""
    app.config["UPLOADS"] = Uploads()
    app.before_request(_allow_size)


@pages.get("/data")
def index() -> ResponseReturnValue:
    """Everything as a file; and the way to bring one in."""
    _only_scorers()
    return _index()


@pages.get("/data/everything.<any(json, csv):form>")
@expensive(stream=True)
def everything(form: str) -> ResponseReturnValue:
    """All games of this table."""
    return _download(Scope(g.table.id), form, "scores")


@pages.get("/sessions/<int:session_id>/evening.<any(json, csv):form>")
@expensive(stream=True)
def session(session_id: int, form: str) -> ResponseReturnValue:
    """The games of an evening."""
    record = sessions.session(open_store(), g.table.id, session_id)
    return _download(Scope(g.table.id, session_id=session_id), form, f"evening-{record.date}")


@pages.get("/games/<int:game_id>/game.<any(json, csv):form>")
def game(game_id: int, form: str) -> ResponseReturnValue:
    """One game."""
    record = sessions.session_of_game(open_store(), g.table.id, game_id)
    return _download(Scope(g.table.id, game_id=game_id), form, f"game-{record.date}-{game_id}")


@pages.post("/data/import")
def upload() -> ResponseReturnValue:
    """Look into a file, and show what is in it before anything is written."""
    uploads: Uploads = current_app.config["UPLOADS"]
    given = [received for received in request.files.getlist("file") if received.filename]
    if not given:
        return _index(say("Choose a file first."))
    if len(given) > MOST_FILES:
        return _index(say("At most {most} files at once.", most=MOST_FILES))
    files = [SourceFile(received.filename or "", uploads.place()) for received in given]
    survey = None
    try:
        for received, file in zip(given, files, strict=True):
            received.save(file.path)
        survey = conversion.survey(open_store(), g.table.id, files, uploads.place())
    except Unreadable as error:
        return _refused(error)
    finally:
        for file in files:
            if survey is None or file.path != survey.path:
                file.path.unlink(missing_ok=True)
    days = [date.fromisoformat(day) for day in sorted({survey.first, survey.last}) if day]
    token = uploads.keep(g.table.id, survey)
    return render_template("files/import_preview.html", survey=survey, days=days, token=token)


@pages.post("/data/import/<token>")
def bring_in(token: str) -> ResponseReturnValue:
    """Bring in a file that has been looked into."""
    uploads: Uploads = current_app.config["UPLOADS"]
    survey = uploads.take(g.table.id, token)
    if survey is None:
        return _index(say("That file is not here any more: choose it again."))
    try:
        document_import.bring_in(open_store(), g.table.id, survey, access_control.author())
    except Unreadable as error:
        return _refused(error)
    finally:
        survey.path.unlink(missing_ok=True)
    return redirect(url_for("sessions.index"), 303)


@pages.get("/data/import")
@pages.get("/data/import/<token>")
def back(token: str = "") -> ResponseReturnValue:  # noqa: ARG001
    """The page of files, for an address that a refused form has left behind."""
    _only_scorers()
    return redirect(url_for("files.index"), 303)


def _download(scope: Scope, form: str, name: str) -> ResponseReturnValue:
    _only_scorers()
    store = open_store()
    if request.method == "GET":
        journal.exported(
            store,
            scope.table_id,
            access_control.author(),
            form,
            session_id=scope.session_id,
            game_id=scope.game_id,
        )
    pieces: Iterator[str] = (
        as_json(store.path, scope, store.now()) if form == "json" else as_csv(store.path, scope)
    )
    day = "" if not scope.whole else f"-{date.today().isoformat()}"
    response = Response(_begun(pieces), content_type=TYPES[form])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{day}.{form}"'
    return response


def _begun(pieces: Iterator[str]) -> Iterator[str]:
    """The same pieces, of which the first are made now: a fault in them is answered with a page.

    Later on, it can only end the file before its end.
    """
    first, size = [], 0
    for piece in pieces:
        first.append(piece)
        size += len(piece)
        if size > MADE_FIRST:
            break
    return chain(first, pieces)


def _index(error: Sentence | None = None, status: int = 422) -> ResponseReturnValue:
    return render_template(
        "files/export_import.html", error=error, programs=conversion.programs()
    ), status if error else 200


def _refused(error: Unreadable) -> ResponseReturnValue:
    sentence = say("Nothing was brought in: {reason}", reason=error.sentence)
    return _index(sentence, 409 if error.clash else 422)


def _allow_size() -> None:
    if request.endpoint == "files.upload":
        request.max_content_length = LARGEST_FILE


def _only_scorers() -> None:
    if g.role is not Role.SCORE:
        abort(403)
