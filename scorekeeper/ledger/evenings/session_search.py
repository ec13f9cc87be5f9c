"""Search for sessions: by words, player, game and days."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.evenings.sessions import (
    IN_SIGHT,
    NEWEST_FIRST,
    SessionRecord,
    sessions_table,
)
from scorekeeper.ledger.identifiers import held
from scorekeeper.ledger.people.identities import people_of
from scorekeeper.ledger.people.names import folded

MOST_WORDS = 10  # of a search
DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")  # 12.11.2026


@dataclass(frozen=True, slots=True)
class Wanted:
    """What sessions are looked for; all of them where nothing is said.

    text      words, each of which stands in the name, the notes or the date of the session, in the
              name of somebody who was there, or in that of a game that was played
    player    the number of somebody who was there
    game      the key of a game that was played; together with a player, one that they played
    first, last    the days between which it was
    months    the numbers of the months that a word of the text names, in any language
    """

    text: str = ""
    player: int | None = None
    game: str = ""
    first: dt.date | None = None
    last: dt.date | None = None
    months: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self != Wanted()


@dataclass(frozen=True, slots=True)
class FoundSessions:
    """Some of the sessions that were looked for, newest first, and how many there are in all."""

    sessions: tuple[SessionRecord, ...]
    count: int


def find_sessions(
    store: Store, table_id: int, wanted: Wanted, limit: int, skip: int = 0
) -> FoundSessions:
    """Look for sessions, newest first."""
    clauses: list[str] = ["table_id = ?", IN_SIGHT]
    given: list[Any] = [table_id]
    for clause, values in _conditions(store, table_id, wanted):
        clauses.append(clause)
        given += values
    rows = _rows(store.db, clauses, given, limit=limit, skip=held(skip))
    count = rows[0]["found"] if rows else 0
    if not rows and skip:
        count = sessions_table(store.db).count_where(" and ".join(clauses), given)
    return FoundSessions(tuple(map(SessionRecord.of, rows)), count)


def _conditions(store: Store, table_id: int, wanted: Wanted) -> list[tuple[str, list[Any]]]:
    """What a session must fulfil, in SQL."""
    conditions: list[tuple[str, list[Any]]] = []
    known = people_of(store.db, table_id)
    if wanted.first:
        conditions.append(("date >= ?", [wanted.first.isoformat()]))
    if wanted.last:
        conditions.append(("date <= ?", [wanted.last.isoformat()]))
    if wanted.game or wanted.player is not None:
        player = None if wanted.player is None else held(wanted.player)
        conditions.append(
            (
                "id in (select session_id from games where games.table_id = ? and rulebook = ?)",
                [table_id, wanted.game],
            )
            if player is None
            else (
                "id in (select session_id from json_each(?) as person "
                "  join seats on player_id = person.value join games on games.id = game_id "
                "  where ? = '' or rulebook = ?)",
                [json.dumps(known.spellings(player)), wanted.game, wanted.game],
            )
        )
    words = wanted.text.split()[:MOST_WORDS]
    people = [
        (player, f"{folded(name)} {folded(known.name(player))}")
        for player, name in known.names.items()
    ]
    kinds = [(key, folded(str(book.name))) for key, book in rulebooks().items()]
    for typed in words:
        word = folded(typed)
        conditions.append(
            (
                "(instr(date, ?) or cast(substr(date, 6, 2) as integer) in "
                "  (select value from json_each(?)) or (name || notes <> '' "
                "    and instr(folded(name || ' ' || notes), ?)) "
                "or id in (select session_id from json_each(?) as person "
                "  join seats on player_id = person.value join games on games.id = game_id) "
                "or id in (select session_id from games where games.table_id = ? "
                "  and rulebook in (select value from json_each(?))))",
                [
                    _as_date(word),
                    json.dumps(wanted.months.get(typed, ())),
                    word,
                    json.dumps([player for player, name in people if word in name]),
                    table_id,
                    json.dumps([key for key, name in kinds if word in name]),
                ],
            )
        )
    return conditions


def _as_date(word: str) -> str:
    """The part of a date that a word names, as the file has it: 12.11.2026 is 2026-11-12."""
    plain = word.strip(".,")
    dotted = DOTTED.fullmatch(plain)
    if dotted:
        day, month, year = dotted.groups()
        return f"{year}-{month:0>2}-{day:0>2}"
    return f"0{plain}" if plain.isdecimal() and len(plain) == 1 else plain


def _rows(
    db: Database, clauses: Sequence[str], given: Sequence[Any], *, limit: int, skip: int
) -> list[dict[str, Any]]:
    """Sessions with the number of all that were found beside each."""
    rows = sessions_table(db).rows_where(
        " and ".join(clauses),
        given,
        order_by=NEWEST_FIRST,
        select="*, count(*) over () as found",
        limit=limit,
        offset=max(0, skip),
    )
    return list(rows)
