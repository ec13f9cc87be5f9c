"""The tables of a game file as typed values; every fault is a `GameFileError` with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.games.game_file import GameFileError, Text
from scorekeeper.games.toml_lines import Path, lines_of
from scorekeeper.rules.expressions import Expression, ExpressionError, ValueKind, parse
from scorekeeper.wording import Written

MOST_TEXT = 300  # characters
MOST_ENTRIES = 40  # of any list
LARGEST = 99_999
LANGUAGE = re.compile(r"[a-z]{2,3}")
BLANK = re.compile(r"\{([^{}]*)\}")
Names = dict[str, ValueKind]
"""The names that an expression may use, with the kinds of their values."""


def read_toml(text: str) -> FileTable:
    """Return the table of a whole text; raises GameFileError if it is not TOML."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(text, str(error)) from None
    except RecursionError:
        raise GameFileError(1, "the file is nested too deep") from None
    except ValueError:  # Python reads no number of more than 4,300 digits
        found = re.search(r"\d{4000}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else 1
        raise GameFileError(line, "a number has too many digits") from None
    return FileTable(data, (), lines_of(text))


def _toml_error(text: str, reason: str) -> GameFileError:
    place = re.search(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)", reason)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    if place:
        reason = reason[: place.start()]
    lines = text.splitlines()
    if reason == "Cannot overwrite a value":
        reason = "this key is there twice"
    elif line <= len(lines) and re.search("[“”„‘’]", lines[line - 1]):
        reason += '; texts stand between straight quotes: "like this"'
    else:
        reason += next((hint for begin, hint in _HINTS.items() if reason.startswith(begin)), "")
    return GameFileError(line, f"this is not TOML: {reason}")


_HINTS = {
    "Invalid value": '; texts and expressions stand in quotes: "like this"',
    "Illegal character '\\n'": "; the quote at the end is missing",
    "Cannot declare": "; each entry of a list begins with a line such as [[points]]",
}


@dataclass(frozen=True, slots=True)
class FileTable:
    """A table of the file, with the path to it, and the lines of all keys."""

    data: Mapping[str, Any]
    path: Path
    lines: Mapping[Path, int]

    def line(self, key: str | int | None = None) -> int:
        """Return the line of a key, or of the table itself."""
        path = self.path if key is None else (*self.path, key)
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def error(self, key: str | None, reason: str) -> GameFileError:
        return GameFileError(self.line(key), reason)

    def allow(self, *keys: str) -> None:
        """Raise GameFileError for a key that is none of these."""
        for key in self.data:
            if key not in keys:
                raise self.error(key, f"there is no field “{key}” here; there are {listed(keys)}")

    def has(self, key: str) -> bool:
        return key in self.data

    def need(self, key: str) -> Any:
        if key not in self.data:
            where = f" in {self._name}" if self.path else ""
            raise self.error(None, f"the field “{key}” is missing{where}")
        return self.data[key]

    @property
    def _name(self) -> str:
        return "“" + ".".join(str(part) for part in self.path if isinstance(part, str)) + "”"

    def string(self, key: str, allowed: Iterable[str] = ()) -> str:
        value = self.need(key)
        if not isinstance(value, str) or (allowed and value not in allowed):
            words = f"one of {listed(allowed)}" if allowed else "a text"
            raise self.error(key, f"“{key}” must be {words}, not {_shown(value)}")
        return value

    def number(self, key: str, low: int = -LARGEST, high: int = LARGEST) -> int:
        value = self.need(key)
        if type(value) is not int or not low <= value <= high:
            raise self.error(
                key, f"“{key}” must be a whole number from {low} to {high}, not {_shown(value)}"
            )
        return value

    def pair(self, key: str) -> tuple[Any, Any]:
        value = self.need(key)
        if not isinstance(value, list) or len(value) != 2:
            raise self.error(key, f"“{key}” must be two values, as in [0, 9], not {_shown(value)}")
        return value[0], value[1]

    def truth(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, f"“{key}” must be true or false, not {_shown(value)}")
        return value

    def table(self, key: str) -> FileTable:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.error(key, f"“{key}” must be a table, not {_shown(value)}")
        return FileTable(value, (*self.path, key), self.lines)

    def tables(self, key: str) -> Iterator[FileTable]:
        """Yield the tables of a list; none if the key is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            raise self.error(
                key, f"“{key}” must be a list of at most {MOST_ENTRIES} tables: [[{key}]]"
            )
        for number, entry in enumerate(value):
            part = FileTable(
                entry if isinstance(entry, dict) else {}, (*self.path, key, number), self.lines
            )
            if not isinstance(entry, dict):
                raise part.error(None, f"“{key}” must be a list of tables, not {_shown(entry)}")
            yield part

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(type(number) is int for number in value):
            raise self.error(key, f"“{key}” must be a list of whole numbers, not {_shown(value)}")
        return tuple(value)

    def expression(
        self, key: str, names: Names, *kinds: ValueKind, value: Any = None
    ) -> Expression:
        """Read an expression, or a number in its place; `value` is an entry of a list `key`."""
        value = self.need(key) if value is None else value
        if type(value) is int and ValueKind.NUMBER in kinds:
            value = str(value)
        if not isinstance(value, str):
            raise self.error(key, f"“{key}” must be an expression, not {_shown(value)}")
        try:
            return parse(value, names, *kinds)
        except ExpressionError as error:
            raise self.error(key, str(error)) from None

    def text(self, key: str, names: Names | None = None, default: str | None = None) -> Text:
        """Read a text, or one for each language; its blanks are expressions of these names."""
        value = self.need(key) if default is None else self.data.get(key, default)
        texts = value if isinstance(value, dict) else {"en": value}
        blanks: dict[str, tuple[str, Expression]] = {}
        patterns: dict[str, str] = {}
        for language, text in texts.items():
            if not LANGUAGE.fullmatch(language):
                raise self.error(key, f"“{language}” is no language: write en, he, de or the like")
            if not isinstance(text, str) or not 0 < len(text) <= MOST_TEXT:
                raise self.error(
                    key,
                    f"“{key}” must be a text of 1 to {MOST_TEXT} characters, not {_shown(text)}",
                )
            if not text.isprintable():
                raise self.error(key, f"“{key}” has characters that cannot be seen")
            patterns[language] = self._pattern(key, text, names or {}, blanks)
        if not patterns:
            raise self.error(key, f"“{key}” has no text")
        if blanks and names is None:
            raise self.error(key, f"“{key}” can have no blanks in curly brackets")
        first = patterns.get("en") or next(iter(patterns.values()))
        # The language of a text that stands alone is not known.
        translations = patterns if isinstance(value, dict) else {}
        return Text(Written(first, translations), tuple(blanks.values()))

    def _pattern(
        self, key: str, text: str, names: Names, blanks: dict[str, tuple[str, Expression]]
    ) -> str:
        """Return a text as a pattern whose blanks have names that are safe to fill."""
        pieces, end = [], 0
        for blank in BLANK.finditer(text):
            pieces.append(_braced(text[end : blank.start()]))
            end, inner = blank.end(), blank[1].strip()
            if inner not in blanks:
                blanks[inner] = (f"b{len(blanks)}", self._shown_value(key, inner, names))
            pieces.append("{" + blanks[inner][0] + "}")
        return "".join([*pieces, _braced(text[end:])])

    def _shown_value(self, key: str, inner: str, names: Names) -> Expression:
        wanted = names.get(inner, ValueKind.NUMBER)
        try:
            return parse(inner, names, wanted if wanted is ValueKind.WHO else ValueKind.NUMBER)
        except ExpressionError as error:
            raise self.error(key, f"in the blank “{{{inner}}}”: {error}") from None


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"“{text[:40]}”"


def listed(words: Iterable[str]) -> str:
    return ", ".join(words)
