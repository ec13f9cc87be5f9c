"""A pasted table of hands: the cells of its rows, and the rows left out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import permutations

from scorekeeper.errors import IllegalEntry
from scorekeeper.exchange.pasted_cells import (
    SHOWN,
    day_and_month_in,
    decimal_in,
    player_in,
    points_in,
    word_of,
)
from scorekeeper.exchange.pasted_table import (
    HANDS,
    RESULTS,
    UNUSED,
    Choices,
    Flaw,
    Meaning,
    Numbers,
    PastedTable,
    TableRow,
    read_table,
)
from scorekeeper.exchange.table_checks import (
    LEAST_ROWS,
    STARTS,
    SUMS,
    TOTALS,
    NumbersByColumn,
    Sums,
    is_one_of,
    may_run,
    points_of_each,
    wrong_columns,
)
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import begin
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Total, decimal_text, say

SIGNED = r"[^\s,;/|]+"  # one of several points in a cell, with a minus before or after it
BOTH = re.compile(  # 2/0, 2-0, 2 (0), nil/0
    r"\s*(\d{1,3}|[^\W\d_]{3,12})(?:\s*[/|\\:→–(-]\s*|\s+)(\d{1,3})(?:\s*[)])?\s*"
)
NILS = {"nil", "null", "zero", "אפס"}  # words for a contract of 0
HAND_NUMBER = re.compile(r"[^\d]{0,12}(\d{1,4})[.):]?")
JOINERS = (" ", " and ", " und ", " ו")  # between partners; signs do not count
LABELS = 3  # cells that may name a row of totals


@dataclass(frozen=True, slots=True)
class Head:
    """The columns of a pasted table of hands.

    plain      the places of the columns with a player's name alone
    numbers    the meaning of the numbers in them
    dates      which part of a date stands for the contract, where a spreadsheet made a date of 2/3
    decimals   those of the game's points
    """

    players: tuple[str, ...]
    pasted: PastedTable
    plain: Mapping[Seat, int]
    numbers: Numbers = Numbers.PAIR
    dates: DayOrder = DayOrder.DAY
    decimals: int = 0

    def place(self, meaning: str, seat: Seat | None = None) -> int | None:
        """Return the place of a column, which may be of one player; None if there is none."""
        return self.pasted.places.get((meaning, "" if seat is None else self.players[seat]))

    @property
    def has_tricks(self) -> bool:
        """Whether columns are about tricks alone, those of all players or of one."""
        return any(meaning == Meaning.TRICKS for meaning, _ in self.pasted.places)

    @property
    def meanings(self) -> set[Meaning]:
        """The meanings of columns that answer a question of a hand."""
        meanings = {column.use.meaning for column in self.pasted.columns if column.use}
        return meanings - {Meaning.NUMBER, Meaning.DEALER, Meaning.UNUSED, Meaning.PLAIN}


@dataclass(frozen=True, slots=True)
class Cells:
    """One row; `line` is its number in the pasted text, from 1.

    won    the points of the players, if its numbers are running totals
    """

    line: int
    head: Head
    cells: tuple[str, ...]
    won: Mapping[Seat, int] = field(default_factory=dict)

    def get(self, column: str) -> str:
        """Return the cell of a column; empty if there is no such column."""
        return self.at(self.head.place(column))

    def has(self, column: str) -> bool:
        """Return whether a column exists and its cell is not empty."""
        return bool(self.get(column))

    def seat(self, column: str) -> Seat:
        """Return the player whom a column names; raises MalformedEntry."""
        return player_in(self.get(column), self.head.players)

    def contract(self, seat: Seat, sole: bool = False) -> str:
        """Return a player's contract; empty if the row does not contain it.

        A number that stands alone may be the tricks: it is ignored with `sole`, and if no other
        column holds the tricks.
        """
        own = self._own(Meaning.CONTRACT, seat)
        pair = self._pair(seat)
        alone = self._plain(seat)
        may_be_tricks = sole or (alone.isdecimal() and not self.head.has_tricks)
        said = own or (pair[0] if pair else "" if may_be_tricks else alone)
        return "0" if word_of(said) in NILS else said

    def tricks(self, seat: Seat) -> str:
        """Return the tricks that a player took; empty if the row does not hold them."""
        own = self._own(Meaning.TRICKS, seat)
        if own:
            return own
        pair = self._pair(seat)
        if pair:
            return pair[1]
        return "" if any(map(self._pair, self.head.plain)) else self._plain(seat)

    def points(self, seat: Seat) -> str:
        """Return the points of a player, as a form has them; empty if no column holds them."""
        decimals = self.head.decimals
        signed = rf"{SIGNED}(?:[.,]\d+)?" if decimals else SIGNED
        own = self._own(Meaning.POINTS, seat, signed) or self._plain(seat, Numbers.POINTS)
        if not own and seat in self.won:
            return decimal_text(self.won[seat], decimals)
        number = points_in(own, decimals)
        return own if number is None else decimal_text(number, decimals)

    def total(self, seat: Seat) -> int | None:
        """Return the total of a player after the hand; None if no column holds it."""
        own = self.at(self.head.place(Meaning.RUNNING, seat))
        return points_in(own or self._plain(seat, Numbers.RUNNING), self.head.decimals)

    def number(self) -> int | None:
        """Return the number of the hand; None if the row has none."""
        match = HAND_NUMBER.fullmatch(self.get(Meaning.NUMBER))
        return int(match[1]) if match else None

    @property
    def labels(self) -> Sequence[str]:
        """The cells before those of players, or the first ones if there are none of players."""
        of_players = [place for (_, player), place in self.head.pasted.places.items() if player]
        return self.cells[: min(of_players, default=LABELS)]

    def title(self, meaning: str, seat: Seat | None = None) -> str:
        """Return the title of the column that answers a question; empty if there is none."""
        head = self.head
        own = None if seat is None else head.plain.get(seat)
        places = (head.place(meaning, seat), head.place(meaning), own)
        return next((head.pasted.title(place) for place in places if place is not None), "")

    def is_dated(self) -> bool:
        """Return whether a cell is a date that stands for one of two pairs of numbers."""
        pairs = [day_and_month_in(self.at(place)) for place in self.head.plain.values()]
        return any(pair is not None and not pair[2] and pair[0] != pair[1] for pair in pairs)

    def _pair(self, seat: Seat) -> tuple[str, str] | None:
        """Return the contract and the tricks in a player's cell; None if it has no such pair."""
        cell = self._plain(seat)
        both = BOTH.fullmatch(cell)
        if both:
            return both[1], both[2]
        dated = day_and_month_in(cell)
        if dated is None:
            return None
        day, month, is_day_first = dated
        if is_day_first or self.head.dates is DayOrder.DAY:
            return str(day), str(month)
        return str(month), str(day)

    def numbers(self) -> NumbersByColumn:
        """Return the numbers in the columns of players; empty if one is missing."""
        decimals = self.head.decimals
        read = {place: points_in(self.at(place), decimals) for place in self.head.plain.values()}
        numbers = {at: Decimal(number) for at, number in read.items() if number is not None}
        return numbers if len(numbers) == len(read) else {}

    def _plain(self, seat: Seat, numbers: Numbers = Numbers.PAIR) -> str:
        """Return the cell under a player's name alone; empty if it means other numbers."""
        return self.at(self.head.plain.get(seat)) if self.head.numbers is numbers else ""

    def _own(self, meaning: Meaning, seat: Seat, number: str = r"\d+") -> str:
        """Return what a column has of a player: the cell, or one of its numbers for each seat."""
        own = self.at(self.head.place(meaning, seat))
        numbers: list[str] = [] if own else re.findall(number, self.get(meaning))
        return numbers[seat] if len(numbers) == len(self.head.players) else own

    def at(self, place: int | None) -> str:
        """Return the cell at a place; empty if there is none."""
        return "" if place is None or place >= len(self.cells) else self.cells[place]


