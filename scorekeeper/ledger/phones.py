"""The phones of a table: by which link each came, when it was last seen, and which are removed.

A phone that is seen is noted in memory, and brought into the file by a thread of its own every few
minutes, so that no tap waits for it. A removal is written at once. It holds until the phone follows
a link anew, and counts up in the table, so that every process sees it with the next request.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.ledger import access_keys, journal
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.identifiers import held, noted
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.score_file import Change
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord

MOST_NOTED = 1000  # of each role, in memory
MOST_KEPT = 200  # of each role at a table, in the file
# Days for which a phone that came on an earlier day stays before one that is new: whoever follows a
# link hundreds of times makes as many new phones.
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
    """A phone as it was let in.

    renewal   how often the keys of its role had been renewed
    link      the hash of the key by which it came
    player    the number of its owner, where one has sat down with it
    """

    table_id: int
    device: str
    role: Role
    renewal: int
    link: str
    player: int | None


@dataclass(frozen=True, slots=True)
class PhoneRecord:
    """A phone that can open the table; `owner` is a name, empty where nobody gave one."""

    id: int
    device: str
    role: Role
    link: str
    owner: str
    came: datetime
    seen: datetime


@dataclass(frozen=True, slots=True)
class LinkMade:
    """Who asked for a link ("start", "command" or "phone"), and when."""

    origin: str
    at: datetime


class SeenPhones:
    """The phones that were seen since this was last brought into the file; one a process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._seen: dict[Role, OrderedDict[tuple[int, str], tuple[Sighting, datetime, datetime]]]
        self._seen = {role: OrderedDict() for role in Role}

    def __len__(self) -> int:
        return sum(map(len, self._seen.values()))

    def note(self, sighting: Sighting) -> None:
        """Note that a phone is here; those that were seen longest ago are forgotten first."""
        now = self._store.clock()
        key = sighting.table_id, sighting.device
        with self._lock:
            seen = self._seen[sighting.role]
            before = seen.pop(key, None)
            seen[key] = sighting, now if before is None else before[1], now
            if len(seen) > MOST_NOTED:
                seen.popitem(last=False)

    def flush(self) -> bool:
        """Bring what was noted into the file; say whether it is there.

        Raises sqlite3.Error, UnusableFile.
        """
        with self._lock:
            fresh = [entry for seen in self._seen.values() for entry in seen.values()]
        if not fresh:
            return True
        rows = [  # in the order in which they came, as they are numbered
            (sighting.table_id, sighting.device, sighting.role.value, sighting.renewal,
             sighting.link, sighting.player, noted(came), noted(seen))
            for sighting, came, seen in sorted(fresh, key=lambda entry: entry[1])
        ]  # fmt: skip
        some = {
            (sighting.table_id, sighting.role.value, REGULAR, MOST_KEPT) for sighting, *_ in fresh
        }
        kept = self._store.keep([Change(KEEP, rows), Change(FORGET, sorted(some))])
        if kept:
            with self._lock:
                for entry in fresh:
                    seen, key = self._seen[entry[0].role], (entry[0].table_id, entry[0].device)
                    if seen.get(key) is entry:  # not seen again meanwhile
                        del seen[key]
        return kept


def listed(store: Store, table: TableRecord) -> list[PhoneRecord]:
    """The phones that can open a table, in the order of coming."""
    people = people_of(store.db, table.id)
    rows = store.db.execute(
        "select id, device, role, link, player_id, came, seen from phones "
        "where table_id = ? and removed is null "
        "and renewal = case role when 'score' then ? else ? end order by id",
        [table.id, table.score_keys, table.watch_keys],
    )
    return [
        PhoneRecord(
            *(number, device, Role(role), link, people.called(player)),
            *(datetime.fromisoformat(came), datetime.fromisoformat(seen)),
        )
        for number, device, role, link, player, came, seen in rows.fetchall()
    ]


def known_as(store: Store, table_id: int) -> dict[str, tuple[int, str]]:
    """The number and the owner of every phone that is known by its device."""
    people = people_of(store.db, table_id)
    rows = store.db.execute(
        "select device, id, player_id from phones where table_id = ?", [table_id]
    ).fetchall()
    return {device: (number, people.called(player)) for device, number, player in rows}


def remove(store: Store, table_id: int, phone_id: int, by: Author) -> None:
    """Take away what a phone may do at a table; the same again changes nothing.

    Raises Unknown.
    """
    with store.transaction() as db:
        row = db.execute(
            "select removed, player_id from phones where id = ? and table_id = ?",
            [held(phone_id), table_id],
        ).fetchone()
        if row is None:
            raise Unknown("phone")
        if row[0] is not None:
            return
        db.execute("update phones set removed = ? where id = ?", [store.now(), phone_id])
        db.execute("update tables set removals = removals + 1 where id = ?", [table_id])
        owner = people_of(db, table_id).called(row[1])
        details = {"phone": phone_id, "owner": owner}
        journal.note(db, store.now(), table_id, Event.PHONE_REMOVED, by, **details)


def is_removed(store: Store, table: TableRecord, device: str) -> bool:
    """Whether a phone has been removed from a table."""
    if not table.removals:
        return False
    query = "select 1 from phones where table_id = ? and device = ? and removed is not null"
    return store.db.execute(query, [table.id, device]).fetchone() is not None


def links_made(store: Store, table_id: int) -> dict[str, LinkMade]:
    """How every link that is good was made, by the hash of its key."""
    rows = store.db.execute(
        "select hash, origin, made from keys where table_id = ?", [table_id]
    ).fetchall()
    return {link: LinkMade(origin, datetime.fromisoformat(made)) for link, origin, made in rows}


def link_of(key: str) -> str:
    """By what a link is known in the file; empty for none."""
    return access_keys.hash_of(key) if key else ""
