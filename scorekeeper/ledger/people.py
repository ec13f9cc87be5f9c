"""People: their names, merged players, and who sits in which seat."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.rules.game import Game
from scorekeeper.seating import Seat
from scorekeeper.wording import (
    BLANK_SIGNS,
    Given,
    is_visible,
    normalised,
    say,
    without_unseen,
)

# Text that people type
#
# All text from forms and files is normalised here.

SPARE = 8  # characters accepted for each one that may remain after cleaning


def clean_line(text: str, field: str, longest: int) -> str:
    """Return a text as one line of visible characters, with single spaces between words.

    Raises IllegalEntry if it is too long.
    """
    _check(is_overlong(text, longest), field, longest)
    line = " ".join("".join(sign for sign in text if sign.isprintable() or sign.isspace()).split())
    _check(len(line) > longest, field, longest)
    return line


def clean_lines(text: str, field: str, longest: int) -> str:
    """Return the lines of a text, each one cleaned; raises IllegalEntry if they are too long."""
    _check(is_overlong(text, longest), field, longest)
    lines = "\n".join(clean_line(line, field, longest) for line in text.splitlines()).strip()
    _check(len(lines) > longest, field, longest)
    return lines


def is_overlong(typed: str, longest: int) -> bool:
    """Return whether a text is too long to be cleaned, without cleaning it."""
    return len(typed) > SPARE * longest


def _check(too_long: bool, field: str, longest: int) -> None:
    if too_long:
        raise IllegalEntry(
            "text-too-long", say("At most {longest} characters.", longest=longest), field
        )


# Names of players

LONGEST = 24
_JOINER = "\u200d"  # joins the parts of an emoji


def clean_name(typed: str, field: str | None = None) -> str:
    """Return a name without superfluous spaces and invisible characters.

    Raises MalformedEntry if nothing is left, IllegalEntry if it is too long.
    """
    if is_overlong(typed, LONGEST):
        raise _too_long(len(typed), field)
    signs = (sign for sign in normalised("NFC", typed) if _is_allowed(sign))
    name = " ".join("".join(signs).split()).strip(f"{_JOINER} ")
    if not is_visible(name):
        raise MalformedEntry("no-name", say("Every player needs a name."), field)
    if len(name) > LONGEST:
        raise _too_long(len(name), field)
    return name


def folded(name: str) -> str:
    """Return the form for comparing names, without differences in case, width and unseen signs."""
    return normalised("NFKC", without_unseen(name)).casefold()


def check_distinct(names: Sequence[str], fields: Sequence[str]) -> None:
    """Raise IllegalEntry for the second of two names that count as the same."""
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


def _is_allowed(sign: str) -> bool:
    """Return whether a character may stay in a text: a visible one, a space or a joiner."""
    if sign.isspace() or sign == _JOINER:
        return True
    return sign not in BLANK_SIGNS and unicodedata.category(sign)[0] != "C"


# Seats
#
# Players are numbers here: those of the score file, or their places in a document. Who sits in a
# seat does not change its points, only who gets them.


class Person(int):
    """The number of a player in a sentence; the page shows the player's name instead."""


@dataclass(frozen=True, slots=True, order=True)
class SeatChange:
    """A player takes a seat from a deal on, until the next change of that seat."""

    deal: int
    seat: int
    player: int


