"""Doctor: checks a score file from outside and reports what is wrong and what to do."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.errors import EntryError
from scorekeeper.ledger import backups, database, tables
from scorekeeper.ledger.checksums import (
    GAME,
    RESULT,
    DamagedRow,
    columns_of,
    damaged_games,
    damaged_rows,
    describe_games,
    entry_rows,
    is_sound,
    stored_date,
)
from scorekeeper.ledger.errors import Unreadable, UnusableFile, fault_of
from scorekeeper.ledger.game_document import LONGEST_KEY, EntryDocument, GameDocument, with_name
from scorekeeper.ledger.game_files import text_of
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.game_results import DAMAGED, DERIVED_BY, GameOutcome
from scorekeeper.ledger.migrations import migrations
from scorekeeper.ledger.note_search import searched_text
from scorekeeper.ledger.people import People, folded, people_of
from scorekeeper.ledger.player_figures import FigureCounter, count, stamp_of
from scorekeeper.ledger.store import Store
from scorekeeper.wording import counted

# Findings


class Level(IntEnum):
    """Severity of a finding; the highest one is the exit status of the command."""

    FINE = 0
    LOOK = 1
    UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    repair    SQL statements with their values, which repair derived values
    """

    topic: str
    level: Level
    message: str
    advice: str = ""
    repair: tuple[tuple[str, tuple[object, ...]], ...] = ()


def fine(topic: str, message: str) -> Finding:
    """Return a finding that everything is in order."""
    return Finding(topic, Level.FINE, message)


def look(topic: str, message: str, advice: str, *repair: tuple[str, tuple[object, ...]]) -> Finding:
    """Return a finding that something needs attention, with advice and statements to repair it."""
    return Finding(topic, Level.LOOK, message, advice, repair)


def unknown(topic: str, message: str, advice: str) -> Finding:
    """Return a finding that something could not be checked."""
    return Finding(topic, Level.UNKNOWN, message, advice)


# Games
#
# Games are read one after another and not stored, so that a file of any size takes little memory.

GAMES, CACHES = "games", "what is worked out"
TAKE_BACK = (
    "Take a backup from before it (“scorekeeper restore” lists them); or keep the file and export "
    "the other evenings."
)
ROWS = {
    "tables": "Table",
    "players": "Player",
    "sessions": "Evening",
    "merges": "Merge",
    "former_names": "Former name",
}
PUT_RIGHT = (
    "Look at its name and date on the pages and put them right there; or take a backup from before "
    "it (“scorekeeper restore” lists them)."
)
AGAIN = "It is worked out again by “scorekeeper doctor --repair”."
QUERY = (
    f"select {columns_of('games', GAME)}, games.checksum, "  # noqa: S608  (a constant)
    "  (select table_id from sessions where sessions.id = session_id) "
    "from games order by session_id, started, games.id"
)


@dataclass(slots=True)
class CheckedTotals:
    """Totals of all that has been checked so far."""

    games: int = 0
    entries: int = 0
    counted: int = 0
    strange: dict[str, int] = field(default_factory=dict)
    bad: int = 0


@dataclass(frozen=True, slots=True)
class _TablePlayers:
    """The players of a table, and their numbers by folded names."""

    people: People
    numbers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Game:
    id: int
    table_id: int
    session_id: int
    table: _TablePlayers
    removed: bool
    document: GameDocument


def games(db: sqlite3.Connection, progress: Callable[[int], None]) -> Iterator[Finding]:
    """Check all games; `progress` is called after each one."""
    seen = CheckedTotals()
    tables: dict[int, _TablePlayers] = {}
    # While this query is open, everything else is read from the same state of the file.
    for session_id, run in groupby(db.execute(QUERY), lambda row: row[9]):
        records: list[GameRecord] = []
        revisions: list[tuple[int, int]] = []
        sound = True
        for row in run:
            try:
                game = _read(db, row, tables)
                if not game.removed:
                    revisions.append((game.id, len(game.document.entries)))
                record = _checked(game, seen)
            except (_Wrong, Unreadable, EntryError) as error:
                seen.bad += 1
                sound = False
                yield look(GAMES, f"Game {row[0]}: {error}", TAKE_BACK)
            else:
                if record is not None:
                    yield from _stored_result(db, game, record)
                    if not game.removed:
                        records.append(record)
                else:
                    sound = False  # its figures were counted while its package was installed
            seen.games += 1
            progress(1)
        if session_id is not None and sound:
            yield from _counts(db, session_id, records, stamp_of(revisions), seen)
    for rulebook, number in seen.strange.items():
        yield look(
            GAMES,
            f"{counted(number, 'game')} of “{rulebook}” could not be checked: its package is not "
            "installed.",
            "Install the package and look again.",
        )
    if not seen.bad:
        games = counted(seen.games - sum(seen.strange.values()), "game")
        entries = counted(seen.entries, "entry", "entries")
        yield fine(GAMES, f"{games}, {entries}: the rules allow each.")


