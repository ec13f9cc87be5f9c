"""Game documents: the form in which games are exported and imported.

A document is one JSON object:

    {"format": "scorekeeper", "version": 5, "program": "…", "exported": "…",
     "table": {"name": "…", "created": "…"},
     "players": [{"name": "…", "created": "…"}, …],
     "sessions": [{"key": "…", "date": "2026-03-06", "name": "…", "notes": "…", "created": "…"}, …],
     "games": [{"key": "…", "session": "…", "rulebook": "…", "rules": {…}, "ending": {…},
                "players": ["…", …], "first_dealer": 0, "started": "…",
                "entries": [{"key": "…", "kind": "answer", "deal": 1, "fact": {…}, "device": "…",
                             "at": "…"}, …]}, …]}

Each player, session and game is on a line of its own, so that a program can read one at a time.
A game that is played by a file of the table's own has the text of that file as `file`.
Keys identify sessions, games and entries across all files. `session` is the key of a session;
`deal` counts from 1, and is 0 for a note on the game; `first_dealer` counts from 0 in the order of
`players`. Times are in UTC with milliseconds, the `time` of an ending without. A device is the name
that a phone was given, which does not identify its owner.

The fact of a change of seats names the player: {"seat": 1, "player": "…"}, or null if a change is
taken back. A player who is merged into another names that one:
{"name": "…", "created": "…", "same_as": "…"}. A document contains neither points nor secrets:
points are derived, and links open one file only.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar

from scorekeeper.errors import EntryError
from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.registry import own_game, rulebooks
from scorekeeper.ledger import sessions
from scorekeeper.ledger.dates import EARLIEST
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_log import (
    SEATING,
    Entry,
    ForbiddenEntry,
    Kind,
    Log,
    replay,
)
from scorekeeper.ledger.people import check_distinct, clean_name, folded
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Sentence, say

# Documents

FORMAT = "scorekeeper"
VERSION = 5  # higher after every change that an older program could not read
LONGEST_KEY = 200
MOST_ENTRIES = 20_000  # of a game
MOST_DEALS = 5_000
KINDS_BY_NAME = {kind.value: kind for kind in Kind}
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
DEVICE = re.compile(r"[!-~]{0,64}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", re.ASCII)

T = TypeVar("T")
Reader = Callable[[Mapping[str, Any], str], Any]


def read_as(reader: Reader) -> Any:
    """Declare a field that `reader` takes from an object of a document, by the field's name.

    The reader raises Unreadable or EntryError for invalid values.
    """
    return field(metadata={"reader": reader})


def read(kind: type[T], data: Any, what: Sentence) -> T:
    """Read an object of a document into the dataclass `kind`, whose fields all use `read_as`.

    `what` names the object in error messages. Raises Unreadable or EntryError.
    """
    given = mapping(data, what)
    values = {each.name: each.metadata["reader"](given, each.name) for each in fields(kind)}  # type: ignore[arg-type]
    return kind(**values)


def plain(value: Any) -> dict[str, Any]:
    """Return a dataclass as an object (a dict) of a document; fields that are None are left out."""
    named = {each.name: getattr(value, each.name) for each in fields(value)}
    return {name: _plain(part) for name, part in named.items() if part is not None}


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [plain(one) if isinstance(one, EntryDocument) else one for one in part]
    return part.value if isinstance(part, Enum) else part


def mapping(data: Any, what: Sentence) -> Mapping[str, Any]:
    """Return an object of a document; raises Unreadable if it is something else."""
    if not isinstance(data, dict):
        raise Unreadable(say("{what} must be an object.", what=what))
    return data


def object_in(what: Sentence) -> Reader:
    """Return a reader of an object, called `what` in error messages."""
    return lambda given, name: mapping(given.get(name), what)


def key_in(given: Mapping[str, Any], name: str) -> str:
    """Read a key, or another short word without spaces; raises Unreadable."""
    value = given.get(name)
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise Unreadable(say("“{name}” must be a key.", name=Given(name)))
    return value


def number_in(given: Mapping[str, Any], name: str, most: int) -> int:
    """Read a whole number from 0 to `most`; raises Unreadable."""
    value = given.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise Unreadable(
            say("“{name}” must be a number from 0 to {most}.", name=Given(name), most=most)
        )
    return value


def moment_in(given: Mapping[str, Any], name: str) -> str:
    """Read a time, and return it in the form in which it is stored; raises Unreadable."""
    value = given.get(name)
    try:
        if not isinstance(value, str) or not MOMENT.fullmatch(value):
            raise ValueError(value)
        year = dt.datetime.fromisoformat(value).year
        if not EARLIEST.year <= year < dt.MAXYEAR:  # the day before and after is needed, too
            raise ValueError(value)
    except ValueError:
        raise Unreadable(
            say(
                "“{name}” must be a time in UTC, as in {example}.",
                name=Given(name),
                example="2026-03-06T18:00:40.000+00:00",
            )
        ) from None
    return value


def name_in(given: Mapping[str, Any], name: str = "name") -> str:
    """Read a player's name, which must be in the form in which it is stored; raises Unreadable."""
    value = given.get(name)
    try:
        if not isinstance(value, str) or clean_name(value) != value:
            raise Unreadable(say("“{name}” is not a player's name.", name=Given(str(value)[:40])))
    except EntryError as error:
        raise Unreadable(error.sentence) from None
    return value


