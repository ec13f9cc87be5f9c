"""Database files: opening, checking, upgrading and copying them.

Every connection to a database file is opened here. A file is inspected before it is changed: a file
that is not a database, belongs to another program, or was written by an older or a newer version is
refused and left unchanged. A score file holds every name and every score, so only its owner may
read it or a copy.
"""

from __future__ import annotations

import contextlib
import glob
import os
import sqlite3
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from sqlite_utils import Database

from scorekeeper.ledger.errors import (
    DamagedFile,
    DatabaseFault,
    ForeignFile,
    NewerFile,
    OlderFile,
    Unreachable,
    UnusableFile,
    fault_of,
)
from scorekeeper.ledger.migrations import migrations
from scorekeeper.ledger.people import folded

APPLICATION_ID = 0x53436F72  # "SCor", in the header of every file of ours
OLDER_ID = 0x53436B70  # "SCkp", in the header of files written before the present form
LAST_REVISION = "8196d5e6"  # the last one of the program that reads those
APPLICATION_ID_AT = 68  # in SQLite's header, four bytes
BUSY_SECONDS = 10
MOMENT = 0.02  # seconds
PAGES = 256  # copied at a time: a megabyte
VERSION_AT = 18
NEWEST_VERSION = b"\x02"  # SQLite does not write a file with a newer one
WAL, SHM = "-wal", "-shm"  # the newest pages, and an index to them
BESIDE = ("-journal", WAL, SHM)  # all files that SQLite keeps beside a database
LARGE = {"entries", "counts", "journal"}  # tables that are not checked at every start
OWNER_ONLY = 0o600
BY_DEFAULT = {0o644, 0o664}  # permissions that a new file has by default
# Reading a damaged file may raise these as well as sqlite3.Error: it may contain anything.
DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, AssertionError)
TAKE_BACKUP = "take a backup with “scorekeeper restore”, which lists them."

Identity = tuple[int, int]
T = TypeVar("T")


def real_path(path: Path) -> Path:
    """Return the path of the score file itself, with all links followed.

    All files beside it are found from this path, so that they lie in one folder.
    """
    return Path(os.path.realpath(path))


def prepare(path: Path, seconds: float = BUSY_SECONDS) -> None:
    """Create the file, or bring it up to date and keep a copy of its older schema beside it.

    Waits up to `seconds` if others are using the file. Raises UnusableFile, leaving the file
    unchanged.
    """
    with explained(path):
        check_folder(path)
        if not path.exists():
            with contextlib.suppress(OSError):  # SQLite says what is wrong
                create(path)
        if path.exists() and path.stat().st_size:
            inspect(path)
        db = connect(path)
        try:
            db.execute(f"pragma busy_timeout={round(seconds * 1000)}")
            _mend_indexes(db)
            _upgrade(path, db)
            for file in (path, *(beside(path, end) for end in BESIDE)):
                close_to_others(file)
            _log_writes_ahead(db, seconds)
        finally:
            db.close()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn every fault of a file into UnusableFile."""
    try:
        yield
    except OSError as error:
        raise UnusableFile(f"{path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        is_damaged = fault_of(error) is DatabaseFault.DAMAGED
        raise (DamagedFile if is_damaged else UnusableFile)(explain(path, error)) from error
    except DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"
        raise DamagedFile(f"{path} is damaged ({reason}); {TAKE_BACKUP}") from error


def check_folder(path: Path) -> None:
    """Raise UnusableFile if the folder of a score file does not exist.

    The folder is not created: more likely its name is mistyped, or a disk is not mounted.
    """
    if not path.parent.is_dir():
        folder = path.parent
        what = f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}"
        raise UnusableFile(f"{path} cannot be used: {what}; make it, or correct the name.")


def connection(path: Path, mode: str, seconds: float = 5) -> sqlite3.Connection:
    """Open a bare connection that waits `seconds` for locks; the mode is ro, rw or rwc.

    Raises UnusableFile for a folder, a device or a pipe; opening a pipe would wait for a writer.
    """
    with contextlib.suppress(OSError):  # SQLite says what is wrong
        if not stat.S_ISREG(path.stat().st_mode):
            raise UnusableFile(f"{path} is not a file.")
    db = sqlite3.connect(
        f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}",
        timeout=seconds,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )
    db.text_factory = _decoded
    return db


def connect(path: Path, *, create: bool = True) -> Database:
    """Open a connection on which a commit is on disk before it returns."""
    bare = connection(path, "rwc" if create else "rw", BUSY_SECONDS)
    bare.create_function("folded", 1, folded, deterministic=True)
    db = Database(bare, execute_plugins=False)
    db.execute("pragma synchronous=full")
    db.execute("pragma foreign_keys=on")
    return db


def readable(path: Path) -> sqlite3.Connection:
    """Open a connection that only reads."""
    return connection(path, "ro")


def read_or(path: Path, read: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
    """Return what `read` returns for a file, or `otherwise` if the file cannot be read."""
    try:
        with closing(readable(path)) as db:
            refuse_older(path)
            return read(db)
    except (UnusableFile, sqlite3.Error, *DAMAGE):
        return otherwise


def _decoded(text: bytes) -> str:
    """Decode text; a damaged letter is replaced, so that it does not hide other rows."""
    return text.decode("utf-8", "replace")


def begin_writing(db: Database, patience: float | None) -> None:
    """Begin a write transaction; wait up to `patience` seconds for others, by default ten."""
    if patience is None:
        db.execute("begin immediate")
        return
    db.execute(f"pragma busy_timeout={round(patience * 1000)}")
    try:
        db.execute("begin immediate")
    finally:
        db.execute(f"pragma busy_timeout={round(BUSY_SECONDS * 1000)}")


def _log_writes_ahead(db: Database, seconds: float) -> None:
    """Turn on write-ahead logging, so that readers and a writer do not block each other.

    A file in use cannot be switched, and SQLite reports that at once instead of waiting.
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


