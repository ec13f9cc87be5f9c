"""Hands as a table for a spreadsheet: a row a hand and player.

Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from scorekeeper.engine.game import Deal, Game
from scorekeeper.engine.seating import Seat
from scorekeeper.ledger.document import GameDocument
from scorekeeper.ledger.export import Scope, games, reading, session_heads
from scorekeeper.ledger.log import Log

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
)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
BOM = "\ufeff"

Cell = str | int | None


def as_csv(path: Path, scope: Scope, *, bom: bool = True) -> Iterator[str]:
    """The table, in pieces of a game; the mark at its beginning tells Excel that it is UTF-8.

    Games whose rules are not there at the moment are left out.
    """
    with reading(path) as db:
        heads = session_heads(db, scope)
        yield (BOM if bom else "") + written([COLUMNS])
        for game in games(db, scope):
            if game.known:
                yield written(_rows(game, *heads[game.session]))


def written(rows: Iterable[Iterable[Cell]]) -> str:
    """Rows as text."""
    out = io.StringIO()
    csv.writer(out).writerows([safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def safe(cell: Cell) -> str | int:
    """A cell that no spreadsheet takes for a formula."""
    if cell is None:
        return ""
    if isinstance(cell, int):
        return int(cell)
    return f"'{cell}" if cell.startswith(FORMULA) or cell.lstrip().startswith(FORMULA) else cell


def _rows(document: GameDocument, date: str, evening: str) -> Iterator[tuple[Cell, ...]]:
    setup = document.setup()
    game = Log.of(setup).after(one.entry for one in document.entries).game
    for deal in game.complete:
        for seat, name in enumerate(document.players):
            yield (
                date,
                evening,
                str(setup.book.name),
                str(setup.book.title(setup.rules)),
                document.started,
                *_deal(document, deal),
                name,
                *_seat(game, deal, Seat(seat)),
                document.key,
            )


def _deal(document: GameDocument, deal: Deal) -> tuple[Cell, ...]:
    dealer = document.players[deal.dealer]
    if deal.score is None:
        return deal.number, dealer, None, None, str(deal.flaw)
    scene = deal.score.scene
    return (
        deal.number,
        dealer,
        None if scene.declared is None else str(scene.declared),
        None if scene.declarer is None else document.players[scene.declarer],
        str(deal.score.label),
    )


def _seat(game: Game, deal: Deal, seat: Seat) -> tuple[Cell, ...]:
    side = game.seating.side_of(seat)
    if deal.score is None:
        return side + 1, None, None, None, deal.totals[side], 0
    scene = deal.score.scene
    return (
        side + 1,
        scene.contract_of(seat),
        scene.tricks[side] if scene.tricks else None,
        deal.score.points[side],
        deal.totals[side],
        int(deal.counts),
    )
