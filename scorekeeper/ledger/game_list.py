"""The games of a table: begun, listed, removed and brought back."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from contextlib import closing

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import journal
from scorekeeper.ledger.checksums import change_game, naming_damage, write_checksums
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.identifiers import held, noted
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people import People, people_of, seated
from scorekeeper.ledger.sessions import NEWEST_GAMES_FIRST, not_before, session_of
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import LATELY
from scorekeeper.rules import house_rules
from scorekeeper.rules.game import Setup
from scorekeeper.wording import Given, say


def new_game(
    store: Store,
    table_id: int,
    key: str,
    setup: Setup,
    players: Sequence[str],
    *,
    session_id: int | None = None,
) -> int:
    """Begin a game and return its id; the same key twice begins one game.

    Where no session is named, the game joins the one that is still on, or begins one. A game that
    was removed is there again when it is begun again. Raises IllegalEntry where two names are those
    of one person.
    """
    try:
        with store.transaction() as db:
            row = db.execute(
                "select id from games where table_id = ? and key = ?", [table_id, key]
            ).fetchone()
            if row is not None:
                with naming_damage(row[0]):
                    change_game(db, row[0], "removed", None)
                return int(row[0])
            seats = [seated(db, table_id, name, store.now()) for name in players]
            _check_people(people_of(db, table_id), seats)
            begun = store.clock()
            if session_id is None:
                session_id = session_of(db, table_id, key, begun, seats)
            return _begin(db, table_id, key, setup, seats, begun=begun, session_id=held(session_id))
    finally:
        store.respelled()


def game_ids(
    store: Store, table_id: int, limit: int = 20, *, session_id: int | None = None
) -> list[int]:
    """The games of a table, the newest evening first, without those that were removed.

    Only of games whose rules are there at the moment. Those of a session that is named come first.
    """
    newest = _newest_first(store, table_id, list(rulebooks()), session_id, limit)
    return list(dict.fromkeys(game_id for game_id, _ in newest))[:limit]


def kinds(store: Store, table_id: int) -> list[str]:
    """The games that a table has lately played, by the key of the rulebook, the newest first."""
    rows = store.db.execute(
        "select rulebook from (select id, rulebook from games "
        "  where table_id = ? and removed is null order by id desc limit ?) "
        "group by rulebook order by max(id) desc",
        [table_id, LATELY],
    )
    return [row[0] for row in rows.fetchall()]


def current(store: Store, table_id: int, within: dt.timedelta | None = None) -> int | None:
    """The game of a table that was begun or played last; None if there is none.

    At most a moment old. A game that is entered after the fact does not take the place of the one
    that is on. `within` is how long ago something may have happened in it last.
    """
    row = store.glance(
        "current",
        "select lately.id, max(coalesce(started, ''), coalesce((select at from entries "
        "    where game_id = lately.id order by number desc limit 1), '')) as played "
        "from (select id, session_id, started from games "
        "    where table_id = ? and removed is null order by id desc limit 20) as lately "
        "join sessions on sessions.id = session_id order by "
        "  date in (date(started, 'localtime'), date(started, 'localtime', '-6 hours')) desc, "
        "  played desc, lately.id desc limit 1",
        table_id,
    )
    if row is None or (within is not None and row[1] < noted(store.clock() - within)):
        return None
    return int(row[0])


def recent_rules(
    store: Store, table_id: int, rulebook: str, limit: int = 5, *, session_id: int | None = None
) -> list[int]:
    """The newest game of each set of rules that a table has lately played by, as in `game_ids`."""
    newest: dict[str, int] = {}
    for game_id, rules in _newest_first(store, table_id, [rulebook], session_id, LATELY):
        newest.setdefault(rules, game_id)
        if len(newest) == limit:
            break
    return list(newest.values())


def _newest_first(
    store: Store, table_id: int, books: Sequence[str], session_id: int | None, limit: int
) -> Iterator[tuple[int, str]]:
    """Games with their rules: those of the session, then all, the newest evening first.

    Those of the session come twice. `limit` holds for either part.
    """
    query = (
        "select games.id, rules from sessions join games on session_id = sessions.id "  # noqa: S608
        "where sessions.table_id = ? and removed is null "
        "and rulebook in (select value from json_each(?)) and (? is null or sessions.id = ?) "
        f"order by {NEWEST_GAMES_FIRST} limit ?"
    )
    given = json.dumps(books)
    scopes = [None] if session_id is None else [session_id, None]
    for scope in scopes:
        # Read row by row: often the first few are enough.
        with closing(store.db.execute(query, [table_id, given, scope, scope, limit])) as rows:
            yield from rows


def remove(store: Store, table_id: int, game_id: int, by: Author = COMMAND) -> None:
    """Take a game off the list, as long as no hand of it has been scored.

    It stays in the file and can be brought back. Raises Unknown, or IllegalEntry where a hand has
    been scored.
    """
    with store.transaction() as db:
        record = store.game(table_id, game_id)
        if not record.game.removable:
            raise IllegalEntry(
                "game-scored", say("A game with a scored hand stays: it can only be stopped.")
            )
        if not store.removed(table_id, game_id):
            with naming_damage(game_id):
                change_game(db, game_id, "removed", store.now())
            _note(db, store, record, Event.GAME_REMOVED, by)


def bring_back(store: Store, table_id: int, game_id: int, by: Author = COMMAND) -> None:
    """Put a removed game on the list again; raises Unknown."""
    with store.transaction() as db:
        game = store.game(table_id, game_id)
        if store.removed(table_id, game_id):
            with naming_damage(game_id):
                change_game(db, game_id, "removed", None)
            _note(db, store, game, Event.GAME_BACK, by)


def _note(db: Database, store: Store, record: GameRecord, event: Event, by: Author) -> None:
    details = {"game": record.id, "players": list(record.players)}
    journal.note(db, store.now(), record.table_id, event, by, **details)


def _check_people(people: People, seats: Sequence[int]) -> None:
    """Raise IllegalEntry where two of the names are those of one person."""
    same = people.same(seats)
    if same is not None:
        first, second = (Given(people.names[player]) for player in same)
        raise IllegalEntry(
            "one-person",
            say(
                "{one} and {other} are one player here: take one of them.", one=first, other=second
            ),
            f"names-{seats.index(same[1])}",
        )


def _begin(
    db: Database,
    table_id: int,
    key: str,
    setup: Setup,
    seats: Sequence[int],
    *,
    begun: dt.datetime,
    session_id: int,
) -> int:
    cursor = db.execute(
        "insert into games (table_id, key, rulebook, rules, ending, players, first_dealer, "
        "started, session_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            table_id,
            key,
            setup.book.key,
            json.dumps(house_rules.to_json(setup.rules)),
            json.dumps(house_rules.to_json(setup.ending)),
            json.dumps(seats),
            int(setup.first_dealer),
            noted(not_before(db, session_id, begun)),
            session_id,
        ],
    )
    game_id = int(cursor.lastrowid or 0)
    write_checksums(db, [game_id])
    return game_id
