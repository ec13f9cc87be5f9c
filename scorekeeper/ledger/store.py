"""Store: reads the games of a score file and records entries in them."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper.caches import LimitedDict
from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.ledger import database
from scorekeeper.ledger.checksums import (
    INSERT_ENTRY,
    entry_rows,
    fact_of,
    naming_damage,
    with_checksum,
)
from scorekeeper.ledger.conflicts import (
    MOST_TOLD,
    Became,
    LogAt,
    Outcome,
    Ruling,
    Submission,
    decide,
)
from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import (
    FaultyGame,
    LedgerError,
    StaleEntry,
    Unknown,
    UnreadableGame,
)
from scorekeeper.ledger.game_log import (
    SEATING,
    Entry,
    Kind,
    Log,
    checked_entry,
    entries_in_force,
    fact_json,
    replay,
    replay_undone,
    undone_next,
)
from scorekeeper.ledger.game_record import Agreed, GameRecord, agreed_of
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.note_search import store_searched_text
from scorekeeper.ledger.people import note_seats, people_of, with_player
from scorekeeper.ledger.score_file import ScoreFile, Stamp, Statement
from scorekeeper.rules.game import Setup
from scorekeeper.wording import Sentence, say

# Games in memory

REMEMBERED_GAMES = 64
SECONDS_OF_NAMES = 1.0  # after that names are read again: another process may have changed one


class GameCache:
    """Cache of game setups and logs."""

    def __init__(self) -> None:
        self._remembering = threading.Lock()
        self._agreed: dict[int, tuple[float, Agreed]] = {}
        self._logs = LimitedDict[int, Log](REMEMBERED_GAMES)

    def agreed(self, db: Database, game_id: int) -> Agreed:
        """Return the setup of a game and its players' present names; raises Unknown."""
        now = time.monotonic()
        read, agreed = self._agreed.get(game_id, (now, None))
        if agreed is None or now - read >= SECONDS_OF_NAMES:
            if len(self._agreed) >= REMEMBERED_GAMES:
                self._agreed.clear()
            with naming_damage(game_id):
                agreed = agreed_of(db, clamp_int(game_id))
            self._agreed[game_id] = now, agreed
        return agreed

    def log(self, db: Database, game_id: int, agreed: Agreed) -> Log:
        """Return the log of a game: the cached log plus the entries recorded since."""
        log = self._logs.get(game_id) or Log.of(agreed.setup, agreed.players)
        entries = entries_of(db, game_id, log.revision)
        with _naming_fault(game_id):
            try:
                log = _sound(replay(log, entries) if entries else log)
            except Exception:  # any fault of the program
                begun, whole = Log.of(agreed.setup, agreed.players), entries_of(db, game_id, 0)
                if all(entry.kind is not Kind.UNDO for entry in whole):
                    raise
                log = _sound(replay_undone(begun, whole))
        if entries and not db.conn.in_transaction:
            self.remember(game_id, log)
        return log

    def remember(self, game_id: int, log: Log) -> None:
        with self._remembering:
            self._logs[game_id] = log

    def forget_names(self) -> None:
        """Forget the names of players: one may have been changed."""
        self._agreed.clear()

    def clear(self) -> None:
        """Forget every game: another file has replaced this one."""
        self._agreed.clear()
        with self._remembering:
            self._logs.clear()


def _sound(log: Log) -> Log:
    """Return a log whose present question can be worked out; raises what that raises."""
    _ = log.game.current
    return log


@contextmanager
def _naming_fault(game_id: int) -> Iterator[None]:
    """Turn faults of the program in a game whose entries are sound into FaultyGame."""
    try:
        yield
    except (LedgerError, sqlite3.Error):
        raise
    except Exception as error:
        raise FaultyGame(game_id, f"{type(error).__name__}: {error}") from error


def entries_of(db: Database, game_id: int, revision: int) -> list[Entry]:
    """Return the entries of a game after a revision."""
    with naming_damage(game_id):
        return [
            Entry(Kind(kind), deal, fact_of(fact))
            for _, _, kind, deal, fact, _, _ in entry_rows(db, game_id, revision)
        ]


