"""Results from paper: a pasted table of many games, with their dates, players and totals.

A table is wide (a column for each player) or long (a row for each player of a game). Each row
becomes a game whose only entry is its result (see `FinalResult`).
"""

from __future__ import annotations

import datetime as dt
import difflib
import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum
from itertools import count, groupby, islice, pairwise, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange import importing, other_formats
from scorekeeper.exchange.importing import Survey, bare_name
from scorekeeper.exchange.other_formats import Converted, SourceFile
from scorekeeper.exchange.pasted_cells import (
    LONGEST_LINE,
    LONGEST_NUMBER,
    MARKS,
    MINUS,
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
from scorekeeper.ledger.dates import AmbiguousDate, DayOrder, MonthsNamed, date_in, day_of
from scorekeeper.ledger.game_document import (
    GameDocument,
    RebuiltGame,
    SessionDocument,
)
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.people import clean_name, folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import MOST_POINTS, Game, Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS, Seat
from scorekeeper.wording import Given, Listed, Sentence, say

# Cells
#
# Titles may be in any of the three languages of the pages; capitals and signs do not matter.

RESULT_KEY = "results-"  # begins the keys of games and evenings from a table of results
MOST_GAMES = 2_000
MOST_ROWS = 20_000
MOST_COLUMNS = 120
MOST_NAMES = 300
HEAD_WITHIN = 12  # lines; the titles and the first date are among them
LEAST_ROWS = 2  # rows that a row of totals can add up, or that can look like running totals
SURE_COLUMNS = 3  # columns that a row with a date must add up to be one of totals
MUCH_ALIKE = 4  # a column whose numbers differ so many times less than those of players

COLUMNS = {
    "date": "date day when played datum tag wann am gespielt תאריך יום מתי",
    "player": "player name who players spieler spielerin wer שחקן שחקנית שם",
    "points": "points score total totals result pts punkte ergebnis pkt נקודות ניקוד תוצאה",
    "running": "running cumulative accumulated stand zwischenstand kumuliert laufend מצטבר",
    "place": "place rank position pos platz rang platzierung מקום דירוג",
    "game": "game games match nr no number # spiel partie runde round משחק סיבוב מספר",
    "winner": "winner sieger siegerin gewinner מנצח מנצחת",
    "unused": "note notes notiz notizen bemerkung bemerkungen kommentar comment "
    "location ort wo where summe sum gesamt average avg schnitt מנצח הערות הערה סהכ ממוצע "
    "stake stakes pot kitty cash money einsatz einsätze kasse geld euro betrag קופה הימור כסף "
    "hands deals hände anzahl count ידיים "
    "minutes duration time begin end minuten dauer zeit uhrzeit beginn ende דקות שעה זמן σ ∑ ø",
}
_MEANINGS = {
    word_of(word): key for key, words in reversed(COLUMNS.items()) for word in words.split()
}
OF_PLAYER = {"points", "running", "place"}  # meanings of a word behind a name: “Anna points”
ABSENT = {"", "-", "–", "—", "x", "/", ".", "na", "n/a", "abw", "fehlt", "absent"}
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d", re.ASCII)
TOGETHER = re.compile(r"\s?(?:[&+/]|\s(?:and|und)\s)\s?", re.IGNORECASE)  # words with single spaces


class Numbers(Enum):
    """The meaning of the numbers in a table; RUNNING are totals of all games so far."""

    POINTS = "points"
    RUNNING = "running"
    PLACES = "places"


class Meaning(Enum):
    """The meaning of a column that a person may choose."""

    DATE = "date"
    SHARE = "share"
    NAME = "player"
    POINTS = "points"
    PLACE = "place"
    GAME = "game"
    UNUSED = "unused"


class Column(NamedTuple):
    """A column of a table as the page shows it.

    meaning    its meaning; None if somebody must say whether it is a player
    """

    number: int
    title: str
    meaning: Meaning | None


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


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices for reading a table.

    order      the order of day and month; None if it has not been chosen
    numbers    the meaning of the numbers; None if it has not been chosen
    columns    the meanings of columns that have been chosen, by the title
    known      the names of known players
    """

    today: dt.date
    months_named: MonthsNamed
    order: DayOrder | None = None
    numbers: Numbers | None = None
    columns: Mapping[str, Meaning] = field(default_factory=dict)
    known: Sequence[str] = ()


def read_results(text: str, reading: Reading) -> ResultsTable:
    """Read a table; raises MalformedEntry if no columns can be found in it."""
    rows, head, before = _rows(text, reading)
    table = ResultsTable(left_out=[Flaw(line, say("no game")) for line, _ in before])
    above = before[-1][1] if before else ()
    columns = _Columns.of(head, above, [cells for _, cells in rows], reading)
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
        raise MalformedEntry(
            "no-head",
            say(
                "The first line must name the columns, one of them the date, as in: {example}.",
                example=Listed((say("date"), *map(Given, ("Anna", "Ben", "Carl")))),
            ),
        )
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
        if more > 0 and _is_dates(titles[0]) and _has_date([" ".join(cells[: more + 1])], reading):
            rows[at] = number, [" ".join(cells[: more + 1]), *cells[more + 1 :]]
        elif more and any(map(_is_number, cells)) and _has_date(cells, reading):
            raise MalformedEntry(
                "other-cells", Flaw(number, other_cells(len(cells), len(titles))).sentence
            )


def _head(rows: Rows, reading: Reading) -> int | None:
    """Return the index of the row of titles; None if there is none.

    It is the first row with a title for dates, or the row above the first date. If the titles take
    two rows, it is the second of them.
    """
    for at, (_, cells) in enumerate(rows):
        if any(map(_is_dates, cells)):
            below = rows[at + 1][1] if at + 1 < len(rows) else []
            values = [_meaning(cell) for cell in below].count("points")
            values += [_meaning(cell) for cell in below].count("place")
            return at + 1 if values > 1 else at
        if _has_date(cells, reading):
            titled = at and not any(map(_is_number, rows[at - 1][1]))
            return at - 1 if titled else None
    return None


def _has_date(cells: Iterable[str], reading: Reading) -> bool:
    for cell in cells:
        try:
            date_in(cell, reading.today, reading.months_named, DayOrder.DAY)
        except EntryError:
            continue
        return True
    return False


@dataclass(slots=True)
class _Columns:
    """The columns of a pasted table, numbered from 0.

    known      the number of the column for each meaning, such as "date" or "points"
    players    the players that a column's numbers are for, by the number of the column
    ranks      the players whose places a column holds beside their points
    numbers    the meaning of the numbers, if the titles say it
    doubtful   the columns of numbers that may be no player's
    """

    titles: list[str]
    known: dict[str, int]
    players: dict[int, tuple[str, ...]]
    ranks: dict[int, tuple[str, ...]]
    unused: list[str]
    numbers: Numbers | None = None
    doubtful: set[int] = field(default_factory=set)

    @property
    def is_long(self) -> bool:
        """Whether each row is for one player of a game, not for a whole game."""
        return "player" in self.known and bool(self.known.keys() & {"points", "place"})

    @property
    def shown(self) -> tuple[Column, ...]:
        """The titled columns, each with its meaning."""
        meanings = {place: Meaning(key) for key, place in self.known.items() if key != "winner"}
        meanings |= {} if self.is_long else dict.fromkeys(self.players, Meaning.SHARE)
        return tuple(
            Column(place, title, None if place in self.doubtful else
                   meanings.get(place, Meaning.UNUSED))
            for place, title in enumerate(self.titles)
            if title
        )  # fmt: skip

    @classmethod
    def of(
        cls,
        head: Sequence[str],
        above: Sequence[str],
        rows: Sequence[Sequence[str]],
        reading: Reading,
    ) -> _Columns:
        """Find the columns by the titles in `head`, and in the row `above` if they take two rows.

        Raises MalformedEntry if no column is for players.
        """
        width = max(map(len, [head, *rows[:MOST_ROWS]]))
        titles = [*head, *[""] * (width - len(head))]
        # A head of two rows has the names above and “points” or “place” below.
        if sum(_meaning(title) in OF_PLAYER for title in titles) > 1 and any(above):
            titles = _with_names(titles, above)
        chosen = {
            place: reading.columns[title]
            for place, title in enumerate(titles)
            if title in reading.columns
        }
        dates = {at for row in (head, above) for at, cell in enumerate(row) if _is_dates(cell)}
        dates -= {place for place, meaning in chosen.items() if meaning is not Meaning.DATE}
        picked = [place for place, meaning in chosen.items() if meaning is Meaning.DATE]
        date = picked[0] if picked else _date_column(rows[:HEAD_WITHIN], dates, reading)
        columns = cls(titles, {"date": date}, {}, {}, [])
        filled = {
            place: [row[place] for row in rows if place < len(row) and row[place]]
            for place in range(width)
        }
        columns._sort(chosen, filled)
        if columns.is_long:
            if "points" not in columns.known:
                columns.numbers = Numbers.PLACES
            return columns
        columns.unused += [
            titles[place][:40]
            for key, place in columns.known.items()
            if key not in {"date", "winner"} and not all(map(_is_number, filled[place]))
        ]
        if len(columns.players) < LEAST_PLAYERS:
            raise MalformedEntry(
                "no-players",
                say("No columns of players were found: each needs a name and numbers."),
            )
        columns._doubt(rows, reading)
        return columns

    def _sort(self, chosen: Mapping[int, Meaning], filled: Mapping[int, Sequence[str]]) -> None:
        """Give each column its meaning."""
        parts = {place: _part(title) for place, title in enumerate(self.titles)}
        shares = []
        for place, title in enumerate(self.titles):
            meaning = chosen[place].value if place in chosen else _meaning(title)
            if place == self.known["date"]:
                continue
            if meaning == "unused" or (meaning == "date" and place in chosen):
                self.unused.append(title[:40])
            elif meaning in {"player", "points", "place", "game", "winner"}:
                self.known.setdefault(meaning, place)
            elif meaning in {"date", "running"} or (not title and filled[place]):
                self.unused.append(title[:40] or "…")
            elif title and (meaning == "share" or any(map(_begins_number, filled[place]))):
                shares.append(place)
            elif title:
                self.unused.append(title[:40])
        of = {parts[place] or "points" for place in shares}
        wanted = next((part for part in ("points", "running", "place") if part in of), "points")
        if any(parts[place] for place in shares):
            self.numbers = {
                "points": Numbers.POINTS, "running": Numbers.RUNNING, "place": Numbers.PLACES
            }[wanted]  # fmt: skip
        for place in shares:
            part = parts[place] or "points"
            if part == wanted:
                self.players[place] = _people(self.titles[place])
            elif part == "place":
                self.ranks[place] = _people(self.titles[place])
            else:
                self.unused.append(self.titles[place][:40])

    def _doubt(self, rows: Sequence[Sequence[str]], reading: Reading) -> None:
        """Find columns of numbers that may be no player's, such as stakes; see `doubtful`."""
        read = {
            place: [points_in(row[place]) for row in rows if place < len(row)]
            for place in self.players
        }
        told = {place: [n for n in each if n is not None] for place, each in read.items()}
        known = set(map(folded, reading.known))
        is_running = reading.numbers is Numbers.RUNNING or may_run(list(told.values()))
        for place, numbers in told.items():
            if self.titles[place] in reading.columns or len(numbers) < LEAST_ROWS:
                continue
            if known.issuperset(map(folded, self.players[place])) or 2 * len(numbers) < len(rows):
                continue
            others = [each for other, each in told.items() if other != place and each]
            steps = [new - old for old, new in pairwise(numbers)]
            rises = len(steps) > 1 and min(steps) > 0 and (len(set(steps)) == 1 or len(steps) > 2)
            if _is_even(numbers, others) or (rises and not is_running):
                self.doubtful.add(place)
        if len(self.players) - len(self.doubtful) < LEAST_PLAYERS:
            self.doubtful.clear()


LEAST_PLAYERS = 2


def _is_even(numbers: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers are all alike, or small and alike beside those of the others."""
    spreads = sorted(max(each) - min(each) for each in others)
    sizes = sorted(max(map(abs, each)) for each in others)
    middle, spread = len(others) // 2, max(numbers) - min(numbers)
    if not others or MUCH_ALIKE * max(spread, 1) >= spreads[middle]:
        return False
    return spread == 0 or MUCH_ALIKE * max(map(abs, numbers)) < sizes[middle]


def _is_dates(title: str) -> bool:
    return _meaning(title) == "date"


def _date_column(rows: Sequence[Sequence[str]], titled: Collection[int], reading: Reading) -> int:
    """Return the number of the column of dates: of those in `titled`, the one with most dates."""
    dated = Counter(
        place for row in rows for place, cell in enumerate(row) if _has_date([cell], reading)
    )
    places = [place for place in sorted(titled) if place in dated] or sorted(titled or dated)
    return max(places, key=lambda place: dated[place])


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


def _meaning(title: str) -> str | None:
    return _MEANINGS.get(word_of(title)) if title else None


def _with_names(titles: Sequence[str], above: Sequence[str]) -> list[str]:
    """Return the titles of a head of two rows: “Anna points” for “points” under “Anna”.

    Each name in the row `above` stands over one or more columns.
    """
    name, joined = "", list(titles)
    for place, title in enumerate(titles):
        over = above[place] if place < len(above) else ""
        name, joined[place] = over or name, title or over
        if _meaning(title) in OF_PLAYER and name and _meaning(name) is None:
            joined[place] = f"{name} {title}"
    return joined


def _part(title: str) -> str | None:
    """Return the meaning of the last word of a title that begins with a name, as “place”."""
    *name, last = title.split() or [""]
    meaning = _meaning(last)
    return meaning if name and meaning in OF_PLAYER else None


def _people(title: str) -> tuple[str, ...]:
    """Return the players named in a title; partners have one column together."""
    words = title.split()
    while len(words) > 1 and _meaning(words[-1]) in OF_PLAYER:
        words.pop()
    return tuple(name for name in TOGETHER.split(" ".join(words)) if name)


def _is_number(cell: str) -> bool:
    return decimal_in(cell) is not None


def _begins_number(cell: str) -> bool:
    """Return whether a cell may be meant as a number, as “310 (fast)” or “#REF!”."""
    return re.match(rf"[{MINUS}+(]?\s*\d|#", cell) is not None or _is_number(cell)


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

    columns: _Columns
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
            elif any(map(_is_number, cells[len(titles) - self._untitled :])):
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
        if not any(_begins_number(cell) for place, cell in enumerate(cells) if place != at):
            return None if self._is_other_head(cells) else say("no game")
        is_text = not re.search(r"\d", _cell_at(cells, at))
        return say("a row of totals") if adds or (date is None and is_text and below) else None

    def _is_other_head(self, cells: Sequence[str]) -> bool:
        """Return whether a row has titles that differ from those of the table."""
        return _is_dates(_cell_at(cells, self.columns.known["date"])) and any(
            cell and not word_of(title).startswith(word_of(cell))
            for title, cell in zip_longest(self.columns.titles, cells, fillvalue="")
        )

    @property
    def _untitled(self) -> int:
        """The number of columns without a title at the end of a row."""
        titles = "".join("x" if title else " " for title in self.columns.titles)
        return len(titles) - len(titles.rstrip())

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


def _wide(lines: Iterable[Line], columns: _Columns, table: ResultsTable) -> Iterator[ResultRow]:
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


def _ranks(line: Line, columns: _Columns) -> tuple[Share, ...]:
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


def _long(lines: Iterable[Line], columns: _Columns, table: ResultsTable) -> Iterator[ResultRow]:
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
        share = Share(columns.titles[value], _people(name), number)
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


def _meaning_of_numbers(games: Sequence[ResultRow], columns: _Columns) -> Numbers | None:
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
    games: Sequence[ResultRow], columns: _Columns, start: Mapping[int, int]
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


# Names
#
# The page asks once about each unknown name: is it a known player, or a new one?

NEW = ""  # the answer for a new player


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A name that no known player has.

    near      known players with similar names
    chosen    the known player whose name it is, or NEW; None if that has not been answered
    """

    name: str
    near: tuple[str, ...]
    chosen: str | None


def name_questions(
    names: Sequence[str],
    known: Sequence[str],
    taken: Collection[str],
    answers: Mapping[str, str],
) -> list[NameQuestion]:
    """Return a question for each unknown name.

    known      the names of the known players
    taken      the folded names, including former ones, that need no question
    answers    the answers so far, by name
    """
    bare = {name: bare_name(name) for name in known}
    questions = []
    for name in names:
        if folded(name) in taken:
            continue
        alike = bare_name(name)
        near = tuple(islice((each for each in known if _is_near(alike, bare[each])), 5))
        chosen = answers.get(name)
        if chosen is not None and chosen != NEW and chosen not in bare:
            chosen = None
        if chosen is None and not near:
            chosen = NEW
        questions.append(NameQuestion(name, near, chosen))
    return questions


def _is_near(one: str, other: str) -> bool:
    """Return whether two bare names may mean one person.

    That is so if one is the beginning of the other, or if few letters differ.
    """
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) >= 2 and longer.startswith(shorter):
        return True
    letters = len(one) + len(other)
    if len(longer) - len(shorter) > 1 or len(shorter) < 4:
        return False
    if 5 * len(set(one) ^ set(other)) > letters:  # too many differ: a hundred times as fast
        return False
    return difflib.SequenceMatcher(None, one, other).ratio() >= 0.8


# Games


class GameKind(NamedTuple):
    """A kind of game that results can be for: a rulebook with house rules."""

    book: Rulebook[Any]
    rules: Any

    @property
    def key(self) -> str:
        """The form value of this game: the rulebook's key, then `/` and the preset's, if any."""
        preset = self.book.preset_of(self.rules)
        return f"{self.book.key}/{preset.key}" if preset else self.book.key

    def setup(self, players: int) -> Setup:
        """Return the setup of a game of which only the result is known."""
        goals = self.book.endings.goals
        usual = self.book.usual_ending(self.rules)
        ending = Ending(goal=Goal.OPEN) if Goal.OPEN in goals else usual
        agreed = self.book.agreed(ending, self.rules, players)
        return Setup(self.book, self.rules, agreed, players, SEATS[0])


def kinds_of(book: Rulebook[Any]) -> list[GameKind]:
    """Return the presets of a game; of several with equal sides and winners, only the first."""
    first: dict[object, GameKind] = {}
    for preset in book.presets:
        sides = [book.seating(players, SEATS[0], preset.rules).sides for players in book.players]
        key = (book.low(preset.rules), str(sides))
        first.setdefault(key, GameKind(book, preset.rules))
    return list(first.values())


@dataclass(frozen=True, slots=True)
class Prepared:
    """The games of a pasted table, ready to be imported.

    known      the number of games that the table has already
    removed    the number of these that were removed from the list
    tally      the games, wins and points of each player; the points are None in a table of places
    """

    converted: Converted
    flaws: tuple[Flaw, ...]
    known: int
    removed: int
    tally: Mapping[str, tuple[int, int, int | None]]

    @property
    def first(self) -> dt.date:
        """The date of the first evening."""
        return dt.date.fromisoformat(min(one.date for one in self.converted.sessions.values()))

    @property
    def last(self) -> dt.date:
        """The date of the last evening."""
        return dt.date.fromisoformat(max(one.date for one in self.converted.sessions.values()))


def prepare(
    store: Store,
    table_id: int,
    table: ResultsTable,
    kind: GameKind,
    names: Mapping[str, str],
) -> Prepared:
    """Convert the rows to games; `names` has the player's name for each name in the table."""
    here = _keys_here(store, table_id)
    evenings = _evenings_here(store, table_id)
    now = store.now()
    flaws = list(table.flaws)
    games: list[GameDocument] = []
    lines: list[int] = []
    sessions: dict[str, SessionDocument] = {}
    seen: Counter[str] = Counter()
    tally: dict[str, list[int]] = {}
    known = removed = 0
    for row in table.games:
        try:
            setup, players, values = _seated(row, kind, names)
            digest = _digest(row.date, kind, players, setup, values)
            seen[digest] += 1
            key = f"{RESULT_KEY}{digest}-{seen[digest]}"
            rebuilt = RebuiltGame(setup, key, now)
            rebuilt.add(Kind.STOP, _fact(table.numbers, values), now)
            if table.numbers is Numbers.POINTS:
                flaws += _contradictions(row, names, players, rebuilt.log.game)
        except EntryError as error:
            flaws.append(Flaw(row.line, error.sentence))
            continue
        game = rebuilt.log.game
        for side, seats in enumerate(game.sides):
            for seat in seats:
                mine = tally.setdefault(players[seat], [0, 0, 0])
                mine[0] += 1
                mine[1] += side in game.winners
                mine[2] += game.total(side) or 0
        if key in here:
            known += 1
            removed += here[key]
            continue
        session = _session(row.date, players, evenings, now)
        sessions.setdefault(session.key, session)
        games.append(rebuilt.document(session.key, players, players))
        lines.append(row.line)
    places = table.numbers is Numbers.PLACES
    converted = Converted(
        tuple(games),
        tuple(SourceFile(f"{line}", Path()) for line in lines),
        sessions,
    )
    return Prepared(
        converted,
        tuple(sorted(flaws, key=lambda flaw: flaw.line)),
        known,
        removed,
        {
            name: (count, won, None if places else points)
            for name, (count, won, points) in sorted(
                tally.items(), key=lambda pair: (-pair[1][1], -pair[1][0])
            )
        },
    )


def survey(store: Store, table_id: int, prepared: Prepared, room: Path) -> Survey:
    """Return what an import of the prepared games would add (see `importing.survey`).

    They are written to the file `room` as one of our documents. Raises Unreadable.
    """
    converted = prepared.converted
    with room.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(other_formats.document_of(converted))
    sources = [say("line {line}", line=int(file.name)) for file in converted.files]
    return importing.survey(store, table_id, room, sources=sources)


def _seated(
    row: ResultRow, kind: GameKind, names: Mapping[str, str]
) -> tuple[Setup, list[str], list[int]]:
    """Return the setup of a game, its players by seat, and its numbers by side.

    Raises EntryError if the game does not allow these players or numbers.
    """
    people = [[clean_name(names[name]) for name in share.names] for share in row.shares]
    everybody = [name for share in people for name in share]
    twice = [name for name, count in Counter(map(folded, everybody)).items() if count > 1]
    if twice:
        name = next(name for name in everybody if folded(name) == twice[0])
        raise MalformedEntry("twice", say("{name} plays twice in it.", name=Given(name)))
    if len(everybody) not in kind.book.players:
        raise MalformedEntry(
            "players",
            say("{game} is not played by {count}.", game=kind.book.name, count=len(everybody)),
        )
    setup = kind.setup(len(everybody))
    sides = setup.seating(setup.first_dealer).sides
    grouped = _grouped(
        [(tuple(share), row.shares[at].number) for at, share in enumerate(people)], sides
    )
    players = [""] * setup.players
    for (partners, _), seats in zip(grouped, sides, strict=True):
        for name, seat in zip(partners, seats, strict=True):
            players[seat] = name
    return setup, players, [number for _, number in grouped]


def _contradictions(
    row: ResultRow, names: Mapping[str, str], players: Sequence[str], game: Game
) -> Iterator[Flaw]:
    """Yield an error for each place, and for a winner, that the points contradict."""
    seats = {folded(name): Seat(at) for at, name in enumerate(players)}

    def points(name: str) -> int:
        total = game.total(game.seating.side_of(seats[folded(names[name])])) or 0
        return -total if game.setup.ending.low else total

    ranked = sorted((rank.number, points(rank.names[0]), rank) for rank in row.ranks)
    for (place, more, _), (other, less, rank) in pairwise(ranked):
        if more < less or (place == other and more != less):
            reason = say(
                "The place {place} of {name} contradicts the points.",
                place=rank.number,
                name=Given(rank.names[0]),
            )
            yield Flaw(row.line, reason, rank.column)
    winner = seats.get(folded(row.winner))
    if winner is not None and game.seating.side_of(winner) not in game.winners:
        yield Flaw(
            row.line,
            say("{name} did not win by these points.", name=Given(row.winner[:SHOWN])),
        )


def _fact(numbers: Numbers | None, values: Sequence[int]) -> Fact:
    """Return the totals or places of a game as the fact to record; raises MalformedEntry."""
    if numbers is not Numbers.PLACES:
        return {"totals": list(values)}
    if min(values) != 1:
        raise MalformedEntry("places", say("Nobody is first."))
    return {"places": list(values)}


Group = tuple[tuple[str, ...], int]


def _grouped(shares: Sequence[Group], sides: Sequence[Sequence[object]]) -> list[Group]:
    """Return one group of players for each side, with its number.

    Partners have one share together, or one each with the same number. Raises MalformedEntry.
    """
    sizes = [len(side) for side in sides]
    if [len(names) for names, _ in shares] == sizes:
        return list(shares)
    alone = all(len(names) == 1 for names, _ in shares)
    by_number = [
        (tuple(name for names, _ in group for name in names), number)
        for number, group in (
            (number, list(run))
            for number, run in groupby(
                sorted(shares, key=lambda share: share[1]), key=lambda share: share[1]
            )
        )
    ]
    if not alone or [len(names) for names, _ in by_number] != sizes:
        raise MalformedEntry(
            "partners",
            say("Partners need the same number each, and no other pair the same; or one column "
                "for both, as in “{example}”.", example=Given("Anna & Ben")),
        )  # fmt: skip
    return by_number


def _digest(
    date: dt.date, kind: GameKind, players: Sequence[str], setup: Setup, values: Sequence[int]
) -> str:
    """Return a digest of a result, equal for the same day, game, players and numbers."""
    sides = setup.seating(setup.first_dealer).sides
    named = [
        [sorted(folded(players[seat]) for seat in side), number]
        for side, number in zip(sides, values, strict=True)
    ]
    said = json.dumps([date.isoformat(), kind.key, sorted(named)])
    return hashlib.sha256(said.encode()).hexdigest()[:24]


def _keys_here(store: Store, table_id: int) -> dict[str, bool]:
    """Return the results that a table has, by the key of the game: True if it was removed."""
    rows = store.db.execute(
        "select key, removed is not null from games where table_id = ? and key >= ? and key < ?",
        [table_id, RESULT_KEY, RESULT_KEY + "~"],
    )
    return {key: bool(gone) for key, gone in rows.fetchall()}


Evenings = dict[str, list[tuple[SessionDocument, set[str]]]]


def _evenings_here(store: Store, table_id: int) -> Evenings:
    """Return the evenings of a table by date, each with the folded names of its players."""
    rows = store.db.execute(
        "select sessions.key, date, sessions.name, notes, sessions.created, "
        "  (select json_group_array(players.folded) from games join seats on game_id = games.id "
        "    join players on players.id = player_id where session_id = sessions.id) "
        "from sessions where table_id = ?",
        [table_id],
    )
    evenings: Evenings = {}
    for key, date, name, notes, created, people in rows.fetchall():
        session = SessionDocument(key, date, name, notes, created)
        evenings.setdefault(date, []).append((session, set(json.loads(people))))
    return evenings


def _session(
    date: dt.date, players: Sequence[str], evenings: Evenings, now: str
) -> SessionDocument:
    """Return the evening of a game: one of the same day with one of its players, or a new one."""
    day, people = date.isoformat(), set(map(folded, players))
    for session, there in evenings.setdefault(day, []):
        if there & people:
            there.update(people)
            return session
    used = {session.key for several in evenings.values() for session, _ in several}
    keys = (f"{RESULT_KEY}{day}-{number}" for number in count(1))
    key = next(key for key in keys if key not in used)
    session = SessionDocument(key, day, "", "", now)
    evenings[day].append((session, people))
    return session


def today(store: Store) -> dt.date:
    """Return today's date by the clock of the store."""
    return day_of(store.clock())
