"""Hands from paper: pasted as a table and looked at row by row, or one that is known in part."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Flask, abort, g, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.steps.partial import PARTIAL
from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.entries.entry_checks import partial_step
from scorekeeper.ledger.entries.game_log import Kind
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.errors import StaleEntry
from scorekeeper.ledger.exchange.paper_hands import Paper, judge, usual_head
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.web.open_store import open_store
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.table import table_page
from scorekeeper.web.table.entry_forms import Carried, answer_given, answer_shown

LARGEST_PASTE = 512 * 1024  # far more than is recorded at once, so that it can be told so
MOVED_ON = say("The game has moved on since this page was loaded: look at it again.")

pages = Blueprint("paper", __name__, url_prefix="/games/<int:game_id>")


def install(app: Flask) -> None:
    """Take texts larger than forms, before anything reads the body."""
    app.before_request(_allow_size)


def _allow_size() -> None:
    if request.endpoint == "paper.take":
        request.max_content_length = request.max_form_memory_size = LARGEST_PASTE


@pages.get("/paper")
def ask(game_id: int) -> ResponseReturnValue:
    """The place to paste, with the head of a table for this game."""
    if g.role is not Role.SCORE:
        abort(403)
    return _page(table_page.load(game_id))


@pages.post("/paper")
def take(game_id: int) -> ResponseReturnValue:
    """Show what the rows come to and what is wrong in them, or record them."""
    record = table_page.load(game_id)
    text = request.form.get("table", "")
    paper = judge(record.log, record.players, text)
    if not paper.right:
        return _page(record, 422, text=text, paper=paper)
    if "record" not in request.form:
        return _page(record, text=text, paper=paper)
    carried = Carried.posted()
    store = open_store()
    try:
        store.record_all(
            g.table.id,
            game_id,
            paper.entries,
            key=carried.key,
            revision=carried.revision,
            device=cookie.get("device", ""),
        )
    except StaleEntry:
        return _page(record, 409, text=text, paper=paper, notice=MOVED_ON)
    return redirect(url_for("review.sheet", game_id=game_id), 303)


@pages.get("/partial")
def ask_known(game_id: int) -> ResponseReturnValue:
    """Ask what is known of a hand that nobody recorded as it was played."""
    if g.role is not Role.SCORE:
        abort(403)
    return _known(table_page.load(game_id))


@pages.post("/partial")
def take_known(game_id: int) -> ResponseReturnValue:
    """Record what is known of a hand."""
    outcome = table_page.submit(game_id, Kind.ANSWER, fact={PARTIAL: answer_given()})
    if outcome.error is not None:
        return _known(outcome.record, 422, error=outcome.error, chosen=answer_shown())
    if not outcome.stands:
        return _known(outcome.record, 409, notice=MOVED_ON, chosen=answer_shown())
    return redirect(url_for("play.hand", game_id=game_id), 303)


def _known(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """The page of a hand that is known in part; where none can be entered, the reason."""
    error = None
    try:
        step = partial_step(record.log)
    except EntryError as reason:
        step, error = None, reason
    shown: dict[str, Any] = {
        "step": step,
        "error": error,
        "chosen": {},
        "action": url_for("paper.take_known", game_id=record.id),
    }
    return render_template(
        "files/partial_hand.html", **(table_page.game_context(record) | shown | context)
    ), status


def _page(
    record: GameRecord, status: int = 200, *, paper: Paper | None = None, **context: Any
) -> ResponseReturnValue:
    tell = Teller.of(record)
    columns = usual_head(record.game.setup, record.players)
    head = [column if isinstance(column, str) else tell.plain(column) for column in columns]
    return (
        render_template(
            "files/paper_hands.html",
            **(
                table_page.game_context(record)
                | {"head": head, "paper": paper, "text": None}
                | context
            ),
        ),
        status,
    )
