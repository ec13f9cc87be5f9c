"""The text of a table that somebody keeps: its encoding, its lines, and their cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.errors import MalformedEntry
from scorekeeper.exchange.encodings import decode
from scorekeeper.exchange.remarks import Level, Remark
from scorekeeper.ledger.people import folded
from scorekeeper.wording import Given, Listed, Sentence, say

MOST_LINES = 20_000
MOST_COLUMNS = 120
LONGEST_LINE = 10_000  # characters
SHOWN_WORDS = 5
MARKS = re.compile(r"[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")  # unseen
RULES = " -–—:=+|"  # signs of a line that only parts others

# Files of other kinds are known by their first bytes.

AS_CSV = say("This is a workbook: save it as CSV, or copy its cells and paste them here.")
PICTURE = say("This is a picture: a table is read from text only. Copy or type its numbers.")
PAGE = say("This is a web page: open it, copy the table there, and paste it here.")
EXPORT = say("This is a file of Scorekeeper: bring it in under “Export and import”.")
KINDS = (
    (b"PK", AS_CSV),
    (b"\xd0\xcf\x11\xe0", AS_CSV),
    (b"%PDF", say("This is a PDF: copy the table from it, and paste it here.")),
    (b"{\\rtf", say("This is a text with a layout (RTF): copy the table, and paste it here.")),
    (b"SQLite format 3", EXPORT),
    *((sign, PICTURE) for sign in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*")),
)
HEIC = slice(4, 8), b"ftyp"
HTML = re.compile(rb"\s*(?:<!doctype html|<html|<table|<head|<body)", re.IGNORECASE)
OWN_JSON = re.compile(rb'\s*\{\s*"format"\s*:\s*"scorekeeper')


def check_kind(content: bytes) -> None:
    """Raise MalformedEntry for a file of another kind, such as a workbook or a picture."""
    start = content.removeprefix(b"\xef\xbb\xbf")[:200]
    reason = next((why for sign, why in KINDS if start.startswith(sign)), None)
    if start[HEIC[0]] == HEIC[1]:
        reason = PICTURE
    elif HTML.match(start):
        reason = PAGE
    elif OWN_JSON.match(start):
        reason = EXPORT
    if reason is not None:
        raise MalformedEntry("no-table", reason)


def text_of(content: bytes) -> tuple[str, Sentence | None]:
    """Return the text of a file, and a sentence if some of its letters may be wrong.

    Raises MalformedEntry for a file of another kind.
    """
    check_kind(content)
    text, strange = decode(content)
    if not strange:
        return text, None
    return text, say(
        "Some letters of this file are uncertain: {words}. Put them right here, or save the file "
        "as UTF-8.",
        words=Listed(map(Given, strange[:SHOWN_WORDS])),
    )


class TableRow(NamedTuple):
    """The cells of a line, which has this number in the text, from 1."""

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
        elif line.count('"') % 2:  # a mark for “the same as above”
            cells = line.split(self.sign)
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


def lines_of(text: str, empty: Sentence, most: int = MOST_LINES) -> list[tuple[int, str]]:
    """Return the lines that are not empty, with their numbers; raises MalformedEntry.

    empty    the error of a text without such lines
    """
    plain = MARKS.sub("", text)
    lines = [(number, line) for number, line in enumerate(plain.splitlines(), 1) if line.strip()]
    if not lines:
        raise MalformedEntry("no-table", empty)
    if len(lines) > most:
        reason = say("At most {most} lines at once, and these are {given}: paste them in parts.",
                     most=most, given=len(lines))  # fmt: skip
        raise MalformedEntry("too-many-rows", reason)
    long = next((number for number, line in lines if len(line) > LONGEST_LINE), None)
    if long is not None:
        raise _too_large(long, say("this is too large."))
    return lines


def rows_of(lines: Iterable[tuple[int, str]], split: Splitter) -> list[TableRow]:
    """Return the rows of cells in lines, without those that only part others."""
    rows = [TableRow(number, split(line)) for number, line in lines]
    wide = next((row.line for row in rows if len(row.cells) > MOST_COLUMNS), None)
    if wide is not None:
        raise _too_large(wide, say("At most {most} columns.", most=MOST_COLUMNS))
    return [row for row in rows if "".join(row.cells).strip(RULES)]


def turned(rows: Sequence[TableRow]) -> str:
    """Return the text of a table whose rows are the columns of this one."""
    columns = zip_longest(*(row.cells for row in rows), fillvalue="")
    return "\n".join("\t".join(column) for column in columns)


def joined_names(words: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a line, with the words of each known name as one cell."""
    parts = sorted((folded(name).split() for name in names if name.strip()), key=len)[::-1]
    lower = [folded(word) for word in words]
    joined, at = [], 0
    while at < len(words):
        length = next((len(name) for name in parts if lower[at : at + len(name)] == name), 1)
        joined.append(" ".join(words[at : at + length]))
        at += length
    return tuple(joined)


def _too_large(line: int, reason: Sentence) -> MalformedEntry:
    return MalformedEntry("line-too-long", Remark(Level.ERROR, reason, line).sentence)
