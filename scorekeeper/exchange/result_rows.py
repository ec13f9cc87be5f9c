"""Results in a table that somebody keeps: its rows become games, and one list of remarks.

A table is wide (a column for each player), long (a row for each player of a game), or has columns
with names, beside columns with their points or in the order of the places.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.result_columns import (
    DATE,
    GAME,
    LEAST_PLAYERS,
    NAME_AND_NUMBER,
    NUMBER,
    WINNER,
    YEAR,
    ResultChoices,
    ResultReading,
    Undated,
    date_title,
    day_order,
    falls,
    has_date,
    is_absent,
    meaning_of_numbers,
    people_in,
    result_table,
    year_above,
)
from scorekeeper.exchange.table_cells import (
    LONGEST_NUMBER,
    SHOWN,
    begins_number,
    is_number,
    place_in,
    points_in,
    points_of,
)
from scorekeeper.exchange.table_checks import (
    LEAST_ROWS,
    STARTS,
    SUMS,
    TOTALS,
    SumRows,
    asked_of_sums,
    doubtful_rows,
    doubtful_thousands,
    is_one_of,
    points_of_each,
    sum_rows,
    wrong_row_sums,
    wrong_sums,
)
from scorekeeper.exchange.table_columns import (
    LONGEST_SHOWN,
    RESULTS,
    Meaning,
    Numbers,
    Table,
)
from scorekeeper.exchange.table_text import TableRow
from scorekeeper.ledger.dates import (
    DayOrder,
    date_in,
    is_other_weekday,
    serial_date,
)
from scorekeeper.ledger.people import folded
from scorekeeper.rules.game import MOST_POINTS
from scorekeeper.wording import Given, Sentence, say

MOST_GAMES = 2_000
MOST_NAMES = 300
SUBSTITUTE = re.compile(r"(.*\S)\s*[(\[]\s*([^\W\d_][^()\[\]\d]*?)\s*[)\]]")  # -46 (Eva)


class RowNumber(NamedTuple):
    """A number in a row, with the title of its column and the players whose number it is."""

    column: str
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One game of a table; `line` is the number of its first line, from 1.

    ranks     the places that stand beside the points, to be compared with them
    winner    the cell of a column of winners, to be compared with the points
    game      the cell of a column of games; empty if there is none
    """

    line: int
    date: dt.date
    shares: tuple[RowNumber, ...]
    ranks: tuple[RowNumber, ...] = ()
    winner: str = ""
    game: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(name for share in self.shares for name in share.names)


@dataclass(frozen=True, slots=True)
class Results:
    """A table of results, as it was read.

    remarks        everything that there is to say; an error or a question prevents the import
    numbers        the meaning of the numbers; None if somebody must say what they are
    names          all names in the table, known or not, in the order of appearance
    games_named    the names of games in it
    example        a date that may be two days; empty if there is none
    days           the days that the example may be, without those still to come
    """

    table: Table
    games: tuple[ResultRow, ...] = ()
    remarks: tuple[Remark, ...] = ()
    numbers: Numbers | None = Numbers.POINTS
    names: tuple[str, ...] = ()
    games_named: tuple[str, ...] = ()
    example: str = ""
    days: Mapping[DayOrder, dt.date] = field(default_factory=dict)


