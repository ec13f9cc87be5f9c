"""Undo of an import: its games are taken off the list, and brought back."""

from __future__ import annotations

from flask import Blueprint, g, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.ledger import game_list
from scorekeeper.web import access
from scorekeeper.web.access import open_store
from scorekeeper.web.imports import redirect_reload

pages = Blueprint("import_undo", __name__)


@pages.post("/data/imports/remove")
def remove_import() -> ResponseReturnValue:
    """Take all games of an import off the list."""
    first = request.form.get("first", default=0, type=int)
    game_list.remove_import(open_store(), g.table.id, first, access.author())
    return redirect(url_for("imports.index"), 303)


@pages.post("/data/imports/bring-back")
def bring_games_back() -> ResponseReturnValue:
    """Restore the games that were removed together."""
    moment = request.form.get("moment", "")
    game_list.bring_back_all(open_store(), g.table.id, moment, access.author())
    return redirect(url_for("imports.index"), 303)


@pages.get("/data/imports/<any('remove', 'bring-back'):act>")
def redirect_act_reload(act: str) -> ResponseReturnValue:  # noqa: ARG001
    """Redirect to the page of files if the URL of a refused form is reloaded."""
    return redirect_reload()
