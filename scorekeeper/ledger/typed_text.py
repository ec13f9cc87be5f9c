"""Typed text: its length, its Unicode normal form, and lines without invisible characters.

Everything that people type or bring in as a file is normalised here and nowhere else:
`unicodedata.normalize` takes time by the square of a run of combining marks, and no other thread
goes on meanwhile.
"""

from __future__ import annotations

import unicodedata
from typing import Literal

from scorekeeper.engine.rules.errors import IllegalEntry
from scorekeeper.engine.rules.wording import say

SPARE = 8  # characters typed for each one that may be kept: blanks, marks, invisible characters
PIECE = 100  # characters that are normalised at once


def normalised(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    """The Unicode normal form of a text, in time that grows with its length alone.

    Of a word with more than `PIECE` characters, each piece is normalised by itself.
    """
    if len(text) <= PIECE:
        return unicodedata.normalize(form, text)
    return " ".join(
        "".join(
            unicodedata.normalize(form, word[start : start + PIECE])
            for start in range(0, len(word), PIECE)
        )
        for word in text.split(" ")
    )


def clean_line(text: str, field: str, longest: int) -> str:
    """One line of visible characters and single blanks; raises IllegalEntry if it is too long."""
    _check(is_overlong(text, longest), field, longest)
    line = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())
    _check(len(line) > longest, field, longest)
    return line


def clean_lines(text: str, field: str, longest: int) -> str:
    """Several lines, each of them clean; raises IllegalEntry if they are too long."""
    _check(is_overlong(text, longest), field, longest)
    lines = "\n".join(clean_line(line, field, longest) for line in text.splitlines()).strip()
    _check(len(lines) > longest, field, longest)
    return lines


def is_overlong(typed: str, longest: int) -> bool:
    """Whether a typed text is too long whatever is taken out of it."""
    return len(typed) > SPARE * longest


def _check(too_long: bool, field: str, longest: int) -> None:
    if too_long:
        raise IllegalEntry(
            "text-too-long", say("At most {longest} characters.", longest=longest), field
        )