def read_results(text: str, reading: ResultReading) -> Results:
    """Read a table; raises MalformedEntry if no columns can be found in it."""
    table = result_table(text, reading)
    reading = reading.with_year(year_above(table))
    dates = [row.at(table.places.get(DATE)) for row in table.rows]
    order = reading.choices.order or day_order(dates)
    ambiguous = filter(reading.is_ambiguous, dates)
    example = max(
        ambiguous, key=lambda cell: len(reading.days(cell, reading.choices.year)), default=""
    )
    days = reading.days(example, reading.choices.year) if example else {}
    numbers = reading.choices.numbers or meaning_of_numbers(
        table, newest_first=falls(dates, reading)
    )
    choices = replace(reading.choices, numbers=numbers)
    settled = replace(reading, choices=replace(choices, order=order or DayOrder.DAY))
    rows = _Rows(table, settled)
    games = rows.games()
    remarks = [Remark(Level.LEFT_OUT, say("no game"), row.line) for row in table.above]
    remarks += _questions(table, replace(choices, order=order), example)
    remarks += rows.remarks
    if numbers is Numbers.POINTS:
        own = [(game.line, {each.names: each.number for each in game.shares}) for game in games]
        lines = sum_rows(own)
        remarks += asked_of_sums(lines, reading.choices.sums)
        games = [each for each in games if reading.choices.sums is not SumRows.LEFT_OUT or
                 each.line not in lines]  # fmt: skip
    if any(remark.level is Level.QUESTION for remark in remarks):  # the games are not sure yet
        remarks = [remark for remark in remarks if remark.level is not Level.DOUBT]
    elif games:
        remarks += _doubts(table, games, reading, numbers)
    if numbers in {Numbers.RUNNING, Numbers.YEARLY}:
        games = _without_earlier(games, rows.start, yearly=numbers is Numbers.YEARLY)
    _check_size(games, rows.names)
    named = dict.fromkeys(game.game for game in games if game.game)
    return Results(
        table, tuple(games), tuple(dict.fromkeys(remarks)), numbers, tuple(rows.names),
        tuple(named), example, days,
    )  # fmt: skip


def _questions(table: Table, choices: ResultChoices, example: str) -> Iterator[Remark]:
    """Yield what only a person knows of a table as a whole."""
    if DATE not in table.places and choices.day is None:
        reason = say("Which column has the dates? If none has, of which day are these games?")
        yield Remark(Level.QUESTION, reason, field="day")
    if example and choices.order is None:
        reason = say("Which comes first in dates such as {text}, the day or the month?",
                     text=Given(example[:SHOWN]))  # fmt: skip
        yield Remark(Level.QUESTION, reason, field="order")
    if choices.numbers is None:
        reason = say("Are the numbers points of each game, running totals, or places?")
        yield Remark(Level.QUESTION, reason, field="numbers")


def _check_size(games: Sequence[object], names: Collection[str]) -> None:
    """Raise MalformedEntry for more games or names than are read at once."""
    if len(games) > MOST_GAMES:
        reason = say("At most {most} games at once, and these are {given}: paste them in parts.",
                     most=MOST_GAMES, given=len(games))  # fmt: skip
        raise MalformedEntry("too-many-rows", reason)
    if len(names) > MOST_NAMES:
        reason = say("At most {most} names at once, and these are {given}: paste them in parts.",
                     most=MOST_NAMES, given=len(names))  # fmt: skip
        raise MalformedEntry("too-many-names", reason)


def _doubts(
    table: Table, games: Sequence[ResultRow], reading: ResultReading, numbers: Numbers | None
) -> Iterator[Remark]:
    """Yield the likely slips in the rows of games."""
    lines = {row.line: row for row in table.rows}
    sums = [(lines[game.line], sum(share.number for share in game.shares)) for game in games]
    yield from wrong_row_sums(table, sums, reading.decimals)
    yield from doubtful_rows(table, [row for row, _ in sums])
    yield from doubtful_thousands(table, table.rows, reading.point)
    if numbers is Numbers.POINTS:
        yield from _twice(games)
    if numbers is Numbers.RUNNING:
        yield from _new_years(games)
    wrong_year = say("Only this date breaks the order of the rows: is its year right?")
    for game in _other_years(games, reading):
        yield Remark(Level.DOUBT, wrong_year, game.line, date_title(table))


# Rows


class _Cell(NamedTuple):
    """A cell with a number, and the names of the players whose it is."""

    title: str
    names: tuple[str, ...]
    text: str


