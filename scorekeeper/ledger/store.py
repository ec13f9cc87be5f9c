"""The one place that reads and writes the database.

Every thread has its own connection. Writes go one at a time through one lock in the process and
`begin immediate` in the file, and are on disk when the call returns.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine import house
from scorekeeper.engine.ending import Ending
from scorekeeper.engine.game import Game, Setup
from scorekeeper.engine.registry import rulebooks
from scorekeeper.engine.seating import Seat
from scorekeeper.ledger import schema
from scorekeeper.ledger.errors import StaleEntry, Unknown
from scorekeeper.ledger.history import Act
from scorekeeper.ledger.log import Entry, Kind, Log
from scorekeeper.ledger.names import folded

REMEMBERED_GAMES = 256
GLANCE = 0.2  # seconds for which what another process may have changed is not looked up again
TABLES = "select id, name, score_keys, watch_keys from tables"
LARGEST_ID = 2**63 - 1  # what SQLite holds


@dataclass(frozen=True, slots=True)
class TableRecord:
    """People who play together; the numbers say how often each of its keys has been renewed."""

    id: int
    name: str
    score_keys: int
    watch_keys: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its players, in the order of the seats, and its log so far."""

    id: int
    table_id: int
    players: tuple[str, ...]
    started: datetime
    log: Log

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.log.game


@dataclass(frozen=True, slots=True)
class _Agreed:
    """What of a game never changes."""

    table_id: int
    players: tuple[str, ...]
    started: datetime
    setup: Setup


