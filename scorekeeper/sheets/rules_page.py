"""The house rules of a table on one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.engine.rules.game import Setup
from scorekeeper.engine.rules.points import PointsTable
from scorekeeper.engine.rules.rulebook import Section
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.sheets import paper_layout as measures
from scorekeeper.sheets.document import Document
from scorekeeper.sheets.paper_layout import Paper
from scorekeeper.sheets.sheet_language import Speech, Voice


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules in words, and what there is to score as tables.

    size      of the print, in points
    preset    what the source of the rules is, where they are those of a source
    ruled     how many lines there are to write on below: as many as fill the page
    """

    kind: ClassVar[str] = "rules"
    names: tuple[str, ...]
    size: int
    preset: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    tables: tuple[PointsTable, ...]
    ruled: int


def rules_page(
    setup: Setup, paper: Paper, speech: Speech, names: Sequence[str] = (), date: str = ""
) -> Document:
    """The rules in force, as the game itself tells them."""
    book, rules = setup.book, setup.rules
    preset = book.preset_of(rules)
    source = say("Source: {source}.", source=preset.source) if preset else None
    about = (preset.description, source) if preset and source else ()
    sections = (
        *book.describe(rules),
        Section(say("End of the game"), (setup.ending.describe(), setup.ending.tied())),
    )
    tables = book.points_tables(rules)
    voice = Voice(speech, names)
    texts = [voice(sentence) for section in sections for sentence in section.sentences]
    texts = [", ".join(names), *map(voice, about), *texts]
    height = paper.room + measures.RUNNING - measures.HEADING
    beside = measures.RULES_COLUMN + 2 * measures.GUTTER if tables else 0.0
    width = paper.breadth - beside
    size = measures.text_size(texts, len(sections), width, height)
    left = height - measures.text_height(texts, len(sections), width, size)
    ruled = max(0, int((left - measures.SMALL_TITLE) // measures.RULED))
    page = RulesPage(tuple(names), size, about, sections, tables, ruled)
    title = say("{game}: house rules", game=book.name)
    return Document(title, book.title(rules), date, (page,), paper, speech)
