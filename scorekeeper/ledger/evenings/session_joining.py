"""Evenings: the session that a new game joins, and the order of all games.

Games stand in the order of their evenings (`IN_ORDER`), whenever they were entered. The order is
derived: a changed date moves the evening with all its games.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence

from sqlite_utils import Database

from scorekeeper.ledger.database.checksums import kept_date
from scorekeeper.ledger.evening_rule import STILL_ON, Evening, evening_for
from scorekeeper.ledger.people.identities import People, people_of
from scorekeeper.ledger.timestamps import day_of, noted

IN_ORDER = "sessions.date, sessions.id, games.started, games.id"
NEWEST_FIRST = ", ".join(f"{column} desc" for column in IN_ORDER.split(", "))


def session_of(
    db: Database, table_id: int, key: str, started: dt.datetime, people: Sequence[int]
) -> int:
    """The session of a new game (see `evening_rule`), which is made where there is none.

    Evenings that are still on are among those of the newest games.
    """
    known = people_of(db, table_id)
    there = [known.person(player) for player in people]
    evening = evening_for(started, there, _newest_evenings(db, table_id, known, started))
    if evening is not None:
        return evening.id
    cursor = db.execute(
        "insert into sessions (table_id, key, date, name, notes, created) "
        "values (?, ?, ?, '', '', ?)",
        [
            table_id,
            f"of-{key}",
            day_of(started).isoformat(),
            noted(started),
        ],
    )
    return int(cursor.lastrowid or 0)


def not_before(db: Database, session_id: int, begun: dt.datetime) -> dt.datetime:
    """When a game is begun: never before those before it in its session (see `evening_rule`)."""
    (latest,) = db.execute(
        "select max(started) from games where session_id = ? and started <= ?",
        [session_id, noted(begun + STILL_ON)],
    ).fetchone()
    return begun if latest is None else max(begun, dt.datetime.fromisoformat(latest))


def _newest_evenings(
    db: Database, table_id: int, people: People, now: dt.datetime
) -> Iterator[Evening]:
    rows = db.execute(
        "select sessions.id, sessions.date, "
        "  (select json_group_array(player_id) from seats join games on games.id = game_id "
        "    where session_id = sessions.id), "
        "  (select min(started) from games where session_id = sessions.id), "
        "  (select max(coalesce((select at from entries where game_id = games.id "
        "      and at <= :latest order by number desc limit 1), started)) "
        "    from games where session_id = sessions.id) "
        "from sessions where id in "
        "  (select session_id from games where table_id = :table order by id desc limit 20)",
        {"table": table_id, "latest": noted(now + STILL_ON)},
    )
    for session_id, date, players, begun, last in rows.fetchall():
        yield Evening(
            session_id,
            kept_date(date),
            frozenset(map(people.person, json.loads(players))),
            dt.datetime.fromisoformat(begun),
            dt.datetime.fromisoformat(last),
        )