class Store:
    """A database file; `Store.open` creates it or brings it up to date first."""

    def __init__(
        self, path: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.path = path
        self._clock = clock
        self._local = threading.local()
        self._writing = threading.Lock()
        self._remembering = threading.Lock()
        self._agreed: dict[int, _Agreed] = {}
        self._logs: OrderedDict[int, Log] = OrderedDict()
        self._glances: dict[tuple[str, int], tuple[float, tuple[Any, ...] | None]] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a file, created where there is none; raises UnusableFile."""
        schema.prepare(path)
        return cls(path)

    def setting(self, name: str, default: Callable[[], str]) -> str:
        """A setting, which is given its default when it is first asked for."""
        row = self._db.execute("select value from settings where name = ?", [name]).fetchone()
        if row is None:
            with self._transaction() as db:
                db.execute("insert or ignore into settings values (?, ?)", [name, default()])
            return self.setting(name, default)
        return str(row[0])

    def preference(self, name: str) -> str | None:
        """What has been set under a name; None where nothing has, which asking does not change."""
        row = self._db.execute("select value from settings where name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def set_preference(self, name: str, value: str) -> None:
        """Set a value under a name, in place of any other."""
        with self._transaction() as db:
            db.execute("insert or replace into settings values (?, ?)", [name, value])

    def first_table(self) -> TableRecord:
        """The oldest table, laid where there is none yet."""
        row = self._db.execute(f"{TABLES} order by id limit 1").fetchone()
        if row is None:
            with self._transaction() as db:
                db.execute(
                    "insert into tables (name, created, score_keys, watch_keys) "
                    "select ?, ?, 1, 1 where not exists (select 1 from tables)",
                    ["Our table", self._now()],
                )
            return self.first_table()
        return TableRecord(*row)

    def tables(self) -> list[TableRecord]:
        """Every table, oldest first."""
        rows = self._db.execute(f"{TABLES} order by id").fetchall()
        return [TableRecord(*row) for row in rows]

    def table(self, table_id: int, *, glance: bool = False) -> TableRecord:
        """One table, or what it was a moment ago where a glance is enough; raises Unknown."""
        if not glance:
            self._glances.pop(("table", table_id), None)
        row = self._glance("table", f"{TABLES} where id = ?", table_id)
        if row is None:
            raise Unknown("table")
        return TableRecord(*row)

    def names(self, table_id: int) -> list[str]:
        """The names of everyone who has played at a table, those who play most often first."""
        rows = self._db.execute(
            "select name from players left join ("
            "  select seat.value as player, count(*) as played "
            "  from games, json_each(games.players) as seat "
            "  where games.table_id = ? group by seat.value) on player = id "
            "where table_id = ? order by coalesce(played, 0) desc, id",
            [table_id, table_id],
        )
        return [name for (name,) in rows.fetchall()]

    def new_game(
        self,
        table_id: int,
        key: str,
        setup: Setup,
        players: Sequence[str],
    ) -> int:
        """Begin a game and return its id; the same key twice begins one game."""
        self._agreed.clear()  # a player may be spelled anew
        with self._transaction() as db:
            row = db.execute(
                "select id from games where table_id = ? and key = ?", [table_id, key]
            ).fetchone()
            if row is not None:
                return int(row[0])
            seats = [self._player(db, table_id, name) for name in players]
            cursor = db.execute(
                "insert into games (table_id, key, rulebook, rules, ending, players, first_dealer, "
                "started) values (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    table_id,
                    key,
                    setup.book.key,
                    json.dumps(house.to_json(setup.rules)),
                    json.dumps(house.to_json(setup.ending)),
                    json.dumps(seats),
                    int(setup.first_dealer),
                    self._now(),
                ],
            )
            return int(cursor.lastrowid or 0)

    def game(self, table_id: int, game_id: int) -> GameRecord:
        """One game of a table, with its log; raises Unknown."""
        agreed = self._agree(game_id)
        if agreed.table_id != table_id:
            raise Unknown("game")
        log = self._log(self._db, game_id, agreed.setup)
        return GameRecord(game_id, table_id, agreed.players, agreed.started, log)

    def house_rules(self, table_id: int, rulebook: str, limit: int = 5) -> list[int]:
        """The newest game of each set of rules that a table has played by, newest first."""
        rows = self._db.execute(
            "select max(id) as newest from games where table_id = ? and rulebook = ? "
            "group by rules order by newest desc limit ?",
            [table_id, rulebook, limit],
        )
        return [row[0] for row in rows.fetchall()]

    def game_ids(self, table_id: int, limit: int = 20, before: int | None = None) -> list[int]:
        """The games of a table, newest first; of games whose rules are there at the moment."""
        known = json.dumps(list(rulebooks()))
        rows = self._db.execute(
            "select id from games where table_id = ? and id < ? "
            "and rulebook in (select value from json_each(?)) order by id desc limit ?",
            [table_id, LARGEST_ID if before is None else _held(before), known, limit],
        )
        return [row[0] for row in rows.fetchall()]

    def revision(self, table_id: int, game_id: int) -> int:
        """How many entries a game has; raises Unknown."""
        row = self._glance(
            "revision",
            "select table_id, (select max(number) from entries where game_id = games.id) "
            "from games where id = ?",
            game_id,
        )
        if row is None or row[0] != table_id:
            raise Unknown("game")
        return int(row[1] or 0)

    def acts(self, table_id: int, game_id: int) -> list[Act]:
        """Every entry of a game with its device and time, in order; raises Unknown."""
        if self._agree(game_id).table_id != table_id:
            raise Unknown("game")
        rows = self._db.execute(
            "select kind, deal, fact, device, at from entries where game_id = ? order by number",
            [game_id],
        ).fetchall()
        return [
            Act(Entry(Kind(kind), deal, json.loads(fact)), device, datetime.fromisoformat(at))
            for kind, deal, fact, device, at in rows
        ]

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

        The same key twice is one entry. Raises Unknown; StaleEntry where the game has moved on
        since `revision`; MalformedEntry or IllegalEntry where the entry does not fit.
        """
        agreed = self._agree(game_id)
        if agreed.table_id != table_id:
            raise Unknown("game")
        with self._transaction() as db:
            log = self._log(db, game_id, agreed.setup)
            if revision != log.revision and not self._has_entry(db, game_id, key):
                raise StaleEntry(revision, log.revision)
            if revision == log.revision:
                entry = log.entry(kind, deal, given)
                db.execute(
                    "insert into entries (game_id, number, key, kind, deal, fact, device, at) "
                    "values (?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        game_id,
                        log.revision + 1,
                        key,
                        kind.value,
                        entry.deal,
                        json.dumps(entry.fact, separators=(",", ":")),
                        device,
                        self._now(),
                    ],
                )
                log = log.after([entry])
        self._remember(game_id, log)
        self._glances.pop(("revision", game_id), None)
        return GameRecord(game_id, table_id, agreed.players, agreed.started, log)

    def _glance(self, what: str, query: str, key: int) -> tuple[Any, ...] | None:
        """A row for what thousands of phones ask again and again, at most a moment old.

        What this process writes is seen at once.
        """
        now = time.monotonic()
        kept = self._glances.get((what, key))
        if kept is not None and now - kept[0] < GLANCE:
            return kept[1]
        row: tuple[Any, ...] | None = self._db.execute(query, [_held(key)]).fetchone()
        if len(self._glances) > REMEMBERED_GAMES:
            self._glances.clear()
        self._glances[what, key] = now, row
        return row

    @property
    def _db(self) -> Database:
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = schema.connect(self.path)
        return db

    @contextmanager
    def _transaction(self) -> Iterator[Database]:
        with self._writing:
            db = self._db
            db.execute("begin immediate")
            try:
                yield db
                db.execute("commit")
            except BaseException:
                db.execute("rollback")
                raise

    def _agree(self, game_id: int) -> _Agreed:
        agreed = self._agreed.get(game_id)
        if agreed is None:
            agreed = self._agreed[game_id] = self._read_agreed(game_id)
        return agreed

    def _read_agreed(self, game_id: int) -> _Agreed:
        row = self._db.execute(
            "select table_id, rulebook, rules, ending, players, first_dealer, started "
            "from games where id = ?",
            [_held(game_id)],
        ).fetchone()
        if row is None:
            raise Unknown("game")
        table_id, rulebook, rules, ending, players, first_dealer, started = row
        book = rulebooks().get(rulebook)
        if book is None:
            raise Unknown("game")  # the package that brought its rules is gone
        seats: list[int] = json.loads(players)
        names = dict(
            self._db.execute(
                "select id, name from players where table_id = ?", [table_id]
            ).fetchall()
        )
        setup = Setup(
            book,
            book.rules_from_json(json.loads(rules)),
            house.from_kept(Ending, json.loads(ending)),
            len(seats),
            Seat(first_dealer),
        )
        return _Agreed(
            table_id, tuple(names[seat] for seat in seats), datetime.fromisoformat(started), setup
        )

    def _log(self, db: Database, game_id: int, setup: Setup) -> Log:
        """The log of a game: what is remembered of it, and the entries since."""
        log = self._logs.get(game_id) or Log.of(setup)
        rows = db.execute(
            "select kind, deal, fact from entries where game_id = ? and number > ? order by number",
            [game_id, log.revision],
        ).fetchall()
        if rows:
            log = log.after(Entry(Kind(kind), deal, json.loads(fact)) for kind, deal, fact in rows)
            if not db.conn.in_transaction:
                self._remember(game_id, log)
        return log

    def _remember(self, game_id: int, log: Log) -> None:
        with self._remembering:
            self._logs[game_id] = log
            self._logs.move_to_end(game_id)
            while len(self._logs) > REMEMBERED_GAMES:
                self._logs.popitem(last=False)

    def _has_entry(self, db: Database, game_id: int, key: str) -> bool:
        found = db.execute("select 1 from entries where game_id = ? and key = ?", [game_id, key])
        return found.fetchone() is not None

    def _player(self, db: Database, table_id: int, name: str) -> int:
        """The id of a player, who is added where he is new; the latest spelling is kept."""
        row = db.execute(
            "insert into players (table_id, name, folded, created) values (?, ?, ?, ?) "
            "on conflict (table_id, folded) do update set name = excluded.name returning id",
            [table_id, name, folded(name), self._now()],
        ).fetchone()
        return int(row[0])

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")


def _held(number: int) -> int:
    """The number, or the nearest that SQLite can hold: an address may name any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """A key that tells one entry or game from any other."""
    return secrets.token_urlsafe(12)
