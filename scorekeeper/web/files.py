"""Export, import, and hands from paper."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

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
from flask import session as cookie
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange import importing, other_formats
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.exchange.importing import Survey
from scorekeeper.exchange.other_formats import SourceFile
from scorekeeper.exchange.paper_hands import Paper, judge, usual_head
from scorekeeper.ledger import journal, sessions
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.entry_checks import partial_step
from scorekeeper.ledger.errors import StaleEntry, Unreadable
from scorekeeper.ledger.game_log import GameRecord, Kind
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.web import access, table
from scorekeeper.web.access import open_store
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller
from scorekeeper.web.table import Carried, answer_given, answer_shown
from scorekeeper.wording import Sentence, say

# Uploads
#
# It goes when the server ends. What a killed server has left behind goes at the next start: a
# folder is in use as long as some process holds the lock on a file in it.

PREFIX = "scorekeeper-uploads-"
LOCK = "in-use"
YOUNG = 60.0  # seconds in which a folder may not have its lock yet


class UploadFolder:
    """A folder of its own that nobody else can read."""

    def __init__(self) -> None:
        _clear_away(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        _hold(self._lock)
        self._end = weakref.finalize(self, _remove, self.path, self._lock, os.getpid())

    def close(self) -> None:
        """Remove the folder."""
        self._end()


def _remove(path: Path, lock: int, owner: int) -> None:
    os.close(lock)
    if os.getpid() == owner:  # and no child of the server
        shutil.rmtree(path, ignore_errors=True)


def _clear_away(place: Path) -> None:
    """Remove folders of ours that no process holds any more."""
    for folder in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            if folder.is_symlink() or not folder.is_dir() or not _is_ours(status.st_uid):
                continue
            lock = folder / LOCK
            old = time.time() - status.st_mtime > YOUNG
            if _is_left(lock) if lock.exists() else old:
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(owner: int) -> bool:
    return sys.platform == "win32" or owner == os.geteuid()


def _is_left(lock: Path) -> bool:
    """Whether nobody holds the lock."""
    handle = os.open(lock, os.O_RDWR)
    try:
        return _hold(handle)
    finally:
        os.close(handle)


def _hold(handle: int) -> bool:
    """Take the lock; False where another process has it."""
    if sys.platform == "win32":
        return False  # nothing is cleared away there
    import fcntl  # noqa: PLC0415  (not on Windows)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


# Export and import

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


def allow_large_uploads(app: Flask) -> None:
    """Take files larger than forms, from those who may score; before anything reads the body."""
    app.config["UPLOADS"] = Uploads()
    app.before_request(_allow_large_upload)


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
        survey = other_formats.survey(open_store(), g.table.id, files, uploads.place())
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
        importing.bring_in(open_store(), g.table.id, survey, access.author())
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
            access.author(),
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
        "files/export_import.html", error=error, programs=other_formats.programs()
    ), status if error else 200


def _refused(error: Unreadable) -> ResponseReturnValue:
    sentence = say("Nothing was brought in: {reason}", reason=error.sentence)
    return _index(sentence, 409 if error.clash else 422)


def _allow_large_upload() -> None:
    if request.endpoint == "files.upload":
        request.max_content_length = LARGEST_FILE


def _only_scorers() -> None:
    if g.role is not Role.SCORE:
        abort(403)


# Hands from paper

LARGEST_PASTE = 512 * 1024  # far more than is recorded at once, so that it can be told so
MOVED_ON = say("The game has moved on since this page was loaded: look at it again.")

paper_pages = Blueprint("paper", __name__, url_prefix="/games/<int:game_id>")


def allow_long_pastes(app: Flask) -> None:
    """Take texts larger than forms, before anything reads the body."""
    app.before_request(_allow_long_paste)


def _allow_long_paste() -> None:
    if request.endpoint == "paper.take":
        request.max_content_length = request.max_form_memory_size = LARGEST_PASTE


@paper_pages.get("/paper")
def ask(game_id: int) -> ResponseReturnValue:
    """The place to paste, with the head of a table for this game."""
    if g.role is not Role.SCORE:
        abort(403)
    return _page(table.load(game_id))


@paper_pages.post("/paper")
def take(game_id: int) -> ResponseReturnValue:
    """Show what the rows come to and what is wrong in them, or record them."""
    record = table.load(game_id)
    text = request.form.get("table", "")
    paper = judge(record.log, record.players, text)
    if not paper.right:
        return _page(record, 422, text=text, paper=paper)
    if "record" not in request.form:
        return _page(record, text=text, paper=paper)
    carried = Carried.posted()
    store = open_store()
    try:
        store.record_all(
            g.table.id,
            game_id,
            paper.entries,
            key=carried.key,
            revision=carried.revision,
            device=cookie.get("device", ""),
        )
    except StaleEntry:
        return _page(record, 409, text=text, paper=paper, notice=MOVED_ON)
    return redirect(url_for("review.sheet", game_id=game_id), 303)


@paper_pages.get("/partial")
def ask_known(game_id: int) -> ResponseReturnValue:
    """Ask what is known of a hand that nobody recorded as it was played."""
    if g.role is not Role.SCORE:
        abort(403)
    return _known(table.load(game_id))


@paper_pages.post("/partial")
def take_known(game_id: int) -> ResponseReturnValue:
    """Record what is known of a hand."""
    outcome = table.submit(game_id, Kind.ANSWER, fact={PARTIAL: answer_given()})
    if outcome.error is not None:
        return _known(outcome.record, 422, error=outcome.error, chosen=answer_shown())
    if not outcome.stands:
        return _known(outcome.record, 409, notice=MOVED_ON, chosen=answer_shown())
    return redirect(url_for("play.hand", game_id=game_id), 303)


def _known(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """The page of a hand that is known in part; where none can be entered, the reason."""
    error = None
    try:
        step = partial_step(record.log)
    except EntryError as reason:
        step, error = None, reason
    shown: dict[str, Any] = {
        "step": step,
        "error": error,
        "chosen": {},
        "action": url_for("paper.take_known", game_id=record.id),
    }
    return render_template(
        "files/partial_hand.html", **(table.game_context(record) | shown | context)
    ), status


def _page(
    record: GameRecord, status: int = 200, *, paper: Paper | None = None, **context: Any
) -> ResponseReturnValue:
    tell = Teller.of(record)
    columns = usual_head(record.game.setup, record.players)
    head = [column if isinstance(column, str) else tell.plain(column) for column in columns]
    return (
        render_template(
            "files/paper_hands.html",
            **(table.game_context(record) | {"head": head, "paper": paper, "text": None} | context),
        ),
        status,
    )
