"""Errors of the ledger: refused requests, and faults of a score file in use.

LedgerError
├── UnusableFile    the database file cannot be used, and was not changed
├── Unknown         no such table, game or hand, or not one that this reader may see
├── StaleEntry      the entry was made on an old view of the game
├── UnreadableGame  the part of the file that holds a game is damaged; the other games are not
│   └── FaultyGame  its part of the file is sound, but the program fails at what is recorded there
└── Unreadable      a document cannot be imported, and nothing of it was
    ├── ForeignDocument  it is not an export of Scorekeeper
    ├── DamagedDocument  it is an export, but its text is not whole
    └── Diverged    a game is in the file already and went on differently there
"""

from __future__ import annotations

import contextlib
import errno
import glob
import shutil
import sqlite3
from enum import Enum
from pathlib import Path

from scorekeeper.wording import Sentence, say


class LedgerError(Exception):
    """Base class of the errors with which the ledger refuses a request."""


class UnusableFile(LedgerError):
    """Raised if a file is none of ours, is older or newer, is damaged, or cannot be written.

    UnusableFile
        ForeignFile    it is not a score file
        OlderFile      it has an older form, which this version does not read
        NewerFile      a newer version wrote it
        DamagedFile    it is damaged
    """


class ForeignFile(UnusableFile):
    """Raised for a file that is not a score file."""


class OlderFile(UnusableFile):
    """Raised for a score file of an older form, which this version does not read."""


class NewerFile(UnusableFile):
    """Raised for a score file that a newer version wrote."""


class DamagedFile(UnusableFile):
    """Raised for a damaged score file."""


class Unknown(LedgerError):
    """Raised if a table, game or hand does not exist, or this reader may not see it."""


class UnreadableGame(LedgerError):
    """Raised if a game cannot be read, because its part of the file is damaged."""

    def __init__(self, game_id: int, reason: str) -> None:
        super().__init__(f"game {game_id} cannot be read: {reason}")
        self.game_id = game_id


class FaultyGame(UnreadableGame):
    """Raised if the program fails at a game whose part of the file is sound.

    Its entries can be undone, and it can be removed.
    """


class StaleEntry(LedgerError):
    """Raised for an entry made at one revision of a game that is now at another."""

    def __init__(self, seen: int, present: int) -> None:
        super().__init__(f"made at revision {seen}, the game is at {present}")
        self.seen = seen
        self.present = present


class Unreadable(LedgerError):
    """Raised for a document with an error: a damaged file, or one that does not fit the rules.

    The sentence says where the error is. `clash` is True if the file itself is sound but
    contradicts what is stored here.
    """

    def __init__(self, sentence: Sentence, *, clash: bool = False) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.clash = clash

    def at(self, place: Sentence) -> Unreadable:
        """Return the error with a place, such as “entry 3”, before its sentence."""
        placed = say("{place}: {reason}", place=place, reason=self.sentence)
        return type(self)(placed, clash=self.clash)


class ForeignDocument(Unreadable):
    """Raised for a document that is not an export of Scorekeeper."""


class DamagedDocument(Unreadable):
    """Raised for an export whose text is cut off or otherwise damaged."""


class Diverged(Unreadable):
    """Raised for a game that is in the score file already and went on differently there."""


# Faults of the file

NEEDED = 64 * 1024  # bytes of free space that SQLite needs to open a file
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
MASK = 0xFF  # the lower part of SQLite's codes says what kind of error it is


class DatabaseFault(Enum):
    """A fault of the score file or its disk; the text says what to do."""

    FULL = say(
        "The disk of the machine that keeps the score is full: make room there. "
        "What was recorded is safe."
    )
    UNWRITABLE = say(
        "The score file cannot be written: it, its folder or its disk is read-only. "
        "Make it writable again. What was recorded is safe."
    )
    UNREACHABLE = say(
        "The score file cannot be opened. See to its folder and to who may read and write there."
    )
    LOCKED = say("Another program holds the score file: close it, or wait until it is done.")
    DISK = say(
        "The disk of the machine that keeps the score does not take or give what it should. "
        "See to the disk. “scorekeeper doctor” says whether the score file is sound."
    )
    DAMAGED = say(
        "The score file is damaged. Stop the score keeper, look with “scorekeeper doctor”, and "
        "take a backup with “scorekeeper restore”."
    )
    GONE = say(
        "The score file is not where it was. Put it back; or stop the score keeper and take a "
        "backup with “scorekeeper restore”."
    )
    JOURNAL_GONE = say(
        "A part of the score file, its “-wal”, was deleted while it was in use. Nothing more is "
        "recorded or shown. What was recorded is saved as a copy: stop the score keeper and take "
        "the copy with “scorekeeper restore”, which lists it."
    )
    JOURNAL_LOST = say(
        "A part of the score file, its “-wal”, was deleted while it was in use, and what was in it "
        "could not be saved. Nothing more is recorded or shown. Stop the score keeper, look with "
        "“scorekeeper doctor”, and take a backup with “scorekeeper restore”."
    )
    OTHER = say("The score file cannot be used at the moment.")

    @property
    def sentence(self) -> Sentence:
        """The text that says what is wrong and what to do."""
        return self.value