def _name_or_none(given: Mapping[str, Any], name: str) -> str | None:
    return None if given.get(name) is None else name_in(given, name)


def _names_in(given: Mapping[str, Any], name: str) -> tuple[str, ...]:
    players = given.get(name)
    if not isinstance(players, list):
        raise Unreadable(say("“players” must be a list of names."))
    names = tuple(name_in({"name": player}) for player in players)
    check_distinct(names, [""] * len(names))
    return names


def _dealer_in(given: Mapping[str, Any], name: str) -> int:
    return number_in(given, name, max(0, len(given["players"]) - 1))


def _kind_in(given: Mapping[str, Any], name: str) -> Kind:
    kind = KINDS_BY_NAME.get(str(given.get(name)))
    if kind is None:
        raise Unreadable(
            say("there is no kind of entry “{kind}”.", kind=Given(str(given.get(name))[:20]))
        )
    return kind


def _device_in(given: Mapping[str, Any], name: str) -> str:
    device = given.get(name)
    if not isinstance(device, str) or not DEVICE.fullmatch(device):
        raise Unreadable(say("“device” must be a short word."))
    return device


def _entries_in(given: Mapping[str, Any], name: str) -> tuple[EntryDocument, ...]:
    entries = given.get(name)
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise Unreadable(say("“entries” must be a list of at most {most}.", most=MOST_ENTRIES))
    written = []
    for number, data in enumerate(entries, 1):
        try:
            entry = read(EntryDocument, data, say("an entry"))
            if entry.kind in SEATING:
                _name_or_none(entry.fact, "player")
        except Unreadable as error:
            raise error.at(say("entry {number}", number=number)) from None
        written.append(entry)
    if len({entry.key for entry in written}) < len(written):
        raise Unreadable(say("two entries have the same key."))
    return tuple(written)


def _file_in(given: Mapping[str, Any], name: str) -> str | None:
    """Read the text of a game file; None if there is none. Raises Unreadable."""
    value = given.get(name)
    if value is None or isinstance(value, str):
        return value
    raise Unreadable(say("“{name}” must be a text.", name=Given(name)))


def _game_of(file: str) -> FileGame:
    """Return the game of a file; raises Unreadable."""
    try:
        return own_game(file)
    except GameFileError as error:
        raise Unreadable(say("the game file in it: {reason}", reason=error.sentence)) from None


def text_in(clean: Callable[[str], str]) -> Reader:
    """Return a reader of texts that `clean` leaves unchanged."""

    def reader(given: Mapping[str, Any], name: str) -> str:
        value = given.get(name)
        if not isinstance(value, str):
            raise Unreadable(say("“{name}” must be a text.", name=Given(name)))
        if clean(value) != value:
            raise Unreadable(say("“name” and “notes” must be texts as they would be kept."))
        return value

    return reader


@dataclass(frozen=True, slots=True)
class TableDocument:
    """The table that a document was exported from."""

    name: str = read_as(text_in(sessions.clean_name))
    created: str = read_as(moment_in)


@dataclass(frozen=True, slots=True)
class PlayerDocument:
    """A player; `same_as` names the player into whom this one is merged."""

    name: str = read_as(name_in)
    created: str = read_as(moment_in)
    same_as: str | None = read_as(_name_or_none)


@dataclass(frozen=True, slots=True)
class SessionDocument:
    """An evening of games, as a document stores it."""

    key: str = read_as(key_in)
    date: str = read_as(text_in(lambda text: sessions.read_date(text).isoformat()))
    name: str = read_as(text_in(sessions.clean_name))
    notes: str = read_as(text_in(sessions.clean_notes))
    created: str = read_as(moment_in)


