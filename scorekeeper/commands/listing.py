"""Commands that print what the pages show: evenings, sheets, standings, players, seasons."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.commands.files import (
    exit_on_error,
    explain_unknown,
    find_table,
    open_existing,
    score_file,
)
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.seating import Seat, seat_text, side_text

if TYPE_CHECKING:
    from scorekeeper.insight.needs import Need
    from scorekeeper.ledger.game_results import Span
    from scorekeeper.ledger.store import Store
    from scorekeeper.rules.points import Prize
    from scorekeeper.rules.rulebook import Rulebook
    from scorekeeper.sheets.language import Voice

# Each command imports the ledger and tabulate itself: the other commands start without them.

ListedRow = dict[str, Any]
PLACE_POINTS = "5-3-1"


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that all commands of this module have."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON, an object for each row."),
        click.option("--table", help="The table by name or number, where the file has several."),
        score_file(),
    ):
        command = option(command)
    return command


class Day(click.ParamType[dt.date]):
    """A date such as 2026-03-06."""

    name = "date"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dt.date:
        try:
            return dt.date.fromisoformat(value)
        except ValueError:
            self.fail(f"“{value}” is not a date such as 2026-03-06.", param, ctx)


def _dates(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for the first and the last day."""
    for option in (
        click.option("--to", "last", type=Day(), help="The last day, such as 2026-12-31."),
        click.option("--from", "first", type=Day(), help="The first day, such as 2026-01-01."),
    ):
        command = option(command)
    return command


@click.command("list")
@click.option("--text", default="", help="Words to find in name, notes, date, players and games.")
@click.option("--most", type=click.IntRange(1, 10_000), default=20, show_default=True,
              help="Maximum number of evenings, newest first.")  # fmt: skip
@_options
def listing(*, db: Path | None, table: str | None, as_json: bool, text: str, most: int) -> None:
    """List the evenings with their games, the newest first."""
    from scorekeeper.ledger import game_results  # noqa: PLC0415
    from scorekeeper.ledger.sessions import Wanted, find_sessions  # noqa: PLC0415

    with exit_on_error():
        store = open_existing(db)
        place = find_table(store, table, " with --table").id
        evenings = find_sessions(store, place, Wanted(text), most).sessions
        games = game_results.results_of(store, place, [evening.id for evening in evenings])
        rows: list[ListedRow] = [
            {
                "date": evening.date.isoformat(),
                "evening": evening.name or None,
                "game": game.id,
                "name": str(game.book.name),
                "hands": game.outcome.hands,
                "over": game.outcome.over,
                "sides": [
                    {
                        "players": [*game.names(side)],
                        "total": game.outcome.total(side),
                        "won": side in game.outcome.winners,
                    }
                    for side in range(len(game.sides))
                ],
            }
            for evening in evenings
            for game in games
            if game.session_id == evening.id
        ]
        _print(rows, as_json, "No games.", _with_sides_in_words)


@click.command("show")
@click.argument("game", type=int)
@_options
def show(*, db: Path | None, table: str | None, as_json: bool, game: int) -> None:
    """Print the score sheet of a game, by the number in its address.

    With --json, a hand has an object for each side, under the letters of its seats."""
    from scorekeeper.sheets.language import Speech, Voice  # noqa: PLC0415
    from scorekeeper.sheets.score_sheet import row_of  # noqa: PLC0415

    with exit_on_error():
        record = _game(db, table, game)
        rows: list[ListedRow] = []
        for deal in record.game.deals:
            names = record.names(deal.number)
            voice, row = Voice(Speech(), names), row_of(record.game, deal)
            rows.append(
                {
                    "hand": row.number,
                    "players": {seat_text(Seat(seat)): name for seat, name in enumerate(names)},
                    "dealer": _seat_or_none(row.dealer),
                    "bid": voice(row.declared) if row.declared else None,
                    "declarer": _seat_or_none(row.declarer),
                    "result": voice(row.label),
                    "sides": {
                        side_text(side): {
                            "said": voice(cell.brief.shown) if cell.brief else None,
                            "points": None if cell.points is None else int(cell.points),
                            "total": None if cell.total is None else int(cell.total),
                        }
                        for side, cell in zip(record.game.sides, row.cells, strict=True)
                    },
                }
            )
        columns = [" / ".join(record.players[seat] for seat in side) for side in record.game.sides]
        _print(rows, as_json, "No hands.", lambda row: _with_sides_as_columns(row, columns))


