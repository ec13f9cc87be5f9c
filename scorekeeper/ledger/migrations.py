"""Migrations: each step of the score file from an older version to the next.

A released step is never changed, because existing files have applied it.
"""

from __future__ import annotations

import datetime as dt
import json
import re

from sqlite_utils import Database, Migrations
from sqlite_utils.db import Table

from scorekeeper.ledger.checksums import checksum
from scorekeeper.ledger.dates import day_of
from scorekeeper.ledger.evening_rule import OpenEvening, evening_for
from scorekeeper.ledger.identifiers import rematch_key

migrations = Migrations("scorekeeper")


@migrations()
def m001_first_tables(db: Database) -> None:
    """Tables for groups of people, their players, games, and the entries of each game."""
    _table(db, "settings").create({"name": str, "value": str}, pk="name", strict=True)
    _table(db, "tables").create(
        {"id": int, "name": str, "created": str, "score_keys": int, "watch_keys": int},
        pk="id",
        not_null={"name", "created", "score_keys", "watch_keys"},
        strict=True,
    )
    _table(db, "players").create(
        {"id": int, "table_id": int, "name": str, "folded": str, "created": str},
        pk="id",
        not_null={"table_id", "name", "folded", "created"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "players").create_index(["table_id", "folded"], unique=True)
    _table(db, "games").create(
        {
            "id": int,
            "table_id": int,
            "key": str,
            "rulebook": str,
            "rules": str,
            "ending": str,
            "players": str,
            "first_dealer": int,
            "started": str,
        },
        pk="id",
        not_null={"table_id", "key", "rulebook", "rules", "ending", "players", "first_dealer"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "games").create_index(["table_id", "key"], unique=True)
    _table(db, "entries").create(
        {
            "game_id": int,
            "number": int,
            "key": str,
            "kind": str,
            "deal": int,
            "fact": str,
            "device": str,
            "at": str,
        },
        pk=("game_id", "number"),
        not_null={"key", "kind", "deal", "fact", "device", "at"},
        foreign_keys=[("game_id", "games", "id")],
        strict=True,
    )
    _table(db, "entries").create_index(["game_id", "key"], unique=True)


@migrations()
def m002_sessions(db: Database) -> None:
    """Sessions, with the existing games grouped into them, and indexes to find them quickly.

    `results` and `seats` can be worked out again: `results` caches results of games (see
    `game_results`), and `seats` says who played in which game; a trigger fills it.
    """
    _table(db, "sessions").create(
        {
            "id": int,
            "table_id": int,
            "key": str,
            "date": str,
            "name": str,
            "notes": str,
            "created": str,
        },
        pk="id",
        not_null={"table_id", "key", "date", "name", "notes", "created"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "sessions").create_index(["table_id", "key"], unique=True)
    _table(db, "sessions").create_index(["table_id", "date"])
    db.execute("alter table games add column session_id integer references sessions(id)")
    _table(db, "games").create_index(["session_id"])
    _table(db, "games").create_index(["table_id"])  # in the order of the numbers
    _table(db, "seats").create(
        {"player_id": int, "game_id": int},
        pk=("player_id", "game_id"),
        foreign_keys=[("player_id", "players", "id"), ("game_id", "games", "id")],
        strict=True,
    )
    db.execute(
        "create trigger seats_of_games after insert on games begin "
        "  insert into seats select value, new.id from json_each(new.players); end"
    )
    db.execute("insert into seats select value, games.id from games, json_each(games.players)")
    _table(db, "results").create(
        {"game_id": int, "revision": int, "program": str, "result": str},
        pk="game_id",
        not_null={"revision", "program", "result"},
        foreign_keys=[("game_id", "games", "id")],
        strict=True,
    )
    _name_rematches(db)
    _group_games(db)


@migrations()
def m003_removed_games(db: Database) -> None:
    """The time at which a game begun by mistake was taken off the list."""
    _table(db, "games").add_column("removed", str)


@migrations()
def m004_figures(db: Database) -> None:
    """A cache of the figures of each session (see `player_figures`), and the state of ratings.

    The cache has no foreign keys, so that sessions and games can be deleted while it names them.
    """
    _table(db, "counts").create(
        {
            "session_id": int,
            "player_id": int,
            "rulebook": str,
            "key": str,
            "cases": int,
            "total": int,
            "low": int,
            "high": int,
            "run": int,
        },
        pk=("session_id", "player_id", "rulebook", "key"),
        strict=True,
    )
    _table(db, "counts").create_index(["player_id", "rulebook", "session_id"])
    _table(db, "counts").create_index(["rulebook", "key"])
    _table(db, "counted").create(
        {"session_id": int, "table_id": int, "stamp": str},
        pk="session_id",
        not_null={"table_id", "stamp"},
        strict=True,
    )
    _table(db, "ratings").create(
        {"table_id": int, "rulebook": str, "games": int, "chain": str, "ratings": str},
        pk=("table_id", "rulebook"),
        not_null={"games", "chain", "ratings"},
        strict=True,
    )


@migrations()
def m005_keys(db: Database) -> None:
    """The hashes of the keys that open a table (see `access_keys`).

    The secret that signs cookies leaves the file, so that a copy of the file opens nothing.
    """
    _table(db, "keys").create(
        {"hash": str, "table_id": int, "role": str, "origin": str, "made": str, "parent": str},
        pk="hash",
        not_null={"table_id", "role", "origin", "made"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "keys").create_index(["table_id", "role"])
    db.execute("delete from settings where name = 'secret'")


@migrations()
def m006_people(db: Database) -> None:
    """Merges of players who are one person, and former names of players.

    A merge is in force until it is withdrawn; neither changes a game.
    """
    _table(db, "merges").create(
        {
            "id": int,
            "player_id": int,
            "into_id": int,
            "at": str,
            "device": str,
            "withdrawn": str,
        },
        pk="id",
        not_null={"player_id", "into_id", "at", "device"},
        foreign_keys=[("player_id", "players", "id"), ("into_id", "players", "id")],
        strict=True,
    )
    db.execute("create unique index standing_merges on merges (player_id) where withdrawn is null")
    _table(db, "former_names").create(
        {"id": int, "player_id": int, "name": str, "folded": str, "at": str, "device": str},
        pk="id",
        not_null={"player_id", "name", "folded", "at", "device"},
        foreign_keys=[("player_id", "players", "id")],
        strict=True,
    )
    _table(db, "former_names").create_index(["player_id"])
    _table(db, "seats").create_index(["game_id"])


@migrations()
def m007_phones(db: Database) -> None:
    """The phones of a table, and the journal of everything done there except scoring.

    Phones have no foreign keys: the player that a cookie names may not exist any more.
    """
    db.execute("alter table tables add column removals integer not null default 0")
    _table(db, "phones").create(
        {
            "id": int,
            "table_id": int,
            "device": str,
            "role": str,
            "renewal": int,
            "link": str,
            "player_id": int,
            "came": str,
            "seen": str,
            "removed": str,
        },
        pk="id",
        not_null={"table_id", "device", "role", "renewal", "link", "came", "seen"},
        strict=True,
    )
    _table(db, "phones").create_index(["table_id", "device"], unique=True)
    _table(db, "journal").create(
        {
            "id": int,
            "table_id": int,
            "at": str,
            "what": str,
            "origin": str,
            "device": str,
            "link": str,
            "said": str,
        },
        pk="id",
        not_null={"table_id", "at", "what", "origin", "device", "link", "said"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "journal").create_index(["table_id"])


@migrations()
def m008_figures_of_all_players(db: Database) -> None:
    """A covering index for the list of players, in the order in which its query adds up.

    With 10,000 games, the query takes 21 ms instead of 67 ms.
    """
    db.execute("drop index if exists idx_counts_rulebook_key")
    _table(db, "counts").create_index(
        [
            *("rulebook", "key", "player_id", "session_id"),
            *("cases", "total", "low", "high", "run"),
        ],
        index_name="idx_counts_of_players",
    )


@migrations()
def m009_checksums(db: Database) -> None:
    """Checksums of entries, games and stored results (see `checksums`).

    The facts in the file are assumed to be as they were recorded, because nothing can show
    otherwise. A program of an older version that still has the file open cannot add an entry
    without a checksum.
    """
    db.conn.create_function("checksum_of", -1, lambda *values: checksum(values))
    for table, columns in (
        ("entries", "game_id, number, key, kind, deal, fact, device, at"),
        (
            "games",
            "id, table_id, key, rulebook, rules, ending, players, first_dealer, started, "
            "session_id, removed",
        ),
        ("results", "game_id, revision, program, result"),
    ):
        _table(db, table).add_column("checksum", int)
        # As bytes, so that text that is already damaged does not stop the migration.
        values = ", ".join(
            f"case typeof({name}) when 'text' then cast({name} as blob) else {name} end"
            for name in columns.split(", ")
        )
        db.execute(f"update {table} set checksum = checksum_of({values})")  # noqa: S608
    db.execute(
        "create trigger entries_have_checksums before insert on entries "
        "when new.checksum is null "
        "begin select raise(abort, 'the file is of a newer version'); end"
    )


@migrations()
def m010_copies_of_small_rows(db: Database) -> None:
    """A copy of each player, evening, table, merge and former name, in a column of its row.

    It is JSON that triggers write, so that any program keeps it up to date.
    """
    for table, columns in (
        ("tables", "name, created"),
        ("players", "table_id, name, folded, created"),
        ("sessions", "table_id, key, date, name, notes, created"),
        ("merges", "player_id, into_id, at, device, withdrawn"),
        ("former_names", "player_id, name, folded, at, device"),
    ):
        _table(db, table).add_column("copy", str)
        db.execute(f"update {table} set copy = json_array({columns})")  # noqa: S608
        for verb, changed in (("insert", "insert"), ("update", f"update of {columns}")):
            renew = f"update {table} set copy = json_array({columns}) where id = new.id"  # noqa: S608
            name = f"copies_of_{table}_at_{verb}"
            db.execute(f"create trigger {name} after {changed} on {table} begin {renew}; end")


@migrations()
def m011_game_files(db: Database) -> None:
    """The game files of each table (see `game_files`).

    A file stays in the score file when it is removed, because games are played by it. Its key
    contains a digest of its text, so a change of the text shows.
    """
    _table(db, "game_files").create(
        {"table_id": int, "key": str, "family": str, "text": str, "added": str, "removed": str},
        pk=("table_id", "key"),
        not_null={"family", "text", "added"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "game_files").create_index(["key"])


def _name_rematches(db: Database) -> None:
    """Derive keys of rematches from the keys of their games: row numbers differ between files."""
    keys: dict[int, str] = {}
    for game_id, key in db.execute("select id, key from games order by id").fetchall():
        old = re.fullmatch(r"rematch-([0-9]{1,18})", key)
        keys[game_id] = key
        if old and int(old[1]) in keys:
            keys[game_id] = rematch_key(keys[int(old[1])])
            db.execute("update games set key = ? where id = ?", [keys[game_id], game_id])


def _group_games(db: Database) -> None:
    """Group the games into sessions, by the rule in `identifiers`."""
    evenings: dict[int, list[OpenEvening]] = {}
    for game_id, table_id, key, players, started, last in db.execute(
        "select id, table_id, key, players, started, coalesce((select at from entries "
        "  where game_id = games.id order by number desc limit 1), started) "
        "from games where started is not null order by started, id"
    ).fetchall():
        people: list[int] = json.loads(players)
        begun, end = dt.datetime.fromisoformat(started), dt.datetime.fromisoformat(last)
        known = evenings.setdefault(table_id, [])
        evening = evening_for(begun, people, known[-20:])
        if evening is None:
            cursor = db.execute(
                "insert into sessions (table_id, key, date, name, notes, created) "
                "values (?, ?, ?, '', '', ?)",
                [table_id, f"of-{key}", day_of(begun).isoformat(), started],
            )
            evening = OpenEvening(
                int(cursor.lastrowid or 0), day_of(begun), frozenset(people), begun, end
            )
        else:
            known.remove(evening)
        known.append(
            OpenEvening(
                evening.id,
                evening.date,
                evening.people | set(people),
                evening.begun,
                max(evening.last, end),
            )
        )
        db.execute("update games set session_id = ? where id = ?", [evening.id, game_id])


def _table(db: Database, name: str) -> Table:
    table = db.table(name)
    assert isinstance(table, Table)  # noqa: S101  (never a view here)
    return table
