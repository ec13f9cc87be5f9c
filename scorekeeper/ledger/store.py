"""The score file as it is worked with: its games are read, and what happens in them is recorded.

Every thread has its own connection. Writes go one at a time through one lock in the process and
`begin immediate` in the file, and are on disk when the call returns.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.game import Game, Setup
from scorekeeper.engine.wording import say
from scorekeeper.ledger import schema
from scorekeeper.ledger.agreed import Agreed, agreed_of
from scorekeeper.ledger.errors import StaleEntry, Unknown
from scorekeeper.ledger.evenings import noted
from scorekeeper.ledger.log import Entry, Kind, Log
from scorekeeper.ledger.score_file import ScoreFile

REMEMBERED_GAMES = 64
GLANCE = 0.2  # seconds for which what another process may have changed is not looked up again
SPELLED = 1.0  # seconds for which another process may have spelled a name anew
REMOVED = say("This game was removed from the list: bring it back to go on with it.")
LARGEST_ID = 2**63 - 1  # what SQLite holds


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its players, in the order of the seats, and its log so far."""

    id: int
    table_id: int
    key: str
    players: tuple[str, ...]
    started: datetime
    log: Log

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.log.game


class Store:
    """A database file; `Store.open` creates it or brings it up to date first."""

    def __init__(
        self, path: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = path
        self.clock = clock
        self._file = ScoreFile(path, self._forget)
        self._remembering = threading.Lock()
        self._agreed: dict[int, tuple[float, Agreed]] = {}
        self._logs: OrderedDict[int, Log] = OrderedDict()
        self._glances: dict[tuple[str, int], tuple[float, tuple[Any, ...]]] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a file, created where there is none; raises UnusableFile."""
        schema.prepare(path)
        return cls(path)

    def game(self, table_id: int, game_id: int) -> GameRecord:
        """One game of a table, with its log; raises Unknown."""
        agreed = self._agreed_at(table_id, game_id)
        log = self._log(self.db, game_id, agreed.setup)
        return GameRecord(game_id, table_id, agreed.key, agreed.players, agreed.started, log)

    def removed(self, table_id: int, game_id: int) -> bool:
        """Whether a game has been taken off the list; raises Unknown."""
        self._agreed_at(table_id, game_id)
        return self._is_removed(self.db, game_id)

    def revision(self, table_id: int, game_id: int) -> int:
        """How many entries a game has; raises Unknown."""
        row = self.glance(
            "revision",
            "select table_id, (select max(number) from entries where game_id = games.id) "
            "from games where id = ?",
            game_id,
        )
        if row is None or row[0] != table_id:
            raise Unknown("game")
        return int(row[1] or 0)

    def number_of(self, table_id: int, game_id: int, key: str) -> int | None:
        """The number of the entry with this key, which is the revision that it made."""
        row = self.db.execute(
            "select number from entries join games on games.id = game_id "
            "where game_id = ? and table_id = ? and entries.key = ?",
            [held(game_id), table_id, key],
        ).fetchone()
        return int(row[0]) if row else None

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
        question: str | None = None,
        device: str = "",
    ) -> GameRecord:
        """Add an entry to a game and return the game with it.

        The same key twice is one entry; `question` as in `Log.entry`. Raises Unknown; StaleEntry
        where the game has moved on since `revision`; MalformedEntry or IllegalEntry where the
        entry does not fit.
        """
        return self._record(
            table_id, game_id, {key: (kind, deal, given, question)}, revision, device
        )

    def record_all(
        self,
        table_id: int,
        game_id: int,
        entries: Sequence[Entry],
        *,
        key: str,
        revision: int,
        device: str = "",
    ) -> GameRecord:
        """Add several entries to a game at once, or none; otherwise as `record`."""
        given = {
            f"{key}-{number}": (entry.kind, entry.deal, entry.fact, None)
            for number, entry in enumerate(entries, 1)
        }
        return self._record(table_id, game_id, given, revision, device)

    def _record(
        self,
        table_id: int,
        game_id: int,
        given: Mapping[str, tuple[Kind, int | None, Mapping[str, Any], str | None]],
        revision: int,
        device: str,
    ) -> GameRecord:
        """Add what is given by its keys, all of it or nothing."""
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            log = self._log(db, game_id, agreed.setup)
            if not any(self._has_entry(db, game_id, key) for key in given):
                if revision != log.revision:
                    raise StaleEntry(revision, log.revision)
                if self._is_removed(db, game_id):
                    raise IllegalEntry("game-removed", REMOVED)
                for key, (kind, deal, fact, question) in given.items():
                    entry = log.entry(kind, deal, fact, question)
                    self._write(db, game_id, log.revision + 1, entry, key=key, device=device)
                    log = log.after([entry])
        self._remember(game_id, log)
        self._glances.pop(("revision", game_id), None)
        return GameRecord(game_id, table_id, agreed.key, agreed.players, agreed.started, log)

    def _write(
        self, db: Database, game_id: int, number: int, entry: Entry, *, key: str, device: str
    ) -> None:
        db.execute(
            "insert into entries (game_id, number, key, kind, deal, fact, device, at) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                game_id,
                number,
                key,
                entry.kind.value,
                entry.deal,
                json.dumps(entry.fact, separators=(",", ":")),
                device,
                self.now(),
            ],
        )

    @property
    def db(self) -> Database:
        """The connection of this thread; raises FileGone."""
        return self._file.db

    def transaction(self) -> AbstractContextManager[Database]:
        """What is written inside is written as a whole or not at all, and by nobody else."""
        return self._file.transaction()

    def keep(self, write: Callable[[Database], object]) -> bool:
        """Write what can be worked out again, where the file takes it at once."""
        return self._file.keep(write)

    def close(self) -> None:
        """Close every connection to the file."""
        self._file.close()

    def glance(
        self, what: str, query: str, key: int, *, anew: bool = False
    ) -> tuple[Any, ...] | None:
        """A row for what thousands of phones ask again and again, at most a moment old.

        `anew` looks it up in any case. What this process writes is seen at once.
        """
        now = time.monotonic()
        kept = self._glances.get((what, key))
        if kept is not None and not anew and now - kept[0] < GLANCE:
            return kept[1]
        row: tuple[Any, ...] | None = self.db.execute(query, [held(key)]).fetchone()
        if row is None:
            self._glances.pop((what, key), None)  # it may be made a moment later
            return None
        if len(self._glances) > REMEMBERED_GAMES:
            self._glances.clear()
        self._glances[what, key] = now, row
        return row

    def respelled(self) -> None:
        """Read the names of players anew: one may be spelled otherwise by now."""
        self._agreed.clear()

    def _forget(self) -> None:
        """Know nothing any more of a file that another has replaced."""
        self._agreed.clear()
        self._glances.clear()
        with self._remembering:
            self._logs.clear()

    def _agreed_at(self, table_id: int, game_id: int) -> Agreed:
        agreed = self._agree(game_id)
        if agreed.table_id != table_id:
            raise Unknown("game")
        return agreed

    def _is_removed(self, db: Database, game_id: int) -> bool:
        row = db.execute("select removed from games where id = ?", [game_id]).fetchone()
        return row is not None and row[0] is not None

    def _agree(self, game_id: int) -> Agreed:
        now = time.monotonic()
        read, agreed = self._agreed.get(game_id, (now, None))
        if agreed is None or now - read >= SPELLED:
            if len(self._agreed) >= REMEMBERED_GAMES:
                self._agreed.clear()
            agreed = agreed_of(self.db, held(game_id))
            self._agreed[game_id] = now, agreed
        return agreed

    def _log(self, db: Database, game_id: int, setup: Setup) -> Log:
        """The log of a game: what is remembered of it, and the entries since."""
        log = self._logs.get(game_id) or Log.of(setup)
        entries = self._entries(db, game_id, log.revision)
        if entries:
            log = log.after(entries)
            if not db.conn.in_transaction:
                self._remember(game_id, log)
        return log

    def _entries(self, db: Database, game_id: int, revision: int) -> list[Entry]:
        """The entries of a game after a revision."""
        rows = db.execute(
            "select kind, deal, fact from entries where game_id = ? and number > ? order by number",
            [game_id, revision],
        ).fetchall()
        return [Entry(Kind(kind), deal, json.loads(fact)) for kind, deal, fact in rows]

    def _remember(self, game_id: int, log: Log) -> None:
        with self._remembering:
            self._logs[game_id] = log
            self._logs.move_to_end(game_id)
            while len(self._logs) > REMEMBERED_GAMES:
                self._logs.popitem(last=False)

    def _has_entry(self, db: Database, game_id: int, key: str) -> bool:
        found = db.execute("select 1 from entries where game_id = ? and key = ?", [game_id, key])
        return found.fetchone() is not None

    def now(self) -> str:
        """The present moment as it is kept."""
        return noted(self.clock())


def held(number: int) -> int:
    """The number, or the nearest that SQLite can hold: an address may name any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """A key that tells one entry or game from any other."""
    return secrets.token_urlsafe(12)
