"""Checks of a table's rows against each other: sums that do not add up, and cells out of place.

Rows of hands and of results are checked alike. What differs is a doubt, which somebody confirms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise, product
from typing import TypeVar

from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.exchange.table_cells import SHOWN, may_have_decimals, points_in, word_of
from scorekeeper.exchange.table_columns import LONGEST_SHOWN, RESULTS, UNUSED, Meaning, Table
from scorekeeper.exchange.table_text import TableRow
from scorekeeper.wording import Given, Total, say

COUNTED = {Meaning.PLAIN, Meaning.POINTS, Meaning.RUNNING}
"""Meanings of columns with points."""

SUMS = {
    *("total", "totals", "grandtotal", "sum", "summe", "gesamt", "gesamtsumme", "endstand"),
    *("σ", "∑", "סהכ", "סיכום", "סךהכל", "סךהכול"),
}
TOTALS = {
    *SUMS,
    *("wins", "won", "siege", "gewonnen", "ניצחונות", "נצחונות"),
    *("gamesplayed", "anzahlspiele", "spieleanzahl", "מספרמשחקים", "anzahl", "count"),
    *("games", "spiele", "משחקים"),
    *("subtotal", "final", "saldo", "zwischensumme", "stand", "zwischenstand", "ergebnis"),
    *("balance", "יתרה"),
    *("average", "avg", "mean", "schnitt", "durchschnitt", "mittel", "mittelwert", "ø", "ממוצע"),
    *("place", "places", "rank", "platz", "plätze", "rang", "מקום"),
}
ENDS = ("summe", "total", "gesamt")  # of words such as Jahressumme
STARTS = {
    *("start", "begin", "beginning", "carried", "carriedover", "broughtforward", "before"),
    *("carriedforward", "anfang", "beginn", "übertrag", "vortrag", "התחלה", "העברה"),
}
LEAST_ROWS = 2  # rows that a row of totals can add up
LEAST_SERIES = 3  # rows of numbers that never fall, and so may be running totals

Who = TypeVar("Who", bound=Hashable)


def is_one_of(words: set[str], cells: Iterable[str]) -> bool:
    """Return whether one of the cells has one of the words, such as those of `TOTALS`.

    “Summe 2019” has “Summe”, and so has “Jahressumme”.
    """
    return any(
        word_of(part) in words or (words >= SUMS and word_of(part).endswith(ENDS))
        for cell in cells
        for part in (cell, *cell.split())
        if part
    )


def wrong_row_sums(
    table: Table, rows: Sequence[tuple[TableRow, int]], decimals: int
) -> Iterator[Remark]:
    """Yield the rows that do not add up to their number in a column of sums, as most rows do.

    `rows` has each row with its sum. A column is one of sums by its title, or, without a title, if
    it has the sums of most rows.
    """
    for place, title, use, _ in table.columns:
        if use != UNUSED or (title and word_of(title) not in SUMS):
            continue
        cells = [(row.line, due, points_in(row.at(place), decimals)) for row, due in rows]
        read = [(line, due, given) for line, due, given in cells if given is not None]
        wrong = [(line, due, given) for line, due, given in read if due != given]
        for line, due, given in wrong if 2 * len(wrong) <= len(read) - (not title) else ():
            reason = say(
                "The row adds up to {due}, not {given}.",
                due=Total(due, decimals), given=Total(given, decimals),
            )  # fmt: skip
            yield Remark(Level.DOUBT, reason, line, title)


def doubtful_rows(table: Table, rows: Sequence[TableRow]) -> Iterator[Remark]:
    """Yield the rows that lack a cell, or have two different ones for one title.

    A row lacks a cell if it ends before a column that half of the rows fill; its last cells may
    then stand in the wrong columns.
    """
    filled = [
        column.place
        for column in table.columns
        if 2 * sum(bool(row.at(column.place)) for row in rows) >= len(rows)
    ]
    short = say("The row ends early: does each cell stand in its column?")
    last = max(filled, default=-1)
    yield from (Remark(Level.DOUBT, short, row.line) for row in rows if len(row.cells) <= last)
    read = {word_of(each.title): each.place for each in table.columns if each.use != UNUSED}
    for at, title, use, _ in table.columns:
        first = read.get(word_of(title)) if title and use == UNUSED else None
        other = next((row for row in rows if row.at(at) not in {"", row.at(first)}), None)
        if first is not None and other is not None:
            text = Given(other.at(at)[:LONGEST_SHOWN])
            reason = say("The second column of this title is not read; it has {text}.", text=text)
            yield Remark(Level.DOUBT, reason, other.line, title)


def doubtful_labels(table: Table, rows: Sequence[TableRow], labels: int) -> Iterator[Remark]:
    """Yield the rows that begin with a word where most rows have none: it may name totals.

    labels    the number of cells that may name a row; columns of notes are left out
    """
    for at, title, use, _ in table.columns[:labels]:
        if use != UNUSED or RESULTS.use(title) == UNUSED:
            continue
        named = [(row, row.at(at)) for row in rows if word_of(row.at(at)).isalpha()]
        for row, name in named if 2 * len(named) <= len(rows) else ():
            reason = say("Is “{name}” a hand?", name=Given(name[:SHOWN]))
            yield Remark(Level.DOUBT, reason, row.line, title)


def doubtful_thousands(table: Table, rows: Sequence[TableRow], point: str) -> Iterator[Remark]:
    """Yield the first number whose thousands may be decimals, as `may_have_decimals` says."""
    for row, column in product(rows, table.columns):
        text = row.at(column.place)
        if column.use.meaning in COUNTED and may_have_decimals(text, point):
            reason = say(
                "Is “{text}” {number}? Numbers with three decimals are written like this, too.",
                text=Given(text[:SHOWN]), number=Total(points_in(text) or 0),
            )  # fmt: skip
            yield Remark(Level.DOUBT, reason, row.line, column.title)
            return


class SumRows(Enum):
    """The meaning of rows that add up others, without a word that says so."""

    LEFT_OUT = "left-out"
    KEPT = "kept"


def sum_rows(
    rows: Sequence[tuple[int, Mapping[Who, int]]], others: Collection[int] = ()
) -> list[int]:
    """Return the lines of rows that add up all rows above them, and of the first if all others.

    rows      the line and the numbers of each row
    others    the lines that are no sums
    """

    def adds_up(line: int, numbers: Mapping[Who, int], times: int) -> bool:
        is_sum = all(sums[who] == times * number for who, number in numbers.items())
        return is_sum and any(numbers.values()) and line not in others

    sums: Counter[Who] = Counter()
    lines = []
    for count, (line, numbers) in enumerate(rows):
        if count >= LEAST_ROWS and adds_up(line, numbers, 1):
            lines.append(line)
        else:
            sums.update(numbers)
    if len(rows) > LEAST_ROWS and adds_up(*rows[0], 2):
        lines.append(rows[0][0])
    return lines


def asked_of_sums(lines: Iterable[int], said: SumRows | None) -> Iterator[Remark]:
    """Yield the question about rows that add up others, or what is left out once it is answered."""
    for line in lines:
        if said is None:
            reason = say("These are the sums of other rows: is this a row of totals?")
            yield Remark(Level.QUESTION, reason, line, field="sums")
        elif said is SumRows.LEFT_OUT:
            yield Remark(Level.LEFT_OUT, say("a row of totals"), line)


def wrong_sums(
    table: Table,
    row: TableRow,
    numbers: Mapping[int, int],
    dues: Iterable[Mapping[int, int]],
    decimals: int,
) -> list[Remark]:
    """Return a doubt for each column in which a row of totals is wrong.

    numbers    those of the row, by the place of the column
    dues       possible right numbers: the sums of all rows, or of those since the last totals; the
               most similar one counts
    """

    def differing(due: Mapping[int, int]) -> list[Remark]:
        return [
            Remark(Level.DOUBT, say("The rows give {due} here, not {given}.",
                   due=Total(due.get(at, 0), decimals), given=Total(number, decimals)),
                   row.line, table.title(at))
            for at, number in numbers.items()
            if due.get(at, 0) != number
        ]  # fmt: skip

    return min(map(differing, dues), key=len, default=[])


def points_of_each(
    totals: Iterable[Mapping[Who, int]], start: Mapping[Who, int]
) -> Iterator[dict[Who, int]]:
    """Yield the points of each row of running totals; `start` has the totals before the first."""
    before = dict(start)
    for row in totals:
        yield {who: total - before.get(who, 0) for who, total in row.items()}
        before.update(row)


def may_run(series: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers may be running totals; each series is a column of them, by time.

    Either none of them ever falls, or they change less than they are large. If most of them have
    one sign, they must also grow by a third, because high points change little from game to game.
    Few rows are all in sight, so nothing is asked of them.
    """
    if len(series) < LEAST_ROWS or max(map(len, series)) < LEAST_SERIES:
        return False
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
