"""Columns of a pasted table of hands: their titles in three languages, and the rows below them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.exchange.pasted_cells import (
    LONGEST_LINE,
    MARKS,
    STARTS,
    SUMS,
    TOTALS,
    Flaw,
    date_in,
    decimal_in,
    joined_names,
    may_run,
    player_in,
    points_in,
    splitter_of,
    word_of,
)
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.game import Game
from scorekeeper.rules.result_steps import PointsStep
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Listed, say

# Capitals and signs in a title do not matter.

COLUMNS = {
    "hand": "hand # no nr number deal round runde spiel יד",
    "dealer": "dealer dealt geber מחלק",
    "bid": "bid winningbid gebot höchstgebot הצעה הצעהזוכה הכרזהזוכה",
    "declarer": "declarer by bidder winner trumpmaker trumpfmacher alleinspieler קובעהשליט",
    "auction": "auction calls bieten reizung מכרז",
    "exchanges": "exchanges exchange gulash frisch פריש",
    "announced": "announced announcement trump trumps suit choice trumpf farbe שליט",
    "contracts": "contracts contract said ansagen ansage חוזים חוזה",
    "tricks": "tricks took taken stiche לקיחות",
    "queen": "queen dame מלכה",
    "jack": "jack bube נסיך",
    "points": "points punkte נקודות",
}
OF_PLAYER = {
    "points": "points punkte נקודות",
    "contract": "contract said says bid call c gebot sagt ansage angesagt הצעה חוזה הכרזה",
    "tricks": "tricks took taken made t stiche stich gemacht לקיחות לקח",
    "total": "total sum running stand summe gesamt zwischenstand סהכ",
}
SIGNED = r"(?:[-\u2212]|(?<!\d)\u2013)?\d+"  # a dash between two numbers is no minus
BOTH = re.compile(  # 2/0, 2-0, 2 (0), nil/0
    r"\s*(\d{1,3}|[^\W\d_]{3,12})(?:\s*[/|\\:→–(-]\s*|\s+)(\d{1,3})(?:\s*[)])?\s*"
)
NILS = {"nil", "null", "zero", "אפס"}  # words for a contract of 0
HAND_NUMBER = re.compile(r"[^\d]{0,12}(\d{1,4})[.):]?")
FEWEST_TOTALS = 2  # rows that can look like running totals
LABELS = 3  # cells that may name a row of totals
HEAD_WITHIN = 6  # lines, of which one names the columns


class Plain(Enum):
    """The meaning of plain numbers: those in columns that have only a player's name as title.

    PAIR      the contract and the tricks, or one of them
    POINTS    the points of the hand
    TOTALS    the total after the hand
    """

    PAIR = "pair"
    POINTS = "points"
    TOTALS = "totals"


@dataclass(frozen=True, slots=True)
class Head:
    """The columns of a pasted table, by their meaning; places are indices, from 0.

    columns    the places of columns about the whole hand
    both       the places of columns with a player's name alone
    own        the places of columns with a player's name and what they hold, as in “Anna tricks”
    width      how many titles there are
    blanks     whether blanks separate the cells, so that every row needs a cell for every title
    plain      what the columns in `both` hold
    dates      which part of a date stands for the contract, where a spreadsheet made a date of 2/3
    """

    players: tuple[str, ...]
    columns: Mapping[str, int]
    both: Mapping[Seat, int]
    own: Mapping[tuple[str, Seat], int]
    width: int
    blanks: bool = False
    plain: Plain = Plain.PAIR
    dates: DayOrder = DayOrder.DAY

    @property
    def titles(self) -> int:
        """Return the number of column titles that were recognised."""
        return len(self.columns) + len(self.both) + len(self.own)

    @property
    def names_columns(self) -> bool:
        """Whether any column holds something that a hand needs, such as a bid."""
        return bool(self.columns.keys() - {"hand", "dealer"} or self.both or self.own)


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` is its number in the pasted text, from 1.

    before    the totals before it, by player, if its numbers are totals
    """

    line: int
    head: Head
    cells: tuple[str, ...]
    before: tuple[int, ...] = ()

    def get(self, column: str) -> str:
        """Return the cell of a column; empty if there is no such column."""
        return self.at(self.head.columns.get(column))

    def has(self, column: str) -> bool:
        """Return whether a column exists and its cell is not empty."""
        return bool(self.get(column))

    def seat(self, column: str) -> Seat:
        """Return the player whom a column names; raises MalformedEntry."""
        return player_in(self.get(column), self.head.players)

    def contract(self, seat: Seat, sole: bool = False) -> str:
        """Return a player's contract; empty if the row does not contain it.

        With `sole`, a number that stands alone is ignored, because it may be the tricks.
        """
        own = self.at(self.head.own.get(("contract", seat))) or self._listed("contracts", seat)
        pair = self._pair(seat)
        said = own or (pair[0] if pair else "" if sole else self._alone(seat))
        return "0" if word_of(said) in NILS else said

    def tricks(self, seat: Seat) -> str:
        """Return the tricks that a player took; empty if the row does not hold them."""
        own = self.at(self.head.own.get(("tricks", seat))) or self._listed("tricks", seat)
        if own:
            return own
        pair = self._pair(seat)
        if pair:
            return pair[1]
        return "" if any(map(self._pair, self.head.both)) else self._alone(seat)

    def points(self, seat: Seat) -> str:
        """Return the points of a player; empty if no column holds them."""
        own = self.at(self.head.own.get(("points", seat))) or self._listed("points", seat, SIGNED)
        if not own and self.head.plain is Plain.POINTS:
            own = self.at(self.head.both.get(seat))
        if not own and self.head.plain is Plain.TOTALS:
            total = self.total(seat)
            return "" if total is None else str(total - self.before[seat])
        number = points_in(own)
        return own if number is None else str(number)

    def total(self, seat: Seat) -> int | None:
        """Return the total of a player after the hand; None if no column holds it."""
        cell = self.at(self.head.own.get(("total", seat)))
        if not cell and self.head.plain is Plain.TOTALS:
            cell = self.at(self.head.both.get(seat))
        return points_in(cell)

    def number(self) -> int | None:
        """Return the number of the hand; None if the row has none."""
        match = HAND_NUMBER.fullmatch(self.get("hand"))
        return int(match[1]) if match else None

    @property
    def labels(self) -> Sequence[str]:
        """The cells before those of players, or the first ones if there are none of players."""
        first = min([*self.head.both.values(), *self.head.own.values()], default=LABELS)
        return self.cells[:first]

    def is_dated(self) -> bool:
        """Return whether a cell is a date that stands for one of two pairs of numbers."""
        pairs = [date_in(self.at(place)) for place in self.head.both.values()]
        return any(pair is not None and not pair[2] and pair[0] != pair[1] for pair in pairs)

    def _pair(self, seat: Seat) -> tuple[str, str] | None:
        """Return the contract and the tricks in a player's cell; None if it has no such pair."""
        if self.head.plain is not Plain.PAIR:
            return None
        cell = self.at(self.head.both.get(seat))
        both = BOTH.fullmatch(cell)
        if both:
            return both[1], both[2]
        dated = date_in(cell)
        if dated is None:
            return None
        day, month, is_day_first = dated
        if is_day_first or self.head.dates is DayOrder.DAY:
            return str(day), str(month)
        return str(month), str(day)

    def _alone(self, seat: Seat) -> str:
        """Return the number that stands alone under a player's name; empty if there is none."""
        return "" if self.head.plain is not Plain.PAIR else self.at(self.head.both.get(seat))

    def _listed(self, column: str, seat: Seat, number: str = r"\d+") -> str:
        """Return a player's number from a cell with one for each seat; empty if it is missing."""
        numbers = re.findall(number, self.get(column))
        if len(numbers) != len(self.head.players):
            return ""
        return str(numbers[seat])

    def at(self, place: int | None) -> str:
        """Return the cell at a place; empty if there is none."""
        if place is None or place >= len(self.cells):
            return ""
        return self.cells[place].strip()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a pasted table, and the titles of columns without a known meaning.

    sign        the separator between two cells of a row when it is shown: a comma or a space
    left_out    lines without a hand, each with the reason
    sums        the numbers in the last row of totals, by player; empty if there is none
    summed      the last row that is called a sum
    """

    rows: tuple[Cells, ...]
    unused: tuple[str, ...]
    sign: str
    left_out: tuple[Flaw, ...] = ()
    sums: tuple[int, ...] = ()
    summed: Cells | None = None


def table_of(text: str, players: Sequence[str]) -> Table:
    """Read a pasted table; raises MalformedEntry if its first line names no columns."""
    plain = MARKS.sub("", text)
    lines = [(number, line) for number, line in enumerate(plain.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry(
            "no-table", say("Paste a table: a header line, then one row per hand.")
        )
    long = next((number for number, line in lines if len(line) > LONGEST_LINE), None)
    if long is not None:
        raise MalformedEntry("line-too-long", say("line {line}: this is too large.", line=long))
    at = max(range(min(HEAD_WITHIN, len(lines))), key=lambda at: _titles(lines[at][1], players))
    split = splitter_of([lines[at][1]])
    titles = split(lines[at][1])
    if split.is_blank:
        titles = joined_names(titles, players)
    left_out = [Flaw(number, say("no hand")) for number, _ in lines[:at]]
    if at + 1 < len(lines) and _are_parts(split(lines[at + 1][1]), titles):
        titles, at = _joined(titles, split(lines[at + 1][1])), at + 1
    head, unused = _head(titles, players)
    head = replace(head, blanks=split.is_blank)
    if not head.names_columns:
        raise MalformedEntry(
            "no-head",
            say("The first line must name the columns, as in: {example}.",
                example=Listed((say("hand"), say("bid"), say("declarer"), *map(Given, players)))),
        )  # fmt: skip
    rows: list[Cells] = []
    sums: tuple[int, ...] = ()
    summed: Cells | None = None
    for number, line in lines[at + 1 :]:
        row = Cells(number, head, tuple(split(line)))
        if not "".join(row.cells).strip(" -–—:=+|"):
            continue
        if any(word_of(cell) in TOTALS for cell in row.labels):
            left_out.append(Flaw(number, say("a row of totals")))
            sums = tuple(_row_of(row)) or sums
            if _row_of(row) and any(word_of(cell) in SUMS for cell in row.labels):
                summed = row
        elif [word_of(cell) for cell in row.cells] == list(map(word_of, titles)):
            left_out.append(Flaw(number, say("no hand")))
        else:
            rows.append(row)
    numbers = [row.number() for row in rows]
    if len(rows) > 1 and numbers == [*range(len(rows), 0, -1)]:  # the newest first
        rows.reverse()
    return Table(tuple(rows), unused, split.shown, tuple(left_out), sums, summed)


def _titles(line: str, players: Sequence[str]) -> tuple[bool, int]:
    """Return a sort key for how much a line looks like column titles."""
    split = splitter_of([line])
    titles = split(line)
    head, _ = _head(joined_names(titles, players) if split.is_blank else titles, players)
    return head.names_columns, head.titles


def _are_parts(below: Sequence[str], titles: Sequence[str]) -> bool:
    """Return whether the line under the names names parts of a hand: bid, tricks, bid, tricks."""
    parts = {word_of(word) for words in OF_PLAYER.values() for word in words.split()}
    named = [cell for cell in below if cell.strip()]
    return len(named) > 1 and len(titles) > 1 and all(word_of(cell) in parts for cell in named)


def _joined(titles: Sequence[str], below: Sequence[str]) -> list[str]:
    """Return the titles of two rows as one row: a name stands above one or more columns."""
    joined, name = [], ""
    for place in range(max(len(titles), len(below))):
        title = titles[place].strip() if place < len(titles) else ""
        part = below[place].strip() if place < len(below) else ""
        name = title or name
        joined.append(f"{name} {part}" if part else title)
    return joined


def _head(titles: Sequence[str], players: Sequence[str]) -> tuple[Head, tuple[str, ...]]:
    columns: dict[str, int] = {}
    both: dict[Seat, int] = {}
    own: dict[tuple[str, Seat], int] = {}
    unused = []
    names = sorted(enumerate(players), key=lambda numbered: -len(numbered[1]))
    known = {word_of(word): key for key, words in COLUMNS.items() for word in words.split()}
    parts = {word_of(word): key for key, words in OF_PLAYER.items() for word in words.split()}
    for place, title in enumerate(titles):
        word = word_of(title)
        for seat, name in names:
            rest = word.removeprefix(word_of(name))
            if word == word_of(name):
                both.setdefault(Seat(seat), place)
                break
            if rest != word and rest in parts:
                own.setdefault((parts[rest], Seat(seat)), place)
                break
        else:
            begun = [seat for seat, name in names if word and word_of(name).startswith(word)]
            if word in known:
                columns.setdefault(known[word], place)
            elif len(begun) == 1:
                both.setdefault(Seat(begun[0]), place)
            elif title.strip():
                unused.append(title.strip()[:40])
    return Head(tuple(players), columns, both, own, len(titles)), tuple(unused)


def with_meaning(log: Log, table: Table, plain: Plain | None) -> Table:
    """Return the table with the meaning of its plain numbers, without rows that are no hands.

    Each row gets the totals before it, so that running totals can be read as points.
    """
    gone = []
    if len(table.rows) > 1 and _is_start(table.rows[0]):
        gone.append(Flaw(table.rows[0].line, say("the points before the first hand")))
        _check_start(log.game, table.rows[0])
        table = replace(table, rows=table.rows[1:])
    meaning = _meaning(log, table, plain)
    rows = _without_sums(table.rows, meaning)
    gone += [Flaw(row.line, say("a row of totals")) for row in table.rows if row not in rows]
    head = replace(table.rows[0].head, plain=meaning)
    game, seats = log.game, SEATS[: log.game.setup.players]
    before = [game.total(game.seating.side_of(seat)) or 0 for seat in seats]
    kept = []
    for row in rows:
        read = replace(row, head=head, before=tuple(before))
        if meaning is Plain.TOTALS:
            after = map(read.total, seats)
            before = [old if new is None else new for old, new in zip(before, after, strict=True)]
        kept.append(read)
    return replace(table, rows=tuple(kept), left_out=(*table.left_out, *gone))


def _meaning(log: Log, table: Table, plain: Plain | None) -> Plain:
    """Return what the plain numbers of a table mean; `plain` is what a person has chosen."""
    head = table.rows[0].head
    own = {part for part, _ in head.own}
    other = own | (head.columns.keys() - {"hand", "dealer"})
    if not head.both:
        return Plain.TOTALS if "total" in own and other == {"total"} else Plain.PAIR
    if plain in {Plain.POINTS, Plain.TOTALS}:
        return plain
    cells = [row.at(place) for row in table.rows for place in head.both.values()]
    first = next(log.game.setup.script(log.game.current.seating, log.game.current.earlier))
    counted = isinstance(first, PointsStep)
    if not counted and any(BOTH.fullmatch(cell) or date_in(cell) for cell in cells):
        return Plain.PAIR
    rows = [each for row in table.rows if (each := _row_of(row))]
    most = first.scene.total
    numbers = [number for cell in cells if (number := decimal_in(cell)) is not None]
    are_points = (
        counted
        or any(not 0 <= number <= most or number != int(number) for number in numbers)
        or (not other and any(sum(each) != most for each in rows))
    )
    if not are_points:
        return Plain.PAIR
    return Plain.TOTALS if len(rows) > 1 and list(table.sums) == rows[-1] else Plain.POINTS


def compared(table: Table, before: Game, after: Game) -> tuple[Flaw, ...]:
    """Return the lines without a hand; a row of sums that the hands do not give is named so."""
    row = table.summed
    if row is None:
        return table.left_out
    sides = [after.seating.side_of(seat) for seat in row.head.both]
    due = [after.total(side) or 0 for side in sides]
    alone = [total - (before.total(side) or 0) for total, side in zip(due, sides, strict=True)]
    if _row_of(row) in (due, alone):
        return table.left_out
    reason = say("a row of totals, but the rows give {numbers}", numbers=Listed(due))
    wrong = Flaw(row.line, reason)
    return tuple(wrong if flaw.line == row.line else flaw for flaw in table.left_out)


def _row_of(row: Cells) -> list[int]:
    """Return the plain numbers of a row; empty if one is missing."""
    numbers = [points_in(row.at(place)) for place in row.head.both.values()]
    return [number for number in numbers if number is not None] if None not in numbers else []


def _is_start(row: Cells) -> bool:
    """Return whether a row holds points from before the first hand: zeros, or after “Start”."""
    numbers = _row_of(row)
    if "hand" not in row.head.columns or row.number() is not None or not numbers:
        return False
    return not any(numbers) or word_of(row.get("hand")) in STARTS


def _check_start(game: Game, row: Cells) -> None:
    """Raise IllegalEntry if a row has other points than the game; zeros alone are left out."""
    numbers = _row_of(row)
    for seat, given in zip(row.head.both, numbers, strict=True):
        due = game.total(game.seating.side_of(seat))
        if any(numbers) and given != due:
            raise IllegalEntry(
                "another-start",
                say(
                    "line {line}: {seat} has {due} before the first of these hands, not {given}: "
                    "enter the starting points of the game under “More” before you paste.",
                    line=row.line,
                    seat=seat,
                    due=due,
                    given=given,
                ),
            )


def _without_sums(rows: Sequence[Cells], meaning: Plain) -> list[Cells]:
    """Return the rows without unmarked sums: rows that add up the rows above them."""
    if meaning is not Plain.POINTS:
        return list(rows)
    kept: list[Cells] = []
    sums: list[int] = []
    scored = 0  # rows with points
    for row in rows:
        numbers = _row_of(row)
        with_numbers = "hand" in row.head.columns
        enough = scored > 1 or (with_numbers and row.number() is None)
        if numbers and numbers == sums and any(sums) and enough and row.number() is None:
            continue
        scored += any(numbers)
        kept.append(row)
        if numbers:
            sums = [old + new for old, new in zip(sums or [0] * len(numbers), numbers, strict=True)]
    return kept


def may_be_totals(table: Table) -> bool | None:
    """Return whether plain numbers that were read as points look like running totals.

    None if a row of totals shows that they are points, or if one row is not enough to tell.
    """
    rows = [each for row in table.rows if (each := _row_of(row))]
    if table.rows[0].head.plain is not Plain.POINTS or len(rows) < FEWEST_TOTALS:
        return None
    if table.sums == tuple(map(sum, zip(*rows, strict=True))):
        return None
    if any(flaw.line > table.rows[0].line for flaw in table.left_out):
        return None  # a row of totals adds them up
    return may_run([*zip(*rows, strict=True)])


def with_dates(table: Table, order: DayOrder) -> Table:
    """Return the table with its dates read in another order of day and month."""
    rows = (replace(row, head=replace(row.head, dates=order)) for row in table.rows)
    return replace(table, rows=tuple(rows))
