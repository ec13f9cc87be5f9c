"""Backups: copies of the whole score file, daily copies, and restoring a copy."""

from __future__ import annotations

import contextlib
import glob
import hashlib
import logging
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from scorekeeper.ledger import database
from scorekeeper.ledger.checksums import damaged_games, describe_games
from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import DatabaseFault, Held, UnusableFile, fault_of
from scorekeeper.ledger.journal_events import COMMAND, INSERT, Event, journal_row

# A copy
#
# A copy is checked before it gets its name, so that every file with the name of a backup is whole.
# Restoring an older copy does not bring back revoked links, removed phones or codes.

UNREADABLE = {DatabaseFault.DAMAGED, DatabaseFault.OTHER}
KEYS = "hash, table_id, role, origin, made, parent"  # columns of links
PHONES = "table_id, device, role, renewal, link, player_id, came, seen, removed"
KEPT_BESIDE = (*database.BESIDE, ".secret")  # files that a score file needs


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of restoring a copy.

    kept       the path to which the replaced file was moved; None if there was none
    revoked    whether links revoked in the replaced file are revoked in the copy, too
    damaged    the games that are damaged in the copy
    """

    kept: Path | None
    revoked: bool
    damaged: tuple[int, ...] = ()


def back_up(source: Path, target: Path) -> datetime | None:
    """Copy a score file, even while it is in use.

    Return the time of the earlier copy at `target` that was replaced; None if there was none.
    Raises UnusableFile.
    """
    if not source.is_file():
        raise UnusableFile(f"There is no score file {source}.")
    if target.exists() and target.resolve() == source.resolve():
        raise UnusableFile(f"{target} is the score file itself; choose another name.")
    if target.absolute() in {source.with_name(source.name + end).absolute() for end in KEPT_BESIDE}:
        raise UnusableFile(f"{target} belongs to the score file; choose another name.")
    with database.explained(source):
        database.check(source)
    with database.explained(target):
        if not target.parent.is_dir():
            raise UnusableFile(f"There is no folder {target.parent}; make it, or correct the name.")
        replaced = _replaced(source, target) if target.exists() else None
        damaged = _damaged_games(source)
        if damaged and replaced:
            raise UnusableFile(
                f"In {source} {describe_games(damaged)} damaged; the earlier copy {target} stays "
                "as it is. Choose another name."
            )
        _copy(source, target)
    return replaced


def copied_bytes(path: Path, scratch: Path) -> bytes:
    """Return the content of a copy of a score file, which may be damaged.

    The copy is written at `scratch` and deleted. Raises OSError, sqlite3.Error or UnusableFile.
    """
    try:
        database.copy_unchecked(path, scratch)
        return scratch.read_bytes()
    finally:
        scratch.unlink(missing_ok=True)


def restore(source: Path, target: Path, now: datetime, name: str = "") -> Restored:
    """Replace a score file with a copy; links revoked since the copy stay revoked.

    The journal names the copy by `name`, by default by that of its file.

    Raises UnusableFile, leaving everything unchanged, if the copy is not sound or the score file is
    open anywhere.
    """
    if not source.is_file():
        raise UnusableFile(f"There is no file {source}.")
    if target.exists() and target.resolve() == source.resolve():
        raise UnusableFile(f"{source} is the score file itself.")
    kept = _replaced_path(target, now)
    with database.explained(source):
        database.check(source)
        damaged = tuple(_damaged_games(source))
    database.check_folder(target)
    with database.explained(target):
        replaces, known = target.exists(), False
        fresh = target.with_name(f"{target.name}.restoring")
        _copy(source, fresh)
        try:
            if replaces:
                _close(target)
                known = _revoke(target, fresh)
                fresh.chmod(target.stat().st_mode)  # the same people may read it
            _note_restored(fresh, timestamp(now), name or source.name)
            if replaces:
                target.rename(kept)
            _move_beside(target, kept if replaces else None)
            fresh.replace(target)
        except OSError:
            if replaces and not target.exists():
                kept.rename(target)
                _move_beside(kept, target)
            raise
        finally:
            fresh.unlink(missing_ok=True)
        database.sync(target.parent)
    return Restored(kept if replaces else None, known, damaged)


def put_aside(path: Path, now: datetime) -> Path:
    """Rename a score file that is not open, so that a new one can begin; return its new path."""
    kept = _replaced_path(path, now)
    path.rename(kept)
    _move_beside(path, kept)
    return kept


def _replaced_path(path: Path, now: datetime) -> Path:
    """Return the path for a score file that is replaced now; raises UnusableFile if it is taken."""
    kept = path.with_name(f"{path.name}.replaced-{now:%Y%m%d-%H%M%S}")
    if kept.exists():
        raise UnusableFile(f"{kept} exists already; try again in a second.")
    return kept


def _damaged_games(path: Path) -> list[int]:
    with closing(database.readable(path)) as db:
        return damaged_games(db)


def _replaced(source: Path, path: Path) -> datetime | None:
    """Return the time of the copy that a new one would replace; None for an empty file.

    Raises UnusableFile for any other file, including a score file with another origin, so that
    nobody loses it by mistake.
    """
    if path.is_file() and not path.stat().st_size:
        return None
    wrong = f"{path} is there already, and is no copy of {source}; choose another name."
    try:
        database.inspect(path)
        if _origin(path) not in {None, _origin(source)}:
            raise UnusableFile(wrong)
    except (UnusableFile, sqlite3.Error):
        raise UnusableFile(wrong) from None
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()


def _origin(path: Path) -> str | None:
    """Return the time at which the first table of a score file was created; all copies share it.

    None for a file without games: nothing is lost if it is replaced.
    """
    with closing(database.readable(path)) as connection:
        row = connection.execute(
            "select created from tables where exists (select 1 from games) order by id limit 1"
        ).fetchone()
    return None if row is None else str(row[0])


def _copy(source: Path, target: Path) -> None:
    with closing(database.readable(source)) as old:
        database.copy(old, target)


def _move_beside(target: Path, kept: Path | None) -> None:
    """Move the files that SQLite keeps beside `target` to `kept`; delete them if `kept` is None.

    If they stayed, SQLite would apply them to the next file with the name of `target`. A sound,
    closed database has none.
    """
    for end in database.BESIDE:
        beside = target.with_name(target.name + end)
        if kept is None:
            beside.unlink(missing_ok=True)
        elif beside.exists():
            beside.rename(kept.with_name(kept.name + end))


def _close(path: Path) -> None:
    """Merge the WAL of a file into it; raises UnusableFile if the file is open anywhere.

    A damaged file stays unchanged.
    """
    connection = database.connection(path, "rw", 0.5)
    try:
        (mode,) = connection.execute("pragma journal_mode=delete").fetchone()
        if mode != "delete":
            raise Held(f"{path} is open elsewhere")
    except sqlite3.DatabaseError as error:
        if fault_of(error) is DatabaseFault.LOCKED:
            raise UnusableFile(
                f"{path} is in use: stop the score keeper that serves it, then restore."
            ) from None
        # A wrong byte in its header makes a file read-only for SQLite, regardless of permissions.
        if fault_of(error) in UNREADABLE or database.is_writable(path):
            return
        raise
    except database.DAMAGE:
        return
    finally:
        connection.close()


def _revoke(replaced: Path, copy: Path) -> bool:
    """Revoke in the copy all links that the replaced file revoked; links made since stay valid.

    Return False if the replaced file is damaged and cannot be read.
    """
    try:
        with closing(database.readable(replaced)) as db:
            tables = db.execute("select id, created, score_keys, watch_keys from tables").fetchall()
            keys = db.execute(f"select {KEYS} from keys").fetchall()  # noqa: S608  (a constant)
            phones = db.execute(
                f"select {PHONES} from phones where removed is not null"  # noqa: S608  (a constant)
            ).fetchall()
        with closing(database.connection(copy, "rw")) as db, db:  # all of it, or nothing
            db.execute("begin")
            for table_id, created, scoring, watching in tables:
                updated = db.execute(
                    "update tables set score_keys = max(score_keys, ?), "
                    "watch_keys = max(watch_keys, ?) where id = ? and created = ?",
                    [scoring, watching, table_id, created],
                )
                if not updated.rowcount:
                    continue
                rows = [row for row in keys if row[1] == table_id]
                db.execute("delete from keys where table_id = ?", [table_id])
                db.executemany(f"insert into keys ({KEYS}) values (?, ?, ?, ?, ?, ?)", rows)  # noqa: S608
                _remove(db, table_id, [row for row in phones if row[0] == table_id])
    except (sqlite3.Error, *database.DAMAGE):
        return False
    return True


def _note_restored(copy: Path, now: str, name: str) -> None:
    """Write the name of the restored file into the journal of every table, and end all codes."""
    with closing(database.connection(copy, "rw")) as db, db:
        db.execute("begin")
        db.execute("delete from codes")
        for (table_id,) in db.execute("select id from tables").fetchall():
            db.execute(INSERT, journal_row(now, table_id, Event.RESTORED, COMMAND, file=name))


def _remove(db: sqlite3.Connection, table_id: int, phones: list[tuple[object, ...]]) -> None:
    """Remove phones from a table of the copy."""
    db.executemany(
        f"insert into phones ({PHONES}) values (?, ?, ?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
        "on conflict (table_id, device) do update set removed = excluded.removed",
        phones,
    )
    db.execute(
        "update tables set removals = (select count(*) from phones "
        "where table_id = tables.id and removed is not null) where id = ?",
        [table_id],
    )


# Daily copies
#
# A thread makes the daily copy at the start, every quarter of an hour if anything was recorded, and
# at the end, in small steps. Without threads, a browser makes it when it has nothing else to do. If
# that fails, the log and a note beside the file say so, and the
# server goes on.

KEPT = 14  # days, by default
EVERY = 900.0  # minimal seconds between two checks for new entries
FIRST = 60.0  # seconds between two checks while there is no copy at all
RARITY = 100  # minimal pause, as a multiple of the seconds that the last check and copy took
MOMENT = 5.0  # seconds to wait for the last copy
PAUSE = 0.005  # seconds between two steps, so that taps are not delayed
ROOM = 64 * 1024 * 1024  # bytes that a copy leaves free on the disk
# Tables that hold no facts
DERIVED = {"results", "seats", "notes", "counts", "counted", "ratings"}
ADDED = {"entries"}  # tables whose rows are never changed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of the score file, beside it; `day` is None except for daily copies."""

    path: Path
    day: date | None

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def copies_of(path: Path) -> list[Copy]:
    """Return the copies beside a score file: daily ones, newest first, then all others."""
    daily, others = [], []
    for file in path.parent.glob(f"{glob.escape(path.name)}.*"):
        if not file.is_file():  # reading a pipe would wait for somebody to write to it
            continue
        end = file.name.removeprefix(f"{path.name}.")
        if match := re.fullmatch(r"backup-(\d{4}-\d\d-\d\d)", end):
            with contextlib.suppress(ValueError):
                daily.append(Copy(file, date.fromisoformat(match[1])))
        elif re.fullmatch(r"(before-m\d+|rescued-[\d-]+|replaced-[\d-]+)", end):
            others.append(Copy(file, None))
    daily.sort(key=lambda copy: copy.path.name, reverse=True)
    others.sort(key=lambda copy: copy.path.name, reverse=True)
    return daily + others


