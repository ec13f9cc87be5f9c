"""Backups: copies of the whole score file, made while others write and put back in its place.

A copy is checked before it gets its name, so that every file with the name of a backup is whole.
Links that were made void and phones that were removed stay so when an older copy is put back.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.checksums import damaged_games, named
from scorekeeper.ledger.database.database_errors import DatabaseFault, fault_of
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.journal_events import COMMAND, INSERT, Event, row
from scorekeeper.ledger.timestamps import noted

UNREADABLE = {DatabaseFault.DAMAGED, DatabaseFault.OTHER}
KEYS = "hash, table_id, role, origin, made, parent"  # columns of links
PHONES = "table_id, device, role, renewal, link, player_id, came, seen, removed"
KEPT_BESIDE = (*opening.BESIDE, ".secret")  # without which the score file is damaged, or shut


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy is in the place of a score file.

    kept       the path to which the replaced file was moved, if there was one
    revoked    whether the links that it had made void are void in the copy too
    damaged    the games that are damaged in the copy
    """

    kept: Path | None
    revoked: bool
    damaged: tuple[int, ...] = ()


def back_up(source: Path, target: Path) -> datetime | None:
    """Copy a score file as it is now; if an earlier copy is replaced, return when it was made.

    Raises UnusableFile, also for another file of that name and if there is no folder for it.
    Nothing is left behind then, and an earlier copy stays.
    """
    if not source.is_file():
        raise UnusableFile(f"There is no score file {source}.")
    if target.exists() and target.resolve() == source.resolve():
        raise UnusableFile(f"{target} is the score file itself; choose another name.")
    if target.absolute() in {source.with_name(source.name + end).absolute() for end in KEPT_BESIDE}:
        raise UnusableFile(f"{target} belongs to the score file; choose another name.")
    with opening.explained(source):
        opening.check(source)
    with opening.explained(target):
        if not target.parent.is_dir():
            raise UnusableFile(f"There is no folder {target.parent}; make it, or correct the name.")
        replaced = _replaced(source, target) if target.exists() else None
        damaged = _damaged_games(source)
        if damaged and replaced:
            raise UnusableFile(
                f"In {source} {named(damaged)} damaged; the earlier copy {target} stays as it is. "
                "Choose another name."
            )
        _copy(source, target)
    return replaced


def restore(source: Path, target: Path, now: datetime) -> Restored:
    """Put a copy in the place of a score file; links that were made void since stay void.

    Raises UnusableFile, leaving everything as it was, where the copy is not sound or anybody has
    the score file open.
    """
    if not source.is_file():
        raise UnusableFile(f"There is no file {source}.")
    if target.exists() and target.resolve() == source.resolve():
        raise UnusableFile(f"{source} is the score file itself.")
    kept = target.with_name(f"{target.name}.replaced-{now:%Y%m%d-%H%M%S}")
    with opening.explained(source):
        opening.check(source)
        damaged = tuple(_damaged_games(source))
    opening.check_folder(target)
    with opening.explained(target):
        if kept.exists():
            raise UnusableFile(f"{kept} exists already; try again in a second.")
        replaces, known = target.exists(), False
        fresh = target.with_name(f"{target.name}.restoring")
        _copy(source, fresh)
        try:
            if replaces:
                _close(target)
                known = _revoke(target, fresh)
                fresh.chmod(target.stat().st_mode)  # the same people may read it
            _note_restored(fresh, noted(now), source.name)
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
        opening.sync(target.parent)
    return Restored(kept if replaces else None, known, damaged)


def _damaged_games(path: Path) -> list[int]:
    with closing(opening.readable(path)) as db:
        return damaged_games(db)


def _replaced(source: Path, path: Path) -> datetime | None:
    """Return when the copy was made that a new one is to replace; None for an empty file.

    Raises UnusableFile for any other file, also for a score file begun apart from this one: nobody
    wants to lose it by a slip.
    """
    if path.is_file() and not path.stat().st_size:
        return None
    wrong = f"{path} is there already, and is no copy of {source}; choose another name."
    try:
        opening.inspect(path)
        if _origin(path) not in {None, _origin(source)}:
            raise UnusableFile(wrong)
    except (UnusableFile, sqlite3.Error):
        raise UnusableFile(wrong) from None
    return datetime.fromtimestamp(path.stat().st_mtime).astimezone()


