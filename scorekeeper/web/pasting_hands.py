"""Pages that record the hands of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange.game_columns import GameColumns, columns_of
from scorekeeper.exchange.hand_entries import CheckedTable, HandOfRow, judge
from scorekeeper.exchange.hand_rows import HandChoices
from scorekeeper.exchange.table_checks import SumRows
from scorekeeper.exchange.table_columns import Meaning, Numbers, Use
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.web import languages, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import EntryFields
from scorekeeper.web.formatting import Teller
from scorekeeper.web.paste_form import (
    SUMS,
    Options,
    by_level,
    chosen,
    column_fields,
    posted_form,
    uses_in,
)
from scorekeeper.wording import Given, say

MEANINGS = {
    Numbers.PAIR: say("contract and tricks"),
    Numbers.POINTS: say("points of each hand"),
    Numbers.RUNNING: say("totals after each hand"),
}
ORDERS = {
    DayOrder.DAY: say("the day first: 2 March is 2/3"),
    DayOrder.MONTH: say("the month first: 2 March is 3/2"),
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
    """Show what a table is taken for, with the points and the mistakes, or record its hands."""
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
    choices = HandChoices(
        uses_in(form, _options(record, columns_of(log, record.players))),
        chosen(form, "numbers", MEANINGS),
        chosen(form, "order", DayOrder),
        chosen(form, "sums", SumRows),
    )
    checked = judge(
        log,
        record.players,
        text,
        choices,
        as_written="as-written" in request.form,
        point=languages.point(),
        translations=languages.in_every_language,
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
    columns = columns_of(record.log, record.players)
    head = [each if isinstance(each, Given) else tell.plain(each) for each in columns.usual_head()]
    table_read = checked.table if checked else None
    remarks = checked.remarks if checked else ()
    numbers = checked.numbers if checked else None
    shown: dict[str, Any] = {
        "head": head,
        "is_plain": columns.is_plain,
        "checked": checked,
        "text": None,
        "form": request.form,
        "meanings": [(meaning.value, tell.plain(words)) for meaning, words in MEANINGS.items()],
        "orders": [(order.value, tell.plain(words)) for order, words in ORDERS.items()],
        "sums": [(each.value, tell.plain(words)) for each, words in SUMS.items()],
        "numbers": numbers.value if numbers else "",
        "asked": {remark.field for remark in remarks},
        "remarks": by_level(remarks),
        "samples": _samples(checked.rows if checked else ()),
        "value": _sealed(checked) if checked and checked.is_ready else "",
    }
    shown |= column_fields(table_read, _options(record, columns))
    if table_read is not None:
        context["text"] = table_read.text
    return render_template(
        "files/pasted_hands.html", **(table.game_context(record) | shown | context)
    ), status


def _samples(rows: Sequence[HandOfRow]) -> list[HandOfRow]:
    """Return the first, a middle and the last hand."""
    last = len(rows) - 1
    return [rows[at] for at in sorted({0, last // 2, last})] if rows else []


def _options(record: GameRecord, columns: GameColumns) -> Options:
    """Return the uses that somebody may choose for a column of hands."""
    tell = Teller.of(record)
    options = {Use(Meaning.UNUSED): ("unused", tell.plain(say("left out")))}
    for use in columns.uses:
        words = "" if use.meaning == Meaning.PLAIN else tell.plain(columns.label(use))
        value = str(use.meaning)
        if use.player:
            value = f"{value}-{columns.players.index(use.player)}"
            words = f"{use.player}: {words}" if words else use.player
        options[use] = value, words
    return options