def inspect(path: Path, *, alone: bool = False) -> None:
    """Raise UnusableFile for a file that is not ours, older or newer; change nothing.

    With `alone`, the WAL beside it is ignored, because it belongs to another file. Raises
    sqlite3.Error for a file that is not a sound database.
    """
    with closing(connection(path, "ro&immutable=1" if alone else "ro")) as bare:
        refuse_older(path)
        db = Database(bare, execute_plugins=False)
        (application_id,) = db.execute("pragma application_id").fetchone()
        if application_id != APPLICATION_ID and db.table_names():
            raise ForeignFile(f"{path} belongs to another program; choose another file.")
        if {migration.name for migration in migrations.applied(db)} - _ours():
            raise NewerFile(
                f"{path} was written by a newer version of Scorekeeper; "
                "upgrade Scorekeeper to use it."
            )
    if version_of(path) > NEWEST_VERSION:
        raise DamagedFile(f"{path} is damaged (its header makes it read-only); {TAKE_BACKUP}")


def refuse_older(path: Path) -> None:
    """Raise UnusableFile for a score file of an older form.

    Only its header is read, because SQLite would create files beside it.
    """
    if _header(path, APPLICATION_ID_AT, 4) == OLDER_ID.to_bytes(4, "big"):
        raise OlderFile(
            f"{path} was written by an older version of Scorekeeper, whose form this one does not "
            f"read. Revision {LAST_REVISION} exports it, with “scorekeeper export --db {path} -o "
            "scores.json”; then “scorekeeper import --db new.db scores.json” brings it into a new "
            "score file, new.db."
        )


def version_of(path: Path) -> bytes:
    """Return the byte of SQLite's header that is 1 without a WAL and 2 with one."""
    return _header(path, VERSION_AT, 1)


def _header(path: Path, at: int, length: int) -> bytes:
    """Return bytes of SQLite's header; fewer or none for a shorter file."""
    with path.open("rb") as file:
        return file.read(at + length)[at:]


def check(path: Path) -> None:
    """Raise UnusableFile unless the file is a sound score file."""
    inspect(path)
    with closing(readable(path)) as db:
        if not db.execute("select 1 from sqlite_master where name = 'games'").fetchone():
            raise ForeignFile(f"{path} is not a score file.")
        if problems := faults(db, 3):
            raise DamagedFile(f"{path} is damaged: {'; '.join(problems)[:200]}.")


