"""Looks a score file over from outside: what is wrong with it, and what to do.

Nothing is written but with `repair`, and then only what can be worked out again from the facts.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.ledger.database import daily_backups, opening
from scorekeeper.ledger.database.checksums import damaged_games, named
from scorekeeper.ledger.database.database_errors import fault_of
from scorekeeper.ledger.database.migrations import migrations
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.maintenance import game_checks
from scorekeeper.ledger.maintenance.diagnostic import Finding, fine, look, unknown
from scorekeeper.ledger.statistics.evening_counts import Counter
from scorekeeper.ledger.tables import tables

FILE, VERSIONS, BACKUPS, CLOCK = "file", "versions", "backups", "clock"
MOST_FAULTS = 5  # of a kind that are told one by one
OLD_BACKUP = timedelta(days=2)
AHEAD = timedelta(minutes=5)  # of the clock, which nobody would notice
LONG_WAL = 64 * 1024 * 1024
IF_IT_IS_THIS = (
    "Name the score file with --db. If it is this one, it is damaged: stop the score keeper and "
    "take a backup; “scorekeeper restore” lists them."
)
TAKE_BACKUP = "Stop the score keeper and take a backup: “scorekeeper restore” lists them."


def examine(
    path: Path, now: datetime, progress: Callable[[int], None] = lambda _: None
) -> Iterator[Finding]:
    """Everything that can be told of a file, the worst of it not always first."""
    try:
        if not path.is_file():
            yield unknown(FILE, f"There is no score file {path}.", "Name the file with --db.")
            return
        if not path.stat().st_size:
            yield unknown(FILE, f"{path} is empty.", IF_IT_IS_THIS)
            return
        opening.inspect(path)
        with closing(opening.readable(path)) as db:
            for topic, look_at in (
                (FILE, lambda: _file(path, db)),
                (VERSIONS, lambda: _versions(db)),
                (game_checks.GAMES, lambda: _games(db, progress)),
                (CLOCK, lambda: _clock(db, now)),
                (BACKUPS, lambda: _backups(path, db, now)),
            ):
                yield from _as_far_as_it_goes(topic, look_at)
    except UnusableFile as error:
        yield unknown(FILE, str(error), "")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            yield unknown(FILE, f"{path} is no score file, nor any other database.", IF_IT_IS_THIS)
        else:
            yield unknown(FILE, f"{path} cannot be read: {error}.", str(fault_of(error).sentence))
    except opening.DAMAGE as error:
        yield look(FILE, f"{path} is damaged ({type(error).__name__}: {error}).", TAKE_BACKUP)


def number_of_games(path: Path) -> int:
    """Return how many games there are to check; 0 if the file cannot be read."""
    return opening.read_or(
        path, lambda db: int(db.execute("select count(*) from games").fetchone()[0]), 0
    )


def repair(path: Path, findings: Iterator[Finding]) -> Iterator[Finding]:
    """Put right what the findings say can be, and pass on all of them.

    What cannot be written is passed on without its repair. Raises UnusableFile, sqlite3.Error.
    """
    store = Store(path)
    affected: set[int] = set()
    try:
        for finding in findings:
            if finding.repair:
                try:
                    with store.transaction() as db:
                        for statement, values in finding.repair:
                            db.execute(statement, list(values))
                    affected = {table.id for table in tables.every(store)}
                except sqlite3.Error as error:
                    left = f"{finding.told} It could not be put right: {error}."
                    yield look(finding.topic, left, str(fault_of(error).sentence))
                    continue
            yield finding
        for table in sorted(affected):
            Counter(store).refresh(table, float("inf"))
    finally:
        store.close()


def _as_far_as_it_goes(topic: str, look_at: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """One damaged part does not keep the others from being looked at."""
    try:
        yield from look_at()
    except sqlite3.Error as error:
        yield look(topic, f"It cannot be read to its end: {error}.", str(fault_of(error).sentence))
    except opening.DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"
        yield look(topic, f"It cannot be read to its end ({reason}).", TAKE_BACKUP)


def _games(db: sqlite3.Connection, progress: Callable[[int], None]) -> Iterator[Finding]:
    if {"sessions", "counts", "results", "seats"} <= _tables(db):
        yield from game_checks.games(db, progress)


def _file(path: Path, db: sqlite3.Connection) -> Iterator[Finding]:
    size, free = path.stat().st_size, shutil.disk_usage(path.parent).free
    sentence = f"{path}, {size:,} bytes; {free // 2**20:,} MB free on its disk."
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        yield look(
            FILE, f"{path} or its folder cannot be written by you.",
            "See to their owner and permissions, or look as the user who serves it.",
        )  # fmt: skip
    elif free < size + daily_backups.ROOM:
        yield look(FILE, sentence, "There is hardly room for entries and a backup: make room.")
    else:
        yield fine(FILE, sentence)
    if opening.others_may_read(path):
        yield look(
            FILE, "Others than its owner may read it.",
            f"If that is not meant: chmod 600 {path}",
        )  # fmt: skip
    if faults := opening.faults(db, MOST_FAULTS):
        yield look(FILE, f"It is damaged: {'; '.join(faults)[:300]}.", TAKE_BACKUP)
    else:
        yield fine(FILE, "SQLite finds it sound.")
    astray = list(islice(db.execute("pragma foreign_key_check"), MOST_FAULTS))
    for table, row, parent, _ in astray:
        yield look(FILE, f"Row {row} of {table} refers to no row of {parent}.", TAKE_BACKUP)
    if not astray:
        yield fine(FILE, "Every reference in it leads somewhere.")
    yield from _journal(path, db)


def _journal(path: Path, db: sqlite3.Connection) -> Iterator[Finding]:
    (mode,) = db.execute("pragma journal_mode").fetchone()
    wal = path.with_name(path.name + "-wal")
    if mode != "wal":
        sentence = f"Its journal mode is {mode}, as in a copy; a start turns it to wal."
        yield fine(FILE, sentence)
    elif wal.exists() and wal.stat().st_size > LONG_WAL:
        yield look(
            FILE, f"{wal} has grown to {wal.stat().st_size // 2**20:,} MB.",
            "Something reads the file without end: end it, or start the score keeper again.",
        )  # fmt: skip


def _versions(db: sqlite3.Connection) -> Iterator[Finding]:
    fresh = Database(memory=True)
    known = [migration.name for migration in migrations.pending(fresh)]
    applied = {migration.name for migration in migrations.applied(_wrapped(db))}
    versions = (
        f"Scorekeeper {__version__}, Python {platform.python_version()}, "
        f"SQLite {sqlite3.sqlite_version}; the file is of {max(applied, default='no version')}"
    )
    missing = [name for name in known if name not in applied]
    if missing:
        yield look(
            VERSIONS, f"{versions}, which is older: {', '.join(missing)} is to come.",
            "Start the score keeper with it: a copy is kept, and it is brought up to date.",
        )  # fmt: skip
        return
    migrations.apply(fresh)
    lost = sorted(_objects(fresh.conn) - _objects(db))
    if lost:
        yield look(VERSIONS, f"{versions}, but it lacks: {', '.join(lost)}.", TAKE_BACKUP)
    else:
        yield fine(VERSIONS, f"{versions}, which is the newest.")


def _backups(path: Path, db: sqlite3.Connection, now: datetime) -> Iterator[Finding]:
    note = daily_backups.note_of(path)
    if note.exists():
        yield look(
            BACKUPS, f"The last one failed. {note.read_text('utf-8').strip()}",
            "Put right what it names; the next one is made by itself, in a quarter of an hour.",
        )  # fmt: skip
    newest = next((copy for copy in daily_backups.copies_of(path) if copy.day is not None), None)
    if newest is None and not db.execute("select exists (select 1 from entries)").fetchone()[0]:
        yield fine(BACKUPS, "None yet, for nothing has been recorded.")
        return
    if newest is None:
        yield look(
            BACKUPS, f"There are none beside {path}.",
            "They are made while it is served (--backups); or make one: scorekeeper backup FILE",
        )  # fmt: skip
        return
    try:
        opening.check(newest.path)
        with closing(opening.readable(newest.path)) as kept:
            facts = daily_backups.facts_of(kept)
            damaged = damaged_games(kept)
    except (UnusableFile, sqlite3.Error, *opening.DAMAGE) as error:
        yield look(
            BACKUPS, f"The newest, {newest.path}, is not sound: {error}",
            "Make one now: scorekeeper backup FILE. If the score file is damaged too, take an "
            "older one: “scorekeeper restore” lists them.",
        )  # fmt: skip
        return
    if damaged:
        yield look(
            BACKUPS, f"In the newest, {newest.path}, {named(damaged)} damaged as well.",
            "Take an older one, which was made before the damage: “scorekeeper restore” lists "
            "them.",
        )  # fmt: skip
        return
    same = facts == daily_backups.facts_of(db)  # raises where the score file cannot be read
    made = datetime.fromtimestamp(newest.path.stat().st_mtime, UTC)
    sentence = f"The newest is of {newest.day} and is sound"
    if not same and now - made > OLD_BACKUP:
        yield look(
            BACKUPS, f"{sentence}, but things have been recorded since.",
            "They are made while the file is served (--backups); or: scorekeeper backup FILE",
        )  # fmt: skip
    else:
        yield fine(BACKUPS, f"{sentence}{'; nothing has been recorded since' if same else ''}.")


def _clock(db: sqlite3.Connection, now: datetime) -> Iterator[Finding]:
    if "games" not in _tables(db):
        return
    (latest,) = db.execute(
        "select max(moment) from (select max(at) as moment from entries "
        "  union all select max(started) from games)"
    ).fetchone()
    (back,) = db.execute(
        "select count(*) from entries as one join entries as other "
        "  on other.game_id = one.game_id and other.number = one.number + 1 where other.at < one.at"
    ).fetchone()
    if latest is not None and datetime.fromisoformat(latest) > now + AHEAD:
        yield look(
            CLOCK, f"Something was recorded at {latest}, and it is {now.isoformat()[:19]} now.",
            "The clock of this machine is or was wrong: set it. Entries keep their order, which "
            "is that in which they were made; give the evening its right date on its page.",
        )  # fmt: skip
    else:
        went = f" It went back {back} times while a game was on, which changes no order."
        yield fine(CLOCK, f"Nothing was recorded in time to come.{went if back else ''}")


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}


def _objects(db: sqlite3.Connection) -> set[str]:
    rows = db.execute("select type, name from sqlite_master where name not like 'sqlite_%'")
    return {f"{kind} {name}" for kind, name in rows}


def _wrapped(db: sqlite3.Connection) -> Database:
    return Database(db, execute_plugins=False)
