"""Standings: the scoreboard, the story of a game, and the chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from flask import (
    Blueprint,
    abort,
    g,
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
from scorekeeper.ledger.tables import preference, set_preference
from scorekeeper.rules.game import Game
from scorekeeper.web import polling
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, chart_of, running_totals, signed, totals_chart
from scorekeeper.web.formatting import Teller, figure
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import cached
from scorekeeper.web.place import here
from scorekeeper.web.table import game_context, load, table_context
from scorekeeper.wording import in_hundredths

SHOWN, HIDDEN = "shown", "hidden"
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


@pages.get("/board")
@polling.for_watchers
def board(game_id: int) -> ResponseReturnValue:
    """Show the totals in large figures, with charts and chances."""
    record = load(game_id)
    shown = game_context(record) | table_context(record)
    return render_template(
        "review/scoreboard.html", **shown, **context(shown["game"], shown["tell"])
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
    return redirect(url_for("standings.board", game_id=game_id), 303)


@pages.get("/chances")
def redirect_reload(game_id: int) -> ResponseReturnValue:
    """Redirect to the standings if the URL of the form is reloaded."""
    return redirect(url_for("standings.board", game_id=game_id), 303)


def context(game: Game, tell: Teller) -> dict[str, Any]:
    """Return the template values of the standings."""
    shown = chances_shown()
    chances = _chances(game)
    totals = running_totals(game)
    return {
        "totals": totals,
        "signed_totals": [signed(total or 0, tell.decimals) for total in totals[-1]],
        "totals_chart": totals_chart(game, tell),
        "chances_chart": _chances_chart(game, tell, chances) if len(chances) > 1 else None,
        "chances": [percents(row) for row in chances],
        "chances_now": _as_figures(chances[-1:])[0] if chances else (),
        "unfinished": _unfinished(chances),
        "chances_shown": shown,
        "chances_known": bool(chances) or not shown or game.result is not None,
        "games_played_on": play.GAMES if chances else 0,
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