def daily_path(path: Path, day: date) -> Path:
    """Return the path of the daily copy of `day`."""
    return path.with_name(f"{path.name}.backup-{day.isoformat()}")


def note_of(path: Path) -> Path:
    """Return the path of the note about a failed copy."""
    return path.with_name(f"{path.name}.backup-failed")


def make(path: Path, keep: int, day: date, pause: float = 0.0) -> Path | None:
    """Make the daily copy and return its path; None if there is nothing new to copy.

    It replaces an earlier copy of the same day, and all but the newest `keep` daily copies are
    deleted. If games are damaged, no copy is deleted, and a sound copy of the same day is not
    replaced. Raises UnusableFile if the copy cannot be made; all existing copies stay then.
    """
    target = daily_path(path, day)
    database.delete_parts(path.parent, f"{glob.escape(path.name)}.*")
    daily = [copy for copy in copies_of(path) if copy.day is not None]
    last = target if target.exists() else daily[0].path if daily else None
    try:
        with closing(database.readable(path)) as source:
            source.execute("begin")
            facts = facts_of(source)
            empty = source.execute("select not exists (select 1 from entries)").fetchone()[0]
            source.execute("rollback")
            if empty or (last and database.read_or(last, facts_of, "") == facts):
                return None
            needed = path.stat().st_size + ROOM
            if shutil.disk_usage(path.parent).free < needed:
                raise UnusableFile(
                    f"There is no room for a backup beside {path}: {needed // 2**20} MB are needed."
                )
            damaged = damaged_games(source)
            if damaged and target.exists() and not database.read_or(target, damaged_games, [0]):
                raise UnusableFile(
                    f"No backup of {path}: {describe_games(damaged)} damaged, and {target} is from "
                    "before that. Take it with “scorekeeper restore”, or go on: tomorrow has its "
                    "own."
                )
            database.copy(source, target, pause=pause)
    except OSError as error:
        raise UnusableFile(f"No backup of {path}: {error.strerror or error}.") from error
    except (sqlite3.Error, *database.DAMAGE) as error:
        raise UnusableFile(f"No backup of {path}: {error}.") from error
    if damaged:
        return target
    others = [copy.path for copy in daily if copy.day != day]
    for old in others[keep - 1 :]:
        old.unlink(missing_ok=True)
    return target


