"""Copies of the whole score file: made while others write, and put back in its place.

A copy is checked before it gets its name, so that a file with the name of a backup is a whole one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.ledger.database import database_copy, opening
from scorekeeper.ledger.database.checksums import damaged_games, named
from scorekeeper.ledger.database.database_errors import DatabaseFault, fault_of
from scorekeeper.ledger.database.file_identity import is_writable
from scorekeeper.ledger.database.revoked_links import note_restored, stay_revoked
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.timestamps import noted

UNREADABLE = {DatabaseFault.DAMAGED, DatabaseFault.OTHER}
KEPT_BESIDE = (*database_copy.BESIDE, ".secret")  # without which the score file is damaged, or shut


@dataclass(frozen=True, slots=True)
class Restored:
    """A copy is in the place of a score file.

    kept       where the file that was replaced is kept, if there was one
    revoked    whether the links that it had made void are void in the copy too
    damaged    the games that are damaged in the copy
    """

    kept: Path | None
    revoked: bool
    damaged: tuple[int, ...] = ()


def back_up(source: Path, target: Path) -> datetime | None:
    """Copy a score file as it is at this moment, and say when an earlier copy was made if one of
    that name is replaced.

    Raises UnusableFile: also for another file of that name, and where there is no folder for it.
    Nothing is left behind then, and an earlier copy stays.
    """
    if not source.is_file():
        raise UnusableFile(f"There is no score file {source}.")
    if target.exists() and target.resolve() == source.resolve():
        raise UnusableFile(f"{target} is the score file itself; choose another name.")
    if target.absolute() in {source.with_name(source.name + end).absolute() for end in KEPT_BESIDE}:
        raise UnusableFile(f"{target} belongs to the score file; choose another name.")
    with _said(source):
        check(source)
    with _said(target):
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
    with _said(source):
        check(source)
        damaged = tuple(_damaged_games(source))
    opening.check_folder(target)
    with _said(target):
        if kept.exists():
            raise UnusableFile(f"{kept} exists already; try again in a second.")
        replaces, known = target.exists(), False
        fresh = target.with_name(f"{target.name}.restoring")
        _copy(source, fresh)
        try:
            if replaces:
                _close(target)
                known = _stay_revoked(target, fresh)
                fresh.chmod(target.stat().st_mode)  # who may read it, as ever
            note_restored(fresh, noted(now), source.name)
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
        database_copy.sync(target.parent)
    return Restored(kept if replaces else None, known, damaged)


def _damaged_games(path: Path) -> list[int]:
    with closing(database_copy.readable(path)) as db:
        return damaged_games(db)


def _stay_revoked(target: Path, fresh: Path) -> bool:
    """Whether the links that the replaced file had made void are void in the copy too."""
    try:
        return stay_revoked(target, fresh)
    except (sqlite3.Error, *opening.DAMAGE):  # whatever stands in a damaged file
        return False


def check(path: Path) -> None:
    """Raise UnusableFile for a file that is not a sound score file of this version or an older."""
    opening.inspect(path)
    with closing(database_copy.readable(path)) as connection:
        if not connection.execute("select 1 from sqlite_master where name = 'games'").fetchone():
            raise UnusableFile(f"{path} is not a score file.")
        faults = [row[0] for row in connection.execute("pragma integrity_check(3)")]
        if faults != ["ok"]:
            raise UnusableFile(f"{path} is damaged: {'; '.join(map(str, faults))[:200]}.")


def _replaced(source: Path, path: Path) -> datetime | None:
    """When the earlier copy was made that a new one is to replace; None of an empty file.

    Raises UnusableFile for any other file, which nobody wants to lose by a slip: also a score file
    that was begun apart from this one.
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
    """When the first table of a score file was laid, by which its copies are told from others.

    None of a file without games, which is nothing to lose.
    """
    with closing(database_copy.readable(path)) as connection:
        row = connection.execute(
            "select created from tables where exists (select 1 from games) order by id limit 1"
        ).fetchone()
    return None if row is None else str(row[0])


def _copy(source: Path, target: Path) -> None:
    with closing(database_copy.readable(source)) as old:
        database_copy.copy(old, target, check)


def _move_beside(target: Path, kept: Path | None) -> None:
    """Keep what still lies beside a file, if the file is kept; SQLite would read it into another.

    Of a sound file nothing is left there.
    """
    for end in database_copy.BESIDE:
        beside = target.with_name(target.name + end)
        if kept is None:
            beside.unlink(missing_ok=True)
        elif beside.exists():
            beside.rename(kept.with_name(kept.name + end))


def _close(path: Path) -> None:
    """Bring everything beside a file into it; raises UnusableFile where somebody has it open.

    A damaged file is left as it is.
    """
    connection = sqlite3.connect(path, timeout=0.5, isolation_level=None)
    connection.text_factory = database_copy.decoded
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
        if fault_of(error) in UNREADABLE or is_writable(path):
            return
        raise
    except opening.DAMAGE:
        return
    finally:
        connection.close()


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Say what went wrong with a file."""
    try:
        yield
    except OSError as error:
        raise UnusableFile(f"{path} cannot be used: {error.strerror or error}.") from error
    except sqlite3.Error as error:
        raise UnusableFile(opening.explain(path, error)) from error
    except opening.DAMAGE as error:
        raise UnusableFile(f"{path} is damaged ({type(error).__name__}: {error}).") from error
