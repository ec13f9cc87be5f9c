"""The page of the history: who changed what, and when."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.history import acts_of, by_deal, history
from scorekeeper.web import links
from scorekeeper.web.access import open_store
from scorekeeper.web.formatting import figure
from scorekeeper.web.table import game_context, load

CHANGES = "changes"

pages = Blueprint("history", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/history")
def past(game_id: int) -> ResponseReturnValue:
    """Show the history: who changed what, and when."""
    record = load(game_id)
    store = open_store()
    acts = acts_of(store, g.table.id, game_id)
    lines = list(history(record.log.begun, acts, record.log.beginners))
    alone = request.args.get("show") == CHANGES
    return render_template(
        "review/history.html",
        lines_by_deal=by_deal(line for line in lines if not (alone and line.plain)),
        recorded=bool(lines),
        changes=CHANGES,
        changes_alone=alone,
        phone=partial(links.name_phone, known=links.known_phones()),
        figure=figure,
        **game_context(record),
    )
