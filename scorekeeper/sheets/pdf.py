"""PDF documents, set by typst: an optional extra, one wheel without system libraries.

The template gets the document as JSON. Only the fonts that come with typst are used, so that a
sheet is the same on every machine. If a name is in a script that they lack, the machine's fonts are
used as well.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import json
import unicodedata
from pathlib import Path
from typing import Any

from scorekeeper.auction import AnyBid
from scorekeeper.seating import Names, Seat
from scorekeeper.sheets import document
from scorekeeper.sheets.document import Document, page_number
from scorekeeper.sheets.language import WORDS, Voice
from scorekeeper.wording import Formula, Given, Points, Sentence, Total

TEMPLATE = Path(__file__).with_name("document.typ")
EXTRA = "pip install 'whist-scorekeeper[pdf]'"
NEEDED = f"This needs typst, an optional extra named “pdf”: {EXTRA}"
_SPOKEN = (Sentence, Seat, Names, Given, Points, Total, Formula, AnyBid)
_BUNDLED_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC", "HEBREW"}


class NoTypst(ImportError):
    """Raised if typst, which makes the PDF files, is not installed.

    The text says how to install it.
    """

    def __init__(self) -> None:
        super().__init__(NEEDED)


def available() -> bool:
    """Return whether typst is installed, so that PDF files can be made."""
    return importlib.util.find_spec("typst") is not None


def pdf(document: Document) -> bytes:
    """Return the document as PDF; raises NoTypst if typst is not installed."""
    try:
        import typst  # noqa: PLC0415  (an optional extra)
    except ImportError:
        raise NoTypst from None
    given = json.dumps(plain(document), ensure_ascii=False)
    made = typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        sys_inputs={"document": given},
        ignore_system_fonts=_bundled_fonts_do(given),
    )
    assert isinstance(made, bytes)  # noqa: S101  (one PDF, the default format)
    return made


def plain(document: Document) -> dict[str, Any]:
    """Return a document as plain values: sentences become text, the rest stays as it is."""
    voice = Voice(document.speech)
    return {
        "title": voice(document.title),
        "about": voice(document.about),
        "date": document.date,
        "language": document.speech.language,
        "direction": document.speech.direction,
        "width": document.paper.width,
        "height": document.paper.height,
        "measures": _measures(),
        "words": {name: voice(sentence) for name, sentence in WORDS.items()},
        "number": voice(page_number("PAGE", "PAGES")),
        "parts": [
            {"kind": part.kind} | _plain(part, Voice(document.speech, part.names))
            for part in document.parts
        ],
    }


def _measures() -> dict[str, float | tuple[float, ...]]:
    """Return the measures by their names in the template, for example `pen-row`."""
    return {
        name.lower().replace("_", "-"): value
        for name, value in vars(document).items()
        if name.isupper() and isinstance(value, float | tuple)
    }


def _plain(value: Any, voice: Voice) -> Any:
    if isinstance(value, _SPOKEN):
        return voice(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name.replace("_", "-"): _plain(getattr(value, field.name), voice)
            for field in dataclasses.fields(value)
        }
    if isinstance(value, tuple | list):
        return [_plain(item, voice) for item in value]
    return value


def _bundled_fonts_do(text: str) -> bool:
    """Return whether the bundled fonts have every letter of a text, which has no emoji either."""
    return all(
        unicodedata.name(sign, "").split(" ")[0].split("-")[0] in _BUNDLED_SCRIPTS
        for sign in text
        if unicodedata.category(sign)[0] == "L" or sign > "\uffff"
    )
