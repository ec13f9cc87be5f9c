"""Sessions: the evenings of a table; reading, searching and changing them, and adding games."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database
from sqlite_utils.db import Table

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.ledger import journal
from scorekeeper.ledger.checksums import change_game, naming_damage, stored_date
from scorekeeper.ledger.dates import (
    EARLIEST,
    day_of,
    parts_of,
    timestamp,
    weekdays_named,
    without_fillers,
)
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.evening_rule import STILL_ON, OpenEvening, evening_for
from scorekeeper.ledger.game_files import books_of, versions_of
from scorekeeper.ledger.identifiers import clamp_int, new_key
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.people import People, clean_line, clean_lines, folded, people_of
from scorekeeper.ledger.store import Store
from scorekeeper.wording import say

# The session of a new game
#
# Games are listed in the order of their evenings (`IN_ORDER`), even if they were entered later. The
# order is derived: a changed date moves the evening with all its games.

IN_ORDER = "sessions.date, sessions.id, games.started, games.id"
NEWEST_GAMES_FIRST = ", ".join(f"{column} desc" for column in IN_ORDER.split(", "))


def session_of(
    db: Database, table_id: int, key: str, started: dt.datetime, people: Sequence[int]
) -> int:
    """Return the session of a new game, adding one if none is still on (see `evening_rule`)."""
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
            timestamp(started),
        ],
    )
    return int(cursor.lastrowid or 0)


def not_before(db: Database, session_id: int, begun: dt.datetime) -> dt.datetime:
    """Return when a game began, but not before earlier games of its session."""
    (latest,) = db.execute(
        "select max(started) from games where session_id = ? and started <= ?",
        [session_id, timestamp(begun + STILL_ON)],
    ).fetchone()
    return begun if latest is None else max(begun, dt.datetime.fromisoformat(latest))


def _newest_evenings(
    db: Database, table_id: int, people: People, now: dt.datetime
) -> Iterator[OpenEvening]:
    """Yield the evenings of the newest games, which include any that is still on."""
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
        {"table": table_id, "latest": timestamp(now + STILL_ON)},
    )
    for session_id, date, players, begun, last in rows.fetchall():
        yield OpenEvening(
            session_id,
            stored_date(date),
            frozenset(map(people.person, json.loads(players))),
            dt.datetime.fromisoformat(begun),
            dt.datetime.fromisoformat(last),
        )


# Sessions
#
# A new game joins its session automatically (see above); here people change that. The players of a
# session follow from its games.

LONGEST_NAME = 80
NEWEST_GAMES = 50  # more than two evenings have
LONGEST_NOTES = 4000
NEWEST_FIRST = "date desc, id desc"
# An evening whose games were all removed is not listed, unless it has a name or notes.
IN_SIGHT = (
    "(name <> '' or notes <> '' "
    "or exists (select 1 from games where session_id = sessions.id and removed is null) "
    "or not exists (select 1 from games where session_id = sessions.id))"
)


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """An evening: one or more games of the same people."""

    id: int
    key: str
    date: dt.date
    name: str
    notes: str

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> SessionRecord:
        day = stored_date(row["date"])
        return cls(row["id"], row["key"], day, row["name"], row["notes"])


def session(store: Store, table_id: int, session_id: int) -> SessionRecord:
    """Return one session of a table; raises Unknown."""
    return _owned(store.db, table_id, session_id)


def session_of_game(store: Store, table_id: int, game_id: int) -> SessionRecord:
    """Return the session of a game; raises Unknown."""
    row = store.db.execute(
        "select session_id from games where id = ? and table_id = ?", [clamp_int(game_id), table_id]
    ).fetchone()
    if row is None:
        raise Unknown("game")
    return _owned(store.db, table_id, row[0])


def newest(store: Store, table_id: int, limit: int) -> tuple[SessionRecord, ...]:
    """Return the newest sessions of a table, newest first."""
    return _read(store.db, ["table_id = ?", IN_SIGHT], [table_id], limit=limit)


def in_use(store: Store, table_id: int) -> tuple[int, ...]:
    """Return the ids of the sessions of the four newest games, whatever their dates."""
    rows = store.db.execute(
        "select distinct session_id from (select session_id from games where table_id = ? "
        "  order by id desc limit 4)",
        [table_id],
    )
    return tuple(row[0] for row in rows.fetchall())


def after_the_fact(store: Store, session: SessionRecord) -> bool:
    """Return whether a session was entered on another day than the one it was played on."""
    (begun,) = store.db.execute(
        "select min(started) from games where session_id = ?", [session.id]
    ).fetchone()
    return begun is not None and day_of(dt.datetime.fromisoformat(begun)) != session.date


def near(store: Store, table_id: int, date: dt.date, limit: int) -> tuple[SessionRecord, ...]:
    """Return the `limit` sessions of a table that are nearest to a date, newest first."""
    given = [table_id, date.isoformat()]
    after = _read(store.db, ["table_id = ?", "date > ?"], given, order="date, id", limit=limit)
    before = _read(store.db, ["table_id = ?", "date <= ?"], given, limit=limit)
    return (*reversed(after), *before)


def begin(store: Store, table_id: int, key: str, date: str, name: str = "") -> int:
    """Add a session and return its id; if the key is known, nothing is added.

    Raises MalformedEntry or IllegalEntry for an invalid date or name.
    """
    day, called = _past(store, read_date(date)), clean_name(name)
    with store.transaction() as db:
        db.execute(
            "insert or ignore into sessions (table_id, key, date, name, notes, created) "
            "values (?, ?, ?, ?, '', ?)",
            [table_id, key, day.isoformat(), called, store.now()],
        )
        row = db.execute(
            "select id from sessions where table_id = ? and key = ?", [table_id, key]
        ).fetchone()
        return int(row[0])


def change(
    store: Store,
    table_id: int,
    session_id: int,
    *,
    date: str,
    name: str,
    notes: str,
    by: Author = COMMAND,
) -> None:
    """Set the date, the name and the notes of a session.

    Raises Unknown; MalformedEntry or IllegalEntry for an invalid date, name or notes.
    """
    values = [read_date(date).isoformat(), clean_name(name), clean_notes(notes)]
    with store.transaction() as db:
        before = _owned(db, table_id, session_id)
        if values[0] != before.date.isoformat():
            _past(store, read_date(date))
        db.execute(
            "update sessions set date = ?, name = ?, notes = ? where id = ? and table_id = ?",
            [*values, before.id, table_id],
        )
        if values[1] != before.name:
            details = {"date": values[0], "old": before.name, "new": values[1]}
            journal.note(db, store.now(), table_id, Event.EVENING_RENAMED, by, **details)


def move(
    store: Store, table_id: int, games: Sequence[int], session_id: int, target: int | None
) -> int:
    """Move games of a session to `target`, or to a new one if None; return the id of their session.

    A session left without games is deleted, and its notes move with the games; a session with a
    name stays. Raises Unknown, and MalformedEntry if no game is chosen.
    """
    if not games:
        raise MalformedEntry("no-games", say("Which games? Choose at least one."), "games")
    listed = json.dumps([clamp_int(game) for game in games])
    with store.transaction() as db:
        left = _owned(db, table_id, session_id)
        row = db.execute(
            "select count(*), min(started) from games where session_id = ? "
            "and id in (select value from json_each(?))",
            [left.id, listed],
        ).fetchone()
        if row[0] != len(set(games)):
            raise Unknown("game")
        if target is None:
            cursor = db.execute(
                "insert into sessions (table_id, key, date, name, notes, created) "
                "values (?, ?, ?, '', '', ?)",
                [table_id, new_key(), left.date.isoformat(), store.now()],
            )
            joined = int(cursor.lastrowid or 0)
        else:
            joined = _owned(db, table_id, target).id
        for game in dict.fromkeys(games):
            with naming_damage(game):
                change_game(db, game, "session_id", joined)
        if joined != left.id:
            _leave(db, left, joined)
    return joined


def remove(store: Store, table_id: int, session_id: int, by: Author = COMMAND) -> None:
    """Remove a session without games; raises Unknown, and IllegalEntry if it has any."""
    with store.transaction() as db:
        empty = _owned(db, table_id, session_id)
        if _has_games(db, empty.id):
            raise IllegalEntry("not-empty", say("This evening has games: move them first."))
        db.execute("delete from sessions where id = ?", [empty.id])
        details = {"date": empty.date.isoformat(), "name": empty.name}
        journal.note(db, store.now(), table_id, Event.EVENING_REMOVED, by, **details)


def count_ended(store: Store, table_id: int, since: dt.datetime) -> int:
    """Return the number of evenings that have ended and in which something was recorded later.

    Later than `since`, that is. An evening has ended if no game would join it any more (see
    `evening_rule`). Only those of the newest games are looked at.
    """
    (count,) = store.db.execute(
        "select count(*) from (select max(coalesce((select at from entries "
        "    where game_id = games.id order by number desc limit 1), started)) as last "
        "  from games where table_id = :table and removed is null and id in "
        "    (select id from games where table_id = :table order by id desc limit :most) "
        "  group by session_id) where last > :since and last <= :ended",
        {
            "table": table_id,
            "most": NEWEST_GAMES,
            "since": timestamp(since),
            "ended": timestamp(store.clock() - STILL_ON),
        },
    ).fetchone()
    return int(count)


def read_date(text: str) -> dt.date:
    """Parse the date in a form; raises MalformedEntry."""
    try:
        day = dt.date.fromisoformat(text.strip())
    except ValueError:
        day = dt.date.min
    if day < EARLIEST:
        raise MalformedEntry(
            "no-date", say("A date is needed, as in {example}.", example="2026-03-06"), "date"
        )
    return day


def _past(store: Store, day: dt.date) -> dt.date:
    """Return a day unchanged; raises IllegalEntry if it has not begun anywhere on earth."""
    if day > day_of(store.clock()) + dt.timedelta(days=1):
        raise IllegalEntry("date-to-come", say("That day is still to come."), "date")
    return day


def clean_name(text: str) -> str:
    """Return the cleaned name of an evening; raises IllegalEntry if it is too long."""
    return clean_line(text, "name", LONGEST_NAME)


def clean_notes(text: str) -> str:
    """Return notes with each line cleaned; raises IllegalEntry if they are too long."""
    return clean_lines(text, "notes", LONGEST_NOTES)


def _owned(db: Database, table_id: int, session_id: int) -> SessionRecord:
    sessions = _read(db, ["id = ?", "table_id = ?"], [clamp_int(session_id), table_id], limit=1)
    if not sessions:
        raise Unknown("session")
    return sessions[0]


def _read(
    db: Database,
    clauses: Sequence[str],
    given: Sequence[Any],
    *,
    limit: int,
    order: str = NEWEST_FIRST,
) -> tuple[SessionRecord, ...]:
    rows = sessions_table(db).rows_where(" and ".join(clauses), given, order_by=order, limit=limit)
    return tuple(map(SessionRecord.of, rows))


def _leave(db: Database, left: SessionRecord, joined: int) -> None:
    """Delete a session that lost its last game and has no name; move its notes to another."""
    if _has_games(db, left.id) or left.name:
        return
    if left.notes:
        db.execute(
            "update sessions set notes = trim(notes || char(10) || ?, char(10)) where id = ?",
            [left.notes, joined],
        )
    db.execute("delete from sessions where id = ?", [left.id])


def _has_games(db: Database, session_id: int) -> bool:
    games = db.execute("select 1 from games where session_id = ? limit 1", [session_id])
    return games.fetchone() is not None


def sessions_table(db: Database) -> Table:
    """Return the table of the file that holds the sessions."""
    table = db.table("sessions")
    assert isinstance(table, Table)  # noqa: S101  (never a view)
    return table


# Search

MOST_WORDS = 10  # of a search


@dataclass(frozen=True, slots=True)
class Wanted:
    """Conditions for a search of sessions; without any, all sessions match.

    text      words, each of which must be in the name, the notes or the date of the session, in a
              player's name, in the name of a game that was played or in a note on it, or name the
              month or the day of the week
    player    the number of a player who was there
    game      the key of a game that was played; together with `player`, one that they played
    first, last    the earliest and the latest date
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

    def is_date(self, word: str) -> bool:
        """Return whether a word of the text is a date or names a day of the week or a month."""
        plain = folded(word)
        return bool(parts_of(plain) or weekdays_named(plain) or self.months.get(word))


