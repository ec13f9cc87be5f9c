"""The pages that only show: the score sheet, the scoreboard, the rules, and the revision."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, g, jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine import forecast
from scorekeeper.ledger import sessions
from scorekeeper.ledger.keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import links, play, pulse, standings
from scorekeeper.web.ahead import description

pages = Blueprint("review", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/sheet")
@pulse.for_watchers
def sheet(game_id: int) -> ResponseReturnValue:
    """The score sheet, a column a player and a row a hand."""
    return render_template("sheet.html", **play.game_context(play.load(game_id)))


@pages.get("/board")
@pulse.for_watchers
def board(game_id: int) -> ResponseReturnValue:
    """The totals in figures that can be read across a table, and how they came about."""
    shown = play.game_context(play.load(game_id))
    return render_template("board.html", **shown, **standings.context(shown["game"], shown["tell"]))


@pages.get("/more")
def more(game_id: int) -> ResponseReturnValue:
    """The rules at this table, and what is seldom wanted."""
    record = play.load(game_id)
    setup = record.game.setup
    return render_template(
        "more.html",
        sections=setup.book.describe(setup.rules),
        preset=setup.book.preset_of(setup.rules),
        session_record=sessions.session_of_game(current_app.config["STORE"], g.table.id, game_id),
        **links.context(),
        chances_missing=not forecast.is_possible(),
        rules_title=setup.book.title(setup.rules),
        likeness=setup.book.likeness(setup.rules),
        **play.game_context(record),
    )


@pages.get("/revision")
def revision(game_id: int) -> ResponseReturnValue:
    """The revision of a game, alone and bare, for pages that follow it."""
    store: Store = current_app.config["STORE"]
    found = store.revision(g.table.id, game_id)
    pulse.let_in(game_id)
    return Response(str(found), mimetype="text/plain")


@pages.get("/ahead")
def ahead(game_id: int) -> ResponseReturnValue:
    """What may be asked next, for a phone that scores and may lose its connection."""
    if g.role is not Role.SCORE:
        abort(403)
    record = play.load(game_id)
    if record.game.step is None:
        return jsonify(None)
    shown = play.game_context(record) | {"action": url_for("play.answer", game_id=game_id)}
    return jsonify(description(record, shown))
