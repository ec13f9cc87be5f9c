"""The columns of a table of results: their uses, by the titles and the cells below."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.table_cells import (
    LONGEST_NUMBER,
    MINUS,
    begins_number,
    is_number,
    place_in,
    points_in,
    word_of,
)
from scorekeeper.exchange.table_checks import SumRows, may_run
from scorekeeper.exchange.table_columns import (
    HEAD_WITHIN,
    RANKS,
    RESULTS,
    UNUSED,
    Column,
    Meaning,
    Numbers,
    Table,
    Use,
    read_table,
)
from scorekeeper.exchange.table_text import TableRow, other_cells
from scorekeeper.ledger.dates import AmbiguousDate, DayOrder, MonthsNamed, date_in
from scorekeeper.ledger.people import folded

LEAST_PLAYERS = 2  # in a game
ABSENT = {
    *("", "x", "/", ".", "?", "??", "na", "n/a", "abw", "abs", "krank", "fehlt", "entsch"),
    *("absent", "sick", "ill", "away", "out", "verhindert", "urlaub", "חולה", "נעדר", "נעדרת"),
    *("לא היה", "לא היתה", "לא הייתה"),
}
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d", re.ASCII)
SHORT = re.compile(r"\d\.\s?\d{1,2}\.|\d/\d|[^\W\d_]{3}")  # 15.3., 3/15, 15. March
LEAP_YEAR = 2024  # has every day
YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)", re.ASCII)
RANKED = re.compile(r"\d{1,2}\D{0,10}|\D{0,10}\d{1,2}")  # 1., 1st, Platz 1
NAME_AND_NUMBER = re.compile(rf"([^\W\d_][^{MINUS}\d(]*[^\W\d_])[\s:(]+([{MINUS}+]?\d+)\)?")
TOGETHER = re.compile(r"\s?(?:[&+/]|\s(?:and|und)\s)\s?", re.IGNORECASE)  # words with single spaces


class Undated(Enum):
    """The meaning of rows without a date."""

    SAME_DAY = "same-day"
    LEFT_OUT = "left-out"


@dataclass(frozen=True, slots=True)
class ResultChoices:
    """A person's choices about a table of results; what is not chosen is open.

    columns     the uses of columns, by the field of the column
    numbers     the meaning of plain numbers
    order       the order of day and month in dates
    year        the year of dates that have none
    undated     the meaning of rows without a date
    sums        the meaning of rows that add up others
    day         the day of all games of a table without dates
    names       the players of names, as `Names` has them
    games       the keys of kinds of games, by a name in a column of games
    as_written  whether what is doubtful is right all the same
    """

    columns: Mapping[str, Use] = field(default_factory=dict)
    numbers: Numbers | None = None
    order: DayOrder | None = None
    year: int | None = None
    undated: Undated | None = None
    sums: SumRows | None = None
    day: dt.date | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, str] = field(default_factory=dict)
    as_written: bool = False


@dataclass(frozen=True, slots=True)
class ResultReading:
    """The way to read a table of results: the choices about it, and where it is read.

    who         the player of a name in the table; None for a name that is no player's
    known       the names of known players, which may have several words
    decimals    those of the game's points, which are read in tenths, say
    point       the decimal point of the reader's language; empty if it is not known
    """

    today: dt.date
    months_named: MonthsNamed
    who: Callable[[str], str | None]
    choices: ResultChoices = ResultChoices()
    known: Sequence[str] = ()
    decimals: int = 0
    point: str = ""

    def with_year(self, year: int | None) -> ResultReading:
        """Return the reading with a year for dates that have none, unless one is chosen."""
        return replace(self, choices=replace(self.choices, year=self.choices.year or year))

    def is_date(self, cell: str) -> bool:
        """Return whether a cell can only be a date, which may lack its year."""
        return bool(self.days(cell)) or (bool(SHORT.search(cell)) and self.lacks_year(cell))

    def days(self, cell: str, year: int | None = None) -> dict[DayOrder, dt.date]:
        """Return the date in a cell for each order of day and month in which it is one."""
        days = {}
        for order in DayOrder:
            with suppress(EntryError):
                days[order] = date_in(cell, self.today, self.months_named, order, year)
        return days

    def lacks_year(self, cell: str) -> bool:
        """Return whether a cell is a date only with a year beside it."""
        return not self.days(cell) and bool(self.days(cell, LEAP_YEAR))

    def is_ambiguous(self, cell: str) -> bool:
        """Return whether a date depends on the order of day and month."""
        with suppress(EntryError):
            try:
                date_in(cell, self.today, self.months_named, year=self.choices.year)
            except AmbiguousDate:
                return True
        return False


DATE, NAME, NUMBER, WINNER = map(Use, (Meaning.DATE, Meaning.NAME, Meaning.NUMBER, Meaning.WINNER))
POINTS, PLACE, PLAIN, GAME = map(Use, (Meaning.POINTS, Meaning.PLACE, Meaning.PLAIN, Meaning.GAME))
ONCE = (POINTS, PLACE, GAME, NUMBER)
"""Uses that one column has, unless several have names."""
MEANT = {
    Meaning.POINTS: Numbers.POINTS,
    Meaning.RUNNING: Numbers.RUNNING,
    Meaning.PLACE: Numbers.PLACES,
}


def result_table(text: str, reading: ResultReading) -> Table:
    """Return a table of results with the uses of its columns; raises MalformedEntry."""
    table = read_table(text, RESULTS, names=reading.known, is_date=reading.is_date)
    if table.split.is_blank:
        table = _aligned(table, reading)
    table = _with_names_below(table, reading)
    return _with_uses(table, reading).with_chosen(reading.choices.columns)


def _with_uses(table: Table, reading: ResultReading) -> Table:
    """Return the table with the uses of its columns by the titles and the cells."""
    date = _date_column(table, reading)
    uses = [DATE if each.place == date else _use_of(table, each) for each in table.columns]
    has_numbers = not {POINTS, PLACE}.isdisjoint(uses)
    if NAME in uses and WINNER in uses and not has_numbers:
        uses[uses.index(WINNER)] = NAME  # the winner, the second, the third
    if PLAIN in uses and not has_numbers:
        uses = [UNUSED if use == NAME else use for use in uses]  # a host, say
    table = table.with_uses(uses)
    useless = {PLAIN} if NAME in uses else {POINTS, PLACE}
    once = set(ONCE) if uses.count(NAME) < LEAST_PLAYERS else set()
    wanted, taken = _wanted(table), set[Use]()
    for place, title, use, _ in table.columns:
        part = _part(title) or Meaning.POINTS
        if use in useless or use in taken:
            uses[place] = UNUSED
        elif use == PLAIN and part != wanted:
            uses[place] = Use(Meaning.PLACE, title) if part == Meaning.PLACE else UNUSED
        elif use in once:
            taken.add(use)
    return table.with_uses(uses)


def _use_of(table: Table, column: Column) -> Use:
    """Return the use of a column that is not that of the dates."""
    cells = [cell for row in table.rows if (cell := row.at(column.place))]
    title, use = column.title, column.use
    has_words = 2 * sum(map(is_number, cells)) < len(cells)
    if use in {PLACE, UNUSED} and has_words and not any(map(begins_number, cells)):
        is_rank = word_of(title) in RANKS or RANKED.fullmatch(title) is not None
        return NAME if is_rank else UNUSED
    if use == NUMBER and has_words:
        return GAME
    if use.meaning in {Meaning.DATE, Meaning.RUNNING}:
        return UNUSED
    is_open = use == UNUSED and title and RESULTS.use(title) is None
    return PLAIN if is_open and any(map(begins_number, cells)) else use


def _part(title: str) -> str | None:
    return RESULTS.name_and_part(title)[1]


def _wanted(table: Table) -> str:
    """Return which numbers of the players count, if there are several of them."""
    named = [_part(column.title) or Meaning.POINTS for column in table.of(Meaning.PLAIN)]
    return min(named, key=list(map(str, MEANT)).index, default=Meaning.POINTS)


def _date_column(table: Table, reading: ResultReading) -> int | None:
    """Return the place of the column of dates: the one with such a title and the most dates."""
    dated = Counter(
        place
        for row in table.rows[:HEAD_WITHIN]
        for place, cell in enumerate(row.cells)
        if reading.is_date(cell)
    )
    named = [column.place for column in table.of(Meaning.DATE)]
    places = [place for place in named if place in dated] or named or sorted(dated)
    return max(places, key=lambda place: dated[place], default=None)


def falls(dates: Sequence[str], reading: ResultReading) -> bool:
    """Return whether the newest date comes first."""
    days = [
        max(each.values()) for cell in dates if (each := reading.days(cell, reading.choices.year))
    ]
    return len(days) > 1 and days[0] > days[-1]


def meaning_of_numbers(table: Table, *, newest_first: bool) -> Numbers | None:
    """Return the meaning of the numbers; None if no title names it and several fit."""
    names, values = table.of(Meaning.NAME), table.of(Meaning.POINTS)
    if names:
        cells = [cell for row in table.rows for each in names if (cell := row.at(each.place))]
        both = sum(map(bool, map(NAME_AND_NUMBER.fullmatch, cells)))
        if not values:
            return Numbers.POINTS if 2 * both > len(cells) else Numbers.PLACES
        return None if may_run(_series_of_names(table, newest_first)) else Numbers.POINTS
    plain = table.of(Meaning.PLAIN)
    if any(_part(column.title) for column in plain):
        return MEANT[Meaning(_wanted(table))]
    rows = [[cell for column in plain if not is_absent(cell := row.at(column.place))]
            for row in table.rows]  # fmt: skip
    places = [[place_in(cell) for cell in row] for row in rows if len(row) >= LEAST_PLAYERS]
    if places and all(None not in row and _are_places(row) for row in places):
        are_ordinal = any(not cell.isdigit() for row in rows for cell in row)
        return Numbers.PLACES if are_ordinal else None
    rows_by_time = _by_time(table, newest_first)
    series = [
        [number for row in rows_by_time if (number := points_in(row.at(column.place))) is not None]
        for column in plain
    ]
    return None if may_run(series) else Numbers.POINTS


def _series_of_names(table: Table, newest_first: bool) -> list[list[int]]:
    """Return the numbers of each name, by time, in a table with columns of names and of points."""
    series: dict[str, list[int]] = {}
    columns = [*zip(table.of(Meaning.NAME), table.of(Meaning.POINTS), strict=False)]
    for row in _by_time(table, newest_first):
        for name, points in columns:
            number = points_in(row.at(points.place))
            if number is not None and not is_absent(row.at(name.place)):
                series.setdefault(folded(row.at(name.place)), []).append(number)
    return list(series.values())


def _by_time(table: Table, newest_first: bool) -> list[TableRow]:
    """Return the rows that have a date, the oldest first."""
    dated = [row for row in table.rows if has_date(table, row)]
    return dated[::-1] if newest_first else dated


def has_date(table: Table, row: TableRow) -> bool:
    """Return whether the cell of the date has a number, as each date has."""
    return re.search(r"\d", row.at(table.places.get(DATE))) is not None


def _are_places(numbers: Iterable[int | None]) -> bool:
    """Return whether numbers may be the places of all players of a game, with ties."""
    places = sorted(number or 0 for number in numbers)
    return all(place in {at + 1, before} for at, (before, place) in
               enumerate(pairwise([1, *places])))  # fmt: skip


def _with_names_below(table: Table, reading: ResultReading) -> Table:
    """Return the table with the names below its titles as titles: North, and below it Anna."""
    if not table.rows:
        return table
    row = table.rows[0]
    filled = [cell for cell in row.cells if not is_absent(cell)]
    under = [at for at, cell in enumerate(row.cells) if cell and not is_absent(cell)]
    are_names = len(filled) >= LEAST_PLAYERS and not any(
        begins_number(cell) or reading.is_date(cell) for cell in filled
    )
    is_seat = all(at < table.width and RESULTS.use(table.title(at)) is None for at in under)
    if not are_names or not is_seat:
        return table
    columns = tuple(
        column._replace(title=row.at(column.place) or column.title) for column in table.columns
    )
    return replace(table, columns=columns, rows=table.rows[1:])


def people_in(text: str) -> tuple[str, ...]:
    """Return the names in a title or a cell; partners have one column together."""
    return tuple(name for name in TOGETHER.split(RESULTS.name_and_part(text)[0]) if name)


def _aligned(table: Table, reading: ResultReading) -> Table:
    """Join the words of dates, where blanks separate cells and words.

    Raises MalformedEntry for a row that has another number of cells than there are titles.
    """
    rows, width = [], table.width
    for line, cells in table.rows:
        more = len(cells) - width
        date = " ".join(cells[: more + 1])
        if more > 0 and table.columns[0].use == DATE and reading.is_date(date):
            rows.append(TableRow(line, (date, *cells[more + 1 :])))
        elif more and any(map(is_number, cells)) and any(map(reading.is_date, cells)):
            remark = Remark(Level.ERROR, other_cells(len(cells), width), line)
            raise MalformedEntry("other-cells", remark.sentence)
        else:
            rows.append(TableRow(line, cells))
    return replace(table, rows=tuple(rows))


def day_order(dates: Iterable[str]) -> DayOrder | None:
    """Return the order of day and month in dates with slashes.

    None if no date has a number above 12 that shows it, or if two dates contradict each other.
    """
    orders = set()
    for written in dates:
        match = SLASHED.match(written)
        if match and int(match[1]) > 12:
            orders.add(DayOrder.DAY)
        elif match and int(match[2]) > 12:
            orders.add(DayOrder.MONTH)
    return orders.pop() if len(orders) == 1 else None


def is_absent(cell: str) -> bool:
    """Return whether a cell is empty or says that somebody was absent."""
    bare = folded(cell[:LONGEST_NUMBER]).strip()
    return bare in ABSENT or bare.strip(".") in ABSENT or not bare.strip(f"{MINUS} ")


def year_above(table: Table) -> int | None:
    """Return the year in the lines above a table, or in the title of its dates."""
    above = [cell for row in table.above for cell in row.cells]
    years = set(YEAR.findall(" ".join([*above, date_title(table)])))
    return int(years.pop()) if len(years) == 1 else None


def date_title(table: Table) -> str:
    return table.title(table.places[DATE]) if DATE in table.places else ""
