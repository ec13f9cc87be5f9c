"""Commands that print what the pages show: evenings, a score sheet, standings, players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.commands.files import existing, numbered, reasons, score_file, table_of
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.play.notation import seat_text
from scorekeeper.play.simulation import label
from scorekeeper.seating import Seat

if TYPE_CHECKING:
    from scorekeeper.insight.needs import Need
    from scorekeeper.ledger.store import Store
    from scorekeeper.rules.points import Prize
    from scorekeeper.sheets.language import Voice

# The ledger and tabulate are imported by the commands that use them: the others start without.

Row = dict[str, Any]


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every command here."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON, an object for each row."),
        click.option("--table", help="The table by name or number, where the file has several."),
        score_file(),
    ):
        command = option(command)
    return command


@click.command("list")
@click.option("--text", default="", help="Words of the name, the notes, the date, players, games.")
@click.option("--most", type=click.IntRange(1, 10_000), default=20, show_default=True,
              help="How many evenings at most.")  # fmt: skip
@_options
def listing(*, db: Path | None, table: str | None, as_json: bool, text: str, most: int) -> None:
    """List the evenings with their games, the newest first."""
    from scorekeeper.ledger import game_results  # noqa: PLC0415
    from scorekeeper.ledger.sessions import Wanted, find_sessions  # noqa: PLC0415

    with reasons():
        store = existing(db)
        place = table_of(store, table, " with --table").id
        evenings = find_sessions(store, place, Wanted(text), most).sessions
        games = game_results.results_of(store, place, [evening.id for evening in evenings])
        rows: list[Row] = [
            {
                "date": evening.date.isoformat(),
                "evening": evening.name or None,
                "game": game.id,
                "rules": str(game.book.name),
                "hands": game.outcome.hands,
                "over": game.outcome.over,
                "sides": [
                    {
                        "players": [*game.names(side)],
                        "total": total,
                        "won": side in game.outcome.winners,
                    }
                    for side, total in enumerate(game.outcome.totals)
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

    with reasons():
        record = _game(db, table, game)
        rows: list[Row] = []
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
                        label(side): {
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

    with reasons():
        record = _game(db, table, game)
        played, voice = record.game, Voice(Speech(), record.players)
        needed = needs(played)
        rows: list[Row] = [
            {
                "place": played.places[side],
                "players": [record.players[seat] for seat in played.sides[side]],
                "total": played.totals[side],
                "needs": _plain_need(needed[side], voice) if needed else None,
                "won": side in played.winners,
            }
            for side in played.order
        ]
        _print(rows, as_json, "No players.", _with_needs_in_words)


@click.command("players")
@click.option("--game", "book", help="The game, by its key; the one played most by default.")
@_options
def players(*, db: Path | None, table: str | None, as_json: bool, book: str | None) -> None:
    """Print the players with their figures, in the order of the page."""
    from scorekeeper.games.registry import rulebooks  # noqa: PLC0415
    from scorekeeper.insight import player_records  # noqa: PLC0415
    from scorekeeper.ledger import game_results, player_figures  # noqa: PLC0415
    from scorekeeper.ledger.game_results import Span  # noqa: PLC0415
    from scorekeeper.ledger.player_figures import Counter, ratings  # noqa: PLC0415
    from scorekeeper.ledger.tables import players_at  # noqa: PLC0415
    from scorekeeper.rules.figures import POINTS  # noqa: PLC0415

    with reasons():
        store = existing(db)
        place = table_of(store, table, " with --table").id
        books = rulebooks()
        if book is not None and book not in books:
            raise ValueError(f"There is no game “{book}”; there is: {', '.join(books)}.")
        kind = books[book] if book else game_results.most_played(store, place, Span())
        Counter(store).refresh(place, seconds=600)
        counted = player_figures.counts(store, place, kind.key, Span())
        games = game_results.played(store, place, kind, Span())
        records, first = player_records.records(games), player_figures.headline(kind)
        rated = ratings(store, place, kind.key, player_records.finishes(games))
        listed = sorted(
            (player for player in players_at(store, place) if player.id in counted),
            key=lambda player: player_records.strength(
                records.get(player.id), counted[player.id].get(POINTS.key)
            ),
            reverse=True,
        )
        rows: list[Row] = []
        for player in listed:
            mine, record = counted[player.id], records.get(player.id, player_records.Record())
            points, share = mine[POINTS.key], mine.get(first.key)
            margin = player_figures.margin(mine)
            rating = rated.get(player.id) if record.enough else None
            rows.append(
                {
                    "player": player.name,
                    "points per hand": round(points.mean, 1),
                    "± points": None if margin is None else round(margin, 1),
                    "won": record.wins,
                    "games": record.games,
                    str(first.name).lower(): round(share.mean, 3) if share else None,
                    "rating": rating.shown if rating else None,
                    "± rating": rating.give_or_take if rating else None,
                }
            )
        _print(rows, as_json, "No hands.")


def _game(db: Path | None, table: str | None, game: int | None) -> GameRecord:
    from scorekeeper.ledger import game_list  # noqa: PLC0415

    store: Store = existing(db)
    place = table_of(store, table, " with --table")
    number = game_list.current(store, place.id) if game is None else game
    if number is None:
        raise ValueError(f"There is no game at “{place.name}” yet.")
    with numbered("game", number, place):
        return store.game(place.id, number)


def _seat_or_none(seat: object) -> str | None:
    return seat_text(seat) if isinstance(seat, Seat) else None


def _plain_need(need: Need, voice: Voice) -> Row:
    """The need of a side, as plain values."""

    def plain(prizes: Iterable[Prize]) -> list[Row]:
        return [{"prize": voice(prize.told), "points": prize.points} for prize in prizes]

    return {
        "missing": need.missing,
        "reach": plain(need.reach),
        "win": plain(need.win),
        "text": voice(need.told),
    }


def _with_sides_in_words(row: Row) -> Row:
    """A row of `list` for a table."""
    sides = [(" / ".join(side["players"]), side) for side in row["sides"]]
    won = ", ".join(name for name, side in sides if side["won"])
    return {name: row[name] for name in ("date", "evening", "game", "rules", "hands")} | {
        "players": ", ".join(f"{name} {side['total']}" for name, side in sides),
        "won": won or (None if row["over"] else "running"),
    }


def _with_sides_as_columns(row: Row, columns: Sequence[str]) -> Row:
    """A row of `show` for a table, with names for seats."""
    names = row["players"]
    cells = {"hand": row["hand"], "dealer": names.get(row["dealer"]), "bid": row["bid"]}
    cells |= {"declarer": names.get(row["declarer"]), "result": row["result"]}
    for column, side in zip(columns, row["sides"].values(), strict=True):
        if side["points"] is not None:
            said = f"{side['said'] or ''} {side['points']:+d} = {side['total']}"
            cells[column] = said.strip()
    return cells


def _with_needs_in_words(row: Row) -> Row:
    """A row of `standings` for a table."""
    return {
        "place": row["place"],
        "player": " / ".join(row["players"]),
        "total": row["total"],
        "needs": row["needs"] and row["needs"]["text"],
        "won": "won" if row["won"] else None,
    }


def _print(
    rows: Sequence[Row], as_json: bool, none: str, cells_of: Callable[[Row], Row] = dict
) -> None:
    """Print rows as JSON, or their cells as a table; `none` stands for an empty table."""
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


COMMANDS = (listing, show, standings, players)
