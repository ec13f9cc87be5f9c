"""Players of a table, as lists show them: each person once, by the name that stands for them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.people.identities import people_of

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
    people = people_of(store.db, table_id)
    rows = store.db.execute(
        "select seats.player_id, count(*) "
        "from (select games.id from sessions join games on session_id = sessions.id "
        "  where sessions.table_id = ? order by date desc, sessions.id desc limit ?) as lately "
        "join seats on game_id = lately.id group by seats.player_id",
        [table_id, LATELY],
    )
    played = Counter[int]()
    for player, games in rows.fetchall():
        played[people.person(player)] += games
    numbers = [number for number in people.names if number not in people.into]
    numbers.sort(key=lambda number: (-played[number], number))
    return [PlayerRecord(number, people.names[number]) for number in numbers]
