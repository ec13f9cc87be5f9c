"""The commands that print what the pages show: evenings, a score sheet, standings, players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.commands.files import existing, numbered, reasons, score_file, table_of

if TYPE_CHECKING:
    from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.entries.game_record import GameRecord

# The ledger and tabulate are imported by the commands that use them: the others start without.

Cell = str | int | float | None
Rows = Sequence[dict[str, Cell]]


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    """What all of them take."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print JSON, an object a row."),
        click.option("--table", help="The table by name or number, where the file has several."),
        score_file(),
    ):
        command = option(command)
    return command


@click.command("list")
@click.option("--text", default="", help="Words of the name, the notes, the date, players, games.")
@click.option("--most", type=click.IntRange(1, 10_000), default=20, show_default=True,
              help="So many evenings at most, the newest first.")  # fmt: skip
@_options
def listing(*, db: Path | None, table: str | None, as_json: bool, text: str, most: int) -> None:
    """List the evenings with their games, the newest first.

    \b
    Examples:
      scorekeeper list
      scorekeeper list --text "Anna 2026-03"
      scorekeeper list --json --most 1000
    """
    from scorekeeper.ledger.evenings.session_search import Wanted, find_sessions  # noqa: PLC0415
    from scorekeeper.ledger.statistics import game_results  # noqa: PLC0415

    with reasons():
        store = existing(db)
        place = table_of(store, table, " with --table").id
        evenings = find_sessions(store, place, Wanted(text), most).sessions
        games = game_results.results_of(store, place, [evening.id for evening in evenings])
        rows: list[dict[str, Cell]] = [
            {
                "date": evening.date.isoformat(),
                "evening": evening.name or None,
                "game": game.id,
                "rules": str(game.book.name),
                "hands": game.outcome.hands,
                "players": ", ".join(
                    f"{' / '.join(game.names(side))} {total}"
                    for side, total in enumerate(game.outcome.totals)
                ),
                "won": ", ".join(" / ".join(game.names(side)) for side in game.outcome.winners)
                or (None if game.outcome.over else "running"),
            }
            for evening in evenings
            for game in games
            if game.session_id == evening.id
        ]
        _print(rows, as_json, "No games.")


@click.command("show")
@click.argument("game", type=int)
@_options
def show(*, db: Path | None, table: str | None, as_json: bool, game: int) -> None:
    """Print the score sheet of a game, by the number in its address.

    \b
    Examples:
      scorekeeper show 12
      scorekeeper show 12 --json
    """
    from scorekeeper.sheets.rows import row_of  # noqa: PLC0415
    from scorekeeper.sheets.sheet_language import Speech, Voice  # noqa: PLC0415

    with reasons():
        record = _game(db, table, game)
        rows = []
        for deal in record.game.deals:
            voice, row = Voice(Speech(), record.names(deal.number)), row_of(record.game, deal)
            cells: dict[str, Cell] = {
                "hand": row.number,
                "dealer": voice(row.dealer),
                "bid": voice(row.declared) if row.declared else None,
                "declarer": voice(row.declarer) if row.declarer is not None else None,
                "result": voice(row.label),
            }
            for side, cell in zip(record.game.sides, row.cells, strict=True):
                name = " / ".join(record.players[seat] for seat in side)
                brief = voice(cell.brief.shown) if cell.brief else None
                points = None if cell.points is None else int(cell.points)
                total = None if cell.total is None else int(cell.total)
                if as_json:
                    cells |= {name: brief, f"{name} points": points, f"{name} total": total}
                elif points is not None:
                    cells[name] = f"{brief or ''} {points:+d} = {total}".strip()
            rows.append(cells)
        _print(rows, as_json, "No hands.")


