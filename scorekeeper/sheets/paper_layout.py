"""The paper, how much room there is on it, and what takes how much; all in millimetres.

The style sheet and the typst templates use the same measures, so that pages are broken in one place
for both. How many lines a text takes is guessed (see `text_width`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.sheets.text_width import MILLIMETRES, ems, lines

MARGIN = 12.0  # above and below
SIDE = 14.0  # left and right
RUNNING = 8.0  # the running header of a page
FOOTER = 7.0
HEADING = 16.0  # the title of a document, on its first page, instead of the running header
CARRIED = 6.0  # a line that brings totals forward
ROW = 8.6  # a hand, at least
PEN_ROW = 9.5  # a hand to be filled in, at least; HIGHEST_PEN_ROW at most
HIGHEST_PEN_ROW = 13.0
NOTE = 3.6  # a line of small print
TOTALS = 9.0
PLACES = 6.0
VERDICT = 9.0
RULED = 8.0  # a line to write on
LEAST_RULED = 1
MOST_RULED = 10
SMALL_TITLE = 7.0
RESULT = 14.0  # a game in the list of an evening, at least
RESULT_SIDE = 30.0  # the width for when it was, beside it

NUMBER_WIDTH = 10.0
DEALER_WIDTHS = (28.0, 28.0, 28.0, 22.0, 20.0, 18.0, 18.0)  # by the number of sides
PLAYED_WIDTHS = (40.0, 40.0, 36.0, 32.0, 27.0, 23.0, 23.0)
PEN_NAME = 9.0
PEN_DEALER = 17.0  # wide enough for a name in handwriting
PEN_PLAYED = 22.0
CHART_WIDTH = 84.0  # beside the rules under a filled sheet
CHART_HEIGHT = CHART_WIDTH * 230 / 340  # the proportions of a line chart
MARGIN_COLUMN = 42.0  # the points beside a blank sheet
RULES_COLUMN = 52.0  # the points beside the house rules
RULES_POINTS = 10.0  # points of print
GUTTER = 4.0


NAME_SIZES = (9, 8, 7, 6)  # points
BOLD = 1.07  # times as wide as print that is not
NAME_SIZE = NAME_SIZES[0] * BOLD
NAME_LINE = 4.0
WHO_SIZE = 7.5
WHO_LINE = 2.95
SMALL_SIZE = 7.5
TEXT_SIZES = (14, 13, 12, 11, 10, 9, 8, 7)
LINE = 0.425  # the height of a line for each point of its size
TITLE_LINES = 2.5


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, upright."""

    key: str
    name: str
    width: float
    height: float

    @property
    def room(self) -> float:
        """The height for what stands between running header and footer."""
        return self.height - 2 * MARGIN - RUNNING - FOOTER

    @property
    def breadth(self) -> float:
        """The width between the margins."""
        return self.width - 2 * SIDE


A4 = Paper("a4", "A4", 210, 297)
LETTER = Paper("letter", "Letter", 215.9, 279.4)
PAPERS = {paper.key: paper for paper in (A4, LETTER)}


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns of a sheet are: who dealt, what was played, and each side's."""

    dealer: float
    played: float
    side: float


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a sheet: its height, and the size in points of the names in it."""

    height: float
    size: int


def columns(paper: Paper, sides: int) -> Columns:
    """The columns of a filled sheet: the fewer sides, the more room for names."""
    index = min(sides, len(DEALER_WIDTHS)) - 1
    dealer, played = DEALER_WIDTHS[index], PLAYED_WIDTHS[index]
    return Columns(dealer, played, (paper.breadth - NUMBER_WIDTH - dealer - played) / sides)


def pen_columns(paper: Paper, sides: int) -> Columns:
    """The columns of a sheet to be filled in, beside what there is to score."""
    fixed = NUMBER_WIDTH + PEN_DEALER + PEN_PLAYED + GUTTER + MARGIN_COLUMN
    return Columns(PEN_DEALER, PEN_PLAYED, (paper.breadth - fixed) / sides)


def head(sides: Iterable[Sequence[str]], width: float) -> Head:
    """The head over columns of this width, with the names of each side.

    All names stand in one size, the largest in which none is broken within a word; where there is
    no such size, a long word is broken, for paper has no other place that tells the whole name.
    """
    named = [*sides]
    room = (width - 2) / (BOLD * MILLIMETRES)
    longest = max(ems(word) for names in named for name in names for word in name.split())
    size = next((size for size in NAME_SIZES if size * longest <= room), NAME_SIZES[-1])
    most = max(sum(lines(name, width - 2, size * BOLD) for name in names) for names in named)
    return Head(3.0 + NAME_LINE * most, size)


def text_size(texts: Sequence[str], titles: int, width: float, height: float) -> int:
    """The largest size of print, in points, in which some texts fit under their titles."""
    fitting = (size for size in TEXT_SIZES if text_height(texts, titles, width, size) <= height)
    return next(fitting, TEXT_SIZES[-1])


def text_height(texts: Sequence[str], titles: int, width: float, size: int) -> float:
    """The height of some texts under their titles, in print of so many points."""
    count = sum(lines(text, width, size) for text in texts) + titles * TITLE_LINES
    return count * size * LINE


def broken(
    heights: Sequence[float], first: float, others: float, end: float, keep: int = 3
) -> Iterator[slice]:
    """Where rows are broken into pages, as a person would: at least one page.

    first, others    the room for rows and the lines that carry forward
    end              what must follow the last row on its page
    keep             how many rows at least stand on the last page, if there is more than one
    """
    start, room = 0, first
    while sum(heights[start:]) + end > room and len(heights) - start > 1:
        stop, left = start, room - CARRIED
        while stop < len(heights) and heights[stop] <= left:
            left -= heights[stop]
            stop += 1
        stop = max(start + 1, min(stop, len(heights) - keep))
        yield slice(start, stop)
        start, room = stop, others - CARRIED
    yield slice(start, len(heights))