# The store
#
# Every thread has its own connection. Writes go one at a time through one lock in the process and
# `begin immediate` in the file, and are on disk when the call returns.

GLANCE = 0.2  # seconds for which `glance` reuses a row that another process may have changed
REMOVED = say("This game was removed from the list: bring it back to go on with it.")
SEATED_BY = SEATING | {Kind.UNDO, Kind.REDO}  # entries that may change who sits where

logger = logging.getLogger(__name__)


class Store:
    """The games of one score file; `Store.open` creates the file or brings it up to date first."""

    def __init__(
        self, path: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = database.real_path(path)
        self.clock = clock
        self._file: ScoreFile = ScoreFile(self.path, self._forget)
        self._games = GameCache()
        self.unreadable: set[int] = set()  # games that were found damaged, or
        self.faulty: set[int] = set()  # at which the program fails
        self._lost_games: tuple[int, ...] | None = None
        self._glances: dict[tuple[str, int], tuple[float, tuple[Any, ...]]] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a file; create it if it does not exist. Raises UnusableFile."""
        store = cls(path)
        database.prepare(store.path)
        return store

    def game(self, table_id: int, game_id: int) -> GameRecord:
        """Return one game of a table with its log; raises Unknown and UnreadableGame."""
        agreed = self._agreed_at(table_id, game_id)
        try:
            log = self._games.log(self.db, game_id, agreed)
            with naming_damage(game_id):
                record = GameRecord.of(game_id, agreed, log)
        except UnreadableGame as error:
            if game_id not in self.unreadable:
                logger.error("%s", error)
            self.unreadable.add(game_id)
            if isinstance(error, FaultyGame):
                self.faulty.add(game_id)
            raise
        self.unreadable.discard(game_id)
        self.faulty.discard(game_id)
        return record

    def setup(self, table_id: int, game_id: int) -> Setup:
        """Return the setup of a game without reading its entries; raises Unknown."""
        return self._agreed_at(table_id, game_id).setup

    def removed(self, table_id: int, game_id: int) -> bool:
        """Return whether a game has been taken off the list; raises Unknown."""
        self._agreed_at(table_id, game_id)
        return self._is_removed(self.db, game_id)

    def revision(self, table_id: int, game_id: int) -> int:
        """Return the number of entries of a game; raises Unknown."""
        row = self.glance(
            "revision",
            "select table_id, (select max(number) from entries where game_id = games.id) "
            "from games where id = ?",
            game_id,
        )
        if row is None or row[0] != table_id:
            raise Unknown("game")
        return int(row[1] or 0)

    def log_at(self, table_id: int, game_id: int, revision: int) -> Log:
        """Return the log of a game at an earlier revision; raises Unknown."""
        agreed = self._agreed_at(table_id, game_id)
        entries = entries_of(self.db, game_id, 0)[: max(revision, 0)]
        return Log.of(agreed.setup, agreed.players).after(entries)

    def describe_since(self, table_id: int, game_id: int, revision: int) -> list[Sentence]:
        """Describe the last few entries recorded after a revision; raises Unknown."""
        log = self.log_at(table_id, game_id, revision)
        return log.describe_all(entries_of(self.db, game_id, log.revision))[-MOST_TOLD:]

    def submit(self, table_id: int, game_id: int, given: Submission) -> Outcome:
        """Record an entry if it fits the game as it stands, and return the outcome.

        Raises Unknown.
        """
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            log = self._games.log(db, game_id, agreed)
            before = self._number_of(db, game_id, given.key)
            if before is not None:
                decision = Ruling(Became.REPEATED)
            elif (given.revision == log.revision or given.kind is Kind.CHOICE) and self._is_removed(
                db, game_id
            ):
                decision = Ruling.refused(IllegalEntry("game-removed", REMOVED))
            else:
                seen = partial(self.log_at, table_id, game_id)
                decision = self._decided(db, table_id, log, given, seen)
            if decision.entry is not None:
                number = log.revision + 1
                self.write(db, game_id, number, decision.entry, key=given.key, device=given.device)
                log = _after(db, game_id, log, decision.entry)
            superseded = decision.became is Became.SUPERSEDED
            meanwhile = self.describe_since(table_id, game_id, given.revision) if superseded else ()
        self._written(game_id, log)
        record = GameRecord.of(game_id, self._agreed_at(table_id, game_id), log)
        return Outcome(decision, given, record, before or log.revision, tuple(meanwhile))

    def undo_unread(self, table_id: int, game_id: int, given: Submission) -> None:
        """Record an undo in a game that cannot be read (`FaultyGame`), if it is still as sent.

        Raises Unknown.
        """
        self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            entries = entries_of(db, game_id, 0)
            done = entries_in_force(entries)
            place = undone_next(done)
            if (
                place is not None
                and given.revision == len(entries)
                and self._number_of(db, game_id, given.key) is None
                and not self._is_removed(db, game_id)
            ):
                undo = Entry(Kind.UNDO, done[place].deal, {})
                self.write(db, game_id, len(entries) + 1, undo, key=given.key, device=given.device)

    def first_players(self, table_id: int, game_id: int) -> tuple[str, ...]:
        """Return the names of a game's first players, without reading its entries.

        Raises Unknown.
        """
        agreed = self._agreed_at(table_id, game_id)
        return tuple(map(agreed.people.name, agreed.players))

    def record(
        self,
        table_id: int,
        game_id: int,
        *,
        key: str,
        revision: int,
        kind: Kind,
        given: Mapping[str, Any],
        deal: int | None = None,
        device: str = "",
    ) -> GameRecord:
        """Add an entry to a game and return the game with it.

        The same key twice records one entry. Raises Unknown;
        StaleEntry if the game is no longer at `revision`; MalformedEntry or IllegalEntry if the
        entry does not fit.
        """
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            log = self._games.log(db, game_id, agreed)
            if self._number_of(db, game_id, key) is None:
                if revision != log.revision:
                    raise StaleEntry(revision, log.revision)
                if self._is_removed(db, game_id):
                    raise IllegalEntry("game-removed", REMOVED)
                entry = checked_entry(log, kind, deal, given)
                self.write(db, game_id, log.revision + 1, entry, key=key, device=device)
                log = _after(db, game_id, log, entry)
        self._written(game_id, log)
        return GameRecord.of(game_id, agreed, log)

    def _decided(
        self, db: Database, table_id: int, log: Log, given: Submission, seen: LogAt
    ) -> Ruling:
        """Decide about an entry; a new player to whom it gives a seat is added.

        Two players may have been merged since its sender looked: an entry is refused if one person
        would then have two seats.
        """
        if given.kind not in SEATED_BY:
            return decide(log, given, seen)
        people = people_of(db, table_id)
        db.execute("savepoint newcomer")
        try:
            if given.kind in SEATING:
                fact = with_player(
                    db, table_id, given.given, people=people, sitting=log.sitting, now=self.now()
                )
                given = replace(given, given=fact)
            decision = decide(log, given, seen)
            if decision.entry is not None:
                people = people_of(db, table_id)
                log.after([decision.entry]).sitting.mapped(people.person).check()
        except EntryError as error:
            decision = Ruling.refused(error)
        if decision.entry is None:
            db.execute("rollback to newcomer")
        db.execute("release newcomer")
        self.forget_names()
        return decision

    def _written(self, game_id: int, log: Log) -> None:
        self._games.remember(game_id, log)

    def write(
        self, db: Database, game_id: int, number: int, entry: Entry, *, key: str, device: str
    ) -> None:
        """Write an entry that has been checked, inside a transaction."""
        values = (entry.kind.value, entry.deal, fact_json(entry.fact), device, self.now())
        row = (game_id, number, key, *values)
        db.execute(INSERT_ENTRY, list(with_checksum(row)))

    @property
    def db(self) -> Database:
        """This thread's connection to the file; raises FileGone."""
        return self._file.db

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """Write everything inside as a whole or not at all; nobody else writes meanwhile."""
        with self._file.transaction() as db:
            yield db
        self._glances.clear()

    def keep(self, changes: Sequence[Statement]) -> bool:
        """Write derived values and return True; return False if that is not possible at once."""
        return self._file.keep(changes)

    def checkpoint(self) -> None:
        """Bring the newest writes from the WAL into the file itself; called while nobody writes."""
        self._file.checkpoint()

    def stamp(self) -> Stamp:
        """Return a value that changes with each write to the file by any process."""
        return self._file.stamp()

    def usable(self) -> bool:
        """Return whether the file can be read and written now; nothing is written."""
        return self._file.usable()

    def close(self) -> None:
        """Close the connection of this thread; other threads reopen theirs at their next use."""
        self._file.close()

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Close the file while the block puts another in its place, then take that into use.

        If the block raises, the file is opened again at its next use.
        """
        with self._file.closed():
            yield

    def lost_games(self) -> tuple[int, ...]:
        """Return the ids of games that have entries but appear in no list.

        The row of such a game, or that of its table or session, is damaged or missing. The file is
        searched for them once.
        """
        if self._lost_games is None:
            rows = self.db.execute(
                "select distinct game_id from entries where game_id not in (select games.id from "
                "games join tables on tables.id = games.table_id "
                "join sessions on sessions.id = session_id) order by game_id"
            )
            self._lost_games = tuple(row[0] for row in rows.fetchall())
        return self._lost_games

    def glance(
        self, what: str, query: str, key: int, *, anew: bool = False
    ) -> tuple[Any, ...] | None:
        """Return the row that a query finds for a key, or None; it may be `GLANCE` seconds old.

        Thousands of phones ask for some rows again and again. `what` names the query in the cache;
        `anew` reads the row in any case. Writes of this process are visible at once.
        """
        now = time.monotonic()
        kept = self._glances.get((what, key))
        if kept is not None and not anew and now - kept[0] < GLANCE:
            return kept[1]
        row: tuple[Any, ...] | None = self.db.execute(query, [clamp_int(key)]).fetchone()
        if row is None:
            self._glances.pop((what, key), None)  # it may be added a moment later
            return None
        if len(self._glances) > REMEMBERED_GAMES:
            self._glances.clear()
        self._glances[what, key] = now, row
        return row

    def forget_names(self) -> None:
        """Forget the names of players: one may have been changed."""
        self._games.forget_names()

    def _forget(self) -> None:
        """Forget everything read from the file before, which another file has replaced."""
        self._games.clear()
        self._glances.clear()
        self.unreadable.clear()
        self.faulty.clear()
        self._lost_games = None

    def _agreed_at(self, table_id: int, game_id: int) -> Agreed:
        agreed = self._games.agreed(self.db, game_id)
        if agreed.table_id != table_id:
            raise Unknown("game")
        return agreed

    def _is_removed(self, db: Database, game_id: int) -> bool:
        row = db.execute("select removed from games where id = ?", [game_id]).fetchone()
        return row is not None and row[0] is not None

    def _number_of(self, db: Database, game_id: int, key: str) -> int | None:
        """Return the number of the entry with this key (the revision it made); None if unknown."""
        query = "select number from entries where game_id = ? and key = ?"
        row = db.execute(query, [game_id, key]).fetchone()
        return int(row[0]) if row else None

    def now(self) -> str:
        """Return the present moment in the form the file stores."""
        return timestamp(self.clock())


def _after(db: Database, game_id: int, log: Log, entry: Entry) -> Log:
    """Return the log after an entry that is being written; update the seats and notes searched."""
    after = _sound(log.after([entry]))
    if after.sitting != log.sitting:
        note_seats(db, game_id, after.sitting)
    if after.notes != log.notes:
        store_searched_text(db, game_id, after.notes)
    return after
