"""How a database is copied: as it is at one moment, in small steps, and with its name last.

A copy holds every name and every score, so that nobody but its owner may read it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

PAGES = 256  # copied at a time: a megabyte
BESIDE = ("-journal", "-wal", "-shm")  # what SQLite keeps beside a file
OWNER_ONLY = 0o600
BY_DEFAULT = {0o644, 0o664}  # what a file gets where nobody says anything


def copy(
    source: sqlite3.Connection,
    target: Path,
    check: Callable[[Path], None] = lambda _: None,
    pause: float = 0.0,
) -> None:
    """Copy what a connection sees now, check it, and only then give it its name.

    Others write meanwhile. `pause` is how many seconds the steps are apart.
    """
    part = target.with_name(f"{target.name}.part-{os.getpid()}")
    try:
        _make(part)
        with closing(sqlite3.connect(part)) as fresh:
            _in_steps(source, fresh, pause)
            fresh.execute("pragma journal_mode=delete")  # one file, nothing beside it
        check(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
        sync(target.parent)
    finally:
        for end in ("", *BESIDE):
            part.with_name(part.name + end).unlink(missing_ok=True)


def readable(path: Path) -> sqlite3.Connection:
    """A connection that only reads."""
    connection = sqlite3.connect(
        f"file:{quote(os.fsencode(path.absolute()))}?mode=ro", uri=True, isolation_level=None
    )
    connection.text_factory = decoded
    return connection


def decoded(text: bytes) -> str:
    """Text as it is kept; a damaged letter shows as such, and does not hide the rows beside it."""
    return text.decode("utf-8", "replace")


def create(path: Path) -> None:
    """Create an empty file that its owner alone can read; one that is there is left as it is.

    What SQLite keeps beside it will have the same permissions.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))


def close_to_others(path: Path) -> None:
    """Let the owner alone read a file that was made when every user of the machine could.

    Other permissions than those that the system gives by itself were given on purpose, and stay.
    """
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) in BY_DEFAULT:
        with contextlib.suppress(OSError):  # it belongs to somebody else
            path.chmod(OWNER_ONLY)


def others_may_read(path: Path) -> bool:
    """Whether the permissions let anybody else read a file."""
    return os.name == "posix" and bool(path.stat().st_mode & 0o044)


def sync(folder: Path) -> None:
    """Have the names in a folder on disk, where the system knows such a thing."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _make(part: Path) -> None:
    part.unlink(missing_ok=True)
    create(part)


def _in_steps(source: sqlite3.Connection, fresh: sqlite3.Connection, pause: float) -> None:
    """Copy within one read, or every entry that is written meanwhile would begin it anew."""

    def wait(_status: int, left: int, _pages: int) -> None:
        if pause and left:
            time.sleep(pause)

    source.execute("begin")
    try:
        source.execute("select count(*) from sqlite_master").fetchone()
        source.backup(fresh, pages=PAGES, progress=wait)
    finally:
        source.execute("rollback")
