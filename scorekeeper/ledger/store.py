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
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine import house
from scorekeeper.engine.ending import Ending
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.game import Game, Setup
from scorekeeper.engine.registry import rulebooks
from scorekeeper.engine.seating import Seat
from scorekeeper.engine.wording import Sentence, say
from scorekeeper.ledger import schema
from scorekeeper.ledger.errors import StaleEntry, Unknown
from scorekeeper.ledger.evenings import not_before, noted, session_of
from scorekeeper.ledger.history import Act
from scorekeeper.ledger.log import Entry, Kind, Log
from scorekeeper.ledger.names import folded
from scorekeeper.ledger.score_file import ScoreFile

REMEMBERED_GAMES = 64
GLANCE = 0.2  # seconds for which what another process may have changed is not looked up again
SPELLED = 1.0  # seconds for which another process may have spelled a name anew
LATELY = 200  # games; what is usual at a table is seen from so many
TABLES = "select id, name, score_keys, watch_keys from tables"
REMOVED = say("This game was removed from the list: bring it back to go on with it.")
LARGEST_ID = 2**63 - 1  # what SQLite holds


@dataclass(frozen=True, slots=True)
class TableRecord:
    """People who play together; the numbers say how often each of its keys has been renewed."""

    id: int
    name: str
    score_keys: int
    watch_keys: int


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Somebody who plays at a table."""

    id: int
    name: str


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


@dataclass(frozen=True, slots=True)
class _Agreed:
    """What of a game never changes, but for the spelling of names."""

    table_id: int
    key: str
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
        self._file = ScoreFile(path, self._forget)
        self._remembering = threading.Lock()
        self._agreed: dict[int, tuple[float, _Agreed]] = {}
        self._logs: OrderedDict[int, Log] = OrderedDict()
        self._glances: dict[tuple[str, int], tuple[float, tuple[Any, ...]]] = {}

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open a file, created where there is none; raises UnusableFile."""
        schema.prepare(path)
        return cls(path)

    def preference(self, name: str) -> str | None:
        """What has been set under a name; None where nothing has, which asking does not change."""
        row = self.db.execute("select value from settings where name = ?", [name]).fetchone()
        return None if row is None else str(row[0])

    def set_preference(self, name: str, value: str) -> None:
        """Set a value under a name, in place of any other."""
        with self.transaction() as db:
            db.execute("insert or replace into settings values (?, ?)", [name, value])

    def first_table(self) -> TableRecord:
        """The oldest table, laid where there is none yet."""
        row = self.db.execute(f"{TABLES} order by id limit 1").fetchone()
        if row is None:
            with self.transaction() as db:
                db.execute(
                    "insert into tables (name, created, score_keys, watch_keys) "
                    "select ?, ?, 1, 1 where not exists (select 1 from tables)",
                    ["Our table", self.now()],
                )
            return self.first_table()
        return TableRecord(*row)

    def tables(self) -> list[TableRecord]:
        """Every table, oldest first."""
        rows = self.db.execute(f"{TABLES} order by id").fetchall()
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
        """The names of everyone who has played at a table, the most frequent of late first."""
        return [player.name for player in self.players(table_id)]

    def players(self, table_id: int) -> list[PlayerRecord]:
        """Everyone who has played at a table, the most frequent of late first."""
        rows = self.db.execute(
            "select id, name from players left join ("
            "  select seat.value as player, count(*) as played "
            "  from (select players from games where table_id = ? "
            "    order by id desc limit ?) as lately, json_each(lately.players) as seat "
            "  group by seat.value) on player = id "
            "where table_id = ? order by coalesce(played, 0) desc, id",
            [table_id, LATELY, table_id],
        )
        return [PlayerRecord(*row) for row in rows.fetchall()]

    def new_game(
        self,
        table_id: int,
        key: str,
        setup: Setup,
        players: Sequence[str],
        session_id: int | None = None,
    ) -> int:
        """Begin a game and return its id; the same key twice begins one game.

        Where no session is named, the game joins the one that is still on, or begins one. A game
        that was removed is there again when it is begun again.
        """
        try:
            with self.transaction() as db:
                return self._begin(
                    db, table_id, key, setup=setup, players=players, session_id=session_id
                )
        finally:
            self._agreed.clear()  # a player may be spelled anew

    def _begin(
        self,
        db: Database,
        table_id: int,
        key: str,
        *,
        setup: Setup,
        players: Sequence[str],
        session_id: int | None,
    ) -> int:
        row = db.execute(
            "select id from games where table_id = ? and key = ?", [table_id, key]
        ).fetchone()
        if row is not None:
            db.execute("update games set removed = null where id = ?", [row[0]])
            return int(row[0])
        seats = [self._player(db, table_id, name) for name in players]
        begun = self._clock()
        if session_id is None:
            session_id = session_of(db, table_id, key, begun, seats)
        session_id = held(session_id)
        cursor = db.execute(
            "insert into games (table_id, key, rulebook, rules, ending, players, first_dealer, "
            "started, session_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                table_id,
                key,
                setup.book.key,
                json.dumps(house.to_json(setup.rules)),
                json.dumps(house.to_json(setup.ending)),
                json.dumps(seats),
                int(setup.first_dealer),
                noted(not_before(db, session_id, begun)),
                session_id,
            ],
        )
        return int(cursor.lastrowid or 0)

    def game(self, table_id: int, game_id: int) -> GameRecord:
        """One game of a table, with its log; raises Unknown."""
        agreed = self._agreed_at(table_id, game_id)
        log = self._log(self.db, game_id, agreed.setup)
        return GameRecord(game_id, table_id, agreed.key, agreed.players, agreed.started, log)

    def house_rules(self, table_id: int, rulebook: str, limit: int = 5) -> list[int]:
        """The newest game of each set of rules that a table has lately played by, newest first."""
        rows = self.db.execute(
            "select max(id) as newest from (select id, rules from games "
            "  where table_id = ? and rulebook = ? and removed is null order by id desc limit ?) "
            "group by rules order by newest desc limit ?",
            [table_id, rulebook, LATELY, limit],
        )
        return [row[0] for row in rows.fetchall()]

    def game_ids(self, table_id: int, limit: int = 20) -> list[int]:
        """The games of a table, newest first, without those that were removed.

        Only of games whose rules are there at the moment.
        """
        known = json.dumps(list(rulebooks()))
        rows = self.db.execute(
            "select id from games where table_id = ? and removed is null "
            "and rulebook in (select value from json_each(?)) order by id desc limit ?",
            [table_id, known, limit],
        )
        return [row[0] for row in rows.fetchall()]

    def remove(self, table_id: int, game_id: int) -> None:
        """Take a game off the list, as long as no hand of it has been scored.

        It stays in the file and can be brought back. Raises Unknown, or IllegalEntry where a hand
        has been scored.
        """
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            if not self._log(db, game_id, agreed.setup).game.removable:
                raise IllegalEntry(
                    "game-scored", say("A game with a scored hand stays: it can only be stopped.")
                )
            db.execute(
                "update games set removed = ? where id = ? and removed is null",
                [self.now(), game_id],
            )

    def bring_back(self, table_id: int, game_id: int) -> None:
        """Put a removed game on the list again; raises Unknown."""
        self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            db.execute("update games set removed = null where id = ?", [game_id])

    def removed(self, table_id: int, game_id: int) -> bool:
        """Whether a game has been taken off the list; raises Unknown."""
        self._agreed_at(table_id, game_id)
        return self._is_removed(self.db, game_id)

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
        self._agreed_at(table_id, game_id)
        rows = self.db.execute(
            "select kind, deal, fact, device, at from entries where game_id = ? order by number",
            [game_id],
        ).fetchall()
        return [
            Act(Entry(Kind(kind), deal, json.loads(fact)), device, datetime.fromisoformat(at))
            for kind, deal, fact, device, at in rows
        ]

    def number_of(self, table_id: int, game_id: int, key: str) -> int | None:
        """The number of the entry with this key, which is the revision that it made."""
        row = self.db.execute(
            "select number from entries join games on games.id = game_id "
            "where game_id = ? and table_id = ? and entries.key = ?",
            [held(game_id), table_id, key],
        ).fetchone()
        return int(row[0]) if row else None

    def told_since(self, table_id: int, game_id: int, revision: int) -> list[Sentence]:
        """What was recorded after a revision, in words, oldest first; raises Unknown."""
        present = self.game(table_id, game_id).log
        seen = min(max(revision, 0), present.revision)
        entries = self._entries(self.db, game_id, 0)
        log = Log.of(present.game.setup).after(entries[:seen])
        return log.telling(entries[seen:])

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
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            log = self._log(db, game_id, agreed.setup)
            if not self._has_entry(db, game_id, key):
                if revision != log.revision:
                    raise StaleEntry(revision, log.revision)
                if self._is_removed(db, game_id):
                    raise IllegalEntry("game-removed", REMOVED)
                entry = log.entry(kind, deal, given)
                self._write(db, game_id, log.revision + 1, entry, key=key, device=device)
                log = log.after([entry])
        self._remember(game_id, log)
        self._glances.pop(("revision", game_id), None)
        return GameRecord(game_id, table_id, agreed.key, agreed.players, agreed.started, log)

    def _glance(self, what: str, query: str, key: int) -> tuple[Any, ...] | None:
        """A row for what thousands of phones ask again and again, at most a moment old.

        What this process writes is seen at once.
        """
        now = time.monotonic()
        kept = self._glances.get((what, key))
        if kept is not None and now - kept[0] < GLANCE:
            return kept[1]
        row: tuple[Any, ...] | None = self.db.execute(query, [held(key)]).fetchone()
        if row is None:
            return None  # and not kept: it may be made a moment later
        if len(self._glances) > REMEMBERED_GAMES:
            self._glances.clear()
        self._glances[what, key] = now, row
        return row

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
        agreed = self._agreed_at(table_id, game_id)
        with self.transaction() as db:
            log = self._log(db, game_id, agreed.setup)
            if not self._has_entry(db, game_id, f"{key}-1"):
                if revision != log.revision:
                    raise StaleEntry(revision, log.revision)
                if self._is_removed(db, game_id):
                    raise IllegalEntry("game-removed", REMOVED)
                for number, given in enumerate(entries, 1):
                    entry = log.entry(given.kind, given.deal, given.fact)
                    self._write(
                        db, game_id, log.revision + 1, entry, key=f"{key}-{number}", device=device
                    )
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

    def _forget(self) -> None:
        """Know nothing any more of a file that another has replaced."""
        self._agreed.clear()
        self._glances.clear()
        with self._remembering:
            self._logs.clear()

    def _agreed_at(self, table_id: int, game_id: int) -> _Agreed:
        agreed = self._agree(game_id)
        if agreed.table_id != table_id:
            raise Unknown("game")
        return agreed

    def _is_removed(self, db: Database, game_id: int) -> bool:
        row = db.execute("select removed from games where id = ?", [game_id]).fetchone()
        return row is not None and row[0] is not None

    def _agree(self, game_id: int) -> _Agreed:
        now = time.monotonic()
        read, agreed = self._agreed.get(game_id, (now, None))
        if agreed is None or now - read >= SPELLED:
            if len(self._agreed) >= REMEMBERED_GAMES:
                self._agreed.clear()
            agreed = self._read_agreed(game_id)
            self._agreed[game_id] = now, agreed
        return agreed

    def _read_agreed(self, game_id: int) -> _Agreed:
        row = self.db.execute(
            "select table_id, key, rulebook, rules, ending, players, first_dealer, started "
            "from games where id = ?",
            [held(game_id)],
        ).fetchone()
        if row is None:
            raise Unknown("game")
        table_id, key, rulebook, rules, ending, players, first_dealer, started = row
        book = rulebooks().get(rulebook)
        if book is None:
            raise Unknown("game")  # the package that brought its rules is gone
        seats: list[int] = json.loads(players)
        names = dict(
            self.db.execute(
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
            table_id,
            key,
            tuple(names[seat] for seat in seats),
            datetime.fromisoformat(started),
            setup,
        )

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

    def _player(self, db: Database, table_id: int, name: str) -> int:
        """The id of a player, who is added where he is new; the latest spelling is kept."""
        row = db.execute(
            "insert into players (table_id, name, folded, created) values (?, ?, ?, ?) "
            "on conflict (table_id, folded) do update set name = excluded.name returning id",
            [table_id, name, folded(name), self.now()],
        ).fetchone()
        return int(row[0])

    def now(self) -> str:
        """The present moment as it is kept."""
        return noted(self._clock())


def held(number: int) -> int:
    """The number, or the nearest that SQLite can hold: an address may name any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """A key that tells one entry or game from any other."""
    return secrets.token_urlsafe(12)
