"""Reads a large JSON object a piece at a time, however it is laid out.

The lists that are named are read element by element, so that memory holds one of them at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn, TextIO

from scorekeeper.engine.rules.wording import say
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.exchange.utf8_text import refusing_other_text

CHUNK = 1 << 16  # characters
LARGEST = 1 << 23  # characters of one element
BLANK = " \t\n\r"


def members(stream: TextIO, streamed: set[str]) -> Iterator[tuple[str, Any, int]]:
    """The members of the object in a stream: name, value, and the line on which the value begins.

    A member whose name is among `streamed` must be a list, and comes as its elements.
    Raises Unreadable with the line of what is no JSON.
    """
    with refusing_other_text():
        yield from _Reader(stream).members(streamed)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


class _Reader:
    """What has been read of a stream and not yet been used."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.text = ""
        self.at = 0
        self.line = 1  # on which the text begins
        self.ended = False
        self.decoder = json.JSONDecoder(parse_constant=_no_constant)

    def members(self, streamed: set[str]) -> Iterator[tuple[str, Any, int]]:
        if self._next() == "[":
            line = self._line(self.at)
            raise Unreadable(say("line {line}: this is not a Scorekeeper export.", line=line))
        self._expect("{")
        more = self._next() != "}"
        while more:
            name, _ = self._value()
            if not isinstance(name, str):
                self._damaged()
            self._expect(":")
            if name in streamed:
                for value, line in self._elements():
                    yield name, value, line
            else:
                value, line = self._value()
                yield name, value, line
            more = self._goes_on("}")
        self._expect("}")
        if self._next():
            self._damaged()

    def _elements(self) -> Iterator[tuple[Any, int]]:
        self._expect("[")
        more = self._next() != "]"
        while more:
            yield self._value()
            more = self._goes_on("]")
        self._expect("]")

    def _goes_on(self, end: str) -> bool:
        """Whether a comma follows, which is then used, or the end, which is not."""
        sign = self._next()
        if sign == ",":
            self.at += 1
            return True
        if sign != end:
            self._damaged()
        return False

    def _expect(self, sign: str) -> None:
        if self._next() != sign:
            self._damaged()
        self.at += 1

    def _next(self) -> str:
        """The next sign that is not blank; nothing at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in BLANK:
                self.at += 1
            if self.at < len(self.text):
                return self.text[self.at]
            if not self._more():
                return ""

    def _value(self) -> tuple[Any, int]:
        self._next()
        while True:
            try:
                value, end = self.decoder.raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                if not self._more():
                    self._damaged(error.pos)
                continue
            except (ValueError, RecursionError):
                self._damaged()
            if end < len(self.text) or not self._more():  # a number may go on
                line = self._line(self.at)
                self.at = end
                return value, line

    def _more(self) -> bool:
        """Read on, letting go of what has been used; False at the end."""
        if self.ended:
            return False
        self.line += self.text.count("\n", 0, self.at)
        self.text = self.text[self.at :]
        self.at = 0
        if len(self.text) > LARGEST:
            raise Unreadable(say("line {line}: this is too large.", line=self.line))
        read = self.stream.read(max(CHUNK, len(self.text)))
        self.ended = not read
        self.text += read
        return bool(read)

    def _line(self, at: int) -> int:
        return self.line + self.text.count("\n", 0, at)

    def _damaged(self, at: int | None = None) -> NoReturn:
        line = self._line(self.at if at is None else at)
        raise Unreadable(say("line {line}: the file is damaged here, or is no JSON.", line=line))
