"""Document reader: an export, read a game at a time; its form is checked here, its rules later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.wording import Given, Sentence, say
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.evenings import sessions
from scorekeeper.ledger.exchange.export_document import (
    FORMAT,
    VERSION,
    GameDocument,
    game_document,
    key_in,
    mapping,
    moment_in,
    name_in,
)
from scorekeeper.ledger.exchange.json_stream import members
from scorekeeper.ledger.progress import Progress, no_progress

STREAMED = {"players", "sessions", "games"}


@dataclass(slots=True)
class Document:
    """A document as it is read: what came before the games.

    `progress` is told after every game how many bytes further the reading has come.
    `sources` names the file of each game, where the document was made of files of another form.
    """

    path: Path
    progress: Progress = no_progress
    sources: Sequence[Sentence] = ()
    head: dict[str, Any] = field(default_factory=dict)
    players: dict[str, str] = field(default_factory=dict)
    same_as: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, Mapping[str, str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def games(self) -> Iterator[tuple[Sentence, GameDocument]]:
        """The games, each with its place in the file."""
        seen: set[str] = set()
        with self.path.open("rb") as raw:
            stream = TextIOWrapper(raw, encoding="utf-8-sig", newline="")
            number = at = 0
            for name, value, line in members(stream, STREAMED):
                if name != "games":
                    self._note(name, value, line)
                    continue
                number += 1
                place = (
                    self.sources[number - 1]
                    if self.sources
                    else say("line {line}, game {number}", line=line, number=number)
                )
                self._check_head(line)
                try:
                    game = game_document(value)
                    if game.key in seen:
                        raise Unreadable(say("this game stands in the file twice."))
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
                self.used.add(game.session)
                yield place, game
                at, before = raw.tell(), at
                self.progress(at - before)
        self._check_head(1)

    def _note(self, name: str, value: Any, line: int) -> None:
        try:
            if name == "players":
                given = mapping(value, say("a player"))
                player = name_in(given.get("name"))
                self.players[player] = moment_in(given, "created")
                if given.get("same_as") is not None:
                    self.same_as[player] = name_in(given["same_as"])
            elif name == "sessions":
                session = _session(mapping(value, say("a session")))
                self.sessions[session["key"]] = session
            elif name == "table":
                given = mapping(value, say("“table”"))
                called = given.get("name")
                if not isinstance(called, str) or sessions.clean_name(called) != called:
                    raise Unreadable(say("“name” must be a short text."))
                self.head[name] = (called, moment_in(given, "created"))
            else:
                self.head[name] = value
        except (Unreadable, EntryError) as error:
            if self.head.get("format") != FORMAT:
                raise _not_ours(line) from None
            raise Unreadable(error.sentence).at(say("line {line}", line=line)) from None

    def _check_head(self, line: int) -> None:
        version = self.head.get("version")
        if self.head.get("format") != FORMAT or type(version) is not int or version < 1:
            raise _not_ours(line)
        if version > VERSION:
            raise Unreadable(
                say("This file was exported by a newer version of Scorekeeper; upgrade to use it.")
            )


def _not_ours(line: int) -> Unreadable:
    return Unreadable(say("line {line}: this is not a Scorekeeper export.", line=line))


def _session(given: Mapping[str, Any]) -> Mapping[str, str]:
    texts = {name: given.get(name) for name in ("date", "name", "notes")}
    for name, text in texts.items():
        if not isinstance(text, str):
            raise Unreadable(say("“{name}” must be a text.", name=Given(name)))
    date, name, notes = (str(text) for text in texts.values())
    if (
        sessions.read_date(date).isoformat() != date
        or sessions.clean_name(name) != name
        or sessions.clean_notes(notes) != notes
    ):
        raise Unreadable(say("“name” and “notes” must be texts as they would be kept."))
    key, created = key_in(given, "key"), moment_in(given, "created")
    return {"key": key, "date": date, "name": name, "notes": notes, "created": created}
