"""The screen for the room: one game in large letters, on a television or tablet that nobody holds.

`/screen` shows the game that the table plays and goes on to the next one; `/games/N/screen` shows
one game. The page asks nothing. With `?plain` it is made for e-readers: no scripts, black on white,
and a header that has the page loaded again.
"""

from __future__ import annotations

from dataclasses import replace

from flask import (
    Blueprint,
    Response,
    g,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.steps import over_or_under
from scorekeeper.engine.rules.wording import Sentence
from scorekeeper.ledger.evenings import games
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance import polling
from scorekeeper.web.rendering.settings import Preferences, Theme
from scorekeeper.web.review import score_sheet_pages, standings_pages
from scorekeeper.web.table import table_page

RELOADED = 15  # seconds; without scripts
PLAIN = "plain"

pages = Blueprint("screen", __name__)


@pages.get("/screen")
def newest() -> ResponseReturnValue:
    """The game that the table plays; before the first one, that there is none."""
    game_id = games.current(open_store(), g.table.id)
    return _nothing() if game_id is None else _of_table(game_id)


@pages.get("/games/<int:game_id>/screen")
@polling.for_watchers
def of_game(game_id: int) -> ResponseReturnValue:
    """One game, whatever else is played at the table."""
    return _page(game_id, url_for("review.revision", game_id=game_id))


@pages.get("/screen/revision")
def revision() -> ResponseReturnValue:
    """Which game the table plays, and its revision, for pages that follow the table."""
    game_id = games.current(open_store(), g.table.id)
    if game_id is None:
        return Response("none", mimetype="text/plain")
    marked = polling.marked(game_id, open_store().revision(g.table.id, game_id), table=True)
    polling.let_in(game_id)
    return Response(marked, mimetype="text/plain", headers={polling.PLAYING: str(game_id)})


@polling.for_watchers
def _of_table(game_id: int) -> ResponseReturnValue:
    return _page(game_id, url_for("screen.revision"), table=True)


def _page(game_id: int, follow: str, *, table: bool = False) -> ResponseReturnValue:
    record = table_page.load(game_id)
    game = record.game
    shown = table_page.game_context(record)
    return _answer(
        **shown,
        **standings_pages.context(game, shown["tell"]),
        follow=follow,
        revision=polling.marked(game_id, record.log.revision, table=table),
        step=game.step,
        scene=game.step.scene if game.step else None,
        last=game.complete[-1] if game.complete else None,
        distance=_distance(game),
        awards=table_page.awards_of(record),
        longest=score_sheet_pages.longest_total(game),
    )


def _nothing() -> ResponseReturnValue:
    return _answer(game=None, follow=url_for("screen.revision"), revision="none")


def _answer(**shown: object) -> ResponseReturnValue:
    plain = PLAIN in request.args
    if plain:
        shown["preferences"] = replace(Preferences.kept(), theme=Theme.CONTRAST)
    response = make_response(
        render_template("review/room_screen.html", plain=plain, reloaded=RELOADED, **shown)
    )
    if plain:
        response.headers["Refresh"] = str(RELOADED)
    return response


def _distance(game: Game) -> Sentence | None:
    """How far the contracts are from the tricks: once all have spoken, and until the next hand."""
    step, fresh = game.step, not game.current.record.facts
    if step is not None and not fresh:
        everybody = len(step.scene.contracts) == game.setup.players
        return over_or_under(step.scene.said, step.scene.total) if everybody else None
    last = game.complete[-1] if game.complete else None
    return last.score.label if last and last.score else None