_BY_CODE = {
    sqlite3.SQLITE_FULL: DatabaseFault.FULL,
    sqlite3.SQLITE_READONLY: DatabaseFault.UNWRITABLE,
    sqlite3.SQLITE_CANTOPEN: DatabaseFault.UNREACHABLE,
    sqlite3.SQLITE_BUSY: DatabaseFault.LOCKED,
    sqlite3.SQLITE_LOCKED: DatabaseFault.LOCKED,
    sqlite3.SQLITE_IOERR: DatabaseFault.DISK,
    sqlite3.SQLITE_CORRUPT: DatabaseFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: DatabaseFault.DAMAGED,
}


class FileGone(sqlite3.OperationalError):
    """Raised if the score file is not where it was when it was opened."""


class Unreachable(sqlite3.OperationalError):
    """Raised if the folder of the score file cannot be entered, or its disk does not respond."""


class JournalGone(sqlite3.OperationalError):
    """Raised if the WAL was deleted or replaced; `saved` says whether its content is safe."""

    def __init__(self, text: str, *, saved: bool) -> None:
        super().__init__(text)
        self.saved = saved


class Held(sqlite3.OperationalError):
    """Raised if the file could not be used in time, because others were using it."""


def fault_of(error: sqlite3.Error, path: Path | None = None) -> DatabaseFault:
    """Return the fault that an error stands for.

    SQLite also reports a full disk, and a WAL that was deleted while others use the file, as a
    failure to read or to open; `path` is the score file that is looked at then.
    """
    fault = _fault_named_by(error)
    if path is None or fault not in {DatabaseFault.DISK, DatabaseFault.UNREACHABLE}:
        return fault
    if is_full(path):
        return DatabaseFault.FULL
    return _fault_of_journal(path) or fault


def kind_of(error: Exception, path: Path | None = None) -> DatabaseFault | type[UnusableFile]:
    """Return the kind of an error of a score file; `path` is that of `fault_of`.

    It is a subclass of UnusableFile if there is one for it, such as DamagedFile.
    """
    if isinstance(error, UnusableFile) and type(error) is not UnusableFile:
        return type(error)
    cause = error.__cause__ or error
    if isinstance(cause, OSError) and cause.errno in NO_ROOM:
        return DatabaseFault.FULL
    fault = fault_of(cause, path) if isinstance(cause, sqlite3.Error) else DatabaseFault.OTHER
    return DamagedFile if fault is DatabaseFault.DAMAGED else fault


def _fault_of_journal(path: Path) -> DatabaseFault | None:
    """Return the fault of a WAL that was deleted while others use the file; None without a sign.

    The sign is their shared memory without a WAL, or with the empty one that a reader has made.
    """
    wal, shm = (path.with_name(f"{path.name}-{part}") for part in ("wal", "shm"))
    if not shm.exists() or (wal.exists() and wal.stat().st_size):
        return None
    saved = any(path.parent.glob(f"{glob.escape(path.name)}.rescued-*"))
    return DatabaseFault.JOURNAL_GONE if saved else DatabaseFault.JOURNAL_LOST


def is_full(path: Path) -> bool:
    """Return whether the disk of a file has less space than SQLite needs; False if unknown."""
    with contextlib.suppress(OSError):
        return shutil.disk_usage(path.parent).free < NEEDED
    return False


def _fault_named_by(error: sqlite3.Error) -> DatabaseFault:
    if isinstance(error, FileGone):
        return DatabaseFault.GONE
    if isinstance(error, JournalGone):
        return DatabaseFault.JOURNAL_GONE if error.saved else DatabaseFault.JOURNAL_LOST
    if isinstance(error, Unreachable):
        return DatabaseFault.UNREACHABLE
    if isinstance(error, Held):
        return DatabaseFault.LOCKED
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _BY_CODE.get(code & MASK, DatabaseFault.OTHER)
