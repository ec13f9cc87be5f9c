"""The columns of a table that somebody keeps: what their titles say that they hold.

Tables of hands and of results are read alike. One or two lines are the head, and the use of a
column follows from its title until somebody chooses another one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property
from typing import NamedTuple

from scorekeeper.errors import MalformedEntry
from scorekeeper.exchange.table_cells import is_number, word_of
from scorekeeper.exchange.table_text import (
    MOST_COLUMNS,
    Splitter,
    TableRow,
    joined_names,
    lines_of,
    rows_of,
    splitter_of,
    turned,
)
from scorekeeper.wording import Given, Listed, Sentence, say

HEAD_WITHIN = 12  # lines; one of them names the columns
MOST_HEADS = 2  # lines with the same titles
LEAST_DATES = 2  # in a row of dates, under which each column is a game
LONGEST_SHOWN = 40  # characters of a title or of a cell
SAMPLES = 2  # cells of a column that are shown


class Meaning(StrEnum):
    """The meaning of a column; a column with a player is about this player alone.

    NUMBER    the number of the hand or game
    PLAIN     the numbers of a player, as `Numbers` has it
    GAME      the names of games
    TRUMPS    the suit of the bid, if it stands beside its number

    Other columns answer a question of the game, and have the key of the question as meaning.
    """

    DATE = "date"
    NUMBER = "number"
    NAME = "player"
    WINNER = "winner"
    GAME = "game"
    DEALER = "dealer"
    BID = "bid"
    DECLARER = "declarer"
    AUCTION = "auction"
    EXCHANGES = "exchanges"
    TRUMPS = "trumps"
    CONTRACT = "contract"
    TRICKS = "tricks"
    POINTS = "points"
    RUNNING = "running"
    PLACE = "place"
    PLAIN = "plain"
    UNUSED = "unused"


class Numbers(Enum):
    """The meaning of plain numbers: those in columns that have only a player's name as title.

    PAIR       the contract and the tricks of a hand, or one of them
    POINTS     the points of the hand or game
    RUNNING    the total after it
    YEARLY     the total after it, which begins anew each year
    PLACES     the places in the game
    """

    PAIR = "pair"
    POINTS = "points"
    RUNNING = "running"
    YEARLY = "yearly"
    PLACES = "places"


class Use(NamedTuple):
    """The use of a column; `player` is empty if it is not about one player."""

    meaning: str
    player: str = ""


UNUSED = Use(Meaning.UNUSED)


class Column(NamedTuple):
    """A column with its place, from 0, its title, its use and its first cells."""

    place: int
    title: str
    use: Use
    cells: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The part of a form field's name that is this column's."""
        return f"{self.place}-{self.title}"


# Titles may be in any of the three languages of the pages; capitals and signs do not matter.

Words = Mapping[Meaning, str]

TITLES: Words = {
    Meaning.NUMBER: "# no nr number round runde spiel סיבוב",
    Meaning.POINTS: "points punkte נקודות",
}
HAND_TITLES: Words = {
    Meaning.NUMBER: "hand deal יד",
    Meaning.DEALER: "dealer dealt geber מחלק",
    Meaning.BID: "bid winningbid gebot höchstgebot הצעה הכרזה הצעהזוכה הכרזהזוכה",
    Meaning.DECLARER: "declarer by bidder winner trumpmaker trumpfmacher alleinspieler ansager "
    "קובעהשליט זוכה",
    Meaning.AUCTION: "auction calls bieten reizung מכרז",
    Meaning.EXCHANGES: "exchanges exchange gulash frisch פריש",
    Meaning.TRUMPS: "trumps trump suit trumpf farbe שליט",
    Meaning.CONTRACT: "contracts contract said ansagen ansage חוזים חוזה",
    Meaning.TRICKS: "tricks took taken stiche לקיחות",
}
RESULT_TITLES: Words = {
    Meaning.NUMBER: "game games match partie משחק מספר",
    Meaning.DATE: "date day when played datum tag wann am gespielt תאריך יום מתי",
    Meaning.NAME: "player name who players spieler spielerin wer team teams paar partner "
    "שחקן שחקנית שם קבוצה",
    Meaning.POINTS: "score total totals result pts ergebnis pkt ניקוד תוצאה",
    Meaning.RUNNING: "cumulative accumulated kumuliert laufend מצטבר",
    Meaning.PLACE: "place rank position pos platz rang platzierung מקום דירוג",
    Meaning.WINNER: "winner sieger siegerin gewinner מנצח מנצחת",
    Meaning.UNUSED: "note notes notiz notizen bemerkung bemerkungen kommentar comment "
    "location ort wo where summe sum gesamt average avg schnitt הערות הערה סהכ ממוצע "
    "stake stakes pot cash money einsatz einsätze kasse geld euro betrag קופה הימור כסף "
    "hands deals hände anzahl count ידיים "
    "minutes duration time end minuten dauer zeit uhrzeit beginn ende דקות שעה זמן σ ∑ ø",
}
RANKS = {
    *("first", "second", "third", "fourth", "last", "ראשון", "שני", "שלישי", "רביעי", "אחרון"),
    *("erster", "erste", "zweiter", "zweite", "dritter", "dritte", "vierter", "vierte"),
    *("letzter", "letzte", "1st", "2nd", "3rd"),
}
"""Titles of columns with the name of whoever had this place; others are a number."""

