"""Statistics of players: pages for all, for one and for two players; seasons and years."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.exchange.season_files import season_as_csv, season_as_json
from scorekeeper.insight import player_records
from scorekeeper.insight.league import (
    MOST_BEST_EVENINGS,
    MOST_LEAST_EVENINGS,
    DatedGame,
    League,
    LeagueOrder,
    LeagueRules,
    league,
    milestones,
    read_place_points,
    season_records,
)
from scorekeeper.insight.player_records import Against, PlayedGame, PlayerGames
from scorekeeper.insight.ratings import Rating
from scorekeeper.insight.what_if import alternatives
from scorekeeper.insight.year_in_review import YearInReview, year_in_review
from scorekeeper.ledger import game_results, player_figures, sessions
from scorekeeper.ledger.game_files import books_of, newest_of
from scorekeeper.ledger.game_results import Damaged, Span, dated, years
from scorekeeper.ledger.player_figures import (
    GAMES,
    CountedFigure,
    FigureCounter,
    best_hand,
    ratings,
)
from scorekeeper.ledger.sessions import SessionRecord
from scorekeeper.ledger.tables import PlayerRecord, players_at
from scorekeeper.rules.figures import POINTS, Count
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.web import languages, sharing
from scorekeeper.web.access import open_store
from scorekeeper.web.charts import Chart, Series, draw
from scorekeeper.web.evenings import readable_games
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import translated
from scorekeeper.web.page_cache import cached
from scorekeeper.web.what_if import what_if
from scorekeeper.wording import Sentence, say, say_count

# Players

MOST_AGAIN = 100  # games that are scored again for one page, at 7 ms each
FEWEST_EVENINGS = 3  # evenings that a line needs
LAST_FEW = 5  # evenings
MOST_DRAWN_EVENINGS = 60  # the points of more would be too close together
RETRY = 1  # seconds until the page reloads while evenings are still being counted
EVERY_GAME = "all"  # in an address, instead of the key of a game
AT_ONCE = 0.3  # seconds that a page spends on counting new evenings; a thread counts the rest

pages = Blueprint("figures", __name__, url_prefix="/players")


@dataclass(frozen=True, slots=True)
class Selection:
    """The games that a page is about, as the URL selects them.

    damaged    games that cannot be read and are in no figure
    every      whether the games are those of all rulebooks instead of `book`
    """

    book: Rulebook[Any]
    span: Span
    session: SessionRecord | None
    games: tuple[PlayedGame, ...]
    error: EntryError | None
    damaged: tuple[Damaged, ...] = ()
    every: bool = False

    @property
    def low(self) -> bool:
        """Whether the lowest total wins, in most of the games or by the default rules."""
        if not self.games:
            return self.book.low(self.book.presets[0].rules)
        return 2 * sum(game.low for game in self.games) > len(self.games)

    @property
    def narrowed(self) -> bool:
        """Whether the page is about some evenings only."""
        return self.span != Span()

    @property
    def arguments(self) -> dict[str, object]:
        """The selection as query parameters."""
        arguments = {
            "game": EVERY_GAME if self.every else self.book.key,
            "first": self.span.first,
            "last": self.span.last,
            "session": self.span.session_id,
        }
        return {name: value for name, value in arguments.items() if value is not None}


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """The line of one player in the list: games, points per hand, the first figure, the rating."""

    player: PlayerRecord
    record: PlayerGames
    points: CountedFigure | None
    headline: CountedFigure | None
    rating: Rating | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure (a statistic) of two players, side by side."""

    name: Sentence
    figures: tuple[CountedFigure | None, CountedFigure | None]


@pages.get("/")
@cached
def index() -> ResponseReturnValue:
    """List all players, by points per hand."""
    # In simulated seasons of players of known strength, this order was closest to their strength
    # (`tests/tools/benchmarks/ratings.py`).
    selection = read_selection()
    first = player_figures.headline(selection.book)
    keys = (POINTS.key, first.key, *GAMES)
    counted = player_figures.counts(
        open_store(), g.table.id, selection.book.key, selection.span, keys=keys
    )
    records = player_records.records(selection.games)
    rated, without_games = _ratings(selection), PlayerGames(low=selection.low)
    rows = [
        PlayerRow(
            player,
            records.get(player.id, without_games),
            _counted_figure(selection.book, counted.get(player.id, {}), POINTS.key),
            _counted_figure(selection.book, counted.get(player.id, {}), first.key),
            rated.get(player.id),
            player_figures.margin(counted.get(player.id, {})),
        )
        for player in players_at(open_store(), g.table.id)
        if player.id in counted or player.id in records
    ]
    return render_template(
        "players/players.html",
        tell=Teller(decimals=selection.book.decimals),
        selection=selection,
        rows=sorted(rows, key=_strength, reverse=True),
        headline=first,
        year=next(iter(years(open_store(), g.table.id)), None),
        books=list(_books().values()),
        spans=spans_of(selection),
    )


