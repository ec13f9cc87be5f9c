"""Our JSON documents, read a game at a time; every fault is `Unreadable` with its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn, TextIO

from scorekeeper.errors import EntryError
from scorekeeper.exchange.exporting import Progress, no_progress
from scorekeeper.ledger.database import LAST_REVISION
from scorekeeper.ledger.errors import DamagedDocument, ForeignDocument, Unreadable
from scorekeeper.ledger.game_document import (
    FORMAT,
    VERSION,
    GameDocument,
    PlayerDocument,
    SessionDocument,
    TableDocument,
    game_document,
    read,
)
from scorekeeper.wording import Given, Sentence, say

# The program writes a line for each player, session and game, so that memory holds
# one of them at a time. A file in another layout, for example indented by an editor, is read whole
# if it is not too large. A streaming parser (ijson) was tried instead: it does not report the line
# of a value, and in plain Python it takes forty times as long.

LISTS = ("players", "sessions", "games")
LIST = re.compile(rf'"({"|".join(LISTS)})"\s*:\s*\[')
LARGEST = 1 << 23  # characters of a line, or of a file in another layout
Member = tuple[str, Any, int]
"""The name of a member of the document, its value or an element of its list, and the line; 0 for a
line that is not known."""


@dataclass(slots=True)
class ExportFile:
    """An export file while it is read; its fields hold the parts that stand before the games."""

    path: Path
    head: dict[str, Any] = field(default_factory=dict)
    table: TableDocument | None = None
    players: dict[str, PlayerDocument] = field(default_factory=dict)
    sessions: dict[str, SessionDocument] = field(default_factory=dict)

    def games(self, progress: Progress = no_progress) -> Iterator[tuple[Sentence, GameDocument]]:
        """Yield the games, each with its place in the file.

        `progress` gets the number of bytes read since the last game. Raises ForeignDocument for
        every fault of a file that does not say that it is an export.
        """
        try:
            yield from self._games(progress)
        except Unreadable as error:
            if self.head.get("format") == FORMAT:
                raise
            raise ForeignDocument(error.sentence) from None

    def _games(self, progress: Progress) -> Iterator[tuple[Sentence, GameDocument]]:
        self.head, self.table, self.players, self.sessions = {}, None, {}, {}
        seen: set[str] = set()
        with self.path.open("rb") as raw:
            stream = TextIOWrapper(raw, encoding="utf-8-sig", newline="")
            number = at = 0
            for name, value, line in members(stream):
                if name != "games":
                    self._note(name, value, line)
                    continue
                number += 1
                place = _place(line, number)
                self._check_head(line)
                try:
                    game = game_document(value)
                    if game.key in seen:
                        raise Unreadable(say("the file has this game twice."))
                    if game.session not in self.sessions:
                        raise Unreadable(say("its session is not in the file."))
                    for player in game.people:
                        if player not in self.players:
                            raise Unreadable(
                                say("{name} is not a player in the file.", name=Given(player))
                            )
                except Unreadable as error:
                    raise error.at(place) from None
                seen.add(game.key)
                yield place, game
                at, before = raw.tell(), at
                progress(at - before)
        self._check_head(1)

    def _note(self, name: str, value: Any, line: int) -> None:
        try:
            match name:
                case "players":
                    player = read(PlayerDocument, value, say("a player"))
                    self.players[player.name] = player
                case "sessions":
                    session = read(SessionDocument, value, say("a session"))
                    self.sessions[session.key] = session
                case "table":
                    self.table = read(TableDocument, value, say("“table”"))
                case _:
                    self.head[name] = value
        except (Unreadable, EntryError) as error:
            if self.head.get("format") != FORMAT:
                raise _not_ours(line) from None
            fault = Unreadable(error.sentence)
            raise (fault.at(say("line {line}", line=line)) if line else fault) from None

    def _check_head(self, line: int) -> None:
        version = self.head.get("version")
        if self.head.get("format") != FORMAT or type(version) is not int:
            raise _not_ours(line)
        if version < VERSION:
            raise Unreadable(
                say(
                    "This file was exported by an older version of Scorekeeper than this one "
                    "reads; export the scores again with revision {revision}.",
                    revision=LAST_REVISION,
                )
            )
        if version > VERSION:
            raise Unreadable(
                say("This file was exported by a newer version of Scorekeeper; upgrade to use it.")
            )


def members(stream: TextIO) -> Iterator[Member]:
    """Yield the members of the document in a stream; raises Unreadable with the line of a fault."""
    try:
        first = _line_of(stream, 1)
        try:
            head = _loaded(first.strip().removesuffix(",") + "}", 1)
        except Unreadable:
            head = {}
        if "format" in head:
            yield from _members_of(head, 1)
            yield from _by_line(stream)
        else:
            yield from _whole(stream, first)
    except UnicodeDecodeError:
        raise DamagedDocument(say("This is not text in UTF-8.")) from None


def _by_line(stream: TextIO) -> Iterator[Member]:
    """Yield the members from the second line on, of a document in our own layout."""
    number, inside, ended = 1, "", False
    while line := _line_of(stream, number := number + 1):
        text = line.strip().removesuffix(",")
        if ended and text:
            raise _damaged(number)
        if inside and text == "]":
            inside = ""
        elif inside and text:
            yield inside, _loaded(text, number), number
        elif text == "}":
            ended = True
        elif opened := LIST.fullmatch(text):
            inside = opened[1]
        elif text:
            yield from _members_of(_loaded(f"{{{text}}}", number), number)
    if not ended:
        raise _damaged(number - 1)


def _whole(stream: TextIO, first: str) -> Iterator[Member]:
    """Yield the members of a document in another layout; `first` is its first line."""
    text = first + stream.read(LARGEST + 1 - len(first))
    if text.lstrip()[:1] not in "{[":
        raise _not_ours(1)
    if len(text) > LARGEST:
        raise _too_large(1)
    data = _loaded(text, 1)
    if isinstance(data, list):
        raise _not_ours(1 + text[: text.index("[")].count("\n"))
    if not isinstance(data, dict):
        raise _damaged(1)
    yield from _members_of(data, 0 if "\n" in text.strip() else 1)


def _members_of(data: dict[str, Any], line: int) -> Iterator[Member]:
    """Yield the members of an object; `line` is 0 if the object has several lines."""
    for name, value in data.items():
        if name not in LISTS:
            yield name, value, line
        elif isinstance(value, list):
            yield from ((name, element, line) for element in value)
        else:
            raise _damaged(line)


def _line_of(stream: TextIO, number: int) -> str:
    """Return the next line; raises Unreadable if it is too long."""
    line = stream.readline(LARGEST + 1)
    if len(line) > LARGEST:
        raise _too_large(number)
    return line


def _loaded(text: str, line: int) -> Any:
    """Parse JSON that begins on a line; raises Unreadable."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise _damaged(line + error.lineno - 1) from None
    except (ValueError, RecursionError):
        raise _damaged(line) from None


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _damaged(line: int) -> DamagedDocument:
    return DamagedDocument(
        say("line {line}: the file is damaged here, or is no JSON.", line=max(line, 1))
    )


def _too_large(line: int) -> Unreadable:
    return Unreadable(say("line {line}: this is too large.", line=line))


def _not_ours(line: int) -> ForeignDocument:
    return ForeignDocument(
        say("line {line}: this is not a Scorekeeper export in JSON.", line=max(line, 1))
    )


def _place(line: int, number: int) -> Sentence:
    """Return the place of a game in the file, for error messages, as in “line 7, game 2”."""
    if line:
        return say("line {line}, game {number}", line=line, number=number)
    return say("game {number}", number=number)