# Words behind a player's name, as in “Anna points”

PARTS: Words = {
    Meaning.POINTS: TITLES[Meaning.POINTS],
    Meaning.RUNNING: "running stand zwischenstand",
}
HAND_PARTS: Words = {
    Meaning.CONTRACT: "contract said says bid call c gebot sagt ansage angesagt הצעה חוזה הכרזה "
    "הכריז הכריזה אמר אמרה",
    Meaning.TRICKS: "tricks took taken made t stiche stich gemacht לקיחות לקח לקחה",
    Meaning.RUNNING: "total sum summe gesamt סהכ",
}
RESULT_PARTS: Words = {
    meaning: RESULT_TITLES[meaning] for meaning in (Meaning.POINTS, Meaning.RUNNING, Meaning.PLACE)
}


def _by_word(*lists: Words) -> dict[str, Meaning]:
    return {
        word_of(word): meaning
        for listed in lists
        for meaning, words in listed.items()
        for word in words.split()
    }


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of the rows of a table: hands or games.

    titles      the uses of titles, by the word
    parts       the meanings of words behind a player's name
    is_needed   whether columns of a meaning show that a line is the head
    many        the meanings that several columns may have
    empty       the error of an empty text
    no_head     the error of a table without titles, for these players
    """

    titles: Mapping[str, Use]
    parts: Mapping[str, str]
    is_needed: Callable[[str], bool]
    many: Collection[str]
    empty: Sentence
    no_head: Callable[[Sequence[str]], Sentence]

    def use(self, title: str, players: Collection[str] = ()) -> Use | None:
        """Return the use of a column by its title; None if it is not known.

        A column of one of these players may have the beginning of the name as title. Numbers after
        a title are ignored: “Player 1”.
        """
        word = word_of(title) if title else ""
        for name in sorted(players, key=len, reverse=True):
            bare = word_of(name)
            for rest in (word.removeprefix(bare), word.removesuffix(bare)):
                if rest != word and (not rest or rest in self.parts):
                    return Use(self.parts[rest] if rest else Meaning.PLAIN, name)
        for form in (word, word.rstrip("0123456789")):
            if form in self.titles:
                return self.titles[form]
        begun = [name for name in players if word and word_of(name).startswith(word)]
        return Use(Meaning.PLAIN, begun[0]) if len(begun) == 1 else None

    def spellings(self, words: Iterable[str]) -> set[str]:
        """Return the words, and those that mean the same where one of them is a usual title."""
        bare = set(map(word_of, words))
        uses = {self.titles[word] for word in bare if word in self.titles}
        return bare | {word for word, use in self.titles.items() if use in uses}

    def with_titles(self, titles: Mapping[str, Use]) -> Subject:
        """Return the subject with further titles, by the word."""
        return replace(self, titles={**self.titles, **titles})

    def with_parts(self, parts: Mapping[str, str]) -> Subject:
        """Return the subject with further words behind a player's name."""
        return replace(self, parts={**self.parts, **parts})

    def with_names(self, named: Mapping[str, Iterable[str]]) -> Subject:
        """Return the subject with further names for players, alone and before a part."""
        parts = {"": Meaning.PLAIN} | dict(self.parts)
        return self.with_titles(
            {
                word_of(name) + part: Use(meaning, player)
                for player, names in named.items()
                for name in names
                for part, meaning in parts.items()
            }
        )

    def name_and_part(self, title: str) -> tuple[str, str | None]:
        """Return a title without the words behind a name, and the meaning of the last of them."""
        words = title.split()
        part = self.parts.get(word_of(words[-1])) if len(words) > 1 else None
        while len(words) > 1 and word_of(words[-1]) in self.parts:
            words.pop()
        return " ".join(words), part


