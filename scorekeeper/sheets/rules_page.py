"""The house rules of a table on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.game import Setup
from scorekeeper.engine.points import PointsTable
from scorekeeper.engine.rulebook import Section
from scorekeeper.engine.wording import Sentence, say
from scorekeeper.sheets.document import Document
from scorekeeper.sheets.paper import Paper
from scorekeeper.sheets.speech import Speech


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules in words, and what there is to score as tables.

    preset    what the source of the rules is, where they are those of a source
    """

    kind: ClassVar[str] = "rules"
    names: tuple[str, ...]
    preset: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    tables: tuple[PointsTable, ...]


def rules_page(
    setup: Setup, paper: Paper, speech: Speech, names: Sequence[str] = (), date: str = ""
) -> Document:
    """The rules in force, as the game itself tells them."""
    book, rules = setup.book, setup.rules
    preset = book.preset_of(rules)
    source = say("Source: {source}.", source=preset.source) if preset else None
    page = RulesPage(
        tuple(names),
        (preset.description, source) if preset and source else (),
        (
            *book.describe(rules),
            Section(say("End of the game"), (setup.ending.describe(), setup.ending.tie())),
        ),
        book.points_tables(rules),
    )
    title = say("{game}: house rules", game=book.name)
    return Document(title, book.title(rules), date, (page,), paper, speech)
