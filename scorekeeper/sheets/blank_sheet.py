"""Blank sheets, ruled for a pen, with the scoring in the margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from scorekeeper.rules.ending import Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import read
from scorekeeper.seating import SOUTH, Side
from scorekeeper.sheets import document
from scorekeeper.sheets.document import Document, Paper, Scoring
from scorekeeper.sheets.language import Speech, pen_legend
from scorekeeper.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class BlankRow:
    """A hand to come: its number, and its number of cards if hands differ in that."""

    number: int
    cards: Sentence | None


@dataclass(frozen=True, slots=True)
class BlankPage:
    """A ruled page; typst and the browser let its rows share the height, up to a maximum.

    names      the players in the order of the seats; empty for lines to write them on
    column     the heading of the column for the bid; None in a game without an auction
    boxes      whether the cells have a small box, for example for contract and tricks
    few        whether its rows would be too high if they filled the page
    brought    whether it begins with a line for the totals of the page before
    carried    whether it ends with a line for the totals that the next page begins with
    """

    kind: ClassVar[str] = "blank"
    names: tuple[str, ...]
    sides: tuple[Side, ...]
    legend: Sentence
    column: Sentence | None
    boxes: bool
    rows: tuple[BlankRow, ...]
    few: bool
    brought: bool
    carried: bool
    scoring: Scoring

    def pages(self, first: float, others: float) -> Iterator[BlankPage]:  # noqa: ARG002
        yield self


def blank_sheet(setup: Setup, names: Sequence[str], paper: Paper, speech: Speech) -> Document:
    """Return a sheet for a game: a row for each hand if their number is fixed, else a full page.

    `names` may be empty.
    """
    book = setup.book
    about = say("{rules}, {ending}", rules=setup.title, ending=setup.ending.brief(setup.until))
    return Document(book.name, about, "", tuple(_pages(setup, tuple(names), paper)), paper, speech)


def usual_setup(book: Rulebook[Any], rules: Any, players: int | None = None) -> Setup:
    """Return a setup with the usual ending of these rules; by default for four players."""
    usual = min(4, book.players[-1])
    number = players if players is not None and players in book.players else usual
    ending = book.agreed(book.usual_ending(rules), rules, number)
    return Setup(book, rules, ending, number, SOUTH)


def scoring_of(book: Rulebook[Any], rules: Any) -> Scoring:
    """Return the scoring of a game under these rules, in words and as tables."""
    return Scoring(book.describe(rules)[-1], book.points_tables(rules))


def _pages(setup: Setup, names: tuple[str, ...], paper: Paper) -> Iterator[BlankPage]:
    """Yield the fewest pages that hold all hands, with about the same number of rows on each."""
    sides = setup.seating(setup.opener).sides
    pens = document.PEN_NAME * max(map(len, sides))
    head = document.head_height(sides) if names else pens
    room = paper.room + document.RUNNING - document.HEADING - head - document.TOTALS
    fit = int(room // document.PEN_ROW)
    hands = setup.ending.deals if setup.ending.goal is Goal.SCHEDULE else fit
    pages = ceil(hands * document.LEAST_PEN_ROW / room)
    if pages > 1:  # lines that carry totals
        pages = ceil(hands * document.LEAST_PEN_ROW / (room - document.CARRIED))
    each = ceil(hands / pages)
    rows = tuple(_rows(setup, hands))
    for start in range(0, hands, each):
        some = rows[start : start + each]
        yield BlankPage(
            names,
            sides,
            pen_legend(setup.book.cell),
            say("Bid") if setup.book.auction else None,
            setup.book.cell is not None,
            some,
            len(some) * document.HIGHEST_PEN_ROW <= room,
            start > 0,
            start + each < hands,
            scoring_of(setup.book, setup.rules),
        )


def _rows(setup: Setup, hands: int) -> Iterator[BlankRow]:
    """Yield the future hands; the game's script says how many tricks each of them has."""
    totals = []
    for number in range(1, hands + 1):
        step = read(setup.script(setup.seating(setup.opener, number)), ()).step
        totals.append(step.scene.total if step else 0)
    differ = len(set(totals)) > 1
    for number, total in enumerate(totals, 1):
        cards = say_count("{count} card", "{count} cards", total)
        yield BlankRow(number, cards if differ else None)
