"""The command `import-results`, which imports past games from a table that somebody keeps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.commands.files import (
    exit_on_error,
    find_table,
    open_or_empty,
    path_of,
    score_file,
)
from scorekeeper.commands.options import NamedFile
from scorekeeper.wording import counted

if TYPE_CHECKING:
    from scorekeeper.exchange.result_columns import ResultChoices
    from scorekeeper.exchange.result_games import GameKind
    from scorekeeper.exchange.result_import import ResultsPreview
    from scorekeeper.exchange.table_columns import Table, Use
    from scorekeeper.ledger.store import Store

MEANINGS = {
    "player": "plain",
    "left-out": "unused",
    "date": "date",
    "names": "player",
    "points": "points",
    "places": "place",
    "games": "game",
    "number": "number",
    "winner": "winner",
}
"""What a column can be called, and its meaning."""
OPTIONS = {"game": "game-of"}
"""The option that answers a question, where it is not called like the field of the page."""
NO_GAME = "left-out"


@click.command("import-results")
@score_file()
@click.argument("file", type=NamedFile(exists=True))
@click.option("--table", "table_name", help="The table by name or number.")
@click.option("--game", "game", metavar="KEY", help="The game, as in “hearts”.")
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="TITLE=MEANING",
    help=f"What a column has: {', '.join(MEANINGS)}.",
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME",
    help="A name that is a player's; “NAME=KNOWN” if the table knows the player by another one.",
)
@click.option(
    "--numbers",
    type=click.Choice(["points", "running", "yearly", "places"]),
    help="What the numbers are; “yearly” totals begin anew each year.",
)
@click.option("--order", type=click.Choice(["day", "month"]), help="What dates begin with.")
@click.option("--year", type=click.IntRange(1900, 2999), help="The year of dates without one.")
@click.option(
    "--undated",
    type=click.Choice(["same-day", "left-out"]),
    help="What rows without a date are.",
)
@click.option(
    "--sums",
    type=click.Choice(["left-out", "kept"]),
    help="What rows are that add up others without saying so.",
)
@click.option("--day", type=click.DateTime(["%Y-%m-%d"]), help="The day, if there are no dates.")
@click.option(
    "--game-of",
    "games",
    multiple=True,
    metavar="NAME=KEY",
    help="The game that cells name; “left-out” for none.",
)
@click.option("--as-written", is_flag=True, help="What is doubtful is right as it stands.")
@click.option("--dry-run", is_flag=True, help="Show what would be imported, and stop.")
def import_results(
    *,
    db: Path | None,
    file: Path,
    table_name: str | None,
    game: str | None,
    columns: tuple[str, ...],
    players: tuple[str, ...],
    numbers: str | None,
    order: str | None,
    year: int | None,
    undated: str | None,
    sums: str | None,
    day: datetime | None,
    games: tuple[str, ...],
    as_written: bool,
    dry_run: bool,
) -> None:
    """Import results of past games from a table, such as a CSV file.

    Without options, it shows what each column is taken for. Nothing is imported while something is
    asked.
    """
    from scorekeeper.exchange.result_columns import ResultChoices, Undated  # noqa: PLC0415
    from scorekeeper.exchange.result_games import NEW  # noqa: PLC0415
    from scorekeeper.exchange.table_checks import SumRows  # noqa: PLC0415
    from scorekeeper.exchange.table_columns import Numbers  # noqa: PLC0415
    from scorekeeper.ledger.dates import DayOrder  # noqa: PLC0415

    choices = ResultChoices(
        numbers=Numbers(numbers) if numbers else None,
        order=DayOrder(order) if order else None,
        year=year,
        undated=Undated(undated) if undated else None,
        sums=SumRows(sums) if sums else None,
        day=day.date() if day else None,
        names={name: known or NEW for name, known in map(_pair, players)},
        games=dict(map(_pair, games)),
        as_written=as_written,
    )
    with exit_on_error():
        with open_or_empty(path_of(db)) as store:
            table_id = find_table(store, table_name, " with --table").id
            titles = dict(map(_pair, columns))
            seen = _preview(store, table_id, file, choices, game=game, columns=titles)
            for line in _lines(seen):
                click.echo(line)
        if not seen.is_ready:
            raise ValueError(_reason(seen))
        if not dry_run:
            _bring_in(path_of(db), table_name, seen)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name.strip(), value.strip()


def _preview(
    store: Store,
    table_id: int,
    file: Path,
    choices: ResultChoices,
    *,
    game: str | None,
    columns: Mapping[str, str],
) -> ResultsPreview:
    """Return what an import would add; raises ValueError or EntryError."""
    from dataclasses import replace  # noqa: PLC0415

    from scorekeeper.exchange.result_games import LEFT_OUT, kinds_of  # noqa: PLC0415
    from scorekeeper.exchange.result_import import Reader, preview  # noqa: PLC0415
    from scorekeeper.exchange.table_text import text_of  # noqa: PLC0415
    from scorekeeper.ledger import game_results  # noqa: PLC0415
    from scorekeeper.ledger.game_files import books_of  # noqa: PLC0415
    from scorekeeper.ledger.game_results import Span  # noqa: PLC0415
    from scorekeeper.ledger.tables import players_at  # noqa: PLC0415
    from scorekeeper.web.languages import months_named  # noqa: PLC0415

    text, strange = text_of(file.read_bytes())
    if strange is not None:
        raise ValueError(str(strange))
    books = books_of(store.db, table_id).values()
    kinds = {kind.key: kind for book in books for kind in kinds_of(book)}
    players = [player.name for player in players_at(store, table_id)]
    for name in filter(None, choices.names.values()):
        if name not in players:
            raise ValueError(f"The table has no player “{name}”: {', '.join(players) or 'nobody'}.")
    kind = kinds_of(game_results.most_played(store, table_id, Span()))[0]
    if game is not None:
        kind = _kind(game, kinds)
    games = {
        name: LEFT_OUT if key == NO_GAME else _kind(key, kinds).key
        for name, key in choices.games.items()
    }
    choices = replace(choices, games=games)
    reader = Reader(months_named)
    seen = preview(store, table_id, text, choices, kind=kind, kinds=kinds, reader=reader)
    if not columns:
        return seen
    choices = replace(choices, columns=_uses(seen.results.table, columns))
    return preview(store, table_id, text, choices, kind=kind, kinds=kinds, reader=reader)


def _kind(key: str, kinds: Mapping[str, GameKind]) -> GameKind:
    found = [kind for name, kind in kinds.items() if key in {name, kind.book.key}]
    if not found:
        raise ValueError(f"“{key}” is not one of the games: {', '.join(kinds)}.")
    return found[0]


def _uses(table: Table, columns: Mapping[str, str]) -> dict[str, Use]:
    """Return the uses of columns by their field; raises ValueError for an unknown title."""
    from scorekeeper.exchange.table_columns import Use  # noqa: PLC0415

    titles = {column.title for column in table.columns}
    for title, meaning in columns.items():
        if title not in titles:
            raise ValueError(f"There is no column “{title}”: {', '.join(filter(None, titles))}.")
        if meaning not in MEANINGS:
            raise ValueError(f"“{meaning}” is no meaning: {', '.join(MEANINGS)}.")
    return {
        column.field: Use(MEANINGS[columns[column.title]])
        for column in table.columns
        if column.title in columns
    }


def _lines(seen: ResultsPreview) -> Iterator[str]:
    """Yield what a table is taken for, in lines of text."""
    from scorekeeper.exchange.remarks import Level  # noqa: PLC0415

    names = {meaning: name for name, meaning in MEANINGS.items()}
    yield "Columns:"
    for column in seen.results.table.shown:
        cells = ", ".join(column.cells)
        yield f"  {column.title or '…'}  {names.get(column.use.meaning, 'left-out')}  ({cells})"
    numbers = seen.results.numbers
    yield f"Numbers: {numbers.value if numbers else '?'}"
    for question in seen.questions:
        who = "no player, unless --player names it" if question.chosen is None else "a new player"
        yield f"Name: {question.name}, {question.chosen or who}"
    games = seen.prepared.new
    for at in seen.prepared.samples:
        game = games[at].replayed().game
        numbers_of = game.totals or game.places
        sides = (
            f"{' + '.join(games[at].players[seat] for seat in side)} {number}"
            for side, number in zip(game.sides, numbers_of, strict=True)
        )
        day = seen.prepared.day_of(games[at])
        yield f"Line {seen.prepared.lines[at]}: {day} {game.setup.book.name}: {', '.join(sides)}"
    for remark in seen.remarks:
        field = "as-written" if remark.level is Level.DOUBT else remark.field
        option = f" (--{OPTIONS.get(field, field)})" if field else ""
        yield f"{remark.level.value}: {remark.sentence}{option}"
    yield f"{counted(len(games), 'new game')}, {seen.prepared.known} here already."


def _reason(seen: ResultsPreview) -> str:
    if not seen.is_settled:
        return "Nothing was imported: answer with options what is asked above."
    return "Nothing was imported: there is no new game in it."


def _bring_in(path: Path, table_name: str | None, seen: ResultsPreview) -> None:
    from scorekeeper.exchange import importing  # noqa: PLC0415
    from scorekeeper.ledger.store import Store  # noqa: PLC0415

    store = Store.open(path)
    table_id = find_table(store, table_name, " with --table").id
    survey = importing.survey_document(store, table_id, seen.prepared)
    importing.bring_in(store, table_id, survey)
    click.echo(f"Imported: {counted(survey.new, 'game')}.")


COMMANDS = (import_results,)
