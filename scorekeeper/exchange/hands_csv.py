"""CSV files of hands for spreadsheets.

There is a row for each hand and player; a game of which only the result is known has a row for each
player, without a hand. Text that a spreadsheet would take for a formula gets an apostrophe before
it; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from scorekeeper.exchange.exporting import (
    Progress,
    Scope,
    Skipped,
    export_games,
    no_progress,
    present_names,
    reading,
    session_heads,
)
from scorekeeper.ledger.checksums import naming_damage
from scorekeeper.ledger.errors import UnreadableGame
from scorekeeper.ledger.game_document import (
    GameDocument,
)
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.seating import Seat
from scorekeeper.wording import in_units

COLUMNS = (
    "date",
    "evening",
    "game",
    "rules",
    "started",
    "hand",
    "dealer",
    "bid",
    "declarer",
    "result",
    "player",
    "side",
    "contract",
    "tricks",
    "points",
    "total",
    "counts",
    "game key",
    "evening key",
    "seat",
    "note",
    "game note",
)
FORMULA = (*"=+-@|", *"＝＋－＠", "\t", "\r", "\n")  # ASCII and full width
BOM = "\ufeff"

RESULTS_ONLY = "results only"

Cell = str | int | Decimal | None


def as_csv(
    path: Path,
    scope: Scope,
    *,
    bom: bool = True,
    separator: str = ",",
    skipped: Skipped = lambda _: None,
    progress: Progress = no_progress,
) -> Iterator[str]:
    """Yield the CSV file game by game; with `bom`, a byte order mark tells Excel that it is UTF-8.

    Excel expects the list separator of its country between the cells: a semicolon in Germany.
    Games whose rules are not installed are left out. Games that cannot be read have a row each at
    the end, and `skipped` is called. `progress` is called after every game.
    """
    unreadable: list[UnreadableGame] = []
    with reading(path) as db:
        heads = session_heads(db, scope)
        called = present_names(db, scope.table_id)
        yield (BOM if bom else "") + csv_text([COLUMNS], separator)
        numbers: dict[str, int] = dict(
            db.execute("select key, id from games where table_id = ?", [scope.table_id]).fetchall()
        )
        for game in export_games(db, scope, unreadable.append, progress):
            if not game.known:
                continue
            try:
                with naming_damage(numbers[game.key]):
                    rows = list(_rows_of(game, *heads[game.session], called))
            except UnreadableGame as error:
                unreadable.append(error)
            else:
                yield csv_text(rows, separator)
    if unreadable:
        result = COLUMNS.index("result")
        notes = [f"left out: {damaged}" for damaged in unreadable]
        cells = [[*[None] * result, note, *[None] * (len(COLUMNS) - result - 1)] for note in notes]
        yield csv_text(cells, separator)
    for damaged in unreadable:
        skipped(damaged)


def csv_text(rows: Iterable[Iterable[Cell]], separator: str = ",") -> str:
    """Return rows as CSV, in which no cell begins a formula of a spreadsheet.

    Where semicolons separate the cells, the decimal point is a comma: Excel in Germany reads 3.4 as
    a day in April.
    """
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(
        [_with_point(safe(cell), separator) for cell in row] for row in rows
    )
    return out.getvalue()


def _with_point(cell: str | int | Decimal, separator: str) -> str | int | Decimal:
    is_comma = isinstance(cell, Decimal) and separator != ","
    return str(cell).replace(".", ",") if is_comma else cell


def safe(cell: Cell) -> str | int | Decimal:
    """Return a cell that no spreadsheet takes for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return cell
    if isinstance(cell, int):
        return int(cell)
    return f"'{cell}" if cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA) else cell


def _rows_of(
    document: GameDocument, date: str, evening: str, called: Callable[[str], str]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of a game; `called` returns the present name of a player."""
    setup = document.setup()
    log = Log.of(setup).after(document.numbered())
    game, people = log.game, document.people

    def head(agreed: Setup) -> tuple[Cell, ...]:
        return date, evening, str(setup.book.name), str(agreed.title), document.started

    def seated(number: int) -> list[str]:
        return [called(people[player]) for player in log.sitting.at(number)]

    for deal in game.complete:
        names, note = seated(deal.number), log.notes.get(deal.number)
        for seat, name in enumerate(names):
            if not deal.plays(game.side_of(Seat(seat))):
                continue
            yield (
                *head(game.setup.at(deal.number)),
                *_deal(names, deal),
                name,
                *_seat(game, deal, Seat(seat)),
                document.key,
                document.session,
                seat + 1,
                note,
                log.notes.get(0),
            )
    if game.result is not None:
        for seat, name in enumerate(seated(1)):
            side = game.side_of(Seat(seat))
            yield (
                *head(game.setup),
                *(None, None, None, None, RESULTS_ONLY),
                name,
                *(side + 1, None, None, None, _whole(game, side), 0),
                document.key,
                document.session,
                seat + 1,
                None,
                log.notes.get(0),
            )


def _whole(game: Game, side: int) -> int | Decimal | None:
    """Return the total of a side in a game without hands; None if only its place is known."""
    total = game.total(side)
    return None if total is None else in_units(total, game.setup.book.decimals)


def _deal(names: Sequence[str], deal: Deal) -> tuple[Cell, ...]:
    dealer = names[deal.dealer]
    if deal.score is None:
        return deal.number, dealer, None, None, str(deal.flaw)
    scene = deal.score.scene
    return (
        deal.number,
        dealer,
        None if scene.declared is None else str(scene.declared),
        None if scene.declarer is None else names[scene.declarer],
        str(deal.score.label),
    )


def _seat(game: Game, deal: Deal, seat: Seat) -> tuple[Cell, ...]:
    side = game.side_of(seat)
    decimals = game.setup.book.decimals
    total = in_units(deal.totals[side], decimals)
    if deal.score is None:
        return side + 1, None, None, None, total, 0
    scene = deal.score.scene
    return (
        side + 1,
        scene.contract_of(seat),
        scene.tricks[side] if scene.tricks else None,
        in_units(deal.score.points[side], decimals),
        total,
        int(deal.counts),
    )
