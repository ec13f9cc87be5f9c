"""Cells of pasted tables: numbers, dates, names, bids and suits in the spelling of the table."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from scorekeeper.auction import split_bid
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger.people import folded
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.steps import MOST_DIGITS, TOO_LARGE
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Listed, Sentence, say

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
MONTHS = (
    *("jan ינו", "feb פבר", "mar mär mrz מרץ מרס", "apr אפר", "may mai מאי", "jun יונ", "jul יול"),
    *("aug אוג", "sep ספט", "oct okt אוק", "nov נוב", "dec dez דצמ"),
)
PASSED = {"pass", "passed", "allpass", "allpassed", "passe", "passen", "gepasst", "פאס", "-", "–"}
SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S"}
WORDS = (
    ("NT", "notrump notrumps nt sa sansatout ohnetrumpf ohneatout ohne ללאשליט"),
    ("C", "clubs club kreuz treff תלתן"),
    ("D", "diamonds diamond karo יהלום"),
    ("H", "hearts heart herz לב"),
    ("S", "spades spade pik עלה"),
)
TURNED = re.compile(r"([^\W\d_]{1,12})(\d{1,2})")
MINUS = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"  # also dashes of word processors
MARKS = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")  # unseen
DECORATION = re.compile(r"[*★☆✓✔🏆🥇🥈🥉👑\ufe0f\ufe0e]")
NAMED_MONTH = re.compile(r"(\d{1,2})(\.?)[ -]?([^\W\d_]{3,5})\.?")  # 3-Mar, 03. Mrz
WHOLE_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})")  # 3/3/2026, 03.03.2026
NUMBER = re.compile(  # 46, -20, +5, 46,0, 1.250, 20-, 3 pts, 2nd, 2=, T2
    rf"(?P<sign>[{MINUS}+]?)\s*[=T]?"
    r"(?P<whole>[1-9]\d{0,2}(?:[.,'\u2019 \u202f]\d{3})+|\d{1,9})(?:[.,](?P<part>\d{1,4}))?"
    r"(?:\s*(?:st|nd|rd|th|pts?|points?|p|punkte|pkt|נק|נקודות))?[.'=]?"
    rf"(?P<after>\s*[{MINUS}])?",
    re.IGNORECASE | re.ASCII,
)
LONGEST_LINE = 10_000  # characters
LONGEST_NUMBER = 40  # characters; longer cells are no number
SHOWN = 20  # characters of a cell
GROWTH = 4 / 3  # of the sizes of running totals, if some of them fall


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

    def __call__(self, line: str) -> list[str]:
        if self.sign == "|":
            return line.strip().strip("|").split("|")
        if self.sign == "  ":
            return re.split(r"\s{2,}", line.strip())
        if self.sign == " ":
            return line.split()
        return next(csv.reader([line], delimiter=self.sign), [""]) or [""]


def joined_names(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return the words of a line, with the words of each known name as one cell."""
    parts = sorted((folded(name).split() for name in names if name.strip()), key=len)[::-1]
    lower = [folded(word) for word in words]
    joined, at = [], 0
    while at < len(words):
        length = next((len(name) for name in parts if lower[at : at + len(name)] == name), 1)
        joined.append(" ".join(words[at : at + length]))
        at += length
    return joined


def other_cells(cells: int, titles: int) -> Sentence:
    """Return the error of a row whose cells cannot be told apart, because blanks separate them."""
    return say(
        "{cells} cells under {titles} titles: separate all cells with tabs or semicolons.",
        cells=cells,
        titles=titles,
    )


