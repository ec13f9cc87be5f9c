"""The people who play at a table; each is known by his name, however it is spelled."""

from __future__ import annotations

from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.ledger.names import folded
from scorekeeper.ledger.store import Store

LATELY = 200  # games; what is usual at a table is seen from so many


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Somebody who plays at a table."""

    id: int
    name: str


def names_at(store: Store, table_id: int) -> list[str]:
    """The names of everyone who has played at a table, the most frequent of late first."""
    return [player.name for player in players_at(store, table_id)]


def players_at(store: Store, table_id: int) -> list[PlayerRecord]:
    """Everyone who has played at a table, the most frequent of late first."""
    rows = store.db.execute(
        "select id, name from players left join ("
        "  select seat.value as player, count(*) as played "
        "  from (select players from games where table_id = ? "
        "    order by id desc limit ?) as lately, json_each(lately.players) as seat "
        "  group by seat.value) on player = id "
        "where table_id = ? order by coalesce(played, 0) desc, id",
        [table_id, LATELY, table_id],
    )
    return [PlayerRecord(*row) for row in rows.fetchall()]


def seated(db: Database, table_id: int, name: str, now: str) -> int:
    """The id of a player, who is added where he is new; the latest spelling is kept."""
    row = db.execute(
        "insert into players (table_id, name, folded, created) values (?, ?, ?, ?) "
        "on conflict (table_id, folded) do update set name = excluded.name returning id",
        [table_id, name, folded(name), now],
    ).fetchone()
    return int(row[0])
