"""Migrations: each step of the score file from an older schema to the next.

A released step is never changed, because existing files have applied it.
"""

from __future__ import annotations

from sqlite_utils import Database, Migrations
from sqlite_utils.db import Table

migrations = Migrations("scorekeeper")


@migrations()
def m001_tables(db: Database) -> None:
    """Create all tables: what was agreed and recorded, who may open it, and what follows from it.

    `seats`, `notes`, `results`, `counts`, `counted` and `ratings` can be worked out again. Entries,
    games and results have checksums; each row of the small tables has a copy of itself, in JSON
    that triggers write, so that any program keeps it up to date (see `checksums`).
    """
    _create_people(db)
    _create_games(db)
    _create_derived(db)
    _create_access(db)
    for table, columns in (
        ("tables", "name, created"),
        ("players", "table_id, name, folded, created"),
        ("sessions", "table_id, key, date, name, notes, created"),
        ("merges", "player_id, into_id, at, device, withdrawn"),
        ("former_names", "player_id, name, folded, at, device"),
    ):
        for verb, changed in (("insert", "insert"), ("update", f"update of {columns}")):
            renew = f"update {table} set copy = json_array({columns}) where id = new.id"  # noqa: S608
            name = f"copies_of_{table}_at_{verb}"
            db.execute(f"create trigger {name} after {changed} on {table} begin {renew}; end")


def _create_people(db: Database) -> None:
    """Create settings, tables of people, their players, and merges and former names of players.

    A merge is in force until it is withdrawn; neither it nor a new name changes a game.
    """
    _table(db, "settings").create({"name": str, "value": str}, pk="name", strict=True)
    _table(db, "tables").create(
        {
            "id": int,
            "name": str,
            "created": str,
            "score_keys": int,
            "watch_keys": int,
            "removals": int,
            "copy": str,
        },
        pk="id",
        not_null={"name", "created", "score_keys", "watch_keys", "removals"},
        defaults={"removals": 0},
        strict=True,
    )
    _table(db, "players").create(
        {"id": int, "table_id": int, "name": str, "folded": str, "created": str, "copy": str},
        pk="id",
        not_null={"table_id", "name", "folded", "created"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "players").create_index(["table_id", "folded"], unique=True)
    _table(db, "merges").create(
        {
            "id": int,
            "player_id": int,
            "into_id": int,
            "at": str,
            "device": str,
            "withdrawn": str,
            "copy": str,
        },
        pk="id",
        not_null={"player_id", "into_id", "at", "device"},
        foreign_keys=[("player_id", "players", "id"), ("into_id", "players", "id")],
        strict=True,
    )
    db.execute("create unique index standing_merges on merges (player_id) where withdrawn is null")
    _table(db, "former_names").create(
        {
            "id": int,
            "player_id": int,
            "name": str,
            "folded": str,
            "at": str,
            "device": str,
            "copy": str,
        },
        pk="id",
        not_null={"player_id", "name", "folded", "at", "device"},
        foreign_keys=[("player_id", "players", "id")],
        strict=True,
    )
    _table(db, "former_names").create_index(["player_id"])


def _create_games(db: Database) -> None:
    """Create evenings, games with their entries, and the game files of each table.

    A removed game or game file stays, with the time of its removal. The key of a game file
    contains a digest of its text, so a change of the text shows.
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
            "copy": str,
        },
        pk="id",
        not_null={"table_id", "key", "date", "name", "notes", "created"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "sessions").create_index(["table_id", "key"], unique=True)
    _table(db, "sessions").create_index(["table_id", "date"])
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
            "session_id": int,
            "removed": str,
            "checksum": int,
        },
        pk="id",
        not_null={"table_id", "key", "rulebook", "rules", "ending", "players", "first_dealer"},
        foreign_keys=[("table_id", "tables", "id"), ("session_id", "sessions", "id")],
        strict=True,
    )
    _table(db, "games").create_index(["table_id", "key"], unique=True)
    _table(db, "games").create_index(["session_id"])
    _table(db, "games").create_index(["table_id"])  # in the order of the numbers
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
            "checksum": int,
        },
        pk=("game_id", "number"),
        not_null={"key", "kind", "deal", "fact", "device", "at", "checksum"},
        foreign_keys=[("game_id", "games", "id")],
        strict=True,
    )
    _table(db, "entries").create_index(["game_id", "key"], unique=True)
    _table(db, "game_files").create(
        {"table_id": int, "key": str, "family": str, "text": str, "added": str, "removed": str},
        pk=("table_id", "key"),
        not_null={"family", "text", "added"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "game_files").create_index(["key"])


def _create_derived(db: Database) -> None:
    """Create caches: seats, notes and results of games, figures of sessions, state of ratings.

    Figures have no foreign keys, so that sessions and games can be deleted while they name them.
    """
    _table(db, "seats").create(
        {"player_id": int, "game_id": int},
        pk=("player_id", "game_id"),
        foreign_keys=[("player_id", "players", "id"), ("game_id", "games", "id")],
        strict=True,
    )
    _table(db, "seats").create_index(["game_id"])
    db.execute(
        "create trigger seats_of_games after insert on games begin "
        "  insert into seats select value, new.id from json_each(new.players); end"
    )
    _table(db, "notes").create(
        {"game_id": int, "text": str},
        pk="game_id",
        not_null={"text"},
        foreign_keys=[("game_id", "games", "id")],
        strict=True,
    )
    _table(db, "results").create(
        {"game_id": int, "revision": int, "program": str, "result": str, "checksum": int},
        pk="game_id",
        not_null={"revision", "program", "result", "checksum"},
        foreign_keys=[("game_id", "games", "id")],
        strict=True,
    )
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
    # A covering index for the list of players, in the order in which its query adds up: with
    # 10,000 games the query takes 21 ms instead of 67 ms.
    _table(db, "counts").create_index(
        [
            *("rulebook", "key", "player_id", "session_id"),
            *("cases", "total", "low", "high", "run"),
        ],
        index_name="idx_counts_of_players",
    )
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


def _create_access(db: Database) -> None:
    """Create the hashes of the keys that open a table, its codes, its phones, and its journal.

    A code follows from its seed and a secret that is not in the file (see `access_codes`).
    Phones have no foreign keys: the player that a cookie names may not exist any more.
    """
    _table(db, "keys").create(
        {"hash": str, "table_id": int, "role": str, "origin": str, "made": str, "parent": str},
        pk="hash",
        not_null={"table_id", "role", "origin", "made"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
    _table(db, "keys").create_index(["table_id", "role"])
    _table(db, "codes").create(
        {"table_id": int, "role": str, "seed": str, "made": str, "wrong": int},
        pk=("table_id", "role"),
        not_null={"seed", "made", "wrong"},
        foreign_keys=[("table_id", "tables", "id")],
        strict=True,
    )
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


def _table(db: Database, name: str) -> Table:
    table = db.table(name)
    assert isinstance(table, Table)  # noqa: S101  (never a view here)
    return table