@pages.get("/<int:player_id>/")
@cached
def player(player_id: int) -> ResponseReturnValue:
    """Show all figures of a player, and their records against the other players."""
    who = _player(player_id)
    selection = read_selection()
    people = {person.id: person for person in players_at(open_store(), g.table.id)}
    counted = player_figures.counts(
        open_store(),
        g.table.id,
        selection.book.key,
        selection.span,
        players=[player_id],
        keys=player_figures.page_keys(selection.book, people),
    )
    figures = counted.get(player_id, {})
    evenings = player_figures.by_evening(
        open_store(), g.table.id, selection.book.key, selection.span, player_id
    )
    pairs = player_records.against(selection.games, player_id, people)
    records = player_records.records_of(selection.games, [player_id])
    record = records.get(player_id, PlayerGames(low=selection.low))
    return render_template(
        "players/player.html",
        tell=Teller(decimals=selection.book.decimals),
        selection=selection,
        who=who,
        headline=player_figures.headline(selection.book),
        record=record,
        margin_of_points=player_figures.margin(figures),
        parts=player_figures.parts(selection.book, figures),
        left=[
            (people[other], count)
            for other, count in player_figures.with_on_the_left(figures, low=record.low)
            if other in people
        ],
        evenings=evenings[-MOST_DRAWN_EVENINGS:],
        all_evenings=len(evenings),
        progress=_progress([count for _, _, count in evenings[-MOST_DRAWN_EVENINGS:]]),
        rating=_ratings(selection).get(player_id),
        pairs=sorted(
            ((people[other], pair) for other, pair in pairs.items()),
            key=lambda row: -(row[1].games + row[1].together),
        ),
        books=list(_books().values()),
        spans=spans_of(selection),
    )


@pages.get("/<int:player_id>/with/<int:other_id>/")
@cached
def pair(player_id: int, other_id: int) -> ResponseReturnValue:
    """Show the figures of two players side by side."""
    both = (_player(player_id), _player(other_id))
    if player_id == other_id:
        abort(404)
    selection = read_selection()
    numbers = [who.id for who in both]
    counted = player_figures.counts(
        open_store(),
        g.table.id,
        selection.book.key,
        selection.span,
        players=numbers,
        keys=player_figures.page_keys(selection.book, []),
    )
    records = player_records.records_of(selection.games, numbers)
    return render_template(
        "players/pair.html",
        tell=Teller(decimals=selection.book.decimals),
        selection=selection,
        both=both,
        names=Teller([who.name for who in both]),
        records=[records.get(number, PlayerGames()) for number in numbers],
        pair=player_records.against(selection.games, player_id, [other_id]).get(
            other_id, Against()
        ),
        parts=_compared(selection.book, [counted.get(number, {}) for number in numbers]),
        books=list(_books().values()),
        spans=spans_of(selection),
    )


@pages.get("/what-if")
@cached
def again() -> ResponseReturnValue:
    """Show games of an evening, or of a span of days, scored again under other rules."""
    selection = read_selection()
    offered = [*alternatives(selection.book)]
    key = request.args.get("rules")
    chosen = next((alternative for alternative in offered if alternative.key == key), None)
    ids = [game.finish.game_id for game in selection.games]
    taken = ids[-MOST_AGAIN:] if chosen else []
    return render_template(
        "players/other_rules.html",
        tell=Teller(decimals=selection.book.decimals),
        selection=selection,
        offered=offered,
        chosen=chosen,
        scored=what_if(readable_games(taken), chosen) if chosen and taken else None,
        teller=Teller.of,
        older=len(ids) - len(taken) if chosen else 0,
        books=list(_books().values()),
        spans=spans_of(selection),
    )