@dataclass(frozen=True, slots=True)
class HandsTable:
    """The rows of a pasted table of hands, which has at least one.

    left_out    lines without a hand, each with the reason
    sums        the numbers in the last row of totals; empty if there is none
    summed      the last row that is called a sum
    """

    head: Head
    rows: tuple[Cells, ...]
    left_out: tuple[Flaw, ...] = ()
    sums: NumbersByColumn = field(default_factory=dict)
    summed: Cells | None = None


def read_hands(text: str, players: Sequence[str], choices: Choices, game: Game) -> HandsTable:
    """Read a pasted table; raises MalformedEntry if no line of it names columns.

    A column of partners is read as the first partner's.
    """
    named = {
        player: [
            joiner.join(order)
            for side in game.sides
            if len(side) > 1 and players[side[0]] == player
            for order in permutations(players[seat] for seat in side)
            for joiner in JOINERS
        ]
        for player in players
    }
    pasted = read_table(text, HANDS.with_names(named), choices, players, names=players)
    pasted = pasted.with_uses([column.use or UNUSED for column in pasted.columns])
    plain = {
        SEATS[players.index(player)]: place
        for (meaning, player), place in pasted.places.items()
        if meaning == Meaning.PLAIN
    }
    head = Head(tuple(players), pasted, plain, decimals=game.setup.book.decimals)
    left_out = [Flaw(row.line, say("no hand")) for row in pasted.above]
    rows: list[Cells] = []
    sums: NumbersByColumn = {}
    summed: Cells | None = None
    titles = [word_of(column.title) for column in pasted.columns[: pasted.width]]
    for line, cells in pasted.rows:
        row = Cells(line, head, cells)
        if is_one_of(TOTALS, row.labels):
            left_out.append(Flaw(line, say("a row of totals")))
            sums = row.numbers() or sums
            if row.numbers() and is_one_of(SUMS, row.labels):
                summed = row
        elif list(map(word_of, cells)) == titles:
            left_out.append(Flaw(line, say("no hand")))
        else:
            rows.append(row)
    numbers = [row.number() for row in rows]
    if len(rows) > 1 and numbers == [*range(len(rows), 0, -1)]:  # the newest first
        rows.reverse()
    return HandsTable(head, tuple(rows), tuple(left_out), sums, summed)


