"""Cells of pasted tables: numbers, dates, names, bids and suits in the spelling of the table."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.auction import split_bid
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger.people import folded
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.steps import MOST_DIGITS, TOO_LARGE
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Listed, Sentence, say

TOTALS = {
    *("total", "totals", "sum", "subtotal", "final", "summe", "gesamt", "zwischensumme", "stand"),
    *("zwischenstand", "endstand", "ergebnis", "σ", "∑", "סהכ", "סיכום"),
    *("average", "avg", "mean", "schnitt", "durchschnitt", "ø", "ממוצע"),
    *("place", "places", "rank", "platz", "plätze", "rang", "מקום"),
}
MONTHS = (
    *("jan ינו", "feb פבר", "mar mär mrz מרץ", "apr אפר", "may mai מאי", "jun יונ", "jul יול"),
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
MINUS = "-\u2212\u2013"  # also the sign of a word processor, and its dash
NAMED_MONTH = re.compile(r"(\d{1,2})(\.?)[ -]?([^\W\d_]{3,5})\.?")  # 3-Mar, 03. Mrz
WHOLE_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})")  # 3/3/2026, 03.03.2026
POINTS_TEXT = re.compile(
    rf"\s*(?:([{MINUS}+])\s*)?(\d{{1,6}})(?:[.,]0{{1,2}})?\s*"
)  # 46, -20, 46,0
BRACKETED = re.compile(r"\s*[(]([^()]+)[)]\s*")  # (20): minus 20, as accountants write it
LONGEST_LINE = 10_000  # characters
LONGEST_POINTS = 20  # characters; longer ones are no number


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


def points_in(text: str) -> int | None:
    """Return the number in a cell of points: “46,0”, “+5”, “−20”; None if it is not a whole one.

    A number in brackets is negative.
    """
    bare = text.strip()
    bracketed = BRACKETED.fullmatch(bare)
    match = POINTS_TEXT.fullmatch(bracketed[1] if bracketed else bare)
    if match is None or len(bare) > LONGEST_POINTS:
        return None
    return -int(match[2]) if bracketed or match[1] in {*MINUS} else int(match[2])


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