def facts_of(db: sqlite3.Connection) -> str:
    """Return a digest of all facts in a file; equal digests mean equal scores."""
    digest = hashlib.sha256()
    names = db.execute("select name from sqlite_master where type = 'table' order by name")
    for (name,) in names.fetchall():
        if name in DERIVED or name.startswith("sqlite_"):
            continue
        wanted = "count(*), max(rowid)" if name in ADDED else "*"
        for row in db.execute(f'select {wanted} from "{name}"'):  # noqa: S608  (from the file)
            digest.update(repr((name, row)).encode())
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Contents:
    """What a score file holds.

    games, entries    their numbers
    last              when the last entry was made, as the file stores it; "" without entries
    tables            the number of tables with games
    damaged           the games that cannot be read
    """

    games: int
    entries: int
    last: str
    tables: int
    damaged: tuple[int, ...] = ()


def contents(copy: Path, *, checked: bool = False) -> Contents | None:
    """Return what a copy holds; None for a copy that cannot be read.

    Damaged games are looked for if it is to be `checked`.
    """

    def read(db: sqlite3.Connection) -> Contents:
        games, entries, last, tables = db.execute(
            "select (select count(*) from games), (select count(*) from entries), "
            "(select at from entries order by rowid desc limit 1), "
            "(select count(distinct table_id) from games)"
        ).fetchone()
        damaged = tuple(damaged_games(db)) if checked else ()
        return Contents(games, entries, last or "", tables, damaged)

    return database.read_or(copy, read, None)


