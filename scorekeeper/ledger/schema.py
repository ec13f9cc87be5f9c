"""The database file: how it is opened, checked and brought up to date.

A file is looked at before it is touched: one that is no database, belongs to another program or
was written by a newer version is refused and left as it was.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlite_utils import Database, Migrations
from sqlite_utils.db import Table

from scorekeeper.ledger import copies
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.evenings import Evening, day_of, evening_for
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.trouble import Trouble, trouble

APPLICATION_ID = 0x53436B70  # "SCkp", in the header of every file of ours
BUSY_SECONDS = 10
MOMENT = 0.02  # seconds

migrations = Migrations("scorekeeper")


@migrations()
def m001_first_tables(db: Database) -> None:
    """Tables of people, their players, games, and the entries of each game."""
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
    """Sessions, into which the games so far are put; and what makes them quick to find.

    `results` and `seats` hold nothing that cannot be worked out again: what games came to (see
    `results`), and who played in which game, which a trigger takes from the game itself.
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
    """When a game that was begun by mistake was taken off the list."""
    _table(db, "games").add_column("removed", str)


@migrations()
def m004_figures(db: Database) -> None:
    """Figures of each session as a cache (see `counting`), and how far the ratings are worked out.

    They refer to nothing, so that sessions and games can go without them.
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
    """The hashes of the keys that open a table (see `keys`).

    The secret that signed cookies leaves the file: a copy of it must let nobody in.
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


def rematch_key(key: str) -> str:
    """The key of the rematch of a game: one for each game, and the same in every file."""
    return f"rematch-{hashlib.sha256(key.encode()).hexdigest()[:24]}"


def prepare(path: Path) -> None:
    """Create the file or bring it up to date; of an older file a copy is kept beside it.

    Raises UnusableFile, leaving the file as it was.
    """
    try:
        if path.exists() and path.stat().st_size:
            inspect(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        db = connect(path)
        try:
            _upgrade(path, db)
            _log_writes_ahead(db)
        finally:
            db.close()
    except (FileExistsError, NotADirectoryError) as error:
        raise UnusableFile(f"{path} cannot be used: {path.parent} is no folder.") from error
    except OSError as error:
        raise UnusableFile(f"{path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        raise UnusableFile(explain(path, error)) from error


def _log_writes_ahead(db: Database) -> None:
    """Have readers and the writer go on side by side.

    A file in use cannot be changed over, and SQLite says so at once where it else waits.
    """
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("pragma journal_mode=wal")
            return
        except sqlite3.OperationalError as error:
            busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > end:
                raise
        time.sleep(MOMENT)


def connect(path: Path, *, create: bool = True) -> Database:
    """Open a connection on which a commit is on disk before it returns."""
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path.absolute()))}?mode={'rwc' if create else 'rw'}",
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    connection.create_function("folded", 1, folded, deterministic=True)
    db = Database(connection, execute_plugins=False)
    db.execute("pragma synchronous=full")
    db.execute("pragma foreign_keys=on")
    return db


def inspect(path: Path, *, alone: bool = False) -> None:
    """Raise UnusableFile for a file that is not one of ours, or of a newer version; change nothing.

    It is read `alone` where what lies beside it belongs to another. Raises sqlite3.Error for one
    that is no sound database.
    """
    if not path.is_file():
        raise UnusableFile(f"{path} is not a file.")
    mode = "mode=ro&immutable=1" if alone else "mode=ro"
    connection = sqlite3.connect(f"file:{quote(os.fsencode(path))}?{mode}", uri=True)
    try:
        db = Database(connection, execute_plugins=False)
        (application_id,) = db.execute("pragma application_id").fetchone()
        if application_id != APPLICATION_ID and db.table_names():
            raise UnusableFile(f"{path} belongs to another program; choose another file.")
        if {migration.name for migration in migrations.applied(db)} - _ours():
            raise UnusableFile(
                f"{path} was written by a newer version of Scorekeeper; "
                "upgrade Scorekeeper to use it."
            )
    finally:
        connection.close()


def _ours() -> set[str]:
    """The names of all migrations that this version knows."""
    return {migration.name for migration in migrations.pending(Database(memory=True))}


def _upgrade(path: Path, db: Database) -> None:
    """Apply what is missing under one lock, so that two starting processes do not race."""
    db.execute("begin immediate")
    try:
        pending = migrations.pending(db)
        if pending:
            _can_make_tables(db)
            if migrations.applied(db):
                _keep_copy(path, pending[0].name)
            migrations.apply(db)
            db.execute(f"pragma application_id={APPLICATION_ID}")
        db.execute("delete from settings where 0")  # raises where nothing can be written
        db.execute("commit")
    except BaseException:
        if db.conn.in_transaction:
            db.execute("rollback")
        raise


def _can_make_tables(db: Database) -> None:
    """Raise sqlite3.Error where they cannot be made strict.

    Tried first: where the trial of sqlite-utils fails, it quietly makes them otherwise.
    """
    db.execute("create table trial (name text) strict")
    db.execute("drop table trial")
    if not db.supports_strict:
        raise sqlite3.OperationalError("no table can be made")


def _keep_copy(path: Path, migration: str) -> None:
    """Keep the file as it is before a migration; it is read past the lock that is held on it."""
    target = before(path, migration)
    try:
        with closing(copies.readable(path)) as old:
            copies.copy(old, target)
    except (OSError, sqlite3.Error) as error:
        raise UnusableFile(
            f"{path} is of an older version, and no copy of it can be kept as {target}, "
            f"so it is left as it was: {error}."
        ) from error


def before(path: Path, migration: str) -> Path:
    """Where the file is kept as it was before a migration."""
    return path.with_name(f"{path.name}.before-{migration.partition('_')[0]}")


def explain(path: Path, error: sqlite3.Error) -> str:
    """What is wrong with a file, and the way out."""
    match trouble(error, path):
        case Trouble.DAMAGED if "not a database" in str(error):
            return f"{path} is not a database; choose another file."
        case Trouble.DAMAGED:
            return (
                f"{path} is damaged ({error}); take a backup with “scorekeeper restore”, which "
                "lists them."
            )
        case Trouble.UNREACHABLE if path.exists() and not os.access(path, os.R_OK):
            return f"{path} cannot be read; check its permissions and those of its folder."
        case Trouble.UNWRITABLE | Trouble.UNREACHABLE:
            return f"{path} cannot be written; check its permissions and those of its folder."
        case Trouble.LOCKED:
            return f"{path} is locked by another program; close that program and try again."
        case Trouble.FULL:
            return f"{path} cannot be written: the disk is full; make room and try again."
    return f"{path} cannot be used: {error}."


def _name_rematches(db: Database) -> None:
    """Name rematches after the keys of their games: numbers of games say nothing elsewhere."""
    keys: dict[int, str] = {}
    for game_id, key in db.execute("select id, key from games order by id").fetchall():
        old = re.fullmatch(r"rematch-([0-9]{1,18})", key)
        keys[game_id] = key
        if old and int(old[1]) in keys:
            keys[game_id] = rematch_key(keys[int(old[1])])
            db.execute("update games set key = ? where id = ?", [keys[game_id], game_id])


def _group_games(db: Database) -> None:
    """Put the games into sessions, as `evenings` says."""
    evenings: dict[int, list[Evening]] = {}
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
            evening = Evening(
                int(cursor.lastrowid or 0), day_of(begun), frozenset(people), begun, end
            )
        else:
            known.remove(evening)
        known.append(
            Evening(
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
