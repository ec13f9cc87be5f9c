"""The figures of every evening, worked out once and kept.

What is kept is a cache, a row for each session, player, game and figure. It holds for the entries
and the version of the program with which it was worked out, which its stamp names; where the stamp
is another, the evening is counted again. Nothing reads it as a fact.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterable

from scorekeeper import __version__
from scorekeeper.engine.analysis.statistics import POINTS, Count, cases_in
from scorekeeper.ledger.database import opening
from scorekeeper.ledger.database.score_file import Change
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.statistics.game_results import renew

log = logging.getLogger(__name__)

Key = tuple[int, str, str]  # player, rulebook, figure
WAY = 5  # of counting; another wherever other figures are counted
COUNTED_BY = f"{__version__}/{WAY}"
LEFT = "left-"  # figures of points with somebody on the left, whose number follows
AT_ONCE = 20  # sessions that are written together
GAME_SQUARES, GAME_PRODUCTS, GAME_SIZES = "points-squares", "points-products", "points-sizes"
"""Figures of points in whole games, of which each is a case: the square of a player's points, the
points times the hands, and the square of the hands (see `intervals.Groups`)."""
GAMES = (GAME_SQUARES, GAME_PRODUCTS, GAME_SIZES)
MERGES = "select count(*) || '.' || count(withdrawn) from merges"  # another after each change
PATIENCE = 200  # times that nothing is won, before the rest is left to whoever asks next


def count(records: Iterable[GameRecord]) -> dict[Key, Count]:
    """Add up the cases of some games, each for the person who sat there in that deal."""
    values: dict[Key, list[int]] = defaultdict(list)
    for record in records:
        book, sitting = record.game.setup.book.key, record.log.sitting
        games: dict[int, list[int]] = defaultdict(list)
        for deal in record.game.deals:
            persons = [record.people.person(player) for player in sitting.at(deal.number)]
            for seat, kind, value in cases_in(record.game, deal):
                values[persons[seat], book, kind].append(value)
                if kind == POINTS.key:
                    left = persons[deal.seating.left_of(seat)]
                    values[persons[seat], book, f"{LEFT}{left}"].append(value)
                    games[persons[seat]].append(value)
        for person, points in games.items():
            total, size = sum(points), len(points)
            for kind, value in zip(GAMES, (total**2, total * size, size**2), strict=True):
                values[person, book, kind].append(value)
    return {key: Count.of(cases) for key, cases in values.items()}


def stamp_of(revisions: Iterable[tuple[int, int]]) -> str:
    """What the counts of a session hold for: the version, and each game with its revision."""
    return f"{COUNTED_BY} {' '.join(f'{game}.{revision}' for game, revision in sorted(revisions))}"


class DamagedFigures(sqlite3.DatabaseError):
    """The figures of players are damaged, and the file does not let them be thrown away."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class Counter:
    """Keeps the counts of a score file up to date; one for each process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._working = threading.Lock()
        self._checked: object = self  # the file whose figures were checked

    def check(self) -> None:
        """Throw the figures of a file away if they were damaged; looked at once in each file.

        Every figure is in the table and in an index, and SQLite finds where the two differ. Raises
        sqlite3.DatabaseError if they cannot even be thrown away.
        """
        file = self._store.stamp()[0]
        if self._checked == file:
            return
        if opening.faults(self._store.db, 1, "counts"):
            log.error("The figures of players were damaged, and are worked out again.")
            everything = [Change(f"delete from {table}", [()]) for table in ("counted", "counts")]  # noqa: S608
            if not self._store.keep(everything):
                raise DamagedFigures("the figures of players are damaged")
        self._checked = file

    def stale(self, table_id: int) -> list[tuple[int, str]]:
        """The sessions that must be counted again, newest first, each with its new stamp."""
        rows = self._store.db.execute(
            "select session_id, games.id, "
            "  coalesce((select max(number) from entries where game_id = games.id), 0) "
            "from games where table_id = ? and session_id is not null and removed is null "
            "order by session_id desc, games.id",
            [table_id],
        ).fetchall()
        games: dict[int, list[str]] = {}
        for session, game, revision in rows:
            games.setdefault(session, []).append(f"{game}.{revision}")
        stamps = {session: f"{COUNTED_BY} {' '.join(run)}" for session, run in games.items()}
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
        self.check()
        left = self.stale(table_id)
        if not left or not self._working.acquire(blocking=False):
            return len(left)
        try:
            while True:
                (merges,) = self._store.db.execute(MERGES).fetchone()
                some, after = self._some(table_id, left, until)
                if not self._write(table_id, some, merges):
                    break
                left = after
                if not left or time.monotonic() > until:
                    break
        finally:
            self._working.release()
        return len(left)

    def later(self, table_id: int) -> None:
        """Have what is stale be counted, but not now."""
        self.finish(table_id)

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
        rows = self._store.db.execute(
            "select id from games where session_id = ? and table_id = ? "
            "and removed is null order by started, id",
            [session_id, table_id],
        ).fetchall()
        return count(renew(self._store, table_id, [game_id for (game_id,) in rows]))

    def _write(
        self, table_id: int, some: list[tuple[int, str, dict[Key, Count]]], merges: str
    ) -> bool:
        """Keep what was counted; it is done only if nobody was merged or parted meanwhile."""
        rows = [
            (session, *key, figure.cases, figure.total, figure.low, figure.high, figure.run)
            for session, _, counts in some
            for key, figure in counts.items()
        ]
        return self._store.keep(
            [
                Change(
                    "delete from counts where session_id = ?", [(session,) for session, *_ in some]
                ),
                Change(
                    "insert into counts (session_id, player_id, rulebook, key, cases, total, "
                    "low, high, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows,
                ),
                Change(
                    "insert or replace into counted (session_id, table_id, stamp) "
                    f"select ?, ?, ? where ({MERGES}) = ?",
                    [(session, table_id, stamp, merges) for session, stamp, _ in some],
                ),
            ]
        )

    def _forget(self, sessions: Iterable[int]) -> None:
        gone = [(session,) for session in sessions]
        self._store.keep(
            [
                Change("delete from counts where session_id = ?", gone),
                Change("delete from counted where session_id = ?", gone),
            ]
        )
