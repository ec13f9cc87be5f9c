"""Game cache: the games used last, in memory, each brought up to date with the entries since."""

from __future__ import annotations

import threading
import time

from sqlite_utils import Database

from scorekeeper.ledger.database.checksums import entry_rows, fact_of, naming_damage
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.entries.game_setup import Agreed, agreed_of
from scorekeeper.ledger.entries.replay import replay
from scorekeeper.ledger.identifiers import held
from scorekeeper.ledger.limited_dict import LimitedDict

REMEMBERED_GAMES = 64
SECONDS_OF_NAMES = 1.0  # then names are read again: another process may have changed one


class GameCache:
    """What games were begun with, and their logs."""

    def __init__(self) -> None:
        self._remembering = threading.Lock()
        self._agreed: dict[int, tuple[float, Agreed]] = {}
        self._logs = LimitedDict[int, Log](REMEMBERED_GAMES)

    def agreed(self, db: Database, game_id: int) -> Agreed:
        """What a game was begun with, and how its players are called now; raises Unknown."""
        now = time.monotonic()
        read, agreed = self._agreed.get(game_id, (now, None))
        if agreed is None or now - read >= SECONDS_OF_NAMES:
            if len(self._agreed) >= REMEMBERED_GAMES:
                self._agreed.clear()
            with naming_damage(game_id):
                agreed = agreed_of(db, held(game_id))
            self._agreed[game_id] = now, agreed
        return agreed

    def log(self, db: Database, game_id: int, agreed: Agreed) -> Log:
        """The log of a game: what is remembered of it, and the entries since."""
        log = self._logs.get(game_id) or Log.of(agreed.setup, agreed.players)
        with naming_damage(game_id):
            entries = entries_of(db, game_id, log.revision)
            log = replay(log, entries) if entries else log
        if entries and not db.conn.in_transaction:
            self.remember(game_id, log)
        return log

    def remember(self, game_id: int, log: Log) -> None:
        """Keep the log of a game as it is now."""
        with self._remembering:
            self._logs[game_id] = log

    def respelled(self) -> None:
        """Read the names of players anew: one may be spelled otherwise by now."""
        self._agreed.clear()

    def clear(self) -> None:
        """Forget every game: another file has taken the place of this one."""
        self._agreed.clear()
        with self._remembering:
            self._logs.clear()


def entries_of(db: Database, game_id: int, revision: int) -> list[Entry]:
    """The entries of a game after a revision."""
    with naming_damage(game_id):
        return [
            Entry(Kind(kind), deal, fact_of(fact))
            for _, _, kind, deal, fact, _, _ in entry_rows(db, game_id, revision)
        ]
