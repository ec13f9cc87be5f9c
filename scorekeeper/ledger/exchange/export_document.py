"""A game as a document: what is taken out of one score file and brought into another.

A document is one JSON object:

    {"format": "scorekeeper", "version": 1, "program": "…", "exported": "…",
     "table": {"name": "…", "created": "…"},
     "players": [{"name": "…", "created": "…"}, …],
     "sessions": [{"key": "…", "date": "2026-03-06", "name": "…", "notes": "…", "created": "…"}, …],
     "games": [{"key": "…", "session": "…", "rulebook": "…", "rules": {…}, "ending": {…},
                "players": ["…", …], "first_dealer": 0, "started": "…",
                "entries": [{"key": "…", "kind": "answer", "deal": 1, "fact": {…}, "device": "…",
                             "at": "…"}, …]}, …]}

Keys tell sessions, games and entries from any other, in every file. `session` is the key of a
session, `deal` counts from 1, `first_dealer` from 0 in the order of `players`. Moments are in UTC
with milliseconds. A device is the name that a phone was given, which says nothing of its owner.
A file with a hand that is known in part is of version 3, one with changes of seats of version 2,
because older programs could not read them; any other is of version 1. The fact of a change of
seats names the player: {"seat": 1, "player": "…"}, or null where a change is taken back. A player
who is merged into another names that one: {"name": "…", "created": "…", "same_as": "…"}. Neither
points nor secrets are in it: points are derived, and links open one file only.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules import house_rules
from scorekeeper.engine.rules.ending import Ending
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.game import Setup
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import Given, Sentence, say
from scorekeeper.ledger.entries.game_log import Entry, Kind
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.people.names import check_distinct, clean_name, folded

FORMAT = "scorekeeper"
VERSION = 3
WITHOUT_PARTIAL = 2  # the version of a file in which every hand was recorded whole
WITHOUT_SEATS = 1  # the version of a file in which nobody took another's seat
LONGEST_KEY = 200
MOST_ENTRIES = 20_000  # of a game
MOST_DEALS = 5_000
KINDS = {kind.value: kind for kind in Kind}
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
DEVICE = re.compile(r"[!-~]{0,64}")
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", re.ASCII)
AN_ENTRY, FACT = say("an entry"), say("“fact”")


@dataclass(frozen=True, slots=True)
class EntryDocument:
    """An entry with what is noted beside it: its key, the phone it came from, and when."""

    key: str
    entry: Entry
    device: str
    at: str

    def plain(self) -> dict[str, Any]:
        """As it stands in a document."""
        return {
            "key": self.key,
            "kind": self.entry.kind.value,
            "deal": self.entry.deal,
            "fact": self.entry.fact,
            "device": self.device,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class GameDocument:
    """A game with all its entries; `rules` and `ending` as they are kept."""

    key: str
    session: str
    rulebook: str
    rules: Mapping[str, Any]
    ending: Mapping[str, Any]
    players: tuple[str, ...]
    first_dealer: int
    started: str
    entries: tuple[EntryDocument, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who played: those who began, then those who took a seat later."""
        later = [
            entry.entry.fact.get("player")
            for entry in self.entries
            if entry.entry.kind is Kind.SEAT
        ]
        named = {folded(name): name for name in self.players}
        for name in later:
            if isinstance(name, str):
                named.setdefault(folded(name), name)
        return tuple(named.values())

    def numbered(self, numbers: Mapping[str, int] | None = None) -> Iterator[Entry]:
        """The entries with numbers for players: those given by folded names, else their places."""
        known = {folded(name): number for number, name in enumerate(self.people)}
        for entry in self.entries:
            yield with_number(entry.entry, known if numbers is None else numbers)

    @property
    def known(self) -> bool:
        """Whether its rules are there at the moment."""
        return self.rulebook in rulebooks()

    def setup(self) -> Setup:
        """What was agreed; raises Unreadable where the rules cannot be read, or KeyError."""
        book = rulebooks()[self.rulebook]
        try:
            rules = book.rules_from_json(dict(self.rules))
            ending = house_rules.from_kept(Ending, self.ending)
        except EntryError as error:
            raise Unreadable(error.sentence) from None
        _fits(book, self, ending)
        return Setup(book, rules, ending, len(self.players), Seat(self.first_dealer))

    def plain(self) -> dict[str, Any]:
        """As it stands in a document."""
        return {
            "key": self.key,
            "session": self.session,
            "rulebook": self.rulebook,
            "rules": self.rules,
            "ending": self.ending,
            "players": list(self.players),
            "first_dealer": self.first_dealer,
            "started": self.started,
            "entries": [entry.plain() for entry in self.entries],
        }


