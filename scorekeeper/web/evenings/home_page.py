"""The first page: go on with the running game, begin one, look at the newest evenings."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, current_app, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.evenings import games
from scorekeeper.ledger.evenings import sessions as records
from scorekeeper.ledger.statistics.game_results import results_of, running_game
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web.evenings import evening_pages
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance import polling
from scorekeeper.web.rendering.formatting import Teller

NEWEST = 3

pages = Blueprint("home", __name__)


@pages.get("/")
def index() -> ResponseReturnValue:
    """The running game, and the newest evenings."""
    store = open_store()
    newest = records.newest(store, g.table.id, NEWEST)
    listed = {session.id for session in newest}
    others = [other for other in records.in_use(store, g.table.id) if other not in listed]
    evenings = evening_pages.evenings(newest)
    results = [result for evening in evenings for result in evening.results]
    results += results_of(store, g.table.id, others) if others else []
    current = games.current(store, g.table.id)
    on = {result.id for result in results if not result.outcome.over}
    game_id = current if current in on else running_game(results)
    shown = [evening.without(game_id) for evening in evenings]
    return render_template(
        "evenings/home.html",
        running=next(iter(evening_pages.readable([] if game_id is None else [game_id])), None),
        evenings=[
            evening
            for evening in shown
            if evening.results or evening.damaged or evening in evenings
        ],
        teller=_teller,
        removed=_removed(store),
        hands_on=not current_app.config["KEYLESS"],
        result_teller=evening_pages.teller,
        current=current,
        revision=polling.marked(current, store.revision(g.table.id, current), table=True)
        if current is not None
        else "none",
    )


def _removed(store: Store) -> GameRecord | None:
    """The game that was just taken off the list, to be brought back with a tap."""
    game_id = request.args.get("removed", type=int)
    if game_id is None or g.role is not Role.SCORE:
        return None
    with suppress(Unknown, UnreadableGame):
        if store.removed(g.table.id, game_id):
            return store.game(g.table.id, game_id)
    return None


def _teller(record: GameRecord) -> Teller:
    return Teller.of(record)
