"""The database file: how it is opened, checked and brought up to date.

A file is looked at before it is touched: one that is no database, belongs to another program or
was written by a newer version is refused and left as it was.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from sqlite_utils import Database

from scorekeeper.ledger.database import database_copy
from scorekeeper.ledger.database.database_errors import DatabaseFault, fault_of
from scorekeeper.ledger.database.migrations import migrations
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.people.names import folded

APPLICATION_ID = 0x53436B70  # "SCkp", in the header of every file of ours
BUSY_SECONDS = 10
MOMENT = 0.02  # seconds
# What reading a damaged file may raise besides sqlite3.Error: there may be anything in it.
DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, AssertionError)
TAKE_BACKUP = "take a backup with “scorekeeper restore”, which lists them."


def prepare(path: Path, seconds: float = BUSY_SECONDS) -> None:
    """Create the file or bring it up to date; of an older file a copy is kept beside it.

    Waits up to `seconds` for whoever has it open. Raises UnusableFile, leaving the file as it was.
    """
    try:
        check_folder(path)
        if not path.exists():
            with suppress(OSError):  # SQLite says what is wrong
                database_copy.create(path)
        if path.exists() and path.stat().st_size:
            inspect(path)
        db = connect(path)
        try:
            db.execute(f"pragma busy_timeout={round(seconds * 1000)}")
            _upgrade(path, db)
            _log_writes_ahead(db, seconds)
        finally:
            db.close()
    except OSError as error:
        raise UnusableFile(f"{path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        raise UnusableFile(explain(path, error)) from error
    except DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnusableFile(f"{path} is damaged ({reason}); {TAKE_BACKUP}") from error


def check_folder(path: Path) -> None:
    """Raise UnusableFile where a score file has no folder to be in.

    None is made: it is more likely a slip, or a disk that is not mounted.
    """
    if not path.parent.is_dir():
        folder = path.parent
        what = f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}"
        raise UnusableFile(f"{path} cannot be used: {what}; make it, or correct the name.")


def _log_writes_ahead(db: Database, seconds: float) -> None:
    """Have readers and the writer go on side by side.

    A file in use cannot be changed over, and SQLite says so at once where it else waits.
    """
    end = time.monotonic() + seconds
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
    connection.text_factory = database_copy.decoded
    connection.create_function("folded", 1, folded, deterministic=True)
    db = Database(connection, execute_plugins=False)
    db.execute("pragma synchronous=full")
    db.execute("pragma foreign_keys=on")
    return db


def begin_writing(db: Database, patience: float | None) -> None:
    """Begin to write, waiting for another process as long as ever or for so many seconds."""
    if patience is None:
        db.execute("begin immediate")
        return
    db.execute(f"pragma busy_timeout={round(patience * 1000)}")
    try:
        db.execute("begin immediate")
    finally:
        db.execute(f"pragma busy_timeout={round(BUSY_SECONDS * 1000)}")


def inspect(path: Path, *, alone: bool = False) -> None:
    """Raise UnusableFile for a file that is not one of ours, or of a newer version; change nothing.

    It is read `alone` where what lies beside it belongs to another. Raises sqlite3.Error for one
    that is no sound database.
    """
    if not path.is_file():
        raise UnusableFile(f"{path} is not a file.")
    mode = "mode=ro&immutable=1" if alone else "mode=ro"
    connection = sqlite3.connect(f"file:{quote(os.fsencode(path))}?{mode}", uri=True)
    connection.text_factory = database_copy.decoded
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
                database_copy.close_to_others(path)
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
        with closing(database_copy.readable(path)) as old:
            database_copy.copy(old, target)
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
    match fault_of(error, path):
        case DatabaseFault.DAMAGED if "not a database" in str(error):
            return f"{path} is not a database; choose another file."
        case DatabaseFault.DAMAGED:
            return f"{path} is damaged ({error}); {TAKE_BACKUP}"
        case DatabaseFault.UNREACHABLE if path.exists() and not os.access(path, os.R_OK):
            return f"{path} cannot be read; check its permissions and those of its folder."
        case DatabaseFault.UNWRITABLE | DatabaseFault.UNREACHABLE:
            return f"{path} cannot be written; check its permissions and those of its folder."
        case DatabaseFault.LOCKED:
            return f"{path} is locked by another program; close that program and try again."
        case DatabaseFault.FULL:
            return f"{path} cannot be written: the disk is full; make room and try again."
    return f"{path} cannot be used: {error}."
