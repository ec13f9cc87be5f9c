"""Printed documents: pages on a size of paper, in millimetres, and the width of text.

typst sets the parts and breaks the pages itself. Browsers cannot (WebKit repeats no table head and
cuts rows), so the web shows `pages`: slices of the parts by the fixed heights below. The style
sheet and the typst template use the same measures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from scorekeeper.rules.points import PointsTable
from scorekeeper.rules.rulebook import Section
from scorekeeper.seating import Side
from scorekeeper.sheets.language import Speech
from scorekeeper.wording import Sentence, say

MARGIN = 12.0  # above and below
SIDE = 14.0  # left and right
RUNNING = 8.0  # the running header of a page
FOOTER = 7.0
HEADING = 16.0  # the title of a document, on its first page, instead of the running header
SMALL_TITLE = 7.0
NAME_LINE = 4.0
CARRIED = 6.0  # a line that brings totals forward
ROW = 8.6  # a hand: three lines of small print
NOTE = 3.6  # a line of small print
NOTE_LETTERS = 105  # on such a line
TOTALS = 8.0
PLACES = 6.0
VERDICT = 9.0
RULED = 8.0  # a line to write on
PEN_ROW = 9.4  # a hand to be filled in; LEAST_PEN_ROW if that saves a page
LEAST_PEN_ROW = 8.5
HIGHEST_PEN_ROW = 13.0
PEN_NAME = 9.0
RESULT_SIDE = 30.0  # the width of the date, beside a game in the list of an evening

NUMBER_WIDTH = 10.0
DEALER_WIDTHS = (28.0, 28.0, 28.0, 22.0, 20.0, 18.0, 18.0)  # by the number of sides
PLAYED_WIDTHS = (40.0, 40.0, 36.0, 32.0, 27.0, 23.0, 23.0)
PEN_DEALER = 17.0  # wide enough for a name in handwriting
PEN_PLAYED = 22.0
CHART_WIDTH = 76.0  # beside the rules under a filled sheet
CHART_HEIGHT = CHART_WIDTH * 230 / 340  # the proportions of a line chart
MARGIN_COLUMN = 42.0  # the points beside a blank sheet
RULES_COLUMN = 52.0  # the points beside the house rules
GUTTER = 4.0


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper in portrait format."""

    key: str
    name: str
    width: float
    height: float

    @property
    def room(self) -> float:
        """The height between running header and footer."""
        return self.height - 2 * MARGIN - RUNNING - FOOTER


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "Letter", 215.9, 279.4)
PAPERS = {paper.key: paper for paper in (A4, LETTER)}


class Page(Protocol):
    """One page for a browser; `kind` is the name of its template, `names` are its players."""

    kind: ClassVar[str]

    @property
    def names(self) -> tuple[str, ...]:
        """The players whose seats are named on the page."""


class DocumentPart(Protocol):
    """A part of a document: a game, an evening's list of games, a blank sheet, or the rules."""

    kind: ClassVar[str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players of this part, by seat."""

    def pages(self, first: float, others: float) -> Iterator[Page]:
        """Yield the pages for a browser; `first` and `others` are the heights to fill, in mm."""


@dataclass(frozen=True, slots=True)
class Document:
    """The parts of a document, and the text above and below all of their pages.

    title      in the first page's heading and in every running header
    about      a line under the title
    date       in the reader's format; empty for a line to write on
    """

    title: Sentence | str
    about: Sentence
    date: str
    parts: tuple[DocumentPart, ...]
    paper: Paper
    speech: Speech

    @property
    def pages(self) -> list[Page]:
        """The pages that a browser shows and prints."""
        room, heading = self.paper.room, HEADING - RUNNING
        return [
            page
            for index, part in enumerate(self.parts)
            for page in part.pages(room if index else room - heading, room)
        ]


def page_number(page: int | str, pages: int | str) -> Sentence:
    """Return the text of a page number, counted from 1."""
    return say("{page} of {pages}", page=page, pages=pages)


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game: in words, and as tables if it has them."""

    words: Section
    tables: tuple[PointsTable, ...]


def head_height(sides: Sequence[Side]) -> float:
    """Return the height for names over the columns: three lines per player, two per partner."""
    return 3.0 + NAME_LINE * max(3, 2 * max(map(len, sides)))


def slices(heights: Sequence[float], first: float, others: float, keep: int = 3) -> list[slice]:
    """Return the slice of rows for each page, at least one; the last has `keep` rows or more."""
    pages, start, room = [], 0, first
    while sum(heights[start:]) > room and len(heights) - start > 1:
        stop = start
        while stop < len(heights) and sum(heights[start : stop + 1]) <= room:
            stop += 1
        stop = max(start + 1, min(stop, len(heights) - keep))
        pages.append(slice(start, stop))
        start, room = stop, others
    return [*pages, slice(start, len(heights))]
