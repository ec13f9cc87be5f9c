"""Parsers of pages for tests: texts, and inline scripts and styles."""

from __future__ import annotations

from tests.web.markup import Attributes, Markup
from tests.web.phone import VOID

TOLD = {"title", "aria-label", "placeholder", "alt", "content"}  # attributes with words for people
NOT_TOLD = {  # attributes for scripts and the style sheet
    *(
        "data-follow",
        "data-image",
        "data-revision",
        "data-name-of",
        "data-own-of",
        "data-own",
        "data-goal",
    ),
    *("data-theme", "data-suits", "data-game", "data-token", "data-entries", "data-ahead"),
    *("data-question", "data-position", "data-key", "data-keys-after", "data-copy", "data-share"),
    *("data-picture", "data-tally", "data-fills", "data-way", "data-wake-lock", "data-ending"),
    *("data-saved-by", "data-then", "data-names"),
}


class Parsed(Markup):
    """A page that is parsed when it is created; subclasses collect its parts."""

    def __init__(self, html: str) -> None:
        self.feed(html)


class Told(Parsed):
    """All words of a page, piece by piece: its text, its labels, the words for scripts.

    Parts in another language, dates and untranslatable parts are left out.
    """

    def __init__(self, html: str) -> None:
        self.pieces: list[str] = []
        self._open: list[bool] = []
        super().__init__(html)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        super().handle_starttag(tag, attrs)
        given = {name: value or "" for name, value in attrs}
        own = tag != "html" and "lang" in given
        silent = own or tag in {"time", "style", "script"} or given.get("translate") == "no"
        if tag not in VOID:
            self._open.append(silent)
        if tag == "meta" or silent or any(self._open):
            return
        for name, value in given.items():
            if name in TOLD or (name.startswith("data-") and name not in NOT_TOLD):
                self.pieces.append(value)

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if data.strip() and not any(self._open):
            self.pieces.append(data)


class Inline(Parsed):
    """Finds scripts and styles inside a page."""

    def __init__(self, html: str) -> None:
        self.inline: list[str] = []
        self._inside = ""
        super().__init__(html)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        super().handle_starttag(tag, attrs)
        self._inside = tag
        for name, value in attrs:
            given = (value or "").strip().lower()
            runs = name in {"href", "src", "action", "formaction"} and given.startswith(
                "javascript"
            )
            if name.startswith("on") or name in {"style", "srcdoc"} or runs:
                self.inline.append(f"<{tag} {name}>")
        if tag in {"style", "base", "iframe", "object", "embed"}:
            self.inline.append(f"<{tag}>")

    def handle_endtag(self, tag: str) -> None:
        super().handle_endtag(tag)
        self._inside = ""

    def handle_data(self, data: str) -> None:
        super().handle_data(data)
        if self._inside == "script" and data.strip():
            self.inline.append("<script> with content")


class ToldAndInline(Told, Inline):
    """Both at once, because parsing a page takes longer than searching it."""
