"""Columns of a pasted table of results: their titles in three languages, and their meanings."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.pasted_cells import (
    MINUS,
    decimal_in,
    may_run,
    points_in,
    word_of,
)
from scorekeeper.ledger.dates import DayOrder, MonthsNamed, date_in
from scorekeeper.ledger.people import folded
from scorekeeper.wording import Given, Listed, say

# Titles may be in any of the three languages of the pages; capitals and signs do not matter.

MOST_ROWS = 20_000
HEAD_WITHIN = 12  # lines; the titles and the first date are among them
LEAST_ROWS = 2  # rows that a row of totals can add up, or that can look like running totals
MUCH_ALIKE = 4  # a column whose numbers differ so many times less than those of players
MUCH_RISEN = 3  # steps upward; a column of a player may rise so often by chance
LEAST_PLAYERS = 2  # columns of players

COLUMNS = {
    "date": "date day when played datum tag wann am gespielt תאריך יום מתי",
    "player": "player name who players spieler spielerin wer שחקן שחקנית שם",
    "points": "points score total totals result pts punkte ergebnis pkt נקודות ניקוד תוצאה",
    "running": "running cumulative accumulated stand zwischenstand kumuliert laufend מצטבר",
    "place": "place rank position pos platz rang platzierung מקום דירוג",
    "game": "game games match nr no number # spiel partie runde round משחק סיבוב מספר",
    "winner": "winner sieger siegerin gewinner מנצח מנצחת",
    "unused": "note notes notiz notizen bemerkung bemerkungen kommentar comment "
    "location ort wo where summe sum gesamt average avg schnitt הערות הערה סהכ ממוצע "
    "stake stakes pot cash money einsatz einsätze kasse geld euro betrag קופה הימור כסף "
    "hands deals hände anzahl count ידיים "
    "minutes duration time end minuten dauer zeit uhrzeit beginn ende דקות שעה זמן σ ∑ ø",
}
_MEANINGS = {word_of(word): key for key, words in COLUMNS.items() for word in words.split()}
OF_PLAYER = {"points", "running", "place"}  # meanings of a word behind a name: “Anna points”
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


@dataclass(slots=True)
class Columns:
    """The columns of a pasted table, numbered from 0.

    width      the number of cells of the row of titles
    known      the number of the column for each meaning, such as "date" or "points"
    players    the players that a column's numbers are for, by the number of the column
    ranks      the players whose places a column holds beside their points
    numbers    the meaning of the numbers, if the titles say it
    doubtful   the columns of numbers that may be no player's
    """

    titles: list[str]
    width: int
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
    ) -> Columns:
        """Find the columns by the titles in `head`, and in the row `above` if they take two rows.

        Raises MalformedEntry if no column is for players.
        """
        width = max(map(len, [head, *rows[:MOST_ROWS]]))
        titles = [*head, *[""] * (width - len(head))]
        # A head of two rows has the names above and “points” or “place” below.
        if sum(meaning_of(title) in OF_PLAYER for title in titles) > 1 and any(above):
            titles = _with_names(titles, above)
        chosen = {
            place: reading.columns[title]
            for place, title in enumerate(titles)
            if title in reading.columns
        }
        dates = {at for row in (head, above) for at, cell in enumerate(row) if is_dates(cell)}
        dates -= {place for place, meaning in chosen.items() if meaning is not Meaning.DATE}
        picked = [place for place, meaning in chosen.items() if meaning is Meaning.DATE]
        date = picked[0] if picked else _date_column(rows[:HEAD_WITHIN], dates, reading)
        columns = cls(titles, len(head), {"date": date}, {}, {}, [])
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
            if key not in {"date", "winner"} and not all(map(is_number, filled[place]))
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
            meaning = chosen[place].value if place in chosen else meaning_of(title)
            if place == self.known["date"]:
                continue
            if meaning == "unused" or (meaning == "date" and place in chosen):
                self.unused.append(title[:40])
            elif meaning in {"player", "points", "place", "game", "winner"}:
                self.known.setdefault(meaning, place)
            elif meaning in {"date", "running"} or (not title and filled[place]):
                self.unused.append(title[:40] or "…")
            elif title and (meaning == "share" or any(map(begins_number, filled[place]))):
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
                self.players[place] = people_in(self.titles[place])
            elif part == "place":
                self.ranks[place] = people_in(self.titles[place])
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
        if all(0 < number <= len(told) for each in told.values() for number in each):
            return  # these may be places
        is_running = reading.numbers is Numbers.RUNNING or may_run(list(told.values()))
        for place, numbers in told.items():
            if self.titles[place] in reading.columns or len(numbers) < LEAST_ROWS:
                continue
            if known.issuperset(map(folded, self.players[place])) or 2 * len(numbers) < len(rows):
                continue
            others = [each for other, each in told.items() if other != place and each]
            steps = [new - old for old, new in pairwise(numbers)]
            rises = (
                len(steps) > 1
                and min(steps) > 0
                and (len(set(steps)) == 1 or len(steps) > MUCH_RISEN)
            )
            if _is_even(numbers, others) or (rises and not is_running):
                self.doubtful.add(place)
        if len(self.players) - len(self.doubtful) < LEAST_PLAYERS:
            self.doubtful.clear()


def _is_even(numbers: Sequence[int], others: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers are all alike, or small and alike beside those of the others."""
    spreads = sorted(max(each) - min(each) for each in others)
    sizes = sorted(max(map(abs, each)) for each in others)
    middle, spread = len(others) // 2, max(numbers) - min(numbers)
    if not others or MUCH_ALIKE * max(spread, 1) >= spreads[middle]:
        return False
    is_small = MUCH_ALIKE * max(map(abs, numbers)) < sizes[middle]
    return is_small or (spread == 0 and len(numbers) > LEAST_ROWS)