HANDS = Subject(
    {word: Use(meaning) for word, meaning in _by_word(TITLES, HAND_TITLES).items()},
    _by_word(PARTS, HAND_PARTS),
    lambda meaning: meaning not in {Meaning.NUMBER, Meaning.DEALER},
    {Meaning.UNUSED},
    say("Paste a table: a header line, then one row per hand."),
    lambda players: say(
        "The first line must name the columns, as in: {example}.",
        example=Listed((say("hand"), say("bid"), say("declarer"), *map(Given, players))),
    ),
)
RESULTS = Subject(
    {word: Use(meaning) for word, meaning in _by_word(TITLES, PARTS, RESULT_TITLES).items()},
    _by_word(PARTS, RESULT_PARTS),
    lambda meaning: meaning == Meaning.DATE,
    set(Meaning) - {Meaning.WINNER},
    say("Paste a table: a header line, then one row per game."),
    lambda _: say(
        "The first line must name the columns, one of them the date, as in: {example}.",
        example=Listed((say("date"), *map(Given, ("Anna", "Ben", "Carl")))),
    ),
)


@dataclass(frozen=True)
class Table:
    """A table as it was split.

    columns   all columns, each with its use
    rows      the rows below the titles
    above     the rows above them
    width     the number of titles; rows may have more cells
    text      the text; of a table that was turned, that of the turned one
    """

    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    above: tuple[TableRow, ...]
    width: int
    split: Splitter
    text: str

    @cached_property
    def places(self) -> Mapping[Use, int]:
        """The place of the first column for each use."""
        return {column.use: column.place for column in reversed(self.columns)}

    @cached_property
    def shown(self) -> tuple[Column, ...]:
        """The columns that have a title or cells, each with some of its cells."""
        return tuple(
            column._replace(cells=cells)
            for column in self.columns
            if (cells := self._cells(column.place)) or column.title
        )

    def _cells(self, place: int) -> tuple[str, ...]:
        cells = []
        for row in self.rows:
            if cell := row.at(place):
                cells.append(cell[:LONGEST_SHOWN])
            if len(cells) == SAMPLES:
                break
        return tuple(cells)

    @cached_property
    def _by_meaning(self) -> Mapping[str, list[Column]]:
        by_meaning: dict[str, list[Column]] = {}
        for column in self.columns:
            by_meaning.setdefault(column.use.meaning, []).append(column)
        return by_meaning

    def of(self, meaning: str) -> Sequence[Column]:
        """Return the columns with a meaning, in their order."""
        return self._by_meaning.get(meaning, ())

    def title(self, place: int) -> str:
        return self.columns[place].title

    def with_uses(self, uses: Iterable[Use]) -> Table:
        """Return the table with other uses of its columns."""
        pairs = zip(self.columns, uses, strict=True)
        return replace(self, columns=tuple(column._replace(use=use) for column, use in pairs))

    def with_chosen(self, chosen: Mapping[str, Use]) -> Table:
        """Return the table with the uses that somebody has chosen, by the field of the column."""
        return self.with_uses(chosen.get(column.field, column.use) for column in self.columns)


def read_table(
    text: str,
    subject: Subject,
    players: Collection[str] = (),
    *,
    names: Collection[str] = (),
    is_date: Callable[[str], bool] = lambda _: False,
) -> Table:
    """Split a table into cells, and find its columns; raises MalformedEntry.

    players     the players that titles may name
    names       the names that may have several words
    is_date     whether a cell is a date; a line above the first one may be the head, and a line of
                dates alone is that of a table whose columns are games, which is turned
    """
    lines = lines_of(text, subject.empty)
    at, split = _head(lines[:HEAD_WITHIN], subject, players, names, is_date)
    rows, before = rows_of(lines, split), []
    first = enumerate(rows[:HEAD_WITHIN])
    dated = next((index for index, row in first if _is_dates(row, is_date)), None)
    if dated is not None:
        text, before = turned(rows[dated:]), rows[:dated]
        lines = lines_of(text, subject.empty)
        at, split = 0, Splitter("\t")
        rows = rows_of(lines, split)
    line = lines[at][0]
    head = next(row for row in rows if row.line == line)
    above = before + [row for row in rows if row.line < line]
    rows = [row for row in rows if row.line > line]
    if any(any(map(is_date, row.cells)) and any(map(is_number, row.cells)) for row in above):
        raise MalformedEntry("no-head", subject.no_head(tuple(players)))
    titles = joined_names(head.cells, names) if split.is_blank else head.cells
    if rows and _has_parts(rows[0].cells, titles, subject):
        titles, rows = _of_two_rows(titles, rows[0].cells, subject), rows[1:]
    elif above and _has_parts(titles, above[-1].cells, subject):
        titles = _of_two_rows(above[-1].cells, titles, subject)
    width = len(titles)
    titles += ("",) * (max((len(row.cells) for row in rows), default=0) - width)
    columns = _columns(titles, subject, players)
    return Table(columns, tuple(rows), tuple(above), width, split, text)


