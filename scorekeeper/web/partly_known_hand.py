"""The page that records the known numbers of a hand."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_log import Kind, partial_step
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.web import table
from scorekeeper.web.access import only_scorers
from scorekeeper.web.entry_forms import posted_answer, shortened_answer
from scorekeeper.web.pasting_hands import MOVED_ON

pages = Blueprint("partly_known_hand", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/partial")
def ask_known(game_id: int) -> ResponseReturnValue:
    """Show a form for the known numbers of a hand that was not recorded as it was played."""
    only_scorers()
    return _partial_page(table.load(game_id))


@pages.post("/partial")
def take_known(game_id: int) -> ResponseReturnValue:
    """Record the known numbers of a hand."""
    outcome = table.record_posted(game_id, Kind.ANSWER, fact={PARTIAL: posted_answer()})
    if outcome.error is not None:
        return _partial_page(outcome.record, 422, error=outcome.error, chosen=shortened_answer())
    if not outcome.stands:
        return _partial_page(outcome.record, 409, notice=MOVED_ON, chosen=shortened_answer())
    return redirect(url_for("table.hand", game_id=game_id), 303)


def _partial_page(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Show the form of a partly known hand, or the reason why it cannot be entered."""
    error = None
    try:
        step = partial_step(record.log)
    except EntryError as reason:
        step, error = None, reason
    shown: dict[str, Any] = {
        "step": step,
        "error": error,
        "chosen": {},
        "action": url_for("partly_known_hand.take_known", game_id=record.id),
    }
    return render_template(
        "files/partial_hand.html", **(table.game_context(record) | shown | context)
    ), status
