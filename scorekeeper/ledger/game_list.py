"""Games of a table: beginning, listing, removing and restoring them."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.errors import IllegalEntry
from scorekeeper.ledger import journal
from scorekeeper.ledger.checksums import change_game, naming_damage, write_checksums
from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import FaultyGame, Unknown, UnreadableGame
from scorekeeper.ledger.game_files import keys_of
from scorekeeper.ledger.game_log import Entry
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people import People, ensure_player, people_of
from scorekeeper.ledger.sessions import NEWEST_GAMES_FIRST, not_before, session_of
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import LATELY
from scorekeeper.rules import house_rules
from scorekeeper.rules.game import Setup
from scorekeeper.wording import Given, say

MOST_REMOVED = 10  # removals or imports in a list, the latest ones
# The latest games of a table, the one that was played last first: id, time of the last entry,
# date of the evening, and when a game of the table was last removed. An imported game counts only
# once it was played on here, and a game that was entered for a past evening does not count.
LAST_PLAYED = """
    with imports as (select at, json_extract(said, '$.first') as first,
        json_extract(said, '$.last') as last from journal
      where table_id = ?1 and what = 'imported' and json_valid(said)),
    lately as (select * from (select id, session_id, started, null as came from games
          where table_id = ?1 and removed is null
            and not exists (select 1 from imports where id between first and last)
          order by id desc limit 20)
      union select id, session_id, started,
          (select max(at) from imports where id between first and last)
        from (select distinct game_id from
            (select game_id from entries order by rowid desc limit 100))
          join games on id = game_id where table_id = ?1 and removed is null),
    played as (select id, session_id, started, came, coalesce((select at from entries
        where game_id = lately.id order by number desc limit 1), '') as at from lately)
    select played.id, max(played.at, coalesce(started, '')) as last,
      date, (select max(removed) from games where table_id = ?1)
    from played join sessions on sessions.id = session_id
    where (came is null or played.at > came)
      and date between date(started, 'localtime', '-1 day') and date(started, 'localtime')
      and date = date((select min(started) from games where session_id = sessions.id), 'localtime')
    order by date in (date(started, 'localtime'), date(started, 'localtime', '-6 hours')) desc,
      last desc, played.id desc
