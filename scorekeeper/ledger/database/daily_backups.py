"""Daily backups: a copy of the score file for each day, beside the file.

A thread makes the copy of a day at the start, again every quarter of an hour if anything was
recorded, and a last time at the end, in small steps. If that fails, the log and a note beside the
file say so, and everything else goes on.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.checksums import damaged_games, named
from scorekeeper.ledger.errors import UnusableFile

KEPT = 14  # days, by default
EVERY = 900.0  # seconds at least between two looks for new entries
FIRST = 60.0  # the same while there is no copy at all
RARITY = 100  # times the seconds that the last look and its copy took, at least
MOMENT = 5.0  # seconds
PAUSE = 0.005  # seconds between two steps, for those who tap meanwhile
ROOM = 64 * 1024 * 1024  # bytes that a copy leaves free on the disk
STALE_PART = 3600.0  # seconds after which a copy that was begun is not being made any more
DERIVED = {"results", "seats", "counts", "counted", "ratings"}  # tables that hold no facts
ADDED = {"entries"}  # tables whose rows are never changed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy beside the file; `day` is None for one that was made before a migration."""

    path: Path
    day: date | None

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def copies_of(path: Path) -> list[Copy]:
    """Return the copies beside a score file: of days, the newest first, then all others."""
    daily, others = [], []
    for file in path.parent.glob(f"{_escaped(path.name)}.*"):
        end = file.name.removeprefix(f"{path.name}.")
        if match := re.fullmatch(r"backup-(\d{4}-\d\d-\d\d)", end):
            with contextlib.suppress(ValueError):
                daily.append(Copy(file, date.fromisoformat(match[1])))
        elif re.fullmatch(r"(before-m\d+|rescued-[\d-]+)", end):
            others.append(Copy(file, None))
    daily.sort(key=lambda copy: copy.path.name, reverse=True)
    others.sort(key=lambda copy: copy.path.name, reverse=True)
    return daily + others


def place(path: Path, day: date) -> Path:
    """Return the path of the copy of a day."""
    return path.with_name(f"{path.name}.backup-{day.isoformat()}")


def note_of(path: Path) -> Path:
    """Return the path of the note that the last copy failed, and why."""
    return path.with_name(f"{path.name}.backup-failed")


def make(path: Path, keep: int, day: date, pause: float = 0.0) -> Path | None:
    """Make the copy of a day, unless nothing has been recorded since the last one, or at all.

    It replaces an earlier copy of that day, and the oldest days go. If games are damaged, neither
    is done: copies from before the damage stay. Raises UnusableFile; what was there stays.
    """
    target = place(path, day)
    _clear_away(path)
    daily = [copy for copy in copies_of(path) if copy.day is not None]
    last = target if target.exists() else daily[0].path if daily else None
    try:
        with closing(opening.readable(path)) as source:
            source.execute("begin")
            facts = facts_of(source)
            empty = source.execute("select not exists (select 1 from entries)").fetchone()[0]
            source.execute("rollback")
            if empty or (last and opening.read_or(last, facts_of, "") == facts):
                return None
            needed = path.stat().st_size + ROOM
            if shutil.disk_usage(path.parent).free < needed:
                raise UnusableFile(
                    f"There is no room for a backup beside {path}: {needed // 2**20} MB are needed."
                )
            damaged = damaged_games(source)
            if damaged and target.exists() and not opening.read_or(target, damaged_games, [0]):
                raise UnusableFile(
                    f"No backup of {path}: {named(damaged)} damaged, and {target} is from before "
                    "that. Take it with “scorekeeper restore”, or go on: tomorrow has its own."
                )
            opening.copy(source, target, pause=pause)
    except OSError as error:
        raise UnusableFile(f"No backup of {path}: {error.strerror or error}.") from error
    except (sqlite3.Error, *opening.DAMAGE) as error:
        raise UnusableFile(f"No backup of {path}: {error}.") from error
    if damaged:
        return target
    others = [copy.path for copy in daily if copy.day != day]
    for old in others[keep - 1 :]:
        old.unlink(missing_ok=True)
    return target


def facts_of(db: sqlite3.Connection) -> str:
    """A digest of every fact in a file: two files of one digest keep the same scores."""
    digest = hashlib.sha256()
    names = db.execute("select name from sqlite_master where type = 'table' order by name")
    for (name,) in names.fetchall():
        if name in DERIVED or name.startswith("sqlite_"):
            continue
        wanted = "count(*), max(rowid)" if name in ADDED else "*"
        for row in db.execute(f'select {wanted} from "{name}"'):  # noqa: S608  (from the file)
            digest.update(repr((name, row)).encode())
    return digest.hexdigest()


def contents(copy: Path) -> tuple[int, int, str]:
    """Return the number of games and of entries in a copy, and the moment of the last entry."""

    def read(db: sqlite3.Connection) -> tuple[int, int, str]:
        games, entries, last = db.execute(
            "select (select count(*) from games), (select count(*) from entries), "
            "(select at from entries order by rowid desc limit 1)"
        ).fetchone()
        return games, entries, (last or "-")[:16].replace("T", " ")

    return opening.read_or(copy, read, (0, 0, "cannot be read"))


class Daily:
    """Makes the copies of a file while it is served."""

    def __init__(self, path: Path, keep: int, today: Callable[[], date] | None = None) -> None:
        self._path = path
        self._keep = keep
        self._today = today or _today
        self._said = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        if self._keep > 0:
            self._thread.start()

    def stop(self) -> None:
        """Make the last copy, if that takes but a moment."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(MOMENT)

    def _run(self) -> None:
        while not self._stop.is_set():
            begun = time.monotonic()
            self._make(PAUSE)
            every = EVERY if copies_of(self._path) else FIRST
            self._stop.wait(max(every, RARITY * (time.monotonic() - begun)))
        self._make(0)

    def _make(self, pause: float) -> None:
        """Make the copy of today if it is needed; log and note a failure."""
        note = note_of(self._path)
        try:
            made = make(self._path, self._keep, self._today(), pause)
        except UnusableFile as error:
            if str(error) != self._said:
                log.error("%s", error)
            self._said = str(error)
            with contextlib.suppress(OSError):
                note.write_text(f"{datetime.now().astimezone():%Y-%m-%d %H:%M}: {error}\n", "utf-8")
            return
        self._said = ""
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)
        if made:
            log.info("Backup: %s", made)


def _clear_away(path: Path) -> None:
    """Remove copies that were begun by somebody who was killed meanwhile."""
    for part in path.parent.glob(f"{_escaped(path.name)}.*.part-*"):
        with contextlib.suppress(OSError):
            if time.time() - part.stat().st_mtime > STALE_PART:
                part.unlink()


def _escaped(name: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", name)


def _today() -> date:
    return datetime.now().astimezone().date()
