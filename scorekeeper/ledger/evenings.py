"""Which games make an evening, without anybody having to say so.

A game belongs to the evening that is still on when it begins: it is begun at most six hours after
the last thing recorded of that evening, and at least one of its players has played there already.
So a game begun after midnight belongs to the day before, an afternoon does not run into the evening
of other people, and two groups that play side by side have an evening each. Where several evenings
are on, the game joins the one with most of its players, then the latest. Where none is, it begins
one, on the day on which it begins.

A clock may have been wrong. What was noted more than six hours ahead of the game that begins says
nothing of when the evening was, so that an evening of a year to come does not take every game until
then; and a game is never begun before the one before it in its evening, if the clock goes back
meanwhile.

An evening with another date than the day on which its first game was begun has been entered after
the fact, and takes no game by itself.

Games stand in the order of their evenings (`IN_ORDER`), whenever they were entered. The order is
derived: a changed date moves the evening with all its games.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.ledger.people import People, people_of

STILL_ON = dt.timedelta(hours=6)
IN_ORDER = "sessions.date, sessions.id, games.started, games.id"
NEWEST_FIRST = ", ".join(f"{column} desc" for column in IN_ORDER.split(", "))


@dataclass(frozen=True, slots=True)
class Evening:
    """What of a session decides whether a game belongs to it.

    people    the players of its games
    begun     when its first game was begun
    last      when something was last recorded in it
    """

    id: int
    date: dt.date
    people: frozenset[int]
    begun: dt.datetime
    last: dt.datetime


def day_of(moment: dt.datetime) -> dt.date:
    """The day of a moment, where the program runs."""
    return moment.astimezone().date()


def begun_on(date: dt.date, started: dt.datetime) -> bool:
    """Whether a game was begun on its evening or in the night after it; else it was entered later.

    Of one that was entered later, `started` says when that was done.
    """
    return date in {day_of(started), day_of(started - STILL_ON)}


def evening_for(
    started: dt.datetime, people: Iterable[int], evenings: Iterable[Evening]
) -> Evening | None:
    """The evening that a game belongs to by itself; None where it begins one."""
    players = frozenset(people)
    return max(
        (
            evening
            for evening in evenings
            if started - evening.last <= STILL_ON
            and evening.begun - started <= STILL_ON
            and players & evening.people
            and day_of(evening.begun) == evening.date
        ),
        key=lambda evening: (len(players & evening.people), evening.last, evening.id),
        default=None,
    )


def session_of(
    db: Database, table_id: int, key: str, started: dt.datetime, people: Sequence[int]
) -> int:
    """The session that a new game belongs to by itself (see `evenings`); made where there is none.

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
    """When a game is begun: never before those before it in its session (see `evenings`)."""
    (latest,) = db.execute(
        "select max(started) from games where session_id = ? and started <= ?",
        [session_id, noted(begun + STILL_ON)],
    ).fetchone()
    return begun if latest is None else max(begun, dt.datetime.fromisoformat(latest))


def noted(moment: dt.datetime) -> str:
    """A moment as it is kept."""
    return moment.isoformat(timespec="milliseconds")


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
            dt.date.fromisoformat(date),
            frozenset(map(people.person, json.loads(players))),
            dt.datetime.fromisoformat(begun),
            dt.datetime.fromisoformat(last),
        )
