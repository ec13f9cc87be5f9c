"""Copies of the score file in a browser: saving and restoring them, and the advice to do so.

On a server, commands do this (`scorekeeper backup` and `restore`). In a browser there is no other
place with the scores, so the first page advises from time to time to save a copy.
"""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
from collections.abc import Mapping
from enum import Enum
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
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage

from scorekeeper.ledger import backups, database, sessions
from scorekeeper.ledger.backups import Contents, Copy
from scorekeeper.ledger.dates import day_of, timestamp
from scorekeeper.ledger.errors import (
    DamagedDocument,
    DamagedFile,
    DatabaseFault,
    ForeignDocument,
    ForeignFile,
    NewerFile,
    OlderFile,
    Unreadable,
    UnusableFile,
    kind_of,
)
from scorekeeper.web import access, imports
from scorekeeper.web.access import open_store
from scorekeeper.web.place import here
from scorekeeper.web.settings import own_path
from scorekeeper.web.uploads import Uploads
from scorekeeper.wording import Sentence, say

SQLITE = b"SQLite format 3\0"  # the first bytes of every database
TYPE = "application/vnd.sqlite3"

pages = Blueprint("copies", __name__, url_prefix="/copies")
pages.before_request(access.only_scorers)


# Advice on the first page
#
# The times of the last saved copy and of the last dismissal are in the phone's cookie, beside the
# score file, so that a restored copy does not change them. The advice to save a copy comes after
# the first evening, then after every second evening since a copy was last saved or restored, or
# since the advice was dismissed.

COOKIE_KEY = "copies"
SAVED, RESTORED, DISMISSED, AT_HOME = "saved", "restored", "dismissed", "home"
FIRST_AFTER, AGAIN_AFTER = 1, 2  # evenings


class Advice(Enum):
    """Advice of the first page for the safety of the scores."""

    SAVE_COPY = "save-copy"
    HOME_SCREEN = "home-screen"


def advice() -> Advice | None:
    """Return what the first page advises now."""
    if not here().copies:
        return None
    marks = _marks()
    if here().forgets and AT_HOME not in marks:
        return Advice.HOME_SCREEN
    now = open_store().clock()
    moments = [_moment(marks.get(key)) for key in (SAVED, RESTORED, DISMISSED)]
    # A mark from the future was made while the clock was wrong.
    since = max((moment for moment in moments if moment and moment <= now), default=None)
    ended = sessions.count_ended(open_store(), g.table.id, since or dt.datetime.min)
    return Advice.SAVE_COPY if ended >= (AGAIN_AFTER if since else FIRST_AFTER) else None


def _marks() -> Mapping[str, Any]:
    marks = session.get(COOKIE_KEY)
    return marks if isinstance(marks, dict) else {}


def _mark(key: str) -> None:
    session[COOKIE_KEY] = {**_marks(), key: open_store().now()}
    session.permanent = True


def _moment(text: str | None) -> dt.datetime | None:
    return None if text is None else dt.datetime.fromisoformat(text)


@pages.post("/dismiss")
def dismiss() -> ResponseReturnValue:
    """Dismiss the advice of the first page."""
    _mark(AT_HOME if request.form.get("advice") == Advice.HOME_SCREEN.value else DISMISSED)
    return redirect(url_for("home.first_page"), 303)


# Saving


@pages.get("/")
def page() -> ResponseReturnValue:
    """Show the copies in this browser, and the forms to save and to restore one."""
    return _page()


@pages.get("/scores.db")
def score_file() -> ResponseReturnValue:
    """Return a copy of the whole score file."""
    store = open_store()
    content = backups.copied_bytes(store.path, _uploads().new_path())
    return download(content, f"scorekeeper-{day_of(store.clock()).isoformat()}.db")