@dataclass(frozen=True, slots=True)
class FoundSessions:
    """A page of matching sessions, newest first, and the number of all that match."""

    sessions: tuple[SessionRecord, ...]
    count: int


def find_sessions(
    store: Store, table_id: int, wanted: Wanted, limit: int, skip: int = 0
) -> FoundSessions:
    """Return a page of the sessions that match a search, newest first."""
    clauses: list[str] = ["table_id = ?", IN_SIGHT]
    given: list[Any] = [table_id]
    for clause, values in _conditions(store, table_id, wanted):
        clauses.append(clause)
        given += values
    rows = _rows(store.db, clauses, given, limit=limit, skip=clamp_int(skip))
    count = rows[0]["found"] if rows else 0
    if not rows and skip:
        count = sessions_table(store.db).count_where(" and ".join(clauses), given)
    return FoundSessions(tuple(map(SessionRecord.of, rows)), count)


def _conditions(store: Store, table_id: int, wanted: Wanted) -> list[tuple[str, list[Any]]]:
    """Return the search as SQL conditions with their parameters."""
    conditions: list[tuple[str, list[Any]]] = []
    known = people_of(store.db, table_id)
    if wanted.first:
        conditions.append(("date >= ?", [wanted.first.isoformat()]))
    if wanted.last:
        conditions.append(("date <= ?", [wanted.last.isoformat()]))
    if wanted.game or wanted.player is not None:
        versions = json.dumps(versions_of(store.db, table_id, wanted.game))
        player = None if wanted.player is None else clamp_int(wanted.player)
        conditions.append(
            (
                "id in (select session_id from games where games.table_id = ? "
                "  and rulebook in (select value from json_each(?)))",
                [table_id, versions],
            )
            if player is None
            else (
                "id in (select session_id from json_each(?) as person "
                "  join seats on player_id = person.value join games on games.id = game_id "
                "  where ? = '' or rulebook in (select value from json_each(?)))",
                [json.dumps(known.spellings(player)), wanted.game, versions],
            )
        )
    words = without_fillers(wanted.text.split()[:MOST_WORDS], wanted.is_date)
    numbered = any(sign.isdecimal() for sign in wanted.text)
    people = [
        (player, f"{folded(name)} {folded(known.name(player))}")
        for player, name in known.names.items()
    ]
    kinds = [
        (key, folded(str(book.name)))
        for newest, book in books_of(store.db, table_id).items()
        for key in versions_of(store.db, table_id, newest)
    ]
    for typed in words:
        word = folded(typed)
        # “Jan” is the player before it is the month, unless the search has a number.
        is_name = not numbered and any(
            part.startswith(word) for _, name in people for part in name.split()
        )
        conditions.append(
            (
                "(exists (select 1 from json_each(?) where instr(date, value)) "
                "or cast(substr(date, 6, 2) as integer) in (select value from json_each(?)) "
                "or (cast(strftime('%w', date) as integer) + 6) % 7 in "
                "  (select value from json_each(?)) or (name || notes <> '' "
                "    and instr(folded(name || ' ' || notes), ?)) "
                "or id in (select session_id from json_each(?) as person "
                "  join seats on player_id = person.value join games on games.id = game_id) "
                "or id in (select session_id from games where games.table_id = ? "
                "  and rulebook in (select value from json_each(?))) "
                "or id in (select session_id from notes join games on games.id = game_id "
                "  where games.table_id = ? and removed is null and instr(text, ?)))",
                [
                    json.dumps(_as_dates(word)),
                    json.dumps(() if is_name else wanted.months.get(typed, ())),
                    json.dumps(() if is_name else weekdays_named(word)),
                    word,
                    json.dumps([player for player, name in people if word in name]),
                    table_id,
                    json.dumps([key for key, name in kinds if word in name]),
                    table_id,
                    word,
                ],
            )
        )
    return conditions


def _as_dates(word: str) -> tuple[str, ...]:
    """Return the parts of a stored date that a word may name: 12.11.2026 is 2026-11-12, 7 is 07."""
    plain = word.strip(".,")
    number = f"0{plain}" if plain.isdecimal() and len(plain) == 1 else plain
    return parts_of(word) or (number,)


def _rows(
    db: Database, clauses: Sequence[str], given: Sequence[Any], *, limit: int, skip: int
) -> list[dict[str, Any]]:
    """Return matching sessions, each with the number of all matches as `found`."""
    rows = sessions_table(db).rows_where(
        " and ".join(clauses),
        given,
        order_by=NEWEST_FIRST,
        select="*, count(*) over () as found",
        limit=limit,
        offset=max(0, skip),
    )
    return list(rows)
