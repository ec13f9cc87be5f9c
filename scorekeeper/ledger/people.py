"""People: their names, which recorded players are one person, and who sits in which seat."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.rules.game import Game
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, say

# Text that people type
#
# Everything that people type or bring in as a file is normalised here and nowhere else:
# `unicodedata.normalize` takes time by the square of a run of combining marks, and no other thread
# goes on meanwhile.

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


# Names of players

LONGEST = 24
_JOINER = "\u200d"  # holds an emoji of several parts together
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters by their class, blank by their looks


def clean_name(typed: str, field: str | None = None) -> str:
    """The name without spare blanks and invisible characters.

    Raises MalformedEntry where nothing is left, IllegalEntry where it is too long.
    """
    if is_overlong(typed, LONGEST):
        raise _too_long(len(typed), field)
    signs = (sign for sign in normalised("NFC", typed) if _kept(sign))
    name = " ".join("".join(signs).split()).strip(f"{_JOINER} ")
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise MalformedEntry("no-name", say("Every player needs a name."), field)
    if len(name) > LONGEST:
        raise _too_long(len(name), field)
    return name


def folded(name: str) -> str:
    """The form in which two names are compared: capitals, widths and joiners count for nothing."""
    return normalised("NFKC", name.replace(_JOINER, "")).casefold()


def check_distinct(names: Sequence[str], fields: Sequence[str]) -> None:
    """Raise IllegalEntry at the second of two names that count as the same."""
    seen: set[str] = set()
    for name, its_field in zip(names, fields, strict=True):
        if folded(name) in seen:
            raise IllegalEntry(
                "names-alike",
                say("Two players are called {name}: make the names different.", name=Given(name)),
                its_field,
            )
        seen.add(folded(name))


def _too_long(length: int, field: str | None) -> IllegalEntry:
    return IllegalEntry(
        "name-too-long",
        say(
            "A name has at most {longest} characters; this one has {length}.",
            longest=LONGEST,
            length=length,
        ),
        field,
    )


def _kept(sign: str) -> bool:
    """Whether a character can be seen, parts words or joins; controls of direction do none."""
    if sign.isspace() or sign == _JOINER:
        return True
    return sign not in _BLANK_LETTERS and unicodedata.category(sign)[0] != "C"


# Seats
#
# Players are numbers here: those of the score file, or their places in a document. The points of a
# seat do not depend on who sits there; only whose they are does.


class Person(int):
    """A player by number, in a sentence; the page shows the name."""


@dataclass(frozen=True, slots=True, order=True)
class SeatChange:
    """A player takes a seat from a deal on, until the next change there."""

    deal: int
    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class Stint:
    """What somebody played in a seat: how many deals that count, and their points."""

    seat: int
    player: int
    hands: int
    points: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where in a game: the players it began with, and the changes since.

    `noted` are all changes that stand, also one that changes nothing because of an earlier one.
    """

    first: tuple[int, ...]
    noted: tuple[SeatChange, ...] = ()

    def at(self, deal: int) -> tuple[int, ...]:
        """Who sits in each seat in a deal."""
        players = list(self.first)
        for change in self.noted:
            if change.deal <= deal:
                players[change.seat] = change.player
        return tuple(players)

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        """The changes that put somebody else into a seat, in the order of the deals."""
        return tuple(
            change
            for change in self.noted
            if self.at(change.deal - 1)[change.seat] != change.player
        )

    def before(self, change: SeatChange) -> int:
        """Who would sit in the seat without the change."""
        return self.at(change.deal - 1)[change.seat]

    def is_noted(self, deal: int, seat: int) -> bool:
        """Whether a change of a seat stands in this deal."""
        return any((change.deal, change.seat) == (deal, seat) for change in self.noted)

    def with_change(
        self, deal: int, seat: int, player: int | None, was: int | None = None
    ) -> Sitting:
        """The seats after one change more; without a player, that of the deal is taken back.

        `was` is the deal of an earlier change that this one replaces.
        """
        gone = {(deal, seat), (was, seat)}
        kept = [change for change in self.noted if (change.deal, change.seat) not in gone]
        new = [] if player is None else [SeatChange(deal, seat, player)]
        return replace(self, noted=tuple(sorted([*kept, *new])))

    def players_of(self, seat: int) -> tuple[int, ...]:
        """Everybody who has had a seat, in the order of coming, each once."""
        began = [] if self.is_noted(1, seat) else [self.first[seat]]
        later = [change.player for change in self.noted if change.seat == seat]
        return tuple(dict.fromkeys([*began, *later]))

    @property
    def everyone(self) -> tuple[int, ...]:
        """Everybody who has had a seat, each once."""
        players = [player for seat in range(len(self.first)) for player in self.players_of(seat)]
        return tuple(dict.fromkeys(players))

    def mapped(self, number: Callable[[int], int]) -> Sitting:
        """The same with other numbers for the players."""
        return Sitting(
            tuple(map(number, self.first)),
            tuple(replace(change, player=number(change.player)) for change in self.noted),
        )

    def check(self) -> None:
        """Raise IllegalEntry where somebody has had two seats: nobody can play against themself."""
        seats: dict[int, int] = {}
        for seat in range(len(self.first)):
            for player in self.players_of(seat):
                if seats.setdefault(player, seat) != seat:
                    raise IllegalEntry(
                        "two-seats",
                        say("{player} plays in another seat of this game.", player=Person(player)),
                        "name",
                    )

    def stints(self, game: Game) -> tuple[Stint, ...]:
        """What everybody played in the seats that changed hands; who sits there now comes last."""
        changed = {change.seat for change in self.changes}
        return tuple(
            stint for seat in sorted(changed) for stint in self._stints_of(Seat(seat), game)
        )

    def _stints_of(self, seat: Seat, game: Game) -> tuple[Stint, ...]:
        side = game.seating.side_of(seat)
        now = self.at(game.current.number)[seat]
        stints = {player: Stint(seat, player, 0, 0) for player in self.players_of(seat)}
        for deal in game.deals:
            if deal.score is None or deal.surplus:
                continue
            player = self.at(deal.number)[seat]
            old = stints[player]
            stints[player] = Stint(
                seat, player, old.hands + deal.counts, old.points + deal.score.points[side]
            )
        return (*(stint for stint in stints.values() if stint.player != now), stints[now])


