"""Phones of a table: the link each one used, when it was last seen, and which are removed.

A phone that is seen is noted in memory and written to the file every few minutes by a background
thread, so that no tap waits for it. A removal is written at once and stays in force until the phone
follows a new link. It increases a number in the table, so that every process notices it with the
next request.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.ledger import access_keys, journal
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.dates import timestamp
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord

MOST_NOTED = 1000  # of each role, in memory
MOST_KEPT = 200  # of each role at a table, in the file
# Days by which a phone known for more than one day counts as more recent than a new one. Following
# a link hundreds of times makes hundreds of new phones, which must not displace it.
REGULAR = 30

KEEP = (
    "insert into phones (table_id, device, role, renewal, link, player_id, came, seen) "
    "values (?, ?, ?, ?, ?, ?, ?, ?) "
    "on conflict (table_id, device) do update set role = excluded.role, "
    "renewal = excluded.renewal, link = excluded.link, player_id = excluded.player_id, "
    "seen = max(seen, excluded.seen) where removed is null"
)
FORGET = (
    "delete from phones where id in (select id from phones where table_id = ? and role = ? "
    "and removed is null order by julianday(seen) + ? * (substr(came, 1, 10) < substr(seen, 1, 10))"
    " desc limit -1 offset ?)"
)


@dataclass(frozen=True, slots=True)
class Sighting:
    """A phone at the time at which it was admitted.

    renewal   how often the keys of its role had been renewed
    link      the hash of the key that it used
    player    the number of its owner; None if no player has sat down with it
    """

    table_id: int
    device: str
    role: Role
    renewal: int
    link: str
    player: int | None


@dataclass(frozen=True, slots=True)
class PhoneRecord:
    """A phone that can open the table; `owner` is a name, empty if unknown."""

    id: int
    device: str
    role: Role
    link: str
    owner: str
    came: datetime
    seen: datetime


@dataclass(frozen=True, slots=True)
class LinkMade:
    """The origin of a link ("start", "command" or "phone"), and its time."""

    origin: str
    at: datetime


class SeenPhones:
    """The phones seen since they were last written to the file; one per process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen: dict[Role, OrderedDict[tuple[int, str], tuple[Sighting, datetime, datetime]]]
        self._seen = {role: OrderedDict() for role in Role}

    def __len__(self) -> int:
        return sum(map(len, self._seen.values()))

    def note(self, sighting: Sighting) -> None:
        """Note that a phone was seen; those seen longest ago are dropped if there are too many."""
        now = self._store.clock()
        key = sighting.table_id, sighting.device
        with self._lock:
            seen = self._seen[sighting.role]
            before = seen.pop(key, None)
            seen[key] = sighting, now if before is None else before[1], now
            if len(seen) > MOST_NOTED:
                seen.popitem(last=False)

    def flush(self) -> bool:
        """Write the noted phones to the file; return whether that was possible.

        Raises sqlite3.Error, UnusableFile.
        """
        with self._lock:
            fresh = [entry for seen in self._seen.values() for entry in seen.values()]
        if not fresh:
            return True
        rows = [  # in the order of arrival, which decides their numbers
            (sighting.table_id, sighting.device, sighting.role.value, sighting.renewal,
             sighting.link, sighting.player, timestamp(came), timestamp(seen))
            for sighting, came, seen in sorted(fresh, key=lambda entry: entry[1])
        ]  # fmt: skip
        some = {
            (sighting.table_id, sighting.role.value, REGULAR, MOST_KEPT) for sighting, *_ in fresh
        }
        kept = self._store.keep([Statement(KEEP, rows), Statement(FORGET, sorted(some))])
        if kept:
            with self._lock:
                for entry in fresh:
                    seen, key = self._seen[entry[0].role], (entry[0].table_id, entry[0].device)
                    if seen.get(key) is entry:  # not seen again meanwhile
                        del seen[key]
        return kept


def active(store: Store, table: TableRecord) -> list[PhoneRecord]:
    """Return the phones that can open a table, in the order of arrival."""
    people = people_of(store.db, table.id)
    rows = store.db.execute(
        "select id, device, role, link, player_id, came, seen from phones "
        "where table_id = ? and removed is null "
        "and renewal = case role when 'score' then ? else ? end order by id",
        [table.id, table.score_keys, table.watch_keys],
    )
    return [
        PhoneRecord(
            *(number, device, Role(role), link, people.name_or_blank(player)),
            *(datetime.fromisoformat(came), datetime.fromisoformat(seen)),
        )
        for number, device, role, link, player, came, seen in rows.fetchall()
    ]


def owners(store: Store, table_id: int) -> dict[str, tuple[int, str]]:
    """Return the number and the owner of every known phone by its device."""
    people = people_of(store.db, table_id)
    rows = store.db.execute(
        "select device, id, player_id from phones where table_id = ?", [table_id]
    ).fetchall()
    return {device: (number, people.name_or_blank(player)) for device, number, player in rows}


def remove(store: Store, table_id: int, phone_id: int, by: Author) -> None:
    """Remove a phone and the codes of its table; removing it twice is the same as once.

    Raises Unknown.
    """
    with store.transaction() as db:
        row = db.execute(
            "select removed, player_id from phones where id = ? and table_id = ?",
            [clamp_int(phone_id), table_id],
        ).fetchone()
        if row is None:
            raise Unknown("phone")
        if row[0] is not None:
            return
        db.execute("update phones set removed = ? where id = ?", [store.now(), phone_id])
        db.execute("update tables set removals = removals + 1 where id = ?", [table_id])
        db.execute("delete from codes where table_id = ?", [table_id])  # it may have heard one
        owner = people_of(db, table_id).name_or_blank(row[1])
        details = {"phone": phone_id, "owner": owner}
        journal.note(db, store.now(), table_id, Event.PHONE_REMOVED, by, **details)


def is_removed(store: Store, table: TableRecord, device: str) -> bool:
    """Return whether a phone has been removed from a table."""
    if not table.removals:
        return False
    query = "select 1 from phones where table_id = ? and device = ? and removed is not null"
    return store.db.execute(query, [table.id, device]).fetchone() is not None


def links_made(store: Store, table_id: int) -> dict[str, LinkMade]:
    """Return the origin of every valid link, by the hash of its key."""
    rows = store.db.execute(
        "select hash, origin, made from keys where table_id = ?", [table_id]
    ).fetchall()
    return {link: LinkMade(origin, datetime.fromisoformat(made)) for link, origin, made in rows}


def link_of(key: str) -> str:
    """Return the hash that stands for a link in the file; empty for an empty key."""
    return access_keys.hash_of(key) if key else ""