@click.command("standings")
@click.argument("game", type=int, required=False)
@_options
def standings(*, db: Path | None, table: str | None, as_json: bool, game: int | None) -> None:
    """Print the standings of a game, the newest by default, and what each side needs to win."""
    from scorekeeper.insight.needs import needs  # noqa: PLC0415
    from scorekeeper.sheets.language import Speech, Voice  # noqa: PLC0415

    with exit_on_error():
        record = _game(db, table, game)
        played, voice = record.game, Voice(Speech(), record.players)
        needed = needs(played)
        rows: list[ListedRow] = [
            {
                "place": played.places[side],
                "players": [record.players[seat] for seat in played.sides[side]],
                "total": played.total(side),
                "needs": _plain_need(needed[side], voice) if needed else None,
                "won": side in played.winners,
            }
            for side in played.order
        ]
        _print(rows, as_json, "No players.", _with_needs_in_words)


@click.command("players")
@click.option("--game", "book", help="The game, by its key; the one played most by default.")
@_dates
@_options
def players(
    *,
    db: Path | None,
    table: str | None,
    as_json: bool,
    book: str | None,
    first: dt.date | None,
    last: dt.date | None,
) -> None:
    """Print the players with their figures, in the order of the page.

    The rating is that of all time, whatever dates are chosen."""
    from scorekeeper.insight import player_records  # noqa: PLC0415
    from scorekeeper.ledger import game_results, player_figures  # noqa: PLC0415
    from scorekeeper.ledger.game_results import Span  # noqa: PLC0415
    from scorekeeper.ledger.player_figures import FigureCounter, ratings  # noqa: PLC0415
    from scorekeeper.ledger.tables import players_at  # noqa: PLC0415
    from scorekeeper.rules.figures import POINTS  # noqa: PLC0415

    with exit_on_error():
        store = open_existing(db)
        place = find_table(store, table, " with --table").id
        span = Span(first, last)
        kind = _rulebook(store, place, book, span)
        FigureCounter(store).refresh(place, seconds=600)
        counted = player_figures.counts(store, place, kind.key, span)
        games = game_results.played(store, place, kind, span)
        all_time = game_results.played(store, place, kind, Span())
        records, headline = player_records.records(games), player_figures.headline(kind)
        rated = ratings(store, place, kind.key, player_records.finishes(all_time))
        rateable = player_records.rateable(all_time)
        listed = sorted(
            (
                player
                for player in players_at(store, place)
                if player.id in counted or player.id in records
            ),
            key=lambda player: player_records.strength(
                records.get(player.id), counted.get(player.id, {}).get(POINTS.key)
            ),
            reverse=True,
        )
        rows: list[ListedRow] = []
        for player in listed:
            mine = counted.get(player.id, {})
            record = records.get(player.id, player_records.PlayerGames())
            points, share = mine.get(POINTS.key), mine.get(headline.key)
            margin = player_figures.margin(mine)
            rating = rated.get(player.id) if player.id in rateable else None
            rows.append(
                {
                    "player": player.name,
                    "points per hand": round(points.mean, 1) if points else None,
                    "± points": None if margin is None else round(margin, 1),
                    "won": record.wins,
                    "games": record.games,
                    str(headline.name).lower(): round(share.mean, 3) if share else None,
                    "rating": rating.shown if rating else None,
                    "± rating": rating.give_or_take if rating else None,
                }
            )
        _print(rows, as_json, "No hands.")


@click.command("season")
@click.option(
    "--game", "book", help="The game, by its key, or “all”; by default the one played most."
)
@_dates
@click.option(
    "--by",
    type=click.Choice(["wins", "places", "place-points", "totals"]),
    help="What a player scores in a game: places by default, place-points with --points.",
)
@click.option(
    "--points",
    help="The points of the first place, the second and so on; 5-3-1 with --by place-points alone.",
)
@click.option(
    "--best", type=click.IntRange(1, 99), help="Count only the best evenings of each player."
)
@click.option(
    "--least",
    type=click.IntRange(1, 99),
    default=1,
    show_default=True,
    help="How many evenings a player needs for a place.",
)
@_options
def season(
    *,
    db: Path | None,
    table: str | None,
    as_json: bool,
    book: str | None,
    first: dt.date | None,
    last: dt.date | None,
    by: str | None,
    points: str | None,
    best: int | None,
    least: int,
) -> None:
    """Print the table of a season, as on its page.

    With --json, a player has the score of each evening, too."""
    from scorekeeper.exchange.season_files import season_rows, with_scores  # noqa: PLC0415
    from scorekeeper.insight.league import (  # noqa: PLC0415
        LeagueOrder,
        LeagueRules,
        league,
        read_place_points,
    )
    from scorekeeper.ledger import game_results  # noqa: PLC0415
    from scorekeeper.ledger.game_results import Span  # noqa: PLC0415
    from scorekeeper.ledger.player_figures import FigureCounter  # noqa: PLC0415
    from scorekeeper.ledger.tables import players_at  # noqa: PLC0415

    with exit_on_error():
        store = open_existing(db)
        place = find_table(store, table, " with --table").id
        usual = LeagueOrder.PLACES if points is None else LeagueOrder.PLACE_POINTS
        order, span = usual if by is None else LeagueOrder(by), Span(first, last)
        if points is not None and order is not LeagueOrder.PLACE_POINTS:
            raise ValueError(f"--points go with --by place-points, not with --by {by}.")
        kind = None if book == "all" else _rulebook(store, place, book, span)
        if kind is None and order is LeagueOrder.TOTALS:
            raise ValueError("Totals of different games do not compare: name one with --game.")
        FigureCounter(store).refresh(place, seconds=600)
        rules = LeagueRules(order, best, least, read_place_points(points or PLACE_POINTS))
        games = game_results.played(store, place, kind, span)
        table_of_season = league(game_results.dated(store, place, games), rules)
        names = {player.id: player.name for player in players_at(store, place)}
        rows = (with_scores if as_json else season_rows)(table_of_season, names)
        _print(rows, as_json, "No games.")