def read_selection(
    *, may_be_every: bool = False, year: int | None = None, of_file: bool = False
) -> Selection:
    """Return the selection in the URL; a date that cannot be read is left out, with an error.

    may_be_every   whether the page can show the games of all rulebooks together
    year           a year to select instead of the dates, with the games of all rulebooks
    of_file        whether a file is asked for, which must not be such a page

    While evenings are still being counted, the request ends with a page that says so and reloads
    itself: figures of some evenings beside games of all evenings would contradict each other.
    """
    counter: FigureCounter = current_app.extensions["figures"]
    left = counter.refresh(g.table.id, AT_ONCE)
    if left:
        counter.refresh_later(g.table.id)
        text = Teller().plain(
            say_count(
                "{count} evening is still being counted. This page goes on by itself.",
                "{count} evenings are still being counted. This page goes on by itself.",
                left,
            )
        )
        page = render_template("error.html", title=translated("One moment, please"), text=text)
        headers = {"Refresh": str(RETRY), "Retry-After": str(RETRY)}
        abort(make_response(page, 503 if of_file else 200, headers))
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
    if year:
        span = Span(dt.date(year, 1, 1), dt.date(year, 12, 31))
    book = _book(span)
    every = bool(year) or (may_be_every and request.args.get("game") == EVERY_GAME)
    games = game_results.played(open_store(), g.table.id, None if every else book, span)
    damaged = tuple(game_results.damaged_of(open_store(), g.table.id))
    return Selection(book, span, session, tuple(games), error, damaged, every)


def _book(span: Span) -> Rulebook[Any]:
    """Return the game in the URL, otherwise the one that was played most."""
    chosen = newest_of(_books().values(), request.args.get("game", ""))
    return chosen or game_results.most_played(open_store(), g.table.id, span)


def _books() -> dict[str, Rulebook[Any]]:
    return books_of(open_store().db, g.table.id)


def _ratings(selection: Selection) -> Mapping[int, Rating]:
    """Return the ratings of players with enough games, over all time even if a span is chosen."""
    games = (
        selection.games
        if selection.span == Span()
        else game_results.played(open_store(), g.table.id, selection.book, Span())
    )
    rated = ratings(open_store(), g.table.id, selection.book.key, player_records.finishes(games))
    enough = player_records.rateable(games)
    return {player: rating for player, rating in rated.items() if player in enough}


def _progress(evenings: Sequence[Count]) -> Chart | None:
    """Draw the points per hand, by evening and over five evenings; None for too few evenings."""
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


def _strength(row: PlayerRow) -> tuple[bool, float]:
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


def spans_of(selection: Selection, **more: object) -> dict[str, str]:
    """Return the URLs of this page for all time, this year and the last 90 days.

    `more` are further query parameters of each URL.
    """
    today = dt.datetime.now().astimezone().date()
    year = today.replace(month=1, day=1)
    quarter = today - dt.timedelta(days=90)
    views = request.view_args or {}
    here: dict[str, Any] = {"game": selection.arguments["game"], **views, **more}
    assert request.endpoint  # noqa: S101  (a page of ours)
    return {
        "all": url_for(request.endpoint, **here),
        "year": url_for(request.endpoint, first=year, **here),
        "quarter": url_for(request.endpoint, first=quarter, **here),
    }


def _player(player_id: int) -> PlayerRecord:
    players = {record.id: record for record in players_at(open_store(), g.table.id)}
    return players[player_id] if player_id in players else abort(404)


# Seasons
#
# `?names=no` numbers the players, for readers who do not know them.

NO_NAMES = "no"
MOST_MILESTONES = 8
MOST_IN_RACE = 8  # players whose lines are drawn
MOST_RACE_STEPS = 100  # points of a line; if there are more evenings, some are left out
MOST_LISTED_EVENINGS = 60  # the exported files have all evenings
MOST_PAIRS = 10
MOST_IN_PICTURE = 8  # players
YEARS_IN_SIGHT = 3  # earlier years are folded
ORDERS = {
    LeagueOrder.WINS: say("Games won"),
    LeagueOrder.PLACES: say("Places: a point for each opponent or pair beaten"),
    LeagueOrder.PLACE_POINTS: say("Points for each place"),
    LeagueOrder.TOTALS: say("Totals"),
}

league_pages = Blueprint("season", __name__, url_prefix="/players")


