"""Identifiers and timestamps: row numbers, keys, moments, and the evening a moment falls in."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

# Identifiers

LARGEST_ID = 2**63 - 1  # what SQLite holds


def held(number: int) -> int:
    """The number, or the nearest that SQLite can hold: an address may name any."""
    return max(-LARGEST_ID, min(number, LARGEST_ID))


def new_key() -> str:
    """A key that tells one entry or game from any other."""
    return secrets.token_urlsafe(12)


def rematch_key(key: str) -> str:
    """The key of the rematch of a game: one for each game, and the same in every file."""
    return f"rematch-{hashlib.sha256(key.encode()).hexdigest()[:24]}"


# Timestamps


def noted(moment: dt.datetime) -> str:
    """A moment as it is kept."""
    return moment.isoformat(timespec="milliseconds")


def day_of(moment: dt.datetime) -> dt.date:
    """The day of a moment, where the program runs."""
    return moment.astimezone().date()


# Evenings
#
# A game belongs to the evening that is still on when it begins: it is begun at most six hours after
# the last thing recorded of that evening, and at least one of its players has played there already.
# So a game begun after midnight belongs to the day before, an afternoon does not run into the
# evening of other people, and two groups that play side by side have an evening each. Where several
# evenings are on, the game joins the one with most of its players, then the latest. Where none is,
# it begins one, on the day on which it begins.
#
# A clock may have been wrong. What was noted more than six hours ahead of the game that begins says
# nothing of when the evening was, so that an evening of a year to come does not take every game
# until then; and a game is never begun before the one before it in its evening, if the clock goes
# back meanwhile.
#
# An evening with another date than the day on which its first game was begun has been entered after
# the fact, and takes no game by itself.

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
