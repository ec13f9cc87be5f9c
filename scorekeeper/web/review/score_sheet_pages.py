"""The pages that only show: the score sheet, the scoreboard, the rules, and the revision."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, abort, g, jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis import chances_to_win
from scorekeeper.engine.play.advice import Adviser
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.entries.history import revoked, seat_notes
from scorekeeper.ledger.evenings import games, sessions
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.sheets.score_sheet import Row, row_of
from scorekeeper.web.access import link_pages
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance import polling
from scorekeeper.web.performance.expensive_reads import expensive
from scorekeeper.web.review import standings_pages
from scorekeeper.web.table import table_page
from scorekeeper.web.table.look_ahead_description import description

pages = Blueprint("review", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/sheet")
@polling.for_watchers
def sheet(game_id: int) -> ResponseReturnValue:
    """The score sheet, a column a player and a row a hand, the newest first."""
    record = table_page.load(game_id)
    return render_template(
        "review/score_sheet.html",
        **table_page.game_context(record),
        **table_page.table_context(record),
    )


def sheet_rows(record: GameRecord) -> list[Row]:
    """The rows of the score sheet, the newest hand first."""
    game, corrected = record.game, record.log.corrected
    takeovers = seat_notes(record)

    def further(deal: Deal) -> Iterator[Sentence]:
        if deal.score is None:
            yield from revoked(deal.record.revokes)
        if deal.number in corrected:
            yield say("corrected")
        yield from takeovers.get(deal.number, ())

    return [row_of(game, deal, *further(deal)) for deal in reversed(game.deals)]


def longest_total(game: Game) -> int:
    """How many signs the longest total of a game has had."""
    totals = {total for deal in game.deals for total in deal.totals}
    return max((len(f"{total:,}") for total in totals), default=1)


@pages.get("/board")
@polling.for_watchers
@expensive()
def board(game_id: int) -> ResponseReturnValue:
    """The totals in figures that can be read across a table, and how they came about."""
    record = table_page.load(game_id)
    shown = table_page.game_context(record) | table_page.table_context(record)
    return render_template(
        "review/scoreboard.html", **shown, **standings_pages.context(shown["game"], shown["tell"])
    )


@pages.get("/more")
def more(game_id: int) -> ResponseReturnValue:
    """The rules at this table, and what is seldom wanted."""
    record = table_page.load(game_id)
    setup = record.game.setup
    return render_template(
        "review/more.html",
        sections=setup.book.describe(setup.rules),
        preset=setup.book.preset_of(setup.rules),
        session_record=sessions.session_of_game(open_store(), g.table.id, game_id),
        **link_pages.context(),
        chances_missing=not chances_to_win.is_possible(),
        is_advised=Adviser.find(record.game.setup.book) is not None,
        rules_title=setup.book.title(setup.rules),
        likeness=setup.book.likeness(setup.rules),
        **table_page.game_context(record),
    )


@pages.get("/revision")
def revision(game_id: int) -> ResponseReturnValue:
    """The revision of a game, alone and bare, for pages that follow it."""
    store = open_store()
    number = store.revision(g.table.id, game_id)
    polling.let_in(game_id)
    playing = {polling.PLAYING: str(games.current(store, g.table.id) or "")}
    return Response(str(number), mimetype="text/plain", headers=playing)


@pages.get("/ahead")
def ahead(game_id: int) -> ResponseReturnValue:
    """What may be asked next, for a phone that scores and may lose its connection."""
    if g.role is not Role.SCORE:
        abort(403)
    record = table_page.load(game_id)
    if record.game.step is None:
        return jsonify(None)
    shown = table_page.game_context(record) | {"action": url_for("play.answer", game_id=game_id)}
    return jsonify(description(record, shown))