def is_dates(title: str) -> bool:
    return meaning_of(title) == "date"


def _date_column(rows: Sequence[Sequence[str]], titled: Collection[int], reading: Reading) -> int:
    """Return the number of the column of dates: of those in `titled`, the one with most dates.

    Raises MalformedEntry if there is none.
    """
    dated = Counter(
        place for row in rows for place, cell in enumerate(row) if has_date([cell], reading)
    )
    places = [place for place in sorted(titled) if place in dated] or sorted(titled or dated)
    if not places:
        raise no_head()
    return max(places, key=lambda place: dated[place])


def no_head() -> MalformedEntry:
    """Return the error of a table whose titles name no column of dates."""
    return MalformedEntry(
        "no-head",
        say(
            "The first line must name the columns, one of them the date, as in: {example}.",
            example=Listed((say("date"), *map(Given, ("Anna", "Ben", "Carl")))),
        ),
    )


def meaning_of(title: str) -> str | None:
    return _MEANINGS.get(word_of(title)) if title else None


def _with_names(titles: Sequence[str], above: Sequence[str]) -> list[str]:
    """Return the titles of a head of two rows: “Anna points” for “points” under “Anna”.

    Each name in the row `above` stands over one or more columns.
    """
    name, joined = "", list(titles)
    for place, title in enumerate(titles):
        over = above[place] if place < len(above) else ""
        name, joined[place] = over or name, title or over
        if meaning_of(title) in OF_PLAYER and name and meaning_of(name) is None:
            joined[place] = f"{name} {title}"
    return joined


def _part(title: str) -> str | None:
    """Return the meaning of the last word of a title that begins with a name, as “place”."""
    *name, last = title.split() or [""]
    meaning = meaning_of(last)
    return meaning if name and meaning in OF_PLAYER else None


def people_in(title: str) -> tuple[str, ...]:
    """Return the players named in a title; partners have one column together."""
    words = title.split()
    while len(words) > 1 and meaning_of(words[-1]) in OF_PLAYER:
        words.pop()
    return tuple(name for name in TOGETHER.split(" ".join(words)) if name)


def is_number(cell: str) -> bool:
    return decimal_in(cell) is not None


def begins_number(cell: str) -> bool:
    """Return whether a cell may be meant as a number, as “310 (fast)” or “#REF!”."""
    return re.match(rf"[{MINUS}+(]?\s*\d|#", cell) is not None or is_number(cell)


def has_date(cells: Iterable[str], reading: Reading) -> bool:
    for cell in cells:
        try:
            date_in(cell, reading.today, reading.months_named, DayOrder.DAY)
        except EntryError:
            continue
        return True
    return False
