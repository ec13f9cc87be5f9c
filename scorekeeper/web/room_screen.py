"""The screen for the room: a game in large letters, for a television or a tablet."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, g, make_response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.ledger import game_list
from scorekeeper.ledger.errors import UnreadableGame
from scorekeeper.rules.bidding_steps import over_or_under
from scorekeeper.rules.game import Game
from scorekeeper.web import polling
from scorekeeper.web.access import open_store
from scorekeeper.web.score_sheet_page import longest_number
from scorekeeper.web.settings import Preferences, Theme
from scorekeeper.web.standings import context
from scorekeeper.web.table import awards_of, game_context, load
from scorekeeper.wording import Sentence

# `/screen` shows the game that the table plays, and then the next one; `/games/N/screen` shows one
# game. The page has no controls. With `?plain` it is made for e-readers: black on white, without
# scripts, and with a header that makes the browser reload it.

RELOADED = 15  # seconds until the plain page is reloaded
PLAIN = "plain"

pages = Blueprint("screen", __name__)


@pages.get("/screen")
def newest() -> ResponseReturnValue:
    """Show the game that the table plays, or that there is none yet."""
    game_id = game_list.current(open_store(), g.table.id)
    if game_id is None:
        return _nothing()
    try:
        return _table_page(game_id)
    except UnreadableGame:
        revision = open_store().revision(g.table.id, game_id)
        return _nothing(polling.poll_mark(game_id, revision, table=True))


@pages.get("/games/<int:game_id>/screen")
@polling.for_watchers
def of_game(game_id: int) -> ResponseReturnValue:
    """Show one game, even if the table plays another."""
    return _page(game_id, url_for("polling.revision", game_id=game_id))


@pages.get("/screen/revision")
def screen_revision() -> ResponseReturnValue:
    """Return the table's game and its revision as plain text, for pages that follow the table."""
    game_id = game_list.current(open_store(), g.table.id)
    if game_id is None:
        return Response("none", mimetype="text/plain")
    mark = polling.poll_mark(game_id, open_store().revision(g.table.id, game_id), table=True)
    polling.allow_following(game_id)
    return Response(mark, mimetype="text/plain", headers={polling.PLAYING: str(game_id)})


@polling.for_watchers
def _table_page(game_id: int) -> ResponseReturnValue:
    return _page(game_id, url_for("screen.screen_revision"), table=True)


def _page(game_id: int, follow: str, *, table: bool = False) -> ResponseReturnValue:
    record = load(game_id)
    game = record.game
    shown = game_context(record)
    return _answer(
        **shown,
        **context(game, shown["tell"]),
        follow=follow,
        revision=polling.poll_mark(game_id, record.log.revision, table=table),
        step=game.step,
        scene=game.step.scene if game.step else None,
        last=game.complete[-1] if game.complete else None,
        distance=_distance(game),
        awards=awards_of(record),
        longest=longest_number(game),
    )


def _nothing(mark: str = "none") -> ResponseReturnValue:
    """Show that there is no game; `mark` tells the page when to look again."""
    return _answer(game=None, follow=url_for("screen.screen_revision"), revision=mark)


def _answer(**shown: object) -> ResponseReturnValue:
    plain = PLAIN in request.args
    if plain:
        shown["preferences"] = replace(Preferences.from_cookie(), theme=Theme.CONTRAST)
    response = make_response(
        render_template("review/room_screen.html", plain=plain, reloaded=RELOADED, **shown)
    )
    if plain:
        response.headers["Refresh"] = str(RELOADED)
    return response


def _distance(game: Game) -> Sentence | None:
    """Describe by how much the contracts of a hand add up to more or less than its tricks.

    None until all contracts are known, and in games without any. Before the first entry of a hand,
    the hand before it counts.
    """
    step, fresh = game.step, not game.current.record.facts
    if step is not None and not fresh:
        everybody = len(step.scene.contracts) == game.current.seating.players
        return over_or_under(step.scene.contract_sum, step.scene.total) if everybody else None
    last = game.complete[-1] if game.complete else None
    return last.score.label if last and last.score and last.score.scene.contracts else None
