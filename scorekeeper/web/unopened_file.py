"""A score file in a browser that cannot be opened: the page that says so, and what it offers.

The application has an empty score file. It answers every request with the page of the fault (see
`score_file_faults`), which says what is wrong and has buttons to save the file as it is, to restore
a copy, or to begin anew. The last two rename the file; nothing is deleted.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Flask, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.ledger import backups
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from scorekeeper.web import copies

NAME = "unopened"
ANSWERED = {"assets", "languages", "unopened"}  # blueprints whose pages are answered
COPIES = "copies"  # the page of copies comes next; otherwise the first page

pages = Blueprint(NAME, __name__, url_prefix="/unopened")


@dataclass(frozen=True, slots=True)
class Unopened:
    """A score file that cannot be opened.

    reopen    called after the file was renamed
    scratch   the folder of the empty file, which is deleted with this object
    """

    path: Path
    error: UnusableFile
    reopen: Callable[[], None]
    scratch: tempfile.TemporaryDirectory[str]


def create_app(
    make: Callable[[Store], Flask], path: Path, error: UnusableFile, reopen: Callable[[], None]
) -> Flask:
    """Make the application of a file that cannot be opened; `make` makes an ordinary one."""
    scratch = tempfile.TemporaryDirectory()
    app = make(Store.open(Path(scratch.name) / path.name))
    app.extensions[NAME] = Unopened(path, error, reopen, scratch)
    app.register_blueprint(pages)
    app.before_request_funcs.setdefault(None, []).insert(0, _raise_fault)
    return app


def here() -> Unopened | None:
    """Return the score file that this application cannot open; None if it has one."""
    unopened: Unopened | None = current_app.extensions.get(NAME)
    return unopened


def _raise_fault() -> None:
    if request.blueprint not in ANSWERED:
        raise _unopened().error


def _unopened() -> Unopened:
    unopened = here()
    assert unopened is not None  # noqa: S101  (`create_app` alone registers these pages)
    return unopened


@pages.get("/scores.db")
def save() -> ResponseReturnValue:
    """Return the file with what SQLite keeps beside it, or the bare file if that is unreadable."""
    unopened = _unopened()
    try:
        content = backups.copied_bytes(unopened.path, Path(unopened.scratch.name) / "copy.db")
    except (OSError, sqlite3.Error, UnusableFile):
        content = unopened.path.read_bytes()
    return copies.download(content, "scorekeeper-unopened.db")


@pages.post("/aside")
def put_aside() -> ResponseReturnValue:
    """Rename the file, and begin an empty one."""
    unopened = _unopened()
    backups.put_aside(unopened.path, datetime.now().astimezone())
    unopened.reopen()
    page = "copies.page" if request.form.get("then") == COPIES else "home.first_page"
    return redirect(url_for(page), 303)


@pages.get("/aside")
def redirect_reload() -> ResponseReturnValue:
    """Redirect to the first page if the URL of the form is reloaded."""
    return redirect(url_for("home.first_page"), 303)