def may_run(series: Sequence[Sequence[int]]) -> bool:
    """Return whether numbers may be running totals; each series is a column of them.

    Either none of them ever falls, or they change less than they are large. If most of them have
    one sign, they must also grow, because high points change little from game to game.
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
    return sum(map(abs, steps)) < sizes and (both_signs or GROWTH * first < last)


def word_of(text: str) -> str:
    """Return a word in lower case, without spaces and punctuation.

    If nothing else is left, as in “?”, the punctuation stays.
    """
    bare = "".join(sign for sign in folded(text) if sign.isalnum())
    return bare or folded(text).strip()


def number_in(text: str) -> int:
    """Parse a whole number, as `whole_number` does; raises MalformedEntry."""
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise MalformedEntry(
            "not-a-number", say("“{text}” is not a whole number.", text=Given(digits[:20]))
        )
    return int(digits) if len(digits) <= MOST_DIGITS else TOO_LARGE


def decimal_in(text: str) -> Decimal | None:
    """Return the number in a cell, such as “46,5”, “+5”, “−20” or “1.250 pts”; None if it has none.

    A number in brackets or with a minus after it is negative, as accountants write it.
    """
    if len(text.strip()) > LONGEST_NUMBER:
        return None
    bare = DECORATION.sub("", text).replace("\u00a0", " ").strip()
    bracketed = len(bare) > 1 and bare[0] + bare[-1] == "()"
    match = NUMBER.fullmatch(bare[1:-1].strip() if bracketed else bare)
    if match is None or (match["after"] and (bracketed or match["sign"])):
        return None
    part = f".{match['part']}" if match["part"] else ""
    number = Decimal(re.sub(r"\D", "", match["whole"]) + part)
    return -number if bracketed or match["after"] or match["sign"] in {*MINUS} else number


def points_of(text: str) -> int:
    """Return the whole number in a cell of points (see `decimal_in`); raises MalformedEntry."""
    number, shown = decimal_in(text), Given(text.strip()[:SHOWN])
    if number is None:
        raise MalformedEntry("not-a-number", say("“{text}” is no number.", text=shown))
    if number != int(number):
        raise MalformedEntry("not-a-number", say("“{text}” is not a whole number.", text=shown))
    return int(number)


def points_in(text: str) -> int | None:
    """Return the whole number in a cell of points (see `decimal_in`); None if it has none."""
    number = decimal_in(text)
    return None if number is None or number != int(number) else int(number)


def date_in(cell: str) -> tuple[int, int, bool] | None:
    """Return (day, month, whether the day came first); None if a cell is no date.

    A spreadsheet may have turned two numbers, such as 3/2, into a date. The numbers are not
    checked: a month may be 0 or more than 12.
    """
    text = cell.strip()
    named = NAMED_MONTH.fullmatch(text)
    if named:
        word = folded(named[3])
        months = [at for at, names in enumerate(MONTHS, 1) if word.startswith(tuple(names.split()))]
        return (int(named[1]), months[0], bool(named[2])) if months else None
    whole = WHOLE_DATE.fullmatch(text)
    if whole is None:
        return None
    first, sign, second, last = whole.groups()
    if len(first) == 4 and len(last) <= 2:
        return int(last), int(second), False
    if len(last) != 4 or len(first) > 2:
        return None
    return int(first), int(second), sign == "."


def player_in(text: str, players: Sequence[str]) -> Seat:
    """Return the seat of the player with this name or its beginning; raises MalformedEntry."""
    wanted = folded(text.strip())
    names = [folded(name) for name in players]
    seats = [seat for seat, name in enumerate(names) if name == wanted]
    seats = seats or [seat for seat, name in enumerate(names) if wanted and name.startswith(wanted)]
    if len(seats) != 1:
        raise MalformedEntry(
            "no-such-player",
            say("“{name}” is not one of the players: {players}.", name=Given(text[:24]),
                players=Listed(map(Given, players))),
        )  # fmt: skip
    return Seat(seats[0])


def bid_in(text: str, step: AuctionStep, denomination: str = "") -> str:
    """Return a bid as the game writes it, whatever the spelling in the table; “pass” if all passed.

    A bare number takes its denomination from another column. Text that is not a bid is returned
    unchanged, and the game refuses it.
    """
    if word_of(text) in PASSED:
        return "pass"
    tries = [text, _spelt(text)]
    if text.strip().isdecimal() and denomination:
        tries = [text + denomination, _spelt(text + denomination), *tries]
    for spelling in tries:
        try:
            return step.auction.ladder.parse(spelling).code
        except EntryError:
            continue
    return text


def bid_in_part(text: str) -> str:
    """Return a bid that may lack its number or suit; “pass” if all passed."""
    return "pass" if word_of(text) in PASSED else _spelt(text)


def choice_in(text: str, step: ChoiceStep) -> str:
    """Return the code of a choice from its code, symbol or name; raises IllegalEntry otherwise."""
    wanted = {word_of(text), word_of(_spelt(text))}
    for choice in step.choices:
        if wanted & {word_of(choice.code), word_of(str(choice.face)), word_of(str(choice.value))}:
            return choice.code
    raise IllegalEntry(
        "no-such-choice",
        say("“{text}” is not one of the choices.", text=Given(text[:20])),
        "choice",
    )


def _spelt(text: str) -> str:
    """Return a bid or suit with letters in place of suit symbols and words: `7C` for “7 ♣”."""
    spelt = "".join(SIGNS.get(sign, sign) for sign in text if sign not in "\ufe0e\ufe0f ")
    turned = TURNED.fullmatch(spelt)
    if turned:  # NT7
        spelt = f"{turned[2]}{turned[1]}"
    number, trumps = split_bid(spelt)
    for letter, words in WORDS:
        if word_of(trumps) in words.split():
            return f"{number}{letter}"
    return spelt
