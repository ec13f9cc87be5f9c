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
from enum import Enum
from itertools import count, groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange import importing, other_formats
from scorekeeper.exchange.importing import Survey, bare_name
from scorekeeper.exchange.other_formats import Converted, SourceFile
from scorekeeper.exchange.pasted_cells import (
    LONGEST_LINE,
    MINUS,
    TOTALS,
    Flaw,
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
from scorekeeper.rules.game import MOST_POINTS, Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SEATS
from scorekeeper.wording import Given, Listed, say

# Cells
#
# Titles may be in any of the three languages of the pages; capitals and signs do not matter.

RESULT_KEY = "results-"  # begins the keys of games and evenings from a table of results
MOST_GAMES = 2_000
MOST_ROWS = 20_000
MOST_COLUMNS = 120
MOST_NAMES = 300
HEAD_WITHIN = 12  # lines; the titles and the first date are among them
LONGEST_CELL = 100
SHOWN = 20  # characters of a cell

COLUMNS = {
    "date": "date day when played datum tag wann am gespielt תאריך יום מתי",
    "player": "player name who players spieler spielerin wer שחקן שחקנית שם",
    "points": "points score total totals result pts punkte ergebnis pkt נקודות ניקוד תוצאה",
    "place": "place rank position pos platz rang platzierung מקום דירוג",
    "game": "game games match nr no number # spiel partie runde round משחק סיבוב מספר",
    "unused": "winner sieger gewinner notes note notizen bemerkung bemerkungen kommentar comment "
    "location ort wo where summe sum gesamt average avg schnitt מנצח הערות הערה סהכ ממוצע",
}
_MEANINGS = {word: key for key, words in COLUMNS.items() for word in words.split()}
ABSENT = {"", "-", "–", "—", "x", "/", ".", "na", "n/a", "abw", "fehlt", "absent"}
NUMBER = re.compile(
    r"[(]?\s*(?:([-+\u2212\u2013])\s*)?"
    r"(\d{1,3}(?:[.,'\u2019\u00a0\u202f]\d{3})+|\d{1,9})(?:[.,](\d{1,4}))?(?:\s*[.)]+)?"
    r"(?:\s*(?:st|nd|rd|th|pts?|points?|p|punkte|pkt|נק'?|נקודות)[.)]*)?(?:\s*[)])?",
    re.IGNORECASE,
)
DECORATION = re.compile(r"[*★☆✓✔🏆🥇🥈🥉👑\ufe0f\ufe0e\u200e\u200f\u2066-\u2069]")
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d", re.ASCII)
TOGETHER = re.compile(r"\s?(?:[&+/]|\s(?:and|und)\s)\s?", re.IGNORECASE)  # words with single spaces


class Numbers(Enum):
    """The meaning of the numbers in a table."""

    POINTS = "points"
    PLACES = "places"


class Share(NamedTuple):
    """A number in a row, with the title of its column and the players whose number it is."""

    column: str
    names: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One game of a table; `line` is the number of its first line, from 1."""

    line: int
    date: dt.date
    shares: tuple[Share, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, as they stand in the table."""
        return tuple(name for share in self.shares for name in share.names)


@dataclass(slots=True)
class ResultsTable:
    """A pasted table of results, as it was read.

    left_out   lines that hold no game, each with the reason
    unused     the titles of columns that are not used
    numbers    the meaning of the numbers; None if they may be points or places
    ordered    whether some date can only be read with a `DayOrder`
    """

    games: list[ResultRow] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    left_out: list[Flaw] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    numbers: Numbers | None = Numbers.POINTS
    ordered: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players in the order of appearance."""
        return tuple(dict.fromkeys(name for game in self.games for name in game.names))


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices for reading a table.

    order      the order of day and month; None if it has not been chosen
    numbers    the meaning of the numbers; None if it has not been chosen
    """

    today: dt.date
    months_named: MonthsNamed
    order: DayOrder | None = None
    numbers: Numbers | None = None


def read_results(text: str, reading: Reading) -> ResultsTable:
    """Read a table; raises MalformedEntry if no columns can be found in it."""
    rows, head, before = _rows(text, reading)
    table = ResultsTable(left_out=[Flaw(line, say("no game")) for line, _ in before])
    above = before[-1][1] if before else ()
    columns = _Columns.of(head, above, [cells for _, cells in rows], reading)
    table.unused = columns.unused
    if reading.order is None:
        reading = replace(reading, order=_order(rows, columns.known["date"]))
    lines = list(_dated(rows, columns, reading, table))
    games = _long(lines, columns, table) if columns.is_long else _wide(lines, columns, table)
    table.games = list(games)
    table.numbers = reading.numbers or _meaning_of_numbers(table.games, columns)
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
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
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
    return rows[head + 1 :], rows[head][1], rows[:head]


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
    places     whether the numbers are finishing places, such as 1 for the winner
    """

    titles: list[str]
    known: dict[str, int]
    players: dict[int, tuple[str, ...]]
    unused: list[str]
    places: bool

    @property
    def is_long(self) -> bool:
        """Whether each row is for one player of a game, not for a whole game."""
        return "player" in self.known and bool(self.known.keys() & {"points", "place"})

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
        named = [_meaning(title) for title in titles]
        places = False
        # A head of two rows has the names above and “points” or “place” below.
        if sum(meaning in {"points", "place"} for meaning in named) > 1 and any(above):
            titles, named, places = _with_names(titles, named, above)
        dates = {at for row in (head, above) for at, cell in enumerate(row) if _is_dates(cell)}
        known = {"date": _date_column(rows[:HEAD_WITHIN], dates, reading)}
        players: dict[int, tuple[str, ...]] = {}
        unused: list[str] = []
        for place, (title, meaning) in enumerate(zip(titles, named, strict=True)):
            filled = [row[place] for row in rows if place < len(row) and row[place]]
            if place == known["date"]:
                continue
            if meaning in {"player", "points", "place", "game"}:
                known.setdefault(meaning, place)
            elif meaning is not None:
                unused.append(title[:40])
            elif title and any(map(_is_number, filled)):
                players[place] = _people(title)
            elif title:
                unused.append(title[:40])
            elif filled:
                unused.append("…")
        columns = cls(titles, known, players, unused, places)
        if columns.is_long:
            columns.places = "points" not in known
            return columns
        unused += [
            titles[place][:40]
            for place in known.values()
            if named[place] != "date"
            and any(len(row) > place and row[place] and not _is_number(row[place]) for row in rows)
        ]
        if len(players) < 2:
            raise MalformedEntry(
                "no-players",
                say("No columns of players were found: each needs a name and numbers."),
            )
        return columns


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


def _with_names(
    titles: Sequence[str], named: Sequence[str | None], above: Sequence[str]
) -> tuple[list[str], list[str | None], bool]:
    """Return the titles and meanings of a head of two rows, and whether the numbers are places.

    Each name in the row `above` stands over one or more columns.
    """
    wanted = "points" if "points" in named else "place"
    name, joined, meanings = "", list(titles), list(named)
    for place, meaning in enumerate(named):
        name = (above[place] if place < len(above) else "") or name
        if meaning in {"points", "place"} and name and _meaning(name) is None:
            joined[place], meanings[place] = name, None if meaning == wanted else "unused"
    return joined, meanings, wanted == "place"


def _people(title: str) -> tuple[str, ...]:
    """Return the players named in a title; partners have one column together."""
    words = title.split()
    while len(words) > 1 and _MEANINGS.get(word_of(words[-1])) in {"points", "place"}:
        words.pop()
    return tuple(name for name in TOGETHER.split(" ".join(words)) if name)


def _is_number(cell: str) -> bool:
    return NUMBER.fullmatch(DECORATION.sub("", cell[:LONGEST_CELL]).strip()) is not None


def _number(cell: str) -> int | None:
    """Return the number in a cell; None if it is empty or says that somebody was absent.

    Raises MalformedEntry for anything else.
    """
    bare = DECORATION.sub("", cell[:LONGEST_CELL]).strip()
    if folded(bare) in ABSENT:
        return None
    match = NUMBER.fullmatch(bare)
    if match is None or len(cell) > LONGEST_CELL:
        raise MalformedEntry(
            "not-a-number", say("“{text}” is no number.", text=Given(cell[:SHOWN]))
        )
    sign, digits, decimals = match.groups()
    if decimals and decimals.strip("0"):
        raise MalformedEntry(
            "not-a-number", say("“{text}” is not a whole number.", text=Given(cell[:SHOWN]))
        )
    number = int(re.sub(r"\D", "", digits))
    if number > MOST_POINTS:
        raise MalformedEntry(
            "not-a-number", say("“{text}” is no number.", text=Given(cell[:SHOWN]))
        )
    is_bracketed = bare.startswith("(") and bare.endswith(")")  # (20) is minus 20
    return -number if is_bracketed or sign in {*MINUS} else number


def _dated(rows: Rows, columns: _Columns, reading: Reading, table: ResultsTable) -> Iterator[Line]:
    """Yield the rows that hold results, with their dates; an empty date is that of the row above.

    Other rows are added to `table.left_out`, and rows with errors to `table.flaws`.
    """
    at, date = columns.known["date"], None
    for number, cells in rows:
        if any(word_of(cell) in TOTALS for cell in cells[: at + 2] if cell):
            table.left_out.append(Flaw(number, say("a row of totals")))
            continue
        written = cells[at] if at < len(cells) else ""
        numbers = any(_is_number(cell) for place, cell in enumerate(cells) if place != at)
        if not numbers:
            table.left_out.append(Flaw(number, say("no game")))
            continue
        if written:
            try:
                date = date_in(written, reading.today, reading.months_named, reading.order)
            except AmbiguousDate:
                table.ordered = True
                date = date_in(written, reading.today, reading.months_named, DayOrder.DAY)
            except EntryError as error:
                table.flaws.append(Flaw(number, error.sentence, columns.titles[at]))
                continue
        if date is None:
            table.flaws.append(Flaw(number, say("The date is missing."), columns.titles[at]))
            continue
        yield Line(number, date, cells)


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
            yield ResultRow(line.number, line.date, tuple(shares))


def _long(lines: Iterable[Line], columns: _Columns, table: ResultsTable) -> Iterator[ResultRow]:
    """Yield the games of a table with a row for each player.

    Without a column that numbers the games, the nth row of a player on a day is of the nth game.
    """
    who = columns.known["player"]
    value = columns.known["place" if columns.places else "points"]
    numbered = columns.known.get("game")
    games: dict[tuple[dt.date, object], list[tuple[int, Share]]] = {}
    seen: Counter[tuple[dt.date, str]] = Counter()
    for line in lines:
        name = line.cells[who] if who < len(line.cells) else ""
        cell = line.cells[value] if value < len(line.cells) else ""
        try:
            number = _number(cell)
        except EntryError as error:
            table.flaws.append(Flaw(line.number, error.sentence, columns.titles[value]))
            continue
        if not name or number is None:
            table.flaws.append(Flaw(line.number, say("A name and a number are needed.")))
            continue
        seen[line.date, folded(name[:SHOWN])] += 1
        game: object = seen[line.date, folded(name[:SHOWN])]
        if numbered is not None and numbered < len(line.cells):
            game = line.cells[numbered]
        share = Share(columns.titles[value], _people(name), number)
        games.setdefault((line.date, game), []).append((line.number, share))
    for (date, _), shares in games.items():
        yield ResultRow(shares[0][0], date, tuple(share for _, share in shares))


def _meaning_of_numbers(games: Sequence[ResultRow], columns: _Columns) -> Numbers | None:
    """Return Numbers.POINTS or Numbers.PLACES; None if no title names one and both fit."""
    if columns.places:
        return Numbers.PLACES
    if columns.is_long or any("points" in map(_meaning, title.split()) for title in columns.titles):
        return Numbers.POINTS
    for game in games:
        numbers = sorted(share.number for share in game.shares)
        if numbers and (numbers[0] != 1 or numbers[-1] > len(numbers)):
            return Numbers.POINTS
    return None if games else Numbers.POINTS


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