@dataclass(frozen=True, slots=True)
class EntryDocument:
    """An entry with its key, the name of its phone, and its time."""

    key: str = read_as(key_in)
    kind: Kind = read_as(_kind_in)
    deal: int = read_as(lambda given, name: number_in(given, name, MOST_DEALS))
    fact: Mapping[str, Any] = read_as(object_in(say("“fact”")))
    device: str = read_as(_device_in)
    at: str = read_as(moment_in)

    @classmethod
    def of(cls, key: str, entry: Entry, device: str, at: str) -> EntryDocument:
        return cls(key, entry.kind, entry.deal, entry.fact, device, at)

    @property
    def entry(self) -> Entry:
        """The entry as an `Entry`, without key, device and time."""
        return Entry(self.kind, self.deal, self.fact)


@dataclass(frozen=True, slots=True)
class GameDocument:
    """A game with all its entries; `rules` and `ending` are in their stored form."""

    key: str = read_as(key_in)
    session: str = read_as(key_in)
    rulebook: str = read_as(key_in)
    rules: Mapping[str, Any] = read_as(object_in(say("“rules”")))
    ending: Mapping[str, Any] = read_as(object_in(say("“ending”")))
    players: tuple[str, ...] = read_as(_names_in)
    first_dealer: int = read_as(_dealer_in)
    started: str = read_as(moment_in)
    entries: tuple[EntryDocument, ...] = read_as(_entries_in)
    file: str | None = read_as(_file_in)

    @property
    def book(self) -> Rulebook[Any] | None:
        """The rules of the game: known ones, or those of its file; None if there are none.

        Raises Unreadable for a file that is not the one by which the game was played.
        """
        if self.file is None:
            return rulebooks().get(self.rulebook)
        book = _game_of(self.file)
        if book.key != self.rulebook:
            raise Unreadable(say("the game file in it is another than the one it was played by."))
        return book

    @property
    def people(self) -> tuple[str, ...]:
        """All players: the first ones, then those who took a seat later."""
        later = [entry.fact.get("player") for entry in self.entries if entry.kind in SEATING]
        named = {folded(name): name for name in self.players}
        for name in later:
            if isinstance(name, str):
                named.setdefault(folded(name), name)
        return tuple(named.values())

    def numbered(self, numbers: Mapping[str, int] | None = None) -> Iterator[Entry]:
        """Yield the entries with the numbers of players in place of their names.

        `numbers` has them by folded name; by default they are the places in `people`.
        """
        known = {folded(name): number for number, name in enumerate(self.people)}
        for entry in self.entries:
            yield with_number(entry.entry, known if numbers is None else numbers)

    @property
    def known(self) -> bool:
        """Whether the rules of the game are installed."""
        return self.book is not None

    def setup(self) -> Setup:
        """Return the setup; raises KeyError if the rules are not installed, and Unreadable."""
        book = self.book
        if book is None:
            raise KeyError(self.rulebook)
        try:
            rules = book.rules_from_json(dict(self.rules))
            ending = house_rules.from_json(Ending, self.ending)
        except EntryError as error:
            raise Unreadable(error.sentence) from None
        _fits(book, self, ending)
        return Setup(book, rules, ending, len(self.players), Seat(self.first_dealer))

    def replayed(self) -> Log:
        """Return the log of the game after checking every entry against the rules.

        Raises Unreadable for the first illegal entry.
        """
        try:
            return replay(Log.of(self.setup()), self.numbered())
        except ForbiddenEntry as error:
            place = say("entry {number}", number=error.number)
            raise Unreadable(error.sentence).at(place) from None


def game_document(data: Any) -> GameDocument:
    """Read a game of a document; raises Unreadable."""
    try:
        return read(GameDocument, data, say("a game"))
    except EntryError as error:
        raise Unreadable(error.sentence) from None


def with_number(entry: Entry, numbers: Mapping[str, int]) -> Entry:
    """Return a change of seats with the player's number in place of the name, -1 if unknown.

    Other entries are returned unchanged.
    """
    name = entry.fact.get("player")
    if entry.kind not in SEATING or not isinstance(name, str):
        return entry
    return replace(entry, fact={**entry.fact, "player": numbers.get(folded(name), -1)})


def with_name(entry: Entry, names: Mapping[int, str]) -> Entry:
    """Return a change of seats with the player's name in place of the number.

    Other entries are returned unchanged. Raises KeyError for an unknown number.
    """
    player = entry.fact.get("player")
    if entry.kind not in SEATING or not isinstance(player, int):
        return entry
    return replace(entry, fact={**entry.fact, "player": names[player]})


def _fits(book: Rulebook[Any], game: GameDocument, ending: Ending) -> None:
    if len(game.players) not in book.players:
        raise Unreadable(
            say("{game} is not played by {count}.", game=book.name, count=len(game.players))
        )
    if ending.goal not in book.endings.goals:
        raise Unreadable(say("This game does not end like that."))
