"""Checks of the rows of a pasted table: totals, running totals, missing cells, doubtful numbers.

Rows of hands and of results are checked alike: a row or a column of sums is not taken for points,
and what differs from it, or looks like something else, is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise, product
from typing import TypeVar

from scorekeeper.exchange.pasted_cells import SHOWN, may_have_decimals, points_in, word_of
from scorekeeper.exchange.pasted_table import (
    LONGEST_SHOWN,
    UNUSED,
    Flaw,
    Meaning,
    PastedTable,
    TableRow,
)
from scorekeeper.wording import Given, Sentence, Total, say

COUNTED = {Meaning.PLAIN, Meaning.POINTS, Meaning.RUNNING}
"""Meanings of columns with points."""

SUMS = {
    *("total", "totals", "grandtotal", "sum", "summe", "gesamt", "gesamtsumme", "endstand"),
    *("σ", "∑", "סהכ", "סיכום", "סךהכל"),
}
WINS = {"wins", "won", "siege", "gewonnen", "ניצחונות", "נצחונות"}
GAMES = {"gamesplayed", "anzahlspiele", "spieleanzahl", "מספרמשחקים"}
TOTALS = {
    *SUMS,
    *WINS,
    *GAMES,
    *("subtotal", "final", "saldo", "zwischensumme", "stand", "zwischenstand", "ergebnis"),
    *("balance", "יתרה"),
    *("average", "avg", "mean", "schnitt", "durchschnitt", "mittel", "mittelwert", "ø", "ממוצע"),
    *("place", "places", "rank", "platz", "plätze", "rang", "מקום"),
    *("anzahl", "count"),
}
STARTS = {
    *("start", "begin", "beginning", "carried", "carriedover", "broughtforward", "before"),
    *("carriedforward", "anfang", "beginn", "übertrag", "vortrag", "התחלה", "העברה"),
}
LEAST_ROWS = 2  # rows that a row of totals can add up, or that can look like running totals
MUCH_ALIKE = 4  # times that numbers differ less than those of players, or that a sum is larger

NumbersByColumn = Mapping[int, Decimal]
"""The numbers of a row by the place of the column."""
Who = TypeVar("Who", bound=Hashable)


def is_one_of(words: set[str], cells: Iterable[str]) -> bool:
    """Return whether one of the cells is one of the words, such as those of `TOTALS`."""
    return any(cell and word_of(cell) in words for cell in cells)


def wrong_row_sums(
    pasted: PastedTable, rows: Sequence[tuple[TableRow, int]], decimals: int
) -> list[Flaw]:
    """Return the rows that do not add up to their number in a column of sums, as most rows do.

    `rows` has each row with its sum. A column is one of sums by its title, or, without a title, if
    it has the sums of most rows.
    """
    flaws = []
    for place, title, use in pasted.columns:
        is_sum = not title or word_of(title) in SUMS
        if use != UNUSED or not is_sum:
            continue
        told = [(row.line, due, points_in(row.at(place), decimals)) for row, due in rows]
        read = [(line, due, given) for line, due, given in told if given is not None]
        wrong = [(line, due, given) for line, due, given in read if due != given]
        if 2 * len(wrong) <= len(read) - (not title):
            for line, due, given in wrong:
                reason = say(
                    "The row adds up to {due}, not {given}.",
                    due=Total(due, decimals), given=Total(given, decimals),
                )  # fmt: skip
                flaws.append(Flaw(line, reason, title))
    return flaws


def doubtful_rows(pasted: PastedTable, rows: Sequence[TableRow]) -> Iterator[Flaw]:
    """Yield the rows that lack a cell, or have two different ones for one title.

    A row lacks a cell if it ends before a column that half of the rows fill; its last cells may
    then stand in the wrong columns.
    """
    filled = [
        at for at, _, _ in pasted.columns if 2 * sum(bool(row.at(at)) for row in rows) >= len(rows)
    ]
    short = say("The row ends early: does each cell stand in its column?")
    yield from (Flaw(row.line, short) for row in rows if len(row.cells) <= max(filled, default=-1))
    read = {word_of(title): at for at, title, use in pasted.columns if use != UNUSED}
    for at, title, use in pasted.columns:
        first = read.get(word_of(title)) if title and use == UNUSED else None
        other = next((row for row in rows if row.at(at) not in {"", row.at(first)}), None)
        if first is not None and other is not None:
            text = Given(other.at(at)[:LONGEST_SHOWN])
            reason = say("The second column of this title is not read; it has {text}.", text=text)
            yield Flaw(other.line, reason, title)


def doubtful_thousands(pasted: PastedTable, rows: Sequence[TableRow], point: str) -> Iterator[Flaw]:
    """Yield the first number whose thousands may be decimals, as `may_have_decimals` says."""
    for row, column in product(rows, pasted.columns):
        text = row.at(column.place)
        if column.use and column.use.meaning in COUNTED and may_have_decimals(text, point):
            reason = say(
                "Is “{text}” {number}? Numbers with three decimals are written like this, too.",
                text=Given(text[:SHOWN]), number=Total(points_in(text) or 0),
            )  # fmt: skip
            yield Flaw(row.line, reason, column.title)
            return


def doubtful_sums(rows: Sequence[tuple[int, Mapping[Who, int]]]) -> Iterator[Flaw]:
    """Yield the rows that add up all rows above them, and the first if it adds up all others.

    rows    the line and the numbers of each row
    """
    sums: Counter[Who] = Counter()
    reason = say("These are the sums of other rows: is this a row of totals?")
    for count, (line, numbers) in enumerate(rows):
        if count >= LEAST_ROWS and all(sums[who] == number for who, number in numbers.items()):
            yield Flaw(line, reason)
        sums.update(numbers)
    if len(rows) > LEAST_ROWS:
        line, numbers = rows[0]
        if all(sums[who] == 2 * number for who, number in numbers.items()):
            yield Flaw(line, reason)


def wrong_columns(
    pasted: PastedTable,
    row: TableRow,
    numbers: NumbersByColumn,
    dues: Iterable[NumbersByColumn],
    decimals: int,
) -> list[Flaw]:
    """Return the columns in which the numbers of a row of totals are wrong.

    They are compared with the most similar of `dues`.
    """

    def differing(due: NumbersByColumn) -> list[Flaw]:
        pairs = ((at, due.get(at, Decimal(0)), number) for at, number in numbers.items())
        return [
            Flaw(row.line, wrong_total(rows, number, decimals), pasted.title(at))
            for at, rows, number in pairs
            if rows != number
        ]

    return min(map(differing, dues), key=len, default=[])


def wrong_total(due: Decimal, given: Decimal, decimals: int) -> Sentence:
    """Return the note on a number that is not the total of the rows."""
    shown = [Total(int(number.scaleb(decimals)), decimals) for number in (due, given)]
    return say("The rows give {due} here, not {given}.", due=shown[0], given=shown[1])


@dataclass(slots=True)
class Sums:
    """The sums of some rows by column, to recognise a row that adds them up.

    count      the number of these rows that have another number than 0
    counts     in how many of them a column has a number
    best       in how many of them it has the highest number
    worst      in how many of them it has the lowest number
    last       the numbers of the last of them
    """

    count: int = 0
    sums: dict[int, Decimal] = field(default_factory=dict)
    counts: Counter[int] = field(default_factory=Counter)
    best: Counter[int] = field(default_factory=Counter)
    worst: Counter[int] = field(default_factory=Counter)
    last: NumbersByColumn = field(default_factory=dict)

    def add(self, numbers: NumbersByColumn) -> None:
        self.count += any(numbers.values())
        self.last = numbers
        high, low = max(numbers.values(), default=0), min(numbers.values(), default=0)
        for place, number in numbers.items():
            self.sums[place] = self.sums.get(place, Decimal(0)) + number
            self.counts[place] += 1
            self.best[place] += number == high
            self.worst[place] += number == low

    def gives(
        self, numbers: NumbersByColumn, *, means: bool = False, least: int = LEAST_ROWS
    ) -> bool:
        """Return whether numbers are the sums of the rows, of which there are `least`.

        With `means`, they may also be rounded means, numbers of games, or numbers of wins.
        """
        if self.count < least or not any(numbers.values()):
            return False
        if all(self.sums.get(place, 0) == number for place, number in numbers.items()):
            return True
        counted = (self.counts, self.best, self.worst)
        return means and (
            any(all(each[at] == number for at, number in numbers.items()) for each in counted)
            or all(self._is_mean(place, number) for place, number in numbers.items())
        )

    def named(self, cells: Iterable[str]) -> list[NumbersByColumn]:
        """Return the numbers that a row with one of these labels may have.

        Wins are of the highest numbers or of the lowest.
        """
        label = list(cells)
        counted = ((WINS, self.best), (WINS, self.worst), (GAMES, self.counts))
        named: list[NumbersByColumn] = [self.sums] if is_one_of(SUMS, label) else []
        return named + [
            {at: Decimal(number) for at, number in counts.items()}
            for words, counts in counted
            if is_one_of(words, label)
        ]

    def wrong_in(self, numbers: NumbersByColumn) -> int | None:
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


def may_run(series: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers may be running totals; each series is a column of them.

    Either none of them ever falls, or they change less than they are large. If most of them have
    one sign, they must also grow by a third, because high points change little from game to game.
    """
    several = [numbers for numbers in series if len(numbers) > 1]
    steps = [new - old for numbers in several for old, new in pairwise(numbers)]
    if not any(steps):
        return False
    if min(steps) >= 0:
        return True
    sizes = sum(abs(number) for numbers in several for number in numbers[1:])
    first, last = (sum(abs(numbers[at]) for numbers in several) for at in (0, -1))
    both_signs = 2 * abs(sum(sum(numbers[1:]) for numbers in several)) < sizes
    return sum(map(abs, steps)) < sizes and (both_signs or 4 * first < 3 * last)


def points_of_each(
    totals: Iterable[Mapping[Who, int]], start: Mapping[Who, int]
) -> Iterator[dict[Who, int]]:
    """Yield the points of each row of running totals; `start` has the totals before the first."""
    before = dict(start)
    for row in totals:
        yield {who: total - before.get(who, 0) for who, total in row.items()}
        before.update(row)
