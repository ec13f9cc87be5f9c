"""The rule of which games make an evening, without anybody having to say so.

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
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.ledger.timestamps import day_of

STILL_ON = dt.timedelta(hours=6)


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
