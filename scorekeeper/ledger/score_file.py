"""The score file while it is in use: a connection for each thread, and one writer at a time.

The file is the one that bears the name. If it was moved away, nothing is read or written until it
is back; if another file lies in its place, that one is opened. The content of the lost file is
saved beside its place.

SQLite keeps the newest entries in a second file, the WAL. If that is deleted, open connections
still see it and new ones see another. Then nothing more is written, and the content that the open
connections see is saved and brought into the score file.
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

SHORT = 0.1  # seconds of waiting that are not subtracted
ANOTHER_SECONDS = 1.0  # wait for a new file in the place of the old one that others hold
KEEP_SECONDS = 0.2  # wait to keep figures that can be worked out again

Stamp = tuple[Identity | None, int, int]  # the file, its closings, and SQLite's data version
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """A statement in SQL, and the rows for which it is carried out."""

    sql: str
    rows: Sequence[tuple[Any, ...]]

    def write(self, db: Database) -> None:
        db.conn.executemany(self.sql, self.rows)


class _Connection(NamedTuple):
    """The connection of one thread."""

    file: Identity
    closings: int  # how often the whole file had been closed before
    db: Database


class ScoreFile:
    """A database file with the connections of this process."""

    def __init__(self, path: Path, replaced: Callable[[], None] = lambda: None) -> None:
        """`replaced` is called when another file lies in the place of the one that was open."""
        self.path = path
        self._replaced = replaced
        self._local = threading.local()
        self._writing = threading.Lock()
        self._opening = threading.Lock()
        self._known: Identity | None = None
        self._wal_path = beside(path, WAL)
        self._wal: Identity | None = None
        self._journal_gone = False
        self._journal_saved = False
        self._anchor: Database | None = None  # sees the file to its end, also without a name
        self._saved = False
        self._unwritable = False
        self._left: list[Database] = []
        self._closings = 0
        # the last file that could not be opened, and when
        self._tried: tuple[Identity | None, float] = (None, 0.0)

    @property
    def db(self) -> Database:
        """The connection of this thread, to the file that bears the name; raises FileGone."""
        held: _Connection | None = getattr(self._local, "held", None)
        if held is not None and held.db.conn.in_transaction:
            return held.db
        closings = self._closings
        present = self._identity()
        if held is not None and (held.file, held.closings) == (present, closings):
            return held.db
        if present != self._known:
            self._open(present)
        self._watch_journal()
        anchor = self._anchor
        if self._journal_gone and anchor is not None:
            return anchor  # a new connection would read another WAL
        if held is not None and held.file != present:
            # Never closed: SQLite would delete the file beside the new one, by its name.
            self._left.append(held.db)
        db = database.connect(self.path, create=False)
        self._local.held = _Connection(present, closings, db)
        return db

    def close(self) -> None:
        """Close the connection of this thread; every other thread opens its own anew.

        Another thread may be reading at this moment, and SQLite ends the whole process where a
        connection is closed under a statement. So each thread gives up its own, at its next use.
        """
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
                else:  # SQLite would delete the WAL beside another file, by its name
                    self._left.append(db)
            self._closings += 1
            self._anchor, self._known = None, None
            self._unwritable = self._journal_gone = False

    @contextmanager
    def transaction(self, patience: float | None = None) -> Iterator[Database]:
        """Write everything inside or nothing, while nobody else writes; afterwards it is on disk.

        Raises sqlite3.Error (see `errors`), and Held after `patience` seconds.
        """
        seconds = database.BUSY_SECONDS if patience is None else patience
        asked = time.monotonic()
        if not self._writing.acquire(timeout=seconds):
            raise Held("others have been writing for too long")
        try:
            if self._unwritable and is_writable(self.path):
                self._watch_journal()
                if not self._journal_gone and identity_of(self.path) == self._known:
                    self.close()  # a connection opened to an unwritable file never writes
            try:
                db = self.db
                self._check_journal()
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
            self._identity_is_still(db)
            self._check_journal()
        finally:
            self._writing.release()

    def keep(self, changes: Sequence[Change]) -> bool:
        """Write figures that can be worked out again; return whether the file took them at once.

        A page can be read on a full disk, too, while another program writes, or if another part of
        the file is damaged.
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
        """Return a mark of the state of the file, which changes with each write by any program.

        SQLite's `data_version` counts the writes of other connections; the anchor writes nothing.
        Raises FileGone, sqlite3.Error.
        """
        db = self.db  # the file that bears the name
        with self._opening:
            anchor = self._anchor or db
            (version,) = anchor.execute("pragma data_version").fetchone()
            return self._known, self._closings, version

    def settle(self) -> None:
        """Bring the WAL into the file itself, without making anybody wait.

        Called when nobody has written for a while. Raises FileGone, sqlite3.Error.
        """
        _ = self.db
        self._watch_journal()
        with self._opening:
            if self._anchor is not None and not self._journal_gone:
                self._anchor.execute("pragma wal_checkpoint(passive)").fetchall()

    def _check_journal(self) -> None:
        """Raise JournalGone if a write would be lost now."""
        self._watch_journal()
        if self._journal_gone:
            raise JournalGone(f"{self._wal_path} was deleted", saved=self._journal_saved)

    def _watch_journal(self) -> None:
        """Notice that the WAL is not the one in use, and save its content."""
        if self._journal_gone or identity_of(self._wal_path) == self._wal:
            return
        with self._opening:
            present = identity_of(self._wal_path)  # another file may have been opened meanwhile
            if self._known is None or present == self._wal:
                return
            if self._wal is None:  # there was none before the first write
                self._wal = present
            else:
                self._rescue_journal()

    def _rescue_journal(self) -> None:
        """Save the content of the deleted WAL once, and bring it into the file as closing would."""
        if self._journal_gone or self._anchor is None:
            return
        self._journal_saved = self._rescue(database.check)
        if self._journal_saved:
            with contextlib.suppress(sqlite3.Error):
                self._anchor.execute("pragma wal_checkpoint(truncate)").fetchall()
        self._journal_gone = True

    def _identity(self) -> Identity:
        identity = identity_of(self.path)
        if identity is None:
            with self._opening:
                self._rescue()
            raise FileGone(f"no file {self.path}")
        if self._saved and identity == self._known:
            self._saved = False  # it has been put back
        return identity

    def _identity_is_still(self, db: Database) -> None:
        """Raise FileGone if a write went into a file that has lost its name meanwhile."""
        held: _Connection = self._local.held
        if held.db is db and identity_of(self.path) != held.file:
            raise FileGone(f"{self.path} was taken away")

    def _open(self, present: Identity) -> None:
        """Take the file that bears the name into use."""
        with self._opening:
            if present == self._known:
                return
            if self._known is not None:
                tried, at = self._tried  # all threads ask, and none waits for the others
                if tried == present and time.monotonic() - at < ANOTHER_SECONDS:
                    raise UnusableFile(f"{self.path} is held by another program.")
                self._rescue()
                with database.explained(self.path):
                    database.inspect(self.path, alone=True)
                self._part_from_the_old()
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
            self._journal_gone = self._unwritable = False

    def _part_from_the_old(self) -> None:
        """Delete the WAL of the lost file; SQLite would read it into the new one by its name."""
        wal = beside(self.path, WAL)
        if self._wal is not None and identity_of(wal) == self._wal:
            wal.unlink(missing_ok=True)
            beside(self.path, SHM).unlink(missing_ok=True)

    def _rescue(self, check: Callable[[Path], None] | None = None) -> bool:
        """Save the content that the anchor still sees beside the file, once; return success.

        A file without a name is made whole first; one that has its name stays as it is until the
        copy has been checked.
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
