"""Rules page: the house rules of a table on one page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.rules.game import Setup
from scorekeeper.rules.points import PointsTable
from scorekeeper.rules.rulebook import Section, worked_example
from scorekeeper.sheets.document import Document, Paper
from scorekeeper.sheets.language import Speech
from scorekeeper.wording import Sentence, say


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules in words, and the scoring as tables; below, lines to write on.

    preset    a line about the game; and the description and the source of the rules, unless they
              are the table's own
    """

    kind: ClassVar[str] = "rules"
    names: tuple[str, ...]
    preset: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    tables: tuple[PointsTable, ...]

    def pages(self, first: float, others: float) -> Iterator[RulesPage]:  # noqa: ARG002
        """Yield the page itself; rules are made to fit one page."""
        yield self


def rules_page(setup: Setup, paper: Paper, speech: Speech, names: Sequence[str] = ()) -> Document:
    """Return a document with the rules in force, as the game itself describes them."""
    book, rules = setup.book, setup.rules
    preset = setup.preset
    source = say("Source: {source}.", source=preset.source) if preset else None
    of_preset = (preset.description, source) if preset and source else ()
    about = dict.fromkeys((book.summary, *of_preset))  # a preset may have the line of the game
    ending = Section(
        say("End of the game"), (setup.ending.describe(setup.until), setup.ending.tied())
    )
    example = worked_example(book, rules)
    sections = (*book.describe(rules), *((example,) if example else ()), ending)
    page = RulesPage(tuple(names), tuple(filter(None, about)), sections, book.points_tables(rules))
    title = say("{game}: house rules", game=book.name)
    return Document(title, setup.title, "", (page,), paper, speech)
