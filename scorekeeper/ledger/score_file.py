"""The score file in use: a connection for each thread, and one writer at a time.

The file is found by its path. If it was moved away, nothing is read or written until it is back; if
another file has taken its place, the new file is opened. In both cases the content of the lost file
is saved under a name of its own in the same folder.

SQLite keeps the newest entries in a second file, the WAL. If that is deleted, open connections
still see it, but new ones do not. Then the content that the open connections see is saved in the
same way, and nothing more is read or written until the program is started again.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from sqlite_utils import Database

from scorekeeper.ledger import database
from scorekeeper.ledger.database import SHM, WAL, Identity, beside, identity_of, is_writable
from scorekeeper.ledger.errors import (
    DatabaseFault,
    FileGone,
    Held,
    JournalGone,
    Unreachable,
    UnusableFile,
    fault_of,
    is_full,
)

SHORT = 0.1  # seconds of waiting for other threads that do not shorten the wait for other processes
ANOTHER_SECONDS = 1.0  # to wait for a new file in the place of the old one, if others have it open
KEEP_SECONDS = 0.2  # to wait until derived values are given up

Stamp = tuple[Identity | None, int, int]  # the file, its closings, and SQLite's data version
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Statement:
    """An SQL statement and the rows to execute it for."""

    sql: str
    rows: Sequence[tuple[Any, ...]]

    def write(self, db: Database) -> None:
        db.conn.executemany(self.sql, self.rows)


class _Connection(NamedTuple):
    """The connection of one thread to the file."""

    file: Identity
    closings: int  # how often the whole file had been closed before it was opened
    db: Database


class ScoreFile:
    """A database file with all connections of this process."""

    def __init__(self, path: Path, replaced: Callable[[], None] = lambda: None) -> None:
        """`replaced` is called when another file has taken the place of the open one."""
        self.path = path
        self._replaced = replaced
        self._local = threading.local()
        self._writing = threading.Lock()
        self._opening = threading.Lock()
        self._known: Identity | None = None
        self._wal_path = beside(path, WAL)
        self._wal: Identity | None = None
        self._journal_saved: bool | None = None  # after the loss of the WAL, whether it was saved
        self._anchor: Database | None = None  # keeps the file readable even without its name
        self._saved = False
        self._unwritable = False
        self._left: list[Database] = []
        self._closings = 0
        # the last file that could not be opened, and when
        self._tried: tuple[Identity | None, float] = (None, 0.0)

    @property
    def db(self) -> Database:
        """This thread's connection to the file now at `path`; raises FileGone and JournalGone."""
        held: _Connection | None = getattr(self._local, "held", None)
        if held is not None and held.db.conn.in_transaction:
            return held.db
        closings = self._closings
        present = self._identity()
        if present != self._known:
            self._open(present)
        self._check_journal()
        if held is not None and (held.file, held.closings) == (present, closings):
            return held.db
        if held is not None and held.file != present:
            # Never closed: SQLite would delete the WAL by its name, which is now the new file's.
            self._left.append(held.db)
        db = database.connect(self.path, create=False)
        self._local.held = _Connection(present, closings, db)
        return db

    def close(self) -> None:
        """Close the connection of this thread; other threads reopen theirs at their next use."""
        try:
            present = identity_of(self.path)
        except Unreachable:
            present = None
        held: _Connection | None = getattr(self._local, "held", None)
        self._local.held = None
        with self._opening:
            open_here = [(self._anchor, self._known)]
            if held is not None:
                open_here.append((held.db, held.file))
            for db, file in open_here:
                if db is None:
                    continue
                if file == present:
                    db.close()
                else:  # SQLite would delete the WAL by its name, which is now another file's
                    self._left.append(db)
            self._closings += 1
            self._anchor, self._known = None, None
            self._unwritable, self._journal_saved = False, None

    @contextmanager
    def transaction(self, patience: float | None = None) -> Iterator[Database]:
        """Run the block as one transaction while nobody else writes; it is on disk afterwards.

        Raises sqlite3.Error (see `errors`), and Held after `patience` seconds.
        """
        seconds = database.BUSY_SECONDS if patience is None else patience
        asked = time.monotonic()
        if not self._writing.acquire(timeout=seconds):
            raise Held("others have been writing for too long")
        try:
            came_back = self._unwritable and is_writable(self.path)
            if came_back and identity_of(self.path) == self._known:
                self._check_journal()
                self.close()  # a connection opened to an unwritable file never writes
            try:
                db = self.db
                waited = time.monotonic() - asked
                soon = None if patience is None and waited < SHORT else max(0.0, seconds - waited)
                database.begin_writing(db, soon)
            except sqlite3.Error as error:
                self._unwritable |= fault_of(error) is DatabaseFault.UNWRITABLE
                raise
            try:
                yield db
                db.execute("commit")
            except BaseException as error:
                self._roll_back(db, error)
                raise
            self._check_identity(db)
            self._check_journal()
        finally:
            self._writing.release()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Close the file while the block puts another in its place, then take that into use.

        If the block raises, the file is opened again at its next use. Raises Held if others have
        been writing for too long.
        """
        if not self._writing.acquire(timeout=database.BUSY_SECONDS):
            raise Held("others have been writing for too long")
        try:
            self.close()
            yield
            database.prepare(self.path)
            self._replaced()
        finally:
            self._writing.release()

    def keep(self, changes: Sequence[Statement]) -> bool:
        """Write derived values; return False if the file cannot be written at once.

        So a page can be shown even if the disk is full, another program is writing, or another part
        of the file is damaged.
        """
        try:
            with self.transaction(KEEP_SECONDS) as db:
                for change in changes:
                    change.write(db)
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                return False
            if fault_of(error) is DatabaseFault.DAMAGED:
                return False
            raise
        return True

    def usable(self) -> bool:
        """Return whether the file can be read and written now; nothing is written."""
        try:
            with self.transaction(KEEP_SECONDS) as db:
                db.execute("select count(*) from tables").fetchone()
        except (sqlite3.Error, UnusableFile):
            return False
        return not is_full(self.path)

    def stamp(self) -> Stamp:
        """Return a value that changes with each write to the file by any program.

        SQLite's `data_version` counts the writes of other connections; the anchor itself writes
        nothing. Raises FileGone, sqlite3.Error.
        """
        db = self.db  # opens the file if another one has taken its place
        with self._opening:
            anchor = self._anchor or db
            (version,) = anchor.execute("pragma data_version").fetchone()
            return self._known, self._closings, version

    def checkpoint(self) -> None:
        """Bring the WAL into the file itself, without blocking anybody.

        Called when nobody has written for a while. Raises FileGone, sqlite3.Error.
        """
        _ = self.db
        with self._opening:
            if self._anchor is not None:
                self._anchor.execute("pragma wal_checkpoint(passive)").fetchall()

    def _check_journal(self) -> None:
        """Raise JournalGone if the WAL is not the one in use any more; its content is saved once.

        A write would be lost, and a new connection would read another WAL.
        """
        if self._journal_saved is None and identity_of(self._wal_path) != self._wal:
            with self._opening:
                present = identity_of(self._wal_path)  # another file may have been opened meanwhile
                if self._known is None or present == self._wal:
                    return
                if self._wal is None:  # there was none before the first write
                    self._wal = present
                elif self._journal_saved is None:
                    self._journal_saved = self._rescue(database.check)
        if self._journal_saved is not None:
            raise JournalGone(f"{self._wal_path} was deleted", saved=self._journal_saved)

    def _identity(self) -> Identity:
        identity = identity_of(self.path)
        if identity is None:
            with self._opening:
                self._rescue()
            raise FileGone(f"no file {self.path}")
        if self._saved and identity == self._known:
            self._saved = False  # it has been put back
        return identity

    def _check_identity(self, db: Database) -> None:
        """Raise FileGone if a write went into a file that has lost its name meanwhile."""
        held: _Connection = self._local.held
        if held.db is db and identity_of(self.path) != held.file:
            raise FileGone(f"{self.path} was taken away")

    def _open(self, present: Identity) -> None:
        """Take the file now at the path into use; the content of a lost one is saved first."""
        with self._opening:
            if present == self._known:
                return
            if self._known is not None:
                tried, at = self._tried  # each thread tries, but not again within a second
                if tried == present and time.monotonic() - at < ANOTHER_SECONDS:
                    raise UnusableFile(f"{self.path} is held by another program.")
                self._rescue()
                with database.explained(self.path):
                    database.inspect(self.path, alone=True)
                self._delete_old_wal()
                try:
                    database.prepare(self.path, ANOTHER_SECONDS)
                except UnusableFile:
                    self._tried = present, time.monotonic()
                    raise
                self._replaced()
                if self._anchor is not None:
                    self._left.append(self._anchor)
                self._saved = False
                log.warning("%s has been replaced; the new file is in use now.", self.path)
            self._anchor = database.connect(self.path, create=False)
            self._anchor.execute("select count(*) from sqlite_master").fetchone()
            self._known = identity_of(self.path)
            self._wal_path = beside(self.path, WAL)
            self._wal = identity_of(self._wal_path)
            self._unwritable, self._journal_saved = False, None

    def _delete_old_wal(self) -> None:
        """Delete the WAL of the lost file: its name would make SQLite apply it to the new file."""
        wal = beside(self.path, WAL)
        if self._wal is not None and identity_of(wal) == self._wal:
            wal.unlink(missing_ok=True)
            beside(self.path, SHM).unlink(missing_ok=True)

    def _rescue(self, check: Callable[[Path], None] | None = None) -> bool:
        """Copy what the anchor still sees to a new file in the same folder; return success.

        A lost file is copied only once. `check` is None if the file itself is gone; then its WAL is
        checkpointed first. If only the WAL is gone, `check` tests the copy, and the file stays
        unchanged.
        """
        if self._anchor is None or self._saved:
            return self._saved
        self._saved = True
        gone = self._wal_path if check else self.path
        target = self.path.with_name(
            f"{self.path.name}.rescued-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        )
        try:
            if check is None:
                self._anchor.execute("pragma wal_checkpoint(truncate)").fetchall()
            database.copy(self._anchor.conn, target, check or (lambda _: None))
        except (OSError, sqlite3.Error, UnusableFile) as error:
            log.error("%s is gone, and could not be saved: %s", gone, error)
            return False
        log.error("%s is gone; what was in it is saved as %s", gone, target)
        return True

    def _roll_back(self, db: Database, error: BaseException) -> None:
        if db.conn.in_transaction:  # a full disk may have ended it already
            with contextlib.suppress(sqlite3.Error):
                db.execute("rollback")
        kind = fault_of(error) if isinstance(error, sqlite3.Error) else None
        broken = kind in {DatabaseFault.DISK, DatabaseFault.DAMAGED}
        self._unwritable |= kind is DatabaseFault.UNWRITABLE
        if broken or db.conn.in_transaction:
            self._local.held = None
            db.close()
