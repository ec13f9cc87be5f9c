"""The lines of the keys of a TOML text, which `tomllib` does not tell, and limits of the text.

The lines are found before `tomllib` reads the text: it keeps every beginning of a key, so a key of
many parts would take time and memory that grow with the square of their number.
"""

from __future__ import annotations

import re
from contextlib import suppress

from scorekeeper.games.game_file import GameFileError
from scorekeeper.wording import Given, say

Path = tuple[str | int, ...]
"""The keys from the top of the text to a value; a number for an entry of a list."""

MOST_PARTS = 8  # of a path; a game file needs six
MOST_DIGITS = 40  # of a number

# A string without an end reaches to the end of its line or of the text, so nothing is read twice.
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)' + r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"?' + r"|'[^'\n]*'?",
    re.DOTALL,
)
_SPACE = re.compile(r"(?:\s+|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}\n#]+")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line of every key and of every entry of a list, up to the first fault in the text.

    Raises GameFileError if a key or value is nested too deep, or a number is too long.
    """
    finder = _LineFinder(text)
    with suppress(_NotTomlError):  # `tomllib` says why
        finder.find()
    return finder.lines


class _NotTomlError(ValueError):
    """Raised where the text is not TOML."""


class _LineFinder:
    """Finds the line of every key and of every entry of a list, by its path."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.line, self.counted = 1, 0  # the line of a place up to which line breaks are counted
        self.lines: dict[Path, int] = {}

    def find(self) -> None:
        """Read the whole text; `table` is the path of the last header in brackets."""
        table: Path = ()
        counts: dict[Path, int] = {}
        while self.sign():
            if self.text[self.place] != "[":
                self.pair(table)
                continue
            brackets = 2 if self.text.startswith("[[", self.place) else 1
            self.place += brackets
            *outer, last = self.name(())
            table = ()
            for part in outer:
                table = (*table, part)
                table = (*table, counts[table] - 1) if table in counts else table
            table = (*table, last)
            self.note(table)
            if brackets == 2:
                counts[table] = counts.get(table, 0) + 1
                table = (*table, counts[table] - 1)
            self.note(table)
            self.skip("]" * brackets)

    def sign(self) -> str:
        """Skip blanks and comments and return the next sign; empty at the end."""
        found = _SPACE.match(self.text, self.place)
        self.place = found.end() if found else self.place
        return self.text[self.place : self.place + 1]

    def skip(self, wanted: str) -> None:
        self.sign()
        if not self.text.startswith(wanted, self.place):
            raise _NotTomlError
        self.place += len(wanted)

    def name(self, table: Path) -> tuple[str, ...]:
        """Read a key in a table, and return its parts."""
        parts: list[str] = []
        while True:
            self.sign()
            found = _STRING.match(self.text, self.place) or _BARE.match(self.text, self.place)
            if found is None:
                raise _NotTomlError
            parts.append(found[0].strip("\"'"))
            self.check_depth((*table, *parts))
            self.place = found.end()
            if self.sign() != ".":
                return tuple(parts)
            self.place += 1

    def line_here(self) -> int:
        self.line += self.text.count("\n", self.counted, self.place)
        self.counted = self.place
        return self.line

    def note(self, path: Path) -> None:
        self.lines.setdefault(path, self.line_here())

    def check_depth(self, path: Path) -> None:
        if len(path) > MOST_PARTS:
            key = ".".join(part for part in path if isinstance(part, str))
            raise GameFileError(
                self.line_here(),
                say(
                    "the key “{key}” is nested too deep: it may have {most} parts, and each table "
                    "and list counts as one",
                    key=Given(key[:40]),
                    most=MOST_PARTS,
                ),
            )

    def pair(self, table: Path) -> None:
        name = self.name(table)
        for depth in range(len(name)):
            self.note((*table, *name[: depth + 1]))
        self.skip("=")
        self.value((*table, *name))

    def value(self, path: Path) -> None:
        sign = self.sign()
        if sign not in ("[", "{"):
            found = _STRING.match(self.text, self.place) or _PLAIN.match(self.text, self.place)
            if found is None:
                raise _NotTomlError
            if sign in "+-0123456789" and len(found[0].rstrip()) > MOST_DIGITS:
                raise GameFileError(self.line_here(), say("a number has too many digits"))
            self.place = found.end()
            return
        self.check_depth((*path, 0))
        self.place += 1
        number = 0
        while (inner := self.sign()) not in ("]", "}"):
            if inner == ",":
                self.place += 1
            elif sign == "{":
                self.pair(path)
            else:
                self.note((*path, number))
                self.value((*path, number))
                number += 1
        self.place += 1