def is_blank(db: sqlite3.Connection) -> bool:
    """Return whether a file has no game, evening, player or own game."""
    (found,) = db.execute(
        "select exists (select 1 from games) or exists (select 1 from sessions) "
        "or exists (select 1 from players) or exists (select 1 from game_files)"
    ).fetchone()
    return not found


class Daily:
    """Makes the daily copies of a file while it is served."""

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
        """Make the last copy; give up waiting for it after a moment."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(MOMENT)

    def portions(self, pause: float = 0.0) -> Iterator[float]:
        """Look for anything new, and copy it; each time, yield the seconds until the next look."""
        while True:
            begun = time.monotonic()
            self._make(pause)
            every = EVERY if copies_of(self._path) else FIRST
            yield max(every, RARITY * (time.monotonic() - begun))

    def _run(self) -> None:
        for wait in self.portions(PAUSE):
            if self._stop.wait(wait):
                break
        self._make(0)

    def _make(self, pause: float) -> None:
        """Make today's copy if it is needed; log and note a failure."""
        note = note_of(self._path)
        try:
            made = make(self._path, self._keep, self._today(), pause)
        except UnusableFile as error:
            if str(error) != self._said:
                log.error("%s", error)
            self._said = str(error)
            with contextlib.suppress(OSError):
                note.touch(database.OWNER_ONLY)
                note.write_text(f"{datetime.now().astimezone():%Y-%m-%d %H:%M}: {error}\n", "utf-8")
            return
        self._said = ""
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)
        if made:
            log.info("Backup: %s", made)


def _today() -> date:
    return datetime.now().astimezone().date()
