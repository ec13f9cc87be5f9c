"""A page as tags and text, parsed once for all who read it: parsing takes most of the time."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html.parser import HTMLParser

Attributes = list[tuple[str, str | None]]
Part = Callable[["MarkupReader"], None]


class MarkupReader:
    """Reads a page as an `HTMLParser` does, by its methods for tags and text."""

    def feed(self, html: str) -> None:
        for part in _parts(html):
            part(self)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Read an opening tag."""

    def handle_endtag(self, tag: str) -> None:
        """Read a closing tag."""

    def handle_data(self, data: str) -> None:
        """Read text."""


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Part] = []

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.parts.append(lambda reader: reader.handle_starttag(tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(lambda reader: reader.handle_endtag(tag))

    def handle_data(self, data: str) -> None:
        self.parts.append(lambda reader: reader.handle_data(data))


@lru_cache(maxsize=1)
def _parts(html: str) -> list[Part]:
    """The parts of the page that was read last."""
    parser = _Parser()
    parser.feed(html)
    return parser.parts