def _is_dates(row: TableRow, is_date: Callable[[str], bool]) -> bool:
    """Return whether a row has several dates and no number, so that each column is a game."""
    others = [cell for cell in row.cells if cell and not is_date(cell)]
    dates = sum(map(bool, row.cells)) - len(others)
    return dates >= LEAST_DATES and not any(map(is_number, others))


def _head(
    lines: Sequence[tuple[int, str]],
    subject: Subject,
    players: Collection[str],
    names: Collection[str],
    is_date: Callable[[str], bool],
) -> tuple[int, Splitter]:
    """Return the index of the line with the most titles, and the splitter for all lines."""

    def titled(line: str) -> tuple[int, bool]:
        split = splitter_of([line])
        cells = split(line)[:MOST_COLUMNS]
        if split.is_blank:
            cells = joined_names(cells, names)
        uses = {subject.use(cell, players) for cell in cells}
        has_title = any(use is not None and use.meaning != Meaning.PLAIN for use in uses)
        has_number = any(cell.isdecimal() and not subject.use(cell, players) for cell in cells)
        if has_number and not has_title:
            return 0, False
        needed = sum(use is not None and subject.is_needed(use.meaning) for use in uses)
        return needed, split.sign != " "  # a sentence above the titles has blanks

    counts = [titled(line) for _, line in lines]
    at = max(range(len(lines)), key=lambda at: counts[at])
    if counts[at][0]:
        if counts.count(counts[at]) > MOST_HEADS:  # rows of names under titles of another kind
            at = 0
        return at, splitter_of([lines[at][1]])
    split = splitter_of([line for _, line in lines])
    rows = [split(line) for _, line in lines]
    first = next((at for at, cells in enumerate(rows) if any(map(is_date, cells))), 0)
    if _is_dates(TableRow(0, rows[first]), is_date):
        return first, split
    is_named = len(lines) > 1 and len(rows[0]) > 1 and not any(map(is_number, rows[0]))
    if is_named and not any(map(is_date, rows[0])):
        return max(first - 1, 0), split
    if not first or any(map(is_number, rows[first - 1])):
        raise MalformedEntry("no-head", subject.no_head(tuple(players)))
    return first - 1, split


def _has_parts(below: Sequence[str], above: Sequence[str], subject: Subject) -> bool:
    """Return whether a row names parts below the names of players: bid, tricks, bid, tricks."""
    words = [word_of(cell) for cell in below if cell]
    named = Counter(word for word in words if word in subject.parts)
    is_repeated = max(named.values(), default=0) > 1
    return is_repeated and 2 * named.total() > len(words) and sum(map(bool, above)) > 1


def _of_two_rows(above: Sequence[str], below: Sequence[str], subject: Subject) -> tuple[str, ...]:
    """Return the titles of a head of two rows: “Anna points” for “points” under “Anna”.

    Each name in the upper row stands over one or more columns.
    """
    name, titles = "", []
    for place in range(max(len(above), len(below))):
        over, title = (cells[place] if place < len(cells) else "" for cells in (above, below))
        name = over or name
        own = subject.titles.get(word_of(name))
        is_part = word_of(title) in subject.parts and (own is None or own.player != "")
        is_title = not over or word_of(title) in subject.titles
        titles.append(f"{name} {title}" if name and is_part else title if is_title else over)
    return tuple(titles)


def _columns(
    titles: Sequence[str], subject: Subject, players: Collection[str]
) -> tuple[Column, ...]:
    """Return the columns with the uses that their titles name.

    A use that only one column can have is that of the first one; a column with the whole name of a
    player comes before one with its beginning: “R” beside “Ruth”.
    """
    names = set(map(word_of, players))
    uses = [subject.use(title, players) or UNUSED for title in titles]
    taken: set[Use] = set()
    for place in sorted(range(len(titles)), key=lambda at: word_of(titles[at]) not in names):
        if uses[place] in taken:
            uses[place] = UNUSED
        elif uses[place].player or uses[place].meaning not in subject.many:
            taken.add(uses[place])
    return tuple(Column(place, titles[place], uses[place]) for place in range(len(titles)))