@dataclass(frozen=True, slots=True)
class Stint:
    """A player's deals in a seat: the number of scored deals, and their points."""

    seat: int
    player: int
    hands: int
    points: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """The players of each seat in a game: the first players, and the changes since.

    `first` has one player for each seat, also for one in which somebody plays only later.
    `all_changes` are all changes in force, including those that an earlier one makes ineffective.
    """

    first: tuple[int, ...]
    all_changes: tuple[SeatChange, ...] = ()

    def at(self, deal: int) -> tuple[int, ...]:
        """Return the player in each seat in a deal."""
        players = list(self.first)
        for change in self.all_changes:
            if change.deal <= deal:
                players[change.seat] = change.player
        return tuple(players)

    @property
    def changes(self) -> tuple[SeatChange, ...]:
        """The changes that replace a player, in the order of the deals."""
        return tuple(
            change
            for change in self.all_changes
            if self.at(change.deal - 1)[change.seat] != change.player
        )

    def before(self, change: SeatChange) -> int:
        """Return who would sit in the seat without the change."""
        return self.at(change.deal - 1)[change.seat]

    def has_change(self, deal: int, seat: int) -> bool:
        """Return whether there is a change of this seat in this deal."""
        return any((change.deal, change.seat) == (deal, seat) for change in self.all_changes)

    def with_change(
        self, deal: int, seat: int, player: int | None, was: int | None = None
    ) -> Sitting:
        """Return the seats after a further change; without a player, the change there is removed.

        `was` is the deal of an earlier change that this one replaces.
        """
        gone = {(deal, seat), (was, seat)}
        kept = [change for change in self.all_changes if (change.deal, change.seat) not in gone]
        new = [] if player is None else [SeatChange(deal, seat, player)]
        return replace(self, all_changes=tuple(sorted([*kept, *new])))

    def shifted(self, number: int, by: int) -> Sitting:
        """Return the seats after `by` hands were inserted before hand `number`.

        If `by` is -1, hand `number` was removed instead.
        """
        first = number if by > 0 else number + 1
        moved = {
            (change.deal, change.seat): change
            for change in (
                replace(each, deal=each.deal + by) if each.deal >= first else each
                for each in self.all_changes
            )
        }
        return replace(self, all_changes=tuple(sorted(moved.values())))

    def players_of(self, seat: int) -> tuple[int, ...]:
        """Return all players who have had a seat, first player first."""
        began = [] if self.has_change(1, seat) else [self.first[seat]]
        later = [change.player for change in self.all_changes if change.seat == seat]
        return tuple(dict.fromkeys([*began, *later]))

    @property
    def everyone(self) -> tuple[int, ...]:
        """All players who have had a seat, each once."""
        players = [player for seat in range(len(self.first)) for player in self.players_of(seat)]
        return tuple(dict.fromkeys(players))

    def with_newcomer(self, player: int) -> Sitting:
        """Return the seats with one more after the others, for somebody who comes late."""
        return replace(self, first=(*self.first, player))

    def mapped(self, number: Callable[[int], int]) -> Sitting:
        """Return the seats with other numbers for the players."""
        return Sitting(
            tuple(map(number, self.first)),
            tuple(replace(change, player=number(change.player)) for change in self.all_changes),
        )

    def check(self) -> None:
        """Raise IllegalEntry if a player has had two seats: nobody can play against themself."""
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
        """Return the stints in seats that changed hands; each seat's present player comes last."""
        changed = {change.seat for change in self.changes}
        return tuple(
            stint for seat in sorted(changed) for stint in self._stints_of(Seat(seat), game)
        )

    def _stints_of(self, seat: Seat, game: Game) -> tuple[Stint, ...]:
        side = game.side_of(seat)
        now = self.at(game.current.number)[seat]
        stints = {player: Stint(seat, player, 0, 0) for player in self.players_of(seat)}
        for deal in game.deals:
            if deal.score is None or deal.surplus or not deal.plays(side):
                continue
            player = self.at(deal.number)[seat]
            old = stints[player]
            stints[player] = Stint(
                seat, player, old.hands + deal.counts, old.points + deal.score.points[side]
            )
        return (*(stint for stint in stints.values() if stint.player != now), stints[now])


def credited_players(stints: tuple[Stint, ...]) -> dict[int, int]:
    """Return the player for whom a game is counted in each seat that changed hands.

    It is the player of the longest stint; of equally long ones, the later.
    """
    longest: dict[int, Stint] = {}
    for stint in stints:
        if stint.seat not in longest or stint.hands >= longest[stint.seat].hands:
            longest[stint.seat] = stint
    return {seat: stint.player for seat, stint in longest.items()}


# Persons
#
# A merge is a separate fact (see `renames_and_merges`), so that the games stay as recorded.


@dataclass(frozen=True, slots=True)
class People:
    """The players of a table, with merges.

    names    the spelling of each player's name, by number
    into     the player into whom a merged player was merged, by the number of the merged player
    """

    names: Mapping[int, str] = field(default_factory=dict)
    into: Mapping[int, int] = field(default_factory=dict)

    def person(self, player: int) -> int:
        """Return the id of the person that a player id belongs to after all merges."""
        while player in self.into:
            player = self.into[player]
        return player

    def name(self, player: int) -> str:
        """Return the name of a player, after merges."""
        return self.names[self.person(player)]

    def name_or_blank(self, player: int | None) -> str:
        """Return the name of a player; "" for None and for an unknown number."""
        return "" if player is None or player not in self.names else self.name(player)

    def spellings(self, person: int) -> tuple[int, ...]:
        """Return all players merged into this person, the person's own number first."""
        return (person, *(player for player in self.into if self.person(player) == person))

    def same(self, players: Iterable[int]) -> tuple[int, int] | None:
        """Return the first two players who are one person; None if all are different."""
        seen: dict[int, int] = {}
        for player in players:
            person = self.person(player)
            if person in seen:
                return seen[person], player
            seen[person] = player
        return None


NOBODY = People()


def people_of(db: Database | sqlite3.Connection, table_id: int) -> People:
    """Return the players of a table, with merges."""
    names = db.execute("select id, name from players where table_id = ?", [table_id]).fetchall()
    into = db.execute(
        "select player_id, into_id from merges join players on players.id = player_id "
        "where table_id = ? and withdrawn is null",
        [table_id],
    ).fetchall()
    return People(dict(names), dict(into))


def ensure_player(db: Database, table_id: int, name: str, now: str) -> int:
    """Return the number of the player with a name, added if new; its new spelling is stored."""
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
    """Return a form's change of seats with the player's number instead of the name.

    A new player is added. A form without a name takes a change back; then the result has no player.
    Raises MalformedEntry and IllegalEntry for an invalid name.
    """
    fact = {name: text for name, text in given.items() if name != "name" and text not in (None, "")}
    if "name" not in given:
        return fact
    number = ensure_player(db, table_id, clean_name(str(given["name"]), "name"), now)
    person = people.person(number)
    known = (player for player in sitting.everyone if people.person(player) == person)
    return fact | {"player": next(known, number)}  # a player of this game keeps their number


def note_seats(db: Database, game_id: int, sitting: Sitting) -> None:
    """Store who sat in a game, for lists of a player's games."""
    db.execute("delete from seats where game_id = ?", [game_id])
    for player in sitting.everyone:
        db.execute("insert into seats (player_id, game_id) values (?, ?)", [player, game_id])