class _Rows:
    """The rows of a table while they are read as results.

    names      all names so far, as keys
    played     whether one of the names is a player's
    start      the totals of players before the first game, if these are running totals
    """

    def __init__(self, table: Table, reading: ResultReading) -> None:
        self.table, self.reading = table, reading
        self.remarks: list[Remark] = []
        self.names: dict[str, None] = {}
        self.played = False
        self.start: dict[tuple[str, ...], int] = {}
        self._titles = {each.place: each.title for each in table.of(Meaning.PLAIN)}
        self._ranks = {
            each.place: people_in(each.title) for each in table.of(Meaning.PLACE) if each.use.player
        }
        self._year = reading.choices.year
        self._asked: set[str] = set()
        self._short: set[int] = set()  # lines whose date has no year

    def games(self) -> list[ResultRow]:
        """Return the games of the rows, and collect the remarks."""
        rows = list(self._dated())
        self._check_years(rows)
        if not self.played:
            open_ = {Level.QUESTION, Level.ERROR}
            self.remarks = [each for each in self.remarks if each.level in open_]
            self._ask_for_players()
            return []
        if len(self.table.of(Meaning.NAME)) == 1:
            return list(self._of_players(rows))
        return rows

    def _ask_for_players(self) -> None:
        """Remark on a table in which no name is a player's."""
        if not self.names:
            reason = say("No columns of players were found: each needs a name and numbers.")
            self._remark(Level.ERROR, reason)
        else:
            reason = say("Which of these names are players?")
            self._remark(Level.QUESTION, reason, field="player")

    def _check_years(self, rows: Sequence[ResultRow]) -> None:
        """Remark on a date without a year at which the order of the rows turns."""
        steps = [(old, new) for old, new in pairwise(rows) if old.date != new.date]
        rises = bool(steps) and steps[0][0].date < steps[0][1].date
        for old, new in steps:
            if new.line in self._short and (old.date < new.date) is not rises:
                reason = say("The dates do not follow each other here: write the year into them.")
                self._remark(Level.ERROR, reason, new.line, date_title(self.table))
                return

    # One row after the other

    def _dated(self) -> Iterator[ResultRow]:
        """Yield the results of the rows that hold any."""
        date = self.reading.choices.day
        sums: Counter[int] = Counter()
        since: Counter[int] = Counter()
        for names in (*map(people_in, self._titles.values()), *self._ranks.values()):
            self._note(names)
        for row in self.table.rows:
            left_out = self._left_out(row)
            if left_out is None and has_date(self.table, row):
                own = self._date(row)
                if own is None:
                    continue  # a wrong date, which has its remark
                date = own
            elif left_out is None:
                left_out = self._undated(row, is_first=date is None)
            numbers = self._numbers(row)
            if left_out is not None:
                self._leave_out(row, left_out)
                if self._is_labelled(row) and numbers:
                    self._check_sums(row, numbers, sums, since)
                    since = Counter()
                continue
            sums.update(numbers)
            since.update(numbers)
            assert date is not None  # noqa: S101  (`_undated` leaves out what has none)
            if (result := self._result(row, date)) is not None:
                yield result

    def _left_out(self, row: TableRow) -> Sentence | None:
        """Return why a row is no game; None if it may be one."""
        at = self.table.places.get(DATE)
        filled = [cell for cell in row.cells if cell]
        year = YEAR.search(filled[0]) if len(filled) == 1 else None
        if year and not self.reading.is_date(filled[0]):
            self._year = int(year[1])
            return say("the year {year}", year=Given(year[1]))
        if self._is_labelled(row):
            return say("a row of totals")
        numbers = [cell for place, cell in enumerate(row.cells) if place != at]
        if any(map(begins_number, numbers)) or self._has_people(row):
            return None
        return self._other_names(row) or say("no game")

    def _has_people(self, row: TableRow) -> bool:
        """Return whether a row has a date, and names in the order of their places."""
        names = self.table.of(Meaning.NAME)
        return (
            len(names) > 1
            and (has_date(self.table, row) or self.reading.choices.day is not None)
            and any(row.at(each.place) for each in names)
        )

    def _other_names(self, row: TableRow) -> Sentence | None:
        """Take the names of a row without a date for those of the columns from here on."""
        cells = {at: row.at(at) for at in self._titles if not is_absent(row.at(at))}
        if len(cells) < LEAST_PLAYERS or has_date(self.table, row):
            return None
        for cell in cells.values():
            self._note(people_in(cell))
        if not any(map(self._people, cells.values())):
            return None
        self._titles |= cells
        return say("names of players")

    def _undated(self, row: TableRow, *, is_first: bool) -> Sentence | None:
        """Return why a row without a date is left out; None if it is one of the day above."""
        if DATE not in self.table.places:
            return None if self.reading.choices.day is not None else say("no date")
        if self.reading.choices.undated is None:
            self._ask("undated", say("This row has no date: is it a game of the day above?"),
                      row.line)  # fmt: skip
        if self.reading.choices.undated is Undated.SAME_DAY and not is_first:
            return None
        return say("no date")

    def _date(self, row: TableRow) -> dt.date | None:
        """Return the date of a row that has one; None if it is wrong, which is a remark."""
        reading, written = self.reading, row.at(self.table.places.get(DATE))
        title = date_title(self.table)
        if serial := serial_date(written, reading.today):
            return serial
        if reading.lacks_year(written):
            self._short.add(row.line)
            if self._year is None:
                self._ask("year", say("“{text}”: which year is it?", text=Given(written[:SHOWN])),
                          row.line, title)  # fmt: skip
                return None
        try:
            date = date_in(
                written, reading.today, reading.months_named, reading.choices.order, self._year
            )
        except EntryError as error:
            self._remark(Level.ERROR, error.sentence, row.line, title)
            return None
        for place, other, use, _ in self.table.columns:
            text = row.at(place)
            is_day = use == DATE or RESULTS.use(other) == DATE
            if is_day and is_other_weekday(text, date):
                reason = say(
                    "“{text}” names another day of the week than that of {date}. Is the "
                    "date right?",
                    text=Given(text[:LONGEST_SHOWN]), date=date,
                )  # fmt: skip
                self._remark(Level.DOUBT, reason, row.line, other)
        return date

    def _is_labelled(self, row: TableRow) -> bool:
        """Return whether a row without a date has a word that names it one of totals."""
        at = self.table.places.get(DATE)
        if self.reading.is_date(row.at(at)):
            return False
        values = [*self._titles, *(each.place for each in self.table.of(Meaning.POINTS))]
        labels = (*row.cells[: min(values, default=len(row.cells))], row.at(at))
        return is_one_of(TOTALS | STARTS, labels)

    def _numbers(self, row: TableRow) -> dict[int, int]:
        """Return the numbers in the columns of players."""
        read = {at: points_in(row.at(at), self.reading.decimals) for at in self._titles}
        return {at: number for at, number in read.items() if number is not None}

    def _check_sums(
        self, row: TableRow, numbers: Mapping[int, int], sums: Counter[int], since: Counter[int]
    ) -> None:
        """Remark on a row of sums that are not those of the rows, and note those to begin with."""
        if not sums and is_one_of(STARTS, row.cells):
            people = {at: self._people_of(people_in(self._titles[at])) for at in numbers}
            self.start = {people[at]: number for at, number in numbers.items() if people[at]}
        is_sum = is_one_of(SUMS, row.cells) and len(numbers) >= LEAST_PLAYERS
        if is_sum and sums and self.reading.choices.numbers is Numbers.POINTS:
            self.remarks += wrong_sums(
                self.table, row, numbers, (sums, since), self.reading.decimals
            )

    # The numbers of one row

    def _result(self, row: TableRow, date: dt.date) -> ResultRow | None:
        """Return the numbers and places of a row; None if one is wrong, which is a remark."""
        if any(map(is_number, row.cells[self.table.width :])):
            more = say("The row has more cells than there are titles.")
            self._remark(Level.ERROR, more, row.line)
            return None
        shares, before = [], len(self.remarks)
        for cell in self._cells(row):
            share = self._share(cell, row.line)
            shares += [share] if share is not None else []
        if any(remark.level is Level.ERROR for remark in self.remarks[before:]):
            return None
        if not shares:
            self._leave_out(row, say("no game"))
            return None
        places, ranks = self.table.places, []
        for place, names in self._ranks_of(row).items():
            number = place_in(row.at(place))
            if number is not None and (players := self._people_of(names)):
                ranks.append(RowNumber(self.table.title(place), players, number))
        winner = self._people(row.at(places.get(WINNER)))
        game = row.at(places.get(GAME))
        return ResultRow(
            row.line, date, tuple(shares), tuple(ranks), winner[0] if winner else "", game
        )

    def _cells(self, row: TableRow) -> Iterator[_Cell]:
        """Yield the cells of a row with a number, and whose it is."""
        names, points = self.table.of(Meaning.NAME), self.table.of(Meaning.POINTS)
        for place, name in self._titles.items():
            yield _Cell(self.table.title(place), people_in(name), row.at(place))
        values = points or self.table.of(Meaning.PLACE)
        if len(names) > 1 and len(values) not in {0, len(names)}:
            reason = say(
                "{names} columns of names and {numbers} of their numbers: each name needs one.",
                names=len(names), numbers=len(values),
            )  # fmt: skip
            self._remark(Level.ERROR, reason, row.line)
            return
        for index, column in enumerate(names):
            name = row.at(column.place)
            number = row.at(values[index].place) if values else str(index + 1)
            if not values and (both := NAME_AND_NUMBER.fullmatch(name)):
                name, number = both[1], both[2]
            who = people_in(name)
            title = values[index].title if values else column.title
            self._note(who)
            if who and not is_absent(row.at(column.place)):
                yield _Cell(title, who, number)
            elif len(names) == 1 and is_number(number):
                self._remark(Level.ERROR, say("A name and a number are needed."), row.line)

    def _ranks_of(self, row: TableRow) -> dict[int, tuple[str, ...]]:
        """Return whose places the columns of places beside points have in a row."""
        names, points = self.table.of(Meaning.NAME), self.table.of(Meaning.POINTS)
        places = [each for each in self.table.of(Meaning.PLACE) if not each.use.player]
        if not names or not points or len(places) != len(names):
            return self._ranks
        pairs = zip(places, names, strict=True)
        return {place.place: people_in(row.at(name.place)) for place, name in pairs}

    def _share(self, cell: _Cell, line: int) -> RowNumber | None:
        """Return the number of a cell, and the players; None if there is none, or it is wrong."""
        title, names, text = cell
        other = SUBSTITUTE.fullmatch(text) if len(text) < LONGEST_NUMBER else None
        if other and is_number(other[1]):
            text, names = other[1], people_in(other[2])
            self._note(names)
        players = self._people_of(names)
        if other and not players:
            who = say("“{text}”: is {name} a player?", text=Given(cell.text[:SHOWN]),
                      name=Given(other[2]))  # fmt: skip
            self._remark(Level.QUESTION, who, line, title, "player")
            return None
        if not players or is_absent(text):
            return None
        try:
            number = self._number(text)
        except EntryError as error:
            self._remark(Level.ERROR, error.sentence, line, title)
            return None
        return RowNumber(title, players, number)

    def _number(self, text: str) -> int:
        """Return the number in a cell; raises MalformedEntry."""
        if self.reading.choices.numbers is Numbers.PLACES:
            if (place := place_in(text)) is None:
                wrong = say("“{text}” is not a whole number.", text=Given(text[:SHOWN]))
                raise MalformedEntry("not-a-number", wrong)
            return place
        number = points_of(text, self.reading.decimals)
        if abs(number) > MOST_POINTS:
            wrong = say("“{text}” is no number.", text=Given(text[:SHOWN]))
            raise MalformedEntry("not-a-number", wrong)
        return number

    def _people(self, text: str) -> tuple[str, ...]:
        """Return the players named in a cell; empty if one of the names is no player's."""
        whole = self.reading.who(text) if text else None
        return (whole,) if whole is not None else self._people_of(people_in(text))

    def _people_of(self, names: Sequence[str]) -> tuple[str, ...]:
        players = tuple(filter(None, map(self.reading.who, names)))
        return players if len(players) == len(names) else ()

    def _note(self, names: Iterable[str]) -> None:
        """Note names of the table."""
        for name in names:
            self.names[name] = None
            self.played = self.played or self.reading.who(name) is not None

    def _leave_out(self, row: TableRow, reason: Sentence) -> None:
        self._remark(Level.LEFT_OUT, reason, row.line)

    def _ask(self, field: str, reason: Sentence, line: int, column: str = "") -> None:
        """Ask a question at the first row that needs its answer."""
        if field not in self._asked:
            self._asked.add(field)
            self._remark(Level.QUESTION, reason, line, column, field)

    def _remark(
        self, level: Level, reason: Sentence, line: int = 0, column: str = "", field: str = ""
    ) -> None:
        self.remarks.append(Remark(level, reason, line, column, field))

    # Rows with a player each

    def _of_players(self, rows: Iterable[ResultRow]) -> Iterator[ResultRow]:
        """Yield the games of rows with a player each.

        Without a column that numbers the games, the nth row of a player on a day is of the nth
        game.
        """
        place = self.table.places.get(NUMBER)
        cells = {row.line: row.at(place) for row in self.table.rows}
        days: dict[dt.date, list[tuple[str, ResultRow]]] = {}
        for row in rows:
            days.setdefault(row.date, []).append((cells[row.line], row))
        for date, of_day in days.items():
            is_numbered = any(number for number, _ in of_day)
            games = _games_of(of_day) if is_numbered else _games_by_order(of_day)
            if games is None:
                reason = say("Which games these are is not clear: add a column with their numbers.")
                self._remark(Level.ERROR, reason, of_day[0][1].line)
            for game in games or ():
                shares = tuple(share for row in game for share in row.shares)
                ranked = tuple(rank for row in game for rank in row.ranks)
                yield ResultRow(game[0].line, date, shares, ranked, game[0].winner, game[0].game)


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