@dataclass(frozen=True, slots=True)
class SelectedSeason:
    """The season that a URL selects.

    names    the name of each player, or "Player 1" and so on without names
    points   the points for places, as they were typed if there is an error in them
    error    the error in the points for places
    """

    selection: Selection
    games: tuple[DatedGame, ...]
    league: League
    names: Mapping[int, str]
    named: bool
    points: str
    error: EntryError | None

    @property
    def arguments(self) -> dict[str, object]:
        """The rules of the season as query parameters."""
        rules = self.league.rules
        arguments: dict[str, object] = {"by": rules.by.value}
        if rules.best:
            arguments["best"] = rules.best
        if rules.least > 1:
            arguments["least"] = rules.least
        if rules.by is LeagueOrder.PLACE_POINTS:
            arguments["points"] = "-".join(map(str, rules.place_points))
        return arguments

    @property
    def hidden(self) -> dict[str, object]:
        """The query parameter that hides names, if they are hidden."""
        return {} if self.named else {"names": NO_NAMES}


def _read_season(*, of_file: bool = False) -> SelectedSeason:
    selection = read_selection(may_be_every=True, of_file=of_file)
    games = dated(open_store(), g.table.id, selection.games)
    by = next(
        (order for order in LeagueOrder if order.value == request.args.get("by")),
        LeagueOrder.PLACES,
    )
    if selection.every and by is LeagueOrder.TOTALS:  # totals of different games do not compare
        by = LeagueOrder.PLACES
    typed, error = request.args.get("points", ""), None
    place_points = LeagueRules().place_points
    try:
        place_points = read_place_points(typed) if typed else place_points
    except EntryError as wrong:
        error = wrong if by is LeagueOrder.PLACE_POINTS else None
    best = _number_up_to("best", MOST_BEST_EVENINGS)
    least = _number_up_to("least", MOST_LEAST_EVENINGS) or 1
    decimals = 0 if selection.every else selection.book.decimals
    season = league(games, LeagueRules(by, best, least, place_points), decimals)
    named = request.args.get("names") != NO_NAMES
    names = _names([standing.player for standing in season.standings], named=named)
    points = typed if error else "-".join(map(str, place_points))
    return SelectedSeason(selection, tuple(games), season, names, named, points, error)


def _number_up_to(name: str, most: int) -> int | None:
    number = request.args.get(name, type=int)
    return number if number is not None and 0 < number <= most else None


@league_pages.get("/season")
@cached
def show() -> ResponseReturnValue:
    """Show the season of the chosen days, with its records and milestones."""
    season = _read_season()
    selection, games = season.selection, season.games
    store, table_id = open_store(), g.table.id
    book = None if selection.every else selection.book
    all_time = game_results.played(store, table_id, book, Span(last=selection.span.last))
    reached = milestones(dated(store, table_id, all_time), selection.span.first)
    hand = best_hand(store, table_id, book.key, selection.span, games) if book else None
    kept = season.arguments | season.hidden
    return render_template(
        "players/league.html",
        season=season,
        selection=selection,
        rules=season.league.rules,
        books=list(_books().values()),
        spans=spans_of(selection, **kept),
        here=selection.arguments | kept,
        switched=selection.arguments
        | season.arguments
        | ({"names": NO_NAMES} if season.named else {}),
        orders=[
            (order, label)
            for order, label in ORDERS.items()
            if order is not LeagueOrder.TOTALS or not selection.every
        ],
        most_listed=MOST_LISTED_EVENINGS,
        years_in_sight=YEARS_IN_SIGHT,
        who=season.names,
        race=_race(season),
        hands=sum(dated_game.game.hands for dated_game in games),
        records=season_records(games, hand),
        milestones=reached[:MOST_MILESTONES],
        years=years(store, table_id),
        year=_year(selection.span),
    )


@league_pages.get("/season.<any(json, csv):form>")
@cached
def season_file(form: str) -> ResponseReturnValue:
    """Export the table of a season with all its evenings."""
    season = _read_season(of_file=True)
    text = (
        season_as_json(season.league, season.names)
        if form == "json"
        else season_as_csv(season.league, season.names, languages.current().separator)
    )
    response = Response(
        text,
        content_type=f"{'application/json' if form == 'json' else 'text/csv'}; charset=utf-8",
    )
    response.headers["Content-Disposition"] = f'attachment; filename="season.{form}"'
    return response


