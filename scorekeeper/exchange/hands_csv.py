"""CSV files of hands for spreadsheets, written and read back."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from scorekeeper.errors import EntryError
from scorekeeper.exchange.export_file import text_of, too_large
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
from scorekeeper.exchange.pasted_cells import decimal_in, points_in
from scorekeeper.exchange.pasted_table import Flaw
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.registry import own_game, own_text, rulebooks
from scorekeeper.ledger.amendments import EndingChange
from scorekeeper.ledger.checksums import naming_damage
from scorekeeper.ledger.dates import DayOrder, date_in
from scorekeeper.ledger.errors import Unreadable, UnreadableGame
from scorekeeper.ledger.game_document import (
    GameDocument,
    RebuiltGame,
    SessionDocument,
    moment_in,
)
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game, Setup, read_deal
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Sentence, in_units, say

# Writing
#
# The last columns are for importing the file again (see below): the key of the evening, the
# setup in the first row of a game, and the record in the first row of a hand. A game of which only
# the result is known has a row for each player, without a hand.
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
    "seat",
)
FORMULA = (*"=+-@|", *"＝＋－＠", "\t", "\r", "\n")  # ASCII and full width
BOM = "\ufeff"

RESULTS_ONLY = "results only"

Cell = str | int | Decimal | None
Seated = Callable[[int], list[str]]
"""The names of the players by seat in a hand."""


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
                    rows = list(rows_of(game, *heads[game.session], called))
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


def unsafe(cell: str) -> str:
    """Return the cell without the apostrophe that `safe` put before it."""
    bare = cell.removeprefix("'")
    return bare if safe(bare) == cell else cell


def rows_of(
    document: GameDocument, date: str, evening: str, called: Callable[[str], str]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows of a game; `called` returns the present name of a player."""
    setup = document.setup()
    log = Log.of(setup).after(document.numbered())
    game, people = log.game, document.people

    def row(agreed: Setup, name: str, *cells: Cell) -> tuple[Cell, ...]:
        return (
            date,
            evening,
            str(setup.book.name),
            str(agreed.title),
            document.started,
            *cells[:5],
            name,
            *cells[5:11],
            document.key,
            document.session,
            *cells[11:],
        )

    def seated(number: int) -> list[str]:
        return [called(people[player]) for player in log.sitting.at(number)]

    for deal in game.complete:
        names = seated(deal.number)
        for seat, name in enumerate(names):
            yield row(
                game.setup.at(deal.number),
                name,
                *_deal(names, deal),
                *_seat(game, deal, Seat(seat)),
                _agreement(game, date, deal.number, seated) if not seat else None,
                _answers(deal) if not seat else None,
                seat + 1,
            )
    if game.result is not None:
        for seat, name in enumerate(seated(1)):
            side = game.seating.side_of(Seat(seat))
            yield row(
                game.setup,
                name,
                *(None, None, None, None, RESULTS_ONLY),
                *(side + 1, None, None, None, _whole(game, side), 0),
                _agreement(game, date, 1, seated) if not seat else None,
                None,
                seat + 1,
            )


def _whole(game: Game, side: int) -> int | Decimal | None:
    """Return the total of a side in a game without hands; None if only its place is known."""
    total = game.total(side)
    return None if total is None else in_units(total, game.setup.book.decimals)


def _agreement(game: Game, date: str, number: int, seated: Seated) -> str | None:
    """Return the column “agreement” of a hand as JSON.

    For hand 1 it is the setup of the game, with the date of the evening and the changes after the
    last hand as “next”; for a later hand, the changes that begin with it, or None if there are
    none.
    """
    if number > 1:
        changes = _changes(game, number, seated)
        return json.dumps(changes) if changes else None
    setup = game.setup.at(1)
    agreed: dict[str, Any] = {
        "date": date,
        "rulebook": setup.book.key,
        "rules": house_rules.to_json(setup.rules),
        "ending": house_rules.to_json(setup.ending),
        "players": setup.players,
        "first_dealer": int(setup.first_dealer),
        "people": seated(1),
    }
    if (text := own_text(setup.book)) is not None:
        agreed["file"] = text
    if game.result is not None:
        return _dumped(agreed | {"result": game.result.fact})
    agreed["hands"] = len(game.complete)
    agreed |= {"stopped": True} if game.stopped else {}
    agreed |= {"start": list(setup.start)} if setup.start else {}
    agreed |= {"settled": setup.settled} if setup.settled else {}
    agreed |= {"order": list(map(int, setup.order))} if setup.order else {}
    if not game.over:
        last, dealer = game.complete[-1], game.current.dealer
        after = _changes(game, last.number + 1, seated)
        if dealer != read_deal(game.setup, last, DealRecord()).dealer:
            after["dealer"] = int(dealer)
        agreed |= {"next": after} if after else {}
    return _dumped(agreed)