class _Wrong(Exception):
    """Raised if a game in the file is faulty; the message says what is wrong with it."""


def _read(db: sqlite3.Connection, row: tuple[Any, ...], tables: dict[int, _TablePlayers]) -> _Game:
    """Return a game with its stored entries; raises _Wrong if it cannot be read."""
    game_id, table_id, key, rulebook, rules, ending, players, dealer, started, *rest = row
    session_id, removed, _, table_of_session = rest
    if not is_sound(row[:-1]):
        raise _Wrong("what was agreed for it was changed: its checksum is another.")
    if session_id is None or table_of_session != table_id:
        raise _Wrong("it belongs to no evening of its table.")
    try:
        if table_id not in tables:
            tables[table_id] = _table(db, table_id)
        table = tables[table_id]
        names = table.people.names
        entries = tuple(_entries(db, game_id, names))
        document = GameDocument(
            key, "", rulebook, json.loads(rules), json.loads(ending),
            tuple([names[player] for player in json.loads(players)]), dealer, started, entries,
            text_of(db, rulebook),
        )  # fmt: skip
        datetime.fromisoformat(started)
    except KeyError:
        raise _Wrong("somebody in it is no player of its table.") from None
    except (ValueError, TypeError, sqlite3.Error) as error:
        raise _Wrong(f"it cannot be read ({error}).") from None
    return _Game(game_id, table_id, session_id, table, removed is not None, document)


def _table(db: sqlite3.Connection, table_id: int) -> _TablePlayers:
    people = people_of(db, table_id)
    return _TablePlayers(people, {folded(name): number for number, name in people.names.items()})


def _entries(
    db: sqlite3.Connection, game_id: int, names: Mapping[int, str]
) -> Iterator[EntryDocument]:
    keys: set[str] = set()
    for number, key, kind, deal, fact, device, at in entry_rows(db, game_id):
        if key in keys or not 0 < len(key) <= LONGEST_KEY:
            raise _Wrong(f"entry {number} has no key of its own.")
        keys.add(key)
        datetime.fromisoformat(at)
        entry = with_name(Entry(Kind(kind), deal, json.loads(fact)), names)
        yield EntryDocument.of(key, entry, device, at)


def _checked(game: _Game, seen: CheckedTotals) -> GameRecord | None:
    """Return the game if the rules allow every entry; None if its rules are not installed."""
    document = game.document
    if not document.known:
        seen.strange[document.rulebook] = seen.strange.get(document.rulebook, 0) + 1
        return None
    try:
        log: Log = document.replayed()
    except (Unreadable, EntryError):
        raise
    except Exception as error:  # whatever the file contains, the next game is checked
        raise _Wrong(f"it cannot be replayed ({type(error).__name__}: {error}).") from None
    seen.entries += log.revision
    started = datetime.fromisoformat(document.started)
    numbers = [game.table.numbers[folded(name)] for name in document.people]
    log = replace(log, sitting=log.sitting.mapped(numbers.__getitem__))
    return GameRecord(
        game.id, game.table_id, document.key, document.players, started, log, game.table.people
    )


