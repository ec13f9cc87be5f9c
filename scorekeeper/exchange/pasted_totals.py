"""Totals in pasted tables: rows that add up other rows, and running totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import TypeVar

from scorekeeper.exchange.pasted_cells import word_of
from scorekeeper.exchange.pasted_table import Flaw
from scorekeeper.wording import Listed, say

SUMS = {
    *("total", "totals", "grandtotal", "sum", "summe", "gesamt", "gesamtsumme", "endstand"),
    *("σ", "∑", "סהכ", "סיכום", "סךהכל"),
}
TOTALS = SUMS | {
    *("subtotal", "final", "saldo", "zwischensumme", "stand", "zwischenstand", "ergebnis"),
    *("balance", "יתרה"),
    *("average", "avg", "mean", "schnitt", "durchschnitt", "mittel", "mittelwert", "ø", "ממוצע"),
    *("place", "places", "rank", "platz", "plätze", "rang", "מקום"),
    *("wins", "won", "siege", "gewonnen", "ניצחונות", "נצחונות"),
    *("gamesplayed", "anzahlspiele", "spieleanzahl", "anzahl", "count", "מספרמשחקים"),
}
STARTS = {
    *("start", "begin", "beginning", "carried", "carriedover", "broughtforward", "before"),
    *("carriedforward", "anfang", "beginn", "übertrag", "vortrag", "התחלה", "העברה"),
}
LEAST_ROWS = 2  # rows that a row of totals can add up, or that can look like running totals
MUCH_ALIKE = 4  # times the number of columns; a sum of games is larger

Numbered = Mapping[int, Decimal]
"""The numbers of a row by the place of the column."""


def is_one_of(words: set[str], cells: Iterable[str]) -> bool:
    """Return whether one of the cells is one of the words, such as those of `TOTALS`."""
    return any(cell and word_of(cell) in words for cell in cells)


def wrong_sum(line: int, due: Iterable[int]) -> Flaw:
    """Return the note on a row of totals that differ from the sums of the rows."""
    reason = say("a row of totals, but the rows give {numbers}", numbers=Listed(due))
    return Flaw(line, reason)


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
            self.worst[place] += number == low

    def gives(self, numbers: Numbered, *, means: bool = False, least: int = LEAST_ROWS) -> bool:
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


Who = TypeVar("Who", bound=Hashable)


def points_of_each(
    totals: Iterable[Mapping[Who, int]], start: Mapping[Who, int]
) -> Iterator[dict[Who, int]]:
    """Yield the points of each row of running totals; `start` has the totals before the first."""
    before = dict(start)
    for row in totals:
        yield {who: total - before.get(who, 0) for who, total in row.items()}
        before.update(row)
