"""The figures of players and pairs over an evening, a span of days, or all time.

They are read from what `evening_counts` and `game_results` keep, which must be fresh.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any

from scorekeeper.engine.analysis.intervals import likely_share, margin_of_mean
from scorekeeper.engine.analysis.statistics import (
    GENERAL,
    POINTS,
    Count,
    Figure,
    Measure,
    Statistics,
)
from scorekeeper.engine.cards.seating import Side
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules.ending import places
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import Sentence
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.evenings.session_joining import IN_ORDER
from scorekeeper.ledger.people.identities import People, people_of
from scorekeeper.ledger.people.seats import credited
from scorekeeper.ledger.statistics.evening_counts import LEFT
from scorekeeper.ledger.statistics.game_results import sides_of, stints_of
from scorekeeper.ledger.statistics.ratings import Finish

DECIDED = 16_384  # games that are remembered as they were read
ENOUGH_GAMES = 5  # for a rating, a place in the order, and a share of games won
POINTS_ENOUGH = 5  # hands for points with somebody on the left
MANY_CASES = 100  # of which a share is told without its interval


@dataclass(frozen=True, slots=True)
class Span:
    """Which evenings are looked at; all of them where nothing is said."""

    first: dt.date | None = None
    last: dt.date | None = None
    session_id: int | None = None

    def conditions(self) -> tuple[str, list[Any]]:
        """In SQL, over the columns of `sessions`."""
        clauses, given = ["1"], []
        for clause, value in (
            ("sessions.date >= ?", self.first and self.first.isoformat()),
            ("sessions.date <= ?", self.last and self.last.isoformat()),
            ("sessions.id = ?", self.session_id),
        ):
            if value is not None:
                clauses.append(clause)
                given.append(value)
        return " and ".join(clauses), given


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been decided: its players by number, what each side came to, its hands.

    low    the lowest total won
    start  the points with which every side began
    """

    finish: Finish
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    low: bool = False
    start: int = 0

    def of(self, people: People) -> Played:
        """The same with the persons whom the players are."""
        if not people.into:
            return self
        sides = tuple(tuple(map(people.person, side)) for side in self.finish.sides)
        return replace(self, finish=replace(self.finish, sides=sides))

    def side_of(self, player: int) -> int | None:
        """The side for which somebody played; None where they did not play."""
        for number, side in enumerate(self.finish.sides):
            if player in side:
                return number
        return None


@dataclass(frozen=True, slots=True)
class Record:
    """Somebody's games.

    run       the most games won in a row
    now       how many of the last games have been won in a row
    margin    how far the points a hand can be believed: more or less so many; None if unknown
    low       the lowest total won
    """

    games: int = 0
    wins: int = 0
    best: int | None = None
    worst: int | None = None
    run: int = 0
    now: int = 0
    margin: float | None = None
    low: bool = False

    @property
    def enough(self) -> bool:
        """Whether the share of games won says anything."""
        return self.games >= ENOUGH_GAMES

    @property
    def likely(self) -> tuple[float, float] | None:
        """Between which shares of games won the true one is likely to lie; None for many games."""
        return None if self.games >= MANY_CASES else likely_share(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Against:
    """How two players stand to each other.

    games      they played against each other
    ahead      of these, the first finished before the second; `behind` the other way round
    together   games that they played on one side, and `won` of these
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0
    together: int = 0
    won: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """A figure of somebody, with its cases."""

    figure: Figure
    count: Count

    @property
    def enough(self) -> bool:
        """Whether there are enough cases to say anything."""
        return self.count.cases >= self.figure.least

    @property
    def likely(self) -> tuple[float, float] | None:
        """Between which shares the true one is likely to lie; None for many cases, or a mean."""
        if not self.is_share or self.count.cases >= MANY_CASES:
            return None
        return likely_share(self.count.total, self.count.cases)

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the cases; else it is a mean."""
        return self.figure.measure is Measure.SHARE


def known_figures(book: Rulebook[Any]) -> tuple[Figure, ...]:
    """All figures of a game, those that every game has first."""
    return (*GENERAL, *Statistics.of(book).figures)


def counts(
    store: Store,
    table_id: int,
    rulebook: str,
    span: Span,
    *,
    players: Sequence[int] = (),
    keys: Sequence[str] = (),
) -> dict[int, dict[str, Count]]:
    """What has been counted, by player and figure; of some players or figures alone, if named."""
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
        "group by player_id, counts.key",
        [table_id, rulebook, *given],
    )
    found: dict[int, dict[str, Count]] = {}
    for player_id, key, cases, total, low, high, run in rows.fetchall():
        found.setdefault(player_id, {})[key] = Count(cases, total, low, high, run)
    return found


def played(store: Store, table_id: int, book: Rulebook[Any], span: Span) -> list[Played]:
    """The games of a kind that have been decided, in the order of their evenings."""
    condition, given = span.conditions()
    rows = store.db.execute(
        "select games.id, games.players, result from games "  # noqa: S608
        "join results on game_id = games.id join sessions on sessions.id = session_id "
        f"where games.table_id = ? and rulebook = ? and {condition} order by {IN_ORDER}",
        [table_id, book.key, *given],
    ).fetchall()
    people = people_of(store.db, table_id)
    found = [_decided(book.key, *row) for row in rows]
    return [one.of(people) for one in found if one is not None]


