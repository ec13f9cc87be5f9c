"""The evening that a new game joins: up to six hours after its last entry, past midnight too."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.ledger.dates import day_of

# A new game joins an evening that is still on: the last entry of that evening is at most six hours
# old, and at least one of the players has played in it already. So a game begun after midnight
# belongs to the day before, an afternoon does not run into the evening of other people, and two
# groups that play side by side have separate evenings. If several evenings are on, the game joins
# the one with most of its players, then the latest. If none is on, the game begins one with the
# present date.
#
# A clock may have been wrong. Times more than six hours in the future are ignored; otherwise an
# evening dated next year would take every game until then. If the clock goes back, a game still
# never begins before earlier games of its evening.
#
# If the first game of an evening was begun on another day than the evening's date, the evening was
# entered after the fact, and no game joins it automatically.

STILL_ON = dt.timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class OpenEvening:
    """The facts of a session that decide whether a game joins it.

    people    the players of its games
    begun     when its first game was begun
    last      when something was last recorded in it
    """

    id: int
    date: dt.date
    people: frozenset[int]
    begun: dt.datetime
    last: dt.datetime


def begun_on(date: dt.date, started: dt.datetime) -> bool:
    """Return whether a game was begun on its evening or in the night after it.

    Otherwise it was entered later, and `started` is the time of entering.
    """
    return date in {day_of(started), day_of(started - STILL_ON)}


def evening_for(
    started: dt.datetime, people: Iterable[int], evenings: Iterable[OpenEvening]
) -> OpenEvening | None:
    """Return the evening that a new game joins; None if it begins one."""
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
