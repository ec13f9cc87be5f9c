"""A season at a glance: its league table, its records and milestones; to be printed or sent on.

The same page is the review of a year. `?names=no` numbers the players, for eyes outside the house.
"""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, g, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.statistics import played_games
from scorekeeper.ledger.statistics.date_span import Span
from scorekeeper.ledger.statistics.league import (
    LeagueOrder,
    Standing,
    best_hand,
    dated,
    league,
    milestones,
    records,
    years,
)
from scorekeeper.ledger.tables.player_list import players_at
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance.expensive_reads import expensive
from scorekeeper.web.players.statistics_pages import asked_for, spans_of
from scorekeeper.web.rendering.formatting import Teller

NO_NAMES = "no"
MOST_BEST_EVENINGS = 99  # the largest N of “best N evenings”
MOST_MILESTONES = 8
ORDERS = {
    LeagueOrder.WINS: say("Games won"),
    LeagueOrder.PLACES: say("Places: a point for each side behind"),
    LeagueOrder.TOTALS: say("Totals"),
}

pages = Blueprint("season", __name__, url_prefix="/players")


@pages.get("/season")
@expensive()
def show() -> ResponseReturnValue:
    """The table of the chosen days by wins, places or totals, and what stands out in them."""
    asked = asked_for()
    store, table_id = open_store(), g.table.id
    games = dated(store, table_id, asked.games)
    by = next(
        (order for order in LeagueOrder if order.value == request.args.get("by")),
        LeagueOrder.PLACES,
    )
    best = request.args.get("best", type=int)
    best = best if best is not None and 0 < best <= MOST_BEST_EVENINGS else None
    standings = league(games, by, best)
    named = request.args.get("names") != NO_NAMES
    all_time = played_games.played(store, table_id, asked.book, Span(last=asked.span.last))
    reached = milestones(dated(store, table_id, all_time), asked.span.first)
    chosen = {"by": by.value, **({"best": best} if best else {})}
    return render_template(
        "players/league.html",
        asked=asked,
        books=list(rulebooks().values()),
        spans=spans_of(asked),
        standings=standings,
        by=by,
        orders=ORDERS,
        best=best,
        most_best=MOST_BEST_EVENINGS,
        no_names=NO_NAMES,
        chosen_here=chosen,
        named=named,
        switched=asked.arguments | chosen | ({"names": NO_NAMES} if named else {}),
        who=_names(standings, named=named),
        evenings=len({played.session_id for played in games}),
        games=len(games),
        hands=sum(played.game.hands for played in games),
        records=records(games, best_hand(store, table_id, asked.book.key, asked.span, games)),
        milestones=reached[:MOST_MILESTONES],
        years=years(store, table_id),
        year=_year(asked.span),
    )


def _names(standings: list[Standing], *, named: bool) -> Mapping[int, str]:
    """What each player is called; numbered by the table where names are left out."""
    if named:
        return {player.id: player.name for player in players_at(open_store(), g.table.id)}
    numbers = {standing.player: number for number, standing in enumerate(standings, 1)}
    others = [
        player.id for player in players_at(open_store(), g.table.id) if player.id not in numbers
    ]
    numbers |= {player: len(numbers) + at for at, player in enumerate(others, 1)}
    tell = Teller()
    return {
        player: tell.plain(say("Player {number}", number=number))
        for player, number in numbers.items()
    }


def _year(span: Span) -> int | None:
    """The year that a span is, from its first to its last day."""
    first, last = span.first, span.last
    whole = first and last and (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)
    return first.year if first and last and whole and first.year == last.year else None