def faults(db: sqlite3.Connection | Database, most: int, table: str | None = None) -> list[str]:
    """Return at most `most` faults that SQLite finds in a file or a table.

    `quick_check` is not enough: it skips the indexes, and a damaged index hides rows from a page.
    """
    rows = db.execute(f"pragma integrity_check({repr(table) if table else most})")
    return [text for text in (str(row[0]) for row in rows) if text != "ok"]


def _ours() -> set[str]:
    """Return the names of all migrations of this version."""
    return {migration.name for migration in migrations.pending(Database(memory=True))}


def copy(
    source: sqlite3.Connection,
    target: Path,
    check: Callable[[Path], None] = check,
    pause: float = 0.0,
) -> None:
    """Copy what a connection sees now; the copy gets its name only after it has been checked.

    Others may write meanwhile. `pause` is the time between two steps in seconds.
    """
    with part_of(target) as part:
        with closing(connection(part, "rw")) as fresh:
            _in_steps(source, fresh, pause)
            fresh.execute("pragma journal_mode=delete")  # one file, nothing beside it
        check(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
        sync(target.parent)


def copy_unchecked(path: Path, target: Path) -> None:
    """Copy a score file, which may be damaged, with what SQLite keeps beside it."""
    with closing(readable(path)) as source:
        copy(source, target, lambda _: None)


PART = ".part-"  # before the number of the process, in the name of an unfinished file
YOUNG = 5.0  # seconds; an unfinished file is locked sooner
STALE = 3600.0  # seconds after which one is abandoned though its lock cannot be tried


@contextmanager
def part_of(target: Path) -> Iterator[Path]:
    """Create an empty file beside `target` to be written and renamed; otherwise it is deleted.

    It is locked meanwhile. Those of processes that were killed have no lock, and are deleted first.
    """
    delete_parts(target.parent, glob.escape(target.name))
    part = target.with_name(f"{target.name}{PART}{os.getpid()}")
    handle = None
    try:
        part.unlink(missing_ok=True)
        create(part)
        if sys.platform != "win32":  # which renames no open file
            handle = os.open(part, os.O_RDWR)
            try_lock(handle)
        yield part
    finally:
        if handle is not None:
            os.close(handle)
        for end in ("", *BESIDE):
            part.with_name(part.name + end).unlink(missing_ok=True)


def delete_parts(folder: Path, pattern: str) -> None:
    """Delete unfinished files whose process was killed; `pattern` matches the names of targets."""
    for part in folder.glob(f"{pattern}{PART}*"):
        with contextlib.suppress(OSError):
            age = time.time() - part.stat().st_mtime
            is_ours = part.name.rpartition(PART)[2].isdecimal()
            if is_ours and age > YOUNG and (is_unlocked(part) or age > STALE):
                part.unlink()


def is_unlocked(path: Path) -> bool:
    """Return whether no other process has locked a file; False on Windows."""
    handle = os.open(path, os.O_RDWR)
    try:
        return try_lock(handle)
    finally:
        os.close(handle)


def try_lock(handle: int) -> bool:
    """Lock a file; False if another process has locked it, and always on Windows."""
    if sys.platform == "win32":
        return False
    import fcntl  # noqa: PLC0415  (not on Windows)

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _in_steps(source: sqlite3.Connection, fresh: sqlite3.Connection, pause: float) -> None:
    """Copy in steps within one read transaction; without it, each new entry restarts the copy."""

    def wait(_status: int, left: int, _pages: int) -> None:
        if pause and left:
            time.sleep(pause)

    source.execute("begin")
    try:
        source.execute("select count(*) from sqlite_master").fetchone()
        source.backup(fresh, pages=PAGES, progress=wait)
    finally:
        source.execute("rollback")


def _upgrade(path: Path, db: Database) -> None:
    """Apply pending migrations under one lock, so that two starting processes do not race."""
    db.execute("begin immediate")
    try:
        pending = migrations.pending(db)
        if pending:
            _can_make_tables(db)
            if migrations.applied(db):
                _keep_copy(path, pending[0].name)
            migrations.apply(db)
            db.execute(f"pragma application_id={APPLICATION_ID}")
        _check_tables(path, db)
        db.execute("delete from settings where 0")  # raises if nothing can be written
        db.execute("commit")
    except BaseException:
        if db.conn.in_transaction:
            db.execute("rollback")
        raise


def _mend_indexes(db: Database) -> None:
    """Rebuild damaged indexes of the small tables: a damaged index may silently hide rows.

    Entries are left out: each game checks the number of its entries when it is read.
    """
    for table in db.table_names():
        try:
            if table not in LARGE and faults(db, 1, table):
                db.execute(f"reindex [{table}]")
        except sqlite3.Error as error:  # the table itself is damaged: its pages say so
            if fault_of(error) is not DatabaseFault.DAMAGED:
                raise


def _check_tables(path: Path, db: Database) -> None:
    """Raise UnusableFile if the table of an evening is missing: no page would show the evening."""
    if db.execute("pragma foreign_key_check(sessions)").fetchone():
        raise DamagedFile(f"{path} is damaged (the table of an evening is missing); {TAKE_BACKUP}")


def _can_make_tables(db: Database) -> None:
    """Raise sqlite3.Error if strict tables cannot be created.

    If its own trial fails, sqlite-utils creates tables that are not strict, without an error.
    """
    db.execute("create table trial (name text) strict")
    db.execute("drop table trial")
    if not db.supports_strict:
        raise sqlite3.OperationalError("no table can be made")


def _keep_copy(path: Path, migration: str) -> None:
    """Copy the file before a migration; the lock of the migration does not block readers."""
    target = before(path, migration)
    try:
        copy_unchecked(path, target)
    except (OSError, sqlite3.Error) as error:
        raise UnusableFile(
            f"{path} is of an older version, and no copy of it can be kept as {target}, "
            f"so it is left as it was: {error}."
        ) from error


def before(path: Path, migration: str) -> Path:
    """Return the path of the copy made before a migration."""
    return path.with_name(f"{path.name}.before-{migration.partition('_')[0]}")


def explain(path: Path, error: sqlite3.Error) -> str:
    """Return a sentence that says what is wrong with a file and what to do."""
    match fault_of(error, path):
        case DatabaseFault.DAMAGED if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
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
        case DatabaseFault.JOURNAL_GONE | DatabaseFault.JOURNAL_LOST as fault:
            return f"{path} cannot be used. {fault.sentence}"
    return f"{path} cannot be used: {error}."


def identity_of(path: Path) -> Identity | None:
    """Return the device and inode of a file, which change if another file takes its place.

    None if there is no file; raises Unreachable if that cannot be determined.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreachable(f"{path}: {error.strerror or error}") from error
    return status.st_dev, status.st_ino


def beside(path: Path, end: str) -> Path:
    """Return the path of a file that SQLite keeps beside the database."""
    return path.with_name(path.name + end)


def is_writable(path: Path) -> bool:
    """Return whether the file, its folder and the files beside it can be written."""
    neighbours = [beside(path, end) for end in BESIDE]
    files = [path.parent, path, *(file for file in neighbours if os.path.exists(file))]  # noqa: PTH110  (which raises nothing)
    return all(os.access(file, os.W_OK) for file in files)


def create(path: Path) -> None:
    """Create an empty file that only its owner can read; an existing one stays unchanged.

    The files that SQLite creates beside it get the same permissions.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def close_to_others(path: Path) -> None:
    """Make a file that has the default permissions readable by its owner only.

    A copy by hand often has these permissions. Others were chosen by somebody, and stay.
    """
    with contextlib.suppress(OSError):  # there is none, or it belongs to somebody else
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) in BY_DEFAULT:
            path.chmod(OWNER_ONLY)


def others_may_read(path: Path) -> bool:
    """Return whether the permissions let other users read a file."""
    return os.name == "posix" and bool(path.stat().st_mode & 0o044)


def sync(folder: Path) -> None:
    """Write the names in a folder to the disk, on systems that support it."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
