"""Hands as a table for a spreadsheet, written and read back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.exchange.exporting import (
    Progress,
    Scope,
    Skipped,
    export_games,
    no_progress,
    reading,
    session_heads,
    spelled_now,
)
from scorekeeper.exchange.importing import text_of
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.checksums import naming_damage
from scorekeeper.ledger.errors import Unreadable, UnreadableGame
from scorekeeper.ledger.game_document import GameDocument, RebuiltGame, SessionDocument
from scorekeeper.ledger.game_log import Kind, Log
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Deal, Game, Setup
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Sentence, say

# Writing
#
# The last columns are for bringing the table in again (see below): the key of the
# evening, what was agreed, in the first row of a game, and what was recorded, in the first row of a
# hand.
#
# Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay
# numbers.

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
        for game in export_games(db, scope, unreadable.append, progress):
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


# Reading
#
# The column “answers” holds what was recorded of a hand, and “agreement” what was agreed for a
# game. The other columns must agree with them: a table that was changed is not imported.

SHOWN = 40  # characters of a cell
CHECKED = (
    *("dealer", "bid", "declarer", "player", "side", "contract", "tricks", "points", "total"),
)
NEEDED = {"game key", "hand", "agreement", "answers", "evening key", "date", "started", *CHECKED}

Row = dict[str, str]
Numbered = tuple[int, Row]


def is_ours(start: str) -> bool:
    """Whether a file with this beginning is such a table, of any version."""
    head = start.partition("\n")[0].strip().replace(";", ",").replace('"', "")
    return head.startswith("date,evening,game,rules,started,hand,")


def games(
    path: Path, progress: Progress = no_progress
) -> Iterator[tuple[GameDocument, SessionDocument]]:
    """The games, each with its evening; raises Unreadable with the line of what is wrong.

    `progress` gets the number of bytes read after every game, as if all rows were equally long.
    """
    rows, size = list(_rows(path)), path.stat().st_size
    for _, run in groupby(rows, lambda numbered: numbered[1]["game key"]):
        of_game = list(run)
        yield _game(of_game)
        progress(size * len(of_game) // len(rows))


def is_here(store: Store, table_id: int, game: GameDocument) -> bool:
    """Whether all of a game is at the table already; raises Unreadable where another is."""
    row = store.db.execute(
        "select id from games where table_id = ? and key = ?", [table_id, game.key]
    ).fetchone()
    if row is None:
        return False
    record = store.game(table_id, int(row[0]))
    theirs = RebuiltGame.log_of(game).game.complete
    ours = record.game.complete
    names = [list(map(folded, record.names(deal.number))) for deal in ours]
    their_names = [list(map(folded, game.people))] * len(theirs)
    same = all(
        (mine.record.facts, mine.dealer, mine.totals)
        == (other.record.facts, other.dealer, other.totals)
        for mine, other in zip(ours, theirs, strict=False)
    )
    if same and len(ours) >= len(theirs) and set(names[0]) <= set(their_names[0]):
        return True
    raise Unreadable(
        say("the game of {date} is here already, with other hands.", date=game.started[:10]),
        clash=True,
    )


def _rows(path: Path) -> Iterator[Numbered]:
    """The rows with their lines, without those that tell of games left out of the export."""
    text = text_of(path)
    first = text.partition("\n")[0]
    sign = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    head = [cell.strip() for cell in next(reader, [])]
    if not set(head) >= NEEDED:
        raise Unreadable(
            say(
                "line 1: this table lacks columns that newer exports have ({columns}); "
                "export it again.",
                columns=Given(", ".join(sorted(NEEDED - set(head)))),
            )
        )
    for cells in reader:
        row = dict(zip(head, map(unsafe, cells), strict=False))
        if not any(cells) or row.get("result", "").startswith("left out"):
            continue
        if len(cells) < len(head):
            raise _at(reader.line_num, say("the row has too few cells."))
        yield reader.line_num, row


def _game(rows: Sequence[Numbered]) -> tuple[GameDocument, SessionDocument]:
    line, first = rows[0]
    agreed = _json(line, first, "agreement")
    setup = _setup(line, agreed)
    hands = [list(run) for _, run in groupby(rows, lambda numbered: numbered[1]["hand"])]
    people: list[str] = []
    game = RebuiltGame(setup, first["game key"], first["started"])
    for hand in hands:
        _add(game, hand, people)
    if agreed.get("stopped") is True:
        game.add(Kind.STOP, {}, first["started"])
    session = SessionDocument(
        first["evening key"], first["date"], first["evening"], "", first["started"]
    )
    document = game.document(session.key, people[: setup.players], people)
    _check(document, rows, first)
    return document, session


def _add(game: RebuiltGame, hand: Sequence[Numbered], people: list[str]) -> None:
    """Add the entries of a hand, and those of the seats that changed hands before it."""
    (line, first), players = hand[0], game.setup.players
    if len(hand) != players:
        raise _at(line, say("the hand has {count} rows, not {players}.",
                            count=len(hand), players=players))  # fmt: skip
    recorded = _json(line, first, "answers")
    dealer = recorded.get("dealer")
    if not isinstance(dealer, int) or not 0 <= dealer < players:
        raise _at(line, say("Who deals?"))
    try:
        names = [row["player"] for _, row in hand]
        if not people:
            people += names
        number = game.log.game.current.number
        for seat, name in enumerate(names):
            if name not in people:
                people.append(name)
            if people[game.log.sitting.at(number)[seat]] != name:
                fact = {"seat": seat, "player": people.index(name)}
                game.add(Kind.SEAT, fact, first["started"], number)
        facts = recorded.get("answers")
        if not isinstance(facts, list) or not all(isinstance(answer, dict) for answer in facts):
            raise _at(line, say("A correction needs the answers of the hand."))
        game.hand(facts, SEATS[dealer], first["started"])
        if recorded.get("revokes"):
            game.add(Kind.REVOKES, {"revokes": recorded["revokes"]}, first["started"], number)
    except EntryError as error:
        raise _at(line, error.sentence) from None


def _check(document: GameDocument, rows: Sequence[Numbered], first: Row) -> None:
    """Raise Unreadable at the first cell that does not agree with the answers."""
    due = list(rows_of(document, first["date"], first["evening"], lambda name: name))
    if len(due) != len(rows):
        raise _at(rows[-1][0], say("The corrected hand is not complete."))
    wrong = [
        (line, column, row[column], cell)
        for (line, row), cells in zip(rows, due, strict=True)
        for column, cell in zip(COLUMNS, cells, strict=True)
        if column in CHECKED and row[column] != unsafe(str(safe(cell)))
    ]
    if wrong:
        line, column, given, cell = wrong[0]
        raise _at(
            line,
            say(
                "“{column}” says {given}, and the answers come to {due}; wrong cells in all: "
                "{count}.",
                column=Given(column),
                given=Given(given[:SHOWN]),
                due=Given(str(cell if cell is not None else "–")),
                count=len(wrong),
            ),
        )


def _setup(line: int, agreed: Mapping[str, Any]) -> Setup:
    book = rulebooks().get(str(agreed.get("rulebook")))
    if book is None:
        raise _at(line, say("its rules are not here."))
    players, dealer = agreed.get("players"), agreed.get("first_dealer")
    try:
        rules = book.rules_from_json(dict(agreed.get("rules") or {}))
        ending = house_rules.from_kept(Ending, dict(agreed.get("ending") or {}))
    except (EntryError, TypeError, ValueError):
        raise _at(line, say("“{name}” cannot be read.", name=Given("agreement"))) from None
    if not isinstance(players, int) or players not in book.players:
        raise _at(line, say("“{name}” cannot be read.", name=Given("agreement")))
    if not isinstance(dealer, int) or not 0 <= dealer < players:
        raise _at(line, say("“{name}” cannot be read.", name=Given("agreement")))
    return Setup(book, rules, ending, players, SEATS[dealer])


def _json(line: int, row: Row, column: str) -> dict[str, Any]:
    try:
        value = json.loads(row[column])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _at(line, say("“{name}” cannot be read.", name=Given(column)))
    return value


def _at(line: int, sentence: Sentence) -> Unreadable:
    return Unreadable(sentence).at(say("line {line}", line=line))