def credited(stints: tuple[Stint, ...]) -> dict[int, int]:
    """Whose game it is, by seat: whoever played most of its deals there, if equal the last."""
    longest: dict[int, Stint] = {}
    for stint in stints:
        if stint.seat not in longest or stint.hands >= longest[stint.seat].hands:
            longest[stint.seat] = stint
    return {seat: stint.player for seat, stint in longest.items()}


# Persons
#
# A merge is a fact of its own (see `renames_and_merges`), so that the games stay as recorded.


@dataclass(frozen=True, slots=True)
class People:
    """The players of a table.

    names    as they are spelled, by number
    into     the player into whom another was merged, by the number of the other
    """

    names: Mapping[int, str] = field(default_factory=dict)
    into: Mapping[int, int] = field(default_factory=dict)

    def person(self, player: int) -> int:
        """The number that stands for the person whom a player is."""
        while player in self.into:
            player = self.into[player]
        return player

    def name(self, player: int) -> str:
        """What the person is called."""
        return self.names[self.person(player)]

    def called(self, player: int | None) -> str:
        """The same; empty for nobody, and for a number that is not known here."""
        return "" if player is None or player not in self.names else self.name(player)

    def spellings(self, person: int) -> tuple[int, ...]:
        """All players who are this person, the one that stands for them first."""
        return (person, *(player for player in self.into if self.person(player) == person))

    def same(self, players: Iterable[int]) -> tuple[int, int] | None:
        """The first two of some players who are one person."""
        seen: dict[int, int] = {}
        for player in players:
            person = self.person(player)
            if person in seen:
                return seen[person], player
            seen[person] = player
        return None


NOBODY = People()


def people_of(db: Database | sqlite3.Connection, table_id: int) -> People:
    """The people of a table as they are at present."""
    names = db.execute("select id, name from players where table_id = ?", [table_id]).fetchall()
    into = db.execute(
        "select player_id, into_id from merges join players on players.id = player_id "
        "where table_id = ? and withdrawn is null",
        [table_id],
    ).fetchall()
    return People(dict(names), dict(into))


def seated(db: Database, table_id: int, name: str, now: str) -> int:
    """The number of a player, who is added where the name is new; the latest spelling is kept."""
    row = db.execute(
        "insert into players (table_id, name, folded, created) values (?, ?, ?, ?) "
        "on conflict (table_id, folded) do update set name = excluded.name returning id",
        [table_id, name, folded(name), now],
    ).fetchone()
    return int(row[0])


def with_player(
    db: Database,
    table_id: int,
    given: Mapping[str, Any],
    *,
    people: People,
    sitting: Sitting,
    now: str,
) -> dict[str, Any]:
    """What a form says of a change of seats, with the number of the player in place of the name.

    Without a name, a change is taken back. Raises MalformedEntry and IllegalEntry for a name that
    will not do.
    """
    fact = {name: given[name] for name in ("seat", "was") if given.get(name) not in (None, "")}
    if "name" not in given:
        return fact
    number = seated(db, table_id, clean_name(str(given["name"]), "name"), now)
    person = people.person(number)
    known = (player for player in sitting.everyone if people.person(player) == person)
    return fact | {"player": next(known, number)}  # who played here is the same player again


def note_seats(db: Database, game_id: int, sitting: Sitting) -> None:
    """Note who sat in a game, for lists that look for the games of a player."""
    db.execute("delete from seats where game_id = ?", [game_id])
    for player in sitting.everyone:
        db.execute("insert into seats (player_id, game_id) values (?, ?)", [player, game_id])
