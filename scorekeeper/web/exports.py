"""Exports: the files that hold all games of a table, an evening or one game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import chain

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.ledger import journal, sessions
from scorekeeper.web import access, languages
from scorekeeper.web.access import only_scorers, open_store

MADE_FIRST = 64 * 1024  # characters of an export that are made before the response begins
TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8"}

pages = Blueprint("exports", __name__)


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