def _twice(games: Sequence[ResultRow]) -> Iterator[Remark]:
    """Yield the games that another row has, too."""
    first: dict[object, int] = {}
    for game in games:
        line = first.setdefault((game.date, game.game, game.shares), game.line)
        if line != game.line:
            reason = say("Line {line} has the same date and numbers.", line=line)
            yield Remark(Level.DOUBT, reason, game.line)


def _new_years(games: Sequence[ResultRow]) -> Iterator[Remark]:
    """Yield the first games of years at which most running totals fall to less than a half."""
    for old, new in pairwise(sorted(games, key=lambda game: game.date)):
        before = {share.names: abs(share.number) for share in old.shares}
        fallen = [2 * abs(each.number) < before.get(each.names, 0) for each in new.shares]
        if old.date.year != new.date.year and 2 * sum(fallen) > len(fallen):
            reason = say("The totals fall at the turn of the year: do they begin anew here?")
            yield Remark(Level.DOUBT, reason, new.line)


def _other_years(games: Sequence[ResultRow], reading: ResultReading) -> list[ResultRow]:
    """Return the games that a year more or less would put in the order of the others."""
    steps = [new.date > old.date for old, new in pairwise(games) if new.date != old.date]
    rises = 2 * sum(steps) - len(steps)
    orders = [games] if rises > 0 else [games[::-1]] if rises else [games, games[::-1]]
    found = (_out_of_order(each, reading.today) for each in orders if len(games) > LEAST_ROWS)
    return next(filter(None, found), [])


