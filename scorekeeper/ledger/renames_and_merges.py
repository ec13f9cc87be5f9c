"""Renames and merges of players; a merge says that two players are one person.

A merge is recorded beside the games and changes none of them. If it is withdrawn, each player gets
back everything that was entered under their name, even after the merge. Two players of one game
cannot be merged.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry
from scorekeeper.ledger import journal
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people import People, clean_name, folded, people_of
from scorekeeper.ledger.store import Store
from scorekeeper.wording import Given, Sentence, say


class NameTaken(IllegalEntry):
    """Raised if another player has this name; the two may be one person.

    `other` is the number of that player.
    """

    def __init__(self, name: str, other: int) -> None:
        super().__init__(
            "name-taken", say("There is already a player called {name}.", name=Given(name)), "name"
        )
        self.other = other


@dataclass(frozen=True, slots=True)
class Merge:
    """The effect of merging two players, planned or in force.

    games      the number of games that each of the two players has
    together   the dates of games in which both players sat; if there are any, they cannot be merged
    evenings   the number of evenings on which both players were there, in different games
    """

    player: int
    name: str
    into: int
    into_name: str
    games: tuple[int, int]
    together: tuple[str, ...]
    evenings: int

    @property
    def refusal(self) -> Sentence:
        """The reason why the two players cannot be merged, if they sat in one game."""
        return say(
            "{name} and {other} sat in one game, so they are two people.",
            name=Given(self.name),
            other=Given(self.into_name),
        )


def rename(store: Store, table_id: int, player_id: int, typed: str, by: Author = COMMAND) -> str:
    """Rename a player and return the new name; the former one is stored.

    Raises Unknown; MalformedEntry and IllegalEntry for an invalid name; NameTaken.
    """
    name = clean_name(typed, "name")
    try:
        with store.transaction() as db:
            people = people_of(db, table_id)
            player = _known(people, player_id)
            holder = db.execute(
                "select id from players where table_id = ? and folded = ?", [table_id, folded(name)]
            ).fetchone()
            if holder is not None and holder[0] != player:
                raise NameTaken(people.names[holder[0]], holder[0])
            old = people.names[player]
            if name != old:
                db.execute(
                    "insert into former_names (player_id, name, folded, at, device) "
                    "values (?, ?, ?, ?, ?)",
                    [player, old, folded(old), store.now(), by.device],
                )
                db.execute(
                    "update players set name = ?, folded = ? where id = ?",
                    [name, folded(name), player],
                )
                details = {"old": old, "new": name}
                journal.note(db, store.now(), table_id, Event.RENAMED, by, **details)
    finally:
        store.forget_names()
    return name


def former_names(store: Store, table_id: int, player_id: int) -> list[str]:
    """Return the former names of a player, each once, latest first."""
    rows = store.db.execute(
        "select former_names.name from former_names join players on players.id = player_id "
        "where player_id = ? and table_id = ? and former_names.name <> players.name "
        "order by former_names.id desc",
        [clamp_int(player_id), table_id],
    )
    return list(dict.fromkeys(name for (name,) in rows.fetchall()))


def merged(store: Store, table_id: int, person: int) -> list[Merge]:
    """Return the merges that can be taken back: one for each player merged into this person."""
    people = people_of(store.db, table_id)
    return [
        _merge(store.db, people, player, into)
        for player, into in people.into.items()
        if into == person
    ]


def preview(store: Store, table_id: int, player_id: int, into_id: int) -> Merge:
    """Return the effect of a merge; raises Unknown, and IllegalEntry for the same player twice."""
    people = people_of(store.db, table_id)
    player, into = _known(people, player_id), _known(people, into_id)
    if player == into:
        raise IllegalEntry("same-player", say("Choose two different players."), "into")
    return _merge(store.db, people, player, into)


def merge(store: Store, table_id: int, player_id: int, into_id: int, by: Author = COMMAND) -> Merge:
    """Merge one player into another; merging them twice is the same as once.

    Raises Unknown, and IllegalEntry if both sat in one game.
    """
    try:
        with store.transaction() as db:
            people = people_of(db, table_id)
            if people.into.get(player_id) == into_id:
                return _merge(db, people, player_id, into_id)
            player, into = _known(people, player_id), _known(people, into_id)
            if player == into:
                raise IllegalEntry("same-player", say("Choose two different players."), "into")
            new_merge = _merge(db, people, player, into)
            if new_merge.together:
                raise IllegalEntry("played-together", new_merge.refusal, "into")
            db.execute(
                "insert into merges (player_id, into_id, at, device) values (?, ?, ?, ?)",
                [player, into, store.now(), by.device],
            )
            _count_anew(db, [*people.spellings(player), *people.spellings(into)])
            details = {"name": new_merge.name, "into": new_merge.into_name}
            journal.note(db, store.now(), table_id, Event.MERGED, by, **details)
            return new_merge
    finally:
        store.forget_names()


def withdraw(store: Store, table_id: int, player_id: int, by: Author = COMMAND) -> int:
    """Withdraw the merge of a player and return the person into whom the player was merged.

    Withdrawing it twice is the same as once. Raises Unknown.
    """
    try:
        with store.transaction() as db:
            people = people_of(db, table_id)
            if player_id not in people.names:
                raise Unknown("player")
            into = people.into.get(player_id)
            if into is None:
                return player_id
            db.execute(
                "update merges set withdrawn = ? where player_id = ? and withdrawn is null",
                [store.now(), player_id],
            )
            _count_anew(db, people.spellings(people.person(player_id)))
            details = {"name": people.names[player_id], "into": people.name(into)}
            journal.note(db, store.now(), table_id, Event.SEPARATED, by, **details)
            return people.person(into)
    finally:
        store.forget_names()


def _known(people: People, player_id: int) -> int:
    """Return the number of a person; raises Unknown."""
    if player_id not in people.names:
        raise Unknown("player")
    return people.person(player_id)


def _merge(db: Database, people: People, player: int, into: int) -> Merge:
    ours, theirs = people.spellings(player), people.spellings(into)
    ours = tuple(number for number in ours if number != into)
    theirs = tuple(number for number in theirs if number not in ours)
    both = [json.dumps(ours), json.dumps(theirs)]
    dates = db.execute(
        "select distinct sessions.date from games join sessions on sessions.id = session_id "
        "where games.id in (select game_id from seats join json_each(?) on value = player_id "
        "  intersect select game_id from seats join json_each(?) on value = player_id) "
        "order by sessions.date desc",
        both,
    ).fetchall()
    evenings = db.execute(
        "select count(*) from (select session_id from seats join json_each(?) on value = player_id "
        "  join games on games.id = game_id where removed is null "
        "intersect select session_id from seats join json_each(?) on value = player_id "
        "  join games on games.id = game_id where removed is null)",
        both,
    ).fetchone()[0]
    names = people.names[player], people.names[into]
    return Merge(
        player, names[0], into, names[1], (_games(db, ours), _games(db, theirs)),
        tuple(date for (date,) in dates), evenings,
    )  # fmt: skip


def _games(db: Database, players: tuple[int, ...]) -> int:
    """Return the number of games, without removed ones, in which any of these players sat."""
    query = (
        "select count(distinct game_id) from seats join json_each(?) on value = player_id "
        "join games on games.id = game_id where removed is null"
    )
    return int(db.execute(query, [json.dumps(players)]).fetchone()[0])


def _count_anew(db: Database, players: list[int] | tuple[int, ...]) -> None:
    """Delete the stored figures of the evenings of these people, so that they are counted again."""
    evenings = (
        "(select session_id from seats join json_each(?) on value = player_id "
        "join games on games.id = game_id)"
    )
    for table in ("counted", "counts"):
        db.execute(f"delete from {table} where session_id in {evenings}", [json.dumps(players)])  # noqa: S608