"""


def id_of(db: Database, table_id: int, key: str) -> int | None:
    """Return the id of the game with a key; None if the table has none."""
    row = db.execute(
        "select id from games where table_id = ? and key = ?", [table_id, key]
    ).fetchone()
    return None if row is None else int(row[0])


def new_game(
    store: Store,
    table_id: int,
    key: str,
    setup: Setup,
    players: Sequence[str],
    *,
    session_id: int | None = None,
    entries: Sequence[Entry] = (),
    device: str = "",
) -> int:
    """Begin a game with its first entries and return its id.

    If the table has a game with this key already, its id is returned, and it is restored if it was
    removed. Without `session_id`, the game joins the session that is still on, or begins one.
    Raises IllegalEntry if two names belong to one person.
    """
    try:
        with store.transaction() as db:
            known = id_of(db, table_id, key)
            if known is not None:
                with naming_damage(known):
                    change_game(db, known, "removed", None)
                return known
            seats = [ensure_player(db, table_id, name, store.now()) for name in players]
            _check_people(people_of(db, table_id), seats)
            begun = store.clock()
            if session_id is None:
                session_id = session_of(db, table_id, key, begun, seats)
            game_id = _begin(
                db, table_id, key, setup, seats, begun=begun, session_id=clamp_int(session_id)
            )
            for number, entry in enumerate(entries, 1):
                store.write(db, game_id, number, entry, key=f"{key}-{number}", device=device)
            return game_id
    finally:
        store.forget_names()


def game_ids(
    store: Store, table_id: int, limit: int = 20, *, session_id: int | None = None
) -> list[int]:
    """Return the games of a table, newest evening first, without removed ones.

    Games whose rules are not installed are left out. Games of `session_id` come first.
    """
    newest = _newest_first(store, table_id, keys_of(store.db, table_id), session_id, limit)
    return list(dict.fromkeys(game_id for game_id, _ in newest))[:limit]


def kinds(store: Store, table_id: int) -> list[str]:
    """Return the rulebook keys of the games that a table has lately played, newest first."""
    rows = store.db.execute(
        "select rulebook from (select id, rulebook from games "
        "  where table_id = ? and removed is null order by id desc limit ?) "
        "group by rulebook order by max(id) desc",
        [table_id, LATELY],
    )
    return [row[0] for row in rows.fetchall()]


def current(store: Store, table_id: int, within: dt.timedelta | None = None) -> int | None:
    """Return the game of a table that was begun or played last; None if there is none.

    The answer is at most a moment old. It is never a game that was imported, unless it was played
    on here, and never one that was entered later, for a past evening. Just after a game was
    removed, an unfinished game of the same day comes before finished ones. `within` limits how long
    ago the last entry may have been.
    """
    row = store.glance("current", LAST_PLAYED, table_id)
    if row is None or (within is not None and row[1] < timestamp(store.clock() - within)):
        return None
    game_id, played, date, removed = row
    if removed is not None and removed > played:
        for other, _, other_date, _ in store.db.execute(LAST_PLAYED, [table_id]).fetchall():
            with suppress(UnreadableGame):
                if other_date == date and not store.game(table_id, other).game.over:
                    return int(other)
    return int(game_id)


def recent_rules(
    store: Store, table_id: int, rulebook: str, limit: int = 5, *, session_id: int | None = None
) -> list[int]:
    """Return the newest game with each set of house rules that a table lately used for a rulebook.

    At most `limit` games; those of `session_id` come first, as in `game_ids`. Results without hands
    are left out: nobody said by which rules those games were played.
    """
    newest: dict[str, int] = {}
    played = _newest_first(store, table_id, [rulebook], session_id, LATELY, with_hands=True)
    for game_id, rules in played:
        newest.setdefault(rules, game_id)
        if len(newest) == limit:
            break
    return list(newest.values())


def _newest_first(
    store: Store,
    table_id: int,
    books: Sequence[str],
    session_id: int | None,
    limit: int,
    *,
    with_hands: bool = False,
) -> Iterator[tuple[int, str]]:
    """Yield games with their rules: those of the session, then all, newest evening first.

    Games of the session come twice. `limit` holds for each part. With `with_hands`, games of which
    only the result is known are left out.
    """
    query = (
        "select games.id, rules from sessions join games on session_id = sessions.id "  # noqa: S608
        "where sessions.table_id = ? and removed is null "
        "and rulebook in (select value from json_each(?)) and (? is null or sessions.id = ?) "
        "and not (? and exists "
        "  (select 1 from entries where game_id = games.id and number = 1 and kind = 'stop' "
        """   and (fact like '%"totals"%' or fact like '%"places"%'))) """
        f"order by {NEWEST_GAMES_FIRST} limit ?"
    )
    given = json.dumps(books)
    scopes = [None] if session_id is None else [session_id, None]
    for scope in scopes:
        # Row by row: often the first few are enough.
        with closing(
            store.db.execute(query, [table_id, given, scope, scope, with_hands, limit])
        ) as rows:
            yield from rows


def remove(store: Store, table_id: int, game_id: int, by: Author = COMMAND) -> None:
    """Take a game off the list; it stays in the file and can be brought back. Raises Unknown."""
    with store.transaction() as db:
        players = _players_of(store, table_id, game_id)
        if not store.removed(table_id, game_id):
            with naming_damage(game_id):
                change_game(db, game_id, "removed", store.now())
            details = {"game": game_id, "players": players}
            journal.note(db, store.now(), table_id, Event.GAME_REMOVED, by, **details)


def bring_back(store: Store, table_id: int, game_id: int, by: Author = COMMAND) -> None:
    """Put a removed game back on the list; raises Unknown."""
    with store.transaction() as db:
        players = _players_of(store, table_id, game_id)
        if store.removed(table_id, game_id):
            with naming_damage(game_id):
                change_game(db, game_id, "removed", None)
            details = {"game": game_id, "players": players}
            journal.note(db, store.now(), table_id, Event.GAME_BACK, by, **details)


@dataclass(frozen=True, slots=True)
class RemovedGames:
    """Games that were removed together, by one tap.

    moment    when they were removed; it identifies the removal
    games     their number
    latest    the id of the newest of them
    """

    moment: str
    games: int
    latest: int

    @property
    def when(self) -> dt.datetime:
        return dt.datetime.fromisoformat(self.moment)


def removed_lately(store: Store, table_id: int) -> list[RemovedGames]:
    """Return the latest removals whose games are still removed, the latest first."""
    rows = store.db.execute(
        "select removed, count(*), max(id) from games where table_id = ? "
        "and removed is not null group by removed order by removed desc limit ?",
        [table_id, MOST_REMOVED],
    )
    return [RemovedGames(*row) for row in rows.fetchall()]


@dataclass(frozen=True, slots=True)
class Import:
    """The ids of the first and last game of one import; `games` counts those not removed."""

    at: str
    first: int
    last: int
    games: int

    @property
    def when(self) -> dt.datetime:
        return dt.datetime.fromisoformat(self.at)


def imports_lately(store: Store, table_id: int) -> list[Import]:
    """Return the latest imports of which some games are not removed, the latest first."""
    rows = store.db.execute(
        "select at, json_extract(said, '$.first') as first, json_extract(said, '$.last') as last, "
        "(select count(*) from games where games.table_id = journal.table_id and removed is null "
        "  and games.id between json_extract(said, '$.first') and json_extract(said, '$.last')) "
        "as listed from journal where table_id = ? and what = ? and first is not null "
        "and listed > 0 order by at desc limit ?",
        [table_id, Event.IMPORTED.value, MOST_REMOVED],
    )
    return [Import(*row) for row in rows.fetchall()]


def remove_import(store: Store, table_id: int, first: int, by: Author = COMMAND) -> int:
    """Take the games of an import off the list; return their number.

    `first` is the id of its first game. Raises Unknown.
    """
    with store.transaction() as db:
        found = [one for one in imports_lately(store, table_id) if one.first == first]
        if not found:
            raise Unknown("import")
        rows = db.execute(
            "select id from games where table_id = ? and removed is null and id between ? and ?",
            [table_id, first, found[0].last],
        ).fetchall()
        now = store.now()
        for (game_id,) in rows:
            change_game(db, game_id, "removed", now)
        journal.note(db, now, table_id, Event.IMPORT_REMOVED, by, games=len(rows))
        return len(rows)


def bring_back_all(store: Store, table_id: int, moment: str, by: Author = COMMAND) -> int:
    """Restore the games that were removed at a moment; return their number. Raises Unknown."""
    with store.transaction() as db:
        rows = db.execute(
            "select id from games where table_id = ? and removed = ?", [table_id, moment]
        ).fetchall()
        if not rows:
            raise Unknown("game")
        for (game_id,) in rows:
            change_game(db, game_id, "removed", None)
        journal.note(db, store.now(), table_id, Event.GAMES_BACK, by, games=len(rows))
        return len(rows)


def _players_of(store: Store, table_id: int, game_id: int) -> list[str]:
    """Return the players of a game; the first ones if the program fails at the game."""
    try:
        record = store.game(table_id, game_id)
        return [record.players[seat] for seat in record.game.setup.clockwise]
    except FaultyGame:
        return list(store.first_players(table_id, game_id))


def _check_people(people: People, seats: Sequence[int]) -> None:
    """Raise IllegalEntry if two of the names belong to one person."""
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
            timestamp(not_before(db, session_id, begun)),
            session_id,
        ],
    )
    game_id = int(cursor.lastrowid or 0)
    write_checksums(db, [game_id])
    return game_id