@league_pages.get("/year/<int(min=1900, max=9999):year>")
@cached
def review(year: int) -> ResponseReturnValue:
    """Show a review of a year, over all games."""
    store, table_id = open_store(), g.table.id
    selection, of_year = _year_of_games(year)
    named = request.args.get("names") != NO_NAMES
    known = _books()
    all_years = years(store, table_id)
    of_year_games = dated(store, table_id, selection.games)
    return render_template(
        "players/year.html",
        selection=selection,
        review=of_year,
        named=named,
        hidden={} if named else {"names": NO_NAMES},
        who=_names([row.player for row in of_year.players], named=named),
        kinds=[
            (
                known[kind.rulebook],
                kind,
                best_hand(
                    store,
                    table_id,
                    kind.rulebook,
                    selection.span,
                    [game for game in of_year_games if game.rulebook == kind.rulebook],
                ),
            )
            for kind in of_year.kinds
        ],
        most_pairs=MOST_PAIRS,
        text="\n".join(_lines_of_year(of_year, named)),
        earlier=max((other for other in all_years if other < year), default=None),
        later=min((other for other in all_years if other > year), default=None),
    )


@league_pages.get("/year/<int(min=1900, max=9999):year>.svg")
@cached
def review_picture(year: int) -> ResponseReturnValue:
    """Return a year as a picture to share: its numbers, and the games that each player won."""
    _, of_year = _year_of_games(year, of_file=True)
    named = request.args.get("names") != NO_NAMES
    title, under, column, *_ = _lines_of_year(of_year, named)
    winners = _winners_of_year(of_year, named)
    return sharing.picture_of_rows(title, under, winners, column=column.rstrip(":"))


def _year_of_games(year: int, *, of_file: bool = False) -> tuple[Selection, YearInReview]:
    selection = read_selection(year=year, of_file=of_file)
    all_time = game_results.played(open_store(), g.table.id, None, Span(last=selection.span.last))
    decimals = {key: book.decimals for key, book in _books().items()}
    games = dated(open_store(), g.table.id, all_time)
    return selection, year_in_review(year, games, decimals)


def _lines_of_year(of_year: YearInReview, named: bool) -> list[str]:
    """Return a year as lines of text: a title, its numbers, the games that each player won."""
    tell = Teller()
    counts = (
        say_count("{count} evening", "{count} evenings", len(of_year.evenings)),
        say_count("{count} game", "{count} games", of_year.games),
        say_count("{count} hand", "{count} hands", of_year.hands),
    )
    return [
        tell.plain(say("{year} in review", year=str(of_year.year))),
        ", ".join(map(tell.plain, counts)),
        tell.plain(say("Games won")) + ":",
        *(f"{place} {name} {wins}" for place, name, wins in _winners_of_year(of_year, named)),
    ]


def _winners_of_year(of_year: YearInReview, named: bool) -> list[tuple[str, str, str]]:
    """Return place, name and number of games won of the players with the most wins."""
    names = _names([row.player for row in of_year.players], named=named)
    rows = sorted(of_year.players, key=lambda row: -row.wins)
    wins = [row.wins for row in rows]
    return [
        (languages.ordinal(wins.index(row.wins) + 1), names[row.player], str(row.wins))
        for row in rows[:MOST_IN_PICTURE]
    ]


def _race(season: SelectedSeason) -> Chart | None:
    """Draw the points of the best players after each evening; None for too few evenings."""
    drawn = [standing for standing in season.league.standings if standing.place][:MOST_IN_RACE]
    evenings = len(season.league.evenings)
    if evenings < FEWEST_EVENINGS or not drawn:
        return None
    every = -(-evenings // MOST_RACE_STEPS)
    return draw(
        [
            Series(
                (season.names[standing.player],),
                tuple(map(float, season.league.race(standing)[::-every][::-1])),
            )
            for standing in drawn
        ],
        decimals=season.league.decimals,
    )


def _names(players: Sequence[int], *, named: bool) -> Mapping[int, str]:
    """Return the name of each player of the table, by number.

    If `named` is False, the names are “Player 1” and so on; those of `players` come first.
    """
    everyone = {player.id: player.name for player in players_at(open_store(), g.table.id)}
    if named:
        return everyone
    tell = Teller()
    return {
        player: tell.plain(say("Player {number}", number=number))
        for number, player in enumerate(dict.fromkeys((*players, *everyone)), 1)
    }


def _year(span: Span) -> int | None:
    """Return the year of a span from 1 January to 31 December; None for another span."""
    first, last = span.first, span.last
    whole = first and last and (first.month, first.day, last.month, last.day) == (1, 1, 12, 31)
    return first.year if first and last and whole and first.year == last.year else None