def _stored_result(db: sqlite3.Connection, game: _Game, record: GameRecord) -> Iterator[Finding]:
    """Check the stored result, seats and searched notes of a game."""
    kept = db.execute(
        f"select {RESULT}, checksum from results where game_id = ?",  # noqa: S608  (a constant)
        [game.id],
    ).fetchone()
    revision = record.log.revision
    if kept is not None:
        due = GameOutcome.of(record.log).to_json()
        same = kept[1:3] == (revision, DERIVED_BY)
        if not is_sound(kept) or kept[3] == DAMAGED:
            yield look(
                CACHES,
                f"Game {game.id}: the result that lists show is not that of the game.",
                AGAIN,
                ("delete from results where game_id = ?", (game.id,)),
                ("delete from counted where session_id = ?", (game.session_id,)),
                ("delete from ratings where table_id = ?", (game.table_id,)),
            )
        elif kept[1] > revision or (same and kept[3] != due):
            yield look(
                GAMES,
                f"Game {game.id}: its entries and its result do not go together, though both are "
                "as they were written. Entries may have been lost.",
                TAKE_BACK,
            )
    rows = db.execute("select player_id from seats where game_id = ?", [game.id])
    seated = record.log.sitting.everyone
    if sorted(player for (player,) in rows) != sorted(seated):
        yield look(
            CACHES,
            f"Game {game.id}: lists of players' games have it wrong who played.",
            AGAIN,
            ("delete from seats where game_id = ?", (game.id,)),
            *(("insert into seats values (?, ?)", (player, game.id)) for player in seated),
        )
    searched = db.execute("select text from notes where game_id = ?", [game.id]).fetchone()
    due = searched_text(record.log.notes)
    if (searched[0] if searched else "") != due:
        yield look(
            CACHES,
            f"Game {game.id}: the search of evenings has its notes wrong.",
            AGAIN,
            ("delete from notes where game_id = ?", (game.id,)),
            *([("insert into notes values (?, ?)", (game.id, due))] if due else []),
        )


def _counts(
    db: sqlite3.Connection,
    session_id: int,
    records: list[GameRecord],
    stamp: str,
    seen: CheckedTotals,
) -> Iterator[Finding]:
    """Check the stored figures of an evening, unless their stamp shows that they are outdated."""
    kept = db.execute("select stamp from counted where session_id = ?", [session_id]).fetchone()
    if kept is None or kept[0] != stamp:
        return
    seen.counted += 1
    rows = db.execute(
        "select player_id, rulebook, key, cases, total, low, high, run from counts "
        "where session_id = ?",
        [session_id],
    )
    due = {
        (*key, figure.cases, figure.total, figure.low, figure.high, figure.run)
        for key, figure in count(records).items()
    }
    if set(rows) != due:
        yield look(
            CACHES,
            f"Evening {session_id}: the figures of its players are not those of its games.",
            AGAIN,
            ("delete from counts where session_id = ?", (session_id,)),
            ("delete from counted where session_id = ?", (session_id,)),
        )


# The file
#
# Nothing is written except by `repair`, and then only values that are derived from the facts.

FILE, VERSIONS, BACKUPS, CLOCK = "file", "versions", "backups", "clock"
MOST_FAULTS = 5  # of one kind that are listed one by one
OLD_BACKUP = timedelta(days=2)
AHEAD = timedelta(minutes=5)  # an entry may lie this far in the future
LONG_WAL = 64 * 1024 * 1024
IF_IT_IS_THIS = (
    "Name the score file with --db. If it is this one, it is damaged: stop the score keeper and "
    "take a backup; “scorekeeper restore” lists them."
)
TAKE_BACKUP = "Stop the score keeper and take a backup: “scorekeeper restore” lists them."


def examine(
    path: Path, now: datetime, progress: Callable[[int], None] = lambda _: None
) -> Iterator[Finding]:
    """Yield all findings about a file, in the order of the checks."""
    try:
        if not path.is_file():
            yield unknown(FILE, f"There is no score file {path}.", "Name the file with --db.")
            return
        if not path.stat().st_size:
            yield unknown(FILE, f"{path} is empty.", IF_IT_IS_THIS)
            return
        database.inspect(path)
        with closing(database.readable(path)) as db:
            for topic, look_at in (
                (FILE, lambda: _file(path, db)),
                (VERSIONS, lambda: _versions(db)),
                (GAMES, lambda: _games(db, progress)),
                (CLOCK, lambda: _clock(db, now)),
                (BACKUPS, lambda: _backups(path, db, now)),
            ):
                yield from _until_damage(path, topic, look_at)
    except UnusableFile as error:
        yield unknown(FILE, str(error), "")
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            yield unknown(FILE, f"{path} is no score file, nor any other database.", IF_IT_IS_THIS)
        else:
            fault = fault_of(error, path)
            yield unknown(FILE, f"{path} cannot be read: {error}.", str(fault.sentence))
    except database.DAMAGE as error:
        yield look(FILE, f"{path} is damaged ({type(error).__name__}: {error}).", TAKE_BACKUP)