def game_document(data: Any) -> GameDocument:
    """Read a game of a document; raises Unreadable."""
    given = mapping(data, say("a game"))
    entries = given.get("entries")
    if not isinstance(entries, list) or len(entries) > MOST_ENTRIES:
        raise Unreadable(say("“entries” must be a list of at most {most}.", most=MOST_ENTRIES))
    players = given.get("players")
    if not isinstance(players, list):
        raise Unreadable(say("“players” must be a list of names."))
    names = tuple(name_in(player) for player in players)
    try:
        check_distinct(names, [""] * len(names))
    except EntryError as error:
        raise Unreadable(error.sentence) from None
    written = tuple(_entry(number, entry) for number, entry in enumerate(entries, 1))
    for number, entry in enumerate(written, 1):
        if entry.entry.kind is Kind.SEAT and entry.entry.fact.get("player") is not None:
            try:
                name_in(entry.entry.fact["player"])
            except Unreadable as error:
                raise error.at(say("entry {number}", number=number)) from None
    if len({entry.key for entry in written}) < len(written):
        raise Unreadable(say("two entries have the same key."))
    return GameDocument(
        key_in(given, "key"),
        key_in(given, "session"),
        key_in(given, "rulebook"),
        mapping(given.get("rules"), say("“rules”")),
        mapping(given.get("ending"), say("“ending”")),
        names,
        number_in(given, "first_dealer", 0, max(0, len(names) - 1)),
        moment_in(given, "started"),
        written,
    )


def mapping(data: Any, what: Sentence) -> Mapping[str, Any]:
    """An object of a document; raises Unreadable."""
    if not isinstance(data, dict):
        raise Unreadable(say("{what} must be an object.", what=what))
    return data


def key_in(given: Mapping[str, Any], name: str) -> str:
    """A key, or another short word without blanks; raises Unreadable."""
    value = given.get(name)
    if not isinstance(value, str) or not KEY.fullmatch(value):
        raise Unreadable(say("“{name}” must be a key.", name=Given(name)))
    return value


def number_in(given: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """A whole number between two bounds; raises Unreadable."""
    value = given.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Unreadable(
            say(
                "“{name}” must be a number from {low} to {high}.",
                name=Given(name),
                low=low,
                high=high,
            )
        )
    return value


def moment_in(given: Mapping[str, Any], name: str) -> str:
    """A moment; raises Unreadable."""
    value = given.get(name)
    try:
        if not isinstance(value, str) or not MOMENT.fullmatch(value):
            raise ValueError(value)
        dt.datetime.fromisoformat(value)
    except ValueError:
        raise Unreadable(
            say(
                "“{name}” must be a time in UTC, as in {example}.",
                name=Given(name),
                example="2026-03-06T18:00:40.000+00:00",
            )
        ) from None
    return value


def name_in(value: Any) -> str:
    """The name of a player as it is kept; raises Unreadable."""
    try:
        if not isinstance(value, str) or clean_name(value) != value:
            raise Unreadable(say("“{name}” is not a player's name.", name=Given(str(value)[:40])))
    except EntryError as error:
        raise Unreadable(error.sentence) from None
    return value


def with_number(entry: Entry, numbers: Mapping[str, int]) -> Entry:
    """An entry with the number of the player whom it names; -1 for one who has none."""
    name = entry.fact.get("player")
    if entry.kind is not Kind.SEAT or not isinstance(name, str):
        return entry
    return replace(entry, fact={**entry.fact, "player": numbers.get(folded(name), -1)})


def with_name(entry: Entry, names: Mapping[int, str]) -> Entry:
    """An entry with the name of the player whom it numbers; raises KeyError."""
    player = entry.fact.get("player")
    if entry.kind is not Kind.SEAT or not isinstance(player, int):
        return entry
    return replace(entry, fact={**entry.fact, "player": names[player]})


def _entry(number: int, data: Any) -> EntryDocument:
    try:
        given = mapping(data, AN_ENTRY)
        kind = KINDS.get(str(given.get("kind")))
        if kind is None:
            raise Unreadable(
                say("there is no kind of entry “{kind}”.", kind=Given(str(given.get("kind"))[:20]))
            )
        device = given.get("device")
        if not isinstance(device, str) or not DEVICE.fullmatch(device):
            raise Unreadable(say("“device” must be a short word."))
        return EntryDocument(
            key_in(given, "key"),
            Entry(
                kind,
                number_in(given, "deal", 0, MOST_DEALS),
                mapping(given.get("fact"), FACT),
            ),
            device,
            moment_in(given, "at"),
        )
    except Unreadable as error:
        raise error.at(say("entry {number}", number=number)) from None


def _fits(book: Rulebook[Any], game: GameDocument, ending: Ending) -> None:
    if len(game.players) not in book.players:
        raise Unreadable(
            say("{game} is not played by {count}.", game=book.name, count=len(game.players))
        )
    if ending.goal not in book.endings.goals:
        raise Unreadable(say("This game does not end like that."))
