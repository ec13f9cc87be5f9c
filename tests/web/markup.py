"""Reads the markup of our pages, strictly and a few times as fast as `html.parser`.

The pages are written by us: a stray quote, a bare `<` or a tag that is never closed is a fault.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

TAG = re.compile(
    r"<(?:!--.*?--|![^>]*|(/?)([a-zA-Z][\w-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'>])*))>", re.S
)
ATTRIBUTE = re.compile(r"\s+([^\s\"'<>/=]+)(?:=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>=`]+)))?")
Attributes = list[tuple[str, str | None]]


class Markup:
    """Walks through a page like `html.parser.HTMLParser`; subclasses collect its parts."""

    def feed(self, html: str) -> None:
        """Call the handlers below for everything in a page, in order."""
        end = 0
        while tag := TAG.search(html, end):
            self._text(html[end : tag.start()])
            end = tag.end()
            closes, name, attributes = tag.groups()
            if name and closes:
                self.handle_endtag(name.lower())
            elif name:
                self.handle_starttag(name.lower(), list(_attributes(attributes)))
                if attributes.endswith("/"):
                    self.handle_endtag(name.lower())
            if name in {"script", "style"} and not closes:  # its text is no markup
                start, end = end, html.index(f"</{name}>", end)
                if end > start:
                    self.handle_data(html[start:end])
        self._text(html[end:])

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """A tag that opens an element."""

    def handle_endtag(self, tag: str) -> None:
        """A tag that closes one."""

    def handle_data(self, data: str) -> None:
        """Text between two tags."""

    def _text(self, text: str) -> None:
        assert "<" not in text, f"no tag begins with this: {text[text.index('<') :][:80]}"
        if text:
            self.handle_data(unescape(text))


@lru_cache(maxsize=20_000)
def _attributes(text: str) -> tuple[tuple[str, str | None], ...]:
    """The names and values in a tag; the same tags come again on page after page."""
    found: list[tuple[str, str | None]] = []
    end = 0
    while attribute := ATTRIBUTE.match(text, end):
        name, *values = attribute.groups()
        value = next((value for value in values if value is not None), None)
        found.append((name.lower(), None if value is None else unescape(value)))
        end = attribute.end()
    assert text[end:].strip() in {"", "/"}, f"these are no attributes: {text}"
    return tuple(found)
