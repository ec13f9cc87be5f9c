"""Pasted tables: their rows of cells, and their columns with a meaning each.

Tables of hands and of results are read alike. The lines are split into cells, one or two of them
are the head, and the meaning of a column follows from its title, or somebody has chosen it.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cached_property
from typing import NamedTuple

from scorekeeper.errors import MalformedEntry
from scorekeeper.exchange.pasted_cells import (
    is_number,
    word_of,
)
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.people import folded
from scorekeeper.wording import Given, Listed, Sentence, say

HEAD_WITHIN = 12  # lines; one of them names the columns
MOST_LINES = 20_000
MOST_COLUMNS = 120
LONGEST_LINE = 10_000  # characters
LONGEST_SHOWN = 40  # characters of a title
MARKS = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")  # unseen
RULES = " -–—:=+|"  # signs of a line that only parts others


# Rows


@dataclass(frozen=True, slots=True)
class Flaw:
    """An error in a line, with the title of the column if it is in one cell."""

    line: int
    reason: Sentence
    column: str = ""

    @property
    def sentence(self) -> Sentence:
        """The place and the reason, as in “line 3, column “bid”: ...”."""
        place = say("line {line}", line=self.line)
        if self.column:
            column = Given(self.column[:20])
            place = say("line {line}, column “{column}”", line=self.line, column=column)
        return say("{place}: {reason}", place=place, reason=self.reason)


class TableRow(NamedTuple):
    """The cells of a line, which has this number in the pasted text, from 1."""

    line: int
    cells: tuple[str, ...]

    def at(self, place: int | None) -> str:
        """Return the cell in a column; empty if there is none."""
        return "" if place is None or place >= len(self.cells) else self.cells[place]


def splitter_of(lines: Sequence[str]) -> Splitter:
    """Return a splitter for the separator that at least half of the lines contain.

    If there is none, cells are separated by two or more spaces, or by one.
    """
    for sign in ("\t", ";", "|", ","):
        if 2 * sum(sign in line for line in lines) >= len(lines):
            return Splitter(sign)
    wide = sum(re.search(r"\S\s{2,}\S", line) is not None for line in lines)
    return Splitter("  " if 2 * wide >= len(lines) else " ")


@dataclass(frozen=True, slots=True)
class Splitter:
    """Splits a line into cells at a separator, such as a tab, a semicolon or two spaces."""

    sign: str

    @property
    def is_blank(self) -> bool:
        """Whether blanks separate the cells, so that an empty cell cannot be seen."""
        return not self.sign.strip(" ")

    @property
    def shown(self) -> str:
        """The separator as it is shown between two cells, for example with a space."""
        return f"{self.sign} " if self.sign in ";," else " | " if self.sign == "|" else " "

    def __call__(self, line: str) -> tuple[str, ...]:
        if self.sign == "|":
            cells = line.strip().strip("|").split("|")
        elif self.sign == "  ":
            cells = re.split(r"\s{2,}", line.strip())
        elif self.sign == " ":
            cells = line.split()
        else:
            cells = next(csv.reader([line], delimiter=self.sign), [])
        return tuple(map(str.strip, cells)) or ("",)


def other_cells(cells: int, titles: int) -> Sentence:
    """Return the error of a row whose cells cannot be told apart, because blanks separate them."""
    return say(
        "{cells} cells under {titles} titles: separate all cells with tabs or semicolons.",
        cells=cells,
        titles=titles,
    )


def _lines(text: str, subject: Subject) -> list[tuple[int, str]]:
    """Return the lines that are not empty, with their numbers; raises MalformedEntry."""
    plain = MARKS.sub("", text)
    lines = [(number, line) for number, line in enumerate(plain.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry("no-table", subject.empty)
    if len(lines) > MOST_LINES:
        raise MalformedEntry("too-many-rows", subject.too_many(len(lines)))
    long = next((number for number, line in lines if len(line) > LONGEST_LINE), None)
    if long is not None:
        raise MalformedEntry("line-too-long", say("line {line}: this is too large.", line=long))
    return lines


def _joined_names(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a line, with the words of each known name as one cell."""
    parts = sorted((folded(name).split() for name in names if name.strip()), key=len)[::-1]
    lower = [folded(word) for word in words]
    joined, at = [], 0
    while at < len(words):
        length = next((len(name) for name in parts if lower[at : at + len(name)] == name), 1)
        joined.append(" ".join(words[at : at + length]))
        at += length
    return tuple(joined)