def download(content: bytes, name: str) -> Response:
    """Return a score file to save under a name."""
    response = Response(content, content_type=TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.post("/saved")
def note_saved() -> ResponseReturnValue:
    """Remember that a copy has been saved; the page sends this when it has saved the file."""
    _mark(SAVED)
    return redirect(own_path(request.form.get("back", "")), 303)


# Restoring


@pages.post("/restore")
def take() -> ResponseReturnValue:
    """Show what an uploaded copy contains, before it replaces the present scores."""
    received = request.files.get("file")
    if received is None or not received.filename:
        return _page(say("Choose a file first."))
    if not _is_database(received):
        try:
            return imports.preview(received)
        except ForeignDocument:
            return _page(FOREIGN)
        except DamagedDocument:
            return _page(DAMAGED)
        except Unreadable as error:
            sentence = say("Nothing was restored: {reason}", reason=error.sentence)
            return _page(sentence, 409 if error.clash else 422)
    path = _uploads().new_path()
    received.save(path)
    return _offer(path)


@pages.post("/choose")
def choose() -> ResponseReturnValue:
    """Show what a copy in this browser contains, before it replaces the present scores."""
    name = request.form.get("copy", "")
    chosen = next((copy for copy in _copies() if copy.path.name == name), None)
    if chosen is None:
        return _page(say("That copy is not here any more."))
    path = _uploads().new_path()
    shutil.copyfile(chosen.path, path)
    return _offer(path)


@pages.post("/restore/<token>")
def restore(token: str) -> ResponseReturnValue:
    """Replace the present score file with a copy whose contents were shown."""
    store = open_store()
    upload = _uploads().take(g.table.id, token)
    if upload is None or upload.survey is not None:
        return _page(say("That file is not here any more: choose it again."))
    now = store.clock()
    try:
        with store.closed():
            done = backups.restore(upload.path, store.path, now, f"scorekeeper-{day_of(now)}.db")
    except (UnusableFile, OSError, sqlite3.Error) as error:
        return _page(_reason(error))
    finally:
        upload.path.unlink(missing_ok=True)
    session.pop(access.COOKIE, None)  # the players of another file have other numbers
    _mark(RESTORED)
    is_blank = done.kept is not None and database.read_or(done.kept, backups.is_blank, False)
    if done.kept is not None and is_blank:
        done.kept.unlink()  # nothing to go back to, as in a browser that was cleared
    before = None if is_blank else 1
    return redirect(url_for("copies.page", restored=timestamp(now), before=before), 303)


@pages.get("/<any(saved, restore, choose, dismiss):act>")
@pages.get("/restore/<act>")
def redirect_reload(act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of copies if the URL of a refused form is reloaded."""
    return redirect(url_for("copies.page"), 303)


def _is_database(received: FileStorage) -> bool:
    begins = received.stream.read(len(SQLITE))
    received.stream.seek(0)
    return begins == SQLITE


def _offer(path: Path) -> ResponseReturnValue:
    """Show the contents of a score file beside those of the present one, with a button to restore.

    The file is brought up to date first. It is deleted if it cannot be restored.
    """
    held = None
    try:
        database.check(path)
        database.prepare(path)
        held = backups.contents(path, checked=True)
    except (UnusableFile, OSError, sqlite3.Error) as error:
        return _page(_reason(error))
    finally:
        if held is None:
            for end in ("", *database.BESIDE):
                database.beside(path, end).unlink(missing_ok=True)
    if held is None:
        return _page(DAMAGED)
    present = backups.contents(open_store().path) or Contents(0, 0, "", 0)
    return render_template(
        "files/restore_copy.html",
        token=_uploads().store(g.table.id, path, None),
        held=held,
        present=present,
        since=_moment(held.last or None) if held.last < present.last else None,
        moment_of=_moment,
    )


DAMAGED = say("This file is damaged, so it cannot be restored. Choose another copy.")
FOREIGN = say(
    "This is not a copy from Scorekeeper: choose a score file or a JSON file that it has saved."
)
REFUSED: Mapping[DatabaseFault | type[UnusableFile], Sentence] = {
    ForeignFile: FOREIGN,
    DamagedFile: DAMAGED,
    OlderFile: say(
        "This file was written by a much older version of Scorekeeper, and this one cannot read "
        "it. That version can export it as JSON, and the JSON can be restored here."
    ),
    NewerFile: say(
        "This file was written by a newer version of Scorekeeper. Close Scorekeeper, open it again "
        "with a connection so that it is updated, and restore the file then."
    ),
    DatabaseFault.FULL: say(
        "There is no room for the copy in this browser. Make room on this phone, and try again. "
        "The scores here are unchanged."
    ),
}
NOT_DONE = say(
    "The copy could not be restored. The scores here are unchanged. Try again in a moment."
)


def _reason(error: Exception) -> Sentence:
    """Say in words for a phone why a copy is not restored."""
    return REFUSED.get(kind_of(error), NOT_DONE)


def _copies() -> list[Copy]:
    return backups.copies_of(open_store().path)


def _uploads() -> Uploads:
    uploads: Uploads = current_app.config["UPLOADS"]
    return uploads


def _page(error: Sentence | None = None, status: int = 422) -> ResponseReturnValue:
    listed = [(copy, held) for copy in _copies() if (held := backups.contents(copy.path))]
    return render_template(
        "files/copies.html",
        error=error,
        daily=[(copy, held) for copy, held in listed if copy.day],
        others=[(copy, held) for copy, held in listed if not copy.day],
        saved=_moment(_marks().get(SAVED)),
        restored="restored" in request.args and not error,
        before="before" in request.args,
        moment_of=_moment,
    ), status if error else 200
