"""The first page: go on with the running game, begin one, look at past ones."""

from __future__ import annotations

from flask import Blueprint, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.store import GameRecord, Store
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
        first_page=before is None,
    )


def _teller(record: GameRecord) -> Teller:
    return Teller(record.players)