def with_meaning(log: Log, hands: HandsTable, chosen: Numbers | None) -> HandsTable:
    """Return the hands with the meaning of their plain numbers, without rows that are no hands.

    The rows of running totals get the points of the hands.
    """
    gone = []
    rows = hands.rows
    if len(rows) > 1 and _is_start(rows[0]):
        gone.append(Flaw(rows[0].line, say("the points before the first hand")))
        _check_start(log.game, rows[0])
        rows = rows[1:]
    meaning = _meaning(log, replace(hands, rows=rows), chosen)
    kept = _without_sums(rows) if meaning is Numbers.POINTS else rows
    gone += [Flaw(row.line, say("a row of totals")) for row in rows if row not in kept]
    head = replace(hands.head, numbers=meaning)
    kept = [replace(row, head=head) for row in kept]
    if meaning is Numbers.RUNNING:
        game, seats = log.game, SEATS[: log.game.setup.players]
        start = {seat: game.total(game.seating.side_of(seat)) or 0 for seat in seats}
        read = [{seat: row.total(seat) for seat in seats} for row in kept]
        totals = ({seat: each for seat, each in row.items() if each is not None} for row in read)
        won = points_of_each(totals, start)
        kept = [replace(row, won=points) for row, points in zip(kept, won, strict=True)]
    return replace(hands, head=head, rows=tuple(kept), left_out=(*hands.left_out, *gone))


def _meaning(log: Log, hands: HandsTable, chosen: Numbers | None) -> Numbers:
    """Return the meaning of the plain numbers; `chosen` is what a person has chosen."""
    head, other = hands.head, hands.head.meanings
    if not head.plain:
        return Numbers.RUNNING if other == {Meaning.RUNNING} else Numbers.PAIR
    if chosen in {Numbers.POINTS, Numbers.RUNNING}:
        return chosen
    cells = [row.at(place) for row in hands.rows for place in head.plain.values()]
    first, _ = begin(log.game.setup.script(log.game.current.seating, log.game.current.earlier))
    if first is None:  # the game is over
        return Numbers.PAIR
    counted = first.field == "points"
    if not counted and any(BOTH.fullmatch(cell) or day_and_month_in(cell) for cell in cells):
        return Numbers.PAIR
    rows = [each for row in hands.rows if (each := row.numbers())]
    most = first.scene.total
    numbers = [number for cell in cells if (number := decimal_in(cell)) is not None]
    are_points = (
        counted
        or not most
        or any(not 0 <= number <= most or number != int(number) for number in numbers)
        or (
            not other and any(sum(each.values()) != most * 10**hands.head.decimals for each in rows)
        )
    )
    if not are_points:
        return Numbers.PAIR
    return Numbers.RUNNING if len(rows) > 1 and hands.sums == rows[-1] else Numbers.POINTS


