"""Pages that export and import files, and that take hands written on paper."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from flask import (
    Blueprint,
    Response,
    current_app,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange import importing, other_formats
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.exchange.importing import Survey
from scorekeeper.exchange.other_formats import SourceFile
from scorekeeper.exchange.pasted_hands import (
    USUAL_TITLES,
    CheckedTable,
    judge,
    limits,
    usual_head,
    usual_uses,
)
from scorekeeper.exchange.pasted_table import Meaning, Numbers, Use
from scorekeeper.ledger import game_list, journal, sessions
from scorekeeper.ledger.database import is_unlocked, try_lock
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_log import Kind, partial_step
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.journal_events import Event
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.web import access, languages, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import EntryFields, posted_answer, shortened_answer
from scorekeeper.web.formatting import Teller
from scorekeeper.web.paste_form import Options, choices_in, column_fields, posted_form
from scorekeeper.wording import Given, Sentence, say

# Uploads
#
# The server removes its folder when it ends. A folder that a killed server has left is removed at
# the next start: it is abandoned if no process holds the lock on the file in it.

PREFIX = "scorekeeper-uploads-"
LOCK = "in-use"
YOUNG = 60.0  # seconds in which a new folder may still be without its lock file


class UploadFolder:
    """A temporary folder that only this server's account can read."""

    def __init__(self) -> None:
        _remove_abandoned(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = os.open(self.path / LOCK, os.O_CREAT | os.O_RDWR, 0o600)
        try_lock(self._lock)
        self._end = weakref.finalize(self, _remove, self.path, self._lock, os.getpid())

    def close(self) -> None:
        self._end()


def _remove(path: Path, lock: int, owner: int) -> None:
    os.close(lock)
    if os.getpid() == owner:  # a child process leaves the folder alone
        shutil.rmtree(path, ignore_errors=True)


def _remove_abandoned(temporary: Path) -> None:
    """Remove folders of this account whose lock no process holds."""
    for folder in temporary.glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            if folder.is_symlink() or not folder.is_dir() or not _is_ours(status.st_uid):
                continue
            lock = folder / LOCK
            is_old = time.time() - status.st_mtime > YOUNG
            if is_unlocked(lock) if lock.exists() else is_old:
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(owner: int) -> bool:
    return sys.platform == "win32" or owner == os.geteuid()


# Export and import

KEPT_UPLOADS = 4  # for each table
MOST_FILES = 100
MADE_FIRST = 64 * 1024  # characters of an export that are made before the response begins
TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

pages = Blueprint("files", __name__)


class Uploads:
    """Uploaded files whose import waits to be confirmed: the newest few of each table."""

    def __init__(self) -> None:
        self._folder = UploadFolder()
        self._surveys: dict[str, tuple[int, Survey]] = {}
        self._lock = threading.Lock()

    def close(self) -> None:
        self._folder.close()

    def new_path(self) -> Path:
        """Return a path for a new file in the folder for uploads."""
        return self._folder.path / secrets.token_hex(16)

    def store(self, table_id: int, survey: Survey) -> str:
        """Store the checked contents of a file (a `Survey`); return a token for them."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._surveys[token] = (table_id, survey)
            own = [other for other, (table, _) in self._surveys.items() if table == table_id]
            for other in own[:-KEPT_UPLOADS]:
                self._surveys.pop(other)[1].path.unlink(missing_ok=True)
        return token

    def take(self, table_id: int, token: str) -> Survey | None:
        """Remove and return what was stored under a token; None if it is unknown to this table."""
        with self._lock:
            stored = self._surveys.get(token)
            if stored is None or stored[0] != table_id:
                return None
            return self._surveys.pop(token)[1]


@pages.get("/data")
def index() -> ResponseReturnValue:
    """Show links to export all games, and the form to import files."""
    only_scorers()
    return _index()


@pages.get("/data/everything.<any(json, csv):form>")
def everything(form: str) -> ResponseReturnValue:
    """Export all games of this table."""
    return _download(Scope(g.table.id), form, "scores")


@pages.get("/sessions/<int:session_id>/evening.<any(json, csv):form>")
def session(session_id: int, form: str) -> ResponseReturnValue:
    """Export the games of an evening."""
    record = sessions.session(open_store(), g.table.id, session_id)
    return _download(Scope(g.table.id, session_id=session_id), form, f"evening-{record.date}")


@pages.get("/games/<int:game_id>/game.<any(json, csv):form>")
def game(game_id: int, form: str) -> ResponseReturnValue:
    """Export one game."""
    record = sessions.session_of_game(open_store(), g.table.id, game_id)
    return _download(Scope(g.table.id, game_id=game_id), form, f"game-{record.date}-{game_id}")


def _pauses() -> Callable[[int], None]:
    """Return a `progress` that pauses as long as each part took, so that taps get their turn."""
    last = time.thread_time()

    def pause(_: int) -> None:
        nonlocal last
        time.sleep(time.thread_time() - last)
        last = time.thread_time()

    return pause


@pages.post("/data/import")
def upload() -> ResponseReturnValue:
    """Show what uploaded files contain, before anything is written."""
    uploads: Uploads = current_app.config["UPLOADS"]
    sent = [received for received in request.files.getlist("file") if received.filename]
    if not sent:
        return _index(say("Choose a file first."))
    if len(sent) > MOST_FILES:
        return _index(say("At most {most} files at once.", most=MOST_FILES))
    files = [SourceFile(received.filename or "", uploads.new_path()) for received in sent]
    survey = None
    try:
        for received, file in zip(sent, files, strict=True):
            received.save(file.path)
        path = uploads.new_path()
        survey = other_formats.survey(open_store(), g.table.id, files, path, progress=_pauses())
    except Unreadable as error:
        return _refused(error)
    finally:
        for file in files:
            if survey is None or file.path != survey.path:
                file.path.unlink(missing_ok=True)
    days = [date.fromisoformat(day) for day in sorted({survey.first, survey.last}) if day]
    token = uploads.store(g.table.id, survey)
    return render_template("files/import_preview.html", survey=survey, days=days, token=token)


@pages.post("/data/import/<token>")
def bring_in(token: str) -> ResponseReturnValue:
    """Import a file whose contents were shown."""
    uploads: Uploads = current_app.config["UPLOADS"]
    survey = uploads.take(g.table.id, token)
    if survey is None:
        return _index(say("That file is not here any more: choose it again."))
    try:
        line = importing.bring_in(open_store(), g.table.id, survey, access.author())
    except Unreadable as error:
        return _refused(error)
    finally:
        survey.path.unlink(missing_ok=True)
    return redirect(url_for("files.imported", number=line), 303)


@pages.get("/data/imported/<int:number>")
def imported(number: int) -> ResponseReturnValue:
    """Show what an import added; `number` is the number of its line in the journal."""
    only_scorers()
    line = journal.line(open_store(), g.table.id, number)
    if line is None or line.event is not Event.IMPORTED or "days" not in line.details:
        return redirect(url_for("files.index"), 303)
    days = [date.fromisoformat(day) for day in line.details["days"]]
    return render_template("files/imported.html", said=line.details, days=days)


@pages.post("/data/imports/remove")
def remove_import() -> ResponseReturnValue:
    """Take all games of an import off the list."""
    first = request.form.get("first", default=0, type=int)
    game_list.remove_import(open_store(), g.table.id, first, access.author())
    return redirect(url_for("files.index"), 303)


@pages.post("/data/imports/bring-back")
def bring_games_back() -> ResponseReturnValue:
    """Restore the games that were removed together."""
    moment = request.form.get("moment", "")
    game_list.bring_back_all(open_store(), g.table.id, moment, access.author())
    return redirect(url_for("files.index"), 303)


@pages.get("/data/imports/<any('remove', 'bring-back'):act>")
def redirect_act_reload(act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of files if the URL of a refused form is reloaded."""
    return redirect_reload()


@pages.get("/data/import")
@pages.get("/data/import/<token>")
def redirect_reload(token: str = "") -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of files if the URL of a refused form is reloaded."""
    only_scorers()
    return redirect(url_for("files.index"), 303)


def _download(scope: Scope, form: str, name: str) -> ResponseReturnValue:
    only_scorers()
    store = open_store()
    if request.method == "GET":
        journal.note_export(
            store,
            scope.table_id,
            access.author(),
            form,
            session_id=scope.session_id,
            game_id=scope.game_id,
        )
    pieces: Iterator[str] = (
        as_json(store.path, scope, store.now())
        if form == "json"
        else as_csv(store.path, scope, separator=languages.current().separator)
    )
    day = "" if not scope.whole else f"-{date.today().isoformat()}"
    response = Response(_make_first(pieces), content_type=TYPES[form])
    response.headers["Content-Disposition"] = f'attachment; filename="{name}{day}.{form}"'
    return response


def _make_first(pieces: Iterator[str]) -> Iterator[str]:
    """Make the first pieces of a file now, and return an iterator over all pieces.

    An error in the first pieces is answered with a page. Later, it can only cut the file off.
    """
    first, size = [], 0
    for piece in pieces:
        first.append(piece)
        size += len(piece)
        if size > MADE_FIRST:
            break
    return chain(first, pieces)


def _index(error: Sentence | None = None, status: int = 422) -> ResponseReturnValue:
    store = open_store()
    return render_template(
        "files/export_import.html",
        error=error,
        programs=other_formats.programs(),
        imports=game_list.imports_lately(store, g.table.id),
        taken=game_list.removed_lately(store, g.table.id),
    ), status if error else 200


def _refused(error: Unreadable) -> ResponseReturnValue:
    sentence = say("Nothing was imported: {reason}", reason=error.sentence)
    return _index(sentence, 409 if error.clash else 422)


# Hands from paper

PLAIN = {
    Numbers.POINTS: say("points of each hand"),
    Numbers.RUNNING: say("totals after each hand"),
}
MOVED_ON = say("The game has moved on since this page was loaded: look at it again.")

paper_pages = Blueprint("paper", __name__, url_prefix="/games/<int:game_id>")


@paper_pages.get("/paper")
def ask(game_id: int) -> ResponseReturnValue:
    """Show a field to paste a table into, with the column heads for this game."""
    only_scorers()
    return _page(table.load(game_id))


@paper_pages.post("/paper")
def take(game_id: int) -> ResponseReturnValue:
    """Show the points and the mistakes of pasted rows, or record the rows."""
    record = table.load(game_id)
    form, problem = posted_form()
    text, log = form.get("table", ""), record.log
    if problem is not None:
        return _page(record, 422, text=text, paper=CheckedTable(problem=problem))
    if "record" in request.form:  # a repeated tap is judged by the same state as the first
        try:
            log = open_store().log_at(g.table.id, game_id, EntryFields.posted().revision)
        except EntryError as error:
            return _page(record, 422, text=text, notice=error.sentence)
    as_written = "as-written" in request.form
    choices = choices_in(form, _options(record), PLAIN)
    paper = judge(
        log, record.players, text, choices, as_written=as_written, point=languages.point()
    )
    if not paper.is_ready:
        return _page(record, 422, text=text, paper=paper)
    if "record" not in request.form:
        return _page(record, text=text, paper=paper)
    try:
        previews.check(_sealed(paper))
    except EntryError as error:
        return _page(record, 409, text=text, paper=paper, notice=error.sentence)
    number = log.game.current.number
    outcome = table.record_posted(game_id, Kind.HANDS, number, {"new": list(paper.hands)})
    if outcome.error is not None:
        return _page(record, 422, text=text, paper=replace(paper, problem=outcome.error.sentence))
    if not outcome.stands:
        return _page(outcome.record, 409, text=text, paper=paper, notice=MOVED_ON)
    return redirect(url_for("review.sheet", game_id=game_id), 303)


def _sealed(paper: CheckedTable) -> str:
    """Return the value that the form carries once its rows were checked."""
    return previews.sealed(None, [paper.hands, *(row.totals for row in paper.rows)])


@paper_pages.get("/partial")
def ask_known(game_id: int) -> ResponseReturnValue:
    """Show a form for the known numbers of a hand that was not recorded as it was played."""
    only_scorers()
    return _partial_page(table.load(game_id))


@paper_pages.post("/partial")
def take_known(game_id: int) -> ResponseReturnValue:
    """Record the known numbers of a hand."""
    outcome = table.record_posted(game_id, Kind.ANSWER, fact={PARTIAL: posted_answer()})
    if outcome.error is not None:
        return _partial_page(outcome.record, 422, error=outcome.error, chosen=shortened_answer())
    if not outcome.stands:
        return _partial_page(outcome.record, 409, notice=MOVED_ON, chosen=shortened_answer())
    return redirect(url_for("table.hand", game_id=game_id), 303)


def _partial_page(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Show the form of a partly known hand, or the reason why it cannot be entered."""
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
    record: GameRecord, status: int = 200, *, paper: CheckedTable | None = None, **context: Any
) -> ResponseReturnValue:
    tell = Teller.of(record)
    columns = usual_head(record.game.setup, record.players)
    head = [column if isinstance(column, str) else tell.plain(column) for column in columns]
    pasted = paper.pasted if paper else None
    shown: dict[str, Any] = {
        "head": head,
        "limits": limits(record.game.setup),
        "paper": paper,
        "text": None,
        "meanings": [(meaning.value, tell.plain(words)) for meaning, words in PLAIN.items()],
        "chosen": request.form.get("numbers", ""),
        "value": _sealed(paper) if paper and paper.is_ready else "",
    }
    shown |= column_fields(pasted.shown if pasted else (), _options(record)) | {
        "form": request.form
    }
    return render_template(
        "files/paper_hands.html", **(table.game_context(record) | shown | context)
    ), status


def _options(record: GameRecord) -> Options:
    """Return the uses that somebody may choose for a column of a table of hands."""
    tell, players = Teller.of(record), record.players
    options = {Use(Meaning.UNUSED): ("unused", tell.plain(say("something to leave out")))}
    for use in usual_uses(record.game.setup, players):
        value, words = str(use.meaning), tell.plain(USUAL_TITLES.get(use.meaning, ""))
        if use.player:
            value = f"{value}-{players.index(use.player)}"
            told = say("{name}: {told}", name=Given(use.player), told=words)
            words = tell.plain(told if words else Given(use.player))
        options[use] = value, words
    return options