def number_of_games(path: Path) -> int:
    """Return the number of games to check; 0 if the file cannot be read."""
    return database.read_or(
        path, lambda db: int(db.execute("select count(*) from games").fetchone()[0]), 0
    )


def repair(path: Path, findings: Iterator[Finding]) -> Iterator[Finding]:
    """Carry out the repairs of findings, and yield all findings.

    A finding whose repair cannot be written is yielded without it. Raises UnusableFile,
    sqlite3.Error.
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
                    left = f"{finding.message} It could not be put right: {error}."
                    yield look(finding.topic, left, str(fault_of(error).sentence))
                    continue
            yield finding
        for table in sorted(affected):
            FigureCounter(store).refresh(table, float("inf"))
    finally:
        store.close()


def _until_damage(
    path: Path, topic: str, look_at: Callable[[], Iterator[Finding]]
) -> Iterator[Finding]:
    """Yield the findings of one part; damage ends only this part, with a finding."""
    try:
        yield from look_at()
    except sqlite3.Error as error:
        yield look(
            topic, f"It cannot be read to its end: {error}.", str(fault_of(error, path).sentence)
        )
    except database.DAMAGE as error:
        reason = f"{type(error).__name__}: {error}"
        yield look(topic, f"It cannot be read to its end ({reason}).", TAKE_BACKUP)


def _games(db: sqlite3.Connection, progress: Callable[[int], None]) -> Iterator[Finding]:
    yield from games(db, progress)
    yield from _evenings(db)
    for table, number in islice(damaged_rows(db), MOST_FAULTS):
        sentence = f"{ROWS[table]} {number}: its row in “{table}” is not as it was written."
        yield look(GAMES, sentence, PUT_RIGHT)


def _evenings(db: sqlite3.Connection) -> Iterator[Finding]:
    for session_id, day in db.execute("select id, date from sessions order by id"):
        try:
            stored_date(day)
        except DamagedRow as error:
            yield look(GAMES, f"Evening {session_id}: {error}.", TAKE_BACK)


def _file(path: Path, db: sqlite3.Connection) -> Iterator[Finding]:
    size, free = path.stat().st_size, shutil.disk_usage(path.parent).free
    sentence = f"{path}, {size:,} bytes; {free // 2**20:,} MB free on its disk."
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        yield look(
            FILE, f"{path} or its folder cannot be written by you.",
            "See to their owner and permissions, or look as the user who serves it.",
        )  # fmt: skip
    elif free < size + backups.ROOM:
        yield look(FILE, sentence, "There is hardly room for entries and a backup: make room.")
    else:
        yield fine(FILE, sentence)
    if database.others_may_read(path):
        yield look(
            FILE, "Others than its owner may read it.",
            f"If that is not meant: chmod 600 {path}",
        )  # fmt: skip
    if faults := database.faults(db, MOST_FAULTS):
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
    note = backups.note_of(path)
    if note.exists():
        yield look(
            BACKUPS, f"The last one failed. {note.read_text('utf-8').strip()}",
            "Put right what it names; the next one is made by itself, in a quarter of an hour.",
        )  # fmt: skip
    newest = next((copy for copy in backups.copies_of(path) if copy.day is not None), None)
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
        database.check(newest.path)
        with closing(database.readable(newest.path)) as kept:
            facts = backups.facts_of(kept)
            damaged = damaged_games(kept)
    except (UnusableFile, sqlite3.Error, *database.DAMAGE) as error:
        yield look(
            BACKUPS, f"The newest, {newest.path}, is not sound: {error}",
            "Make one now: scorekeeper backup FILE. If the score file is damaged too, take an "
            "older one: “scorekeeper restore” lists them.",
        )  # fmt: skip
        return
    if damaged:
        yield look(
            BACKUPS, f"In the newest, {newest.path}, {describe_games(damaged)} damaged as well.",
            "Take an older one, which was made before the damage: “scorekeeper restore” lists "
            "them.",
        )  # fmt: skip
        return
    same = facts == backups.facts_of(db)  # raises if the score file cannot be read
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


def _objects(db: sqlite3.Connection) -> set[str]:
    rows = db.execute("select type, name from sqlite_master where name not like 'sqlite_%'")
    return {f"{kind} {name}" for kind, name in rows}


def _wrapped(db: sqlite3.Connection) -> Database:
    return Database(db, execute_plugins=False)