@lru_cache(DECIDED)
def _decided(rulebook: str, game_id: int, players: str, result: str) -> Played | None:
    """A game as it is kept; None while it is undecided. What is kept changes, what it says not."""
    data = json.loads(result)
    if not data["over"] or not data["winners"]:
        return None
    seated: list[int] = json.loads(players)
    for seat, player in credited(stints_of(data)).items():
        seated[seat] = player
    kept = tuple(map(tuple, data.get("sides", ())))
    seats = _sides(rulebook, len(seated), kept)
    sides = tuple(tuple([seated[seat] for seat in side]) for side in seats)
    totals, low = tuple(data["totals"]), data.get("low", False)
    finish = Finish(game_id, sides, places(totals, low=low))
    start = data.get("start", 0)
    return Played(finish, totals, tuple(data["winners"]), data["hands"], low, start)


@cache
def _sides(rulebook: str, players: int, kept: tuple[tuple[int, ...], ...]) -> tuple[Side, ...]:
    return sides_of(rulebooks()[rulebook], players, kept)


def most_played(store: Store, table_id: int, span: Span) -> Rulebook[Any]:
    """The game that was played most; the first of all where none was."""
    known = rulebooks()
    condition, given = span.conditions()
    rows = store.db.execute(
        "select rulebook from games join sessions on sessions.id = session_id "  # noqa: S608
        f"where games.table_id = ? and {condition} group by rulebook order by count(*) desc",
        [table_id, *given],
    )
    played = [known[key] for (key,) in rows.fetchall() if key in known]
    return played[0] if played else next(iter(known.values()))


def strength(record: Record | None, points: Count | None) -> tuple[bool, float]:
    """What players are ordered by: enough games first, then points a hand, few where low wins.

    Of all orders that were tried, it recovers strength best (`tests/benchmarks/ratings.py`).
    """
    mean = points.mean if points else 0.0
    return bool(record and record.enough), -mean if record and record.low else mean


def records(games: Iterable[Played]) -> dict[int, Record]:
    """The games of everybody who has played."""
    found: dict[int, _Tally] = {}
    for game in games:
        for number, side in enumerate(game.finish.sides):
            for player in side:
                tally = found.setdefault(player, _Tally())
                tally.add(game, number)
    return {player: tally.record for player, tally in found.items()}


@dataclass(slots=True)
class _Tally:
    """A record in the making."""

    totals: list[int] = field(default_factory=list)
    made: list[int] = field(default_factory=list)  # points, without those at the start
    hands: list[int] = field(default_factory=list)
    wins: int = 0
    run: int = 0
    now: int = 0
    low: bool = False

    def add(self, game: Played, side: int) -> None:
        won = side in game.winners
        self.totals.append(game.totals[side])
        self.made.append(game.totals[side] - game.start)
        self.hands.append(game.hands)
        self.low = game.low
        self.wins += won
        self.now = self.now + 1 if won else 0
        self.run = max(self.run, self.now)

    @property
    def record(self) -> Record:
        totals = self.totals
        margin = margin_of_mean(self.made, self.hands)
        most, least = max(totals), min(totals)
        best, worst = (least, most) if self.low else (most, least)
        return Record(len(totals), self.wins, best, worst, self.run, self.now, margin, self.low)


def against(games: Iterable[Played], player: int, others: Iterable[int]) -> dict[int, Against]:
    """How a player stands to each of some others with whom they have played."""
    wanted = set(others) - {player}
    tally: dict[int, list[int]] = {}
    for game in games:
        mine = game.side_of(player)
        if mine is None:
            continue
        place = game.finish.places[mine]
        for number, side in enumerate(game.finish.sides):
            for other in wanted.intersection(side):
                row = tally.setdefault(other, [0] * 5)
                if number == mine:
                    row[3] += 1
                    row[4] += mine in game.winners
                else:
                    theirs = game.finish.places[number]
                    row[0] += 1
                    row[1] += place < theirs
                    row[2] += place > theirs
    return {other: Against(*row) for other, row in tally.items()}


def parts(
    book: Rulebook[Any], counted: dict[str, Count]
) -> list[tuple[Sentence, tuple[Told, ...]]]:
    """The figures of somebody under their headings; those without any case are left out."""
    found: dict[Sentence, list[Told]] = {}
    for figure in known_figures(book):
        if figure.key in counted:
            found.setdefault(figure.part, []).append(Told(figure, counted[figure.key]))
    return [(part, tuple(told)) for part, told in found.items()]


def with_on_the_left(counted: dict[str, Count], *, low: bool = False) -> list[tuple[int, Count]]:
    """The points of somebody by who sat on the left, by number; the best a hand first.

    `low`: the lowest total wins.
    """
    found = [
        (int(key.removeprefix(LEFT)), one)
        for key, one in counted.items()
        if key.startswith(LEFT) and one.cases >= POINTS_ENOUGH
    ]
    return sorted(found, key=lambda pair: pair[1].mean, reverse=not low)


def by_evening(
    store: Store, table_id: int, rulebook: str, span: Span, player: int
) -> list[tuple[int, dt.date, Count]]:
    """The points of somebody on each evening, the number and the date of which come first."""
    condition, given = span.conditions()
    rows = store.db.execute(
        "select sessions.id, date, cases, total, low, high from counts "  # noqa: S608
        "join sessions on sessions.id = counts.session_id "
        "where player_id = ? and rulebook = ? and sessions.table_id = ? and counts.key = ? "
        f"and {condition} order by date, sessions.id",
        [player, rulebook, table_id, POINTS.key, *given],
    )
    return [
        (session, dt.date.fromisoformat(day), Count(*counted))
        for session, day, *counted in rows.fetchall()
    ]


def headline(book: Rulebook[Any]) -> Figure:
    """The figure that a list of players shows: the first that the game names."""
    return next(iter(Statistics.of(book).figures), POINTS)


def finishes(games: Sequence[Played]) -> list[Finish]:
    """How the games ended, for the ratings."""
    return [game.finish for game in games]
