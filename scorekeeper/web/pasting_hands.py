"""Pages that record the hands of a pasted table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange.pasted_hands import (
    USUAL_TITLES,
    CheckedTable,
    judge,
    limits,
    usual_head,
    usual_uses,
)
from scorekeeper.exchange.pasted_table import Meaning, Numbers, Use
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.web import languages, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import EntryFields
from scorekeeper.web.formatting import Teller
from scorekeeper.web.paste_form import Options, choices_in, column_fields, posted_form
from scorekeeper.wording import Given, say

PLAIN = {
    Numbers.POINTS: say("points of each hand"),
    Numbers.RUNNING: say("totals after each hand"),
}
MOVED_ON = say("The game has moved on since this page was loaded: look at it again.")

pages = Blueprint("pasting_hands", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/pasted")
def ask(game_id: int) -> ResponseReturnValue:
    """Show a field to paste a table into, with the column heads for this game."""
    only_scorers()
    return _page(table.load(game_id))


@pages.post("/pasted")
def take(game_id: int) -> ResponseReturnValue:
    """Show the points and the mistakes of pasted rows, or record the rows."""
    record = table.load(game_id)
    form, problem = posted_form()
    text, log = form.get("table", ""), record.log
    if problem is not None:
        return _page(record, 422, text=text, checked=CheckedTable(problem=problem))
    if "record" in request.form:  # a repeated tap is judged by the same state as the first
        try:
            log = open_store().log_at(g.table.id, game_id, EntryFields.posted().revision)
        except EntryError as error:
            return _page(record, 422, text=text, notice=error.sentence)
    as_written = "as-written" in request.form
    choices = choices_in(form, _options(record), PLAIN)
    checked = judge(
        log, record.players, text, choices, as_written=as_written, point=languages.point()
    )
    if not checked.is_ready:
        return _page(record, 422, text=text, checked=checked)
    if "record" not in request.form:
        return _page(record, text=text, checked=checked)
    try:
        previews.check(_sealed(checked))
    except EntryError as error:
        return _page(record, 409, text=text, checked=checked, notice=error.sentence)
    number = log.game.current.number
    outcome = table.record_posted(game_id, Kind.HANDS, number, {"new": list(checked.hands)})
    if outcome.error is not None:
        return _page(
            record, 422, text=text, checked=replace(checked, problem=outcome.error.sentence)
        )
    if not outcome.stands:
        return _page(outcome.record, 409, text=text, checked=checked, notice=MOVED_ON)
    return redirect(url_for("score_sheet.sheet", game_id=game_id), 303)


def _sealed(checked: CheckedTable) -> str:
    """Return the value that the form carries once its rows were checked."""
    return previews.sealed(None, [checked.hands, *(row.totals for row in checked.rows)])


def _page(
    record: GameRecord, status: int = 200, *, checked: CheckedTable | None = None, **context: Any
) -> ResponseReturnValue:
    tell = Teller.of(record)
    columns = usual_head(record.game.setup, record.players)
    head = [column if isinstance(column, str) else tell.plain(column) for column in columns]
    pasted = checked.pasted if checked else None
    shown: dict[str, Any] = {
        "head": head,
        "limits": limits(record.game.setup),
        "checked": checked,
        "text": None,
        "meanings": [(meaning.value, tell.plain(words)) for meaning, words in PLAIN.items()],
        "chosen": request.form.get("numbers", ""),
        "value": _sealed(checked) if checked and checked.is_ready else "",
    }
    shown |= column_fields(pasted.shown if pasted else (), _options(record)) | {
        "form": request.form
    }
    return render_template(
        "files/pasted_hands.html", **(table.game_context(record) | shown | context)
    ), status


def _options(record: GameRecord) -> Options:
    """Return the uses that somebody may choose for a column of pasted hands."""
    tell, players = Teller.of(record), record.players
    options = {Use(Meaning.UNUSED): ("unused", tell.plain(say("something to leave out")))}
    for use in usual_uses(record.game.setup, players):
        value, words = str(use.meaning), tell.plain(USUAL_TITLES.get(use.meaning, ""))
        if use.player:
            value = f"{value}-{players.index(use.player)}"
            told = say("{name}: {told}", name=Given(use.player), told=words)
            words = tell.plain(told if words else Given(use.player))
        options[use] = value, words
    return options