def _origin(path: Path) -> str | None:
    """Return when the first table of a score file was made, which all its copies share.

    None for a file without games: nothing is lost with it.
    """
    with closing(opening.readable(path)) as connection:
        row = connection.execute(
            "select created from tables where exists (select 1 from games) order by id limit 1"
        ).fetchone()
    return None if row is None else str(row[0])


def _copy(source: Path, target: Path) -> None:
    with closing(opening.readable(source)) as old:
        opening.copy(old, target)


def _move_beside(target: Path, kept: Path | None) -> None:
    """Move or delete the files beside a database, which SQLite would read into another.

    Nothing is left beside a sound file.
    """
    for end in opening.BESIDE:
        beside = target.with_name(target.name + end)
        if kept is None:
            beside.unlink(missing_ok=True)
        elif beside.exists():
            beside.rename(kept.with_name(kept.name + end))


def _close(path: Path) -> None:
    """Bring everything beside a file into it; raises UnusableFile if somebody has it open.

    A damaged file stays as it is.
    """
    connection = opening.connection(path, "rw", 0.5)
    try:
        (mode,) = connection.execute("pragma journal_mode=delete").fetchone()
        if mode != "delete":
            raise sqlite3.OperationalError("locked")
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise UnusableFile(
                f"{path} is in use: stop the score keeper that serves it, then restore."
            ) from None
        # A wrong byte in its head makes a file read-only for SQLite, whatever its permissions.
        if fault_of(error) in UNREADABLE or opening.is_writable(path):
            return
        raise
    except opening.DAMAGE:
        return
    finally:
        connection.close()


def _revoke(replaced: Path, copy: Path) -> bool:
    """Void in a copy what the file that it replaces has voided; links made since stay good.

    Return whether that was done: anything may stand in a damaged file.
    """
    try:
        with closing(opening.readable(replaced)) as db:
            tables = db.execute("select id, created, score_keys, watch_keys from tables").fetchall()
            keys = db.execute(f"select {KEYS} from keys").fetchall()  # noqa: S608  (a constant)
            phones = _removed(db)
        with closing(opening.connection(copy, "rw")) as db, db:  # all of it, or nothing
            db.execute("begin")
            for table_id, created, scoring, watching in tables:
                updated = db.execute(
                    "update tables set score_keys = max(score_keys, ?), "
                    "watch_keys = max(watch_keys, ?) where id = ? and created = ?",
                    [scoring, watching, table_id, created],
                )
                if not updated.rowcount:
                    continue
                if _has(db, "keys"):
                    rows = [row for row in keys if row[1] == table_id]
                    db.execute("delete from keys where table_id = ?", [table_id])
                    db.executemany(f"insert into keys ({KEYS}) values (?, ?, ?, ?, ?, ?)", rows)  # noqa: S608
                _remove(db, table_id, [row for row in phones if row[0] == table_id])
    except (sqlite3.Error, *opening.DAMAGE):
        return False
    return True


def _note_restored(copy: Path, now: str, name: str) -> None:
    """Write into the journal of every table that a copy has been put back, by its file's name."""
    with closing(opening.connection(copy, "rw")) as db, db:
        db.execute("begin")
        if not _has(db, "journal"):
            return  # a copy of an older version, which keeps none
        for (table_id,) in db.execute("select id from tables").fetchall():
            db.execute(INSERT, row(now, table_id, Event.RESTORED, COMMAND, file=name))


def _removed(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return the removed phones; none of an older file."""
    if not _has(db, "phones"):
        return []
    query = f"select {PHONES} from phones where removed is not null"  # noqa: S608  (a constant)
    return db.execute(query).fetchall()


def _remove(db: sqlite3.Connection, table_id: int, phones: list[tuple[object, ...]]) -> None:
    """Remove phones from a table of the copy.

    A copy of an older version cannot hold that: every phone has to follow a link anew.
    """
    if not phones:
        return
    if not _has(db, "phones"):
        db.execute(
            "update tables set score_keys = score_keys + 1, watch_keys = watch_keys + 1 "
            "where id = ?",
            [table_id],
        )
        return
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


def _has(db: sqlite3.Connection, table: str) -> bool:
    """Return whether a file has a table; those of older versions lack some."""
    return db.execute("select 1 from sqlite_master where name = ?", [table]).fetchone() is not None
