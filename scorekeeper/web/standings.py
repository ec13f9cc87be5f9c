"""Standings: charts, chances and history; score sheet, scoreboard and screen for the room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.insight import win_probability
from scorekeeper.insight.needs import needs
from scorekeeper.insight.turning_points import turning_points
from scorekeeper.insight.win_probability import Chances, Forecaster
from scorekeeper.ledger import game_list, sessions
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.history import Act, acts_of, by_deal, history, revoked, seat_notes
from scorekeeper.ledger.tables import preference, set_preference
from scorekeeper.play.advice import Adviser
from scorekeeper.rules.bidding_steps import over_or_under
from scorekeeper.rules.game import Deal, Game
from scorekeeper.sheets.score_sheet import Row, row_of
from scorekeeper.web import links, polling
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, chart_of, running_totals, signed, totals_chart
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller, figure
from scorekeeper.web.languages import translated
from scorekeeper.web.look_ahead_json import description
from scorekeeper.web.settings import Preferences, Theme
from scorekeeper.web.table import awards_of, game_context, load, table_context
from scorekeeper.wording import Sentence, in_hundredths, say

# Standings

FORECASTER = Forecaster()
SHOWN, HIDDEN = "shown", "hidden"
CHANGES = "changes"

pages = Blueprint("standings", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/story")
@expensive()
def story(game_id: int) -> ResponseReturnValue:
    """Every hand with its points and their reasons, and where the game turned."""
    shown = game_context(load(game_id))
    game: Game = shown["game"]
    chances = _chances(game)
    numbers = [deal.number for deal in game.played]
    return render_template(
        "review/standings.html",
        turns=turning_points(game, chances),
        chances_after=dict(zip(numbers, _shown(chances)[1:], strict=False)),
        **shown,
    )


@pages.get("/history")
@expensive(alike=False)
def past(game_id: int) -> ResponseReturnValue:
    """Who changed what, and when."""
    record = load(game_id)
    store = open_store()
    acts = acts_of(store, g.table.id, game_id)
    lines = list(history(record.game.setup, acts, record.log.sitting.first))
    alone = request.args.get("show") == CHANGES
    return render_template(
        "review/history.html",
        lines_by_deal=by_deal(line for line in lines if not (alone and line.plain)),
        recorded=bool(lines),
        changes=CHANGES,
        changes_alone=alone,
        phone=_phones(acts).get,
        figure=figure,
        **game_context(record),
    )


@pages.post("/chances")
def switch(game_id: int) -> ResponseReturnValue:
    """Show the chances to win at this table from now on, or hide them."""
    load(game_id)
    wanted = request.form.get("chances")
    if wanted not in {SHOWN, HIDDEN}:
        abort(400)
    store = open_store()
    set_preference(store, _setting(), wanted)
    return redirect(url_for("review.board", game_id=game_id), 303)


@pages.get("/chances")
def back(game_id: int) -> ResponseReturnValue:
    """The standings, for an address that a form has left behind."""
    return redirect(url_for("review.board", game_id=game_id), 303)


def context(game: Game, tell: Teller) -> dict[str, Any]:
    """What the standings show besides the totals."""
    shown = chances_shown()
    chances = _chances(game)
    totals = running_totals(game)
    return {
        "totals": totals,
        "signed_totals": [signed(total) for total in totals[-1]],
        "totals_chart": totals_chart(game, tell),
        "chances_chart": _chances_chart(game, tell, chances) if len(chances) > 1 else None,
        "chances": [percents(row) for row in chances],
        "chances_now": _shown(chances[-1:])[0] if chances else (),
        "chances_shown": shown,
        "chances_known": bool(chances) or not shown,
        "games_played_on": win_probability.GAMES,
        "needs": needs(game),
        "turns": turning_points(game, chances),
        "turned": _turned(game, chances),
        "hand_pages": _hand_pages,
        "figure": figure,
        "last_chances": percents(chances[-1]) if chances else [],
    }


def chances_shown() -> bool:
    """Whether this table wants to see the chances."""
    store = open_store()
    return preference(store, _setting()) != HIDDEN


def percents(chances: Chances) -> list[str]:
    """Chances in hundredths that come to 100 where the chances come to 1.

    One that is neither sure nor out of the question is never told so.
    """
    shown = in_hundredths(chances)
    return [_percent(chance, number) for chance, number in zip(chances, shown, strict=True)]


def _percent(chance: float, shown: int) -> str:
    number = str(shown)
    if not shown and chance:
        number = "<1"
    elif shown == 100 and chance < 1:
        number = ">99"
    return translated("%(number)s%%") % {"number": number}


def _chances(game: Game) -> tuple[Chances, ...]:
    return FORECASTER.course(game) if chances_shown() else ()


def _hand_pages(game: Game) -> list[str]:
    """The page of each hand that was played, in the order of a chart's points after the first."""
    assert request.view_args  # noqa: S101  (a page of a game)
    game_id = request.view_args["game_id"]
    return [url_for("hand.show", game_id=game_id, number=deal.number) for deal in game.played]


def _shown(chances: Sequence[Chances]) -> list[list[Markup]]:
    return [list(map(figure, percents(row))) for row in chances]


def _turned(game: Game, chances: Sequence[Chances]) -> dict[int, tuple[list[Markup], ...]]:
    """The chances of all sides before and after each hand, by its number."""
    shown = _shown(chances)
    numbers = [deal.number for deal in game.played]
    return dict(zip(numbers, pairwise(shown), strict=False))


