"""What every document is: pages in a language on a size of paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from scorekeeper.engine.rules.points import PointsTable
from scorekeeper.engine.rules.rulebook import Section
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.sheets.paper_layout import Paper
from scorekeeper.sheets.sheet_language import Speech


class Page(Protocol):
    """One page; `kind` names the templates that show it, `names` are those of its players."""

    kind: ClassVar[str]

    @property
    def names(self) -> tuple[str, ...]:
        """The players whose seats are named on the page."""


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with what stands above and below all of them.

    title      of the whole, in the first page's heading and in every running header
    about      what it is about, under the title
    date       as the reader writes dates; empty for a line to write on
    """

    title: Sentence | str
    about: Sentence
    date: str
    pages: tuple[Page, ...]
    paper: Paper
    speech: Speech

    def number(self, page: int) -> Sentence:
        """The number of a page, the first being 1."""
        return say("{page} of {pages}", page=page, pages=len(self.pages))


@dataclass(frozen=True, slots=True)
class Scoring:
    """How points are come by: in words, and as tables where the game has them."""

    words: Section
    tables: tuple[PointsTable, ...]
