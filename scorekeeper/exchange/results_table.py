"""A pasted table of results: the games in its rows, its errors, and the rows left out.

A table is wide (a column for each player) or long (a row for each player of a game).
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.pasted_cells import (
    LONGEST_LINE,
    LONGEST_NUMBER,
    MARKS,
    SHOWN,
    STARTS,
    SUMS,
    TOTALS,
    Flaw,
    decimal_in,
    joined_names,
    may_run,
    other_cells,
    points_in,
    points_of,
    splitter_of,
    word_of,
)
from scorekeeper.exchange.result_columns import (
    HEAD_WITHIN,
    LEAST_PLAYERS,
    LEAST_ROWS,
    MOST_ROWS,
    MUCH_ALIKE,
    Column,
    Columns,
    Numbers,
    Reading,
    begins_number,
    has_date,
    is_dates,
    is_number,
    meaning_of,
    no_head,
    people_in,
)
from scorekeeper.ledger.dates import AmbiguousDate, DayOrder, date_in
from scorekeeper.ledger.people import folded
from scorekeeper.rules.game import MOST_POINTS
from scorekeeper.wording import Given, Listed, Sentence, say

MOST_GAMES = 2_000
MOST_COLUMNS = 120
MOST_NAMES = 300
SURE_COLUMNS = 3  # columns that a row with a date must add up to be one of totals
ABSENT = {"", "-", "–", "—", "x", "/", ".", "na", "n/a", "abw", "fehlt", "absent"}
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d", re.ASCII)


class Share(NamedTuple):
    """A number in a row, with the title of its column and the players whose number it is."""

    column: str
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One game of a table; `line` is the number of its first line, from 1.

    ranks     the places that stand beside the points, to be compared with them
    winner    the cell of a column of winners, to be compared with the points
    """

    line: int
    date: dt.date
    shares: tuple[Share, ...]
    ranks: tuple[Share, ...] = ()
    winner: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, as they stand in the table."""
        return tuple(name for share in self.shares for name in share.names)


@dataclass(slots=True)
class ResultsTable:
    """A pasted table of results, as it was read.

    left_out   lines that hold no game, each with the reason
    unused     the titles of columns that are not used
    numbers    the meaning of the numbers; None if somebody must say what they are
    ordered    whether some date can only be read with a `DayOrder`
    start      the numbers before the first game, by column, if these are running totals
    miscounted whether the rows do not add up to a row that is called their sum
    """

    games: list[ResultRow] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    left_out: list[Flaw] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    numbers: Numbers | None = Numbers.POINTS
    ordered: bool = False
    columns: tuple[Column, ...] = ()
    start: dict[int, int] = field(default_factory=dict)
    miscounted: bool = False

    @property
    def is_unclear(self) -> bool:
        """Whether somebody must say what the table means before it can be read."""
        return self.ordered or self.numbers is None or self.is_doubtful

    @property
    def is_doubtful(self) -> bool:
        """Whether a column may be a player's or not."""
        return any(column.meaning is None for column in self.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players in the order of appearance."""
        return tuple(dict.fromkeys(name for game in self.games for name in game.names))


def read_results(text: str, reading: Reading) -> ResultsTable:
    """Read a table; raises MalformedEntry if no columns can be found in it."""
    rows, head, before = _rows(text, reading)
    table = ResultsTable(left_out=[Flaw(line, say("no game")) for line, _ in before])
    above = before[-1][1] if before else ()
    columns = Columns.of(head, above, [cells for _, cells in rows], reading)
    table.unused, table.columns = columns.unused, columns.shown
    if reading.order is None:
        reading = replace(reading, order=_order(rows, columns.known["date"]))
    lines = _Lines(columns, reading, table).of(rows)
    games = _long(lines, columns, table) if columns.is_long else _wide(lines, columns, table)
    table.games = list(games)
    table.numbers = reading.numbers or _meaning_of_numbers(table.games, columns)
    if table.numbers is Numbers.RUNNING:
        table.games = _without_earlier(table.games, columns, table.start)
    if len(table.games) > MOST_GAMES:
        raise MalformedEntry(
            "too-many-rows",
            say("At most {most} games at once, and these are {given}: paste them in parts.",
                most=MOST_GAMES, given=len(table.games)),
        )  # fmt: skip
    if len(table.names) > MOST_NAMES:
        raise MalformedEntry(
            "too-many-names",
            say("At most {most} names at once, and these are {given}: paste them in parts.",
                most=MOST_NAMES, given=len(table.names)),
        )  # fmt: skip
    return table


class Line(NamedTuple):
    """A row of a pasted table, with its line number and its date."""

    number: int
    date: dt.date
    cells: Sequence[str]


Rows = list[tuple[int, list[str]]]


def _rows(text: str, reading: Reading) -> tuple[Rows, list[str], Rows]:
    """Return the rows below the titles, the titles, and the rows above them.

    Raises MalformedEntry if there are no titles or too many rows.
    """
    plain = MARKS.sub("", text)
    lines = [(number, line) for number, line in enumerate(plain.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry(
            "no-table", say("Paste a table: a header line, then one row per game.")
        )
    if len(lines) > MOST_ROWS:
        raise MalformedEntry(
            "too-many-rows",
            say("At most {most} games at once, and these are {given}: paste them in parts.",
                most=MOST_GAMES, given=len(lines)),
        )  # fmt: skip
    split = splitter_of([line[:LONGEST_LINE] for _, line in lines[:HEAD_WITHIN]])
    rows: Rows = []
    for number, line in lines:
        cells = [] if len(line) > LONGEST_LINE else [cell.strip() for cell in split(line)]
        if not cells or len(cells) > MOST_COLUMNS:
            raise MalformedEntry(
                "line-too-long",
                Flaw(number, say("At most {most} columns.", most=MOST_COLUMNS)).sentence,
            )
        if "".join(cells).strip(" -–—:=+"):
            rows.append((number, cells))
    head = _head(rows[:HEAD_WITHIN], reading)
    if head is None:
        raise no_head()
    if split.is_blank:
        _align(rows, head, reading)
    return rows[head + 1 :], rows[head][1], rows[:head]


def _align(rows: Rows, head: int, reading: Reading) -> None:
    """Join words of names and dates, where blanks separate cells and words.

    Raises MalformedEntry for a row that has another number of cells than there are titles.
    """
    line, titles = rows[head]
    titles = joined_names(titles, reading.known)
    rows[head] = line, titles
    for at, (number, cells) in enumerate(rows[head + 1 :], head + 1):
        more = len(cells) - len(titles)
        if more > 0 and is_dates(titles[0]) and has_date([" ".join(cells[: more + 1])], reading):
            rows[at] = number, [" ".join(cells[: more + 1]), *cells[more + 1 :]]
        elif more and any(map(is_number, cells)) and has_date(cells, reading):
            raise MalformedEntry(
                "other-cells", Flaw(number, other_cells(len(cells), len(titles))).sentence
            )


def _head(rows: Rows, reading: Reading) -> int | None:
    """Return the index of the row of titles; None if there is none.

    It is the first row with a title for dates, or the row above the first date. If the titles take
    two rows, it is the second of them.
    """
    for at, (_, cells) in enumerate(rows):
        if any(map(is_dates, cells)):
            below = rows[at + 1][1] if at + 1 < len(rows) else []
            values = [meaning_of(cell) for cell in below].count("points")
            values += [meaning_of(cell) for cell in below].count("place")
            return at + 1 if values > 1 else at
        if has_date(cells, reading):
            titled = at and not any(map(is_number, rows[at - 1][1]))
            return at - 1 if titled else None
    return None


def _order(rows: Rows, at: int) -> DayOrder | None:
    """Return the order of day and month in dates with slashes.

    None if no date has a number above 12 that shows it, or if two dates contradict each other.
    """
    orders = set()
    for _, cells in rows:
        match = SLASHED.match(cells[at]) if at < len(cells) else None
        if match and int(match[1]) > 12:
            orders.add(DayOrder.DAY)
        elif match and int(match[2]) > 12:
            orders.add(DayOrder.MONTH)
    return orders.pop() if len(orders) == 1 else None


def _number(cell: str) -> int | None:
    """Return the number in a cell; None if it is empty or says that somebody was absent.

    Raises MalformedEntry for anything else.
    """
    if folded(cell[:LONGEST_NUMBER]).strip() in ABSENT:
        return None
    number = points_of(cell)
    if abs(number) > MOST_POINTS:
        raise MalformedEntry(
            "not-a-number", say("“{text}” is no number.", text=Given(cell[:SHOWN]))
        )
    return number


Numbered = dict[int, Decimal]
"""The numbers of a row by the number of the column."""


@dataclass(slots=True)
class _Lines:
    """The rows of a table with their dates, without those that add up other rows."""

    columns: Columns
    reading: Reading
    table: ResultsTable

    def of(self, rows: Rows) -> Iterator[Line]:
        """Yield the rows that hold results; an empty date is that of the row above.

        Other rows are added to `table.left_out`, and rows with errors to `table.flaws`.
        """
        titles, date = self.columns.titles, None
        at, below = self.columns.known["date"], False
        sums, since, every = _Sums(), _Sums(), self._sums_of(rows)
        for number, cells in rows:
            own, problem = self._date(cells)
            numbers = self._numbers(cells)
            reason = self._not_a_game(
                cells, numbers, (sums, since) if sums.count else (every,), own, below=below
            )
            if reason is not None:
                self.table.left_out.append(Flaw(number, reason))
                if numbers:
                    self._begin(cells, numbers, is_first=not sums.count)
                    since, below = _Sums(), True
                continue
            date = date if problem is None and own is None else own
            flaw = problem or (say("The date is missing.") if date is None else None)
            if self._is_other_head(cells):
                flaw = say("Other titles begin here: paste this part alone.")
            if flaw is not None or date is None:
                self.table.flaws.append(Flaw(number, flaw or say("no game"), titles[at]))
            elif any(map(is_number, cells[self.columns.width :])):
                more = say("The row has more cells than there are titles.")
                self.table.flaws.append(Flaw(number, more))
            elif own is None and (wrong := sums.wrong_in(numbers)) is not None:
                due = say("The rows add up to {due} here, not {given}.",
                          due=int(sums.sums[wrong]), given=int(numbers[wrong]))  # fmt: skip
                self.table.flaws.append(Flaw(number, due, titles[wrong]))
            else:
                sums.add(numbers)
                since.add(numbers)
                below = False
                yield Line(number, date, cells)

    def _sums_of(self, rows: Rows) -> _Sums:
        """Return the sums of all rows that have a date."""
        sums = _Sums()
        for _, cells in rows:
            if self._date(cells)[0] is not None and not self._is_labelled(cells):
                sums.add(self._numbers(cells))
        return sums

    def _not_a_game(
        self,
        cells: Sequence[str],
        numbers: Numbered,
        sums: Sequence[_Sums],
        date: dt.date | None,
        *,
        below: bool,
    ) -> Sentence | None:
        """Return why a row holds no game; None if it may hold one.

        sums     of the rows above it, of which it may be a row of totals
        below    whether the row above it is one of totals
        """
        at = self.columns.known["date"]
        least = LEAST_PLAYERS if date is None else SURE_COLUMNS
        adds = len(numbers) >= least and any(
            each.gives(numbers, means=date is None) for each in sums
        )
        if date is None and self._is_labelled(cells):
            is_sum = any(word_of(cell) in SUMS for cell in cells if cell)
            if is_sum and len(numbers) >= LEAST_PLAYERS and sums[0].count and not adds:
                due = Listed(int(sums[0].sums.get(place, 0)) for place in numbers)
                if numbers != sums[0].last:
                    self.table.miscounted = True
                    return say("a row of totals, but the rows give {numbers}", numbers=due)
            return say("a row of totals")
        if not any(begins_number(cell) for place, cell in enumerate(cells) if place != at):
            return None if self._is_other_head(cells) else say("no game")
        label = _cell_at(cells, at)
        is_counted = bool(label) or all(0 < number <= len(numbers) for number in numbers.values())
        is_more = below and date is None and not re.search(r"\d", label) and is_counted
        return say("a row of totals") if adds or is_more else None

    def _is_other_head(self, cells: Sequence[str]) -> bool:
        """Return whether a row has titles that differ from those of the table."""
        return is_dates(_cell_at(cells, self.columns.known["date"])) and any(
            cell and not word_of(title).startswith(word_of(cell))
            for title, cell in zip_longest(self.columns.titles, cells, fillvalue="")
        )

    def _date(self, cells: Sequence[str]) -> tuple[dt.date | None, Sentence | None]:
        """Return the date of a row and the error in it; None and None if its cell is empty."""
        at, reading = self.columns.known["date"], self.reading
        written = cells[at] if at < len(cells) else ""
        if not written:
            return None, None
        try:
            return date_in(written, reading.today, reading.months_named, reading.order), None
        except AmbiguousDate:
            self.table.ordered = True
            return date_in(written, reading.today, reading.months_named, DayOrder.DAY), None
        except EntryError as error:
            return None, error.sentence

    def _numbers(self, cells: Sequence[str]) -> Numbered:
        """Return the numbers under the names of players; empty in a table of rows by player."""
        if self.columns.is_long:
            return {}
        read = {at: decimal_in(cells[at]) for at in self.columns.players if at < len(cells)}
        return {at: number for at, number in read.items() if number is not None}

    def _is_labelled(self, cells: Sequence[str]) -> bool:
        """Return whether a cell before the numbers names the row one of totals."""
        columns = self.columns
        first = min(columns.players, default=0) if not columns.is_long else len(cells)
        return any(
            word_of(cell) in TOTALS | STARTS
            for place, cell in enumerate(cells)
            if cell and (place < first or place == columns.known["date"])
        )

    def _begin(self, cells: Sequence[str], numbers: Numbered, *, is_first: bool) -> None:
        """Keep the numbers of a row above the first game, such as “carried forward”."""
        if is_first and any(word_of(cell) in STARTS for cell in cells if cell):
            self.table.start = {at: int(number) for at, number in numbers.items()}


@dataclass(slots=True)
class _Sums:
    """The sums of some rows by column, to recognise a row that adds them up.

    count      the number of these rows that have another number than 0
    counts     in how many of them a column has a number
    best       in how many of them it has the highest number
    least      in how many of them it has the lowest number
    last       the numbers of the last of them
    """

    count: int = 0
    sums: Numbered = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)
    least: Counter[int] = field(default_factory=Counter)
    last: Numbered = field(default_factory=dict)

    def add(self, numbers: Numbered) -> None:
        """Add a row."""
        self.count += any(numbers.values())
        self.last = numbers
        high, low = max(numbers.values(), default=0), min(numbers.values(), default=0)
        for place, number in numbers.items():
            self.sums[place] = self.sums.get(place, Decimal(0)) + number
            self.counts[place] += 1
            self.best[place] += number == high
            self.least[place] += number == low

    def gives(self, numbers: Numbered, *, means: bool) -> bool:
        """Return whether numbers are the sums of the rows.

        With `means`, they may also be rounded means, numbers of games, or numbers of wins.
        """
        if self.count < LEAST_ROWS or not any(numbers.values()):
            return False
        if all(self.sums.get(place, 0) == number for place, number in numbers.items()):
            return True
        counted = (self.counts, self.best, self.least)
        return means and (
            any(all(each[at] == number for at, number in numbers.items()) for each in counted)
            or all(self._is_mean(place, number) for place, number in numbers.items())
        )

    def wrong_in(self, numbers: Numbered) -> int | None:
        """Return the column that differs from the sums, where the others equal them, or None."""
        wrong = [place for place, number in numbers.items() if self.sums.get(place) != number]
        alike = len(numbers) - len(wrong)
        is_large = max(map(abs, numbers.values()), default=0) > MUCH_ALIKE * len(numbers)
        is_sum = self.count >= LEAST_ROWS and alike > 1 and alike >= len(wrong) and is_large
        return wrong[0] if wrong and is_sum and wrong[0] in self.sums else None

    def _is_mean(self, place: int, number: Decimal) -> bool:
        if not self.counts[place]:
            return False
        unit = Decimal(1).scaleb(int(number.as_tuple().exponent))
        return abs(self.sums[place] / self.counts[place] - number) <= unit / 2


def _wide(lines: Iterable[Line], columns: Columns, table: ResultsTable) -> Iterator[ResultRow]:
    for line in lines:
        shares, sound = [], True
        for place, names in columns.players.items():
            title = columns.titles[place]
            try:
                number = _number(line.cells[place] if place < len(line.cells) else "")
            except EntryError as error:
                table.flaws.append(Flaw(line.number, error.sentence, title))
                sound = False
            else:
                if number is not None:
                    shares.append(Share(title, names, number))
        if sound:
            ranks = _ranks(line, columns)
            winner = _cell(line, columns.known.get("winner"))
            yield ResultRow(line.number, line.date, tuple(shares), ranks, winner)


def _ranks(line: Line, columns: Columns) -> tuple[Share, ...]:
    """Return the places that stand beside the points of a row."""
    read = [(place, points_in(_cell(line, place))) for place in columns.ranks]
    return tuple(
        Share(columns.titles[place], columns.ranks[place], number)
        for place, number in read
        if number is not None
    )


def _cell(line: Line, place: int | None) -> str:
    return "" if place is None else _cell_at(line.cells, place)


def _cell_at(cells: Sequence[str], place: int) -> str:
    return cells[place] if place < len(cells) else ""


def _long(lines: Iterable[Line], columns: Columns, table: ResultsTable) -> Iterator[ResultRow]:
    """Yield the games of a table with a row for each player.

    Without a column that numbers the games, the nth row of a player on a day is of the nth game.
    """
    known = columns.known
    value = known["place" if columns.numbers is Numbers.PLACES else "points"]
    days: dict[dt.date, list[_PlayerRow]] = {}
    for line in lines:
        name = _cell(line, known["player"])
        try:
            number = _number(_cell(line, value))
        except EntryError as error:
            table.flaws.append(Flaw(line.number, error.sentence, columns.titles[value]))
            continue
        if not name or number is None:
            table.flaws.append(Flaw(line.number, say("A name and a number are needed.")))
            continue
        share = Share(columns.titles[value], people_in(name), number)
        rank = points_in(_cell(line, known.get("place")))
        row = _PlayerRow(line.number, share, rank, _cell(line, known.get("game")))
        days.setdefault(line.date, []).append(row)
    for date, rows in days.items():
        games = _games_of(rows) if any(row.game for row in rows) else _games_by_order(rows)
        if games is None:
            reason = say("Which games these are is not clear: add a column with their numbers.")
            table.flaws.append(Flaw(rows[0].line, reason))
            continue
        for game in games:
            ranks = [
                row.share._replace(column=columns.titles[known["place"]], number=row.rank)
                for row in game
                if row.rank is not None and columns.numbers is not Numbers.PLACES
            ]
            yield ResultRow(game[0].line, date, tuple(row.share for row in game), tuple(ranks))


class _PlayerRow(NamedTuple):
    """The row of one player in a game; `game` is the number of the game, empty if missing."""

    line: int
    share: Share
    rank: int | None
    game: str


def _games_of(rows: Sequence[_PlayerRow]) -> list[list[_PlayerRow]]:
    """Return the rows of each game by the number of the game."""
    games: dict[str, list[_PlayerRow]] = {}
    for row in rows:
        games.setdefault(row.game, []).append(row)
    return list(games.values())


def _games_by_order(rows: Sequence[_PlayerRow]) -> list[list[_PlayerRow]] | None:
    """Return the rows of each game of a day; None if their order does not show the games.

    All players play in each game, or a game begins where a player comes again.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    nth: dict[int, list[_PlayerRow]] = {}
    runs: list[list[_PlayerRow]] = []
    for row in rows:
        who = tuple(map(folded, row.share.names))
        seen[who] += 1
        nth.setdefault(seen[who], []).append(row)
        if not runs or any(tuple(map(folded, each.share.names)) == who for each in runs[-1]):
            runs.append([])
        runs[-1].append(row)
    games = list(nth.values())
    return games if games == runs or len(set(seen.values())) == 1 else None


def _meaning_of_numbers(games: Sequence[ResultRow], columns: Columns) -> Numbers | None:
    """Return the meaning of the numbers; None if no title names it and several fit."""
    if columns.numbers is not None:
        return columns.numbers
    if columns.is_long:
        return Numbers.POINTS
    if _may_run(games):
        return None
    for game in games:
        numbers = sorted(share.number for share in game.shares)
        if numbers and (numbers[0] != 1 or numbers[-1] > len(numbers)):
            return Numbers.POINTS
    return None if games else Numbers.POINTS


def _may_run(games: Sequence[ResultRow]) -> bool:
    """Return whether the numbers may be running totals of all games so far."""
    series: dict[tuple[str, ...], list[int]] = {}
    for game in games if not _is_newest_first(games) else reversed(games):
        for share in game.shares:
            series.setdefault(share.names, []).append(share.number)
    return may_run(list(series.values()))


def _is_newest_first(games: Sequence[ResultRow]) -> bool:
    return len(games) > 1 and games[0].date > games[-1].date


def _without_earlier(
    games: Sequence[ResultRow], columns: Columns, start: Mapping[int, int]
) -> list[ResultRow]:
    """Return games of running totals with the points of each game alone."""
    totals = {columns.players[place]: number for place, number in start.items()}
    rows = []
    for game in reversed(games) if _is_newest_first(games) else games:
        shares = []
        for share in game.shares:
            shares.append(share._replace(number=share.number - totals.get(share.names, 0)))
            totals[share.names] = share.number
        if any(share.number for share in shares):  # otherwise a row of totals
            rows.append(replace(game, shares=tuple(shares), ranks=(), winner=""))
    return rows
