"""The page of the score sheet: a column for each side, a row for each hand."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.ledger.game_log import describe_revokes
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import sheet_notes
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game
from scorekeeper.sheets.score_sheet import SheetRow, row_of
from scorekeeper.web import polling
from scorekeeper.web.table import game_context, load, table_context
from scorekeeper.wording import Sentence, say

pages = Blueprint("score_sheet", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/sheet")
@polling.for_watchers
def sheet(game_id: int) -> ResponseReturnValue:
    """Show the score sheet: a column for each side, a row for each hand, the newest first."""
    record = load(game_id)
    return render_template(
        "review/score_sheet.html",
        **game_context(record),
        **table_context(record),
    )


def sheet_rows(record: GameRecord) -> list[SheetRow]:
    """Return the rows of the score sheet, the newest hand first."""
    game, corrected = record.game, record.log.corrected
    noted = sheet_notes(record)

    def notes(deal: Deal) -> Iterator[Sentence]:
        if deal.score is None:
            yield from describe_revokes(deal.record.revokes)
        if deal.number in corrected:
            yield say("corrected")
        yield from noted.get(deal.number, ())

    return [row_of(game, deal, *notes(deal)) for deal in reversed(game.deals)]


def longest_number(game: Game) -> int:
    """Return the number of characters of the longest total, or points with their sign."""
    decimals = game.setup.book.decimals

    def length(number: int, sign: str = "") -> int:
        return len(f"{number / 10**decimals:{sign},.{decimals}f}")

    deals = game.deals
    totals = {*game.totals, *(total for deal in deals for total in deal.totals)}
    points = {points for deal in deals if deal.score for points in deal.score.points}
    return max([*map(length, totals), *(length(number, "+") for number in points)], default=1)
