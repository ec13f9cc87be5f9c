"""Hands as a table for a spreadsheet: a row a hand and player.

The last columns are for bringing the table in again (see `hands_from_csv`): the key of the evening,
what was agreed, in the first row of a game, and what was recorded, in the first row of a hand.

Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay numbers.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.game import Deal, Game
from scorekeeper.ledger.database.checksums import naming_damage
from scorekeeper.ledger.entries.game_log import Log
from scorekeeper.ledger.errors import UnreadableGame
from scorekeeper.ledger.exchange.export import (
    Scope,
    Skipped,
    games,
    reading,
    session_heads,
    spelled_now,
)
from scorekeeper.ledger.exchange.export_document import GameDocument
from scorekeeper.ledger.progress import Progress, no_progress

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
    "agreement",
    "answers",
)
FORMULA = (*"=+-@|", *"＝＋－＠", "\t", "\r", "\n")  # ASCII and full width
BOM = "\ufeff"

Cell = str | int | None


def as_csv(
    path: Path,
    scope: Scope,
    *,
    bom: bool = True,
    skipped: Skipped = lambda _: None,
    progress: Progress = no_progress,
) -> Iterator[str]:
    """The table, in pieces of a game; the mark at its beginning tells Excel that it is UTF-8.

    Games whose rules are not there at the moment are left out. So are games that cannot be read:
    they have a row each at the end, and `skipped` is called. `progress` is called after every game.
    """
    unreadable: list[UnreadableGame] = []
    with reading(path) as db:
        heads = session_heads(db, scope)
        called = spelled_now(db, scope.table_id)
        yield (BOM if bom else "") + written([COLUMNS])
        numbers: dict[str, int] = dict(
            db.execute("select key, id from games where table_id = ?", [scope.table_id]).fetchall()
        )
        for game in games(db, scope, unreadable.append, progress):
            if not game.known:
                continue
            try:
                with naming_damage(numbers[game.key]):
                    rows = list(rows_of(game, *heads[game.session], called))
            except UnreadableGame as error:
                unreadable.append(error)
            else:
                yield written(rows)
    if unreadable:
        result = COLUMNS.index("result")
        notes = [f"left out: {damaged}" for damaged in unreadable]
        yield written(
            [*[None] * result, note, *[None] * (len(COLUMNS) - result - 1)] for note in notes
        )
    for damaged in unreadable:
        skipped(damaged)


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


def unsafe(cell: str) -> str:
    """A cell as it was before `safe`."""
    bare = cell.removeprefix("'")
    return bare if safe(bare) == cell else cell


def rows_of(
    document: GameDocument, date: str, evening: str, called: Callable[[str], str]
) -> Iterator[tuple[Cell, ...]]:
    """The rows of a game; `called` gives the present spelling of a name."""
    setup = document.setup()
    log = Log.of(setup).after(document.numbered())
    game, people = log.game, document.people
    for deal in game.complete:
        names = [called(people[player]) for player in log.sitting.at(deal.number)]
        for seat, name in enumerate(names):
            yield (
                date,
                evening,
                str(setup.book.name),
                str(setup.book.title(setup.rules)),
                document.started,
                *_deal(names, deal),
                name,
                *_seat(game, deal, Seat(seat)),
                document.key,
                document.session,
                _agreement(game) if deal.number == 1 and not seat else None,
                _answers(deal) if not seat else None,
            )


def _agreement(game: Game) -> str:
    """The column “agreement”: the setup of a game."""
    setup = game.setup
    agreed = {
        "rulebook": setup.book.key,
        "rules": house_rules.to_json(setup.rules),
        "ending": house_rules.to_json(setup.ending),
        "players": setup.players,
        "first_dealer": int(setup.first_dealer),
    }
    return json.dumps(agreed | ({"stopped": True} if game.stopped else {}))


def _answers(deal: Deal) -> str:
    """The column “answers”: the record of a hand."""
    record = deal.record
    recorded = {"dealer": int(deal.dealer), "answers": list(record.facts)}
    return json.dumps(recorded | ({"revokes": list(record.revokes)} if any(record.revokes) else {}))


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
