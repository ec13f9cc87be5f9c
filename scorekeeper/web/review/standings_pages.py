"""The game seen again: totals and chances as charts, what it takes, turning points, its history."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.engine.analysis import chances_to_win
from scorekeeper.engine.analysis.chances_to_win import Chances, Forecaster
from scorekeeper.engine.analysis.needs import needs
from scorekeeper.engine.analysis.turning_points import turning_points
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.rounding import in_hundredths
from scorekeeper.ledger.entries.history import Act, acts_of, by_deal, history
from scorekeeper.ledger.tables.file_settings import preference, set_preference
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.expensive_reads import expensive
from scorekeeper.web.rendering.formatting import Teller, figure
from scorekeeper.web.rendering.game_chart import chart_of, running_totals, totals_chart
from scorekeeper.web.rendering.languages import translated
from scorekeeper.web.rendering.line_chart import Chart, signed
from scorekeeper.web.table import table_page

FORECASTER = Forecaster()
SHOWN, HIDDEN = "shown", "hidden"
CHANGES = "changes"

pages = Blueprint("standings", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/story")
@expensive()
def story(game_id: int) -> ResponseReturnValue:
    """Every hand with its points and their reasons, and where the game turned."""
    shown = table_page.game_context(table_page.load(game_id))
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
    record = table_page.load(game_id)
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
        **table_page.game_context(record),
    )


@pages.post("/chances")
def switch(game_id: int) -> ResponseReturnValue:
    """Show the chances to win at this table from now on, or hide them."""
    table_page.load(game_id)
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
        "games_played_on": chances_to_win.GAMES,
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
