"""A ruled sheet to be filled in with a pen, with what there is to score in its margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.engine.cards.seating import SOUTH, Side
from scorekeeper.engine.rules.ending import Goal
from scorekeeper.engine.rules.game import Setup
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.script import read
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.sheets import paper_layout as measures
from scorekeeper.sheets.document import Document, Scoring
from scorekeeper.sheets.paper_layout import Columns, Head, Paper
from scorekeeper.sheets.sheet_language import Speech
from scorekeeper.sheets.sheet_words import pen_legend

ROUNDING = 0.01  # a row's share of the height, taken as often as there are rows, may come to more


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A hand to come: its number, and how many tricks it has, where hands differ in that."""

    number: int
    tricks: Sentence | None


@dataclass(frozen=True, slots=True)
class BlankPage:
    """A ruled page.

    names      of the players in the order of the seats; none for lines to write them on
    height     of the rows: "least", "most", or "full" where they fill the page
    brought    whether it begins with a line for the totals of the page before; `carried`: whether
               it ends with one for those that the next page begins with
    """

    kind: ClassVar[str] = "blank"
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    legend: Sentence
    head: Head
    row_height: float
    height: str
    columns: Columns
    rows: tuple[BlankRow, ...]
    brought: bool
    carried: bool
    scoring: Scoring


def blank_sheet(
    setup: Setup, names: Sequence[str], paper: Paper, speech: Speech, date: str = ""
) -> Document:
    """A sheet for a game; where its rules fix the number of hands, on as many pages as they take.

    Otherwise it has as many rows as the paper holds. `names` may be empty.
    """
    book, rules = setup.book, setup.rules
    about = say("{rules}, {ending}", rules=book.title(rules), ending=setup.ending.brief())
    return Document(
        book.name, about, date, tuple(_pages(setup, tuple(names), paper)), paper, speech
    )


def usual_setup(book: Rulebook[Any], rules: Any, players: int | None = None) -> Setup:
    """A game by some rules with its usual ending; of four, unless it is said or cannot be."""
    usual = min(4, book.players[-1])
    number = players if players is not None and players in book.players else usual
    ending = book.agreed(book.usual_ending(rules), rules, number)
    return Setup(book, rules, ending, number, SOUTH)


def scoring_of(book: Rulebook[Any], rules: Any) -> Scoring:
    """What there is to score by some rules."""
    return Scoring(book.describe(rules)[-1], book.points_tables(rules))


def _pages(setup: Setup, names: tuple[str, ...], paper: Paper) -> Iterator[BlankPage]:
    sides = setup.seating(setup.first_dealer).sides
    columns = measures.pen_columns(paper, len(sides))
    head = _head(sides, names, columns)
    room = paper.room - head.height - measures.TOTALS
    first = room - measures.HEADING + measures.RUNNING
    fit = int(first // measures.PEN_ROW)
    hands = setup.ending.deals if setup.ending.goal is Goal.SCHEDULE else fit
    height = min(max(first / hands, measures.PEN_ROW), measures.HIGHEST_PEN_ROW)
    rows = tuple(_rows(setup, hands))
    heights = [height] * hands
    slices = list(measures.broken(heights, first + ROUNDING, room, 0.0))
    for index, some in enumerate(slices):
        yield BlankPage(
            names,
            sides,
            pen_legend(setup.book.cell),
            head,
            height,
            _named_height(height),
            columns,
            rows[some],
            index > 0,
            index < len(slices) - 1,
            scoring_of(setup.book, setup.rules),
        )


def _named_height(height: float) -> str:
    named = {measures.PEN_ROW: "least", measures.HIGHEST_PEN_ROW: "most"}
    return named.get(height, "full")


def _rows(setup: Setup, hands: int) -> Iterator[BlankRow]:
    """The hands to come; the game's own script says how many tricks each of them has."""
    totals = []
    for number in range(1, hands + 1):
        step = read(setup.script(setup.seating(setup.first_dealer, number)), ()).step
        totals.append(step.scene.total if step else 0)
    differ = len(set(totals)) > 1
    for number, total in enumerate(totals, 1):
        yield BlankRow(number, say("tricks: {total}", total=total) if differ else None)


def _head(sides: Sequence[Side], names: Sequence[str], columns: Columns) -> Head:
    """Room for the names as they are, or to write them."""
    if not names:
        return Head(measures.PEN_NAME * max(len(side) for side in sides), measures.NAME_SIZES[0])
    named = ([names[seat] for seat in side] for side in sides)
    return measures.head(named, columns.side)