def _out_of_order(games: Sequence[ResultRow], today: dt.date) -> list[ResultRow]:
    """Return the games in a rising order that another year would bring between their neighbours."""
    found, last = [], len(games) - 1
    for at, (old, new) in enumerate(pairwise(games)):
        if old.date <= new.date:
            continue
        for index in sorted((at + 1, at), key=lambda index: index in {0, last}):
            date = games[index].date
            low = games[index - 1].date if index else dt.date.min
            high = games[index + 1].date if index < last else today
            if any(low <= _in_year(date, date.year + more) <= high for more in (-1, 1)):
                found.append(games[index])
                break
    return found


def _in_year(date: dt.date, year: int) -> dt.date:
    """Return the same day of another year; 28 February for a day that this year lacks."""
    return date.replace(year=year, day=min(date.day, 28) if date.month == 2 else date.day)


def _without_earlier(
    games: Sequence[ResultRow], start: Mapping[tuple[str, ...], int], *, yearly: bool
) -> list[ResultRow]:
    """Return games of running totals with the points of each game alone.

    start     the totals of players before the first game
    yearly    whether the totals begin anew each year
    """
    is_newest_first = len(games) > 1 and games[0].date > games[-1].date
    ordered = games[::-1] if is_newest_first else games
    rows = []
    for _, run in groupby(ordered, lambda game: game.date.year if yearly else 0):
        part = list(run)
        totals = ({share.names: share.number for share in game.shares} for game in part)
        for game, points in zip(part, points_of_each(totals, start), strict=True):
            shares = tuple(share._replace(number=points[share.names]) for share in game.shares)
            if any(share.number for share in shares):  # otherwise a row of totals
                rows.append(replace(game, shares=shares, ranks=(), winner=""))
        start = {}
    return rows