def _chances_chart(game: Game, tell: Teller, chances: Sequence[Chances]) -> Chart:
    hundredths = [[100 * chance for chance in row] for row in chances]
    return chart_of(game, tell, hundredths, bounds=(0, 100), unit="%")


def _setting() -> str:
    return f"chances-{g.table.id}"


def _phones(acts: Sequence[Act]) -> dict[str, int]:
    """A number for each phone, in the order in which they came; 0 for the one that asks."""
    devices = dict.fromkeys(act.device for act in acts if act.device)
    numbers = {device: number for number, device in enumerate(devices, start=1)}
    own = cookie.get("device", "")
    return numbers | {own: 0} if own else numbers


# Score sheet and scoreboard

review_pages = Blueprint("review", __name__, url_prefix="/games/<int:game_id>")


@review_pages.get("/sheet")
@polling.for_watchers
def sheet(game_id: int) -> ResponseReturnValue:
    """The score sheet, a column a player and a row a hand, the newest first."""
    record = load(game_id)
    return render_template(
        "review/score_sheet.html",
        **game_context(record),
        **table_context(record),
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


@review_pages.get("/board")
@polling.for_watchers
@expensive()
def board(game_id: int) -> ResponseReturnValue:
    """The totals in figures that can be read across a table, and how they came about."""
    record = load(game_id)
    shown = game_context(record) | table_context(record)
    return render_template(
        "review/scoreboard.html", **shown, **context(shown["game"], shown["tell"])
    )


@review_pages.get("/more")
def more(game_id: int) -> ResponseReturnValue:
    """The rules at this table, and what is seldom wanted."""
    record = load(game_id)
    setup = record.game.setup
    return render_template(
        "review/more.html",
        sections=setup.book.describe(setup.rules),
        preset=setup.book.preset_of(setup.rules),
        session_record=sessions.session_of_game(open_store(), g.table.id, game_id),
        **links.context(),
        chances_missing=not win_probability.is_possible(),
        is_advised=Adviser.find(record.game.setup.book) is not None,
        rules_title=setup.book.title(setup.rules),
        likeness=setup.book.likeness(setup.rules),
        **game_context(record),
    )


@review_pages.get("/revision")
def revision(game_id: int) -> ResponseReturnValue:
    """The revision of a game, alone and bare, for pages that follow it."""
    store = open_store()
    number = store.revision(g.table.id, game_id)
    polling.let_in(game_id)
    playing = {polling.PLAYING: str(game_list.current(store, g.table.id) or "")}
    return Response(str(number), mimetype="text/plain", headers=playing)


@review_pages.get("/ahead")
def ahead(game_id: int) -> ResponseReturnValue:
    """What may be asked next, for a phone that scores and may lose its connection."""
    if g.role is not Role.SCORE:
        abort(403)
    record = load(game_id)
    if record.game.step is None:
        return jsonify(None)
    shown = game_context(record) | {"action": url_for("play.answer", game_id=game_id)}
    return jsonify(description(record, shown))


# The screen for the room
#
# `/screen` shows the game that the table plays and goes on to the next one; `/games/N/screen` shows
# one game. The page asks nothing. With `?plain` it is made for e-readers: no scripts, black on
# white, and a header that has the page loaded again.

RELOADED = 15  # seconds; without scripts
PLAIN = "plain"

screen_pages = Blueprint("screen", __name__)


@screen_pages.get("/screen")
def newest() -> ResponseReturnValue:
    """The game that the table plays; before the first one, that there is none."""
    game_id = game_list.current(open_store(), g.table.id)
    return _nothing() if game_id is None else _of_table(game_id)


@screen_pages.get("/games/<int:game_id>/screen")
@polling.for_watchers
def of_game(game_id: int) -> ResponseReturnValue:
    """One game, whatever else is played at the table."""
    return _page(game_id, url_for("review.revision", game_id=game_id))


@screen_pages.get("/screen/revision")
def screen_revision() -> ResponseReturnValue:
    """Which game the table plays, and its revision, for pages that follow the table."""
    game_id = game_list.current(open_store(), g.table.id)
    if game_id is None:
        return Response("none", mimetype="text/plain")
    marked = polling.marked(game_id, open_store().revision(g.table.id, game_id), table=True)
    polling.let_in(game_id)
    return Response(marked, mimetype="text/plain", headers={polling.PLAYING: str(game_id)})


@polling.for_watchers
def _of_table(game_id: int) -> ResponseReturnValue:
    return _page(game_id, url_for("screen.screen_revision"), table=True)


def _page(game_id: int, follow: str, *, table: bool = False) -> ResponseReturnValue:
    record = load(game_id)
    game = record.game
    shown = game_context(record)
    return _answer(
        **shown,
        **context(game, shown["tell"]),
        follow=follow,
        revision=polling.marked(game_id, record.log.revision, table=table),
        step=game.step,
        scene=game.step.scene if game.step else None,
        last=game.complete[-1] if game.complete else None,
        distance=_distance(game),
        awards=awards_of(record),
        longest=longest_total(game),
    )


def _nothing() -> ResponseReturnValue:
    return _answer(game=None, follow=url_for("screen.screen_revision"), revision="none")


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
