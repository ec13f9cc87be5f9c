"""The lines of the keys of a TOML text, which `tomllib` does not tell."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""The keys from the top of the text to a value; a number for an entry of a list."""

_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}' + r"|'''.*?'{3,5}" + r'|"(?:[^"\\\n]|\\.)*"' + r"|'[^'\n]*'",
    re.DOTALL,
)
_SPACE = re.compile(r"(?:\s|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}\n#]+")


def lines_of(text: str) -> dict[Path, int]:
    """Return the line of every key and of every entry of a list; the text must be valid TOML."""
    return _LineFinder(text).find()


class _LineFinder:
    """Finds the line of every key and of every entry of a list, by its path."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0
        self.lines: dict[Path, int] = {}

    def find(self) -> dict[Path, int]:
        """Read the whole text; `table` is the path of the last header in brackets."""
        table: Path = ()
        counts: dict[Path, int] = {}
        while self.sign():
            if self.text[self.place] != "[":
                self.pair(table)
                continue
            brackets = 2 if self.text.startswith("[[", self.place) else 1
            self.place += brackets
            *outer, last = self.name()
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
            self.sign()
            self.place += brackets
        return self.lines

    def sign(self) -> str:
        """Skip blanks and comments and return the next sign; empty at the end."""
        found = _SPACE.match(self.text, self.place)
        self.place = found.end() if found else self.place
        return self.text[self.place : self.place + 1]

    def name(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self.sign()
            found = _STRING.match(self.text, self.place) or _BARE.match(self.text, self.place)
            assert found  # noqa: S101  (the text is valid TOML)
            parts.append(found[0].strip("\"'"))
            self.place = found.end()
            if self.sign() != ".":
                return tuple(parts)
            self.place += 1

    def note(self, path: Path) -> None:
        self.lines.setdefault(path, self.text.count("\n", 0, self.place) + 1)

    def pair(self, table: Path) -> None:
        name = self.name()
        for depth in range(len(name)):
            self.note((*table, *name[: depth + 1]))
        self.place += 1  # the sign “=”
        self.value((*table, *name))

    def value(self, path: Path) -> None:
        sign = self.sign()
        if sign not in ("[", "{"):
            found = _STRING.match(self.text, self.place) or _PLAIN.match(self.text, self.place)
            self.place = found.end() if found else self.place + 1
            return
        self.place += 1
        number = 0
        while self.sign() not in ("]", "}"):
            if self.sign() == ",":
                self.place += 1
            elif sign == "{":
                self.pair(path)
            else:
                self.note((*path, number))
                self.value((*path, number))
                number += 1
        self.place += 1