# Columns


class Meaning(StrEnum):
    """The meaning of a column; a column with a player is about this player alone.

    NUMBER    the number of the hand or game
    PLAIN     the numbers of a player, as `Numbers` has it
    """

    DATE = "date"
    NUMBER = "number"
    NAME = "player"
    WINNER = "winner"
    DEALER = "dealer"
    BID = "bid"
    DECLARER = "declarer"
    AUCTION = "auction"
    EXCHANGES = "exchanges"
    ANNOUNCED = "announced"
    QUEEN = "queen"
    JACK = "jack"
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
    PLACES     the places in the game
    """

    PAIR = "pair"
    POINTS = "points"
    RUNNING = "running"
    PLACES = "places"


class Use(NamedTuple):
    """The use of a column; `player` is empty if it is not about one player."""

    meaning: Meaning
    player: str = ""


UNUSED = Use(Meaning.UNUSED)


class Column(NamedTuple):
    """A column with its place, from 0; `use` is None while it is not known."""

    place: int
    title: str
    use: Use | None


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a person for a pasted table; the rest is to be found out.

    order      the order of day and month in dates
    numbers    the meaning of plain numbers
    columns    the use of columns, by the title
    """

    order: DayOrder | None = None
    numbers: Numbers | None = None
    columns: Mapping[str, Use] = field(default_factory=dict)


