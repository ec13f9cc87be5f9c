"""People of a table: which recorded players are one person, and by what name.

A merge is a fact of its own (see `renames_and_merges`), so that the games stay as recorded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from scorekeeper.ledger.people.names import clean_name, folded
from scorekeeper.ledger.people.seats import Sitting


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
