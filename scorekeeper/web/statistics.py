"""Statistics of players: the list, a page for each and for any two, and the season's league."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight import player_records
from scorekeeper.insight.league import LeagueOrder, Standing, league, milestones, records
from scorekeeper.insight.player_records import Against, Played, Record
from scorekeeper.insight.ratings import Rating
from scorekeeper.insight.what_if import alternatives
from scorekeeper.ledger import game_results, player_figures, sessions
from scorekeeper.ledger.game_results import Damaged, Span, dated, years
from scorekeeper.ledger.player_figures import GAMES, CountedFigure, Counter, best_hand, ratings
from scorekeeper.ledger.sessions import SessionRecord
from scorekeeper.ledger.tables import PlayerRecord, players_at
from scorekeeper.rules.figures import POINTS, Count
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, Series, draw
from scorekeeper.web.evenings import readable
from scorekeeper.web.expensive_reads import expensive
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.what_if import what_if
from scorekeeper.wording import Sentence, say

# Players

MOST_AGAIN = 300  # games that are scored again for one page
FEWEST_EVENINGS = 3  # of which a line is drawn
LAST_FEW = 5  # evenings
MOST_DRAWN_EVENINGS = 60  # more would stand too close to be told apart
AT_ONCE = 0.1  # seconds that a page spends on counting what is new; the rest is done behind it

pages = Blueprint("figures", __name__, url_prefix="/players")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the page was asked for, and what it stands on.

    left       evenings that are still being counted
    damaged    games that cannot be read and are in no figure
    """

    book: Rulebook[Any]
    span: Span
    session: SessionRecord | None
    games: tuple[Played, ...]
    left: int
    error: EntryError | None
    damaged: tuple[Damaged, ...] = ()

    @property
    def low(self) -> bool:
        """Whether the lowest total wins, in most of the games or by the usual rules."""
        if not self.games:
            return self.book.low(self.book.presets[0].rules)
        return 2 * sum(game.low for game in self.games) > len(self.games)

    @property
    def narrowed(self) -> bool:
        """Whether some evenings alone are looked at."""
        return self.span != Span()

    @property
    def arguments(self) -> dict[str, object]:
        """The same in an address."""
        given = {
            "game": self.book.key,
            "first": self.span.first,
            "last": self.span.last,
            "session": self.span.session_id,
        }
        return {name: value for name, value in given.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the list."""

    player: PlayerRecord
    record: Record
    points: CountedFigure | None
    headline: CountedFigure | None
    rating: Rating | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of two players side by side."""

    name: Sentence
    figures: tuple[CountedFigure | None, CountedFigure | None]


@pages.get("/")
@expensive()
def index() -> ResponseReturnValue:
    """Everybody, most points a hand first: of all orders, it recovers strength best.

    Measured over simulated seasons of players of known strength
    (`tests/tools/benchmarks/ratings.py`).
    """
    asked = asked_for()
    first = player_figures.headline(asked.book)
    keys = (POINTS.key, first.key, *GAMES)
    counted = player_figures.counts(open_store(), g.table.id, asked.book.key, asked.span, keys=keys)
    records = player_records.records(asked.games)
    rated, without_games = _ratings(asked), Record(low=asked.low)
    rows = [
        Row(
            player,
            records.get(player.id, without_games),
            _counted_figure(asked.book, counted[player.id], POINTS.key),
            _counted_figure(asked.book, counted[player.id], first.key),
            rated.get(player.id),
            player_figures.margin(counted[player.id]),
        )
        for player in players_at(open_store(), g.table.id)
        if player.id in counted
    ]
    return render_template(
        "players/players.html",
        asked=asked,
        rows=sorted(rows, key=_strength, reverse=True),
        headline=first,
        books=list(rulebooks().values()),
        spans=spans_of(asked),
    )


@pages.get("/<int:player_id>/")
@expensive()
def player(player_id: int) -> ResponseReturnValue:
    """One player: everything that is counted, and how they stand to the others."""
    who = _player(player_id)
    asked = asked_for()
    people = {person.id: person for person in players_at(open_store(), g.table.id)}
    counted = player_figures.counts(
        open_store(),
        g.table.id,
        asked.book.key,
        asked.span,
        players=[player_id],
        keys=player_figures.page_keys(asked.book, people),
    )
    mine = counted.get(player_id, {})
    evenings = player_figures.by_evening(
        open_store(), g.table.id, asked.book.key, asked.span, player_id
    )
    pairs = player_records.against(asked.games, player_id, people)
    records = player_records.records_of(asked.games, [player_id])
    record = records.get(player_id, Record(low=asked.low))
    return render_template(
        "players/player.html",
        asked=asked,
        who=who,
        headline=player_figures.headline(asked.book),
        record=record,
        margin_of_points=player_figures.margin(mine),
        parts=player_figures.parts(asked.book, mine),
        left=[
            (people[other], count)
            for other, count in player_figures.with_on_the_left(mine, low=record.low)
            if other in people
        ],
        evenings=evenings[-MOST_DRAWN_EVENINGS:],
        all_evenings=len(evenings),
        progress=_progress([count for _, _, count in evenings[-MOST_DRAWN_EVENINGS:]]),
        rating=_ratings(asked).get(player_id),
        pairs=sorted(
            ((people[other], pair) for other, pair in pairs.items()),
            key=lambda row: -(row[1].games + row[1].together),
        ),
        books=list(rulebooks().values()),
        spans=spans_of(asked),
    )


@pages.get("/<int:player_id>/with/<int:other_id>/")
@expensive()
def pair(player_id: int, other_id: int) -> ResponseReturnValue:
    """Two players side by side."""
    both = (_player(player_id), _player(other_id))
    if player_id == other_id:
        abort(404)
    asked = asked_for()
    numbers = [who.id for who in both]
    counted = player_figures.counts(
        open_store(),
        g.table.id,
        asked.book.key,
        asked.span,
        players=numbers,
        keys=player_figures.page_keys(asked.book, []),
    )
    records = player_records.records_of(asked.games, numbers)
    return render_template(
        "players/pair.html",
        asked=asked,
        both=both,
        names=Teller([who.name for who in both]),
        records=[records.get(number, Record()) for number in numbers],
        pair=player_records.against(asked.games, player_id, [other_id]).get(other_id, Against()),
        parts=_compared(asked.book, [counted.get(number, {}) for number in numbers]),
        books=list(rulebooks().values()),
        spans=spans_of(asked),
    )


@pages.get("/what-if")
@expensive()
def again() -> ResponseReturnValue:
    """The games of an evening, or of some days, scored again under other rules."""
    asked = asked_for()
    offered = [*alternatives(asked.book)]
    key = request.args.get("rules")
    chosen = next((alternative for alternative in offered if alternative.key == key), None)
    ids = [game.finish.game_id for game in asked.games]
    taken = ids[-MOST_AGAIN:] if chosen else []
    records = readable(taken)
    return render_template(
        "players/other_rules.html",
        asked=asked,
        offered=offered,
        chosen=chosen,
        scored=what_if(records, chosen) if chosen and records else None,
        teller=Teller.of,
        older=len(ids) - len(taken) if chosen else 0,
        books=list(rulebooks().values()),
        spans=spans_of(asked),
    )


def asked_for() -> Asked:
    """What is wanted; a date that is none is left out and said."""
    counter: Counter = current_app.extensions["figures"]
    left = counter.refresh(g.table.id, AT_ONCE)
    if left:
        counter.later(g.table.id)
    error: EntryError | None = None
    days: list[dt.date | None] = []
    for name in ("first", "last"):
        text = request.args.get(name, "")
        try:
            days.append(sessions.read_date(text) if text else None)
        except EntryError as wrong:
            days.append(None)
            error = wrong
    session_id = request.args.get("session", type=int)
    session = sessions.session(open_store(), g.table.id, session_id) if session_id else None
    span = Span(days[0], days[1], session.id if session else None)
    book = _book(span)
    games = tuple(game_results.played(open_store(), g.table.id, book, span))
    damaged = tuple(game_results.damaged_of(open_store(), g.table.id))
    return Asked(book, span, session, games, left, error, damaged)


def _book(span: Span) -> Rulebook[Any]:
    """The game that is asked for; else the one that was played most."""
    wanted = rulebooks().get(request.args.get("game", ""))
    return wanted or game_results.most_played(open_store(), g.table.id, span)


def _ratings(asked: Asked) -> Mapping[int, Rating]:
    """The ratings over all time, whatever span is looked at, of those with games enough."""
    if asked.left:
        return {}
    games = (
        asked.games
        if asked.span == Span()
        else game_results.played(open_store(), g.table.id, asked.book, Span())
    )
    rated = ratings(open_store(), g.table.id, asked.book.key, player_records.finishes(games))
    enough = player_records.rateable(games)
    return {player: rating for player, rating in rated.items() if player in enough}


def _progress(evenings: Sequence[Count]) -> Chart | None:
    """Points a hand evening by evening, and over the last few; None for too few evenings."""
    if len(evenings) < FEWEST_EVENINGS:
        return None
    over = [evenings[max(0, end - LAST_FEW) : end] for end in range(1, len(evenings) + 1)]
    means = [sum(count.total for count in few) / sum(count.cases for count in few) for few in over]
    return draw(
        [
            Series((translated("evening"),), tuple(count.mean for count in evenings)),
            Series((translated("last five"),), tuple(means)),
        ],
        first=1,
    )


def _strength(row: Row) -> tuple[bool, float]:
    return player_records.strength(row.record, row.points.count if row.points else None)


def _counted_figure(
    book: Rulebook[Any], counted: Mapping[str, Count], key: str
) -> CountedFigure | None:
    figure = next(figure for figure in player_figures.known_figures(book) if figure.key == key)
    return CountedFigure(figure, counted[key]) if key in counted else None


def _compared(
    book: Rulebook[Any], counted: Sequence[Mapping[str, Count]]
) -> list[tuple[Sentence, list[Compared]]]:
    parts: dict[Sentence, list[Compared]] = {}
    for figure in player_figures.known_figures(book):
        figures = tuple(
            CountedFigure(figure, counts[figure.key]) if figure.key in counts else None
            for counts in counted
        )
        if any(figures):
            parts.setdefault(figure.part, []).append(
                Compared(figure.name, (figures[0], figures[1]))
            )
    return list(parts.items())


def spans_of(asked: Asked) -> dict[str, str]:
    """Addresses of the same page for the usual spans."""
    today = dt.datetime.now().astimezone().date()
    year = today.replace(month=1, day=1)
    quarter = today - dt.timedelta(days=90)
    views = request.view_args or {}
    here = {"game": asked.book.key, **views}
    assert request.endpoint  # noqa: S101  (a page of ours)
    return {
        "all": url_for(request.endpoint, **here),
        "year": url_for(request.endpoint, first=year, **here),
        "quarter": url_for(request.endpoint, first=quarter, **here),
    }


def _player(player_id: int) -> PlayerRecord:
    players = {record.id: record for record in players_at(open_store(), g.table.id)}
    return players[player_id] if player_id in players else abort(404)


# The league
#
# The same page is the review of a year. `?names=no` numbers the players, for eyes outside the
# house.

NO_NAMES = "no"
MOST_BEST_EVENINGS = 99  # the largest N of “best N evenings”
MOST_MILESTONES = 8
ORDERS = {
    LeagueOrder.WINS: say("Games won"),
    LeagueOrder.PLACES: say("Places: a point for each side behind"),
    LeagueOrder.TOTALS: say("Totals"),
}

league_pages = Blueprint("season", __name__, url_prefix="/players")


@league_pages.get("/season")
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
    all_time = game_results.played(store, table_id, asked.book, Span(last=asked.span.last))
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