def _dumped(agreed: Mapping[str, Any]) -> str:
    # Letters of a game file are not escaped: a cell of more than 128 KB could not be read.
    return json.dumps(agreed, ensure_ascii="file" not in agreed)


def _changes(game: Game, number: int, seated: Seated) -> dict[str, Any]:
    """Return the rules, the order of the seats and the players that change with a hand."""
    setup, before = game.setup.at(number), game.setup.at(number - 1)
    changes: dict[str, Any] = {}
    if setup.rules != before.rules:
        changes["rules"] = house_rules.to_json(setup.rules)
    if setup.order != before.order:
        changes["order"] = [int(seat) for seat in setup.order or SEATS[: setup.players]]
    if seated(number) != seated(number - 1):
        changes["people"] = seated(number)
    return changes


def _answers(deal: Deal) -> str:
    """Return the column “answers”: the record of a hand as JSON."""
    record = deal.record
    recorded: dict[str, Any] = {"dealer": int(deal.dealer), "answers": list(record.facts)}
    recorded |= {"revokes": list(record.revokes)} if any(record.revokes) else {}
    if record.order is not None:
        recorded["order"] = [int(seat) for seat in record.order]
    return json.dumps(recorded)


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


# Reading
#
# The column “answers” holds the record of a hand, and “agreement” the setup of a game. The other
# columns must agree with them: a changed table is not imported. A spreadsheet may have sorted the
# rows, moved columns and rewritten dates and numbers.

SHOWN = 40  # characters of a cell in an error message
NEVER = dt.date(9000, 1, 1)  # instead of today: no date is refused because it is still to come
CHECKED = (
    *("dealer", "bid", "declarer", "player", "side", "contract", "tricks", "points", "total"),
)
ALIKE = ("evening", "started", "evening key")
NEEDED = {"game key", "hand", "agreement", "answers", "date", *ALIKE, *CHECKED}

Row = dict[str, str]
Numbered = tuple[int, Row]


def is_ours(start: str) -> bool:
    """Return whether a file with this beginning is a CSV file of hands, by any version of ours."""
    head = start.partition("\n")[0].strip().replace(";", ",").replace("\t", ",").replace('"', "")
    titles = {title.strip() for title in head.split(",")}
    return titles >= {"hand", "player", "game key"}


