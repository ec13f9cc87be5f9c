"""The page “More”: the rules of a game, and actions that are seldom needed."""

from __future__ import annotations

from flask import Blueprint, g, render_template
from flask.typing import ResponseReturnValue

from scorekeeper import play
from scorekeeper.ledger import sessions
from scorekeeper.rules.rulebook import worked_example
from scorekeeper.web.access import open_store
from scorekeeper.web.place import here
from scorekeeper.web.table import game_context, load

pages = Blueprint("more", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/more")
def more(game_id: int) -> ResponseReturnValue:
    """Show the rules of the game, and actions that are seldom needed."""
    record = load(game_id)
    setup = record.game.setup
    return render_template(
        "review/more.html",
        sections=setup.book.describe(setup.rules),
        example=worked_example(setup.book, setup.rules),
        preset=setup.preset,
        session_record=sessions.session_of_game(open_store(), g.table.id, game_id),
        is_advised=here().chances and play.is_advised(setup.book),
        is_practised=here().chances and bool(play.decisions(setup.book)),
        rules_title=setup.title,
        likeness=setup.book.likeness(setup.rules),
        **game_context(record),
    )
