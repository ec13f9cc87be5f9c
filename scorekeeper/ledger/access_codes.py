"""Access codes: eight digits that open a table for a quarter of an hour, to be said aloud.

The file holds a random text for each code. The digits follow from it and from the secret that signs
cookies, so a copy of the file does not reveal them, and every phone that scores can show them.
Hashes of the digits could be tried out in a minute. A table has one code for each role at most.

Digits can be guessed, unlike keys. Nobody knows which code a wrong guess was meant for, so it
counts against every valid code, and a code is void after `MOST_WRONG` of them. So each code is
guessed with a chance of 1 in 500,000 at most, however many clients try: `MOST_WRONG` / 10**`DIGITS`
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlite_utils import Database

from scorekeeper.errors import MalformedEntry
from scorekeeper.ledger import access_keys, journal
from scorekeeper.ledger.access_keys import Opened, Role
from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.wording import say

DIGITS = 8
LASTS = timedelta(minutes=15)
MOST_WRONG = 200  # one household may try 160 in a quarter of an hour: see `rate_limits`
LONGEST = 40  # characters of a typed code, with everything between its digits
BETWEEN = " \t\u00a0\u2009\u200e\u200f\u202f-\u2010\u2011\u2013."  # signs between digits


@dataclass(frozen=True, slots=True)
class AccessCode:
    """A code that was made for a table less than `LASTS` ago.

    digits    empty if the code is void, because too many wrong codes were tried
    until     the time at which it ends
    """

    digits: str
    until: datetime


def make(store: Store, secret: str, table: TableRecord, role: Role, by: Author) -> None:
    """Make a code for a table and role, which replaces the one before.

    Raises Unknown if the keys of the table have been renewed since `table` was read.
    """
    with store.transaction() as db:
        if not access_keys.is_current(db, table):
            raise Unknown("table")
        taken = {digits for digits, _ in _valid(db, store, secret)}
        seed = secrets.token_hex()
        while _digits(secret, seed) in taken:
            seed = secrets.token_hex()
        db.execute(
            "insert or replace into codes (table_id, role, seed, made, wrong) "
            "values (?, ?, ?, ?, 0)",
            [table.id, role.value, seed, store.now()],
        )
        journal.note(db, store.now(), table.id, Event.CODE_MADE, by, role=role.value)


def shown(store: Store, secret: str, table: TableRecord) -> dict[Role, AccessCode]:
    """Return the codes of a table, which only phones that score may show."""
    rows = store.db.execute(
        "select role, seed, made, wrong from codes where table_id = ? and made between ? and ?",
        [table.id, *_span(store)],
    )
    return {
        Role(role): AccessCode(
            _digits(secret, seed) if wrong < MOST_WRONG else "",
            datetime.fromisoformat(made) + LASTS,
        )
        for role, seed, made, wrong in rows.fetchall()
    }


def look_up(store: Store, secret: str, digits: str) -> Opened | None:
    """Return the table and role that a code opens; None if it is wrong, which is counted."""
    if not any(_valid(store.db, store, secret)):
        return None
    with store.transaction() as db:  # of guesses at the same time, each is counted
        for code, opened in _valid(db, store, secret):
            if hmac.compare_digest(code, digits):
                return opened
        db.execute(
            "update codes set wrong = wrong + 1 where made between ? and ? and wrong < ?",
            [*_span(store), MOST_WRONG],
        )
    return None


def digits_in(text: str) -> str:
    """Return the digits of a typed code, which may stand in groups and be those of any script.

    Raises MalformedEntry unless there are `DIGITS` of them and nothing else.
    """
    signs = [sign for sign in text[: LONGEST + 1] if sign not in BETWEEN]
    if len(text) > LONGEST or len(signs) != DIGITS or not all(map(str.isdecimal, signs)):
        raise MalformedEntry(
            "no-code", say("A code has {count} digits, as in 1234 5678.", count=DIGITS), "code"
        )
    return "".join(str(int(sign)) for sign in signs)


def _valid(db: Database, store: Store, secret: str) -> Iterator[tuple[str, Opened]]:
    """Yield the digits of every valid code of the file, with the table and role that it opens."""
    rows = db.execute(
        "select seed, role, tables.id, name, score_keys, watch_keys, removals "
        "from codes join tables on tables.id = table_id "
        "where made between ? and ? and wrong < ?",
        [*_span(store), MOST_WRONG],
    )
    for seed, role, *table in rows.fetchall():
        yield _digits(secret, seed), Opened(TableRecord(*table), Role(role))


def _span(store: Store) -> tuple[str, str]:
    """Return the earliest and the latest time at which a valid code can have been made."""
    now = store.clock()
    return timestamp(now - LASTS), timestamp(now)


def _digits(secret: str, seed: str) -> str:
    digest = hmac.digest(secret.encode(), f"access code {seed}".encode(), "sha256")
    return f"{int.from_bytes(digest) % 10**DIGITS:0{DIGITS}}"
