"""Standings, history, score sheet, scoreboard, rules, and the screen for the room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
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
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper import play
from scorekeeper.insight.needs import needs
from scorekeeper.insight.turning_points import turning_points
from scorekeeper.ledger import game_list, sessions
from scorekeeper.ledger.errors import UnreadableGame
from scorekeeper.ledger.game_log import describe_revokes
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import acts_of, by_deal, history, seat_notes
from scorekeeper.ledger.tables import preference, set_preference
from scorekeeper.rules.bidding_steps import over_or_under
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulebook import worked_example
from scorekeeper.sheets.score_sheet import SheetRow, row_of
from scorekeeper.web import links, polling
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.charts import Chart, chart_of, running_totals, signed, totals_chart
from scorekeeper.web.formatting import Teller, figure
from scorekeeper.web.languages import translated
from scorekeeper.web.look_ahead_json import description
from scorekeeper.web.page_cache import cached
from scorekeeper.web.place import here
from scorekeeper.web.settings import Preferences, Theme
from scorekeeper.web.table import awards_of, game_context, load, table_context
from scorekeeper.wording import Sentence, in_hundredths, say

# Standings

SHOWN, HIDDEN = "shown", "hidden"
CHANGES = "changes"
LEAST_UNFINISHED = 0.005

pages = Blueprint("standings", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/story")
@cached
def story(game_id: int) -> ResponseReturnValue:
    """Show every hand with its points and reasons, and the turning points of the game."""
    shown = game_context(load(game_id))
    game: Game = shown["game"]
    chances = _chances(game)
    numbers = [deal.number for deal in game.played]
    return render_template(
        "review/standings.html",
        turns=turning_points(game, chances),
        chances_after=dict(zip(numbers, _as_figures(chances)[1:], strict=False)),
        **shown,
    )


@pages.get("/history")
def past(game_id: int) -> ResponseReturnValue:
    """Show the history: who changed what, and when."""
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
        phone=partial(links.name_phone, known=links.known_phones()),
        figure=figure,
        **game_context(record),
    )


@pages.post("/chances")
def switch(game_id: int) -> ResponseReturnValue:
    """Show or hide the chances to win at this table."""
    load(game_id)
    wanted = request.form.get("chances")
    if wanted not in {SHOWN, HIDDEN}:
        abort(400)
    store = open_store()
    set_preference(store, _setting(), wanted)
    return redirect(url_for("review.board", game_id=game_id), 303)


@pages.get("/chances")
def redirect_reload(game_id: int) -> ResponseReturnValue:
    """Redirect to the standings if the URL of the form is reloaded."""
    return redirect(url_for("review.board", game_id=game_id), 303)


def context(game: Game, tell: Teller) -> dict[str, Any]:
    """Return the template values of the standings."""
    shown = chances_shown()
    chances = _chances(game)
    totals = running_totals(game)
    return {
        "totals": totals,
        "signed_totals": [signed(total, tell.decimals) for total in totals[-1]],
        "totals_chart": totals_chart(game, tell),
        "chances_chart": _chances_chart(game, tell, chances) if len(chances) > 1 else None,
        "chances": [percents(row) for row in chances],
        "chances_now": _as_figures(chances[-1:])[0] if chances else (),
        "unfinished": _unfinished(chances),
        "chances_shown": shown,
        "chances_known": bool(chances) or not shown or game.result is not None,
        "games_played_on": play.GAMES,
        "needs": needs(game),
        "turns": turning_points(game, chances),
        "turned": _chances_by_hand(game, chances),
        "hand_pages": _hand_pages,
        "figure": figure,
        "last_chances": percents(chances[-1]) if chances else [],
    }


def chances_shown() -> bool:
    """Return whether this table shows the chances to win."""
    store = open_store()
    return preference(store, _setting()) != HIDDEN


def percents(chances: play.Chances) -> list[str]:
    """Format chances as percentages, which add up to 100 if the chances add up to 1.

    A chance above 0 is at least "<1%", a chance below 1 at most ">99%".
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


def _chances(game: Game) -> tuple[play.Chances, ...]:
    shown = here().chances and chances_shown() and game.result is None
    return forecaster().course(game) if shown else ()


@cache
def forecaster() -> play.Forecaster:
    """Return the forecaster of this process, which keeps what it has simulated."""
    return play.Forecaster()


