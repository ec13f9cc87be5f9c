"""The figures of every evening, worked out once and kept.

What is kept is a cache, a row for each session, player, game and figure. It holds for the entries
and the version of the program with which it was worked out, which its stamp names; where the stamp
is another, the evening is counted again. Nothing reads it as a fact.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Iterable
from itertools import groupby

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.engine.figures import Count, cases_of
from scorekeeper.ledger.errors import Unknown, UnusableFile
from scorekeeper.ledger.results import Outcome, keep
from scorekeeper.ledger.store import GameRecord, Store

Key = tuple[int, str, str]  # player, rulebook, figure
AT_ONCE = 20  # sessions that are written together
PATIENCE = 200  # times that nothing is won, before the rest is left to whoever asks next


def count(records: Iterable[GameRecord], players: Iterable[tuple[int, ...]]) -> dict[Key, Count]:
    """Add up the cases of some games; `players` are the numbers of those who sat in each."""
    found: dict[Key, Count] = {}
    for record, seated in zip(records, players, strict=True):
        book = record.game.setup.book
        for case in cases_of(record.game):
            key = seated[case.seat], book.key, case.key
            old = found.get(key)
            found[key] = old.with_case(case.value) if old else Count.of(case.value)
    return found


def stamp_of(revisions: Iterable[tuple[int, int]]) -> str:
    """What the counts of a session hold for: the version, and each game with its revision."""
    run = sorted(revisions)
    return f"{__version__} " + " ".join(f"{game}.{revision}" for game, revision in run)


class Counter:
    """Keeps the counts of a score file up to date; one for each process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._working = threading.Lock()

    def stale(self, table_id: int) -> list[tuple[int, str]]:
        """The sessions that must be counted again, newest first, each with its new stamp."""
        rows = self._store.db.execute(
            "select session_id, games.id, "
            "  coalesce((select max(number) from entries where game_id = games.id), 0) "
            "from games where table_id = ? and session_id is not null and removed is null "
            "order by session_id desc, games.id",
            [table_id],
        ).fetchall()
        stamps = {
            session: stamp_of((game, revision) for _, game, revision in run)
            for session, run in groupby(rows, lambda row: int(row[0]))
        }
        kept = dict(
            self._store.db.execute(
                "select session_id, stamp from counted where table_id = ?", [table_id]
            ).fetchall()
        )
        if gone := kept.keys() - stamps.keys():
            self._forget(gone)
        return [(session, stamp) for session, stamp in stamps.items() if kept.get(session) != stamp]

    def refresh(self, table_id: int, seconds: float) -> int:
        """Count what is stale and return how many sessions are left to count.

        One is counted at least, others for so many seconds at most. Where another thread is
        at it, it is left to that; where the file takes nothing at the moment, it is left at that.
        """
        until = time.monotonic() + seconds
        left = self.stale(table_id)
        if not left or not self._working.acquire(blocking=False):
            return len(left)
        try:
            while True:
                some, after = self._some(table_id, left, until)
                if not self._write(table_id, some):
                    break
                left = after
                if not left or time.monotonic() > until:
                    break
        finally:
            self._working.release()
        return len(left)

    def finish(self, table_id: int) -> threading.Thread:
        """Count what is stale in the background, with room for those who tap meanwhile."""

        def work() -> None:
            left, failures = self.refresh(table_id, 0.05), 0
            while left and failures < PATIENCE:
                time.sleep(0.05)
                before, left = left, self.refresh(table_id, 0.05)
                failures = failures + 1 if left >= before else 0

        def quietly() -> None:
            with contextlib.suppress(sqlite3.Error, UnusableFile):  # the pages tell of it
                work()

        thread = threading.Thread(target=quietly, name="figures", daemon=True)
        thread.start()
        return thread

    def _some(
        self, table_id: int, stale: list[tuple[int, str]], until: float
    ) -> tuple[list[tuple[int, str, dict[Key, Count]]], list[tuple[int, str]]]:
        done: list[tuple[int, str, dict[Key, Count]]] = []
        for number, (session, stamp) in enumerate(stale):
            if number and (number == AT_ONCE or time.monotonic() > until):
                return done, stale[number:]
            done.append((session, stamp, self._counts(table_id, session)))
        return done, []

    def _counts(self, table_id: int, session_id: int) -> dict[Key, Count]:
        records: list[GameRecord] = []
        seated: list[tuple[int, ...]] = []
        rows = self._store.db.execute(
            "select id, players from games where session_id = ? and table_id = ? "
            "and removed is null order by started, id",
            [session_id, table_id],
        ).fetchall()
        for game_id, players in rows:
            try:
                records.append(self._store.game(table_id, game_id))
            except Unknown:  # the package that brought its rules is not there at the moment
                continue
            seated.append(tuple(json.loads(players)))
        outcomes = {record.id: (record.log.revision, Outcome.of(record.game)) for record in records}
        self._store.keep(lambda db: keep(db, outcomes))
        return count(records, seated)

    def _write(self, table_id: int, some: list[tuple[int, str, dict[Key, Count]]]) -> bool:
        def write(db: Database) -> None:
            for session, stamp, counts in some:
                db.execute("delete from counts where session_id = ?", [session])
                db.conn.executemany(
                    "insert into counts (session_id, player_id, rulebook, key, cases, total, "
                    "low, high, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (session, *key, one.cases, one.total, one.low, one.high, one.run)
                        for key, one in counts.items()
                    ],
                )
                db.execute(
                    "insert or replace into counted (session_id, table_id, stamp) values (?, ?, ?)",
                    [session, table_id, stamp],
                )

        return self._store.keep(write)

    def _forget(self, sessions: Iterable[int]) -> None:
        def write(db: Database) -> None:
            for session in sessions:
                db.execute("delete from counts where session_id = ?", [session])
                db.execute("delete from counted where session_id = ?", [session])

        self._store.keep(write)
