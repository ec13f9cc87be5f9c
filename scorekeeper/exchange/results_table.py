"""A pasted table of results: the games in its rows, its errors, and the rows left out.

It is wide (a column for each player) or long (a row for each player of a game).
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import compress, pairwise, zip_longest
from typing import NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.pasted_cells import (
    LONGEST_NUMBER,
    SHOWN,
    begins_number,
    decimal_in,
    is_number,
    points_in,
    points_of,
    word_of,
)
from scorekeeper.exchange.pasted_table import (
    HEAD_WITHIN,
    LONGEST_SHOWN,
    MOST_GAMES,
    NOTHING_CHOSEN,
    RESULTS,
    UNUSED,
    Choices,
    Flaw,
    Meaning,
    Numbers,
    PastedTable,
    TableRow,
    Use,
    other_cells,
    read_table,
)
from scorekeeper.exchange.table_checks import (
    LEAST_ROWS,
    MUCH_ALIKE,
    STARTS,
    SUMS,
    TOTALS,
    NumbersByColumn,
    Sums,
    doubtful_rows,
    doubtful_sums,
    doubtful_thousands,
    is_one_of,
    may_run,
    points_of_each,
    wrong_columns,
    wrong_row_sums,
    wrong_total,
)
from scorekeeper.ledger.dates import (
    AmbiguousDate,
    DayOrder,
    MonthsNamed,
    date_in,
    is_other_weekday,
    serial_date,
)
from scorekeeper.ledger.people import folded
from scorekeeper.rules.game import MOST_POINTS
from scorekeeper.wording import Given, Sentence, say

MOST_NAMES = 300
MOST_ROWS = 2 * MOST_GAMES  # of a wide pasted table, with those that hold no game
LEAST_PLAYERS = 2  # columns of players
SURE_COLUMNS = 3  # columns that a row with a date must add up to be one of totals
MUCH_RISEN = 3  # steps upward; a column of a player may rise so often by chance
ABSENT = {"", "-", "–", "—", "x", "/", ".", "na", "n/a", "abw", "fehlt", "absent"}
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d", re.ASCII)
PLACED = re.compile(r"\d=|=\d|\dst\b|\dnd\b|\drd\b|\dth\b|T\d")  # 2=, T2, 2nd
TOGETHER = re.compile(r"\s?(?:[&+/]|\s(?:and|und)\s)\s?", re.IGNORECASE)  # words with single spaces


@dataclass(frozen=True, slots=True)
class TableReading:
    """The way to read a pasted table; `known` are the names of known players.

    decimals    those of the game's points: numbers are read in tenths, say, also places
    point       the decimal point of the reader's language; empty if it is not known
    """

    today: dt.date
    months_named: MonthsNamed
    choices: Choices = NOTHING_CHOSEN
    known: Sequence[str] = ()
    decimals: int = 0
    point: str = ""

    @property
    def unit(self) -> int:
        """The number that is read for 1."""
        return int(10**self.decimals)

    def has_date(self, cells: Iterable[str]) -> bool:
        """Return whether one of the cells is a date."""
        return any(map(self.days, cells))

    def days(self, cell: str) -> dict[DayOrder, dt.date]:
        """Return the date in a cell for each order of day and month in which it is one."""
        days = {}
        for order in DayOrder:
            with suppress(EntryError):
                days[order] = date_in(cell, self.today, self.months_named, order)
        return days

    def is_ambiguous(self, cell: str) -> bool:
        """Return whether a date depends on the order of day and month."""
        with suppress(EntryError):
            try:
                date_in(cell, self.today, self.months_named)
            except AmbiguousDate:
                return True
        return False


class RowNumber(NamedTuple):
    """A number in a row, with the title of its column and the players whose number it is."""

    column: str
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One game of a pasted table; `line` is the number of its first line, from 1.

    ranks     the places that stand beside the points, to be compared with them
    winner    the cell of a column of winners, to be compared with the points
    """

    line: int
    date: dt.date
    shares: tuple[RowNumber, ...]
    ranks: tuple[RowNumber, ...] = ()
    winner: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, as they were pasted."""
        return tuple(name for share in self.shares for name in share.names)


@dataclass(slots=True)
class ResultsTable:
    """A pasted table of results, as it was read.

    left_out   lines that hold no game, each with the reason
    pasted     the pasted table; somebody must say what a column without a use is
    numbers    the meaning of the numbers; None if somebody must say what they are
    ordered    whether some date can only be read with a `DayOrder` that nobody has chosen
    example    such a date; empty if there is none
    days       the meanings of the example; an order in which it is still to come has none
    start      the numbers before the first game, by title, if these are running totals
    doubts     lines that somebody must confirm, each with the reason
    miscounts  doubtful numbers of wins or games; those of running totals cannot be checked
    placed     cells such as “2=”, which are wrong where the numbers are no places
    """

    pasted: PastedTable
    games: list[ResultRow] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    left_out: list[Flaw] = field(default_factory=list)
    numbers: Numbers | None = Numbers.POINTS
    ordered: bool = False
    example: str = ""
    days: Mapping[DayOrder, dt.date] = field(default_factory=dict)
    start: dict[str, int] = field(default_factory=dict)
    doubts: list[Flaw] = field(default_factory=list)
    miscounts: list[Flaw] = field(default_factory=list)
    placed: list[Flaw] = field(default_factory=list)

    @property
    def is_unclear(self) -> bool:
        """Whether somebody must say what the columns mean before it can be read."""
        return self.ordered or self.numbers is None or self.is_doubtful

    @property
    def is_doubtful(self) -> bool:
        """Whether a column may be a player's or not."""
        return any(column.use is None for column in self.pasted.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players in the order of appearance."""
        return tuple(dict.fromkeys(name for game in self.games for name in game.names))


def read_results(text: str, reading: TableReading) -> ResultsTable:
    """Read a pasted table; raises MalformedEntry if no columns can be found in it."""
    pasted = read_table(
        text, RESULTS, reading.choices, names=reading.known, has_date=reading.has_date
    )
    if pasted.split.is_blank:
        pasted = _aligned(pasted, reading)
    pasted = _with_uses(pasted, reading)
    if NAME not in pasted.places and len(pasted.rows) > MOST_ROWS:
        raise MalformedEntry("too-many-rows", RESULTS.too_many(len(pasted.rows)))
    results = ResultsTable(
        pasted, left_out=[Flaw(row.line, say("no game")) for row in pasted.above]
    )
    choices = reading.choices
    dates = [row.at(pasted.places[DATE]) for row in pasted.rows]
    order = choices.order or _order(dates)
    ambiguous = filter(reading.is_ambiguous, dates)
    results.example = max(ambiguous, key=lambda cell: len(reading.days(cell)), default="")
    results.days = reading.days(results.example)
    results.ordered = bool(results.example) and order is None
    reading = replace(reading, choices=replace(choices, order=order or DayOrder.DAY))
    rows = _Rows(pasted, reading, results, _players(pasted))
    results.games = list(rows.of_players() if NAME in pasted.places else rows.of_games())
    results.numbers = choices.numbers or _meaning_of_numbers(results.games, pasted, reading.unit)
    lines = {row.line: row for row in pasted.rows}
    sums = [
        (lines[game.line], sum(share.number for share in game.shares)) for game in results.games
    ]
    results.doubts += wrong_row_sums(pasted, sums, reading.decimals)
    results.doubts += doubtful_rows(pasted, [row for row, _ in sums])
    results.doubts += doubtful_thousands(pasted, pasted.rows, reading.point)
    if results.numbers is Numbers.POINTS:
        results.doubts += _twice(results.games)
        results.doubts += doubtful_sums(
            [
                (game.line, {share.names: share.number for share in game.shares})
                for game in results.games
            ]
        )
    if results.numbers in {Numbers.POINTS, Numbers.PLACES} and not results.is_doubtful:
        results.doubts += results.miscounts
    results.doubts += _serial_dates(pasted, sums, reading.today)
    wrong_year = say("Only this date breaks the order of the rows: is its year right?")
    results.doubts += [
        Flaw(game.line, wrong_year, pasted.title(pasted.places[DATE]))
        for game in _other_years(results.games, reading)
    ]
    if results.numbers in {Numbers.POINTS, Numbers.RUNNING}:
        results.flaws += results.placed
    if results.numbers is Numbers.RUNNING:
        results.games = _without_earlier(results.games, results.start)
    if len(results.games) > MOST_GAMES:
        raise MalformedEntry("too-many-rows", RESULTS.too_many(len(results.games)))
    if len(results.names) > MOST_NAMES:
        raise MalformedEntry(
            "too-many-names",
            say("At most {most} names at once, and these are {given}: paste them in parts.",
                most=MOST_NAMES, given=len(results.names)),
        )  # fmt: skip
    return results


# Columns
#
# A pasted table with a column for names is long. In a wide one, columns with plain numbers are
# players', and so are doubtful ones, which have no use yet. Columns of places beside points have a
# player, too; whose they are is written in the title.

DATE, NAME, NUMBER, WINNER = map(Use, (Meaning.DATE, Meaning.NAME, Meaning.NUMBER, Meaning.WINNER))
POINTS, PLACE, PLAIN = map(Use, (Meaning.POINTS, Meaning.PLACE, Meaning.PLAIN))
MEANT = {
    Meaning.POINTS: Numbers.POINTS,
    Meaning.RUNNING: Numbers.RUNNING,
    Meaning.PLACE: Numbers.PLACES,
}


def _with_uses(pasted: PastedTable, reading: TableReading) -> PastedTable:
    """Return the pasted table with the uses of its columns by the titles and the cells.

    Raises MalformedEntry if no column is for dates, or none for players.
    """
    filled = [
        [row.at(column.place) for row in pasted.rows if row.at(column.place)]
        for column in pasted.columns
    ]
    date, uses = _date_column(pasted, reading), []
    for place, title, use in pasted.columns:
        is_open = use is None and title and any(map(begins_number, filled[place]))
        is_no_use = use is None or use.meaning in {Meaning.DATE, Meaning.RUNNING}
        uses.append(DATE if place == date else PLAIN if is_open else UNUSED if is_no_use else use)
    is_long = NAME in uses and (POINTS in uses or PLACE in uses)
    wanted = _wanted(_parts(pasted.with_uses(uses)))
    useless = {PLAIN} if is_long else {NAME, POINTS, PLACE}
    for place, title, _ in pasted.columns:
        part = _part(title) or Meaning.POINTS
        if uses[place] in useless:
            uses[place] = UNUSED
        elif uses[place] == PLAIN and part is not wanted:
            uses[place] = Use(Meaning.PLACE if part is Meaning.PLACE else Meaning.UNUSED, title)
    if not is_long and uses.count(PLAIN) < LEAST_PLAYERS:
        raise MalformedEntry(
            "no-players", say("No columns of players were found: each needs a name and numbers.")
        )
    doubtful = _doubtful(pasted.with_uses(uses), reading)
    return pasted.with_uses([None if at in doubtful else use for at, use in enumerate(uses)])


def _parts(pasted: PastedTable) -> list[Meaning | None]:
    """Return what the titles of the players' columns say of their numbers."""
    of_players = [use is None or use == PLAIN or use.player for _, _, use in pasted.columns]
    return [_part(title) for _, title, _ in compress(pasted.columns, of_players)]


def _part(title: str) -> Meaning | None:
    return RESULTS.name_and_part(title)[1]


def _wanted(parts: Sequence[Meaning | None]) -> Meaning:
    """Return which numbers of the players count, if there are several of them."""
    named = [part or Meaning.POINTS for part in parts]
    return min(named, key=list(MEANT).index, default=Meaning.POINTS)


def _players(pasted: PastedTable) -> dict[int, tuple[str, ...]]:
    """Return the players whose numbers a column has, by its place."""
    plain = (column for column in pasted.columns if column.use in {PLAIN, None})
    return {column.place: people_in(column.title) for column in plain}


def _date_column(pasted: PastedTable, reading: TableReading) -> int:
    """Return the place of the column of dates: the one with such a title and the most dates.

    Raises MalformedEntry if there is none.
    """
    titled = [column for column in pasted.columns if column.use == DATE]
    picked = [column.place for column in titled if column.title in reading.choices.columns]
    dated = Counter(
        place
        for row in pasted.rows[:HEAD_WITHIN]
        for place, cell in enumerate(row.cells)
        if reading.has_date([cell])
    )
    named = [column.place for column in titled]
    places = picked or [place for place in named if place in dated] or named or sorted(dated)
    if not places:
        raise MalformedEntry("no-head", RESULTS.no_head(()))
    return max(places, key=lambda place: dated[place])


def _doubtful(pasted: PastedTable, reading: TableReading) -> set[int]:
    """Return the places of columns of numbers that may be no player's, such as stakes."""
    players, rows = _players(pasted), pasted.rows
    read = {
        place: [points_in(row.at(place), reading.decimals) for row in rows] for place in players
    }
    told = {place: [n for n in each if n is not None] for place, each in read.items()}
    known = set(map(folded, reading.known))
    if all(0 < number <= len(told) * reading.unit for each in told.values() for number in each):
        return set()  # these may be places
    is_running = reading.choices.numbers is Numbers.RUNNING or may_run(list(told.values()))
    doubtful = set()
    for place, numbers in told.items():
        if pasted.title(place) in reading.choices.columns or len(numbers) < LEAST_ROWS:
            continue
        if known.issuperset(map(folded, players[place])) or 2 * len(numbers) < len(rows):
            continue
        others = [each for other, each in told.items() if other != place and each]
        steps = [new - old for old, new in pairwise(numbers)]
        rises = (
            len(steps) > 1 and min(steps) > 0 and (len(set(steps)) == 1 or len(steps) > MUCH_RISEN)
        )
        if _is_even(numbers, others) or (rises and not is_running):
            doubtful.add(place)
    return doubtful if len(players) - len(doubtful) >= LEAST_PLAYERS else set()


def _is_even(numbers: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers are all alike, or small and alike beside those of the others."""
    spreads = sorted(max(each) - min(each) for each in others)
    sizes = sorted(max(map(abs, each)) for each in others)
    middle, spread = len(others) // 2, max(numbers) - min(numbers)
    if not others or MUCH_ALIKE * max(spread, 1) >= spreads[middle]:
        return False
    is_small = MUCH_ALIKE * max(map(abs, numbers)) < sizes[middle]
    return is_small or (spread == 0 and len(numbers) > LEAST_ROWS)


def people_in(title: str) -> tuple[str, ...]:
    """Return the players named in a title; partners have one column together."""
    return tuple(name for name in TOGETHER.split(RESULTS.name_and_part(title)[0]) if name)


# Rows


def _aligned(pasted: PastedTable, reading: TableReading) -> PastedTable:
    """Join the words of dates, where blanks separate cells and words.

    Raises MalformedEntry for a row that has another number of cells than there are titles.
    """
    rows, width = [], pasted.width
    for line, cells in pasted.rows:
        more = len(cells) - width
        date = " ".join(cells[: more + 1])
        if more > 0 and pasted.columns[0].use == DATE and reading.has_date([date]):
            rows.append(TableRow(line, (date, *cells[more + 1 :])))
        elif more and any(map(is_number, cells)) and reading.has_date(cells):
            flaw = Flaw(line, other_cells(len(cells), width))
            raise MalformedEntry("other-cells", flaw.sentence)
        else:
            rows.append(TableRow(line, cells))
    return replace(pasted, rows=tuple(rows))


def _order(dates: Iterable[str]) -> DayOrder | None:
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


def _number(cell: str, decimals: int = 0) -> int | None:
    """Return the number in a cell; None if it is empty or says that somebody was absent.

    Raises MalformedEntry for anything else.
    """
    if folded(cell[:LONGEST_NUMBER]).strip() in ABSENT:
        return None
    number = points_of(cell, decimals)
    if abs(number) > MOST_POINTS:
        raise MalformedEntry(
            "not-a-number", say("“{text}” is no number.", text=Given(cell[:SHOWN]))
        )
    return number


@dataclass(slots=True)
class _Rows:
    """The rows of a pasted table, read as results.

    players    the players whose numbers a column has, by its place
    """

    pasted: PastedTable
    reading: TableReading
    results: ResultsTable
    players: Mapping[int, tuple[str, ...]]

    def of_games(self) -> Iterator[ResultRow]:
        """Yield the games of rows with a game each."""
        ranks = {
            column.place: people_in(column.title)
            for column in self.pasted.columns
            if column.use is not None and column.use.player and column.use.meaning is Meaning.PLACE
        }
        for date, row in self._dated():
            result = self._result(date, row, self.players, ranks)
            if result is not None:
                yield replace(result, winner=row.at(self.pasted.places.get(WINNER)))

    def of_players(self) -> Iterator[ResultRow]:
        """Yield the games of rows with a player each.

        Without a column that numbers the games, the nth row of a player on a day is of the nth
        game.
        """
        places = self.pasted.places
        value, place = places.get(POINTS, places.get(PLACE, 0)), places.get(PLACE)
        days: dict[dt.date, list[tuple[str, ResultRow]]] = {}
        for date, row in self._dated():
            who = people_in(row.at(places[NAME]))
            ranks = {place: who} if place is not None and place != value else {}
            result = self._result(date, row, {value: who}, ranks)
            if result is not None and who and result.shares:
                days.setdefault(date, []).append((row.at(places.get(NUMBER)), result))
            elif result is not None:
                flaw = Flaw(row.line, say("A name and a number are needed."))
                self.results.flaws.append(flaw)
        for date, rows in days.items():
            games = _games_of(rows) if any(number for number, _ in rows) else _games_by_order(rows)
            for game in games or ():
                shares = tuple(share for row in game for share in row.shares)
                ranked = tuple(rank for row in game for rank in row.ranks)
                yield ResultRow(game[0].line, date, shares, ranked)
            if games is None:
                reason = say("Which games these are is not clear: add a column with their numbers.")
                self.results.flaws.append(Flaw(rows[0][1].line, reason))

    def _result(
        self,
        date: dt.date,
        row: TableRow,
        players: Mapping[int, tuple[str, ...]],
        ranks: Mapping[int, tuple[str, ...]],
    ) -> ResultRow | None:
        """Return the numbers and places of a row; None if one is wrong, which is a flaw."""
        shares, flaws = [], []
        for place, names in players.items():
            title = self.pasted.title(place)
            try:
                number = _number(row.at(place), self.reading.decimals)
            except EntryError as error:
                flaws.append(Flaw(row.line, error.sentence, title))
            else:
                if PLACED.search(row.at(place)):
                    reason = say("“{text}” is no number.", text=Given(row.at(place)[:SHOWN]))
                    self.results.placed.append(Flaw(row.line, reason, title))
                shares += [RowNumber(title, names, number)] if number is not None else []
        self.results.flaws += flaws
        ranked = tuple(
            RowNumber(self.pasted.title(place), names, number)
            for place, names in ranks.items()
            if (number := points_in(row.at(place))) is not None
        )
        return None if flaws else ResultRow(row.line, date, tuple(shares), ranked)

    def _dated(self) -> Iterator[tuple[dt.date, TableRow]]:
        """Yield the rows that hold results; an empty date is that of the row above.

        Other rows are added to `left_out` of the results, and rows with errors to its `flaws`.
        """
        title, date, below = self.pasted.title, None, False
        sums, since, every = Sums(), Sums(), self._sums_of_all()
        for row in self.pasted.rows:
            own, problem = self._date(row)
            numbers = self._numbers(row)
            above = (sums, since) if sums.count else (every,)
            left_out = self._not_a_game(row, numbers, above, own, below=below)
            if left_out is not None:
                self.results.left_out.append(left_out)
                if numbers and not sums.count and is_one_of(STARTS, row.cells):
                    self.results.start = {title(at): self._units(n) for at, n in numbers.items()}
                if numbers:
                    below = True
                continue
            date = date if problem is None and own is None else own
            flaw = problem or (say("The date is missing.") if date is None else None)
            if self._is_other_head(row):
                flaw = say("Other titles begin here: paste this part alone.")
            if flaw is not None or date is None:
                column = title(self.pasted.places[DATE])
                self.results.flaws.append(Flaw(row.line, flaw or say("no game"), column))
            elif any(map(is_number, row.cells[self.pasted.width :])):
                more = say("The row has more cells than there are titles.")
                self.results.flaws.append(Flaw(row.line, more))
            elif own is None and (wrong := sums.wrong_in(numbers)) is not None:
                due = wrong_total(sums.sums[wrong], numbers[wrong], self.reading.decimals)
                self.results.flaws.append(Flaw(row.line, due, title(wrong)))
            else:
                since = Sums() if below else since
                sums.add(numbers)
                since.add(numbers)
                below = False
                if not self.results.ordered:
                    self.results.doubts += self._other_weekdays(row, date)
                yield date, row

    def _other_weekdays(self, row: TableRow, date: dt.date) -> Iterator[Flaw]:
        """Yield the cells of a row that name another day of the week than that of its date."""
        for place, title, use in self.pasted.columns:
            text = row.at(place)
            is_day = use == DATE or RESULTS.use(title) == DATE
            if is_day and is_other_weekday(text, date):
                reason = say(
                    "“{text}” names another day of the week than that of {date}. Is the "
                    "date right?",
                    text=Given(text[:LONGEST_SHOWN]),
                    date=date,
                )
                yield Flaw(row.line, reason, title)

    def _sums_of_all(self) -> Sums:
        """Return the sums of all rows that have a date."""
        sums = Sums()
        for row in self.pasted.rows:
            if self._date(row)[0] is not None and not self._is_labelled(row):
                sums.add(self._numbers(row))
        return sums

    def _not_a_game(
        self,
        row: TableRow,
        numbers: NumbersByColumn,
        sums: Sequence[Sums],
        date: dt.date | None,
        *,
        below: bool,
    ) -> Flaw | None:
        """Return why a row holds no game; None if it may hold one.

        sums     of the rows above it, of which it may be a row of totals
        below    whether the row above it is one of totals
        """
        at = self.pasted.places[DATE]
        least = LEAST_PLAYERS if date is None else SURE_COLUMNS
        adds = len(numbers) >= least and any(
            each.gives(numbers, means=date is None) for each in sums
        )
        totals = Flaw(row.line, say("a row of totals"))
        if date is None and self._is_labelled(row):
            is_sum = is_one_of(SUMS, row.cells)
            if len(numbers) >= LEAST_PLAYERS and numbers != sums[0].last:
                dues = [due for each in sums if each.count for due in each.named(row.cells)]
                decimals = self.reading.decimals if is_sum else 0
                wrong = wrong_columns(self.pasted, row, numbers, dues, decimals)
                (self.results.doubts if is_sum else self.results.miscounts).extend(wrong)
            return totals
        if not any(begins_number(cell) for place, cell in enumerate(row.cells) if place != at):
            return None if self._is_other_head(row) else Flaw(row.line, say("no game"))
        label = row.at(at)
        is_counted = bool(label) or all(0 < number <= len(numbers) for number in numbers.values())
        is_more = below and date is None and not re.search(r"\d", label) and is_counted
        return totals if adds or is_more else None

    def _is_other_head(self, row: TableRow) -> bool:
        """Return whether a row has titles that differ from those of the columns."""
        titles = (column.title for column in self.pasted.columns)
        return RESULTS.use(row.at(self.pasted.places[DATE])) == DATE and any(
            cell and not word_of(title).startswith(word_of(cell))
            for title, cell in zip_longest(titles, row.cells, fillvalue="")
        )

    def _date(self, row: TableRow) -> tuple[dt.date | None, Sentence | None]:
        """Return the date of a row and the error in it; None and None if its cell is empty."""
        written, reading = row.at(self.pasted.places[DATE]), self.reading
        if not written:
            return None, None
        if serial := serial_date(written, reading.today):
            return serial, None
        try:
            order = reading.choices.order
            return date_in(written, reading.today, reading.months_named, order), None
        except EntryError as error:
            return None, error.sentence

    def _units(self, number: Decimal) -> int:
        return int(number * self.reading.unit)

    def _numbers(self, row: TableRow) -> NumbersByColumn:
        """Return the numbers under the names of players; empty in rows by player."""
        read = {place: decimal_in(row.at(place)) for place in self.players}
        return {place: number for place, number in read.items() if number is not None}

    def _is_labelled(self, row: TableRow) -> bool:
        """Return whether a cell before the numbers names the row one of totals."""
        first = min(self.players, default=len(row.cells))
        labels = (*row.cells[:first], row.at(self.pasted.places[DATE]))
        return is_one_of(TOTALS | STARTS, labels)


# Games


def _games_of(rows: Iterable[tuple[str, ResultRow]]) -> list[list[ResultRow]]:
    """Return the rows of each game by the number of the game."""
    games: dict[str, list[ResultRow]] = {}
    for number, row in rows:
        games.setdefault(number, []).append(row)
    return list(games.values())


def _games_by_order(rows: Iterable[tuple[str, ResultRow]]) -> list[list[ResultRow]] | None:
    """Return the rows of each game of a day; None if their order does not show the games.

    All players play in each game, or a game begins where a player comes again.
    """
    seen: Counter[tuple[str, ...]] = Counter()
    nth: dict[int, list[ResultRow]] = {}
    runs: list[list[ResultRow]] = []
    begun: set[tuple[str, ...]] = set()
    for _, row in rows:
        who = tuple(map(folded, row.names))
        seen[who] += 1
        nth.setdefault(seen[who], []).append(row)
        if not runs or who in begun:
            runs.append([])
            begun.clear()
        runs[-1].append(row)
        begun.add(who)
    games = list(nth.values())
    return games if games == runs or len(set(seen.values())) == 1 else None


def _meaning_of_numbers(
    games: Sequence[ResultRow], pasted: PastedTable, unit: int
) -> Numbers | None:
    """Return the meaning of the numbers; None if no title names it and several fit.

    unit    the number that was read for 1
    """
    if NAME in pasted.places:
        return Numbers.POINTS if POINTS in pasted.places else Numbers.PLACES
    parts = _parts(pasted)
    if any(parts):
        return MEANT[_wanted(parts)]
    if _may_run(games):
        return None
    for game in games:
        numbers = sorted(share.number for share in game.shares)
        if numbers and (numbers[0] != unit or numbers[-1] > len(numbers) * unit):
            return Numbers.POINTS
    return None if games else Numbers.POINTS


def _twice(games: Sequence[ResultRow]) -> Iterator[Flaw]:
    """Yield the games that an earlier row has, too."""
    lines: dict[object, int] = {}
    for game in games:
        line = lines.setdefault((game.date, frozenset(game.shares)), game.line)
        if line != game.line:
            yield Flaw(game.line, say("Line {line} has the same date and numbers.", line=line))


def _serial_dates(
    pasted: PastedTable, games: Iterable[tuple[TableRow, int]], today: dt.date
) -> Iterator[Flaw]:
    """Yield the first date that is a number of a spreadsheet."""
    for row, _ in games:
        written = row.at(pasted.places[DATE])
        if date := serial_date(written, today):
            reason = say(
                "Is “{text}” {date}? Spreadsheets number the days like this. If not, give the "
                "column the format of dates there, and copy it again.",
                text=Given(written), date=date,
            )  # fmt: skip
            yield Flaw(row.line, reason, pasted.title(pasted.places[DATE]))
            return


def _other_years(games: Sequence[ResultRow], reading: TableReading) -> list[ResultRow]:
    """Return the games that a year more or less would put in the order of the others."""
    steps = [new.date > old.date for old, new in pairwise(games) if new.date != old.date]
    rises, back = 2 * sum(steps) - len(steps), games[::-1]
    orders = (games, back) if not rises else (games,) if rises > 0 else (back,)
    return next(filter(None, (_out_of_order(order, reading.today) for order in orders)), [])


def _out_of_order(games: Sequence[ResultRow], today: dt.date) -> list[ResultRow]:
    """Return the games in a rising order that another year would bring between their neighbours."""
    found = []
    for at, (old, new) in enumerate(pairwise(games)):
        if old.date <= new.date or len(games) <= LEAST_ROWS:
            continue
        ends = (0, len(games) - 1)
        for index in sorted((at + 1, at), key=lambda index: index in ends):
            date = games[index].date
            low = games[index - 1].date if index else dt.date.min
            high = games[index + 1].date if index + 1 < len(games) else today
            if any(low <= _in_year(date, date.year + more) <= high for more in (-1, 1)):
                found.append(games[index])
                break
    return found


def _in_year(date: dt.date, year: int) -> dt.date:
    """Return the same day of another year; 28 February for a day that this year lacks."""
    return date.replace(year=year, day=min(date.day, 28) if date.month == 2 else date.day)


def _may_run(games: Sequence[ResultRow]) -> bool:
    """Return whether the numbers may be running totals of all games so far."""
    series: dict[tuple[str, ...], list[int]] = {}
    for game in games if not _is_newest_first(games) else reversed(games):
        for share in game.shares:
            series.setdefault(share.names, []).append(share.number)
    return may_run(list(series.values()))


def _is_newest_first(games: Sequence[ResultRow]) -> bool:
    return len(games) > 1 and games[0].date > games[-1].date


def _without_earlier(games: Sequence[ResultRow], start: Mapping[str, int]) -> list[ResultRow]:
    """Return games of running totals with the points of each game alone."""
    ordered = games[::-1] if _is_newest_first(games) else games
    totals = ({share.column: share.number for share in game.shares} for game in ordered)
    rows = []
    for game, points in zip(ordered, points_of_each(totals, start), strict=True):
        shares = tuple(share._replace(number=points[share.column]) for share in game.shares)
        if any(share.number for share in shares):  # otherwise a row of totals
            rows.append(replace(game, shares=shares, ranks=(), winner=""))
    return rows
