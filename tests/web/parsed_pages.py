"""What tests look for in the markup of a page besides its forms: its words, and what is inline."""

from __future__ import annotations

from tests.web.markup import Attributes, Markup
from tests.web.phone import VOID

TOLD = {"title", "aria-label", "placeholder", "alt", "content"}  # attributes that are read
NOT_TOLD = {  # what scripts and the style sheet go by
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
}


class Parsed(Markup):
    """A page that is read as soon as it is made; subclasses note what they look for."""

    def __init__(self, html: str) -> None:
        self.feed(html)


class Told(Parsed):
    """Everything that a page says, piece by piece: its text, its labels, the words for scripts.

    What is in a language of its own, a date or not to be translated is left out.
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
    """Finds what a browser would run or draw without asking for a file."""

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
    """Both at once: to read a page takes longer than to look for something in it."""