def games(
    path: Path, progress: Progress = no_progress
) -> Iterator[tuple[GameDocument, SessionDocument]]:
    """Yield the games with their evenings; raises Unreadable with the line of an error.

    `progress` gets a part of the file's size after every game, in proportion to its rows.
    """
    rows, size = list(_rows(path)), path.stat().st_size
    days = _days(rows)
    by_key: dict[str, list[Numbered]] = {}
    for numbered in rows:
        by_key.setdefault(numbered[1]["game key"], []).append(numbered)
    for of_game in by_key.values():
        yield _game(of_game, days)
        progress(size * len(of_game) // len(rows))


def _rows(path: Path) -> Iterator[Numbered]:
    """Yield the rows with their line numbers, except notes on games left out of the export."""
    text = text_of(path)
    first = text.partition("\n")[0]
    sign = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    lines = _cells(reader)
    head = [cell.strip() for cell in next(lines, [])]
    if not set(head) >= NEEDED:
        raise Unreadable(
            say(
                "line 1: this table lacks columns that newer exports have ({columns}); "
                "export it again.",
                columns=Given(", ".join(sorted(NEEDED - set(head)))),
            )
        )
    for cells in lines:
        row = dict.fromkeys(head, "") | dict(zip(head, map(unsafe, cells), strict=False))
        if not any(cells) or row.get("result", "").startswith("left out"):
            continue
        if not row["game key"] or not row["player"]:
            raise _at(reader.line_num, say("the row has too few cells."))
        yield reader.line_num, row


def _cells(reader: Any) -> Iterator[list[str]]:
    """Yield the cells of a CSV reader's lines; raises Unreadable for a cell that is too long."""
    try:
        yield from reader
    except csv.Error:
        raise too_large(reader.line_num) from None


def _game(
    rows: Sequence[Numbered], days: Mapping[str, set[dt.date]]
) -> tuple[GameDocument, SessionDocument]:
    """Return a game with its evening, of which `days` has the possible dates by key."""
    line, first = next((each for each in rows if '"rulebook"' in each[1]["agreement"]), rows[0])
    agreed = _json(line, first, "agreement")
    setup = _setup(line, agreed)
    started = _started(line, first)
    _check_alike(rows, first)
    begun, evening = dt.date.fromisoformat(started[:10]), first["evening key"]
    date = min(days[evening], key=lambda day: abs(day - begun)).isoformat()
    recorded = str(agreed.get("date", date))  # tables of earlier versions do not have it
    if recorded not in {day.isoformat() for day in days[evening]}:
        raise _differs(line, "date", first["date"], recorded, len(rows))
    session = SessionDocument(evening, recorded, first["evening"], "", started)
    hands = _hands(rows, setup)
    people: list[str] = []
    game = RebuiltGame(setup, first["game key"], started)
    if agreed.get("settled"):
        _add_stored(game, EndingChange.entry(setup.ending, agreed["settled"]), line)
    result = agreed.get("result")
    if isinstance(result, dict):
        names = _names(line, agreed, setup.players)
        people += names or [row["player"] for _, row in hands[0]]
        if len(rows) != setup.players:
            raise _at(line, say("the hand has {count} rows, not {players}.",
                                count=len(rows), players=setup.players))  # fmt: skip
    else:
        for hand in hands:
            _add(game, hand, people, recorded_names="people" in agreed)
        if isinstance(agreed.get("next"), dict):
            _add_next(game, line, agreed["next"], people)
    if isinstance(result, dict) or agreed.get("stopped") is True:
        try:
            game.add(Kind.STOP, result or {}, started)
        except EntryError as error:
            raise _at(line, error.sentence) from None
    document = game.document(session.key, people[: setup.players], people)
    _check(document, [numbered for hand in hands for numbered in hand], session)
    due = agreed.get("hands", len(hands))  # tables of earlier versions do not have it
    if due != len(hands):
        raise _at(line, say("the game has {due} hands, and here are {count}.",
                            due=due, count=len(hands)))  # fmt: skip
    return document, session


def _check_alike(rows: Sequence[Numbered], first: Row) -> None:
    """Raise Unreadable if a row has another beginning or evening than the first row of its game."""
    for line, row in rows:
        for column in ALIKE:
            if row[column] != first[column]:
                shown = Given(first[column][:SHOWN] or "–")
                raise _at(line, say("other rows of this game have {text}.", text=shown), column)


def _hands(rows: Sequence[Numbered], setup: Setup) -> list[list[Numbered]]:
    """Return the rows of each hand of a game, in the order of the seats; `rows` may be unsorted."""
    by_number: dict[int, list[Numbered]] = {}
    for line, row in rows:
        number = points_in(row["hand"] or "0")
        if number is None:
            raise _at(line, say("“{text}” is no number.", text=Given(row["hand"][:SHOWN])), "hand")
        by_number.setdefault(number, []).append((line, row))
    numbers = sorted(by_number)
    for due, number in enumerate(numbers if any(numbers) else (), 1):
        if number != due:
            raise _at(by_number[number][0][0], say("Hand {due} is missing: this is hand {number}.",
                                                   due=due, number=number), "hand")  # fmt: skip
    return [_by_seat(by_number[number], setup) for number in numbers]


def _by_seat(hand: list[Numbered], setup: Setup) -> list[Numbered]:
    """Return the rows of a hand in the order of the seats.

    Tables of earlier versions have no column “seat”. In them the row with the answers is that of
    the first seat, and the rows of two partners are in the order of their seats.
    """
    if all(row.get("seat") for _, row in hand):
        return sorted(hand, key=lambda numbered: points_in(numbered[1]["seat"]) or 0)
    sides = setup.seating(setup.first_dealer)
    left = sorted(hand, key=lambda numbered: not numbered[1]["answers"])
    ordered = []
    for seat in SEATS[: setup.players]:
        due = str(sides.side_of(seat) + 1)
        found = next((each for each in left if each[1]["side"] == due), None)
        if found is None:
            return hand
        left.remove(found)
        ordered.append(found)
    return ordered + left


def _started(line: int, row: Row) -> str:
    """Return the time at which a game began; raises Unreadable."""
    try:
        return moment_in(row, "started")
    except Unreadable as error:
        raise _at(line, error.sentence, "started") from None


def _days(rows: Iterable[Numbered]) -> dict[str, set[dt.date]]:
    """Return the days that the date of each evening may be, by the key of the evening.

    A spreadsheet may have rewritten it: 3/4/2026 may be two days. Raises Unreadable if a row has
    another date than the rows before it.
    """
    of_text: dict[str, set[dt.date]] = {}
    of_evening: dict[str, set[dt.date]] = {}
    for line, row in rows:
        text, key = row["date"], row["evening key"]
        if text not in of_text:
            try:
                of_text[text] = {date_in(text, NEVER, lambda _: (), order) for order in DayOrder}
            except EntryError as error:
                raise _at(line, error.sentence, "date") from None
        before = of_evening.setdefault(key, of_text[text])
        of_evening[key] = before & of_text[text]
        if not of_evening[key]:
            raise _at(
                line, say("a row above has {date} for this evening.", date=min(before)), "date"
            )
    return of_evening


def _add(
    game: RebuiltGame, hand: Sequence[Numbered], people: list[str], *, recorded_names: bool
) -> None:
    """Add the entries of a hand, and changes of points, rules or seats that begin with it.

    recorded_names    whether changes of players are in the column “agreement”
    """
    (line, first), players = hand[0], game.setup.players
    if len(hand) != players:
        raise _at(line, say("the hand has {count} rows, not {players}.",
                            count=len(hand), players=players))  # fmt: skip
    recorded = _json(line, first, "answers")
    agreed = _json(line, first, "agreement") if first["agreement"].strip() else {}
    _change_agreements(game, line, agreed, recorded.get("order"))
    dealer = recorded.get("dealer")
    if not isinstance(dealer, int) or not 0 <= dealer < players:
        raise _at(line, say("Who deals?"))
    try:
        number = game.log.game.current.number
        names = _names(line, agreed, players)
        if names is None and not recorded_names:  # as in files of earlier versions
            names = [row["player"] for _, row in hand]
        if names is not None:
            _take_seats(game, names, people)
        facts = recorded.get("answers")
        if not isinstance(facts, list) or not all(isinstance(answer, dict) for answer in facts):
            raise _at(line, say("A correction needs the answers of the hand."))
        if game.log.game.over:  # played on after the end
            new: Fact = {"new": [{"facts": facts, "dealer": dealer}]}
            game.add_stored(Entry(Kind.HANDS, number, new), first["started"])
        else:
            game.hand(facts, SEATS[dealer], first["started"])
        if recorded.get("revokes"):
            game.add(Kind.REVOKES, {"revokes": recorded["revokes"]}, first["started"], number)
    except EntryError as error:
        raise _at(line, error.sentence) from None


def _add_next(game: RebuiltGame, line: int, agreed: Mapping[str, Any], people: list[str]) -> None:
    """Add what was agreed for the hand after the last one."""
    _change_agreements(game, line, agreed)
    try:
        names = _names(line, agreed, game.setup.players)
        if names is not None:
            _take_seats(game, names, people)
        if "dealer" in agreed:
            game.add(Kind.DEALER, {"dealer": agreed["dealer"]}, game.started)
    except EntryError as error:
        raise _at(line, error.sentence) from None


def _names(line: int, agreed: Mapping[str, Any], players: int) -> list[str] | None:
    """Return the players by seat that begin with a hand; None if they stay."""
    names = agreed.get("people")
    if names is None:
        return None
    are_names = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not are_names or len(names) != players:
        raise _at(line, say("“{name}” cannot be read.", name=Given("agreement")))
    return list(names)


def _take_seats(game: RebuiltGame, names: Sequence[str], people: list[str]) -> None:
    """Add changes of seats, so that these players sit in the next hand; raises EntryError."""
    number = game.log.game.current.number
    people += names if not people else ()
    for seat, name in enumerate(names):
        if name not in people:
            people.append(name)
        if people[game.log.sitting.at(number)[seat]] != name:
            game.add(Kind.SEAT, {"seat": seat, "player": people.index(name)}, game.started, number)


def _change_agreements(
    game: RebuiltGame, line: int, agreed: Mapping[str, Any], played: object = None
) -> None:
    """Add the starting points, the rules and the order of seats that begin with a hand.

    `played` is the order of the seats in this hand if it is not the agreed one, otherwise None.
    """
    number = game.log.game.current.number
    for name, kind in (("start", Kind.START), ("rules", Kind.RULES), ("order", Kind.ORDER)):
        if name in agreed and (number > 1 or kind is not Kind.RULES):
            _add_stored(game, Entry(kind, number, {name: agreed[name]}), line)
    if played is not None:
        order = list(game.log.game.setup.order or SEATS[: game.setup.players])
        fact = {"order": order, "hands": [{"hand": number, "order": played}]}
        _add_stored(game, Entry(Kind.ORDER, number, cast("Fact", fact)), line)


def _add_stored(game: RebuiltGame, entry: Entry, line: int) -> None:
    try:
        game.add_stored(entry, game.started)
    except EntryError as error:
        raise _at(line, error.sentence) from None


def _check(document: GameDocument, rows: Sequence[Numbered], session: SessionDocument) -> None:
    """Raise Unreadable at the first cell that does not agree with the answers."""
    due = list(rows_of(document, session.date, session.name, lambda name: name))
    if len(due) != len(rows):
        raise _at(rows[-1][0], say("The corrected hand is not complete."))
    wrong = [
        (line, column, row[column], cell)
        for (line, row), cells in zip(rows, due, strict=True)
        for column, cell in zip(COLUMNS, cells, strict=True)
        if column in CHECKED and not _is_same(row[column], unsafe(str(safe(cell))))
    ]
    if wrong:
        line, column, given, cell = wrong[0]
        raise _differs(line, column, given, "–" if cell is None else cell, len(wrong))


def _differs(line: int, column: str, given: str, due: object, count: int) -> Unreadable:
    """Return the error for cells that do not agree with the record; the first is in `line`."""
    return _at(
        line,
        say(
            "“{column}” says {given}, and the answers come to {due}; wrong cells in all: {count}.",
            column=Given(column),
            given=Given(given[:SHOWN]),
            due=Given(str(due)[:SHOWN]),
            count=count,
        ),
    )


def _is_same(given: str, due: str) -> bool:
    """Return whether a cell has the value `due`; “-20,00” is the same as “-20”."""
    return given.strip() == due.strip() or (
        decimal_in(given) is not None and decimal_in(given) == decimal_in(due)
    )


def _setup(line: int, agreed: Mapping[str, Any]) -> Setup:
    book = rulebooks().get(str(agreed.get("rulebook")))
    if "file" in agreed:
        try:
            book = own_game(str(agreed["file"]))
        except GameFileError as error:
            raise _at(line, say("the game file in it: {reason}", reason=error.sentence)) from None
    if book is None or book.key != agreed.get("rulebook"):
        raise _at(line, say("its rules are not here."))
    players, dealer = agreed.get("players"), agreed.get("first_dealer")
    try:
        rules = book.rules_from_json(dict(agreed.get("rules") or {}))
        ending = house_rules.from_json(Ending, dict(agreed.get("ending") or {}))
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


def _at(line: int, sentence: Sentence, column: str = "") -> Unreadable:
    return Unreadable(Flaw(line, sentence, column).sentence)