@click.command("standings")
@click.argument("game", type=int, required=False)
@_options
def standings(*, db: Path | None, table: str | None, as_json: bool, game: int | None) -> None:
    """Print who stands where in a game, and what it takes to win; in the newest if none is named.

    \b
    Examples:
      scorekeeper standings
      scorekeeper standings 12 --json
    """
    from scorekeeper.engine.analysis.needs import needs  # noqa: PLC0415
    from scorekeeper.sheets.sheet_language import Speech, Voice  # noqa: PLC0415

    with reasons():
        record = _game(db, table, game)
        played, voice = record.game, Voice(Speech(), record.players)
        needed = needs(played)
        rows: list[dict[str, Cell]] = [
            {
                "place": played.places[side],
                "player": " / ".join(record.players[seat] for seat in played.sides[side]),
                "total": played.totals[side],
                "needs": voice(needed[side].told) if needed else None,
                "won": "won" if side in played.winners else None,
            }
            for side in played.order
        ]
        _print(rows, as_json, "No players.")


@click.command("players")
@click.option("--game", "book", help="The game, by its key; the one played most by default.")
@_options
def players(*, db: Path | None, table: str | None, as_json: bool, book: str | None) -> None:
    """Print the players with their figures, in the order of the page.

    \b
    Examples:
      scorekeeper players
      scorekeeper players --json
    """
    from scorekeeper.engine.analysis.statistics import POINTS  # noqa: PLC0415
    from scorekeeper.engine.games.registry import rulebooks  # noqa: PLC0415
    from scorekeeper.ledger.statistics import (  # noqa: PLC0415
        played_games,
        player_records,
        player_statistics,
    )
    from scorekeeper.ledger.statistics.date_span import Span  # noqa: PLC0415
    from scorekeeper.ledger.statistics.evening_counts import Counter  # noqa: PLC0415
    from scorekeeper.ledger.statistics.ratings import ratings  # noqa: PLC0415
    from scorekeeper.ledger.tables.player_list import players_at  # noqa: PLC0415

    with reasons():
        store = existing(db)
        place = table_of(store, table, " with --table").id
        books = rulebooks()
        if book is not None and book not in books:
            raise ValueError(f"There is no game “{book}”; there is: {', '.join(books)}.")
        kind = books[book] if book else played_games.most_played(store, place, Span())
        Counter(store).refresh(place, seconds=600)
        counted = player_statistics.counts(store, place, kind.key, Span())
        games = played_games.played(store, place, kind, Span())
        records, first = player_records.records(games), player_statistics.headline(kind)
        rated = ratings(store, place, kind.key, played_games.finishes(games))
        listed = sorted(
            (player for player in players_at(store, place) if player.id in counted),
            key=lambda player: player_records.strength(
                records.get(player.id), counted[player.id].get(POINTS.key)
            ),
            reverse=True,
        )
        rows: list[dict[str, Cell]] = []
        for player in listed:
            mine, record = counted[player.id], records.get(player.id, player_records.Record())
            points, share = mine[POINTS.key], mine.get(first.key)
            margin = player_statistics.margin(mine)
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
    from scorekeeper.ledger.evenings import games  # noqa: PLC0415

    store: Store = existing(db)
    place = table_of(store, table, " with --table")
    number = games.current(store, place.id) if game is None else game
    if number is None:
        raise ValueError(f"There is no game at “{place.name}” yet.")
    with numbered("game", number, place):
        return store.game(place.id, number)


def _print(rows: Rows, as_json: bool, none: str) -> None:
    """Print rows as a table, or as JSON; an empty table says so."""
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not rows:
        click.echo(none)
        return
    from tabulate import tabulate  # noqa: PLC0415

    shown = [name for name in _names(rows) if any(row.get(name) is not None for row in rows)]
    cells = [[row.get(name) for name in shown] for row in rows]
    heads = [click.style(name, bold=True) for name in shown]
    click.echo(tabulate(cells, heads, tablefmt="simple", disable_numparse=False, missingval=""))


def _names(rows: Rows) -> Iterable[str]:
    return dict.fromkeys(name for row in rows for name in row)


COMMANDS = (listing, show, standings, players)
