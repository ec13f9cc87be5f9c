"""The first page: go on with the running game, begin one, look at past ones."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.store import GameRecord, Store
from scorekeeper.web.access import Role
from scorekeeper.web.telling import Teller

PAGE = 20

pages = Blueprint("home", __name__)


@pages.get("/")
def index() -> ResponseReturnValue:
    """The running game, and those that were played, a page of them at a time."""
    store: Store = current_app.config["STORE"]
    before = request.args.get("before", type=int)
    ids = store.game_ids(g.table.id, PAGE + 1, before)
    records = [store.game(g.table.id, game_id) for game_id in ids[:PAGE]]
    running = next((record for record in records if not record.game.over), None)
    return render_template(
        "home.html",
        running=running if before is None else None,
        records=records,
        older=ids[PAGE - 1] if len(ids) > PAGE else None,
        teller=_teller,
        removed=_removed(store),
        first_page=before is None,
    )


def _removed(store: Store) -> GameRecord | None:
    """The game that was just taken off the list, to be brought back with a tap."""
    game_id = request.args.get("removed", type=int)
    if game_id is None or g.role is not Role.SCORE:
        return None
    with suppress(Unknown):
        if store.removed(g.table.id, game_id):
            return store.game(g.table.id, game_id)
    return None


def _teller(record: GameRecord) -> Teller:
    return Teller(record.players)