def wrong_totals(hands: HandsTable, before: Game, after: Game) -> tuple[Flaw, ...]:
    """Return the columns in which the row of sums has other numbers than the hands give."""
    row = hands.summed
    if row is None:
        return ()
    sides = [after.seating.side_of(seat) for seat in hands.head.plain]
    decimals, numbers = hands.head.decimals, row.numbers()
    due = [after.total(side) or 0 for side in sides]
    alone = [total - (before.total(side) or 0) for total, side in zip(due, sides, strict=True)]
    given = {at: number.scaleb(-decimals) for at, number in numbers.items()}
    dues = [
        {at: Decimal(number).scaleb(-decimals) for at, number in zip(numbers, each, strict=True)}
        for each in (due, alone)
    ]
    line = TableRow(row.line, row.cells)
    return tuple(wrong_columns(hands.head.pasted, line, given, dues, decimals))


def unusual_labels(hands: HandsTable) -> Iterator[Flaw]:
    """Yield the rows that begin with a word where most rows have none: they may be no hands.

    Columns of notes are left out.
    """
    pasted, rows = hands.head.pasted, hands.rows
    for at, title, use in pasted.columns[: min(len(row.labels) for row in rows)]:
        if use != UNUSED or RESULTS.use(title) == UNUSED:
            continue
        named = [(row, row.at(at)) for row in rows if word_of(row.at(at)).isalpha()]
        for row, name in named if 2 * len(named) <= len(rows) else ():
            yield Flaw(row.line, say("Is “{name}” a hand?", name=Given(name[:SHOWN])), title)


def _is_start(row: Cells) -> bool:
    """Return whether a row holds points from before the first hand: zeros, or after “Start”."""
    numbers = row.numbers()
    if row.head.place(Meaning.NUMBER) is None or row.number() is not None or not numbers:
        return False
    return not any(numbers.values()) or is_one_of(STARTS, [row.get(Meaning.NUMBER)])


def _check_start(game: Game, row: Cells) -> None:
    """Raise IllegalEntry if a row has other points than the game; zeros alone are left out."""
    numbers = row.numbers()
    for seat, place in row.head.plain.items():
        given, due = int(numbers[place]), game.total(game.seating.side_of(seat))
        if any(numbers.values()) and given != due:
            raise IllegalEntry(
                "another-start",
                say(
                    "line {line}: {seat} has {due} before the first of these hands, not {given}: "
                    "enter the starting points of the game under “More” before you paste.",
                    line=row.line,
                    seat=seat,
                    due=Total(due or 0, row.head.decimals),
                    given=Total(given, row.head.decimals),
                ),
            )


def _without_sums(rows: Sequence[Cells]) -> list[Cells]:
    """Return the rows without unmarked sums: rows that add up the rows above them."""
    kept, sums = [], Sums()
    for row in rows:
        numbers, is_numbered = row.numbers(), row.head.place(Meaning.NUMBER) is not None
        if row.number() is None and sums.gives(numbers, least=1 if is_numbered else LEAST_ROWS):
            continue
        kept.append(row)
        sums.add(numbers)
    return kept


def may_be_totals(hands: HandsTable) -> bool | None:
    """Return whether plain numbers that were read as points look like running totals.

    None if a row of totals shows that they are points, or if one row is not enough to tell.
    """
    rows = [each for row in hands.rows if (each := row.numbers())]
    if hands.head.numbers is not Numbers.POINTS or len(rows) < LEAST_ROWS:
        return None
    sums = Sums()
    for numbers in rows:
        sums.add(numbers)
    if sums.gives(hands.sums):
        return None
    if any(flaw.line > hands.rows[0].line for flaw in hands.left_out):
        return None  # a row of totals adds them up
    return may_run([[int(each[place]) for each in rows] for place in hands.head.plain.values()])


def with_dates(hands: HandsTable, order: DayOrder) -> HandsTable:
    """Return the hands with the dates read in another order of day and month."""
    rows = (replace(row, head=replace(row.head, dates=order)) for row in hands.rows)
    return replace(hands, rows=tuple(rows))