def _rulebook(store: Store, table_id: int, key: str | None, span: Span) -> Rulebook[Any]:
    """Return the game with this key, or for None the game that was played most.

    Raises ValueError for an unknown key.
    """
    from scorekeeper.ledger import game_files, game_results  # noqa: PLC0415

    known = game_files.books_of(store.db, table_id)
    if key is not None and key not in known:
        raise ValueError(f"There is no game “{key}”; there is: {', '.join(known)}.")
    return known[key] if key else game_results.most_played(store, table_id, span)


def _game(db: Path | None, table: str | None, game: int | None) -> GameRecord:
    from scorekeeper.ledger import game_list  # noqa: PLC0415

    store: Store = open_existing(db)
    chosen = find_table(store, table, " with --table")
    number = game_list.current(store, chosen.id) if game is None else game
    if number is None:
        raise ValueError(f"There is no game at “{chosen.name}” yet.")
    with explain_unknown("game", number, chosen):
        return store.game(chosen.id, number)


def _seat_or_none(seat: object) -> str | None:
    return seat_text(seat) if isinstance(seat, Seat) else None


def _plain_need(need: Need, voice: Voice) -> ListedRow:
    """Return what a side needs to win, as a dict of JSON values."""

    def plain(prizes: Iterable[Prize]) -> list[ListedRow]:
        return [{"prize": voice(prize.sentence), "points": prize.points} for prize in prizes]

    return {
        "missing": need.missing,
        "reach": plain(need.reach),
        "win": plain(need.win),
        "text": voice(need.sentence),
    }


def _with_sides_in_words(row: ListedRow) -> ListedRow:
    """Return a row of `list` for a printed table."""
    sides = [(" / ".join(side["players"]), side) for side in row["sides"]]
    won = ", ".join(name for name, side in sides if side["won"])
    return {name: row[name] for name in ("date", "evening", "game", "name", "hands")} | {
        "players": ", ".join(
            f"{name} {'–' if side['total'] is None else side['total']}" for name, side in sides
        ),
        "won": won or (None if row["over"] else "running"),
    }


def _with_sides_as_columns(row: ListedRow, columns: Sequence[str]) -> ListedRow:
    """Return a row of `show` for a printed table, with the names of the players."""
    names = row["players"]
    cells = {"hand": row["hand"], "dealer": names.get(row["dealer"]), "bid": row["bid"]}
    cells |= {"declarer": names.get(row["declarer"]), "result": row["result"]}
    for column, side in zip(columns, row["sides"].values(), strict=True):
        if side["points"] is not None:
            text = f"{side['said'] or ''} {side['points']:+d} = {side['total']}"
            cells[column] = text.strip()
    return cells


def _with_needs_in_words(row: ListedRow) -> ListedRow:
    """Return a row of `standings` for a printed table."""
    return {
        "place": row["place"],
        "player": " / ".join(row["players"]),
        "total": row["total"],
        "needs": row["needs"] and row["needs"]["text"],
        "won": "won" if row["won"] else None,
    }


def _print(
    rows: Sequence[ListedRow],
    as_json: bool,
    none: str,
    cells_of: Callable[[ListedRow], ListedRow] = dict,
) -> None:
    """Print rows as JSON or as a table; the text `none` is printed if there are no rows."""
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not rows:
        click.echo(none)
        return
    from tabulate import tabulate  # noqa: PLC0415

    table = [cells_of(row) for row in rows]
    names = dict.fromkeys(name for row in table for name in row)
    shown = [name for name in names if any(row.get(name) is not None for row in table)]
    cells = [[row.get(name) for name in shown] for row in table]
    heads = [click.style(name, bold=True) for name in shown]
    click.echo(tabulate(cells, heads, tablefmt="simple", disable_numparse=False, missingval=""))


COMMANDS = (listing, show, standings, players, season)