def _unfinished(chances: Sequence[play.Chances]) -> str:
    """Return the share of simulated games without an end; empty if it is less than half a percent.

    They are what the present chances lack to 1; no side wins them.
    """
    lacking = 1 - sum(chances[-1]) if chances else 0.0
    return percents((lacking,))[0] if lacking >= LEAST_UNFINISHED else ""


def _hand_pages(game: Game) -> list[str]:
    """Return the URL of each played hand, in the order of a chart's points after the first."""
    assert request.view_args  # noqa: S101  (a page of a game)
    game_id = request.view_args["game_id"]
    return [url_for("hand.show", game_id=game_id, number=deal.number) for deal in game.played]


def _as_figures(chances: Sequence[play.Chances]) -> list[list[Markup]]:
    return [list(map(figure, percents(row))) for row in chances]


def _chances_by_hand(
    game: Game, chances: Sequence[play.Chances]
) -> dict[int, tuple[list[Markup], ...]]:
    """Return the chances of all sides before and after each hand, by the hand's number."""
    shown = _as_figures(chances)
    numbers = [deal.number for deal in game.played]
    return dict(zip(numbers, pairwise(shown), strict=False))


def _chances_chart(game: Game, tell: Teller, chances: Sequence[play.Chances]) -> Chart:
    hundredths = [[100 * chance for chance in row] for row in chances]
    return chart_of(game, tell, hundredths, bounds=(0, 100), unit="%")


def _setting() -> str:
    return f"chances-{g.table.id}"


# Score sheet and scoreboard

review_pages = Blueprint("review", __name__, url_prefix="/games/<int:game_id>")


@review_pages.get("/sheet")
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
    takeovers = seat_notes(record)

    def notes(deal: Deal) -> Iterator[Sentence]:
        if deal.score is None:
            yield from describe_revokes(deal.record.revokes)
        if deal.number in corrected:
            yield say("corrected")
        yield from takeovers.get(deal.number, ())

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


@review_pages.get("/board")
@polling.for_watchers
def board(game_id: int) -> ResponseReturnValue:
    """Show the totals in large figures, with charts and chances."""
    record = load(game_id)
    shown = game_context(record) | table_context(record)
    return render_template(
        "review/scoreboard.html", **shown, **context(shown["game"], shown["tell"])
    )


@review_pages.get("/more")
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
        **links.context(),
        chances_missing=not here().chances,
        is_advised=here().chances and play.is_advised(setup.book),
        is_practised=here().chances and bool(play.decisions(setup.book)),
        rules_title=setup.title,
        likeness=setup.book.likeness(setup.rules),
        **game_context(record),
    )


@review_pages.get("/revision")
def revision(game_id: int) -> ResponseReturnValue:
    """Return the revision of a game as plain text, for pages that follow the game."""
    store = open_store()
    number = store.revision(g.table.id, game_id)
    polling.allow_following(game_id)
    playing = {polling.PLAYING: str(game_list.current(store, g.table.id) or "")}
    return Response(str(number), mimetype="text/plain", headers=playing)


@review_pages.get("/ahead")
def ahead(game_id: int) -> ResponseReturnValue:
    """Return the look-ahead, for a phone that scores and may lose its connection."""
    only_scorers()
    record = load(game_id)
    if record.game.step is None:
        return jsonify(None)
    shown = game_context(record) | {"action": url_for("table.answer", game_id=game_id)}
    return jsonify(description(record, shown))


# The screen for the room
#
# `/screen` shows the game that the table plays, and then the next one; `/games/N/screen` shows one
# game. The page has no controls. With `?plain` it is made for e-readers: black on white, without
# scripts, and with a header that makes the browser reload it.

RELOADED = 15  # seconds until the plain page is reloaded
PLAIN = "plain"

screen_pages = Blueprint("screen", __name__)


@screen_pages.get("/screen")
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


@screen_pages.get("/games/<int:game_id>/screen")
@polling.for_watchers
def of_game(game_id: int) -> ResponseReturnValue:
    """Show one game, even if the table plays another."""
    return _page(game_id, url_for("review.revision", game_id=game_id))


@screen_pages.get("/screen/revision")
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

    None until all contracts are known. Before the first entry of a hand, the hand before it counts.
    """
    step, fresh = game.step, not game.current.record.facts
    if step is not None and not fresh:
        everybody = len(step.scene.contracts) == game.setup.players
        return over_or_under(step.scene.contract_sum, step.scene.total) if everybody else None
    last = game.complete[-1] if game.complete else None
    return last.score.label if last and last.score else None