NOTHING_CHOSEN = Choices()

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
    Meaning.DECLARER: "declarer by bidder winner trumpmaker trumpfmacher alleinspieler קובעהשליט "
    "זוכה",
    Meaning.AUCTION: "auction calls bieten reizung מכרז",
    Meaning.EXCHANGES: "exchanges exchange gulash frisch פריש",
    Meaning.ANNOUNCED: "announced announcement trump trumps suit choice dash dashcall dashcalls "
    "trumpf farbe שליט",
    Meaning.CONTRACT: "contracts contract said ansagen ansage חוזים חוזה",
    Meaning.TRICKS: "tricks took taken stiche לקיחות",
    Meaning.QUEEN: "queen dame מלכה",
    Meaning.JACK: "jack bube נסיך",
}
RESULT_TITLES: Words = {
    Meaning.NUMBER: "game games match partie משחק מספר",
    Meaning.DATE: "date day when played datum tag wann am gespielt תאריך יום מתי",
    Meaning.NAME: "player name who players spieler spielerin wer שחקן שחקנית שם",
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

# Words behind a player's name, as in “Anna points”

PARTS: Words = {
    Meaning.POINTS: TITLES[Meaning.POINTS],
    Meaning.RUNNING: "running stand zwischenstand",
}
HAND_PARTS: Words = {
    Meaning.CONTRACT: "contract said says bid call c gebot sagt ansage angesagt הצעה חוזה הכרזה",
    Meaning.TRICKS: "tricks took taken made t stiche stich gemacht לקיחות לקח",
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
    """The subject of the rows of a pasted table: hands or games.

    titles      the uses of titles, by the word
    parts       the meanings of words behind a player's name
    is_needed   whether columns of a meaning show that a line is the head
    empty       the error of an empty text
    no_head     the error of a pasted table without titles, for these players
    too_many    the error of a pasted table with this number of rows
    """

    titles: Mapping[str, Use]
    parts: Mapping[str, Meaning]
    is_needed: Callable[[Meaning], bool]
    empty: Sentence
    no_head: Callable[[Sequence[str]], Sentence]
    too_many: Callable[[int], Sentence]

    def use(self, title: str, players: Collection[str] = ()) -> Use | None:
        """Return the use of a column by its title; None if it is not known.

        A column of one of these players may have the beginning of the name as title.
        """
        word = word_of(title) if title else ""
        for name in sorted(players, key=len, reverse=True):
            rest = word.removeprefix(word_of(name))
            if rest != word and (not rest or rest in self.parts):
                return Use(self.parts[rest] if rest else Meaning.PLAIN, name)
        if word in self.titles:
            return self.titles[word]
        begun = [name for name in players if word and word_of(name).startswith(word)]
        return Use(Meaning.PLAIN, begun[0]) if len(begun) == 1 else None

    def with_names(self, named: Mapping[str, Iterable[str]]) -> Subject:
        """Return the subject with further names for players, alone and before a part."""
        parts = {"": Meaning.PLAIN} | dict(self.parts)
        titles = {
            word_of(name) + part: Use(meaning, player)
            for player, names in named.items()
            for name in names
            for part, meaning in parts.items()
        }
        return replace(self, titles={**self.titles, **titles})

    def name_and_part(self, title: str) -> tuple[str, Meaning | None]:
        """Return a title without the words behind a name, and the meaning of the last of them."""
        words = title.split()
        part = self.parts.get(word_of(words[-1])) if len(words) > 1 else None
        while len(words) > 1 and word_of(words[-1]) in self.parts:
            words.pop()
        return " ".join(words), part


MOST_HANDS = 300
MOST_GAMES = 2_000
HANDS = Subject(
    {word: Use(meaning) for word, meaning in _by_word(TITLES, HAND_TITLES).items()},
    _by_word(PARTS, HAND_PARTS),
    lambda meaning: meaning not in {Meaning.NUMBER, Meaning.DEALER},
    say("Paste a table: a header line, then one row per hand."),
    lambda players: say(
        "The first line must name the columns, as in: {example}.",
        example=Listed((say("hand"), say("bid"), say("declarer"), *map(Given, players))),
    ),
    lambda count: say(
        "At most {most} hands at once, and these are {given}: paste them in parts.",
        most=MOST_HANDS,
        given=count,
    ),
)
RESULTS = Subject(
    {word: Use(meaning) for word, meaning in _by_word(TITLES, PARTS, RESULT_TITLES).items()},
    _by_word(PARTS, RESULT_PARTS),
    lambda meaning: meaning is Meaning.DATE,
    say("Paste a table: a header line, then one row per game."),
    lambda _: say(
        "The first line must name the columns, one of them the date, as in: {example}.",
        example=Listed((say("date"), *map(Given, ("Anna", "Ben", "Carl")))),
    ),
    lambda count: say(
        "At most {most} games at once, and these are {given}: paste them in parts.",
        most=MOST_GAMES,
        given=count,
    ),
)


@dataclass(frozen=True)
class PastedTable:
    """A pasted table.

    columns   all columns; their uses are chosen, or named by the titles
    rows      the rows below the titles
    above     the rows above them
    width     the number of titles; rows may have more cells
    """

    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    above: tuple[TableRow, ...]
    width: int
    split: Splitter

    @cached_property
    def places(self) -> Mapping[tuple[str, str], int]:
        """The place of the column for each use."""
        return {column.use: column.place for column in self.columns if column.use is not None}

    @cached_property
    def shown(self) -> tuple[Column, ...]:
        """The columns that have a title or cells."""
        return tuple(
            column
            for column in self.columns
            if column.title or any(row.at(column.place) for row in self.rows)
        )

    @property
    def unused(self) -> list[str]:
        """The titles of columns that are not used, as they are listed on the page."""
        unused = (title for _, title, use in self.shown if use and use.meaning is Meaning.UNUSED)
        return [title[:LONGEST_SHOWN] or "…" for title in unused]

    def title(self, place: int) -> str:
        return self.columns[place].title

    def with_uses(self, uses: Sequence[Use | None]) -> PastedTable:
        """Return the pasted table with other uses of its columns."""
        pairs = zip(self.columns, uses, strict=True)
        return replace(self, columns=tuple(column._replace(use=use) for column, use in pairs))


def read_table(
    text: str,
    subject: Subject,
    choices: Choices,
    players: Collection[str] = (),
    *,
    names: Collection[str] = (),
    has_date: Callable[[Sequence[str]], bool] = lambda _: False,
) -> PastedTable:
    """Split a pasted table into cells, and find its columns; raises MalformedEntry.

    players     the players that titles may name
    names       the names that may have several words
    has_date    whether a row has a date; a line above the first one may be the head
    """
    lines = _lines(text, subject)
    at, split = _head(lines[:HEAD_WITHIN], subject, players, names, has_date)
    rows = [TableRow(number, split(line)) for number, line in lines]
    wide = next((row.line for row in rows if len(row.cells) > MOST_COLUMNS), None)
    if wide is not None:
        flaw = Flaw(wide, say("At most {most} columns.", most=MOST_COLUMNS))
        raise MalformedEntry("line-too-long", flaw.sentence)
    head, filled = rows[at], [row for row in rows if "".join(row.cells).strip(RULES)]
    above = [row for row in filled if row.line < head.line]
    rows = [row for row in filled if row.line > head.line]
    if any(has_date(row.cells) and any(map(is_number, row.cells)) for row in above):
        raise MalformedEntry("no-head", subject.no_head(tuple(players)))
    titles = _joined_names(head.cells, names) if split.is_blank else head.cells
    if rows and _has_parts(rows[0].cells, titles, subject):
        titles, rows = _of_two_rows(titles, rows[0].cells, subject), rows[1:]
    elif above and _has_parts(titles, above[-1].cells, subject):
        titles = _of_two_rows(above[-1].cells, titles, subject)
    width = len(titles)
    titles += ("",) * (max((len(row.cells) for row in rows), default=0) - width)
    columns = _columns(titles, subject, choices, players)
    return PastedTable(columns, tuple(rows), tuple(above), width, split)


def _head(
    lines: Sequence[tuple[int, str]],
    subject: Subject,
    players: Collection[str],
    names: Collection[str],
    has_date: Callable[[Sequence[str]], bool],
) -> tuple[int, Splitter]:
    """Return the index of the line with the most titles, and the splitter for all lines."""

    def titled(line: str) -> tuple[int, bool]:
        split = splitter_of([line])
        cells = split(line)[:MOST_COLUMNS]
        if split.is_blank:
            cells = _joined_names(cells, names)
        uses = {subject.use(cell, players) for cell in cells}
        needed = sum(use is not None and subject.is_needed(use.meaning) for use in uses)
        return needed, split.sign != " "  # a sentence above the titles has blanks

    counts = [titled(line) for _, line in lines]
    at = max(range(len(lines)), key=lambda at: counts[at])
    if counts[at][0]:
        return at, splitter_of([lines[at][1]])
    split = splitter_of([line for _, line in lines])
    rows = [split(line) for _, line in lines]
    first = next((at for at, cells in enumerate(rows) if has_date(cells)), 0)
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
    titles: Sequence[str], subject: Subject, choices: Choices, players: Collection[str]
) -> tuple[Column, ...]:
    """Return the columns with their uses; only one column can have a certain use.

    A column with the whole name of a player comes before one with its beginning: “R” beside “Ruth”.
    """
    names = set(map(word_of, players))
    uses = [choices.columns.get(title) or subject.use(title, players) for title in titles]
    taken: set[Use] = set()
    for place in sorted(
        range(len(titles)),
        key=lambda at: (titles[at] not in choices.columns, word_of(titles[at]) not in names),
    ):
        use = uses[place]
        if use in taken:
            uses[place] = UNUSED
        elif use is not None and (use.player or use.meaning not in MANY):
            taken.add(use)
    return tuple(Column(place, titles[place], uses[place]) for place in range(len(titles)))


MANY = {Meaning.UNUSED, Meaning.DATE, Meaning.PLAIN, Meaning.RUNNING}
"""Meanings that several columns may have, if they are not about a known player."""
