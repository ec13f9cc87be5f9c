"""Estimated widths of text in pictures (SVG), rather too wide than too narrow.

Widths are in sizes of the print (em).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

WIDE, CAPITAL, USUAL, NARROW = 1.05, 0.76, 0.58, 0.33  # of the size of the print
_WIDE_SIGNS = set("MWmw@%\u2014\u2026")
_NARROW_SIGNS = set("iljtfI.,:;'!|()[]- \u00b7")
_JOINTS = "\u200d\ufe0f -"  # which nothing ends in that is cut


def ems(word: str) -> float:
    """The width of a word, in sizes of its print."""
    return sum(_widths(word))


def shortened(text: str, most: float) -> str:
    """The beginning of a text, so wide at most, with dots where something is left out."""
    if ems(text) <= most:
        return text
    while text and ems(text + "…") > most:
        text = text[:-1]
    return text.rstrip(_JOINTS) + "…"


def _widths(word: str) -> Iterator[float]:
    for sign in word:
        if unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
            yield 0.0
        elif sign in _WIDE_SIGNS or unicodedata.east_asian_width(sign) in {"W", "F"}:
            yield WIDE
        elif sign in _NARROW_SIGNS:
            yield NARROW
        else:
            yield CAPITAL if sign.isupper() else USUAL
