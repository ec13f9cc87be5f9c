"""Decided games as the figures of players see them: sides, totals, winners.

They are read from what `game_results` keeps, which must be fresh.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from scorekeeper.engine.cards.seating import Side
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules.ending import places
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.ledger.database.checksums import WrongChecksum, is_sound
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.evenings.session_joining import IN_ORDER
from scorekeeper.ledger.people.identities import People, people_of
from scorekeeper.ledger.people.seats import credited
from scorekeeper.ledger.statistics.date_span import Span
from scorekeeper.ledger.statistics.game_results import (
    AGREED,
    DAMAGED,
    GAME_COLUMNS,
    KEPT,
    renew,
    sides_of,
    stints_of,
)
from scorekeeper.ledger.statistics.ratings import Finish

MOST_CACHED = 16_384  # games that are kept as they were read


@dataclass(frozen=True, slots=True)
class Played:
    """A game that has been decided.

    finish    its sides by number of the players, with their places
    totals    by side
    winners   the sides that won
    hands     how many were played
    low       whether the lowest total won
    """

    finish: Finish
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    low: bool = False

    def side_of(self, player: int) -> int | None:
        """The side for which a player played; None if they did not play."""
        for number, side in enumerate(self.finish.sides):
            if player in side:
                return number
        return None


def played(store: Store, table_id: int, book: Rulebook[Any], span: Span) -> list[Played]:
    """The decided games by one rulebook, in the order of their evenings."""
    people = people_of(store.db, table_id)
    try:
        games = [_decided(row) for row in _rows(store, table_id, book, span)]
    except WrongChecksum:
        wrong = [row for row in _rows(store, table_id, book, span) if not _is_sound(row)]
        renew(store, table_id, [row[0] for row in wrong])
        rows = _rows(store, table_id, book, span)
        games = [_decided(row) for row in rows if _is_sound(row)]
    return [_with_merged(game, people) for game in games if game is not None]


def _with_merged(game: Played, people: People) -> Played:
    """The same game with merged players as one person."""
    if not people.into:
        return game
    sides = tuple(tuple(map(people.person, side)) for side in game.finish.sides)
    return replace(game, finish=replace(game.finish, sides=sides))


def _rows(store: Store, table_id: int, book: Rulebook[Any], span: Span) -> list[tuple[Any, ...]]:
    """Games with what is kept of them: their columns, then those of their results."""
    condition, given = span.conditions()
    return store.db.execute(
        f"select {AGREED}, games.checksum, {KEPT}, results.checksum from games "  # noqa: S608
        "join results on game_id = games.id join sessions on sessions.id = session_id "
        f"where games.table_id = ? and rulebook = ? and {condition} order by {IN_ORDER}",
        [table_id, book.key, *given],
    ).fetchall()


def _is_sound(row: tuple[Any, ...]) -> bool:
    """Whether neither the game nor its result was changed by an accident."""
    agreed, kept = row[:GAME_COLUMNS], row[GAME_COLUMNS:]
    return is_sound(kept) and (is_sound(agreed) or kept[3] == DAMAGED)


@lru_cache(MOST_CACHED)
def _decided(row: tuple[Any, ...]) -> Played | None:
    """A game from its columns and its result; None while it is undecided, or if it is damaged.

    Raises WrongChecksum.
    """
    if not _is_sound(row):
        raise WrongChecksum(f"game {row[0]}")
    game_id, _, _, rulebook, _, _, players, *_ = row
    result = row[GAME_COLUMNS + 3]
    if result == DAMAGED:
        return None
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
    return Played(finish, totals, tuple(data["winners"]), data["hands"], low)


@cache
def _sides(rulebook: str, players: int, kept: tuple[tuple[int, ...], ...]) -> tuple[Side, ...]:
    return sides_of(rulebooks()[rulebook], players, kept)


def most_played(store: Store, table_id: int, span: Span) -> Rulebook[Any]:
    """The rulebook that was played most; the first of all if none was."""
    known = rulebooks()
    condition, given = span.conditions()
    rows = store.db.execute(
        "select rulebook from games join sessions on sessions.id = session_id "  # noqa: S608
        f"where games.table_id = ? and {condition} group by rulebook order by count(*) desc",
        [table_id, *given],
    )
    played = [known[key] for (key,) in rows.fetchall() if key in known]
    return played[0] if played else next(iter(known.values()))


def finishes(games: Sequence[Played]) -> list[Finish]:
    """The finishes of games, for the ratings."""
    return [game.finish for game in games]
