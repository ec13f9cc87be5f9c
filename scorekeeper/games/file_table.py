"""The tables of a game file as typed values; every fault is a `GameFileError` with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.games.game_file import GameFileError, Text
from scorekeeper.games.toml_lines import Path, lines_of
from scorekeeper.rules.expressions import Expression, ExpressionError, ValueKind, parse
from scorekeeper.wording import Given, Listed, Sentence, Written, is_visible, say

MOST_TEXT = 300  # characters
MOST_ENTRIES = 40  # of any list
LARGEST = 99_999
LANGUAGE = re.compile(r"[a-z]{2,3}")
BLANK = re.compile(r"\{([^{}]*)\}")
Names = dict[str, ValueKind]
"""The names that an expression may use, with the kinds of their values."""


def read_toml(text: str) -> FileTable:
    """Return the table of a whole text; raises GameFileError if it is not TOML."""
    lines = lines_of(text)
    try:
        return FileTable(tomllib.loads(text), (), lines)
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(text, str(error)) from None


def _toml_error(text: str, fault: str) -> GameFileError:
    """Return the error for a text that is not TOML.

    fault    what `tomllib` says of it, as in “Invalid value (at line 3, column 9)”
    """
    place = re.search(r" \(at (?:line ([0-9]+), column [0-9]+|end of document)\)", fault)
    line = int(place[1]) if place and place[1] else text.count("\n") + 1
    lines = text.splitlines()
    reason = toml_reason(fault)
    if reason is not _TWICE and line <= len(lines):
        if re.search("[“”„‘’]", lines[line - 1]):
            reason = _STRAIGHT_QUOTES
        elif re.search(r"=\s*(yes|no|on|off|true|false)\b", lines[line - 1], re.IGNORECASE):
            reason = _TRUTH
    return GameFileError(line, say("this is not TOML: {reason}", reason=reason))


def toml_reason(fault: str) -> Sentence:
    """Return the reason that stands for a fault, for which `tomllib` has English words."""
    return next(
        (reason for begin, reason in _TOML_REASONS.items() if fault.startswith(begin)),
        say("this cannot be read"),
    )


_QUOTED = Given('"Yaniv"')
_STRAIGHT_QUOTES = say("texts stand between straight quotes: {example}", example=_QUOTED)
_TRUTH = say("a tick is written {yes} or {no}", yes=Given("true"), no=Given("false"))
_TWICE = say("this key is there twice")
_TABLE_TWICE = say(
    "this table is there twice; each entry of a list begins with {header} or the like",
    header=Given("[[points]]"),
)
_VALUE = say("this is no value; texts and expressions stand in quotes: {example}", example=_QUOTED)
_QUOTE = say("the quote at the end is missing")
_BRACKET = say("a bracket at the end is missing")
_SIGN = say("a sign here is not allowed")
_ESCAPE = say("{sign} has no meaning here; write {twice}", sign=Given("\\"), twice=Given("\\\\"))
_NAME = say("a name is needed here, and “=” after it")
_TOML_REASONS = {
    "Cannot overwrite a value": _TWICE,
    "Duplicate inline table key": _TWICE,
    "Cannot declare": _TABLE_TWICE,
    "Cannot mutate": _TABLE_TWICE,
    "Cannot redefine": _TABLE_TWICE,
    "Invalid value": _VALUE,
    "Invalid date": _VALUE,
    "Illegal character '\\n'": _QUOTE,
    "Unterminated string": _QUOTE,
    "Expected \"'": _QUOTE,
    "Illegal character": _SIGN,
    "Found invalid character": _SIGN,
    "Unclosed": _BRACKET,
    "Expected ']": _BRACKET,
    "Unescaped": _ESCAPE,
    "Invalid hex": _ESCAPE,
    "Escaped character": _ESCAPE,
    "Expected '='": _NAME,
    "Invalid statement": _NAME,
    "Invalid initial character": _NAME,
    "Expected newline": say("only one name with its value stands in a line"),
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

    def error(self, key: str | None, reason: Sentence) -> GameFileError:
        """Return the error for a field, or for the table itself.

        reason    a sentence; its blank `{key}` is the name of the field
        """
        blanks = (("key", Given(str(key)[:40])), *reason.blanks)
        return GameFileError(self.line(key), replace(reason, blanks=blanks))

    def unfit(self, key: str, wanted: Sentence) -> GameFileError:
        """Return the error for a value that is not what a field takes."""
        value = self.data[key]
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return self.error(
            key,
            say("“{key}” must be {wanted}, not “{value}”", wanted=wanted, value=Given(text[:40])),
        )

    def allow(self, *keys: str) -> None:
        """Raise GameFileError for a key that is none of these."""
        for key in self.data:
            if key not in keys:
                raise self.error(
                    key,
                    say(
                        "there is no field “{key}” here; there are {known}",
                        known=listed(keys),
                    ),
                )

    def has(self, key: str) -> bool:
        return key in self.data

    def need(self, key: str) -> Any:
        if key not in self.data:
            table = Given(".".join(part for part in self.path if isinstance(part, str)))
            raise self.error(
                key,
                say("the field “{key}” is missing in “{table}”", table=table)
                if table
                else say("the field “{key}” is missing"),
            )
        return self.data[key]

    def string(self, key: str, allowed: Iterable[str] = ()) -> str:
        value = self.need(key)
        if not isinstance(value, str) or (allowed and value not in allowed):
            raise self.unfit(
                key, say("one of {known}", known=listed(allowed)) if allowed else say("a text")
            )
        return value

    def number(self, key: str, low: int = -LARGEST, high: int = LARGEST) -> int:
        value = self.need(key)
        if type(value) is not int or not low <= value <= high:
            raise self.unfit(key, say("a whole number from {low} to {high}", low=low, high=high))
        return value

    def pair(self, key: str) -> tuple[Any, Any]:
        value = self.need(key)
        if not isinstance(value, list) or len(value) != 2:
            raise self.unfit(key, say("two values, as in [0, 9]"))
        return value[0], value[1]

    def truth(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            raise self.unfit(key, say("true or false"))
        return value

    def table(self, key: str) -> FileTable:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.unfit(key, say("a table"))
        return FileTable(value, (*self.path, key), self.lines)

    def tables(self, key: str) -> Iterator[FileTable]:
        """Yield the tables of a list; none if the key is missing."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            raise self.error(
                key,
                say(
                    "“{key}” must be a list of at most {most} tables: {header}",
                    most=MOST_ENTRIES,
                    header=Given(f"[[{key}]]"),
                ),
            )
        for number, entry in enumerate(value):
            part = FileTable(
                entry if isinstance(entry, dict) else {}, (*self.path, key, number), self.lines
            )
            if not isinstance(entry, dict):
                fault = self.unfit(key, say("a list of tables"))
                raise GameFileError(part.line(), fault.reason)
            yield part

    def numbers(self, key: str) -> tuple[int, ...]:
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(type(number) is int for number in value):
            raise self.unfit(key, say("a list of whole numbers"))
        return tuple(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return the texts of a list; none if the key is missing."""
        value = self.data.get(key, [])
        if (
            not isinstance(value, list)
            or len(value) > MOST_ENTRIES
            or not all(map(_is_text, value))
        ):
            raise self.unfit(key, say("a list of at most {most} texts", most=MOST_ENTRIES))
        return tuple(value)

    def answer(self, key: str, most: int) -> str | int | list[str | int]:
        """Return an answer of an example: a text, a number or a tick, or a list of up to `most`."""
        value = self.data[key]
        each = value if isinstance(value, list) else [value]
        if len(each) > most or not all(isinstance(one, str | int) for one in each):
            raise self.unfit(
                key, say("a text, a number, true or false, or a list of at most {most}", most=most)
            )
        return value  # type: ignore[no-any-return]  # it was checked

    def expression(
        self, key: str, names: Names, *kinds: ValueKind, value: Any = None
    ) -> Expression:
        """Read an expression, or a number in its place; `value` is an entry of a list `key`."""
        value = self.need(key) if value is None else value
        if type(value) is int and ValueKind.NUMBER in kinds:
            value = str(value)
        if not isinstance(value, str):
            raise self.unfit(key, say("an expression"))
        try:
            return parse(value, names, *kinds)
        except ExpressionError as error:
            raise self.error(key, error.sentence) from None

    def text(self, key: str, names: Names | None = None, default: Text | None = None) -> Text:
        """Read a text, or one for each language; its blanks are expressions of these names."""
        if default is not None and not self.has(key):
            return default
        value = self.need(key)
        texts = value if isinstance(value, dict) else {"en": value}
        blanks: dict[str, tuple[str, Expression]] = {}
        patterns: dict[str, str] = {}
        for language, text in texts.items():
            if not LANGUAGE.fullmatch(language):
                raise self.error(
                    key,
                    say(
                        "“{language}” is no language: write en, he, de or the like",
                        language=Given(language[:40]),
                    ),
                )
            if not isinstance(text, str) or not 0 < len(text) <= MOST_TEXT:
                raise self.unfit(key, say("a text of 1 to {most} characters", most=MOST_TEXT))
            if not text.isprintable():
                raise self.error(key, say("“{key}” has characters that cannot be seen"))
            if not is_visible(text):
                raise self.error(key, say("“{key}” has no text"))
            patterns[language] = self._pattern(key, text, names or {}, blanks)
        if not patterns:
            raise self.error(key, say("“{key}” has no text"))
        if blanks and names is None:
            raise self.error(key, say("“{key}” can have no blanks in curly brackets"))
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
            blank = Given(f"{{{inner}}}")
            raise self.error(
                key, say("in the blank “{blank}”: {reason}", blank=blank, reason=error.sentence)
            ) from None


def _is_text(value: object) -> bool:
    fits = isinstance(value, str) and len(value) <= MOST_TEXT and value.isprintable()
    return fits and is_visible(str(value))


def _braced(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def listed(words: Iterable[str]) -> Listed:
    return Listed(map(Given, words))
