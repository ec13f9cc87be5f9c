"""Figures and ratings of players: counted once per evening, stored, and summed up for any span."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import logging
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from scorekeeper import __version__
from scorekeeper.caches import cache_latest
from scorekeeper.games.registry import family_of
from scorekeeper.insight.league import DatedGame, SeasonRecord
from scorekeeper.insight.player_records import Groups, interval_of_few
from scorekeeper.insight.ratings import Finish, Rating, rate
from scorekeeper.ledger import database
from scorekeeper.ledger.checksums import checksum, stored_date
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.game_results import Span, renew
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import Store
from scorekeeper.rules.figures import (
    GENERAL_FIGURES,
    POINTS,
    Count,
    Figure,
    Measure,
)
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.wording import Sentence

# Counting
#
# Stored counts are a cache: a row for each session, player, game and figure. The stamp of a session
# names the entries and the version of the program that they were counted from; if the stamp
# differs, the evening is counted again. Nothing treats the counts as facts.

log = logging.getLogger(__name__)

Key = tuple[int, str, str]  # player, rulebook, figure
WAY = 5  # version of the counting; increased when other figures are counted
COUNTED_BY = f"{__version__}/{WAY}"
LEFT = "left-"  # prefix of figures of points by left neighbour; the neighbour's number follows
AT_ONCE = 20  # sessions that are written together
GAME_SQUARES, GAME_PRODUCTS, GAME_SIZES = "points-squares", "points-products", "points-sizes"
"""Figures of points in whole games, one case per game: the square of a player's points, the
points times the hands, and the square of the hands (see `player_records.Groups`)."""
GAMES = (GAME_SQUARES, GAME_PRODUCTS, GAME_SIZES)
MERGES = "select count(*) || '.' || count(withdrawn) from merges"  # changes with each merge
PORTION = 0.05  # seconds of counting in the background, and then of a pause for others
PATIENCE = 200  # attempts without progress, before the rest is left to the next request


def count(records: Iterable[GameRecord]) -> dict[Key, Count]:
    """Return the counts of the figures in some games, by person, rulebook and figure."""
    values: dict[Key, list[int]] = defaultdict(list)
    for record in records:
        book, sitting = family_of(record.game.setup.book.key), record.log.sitting
        games: dict[int, list[int]] = defaultdict(list)
        for deal in record.game.deals:
            persons = [record.people.person(player) for player in sitting.at(deal.number)]
            for seat, kind, value in record.game.cases_in(deal):
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
    """Return the stamp of a session's counts, which names what they were counted from.

    These are the version of the counting and the revision of each game.
    """
    return f"{COUNTED_BY} {' '.join(f'{game}.{revision}' for game, revision in sorted(revisions))}"


class DamagedFigures(sqlite3.DatabaseError):
    """Raised if the figures of players are damaged and cannot be deleted from the file."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class FigureCounter:
    """Keeps the counts of a score file up to date; one per process."""

    def __init__(self, store: Store, *, threads: bool = True) -> None:
        """`threads` is false where no thread can be started; then `go_on` does its work."""
        self._store = store
        self._threads = threads
        self._working = threading.Lock()
        self._background: threading.Thread | None = None
        self._portions: Iterator[float] = iter(())
        self._checked: object = self  # the file whose figures were checked

    def check(self) -> None:
        """Delete the figures of a file if they are damaged; checked once per file.

        Every figure is in the table and in an index, and SQLite finds where the two differ. Raises
        sqlite3.DatabaseError if the figures cannot be deleted either.
        """
        file = self._store.stamp()[0]
        if self._checked == file:
            return
        if database.faults(self._store.db, 1, "counts"):
            log.error("The figures of players were damaged, and are worked out again.")
            tables = ("counted", "counts")
            everything = [Statement(f"delete from {table}", [()]) for table in tables]  # noqa: S608
            if not self._store.keep(everything):
                raise DamagedFigures("the figures of players are damaged")
        self._checked = file

    def stale(self, table_id: int) -> list[tuple[int, str]]:
        """Return the sessions that must be counted again, newest first: (id, new stamp)."""
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
        """Count stale sessions and return the number of those left.

        At least one session is counted; the others until `seconds` have passed. If another thread
        is counting, the file cannot be written at once, or another one has taken its place, nothing
        more is done.
        """
        until = time.monotonic() + seconds
        file = self._store.stamp()[0]
        self.check()
        left = self.stale(table_id)
        if not left or not self._working.acquire(blocking=False):
            return len(left)
        try:
            while True:
                (merges,) = self._store.db.execute(MERGES).fetchone()
                some, after = self._some(table_id, left, until)
                if self._store.stamp()[0] != file or not self._write(table_id, some, merges):
                    break
                left = after
                if not left or time.monotonic() > until:
                    break
        finally:
            self._working.release()
        return len(left)

    def refresh_later(self, table_id: int) -> None:
        """Count outdated figures in the background, unless a thread is doing so."""
        if not self._threads:
            self._portions = self.portions(table_id)
        elif self._background is None or not self._background.is_alive():
            self._background = self.finish(table_id)

    def finish(self, table_id: int) -> threading.Thread:
        """Start a thread that counts all stale sessions, with pauses for others; return it."""

        def work() -> None:
            for pause in self.portions(table_id):
                time.sleep(pause)

        thread = threading.Thread(target=work, name="figures", daemon=True)
        thread.start()
        return thread

    def go_on(self) -> None:
        """Count a small portion of what `refresh_later` was asked for without threads."""
        next(self._portions, None)

    def portions(self, table_id: int) -> Iterator[float]:
        """Count all stale sessions in portions; after each, yield the seconds for others."""
        with contextlib.suppress(sqlite3.Error, UnusableFile):  # the pages report it
            left, failures = self.refresh(table_id, PORTION), 0
            while left and failures < PATIENCE:
                yield PORTION
                before, left = left, self.refresh(table_id, PORTION)
                failures = failures + 1 if left >= before else 0

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
        """Store the counts; the stamp is written only if no merge has changed meanwhile."""
        rows = [
            (session, *key, figure.cases, figure.total, figure.low, figure.high, figure.run)
            for session, _, counts in some
            for key, figure in counts.items()
        ]
        return self._store.keep(
            [
                Statement(
                    "delete from counts where session_id = ?", [(session,) for session, *_ in some]
                ),
                Statement(
                    "insert into counts (session_id, player_id, rulebook, key, cases, total, "
                    "low, high, run) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    rows,
                ),
                Statement(
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
                Statement("delete from counts where session_id = ?", gone),
                Statement("delete from counted where session_id = ?", gone),
            ]
        )


# Reading
#
# Figures are read from the stored counts of evenings, which must be fresh.

ENOUGH_HANDS_ON_THE_LEFT = 5  # for points by who sits on the left


@dataclass(frozen=True, slots=True)
class CountedFigure:
    """A figure of one player with the count of its values."""

    figure: Figure
    count: Count

    @property
    def enough(self) -> bool:
        """Whether there are enough values to show the figure."""
        return self.count.cases >= self.figure.least

    @property
    def likely(self) -> tuple[float, float] | None:
        """The 95 % interval of a share of few values; None for more values, or for a mean."""
        return interval_of_few(self.count.total, self.count.cases) if self.is_share else None

    @property
    def is_share(self) -> bool:
        """Whether the figure is a share; otherwise it is a mean."""
        return self.figure.measure is Measure.SHARE


def known_figures(book: Rulebook[Any]) -> tuple[Figure, ...]:
    """Return all figures of a game; those that every game has come first."""
    return (*GENERAL_FIGURES, *book.statistics.figures)


def page_keys(book: Rulebook[Any], people: Iterable[int]) -> list[str]:
    """Return the keys of a player's page: the figures of a game, and the left neighbours."""
    figures = [figure.key for figure in known_figures(book)]
    return [*figures, *GAMES, *(f"{LEFT}{player}" for player in people)]


def margin(counted: Mapping[str, Count]) -> float | None:
    """Return half the width of the interval of a player's points per hand; None if unknown."""
    if not counted.keys() >= {POINTS.key, *GAMES}:
        return None
    points, squares = counted[POINTS.key], counted[GAME_SQUARES]
    return Groups(
        squares.cases,
        points.total,
        points.cases,
        squares.total,
        counted[GAME_PRODUCTS].total,
        counted[GAME_SIZES].total,
    ).margin


def counts(
    store: Store,
    table_id: int,
    rulebook: str,
    span: Span,
    *,
    players: Sequence[int] = (),
    keys: Sequence[str] = (),
) -> dict[int, dict[str, Count]]:
    """Return the counts by player and key of the figure, limited to `players` and `keys` if given.

    The query is by far fastest with both, because its index has keys first and then players.
    """
    condition, given = span.conditions()
    for clause, wanted in (
        (" and player_id in (select value from json_each(?))", players),
        (" and counts.key in (select value from json_each(?))", keys),
    ):
        if wanted:
            condition += clause
            given.append(json.dumps(list(wanted)))
    rows = store.db.execute(
        "select player_id, counts.key, sum(cases), sum(total), min(low), max(high), max(run) "  # noqa: S608
        "from counts join sessions on sessions.id = counts.session_id "
        f"where sessions.table_id = ? and rulebook = ? and {condition} "
        "group by counts.key, player_id",
        [table_id, family_of(rulebook), *given],
    )
    counted: dict[int, dict[str, Count]] = {}
    for player_id, key, cases, total, low, high, run in rows.fetchall():
        counted.setdefault(player_id, {})[key] = Count(cases, total, low, high, run)
    return counted


def parts(
    book: Rulebook[Any], counted: dict[str, Count]
) -> list[tuple[Sentence, tuple[CountedFigure, ...]]]:
    """Return the figures of one player under their headings; those without values are left out."""
    by_part: dict[Sentence, list[CountedFigure]] = {}
    for figure in known_figures(book):
        if figure.key in counted:
            by_part.setdefault(figure.part, []).append(CountedFigure(figure, counted[figure.key]))
    return [(part, tuple(figures)) for part, figures in by_part.items()]


def with_on_the_left(counted: dict[str, Count], *, low: bool = False) -> list[tuple[int, Count]]:
    """Return a player's points by the number of the left neighbour, best points per hand first.

    `low` means that the lowest total wins.
    """
    neighbours = [
        (int(key.removeprefix(LEFT)), count)
        for key, count in counted.items()
        if key.startswith(LEFT) and count.cases >= ENOUGH_HANDS_ON_THE_LEFT
    ]
    return sorted(neighbours, key=lambda pair: pair[1].mean, reverse=not low)


def by_evening(
    store: Store, table_id: int, rulebook: str, span: Span, player: int
) -> list[tuple[int, dt.date, Count]]:
    """Return a player's points on each evening: session number, date and count."""
    condition, given = span.conditions()
    rows = store.db.execute(
        "select sessions.id, date, cases, total, low, high from counts "  # noqa: S608
        "join sessions on sessions.id = counts.session_id "
        "where player_id = ? and rulebook = ? and sessions.table_id = ? and counts.key = ? "
        f"and {condition} order by date, sessions.id",
        [player, family_of(rulebook), table_id, POINTS.key, *given],
    )
    return [
        (session, stored_date(day), Count(*counted)) for session, day, *counted in rows.fetchall()
    ]


def headline(book: Rulebook[Any]) -> Figure:
    """Return the figure that a list of players shows: the first figure of the game."""
    return next(iter(book.statistics.figures), POINTS)


def best_hand(
    store: Store, table_id: int, rulebook: str, span: Span, games: Sequence[DatedGame]
) -> SeasonRecord | None:
    """Return the record for points in one hand, with its holders; None if there are no hands.

    The holders reached it first: both partners of a side, and all who did on the same evening.
    """
    condition, given = span.conditions()
    low = any(dated_game.game.low for dated_game in games)
    column, order = ("low", "asc") if low else ("high", "desc")
    rows = store.db.execute(
        f"select player_id, {column}, sessions.id, date from counts "  # noqa: S608
        "join sessions on sessions.id = counts.session_id "
        f"where sessions.table_id = ? and rulebook = ? and counts.key = ? and {condition} "
        f"order by {column} {order}, date, sessions.id, player_id",
        [table_id, family_of(rulebook), POINTS.key, *given],
    ).fetchall()
    if not rows:
        return None
    _, points, session, day = rows[0]
    people = people_of(store.db, table_id)
    holders = [
        people.person(player) for player, *others in rows if others == [points, session, day]
    ]
    return SeasonRecord(
        tuple(dict.fromkeys(holders)), points, session_id=session, date=stored_date(day)
    )


# Ratings


def ratings(
    store: Store, table_id: int, rulebook: str, finishes: Sequence[Finish]
) -> dict[int, Rating]:
    """Return the rating of each player after `finishes`: all games of a rulebook, in order.

    Stored ratings are continued if they are those after the first of these games.
    """
    row = store.db.execute(
        "select games, chain, ratings from ratings where table_id = ? and rulebook = ?",
        [table_id, family_of(rulebook)],
    ).fetchone()
    done, chain, kept = row if row else (0, "", "{}")
    if not done or f"{_chain(finishes[:done])} {checksum([kept])}" != chain:
        done, kept = 0, "{}"
    known = {int(player): Rating(*values) for player, values in json.loads(kept).items()}
    if done == len(finishes):
        return known
    after = rate(finishes[done:], known)
    text = json.dumps({player: rating.values for player, rating in after.items()})
    insert = (
        "insert or replace into ratings (table_id, rulebook, games, chain, ratings) "
        "values (?, ?, ?, ?, ?)"
    )
    chain = f"{_chain(finishes)} {checksum([text])}"
    store.keep([Statement(insert, [(table_id, family_of(rulebook), len(finishes), chain, text)])])
    return after


@cache_latest
def _chain(finishes: Sequence[Finish]) -> str:
    """Return the digest of some games in their order (see `Finish.link`)."""
    return reduce(lambda chain, finish: finish.link(chain), finishes, __version__)
