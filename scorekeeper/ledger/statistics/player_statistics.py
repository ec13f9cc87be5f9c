"""Figures of players over an evening, a span of days, or all time.

They are read from what `evening_counts` keeps, which must be fresh.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.analysis.intervals import Groups, interval_of_few
from scorekeeper.engine.analysis.statistics import (
    GENERAL,
    POINTS,
    Count,
    Figure,
    Measure,
    Statistics,
)
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import Sentence
from scorekeeper.ledger.database.checksums import kept_date
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.statistics.date_span import Span
from scorekeeper.ledger.statistics.evening_counts import (
    GAME_PRODUCTS,
    GAME_SIZES,
    GAME_SQUARES,
    GAMES,
    LEFT,
)

ENOUGH_HANDS_ON_THE_LEFT = 5  # for points by who sits on the left


@dataclass(frozen=True, slots=True)
class CountedFigure:
    """A figure of one player, with its cases."""

    figure: Figure
    count: Count

    @property
    def enough(self) -> bool:
        """Whether there are enough cases to say anything."""
        return self.count.cases >= self.figure.least

    @property
    def likely(self) -> tuple[float, float] | None:
        """The interval of a share; None for many cases, or for a mean."""
        return interval_of_few(self.count.total, self.count.cases) if self.is_share else None

    @property
    def is_share(self) -> bool:
        """Whether it is a share of the cases; else it is a mean."""
        return self.figure.measure is Measure.SHARE


def known_figures(book: Rulebook[Any]) -> tuple[Figure, ...]:
    """All figures of a game, those that every game has first."""
    return (*GENERAL, *Statistics.of(book).figures)


def page_keys(book: Rulebook[Any], people: Iterable[int]) -> list[str]:
    """The keys of what a player's page shows: the figures of a game, and who sat on the left."""
    figures = [figure.key for figure in known_figures(book)]
    return [*figures, *GAMES, *(f"{LEFT}{player}" for player in people)]


def margin(counted: Mapping[str, Count]) -> float | None:
    """Half the width of the interval of a player's points a hand; None if it cannot be told."""
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
    """The counts by player and key of the figure; only of `players` and `keys`, if given.

    The index of the counts has the key before the player: naming both is by far the fastest.
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
        [table_id, rulebook, *given],
    )
    counted: dict[int, dict[str, Count]] = {}
    for player_id, key, cases, total, low, high, run in rows.fetchall():
        counted.setdefault(player_id, {})[key] = Count(cases, total, low, high, run)
    return counted


def parts(
    book: Rulebook[Any], counted: dict[str, Count]
) -> list[tuple[Sentence, tuple[CountedFigure, ...]]]:
    """The figures of one player under their headings; those without any case are left out."""
    by_part: dict[Sentence, list[CountedFigure]] = {}
    for figure in known_figures(book):
        if figure.key in counted:
            by_part.setdefault(figure.part, []).append(CountedFigure(figure, counted[figure.key]))
    return [(part, tuple(figures)) for part, figures in by_part.items()]


def with_on_the_left(counted: dict[str, Count], *, low: bool = False) -> list[tuple[int, Count]]:
    """The points of a player by who sat on their left, by number; the best a hand first.

    `low`: the lowest total wins.
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
    """The points of a player on each evening: its number, its date, the count."""
    condition, given = span.conditions()
    rows = store.db.execute(
        "select sessions.id, date, cases, total, low, high from counts "  # noqa: S608
        "join sessions on sessions.id = counts.session_id "
        "where player_id = ? and rulebook = ? and sessions.table_id = ? and counts.key = ? "
        f"and {condition} order by date, sessions.id",
        [player, rulebook, table_id, POINTS.key, *given],
    )
    return [
        (session, kept_date(day), Count(*counted)) for session, day, *counted in rows.fetchall()
    ]


def headline(book: Rulebook[Any]) -> Figure:
    """The figure that a list of players shows: the first that the game names."""
    return next(iter(Statistics.of(book).figures), POINTS)
