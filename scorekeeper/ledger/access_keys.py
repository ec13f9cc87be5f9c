"""Access keys: the secrets in links that open a table, stored as hashes only.

A scoring key is random. Its watching key is derived from it and from the number of times the table
has renewed its watching keys. So the holder of a scoring key can share both links, and nobody who
reads the file can make either. A phone that typed a code to watch gets a random watching key. A key
is void once its row is deleted. When a table renews its keys, the same transaction increases its
`score_keys` or `watch_keys`, which makes the cookies granted by the old keys void, and deletes the
codes of these roles.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from enum import Enum

from sqlite_utils import Database

from scorekeeper.ledger import journal, tables
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord

BYTES = 18  # 144 bits, 24 characters
KEPT = 50  # keys per table, origin and role, apart from derived ones; older ones are deleted


class Role(Enum):
    """The access that a key gives: to score at a table or only to watch."""

    SCORE = "score"
    WATCH = "watch"


class Origin(Enum):
    """The place where a key was made; `CODE` is the phone on which a code was typed."""

    START = "start"
    COMMAND = "command"
    PHONE = "phone"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Opened:
    """The table and role that a key opens, as they were when the key was looked up."""

    table: TableRecord
    role: Role


def mint(
    store: Store,
    table: TableRecord,
    origin: Origin,
    by: Author | None = None,
    role: Role = Role.SCORE,
) -> str:
    """Return a new key; the oldest keys of the same origin and role beyond `KEPT` stop working.

    Only a phone that typed a code gets a watching key that no scoring key belongs to. Raises
    Unknown if the keys of the table have been renewed since `table` was read.
    """
    key = secrets.token_urlsafe(BYTES)
    with store.transaction() as db:
        if not is_current(db, table):
            raise Unknown("table")
        _add(db, store, table, key, origin, role=role)
        by = by or Author(origin.value)
        if origin is Origin.CODE:
            journal.note(db, store.now(), table.id, Event.CODE_USED, by, role=role.value)
        else:
            journal.note(db, store.now(), table.id, Event.LINK_MADE, by)
        db.execute(
            "with gone as (select hash from keys where table_id = ? and origin = ? "
            "  and role = ? and parent is null order by made desc, rowid desc limit -1 offset ?) "
            "delete from keys where hash in gone or parent in gone",
            [table.id, origin.value, role.value, KEPT],
        )
    return key


def look_up(store: Store, key: str) -> Opened | None:
    """Return the table and role that a key opens; None if it opens nothing."""
    digest = hash_of(key)
    row = store.db.execute(
        "select hash, role, tables.id, name, score_keys, watch_keys, removals "
        "from keys join tables on tables.id = table_id where hash = ?",
        [digest],
    ).fetchone()
    if row is None or not hmac.compare_digest(str(row[0]), digest):
        return None
    return Opened(TableRecord(*row[2:]), Role(row[1]))


def shareable_keys(store: Store, table: TableRecord, role: Role, key: str) -> dict[Role, str]:
    """Return the keys that the holder of a key may share, by role.

    Empty unless the key still opens the table in this role.
    """
    access = look_up(store, key)
    if access is None or (access.table, access.role) != (table, role):
        return {}
    if role is Role.WATCH:
        return {role: key}
    watching = watching_key(key, table)
    if look_up(store, watching) is None:  # it was renewed since it was last shown
        with store.transaction() as db:
            if is_current(db, table):
                _add_watching(db, store, table, key)
    return {Role.SCORE: key, Role.WATCH: watching}


def renew(
    store: Store,
    table: TableRecord,
    role: Role,
    key: str,
    origin: Origin,
    *,
    by: Author | None = None,
) -> str:
    """Revoke keys and the cookies granted by them, and return a valid scoring key.

    `Role.SCORE` revokes all keys of both roles, and the returned key is new. `Role.WATCH` revokes
    only the watching keys; then `key` is returned if it is a valid scoring key, otherwise a new
    one. Raises Unknown if the keys of the table have been renewed since `table` was read.
    """
    both = role is Role.SCORE
    access = look_up(store, key)
    kept = not both and access == Opened(table, Role.SCORE)
    fresh = key if kept else secrets.token_urlsafe(BYTES)
    with store.transaction() as db:
        if not is_current(db, table):
            raise Unknown("table")
        db.execute(
            "update tables set score_keys = score_keys + ?, watch_keys = watch_keys + 1 "
            "where id = ?",
            [int(both), table.id],
        )
        for void in ("keys", "codes"):
            db.execute(
                f"delete from {void} where table_id = ? and (? or role = 'watch')",  # noqa: S608
                [table.id, both],
            )
        renewed = TableRecord(
            *(table.id, table.name, table.score_keys + int(both), table.watch_keys + 1),
            table.removals,
        )
        by = by or Author(origin.value)
        journal.note(db, store.now(), table.id, Event.LINKS_RENEWED, by, role=role.value)
        if kept:
            _add_watching(db, store, renewed, fresh)
        else:
            _add(db, store, renewed, fresh, origin)
    tables.table(store, table.id)  # refresh the row that `glance` returns
    return fresh


def watching_key(key: str, table: TableRecord) -> str:
    """Return the present watching key for a scoring key."""
    digest = hmac.digest(key.encode(), f"watch{table.watch_keys}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:BYTES]).decode()


def is_current(db: Database, table: TableRecord) -> bool:
    """Return whether the keys of a table have not been renewed since it was read."""
    row = db.execute(
        "select score_keys, watch_keys from tables where id = ?", [table.id]
    ).fetchone()
    return row is not None and tuple(row) == (table.score_keys, table.watch_keys)


def _add(
    db: Database,
    store: Store,
    table: TableRecord,
    key: str,
    origin: Origin,
    *,
    role: Role = Role.SCORE,
) -> None:
    db.execute(
        "insert into keys (hash, table_id, role, origin, made, parent) "
        "values (?, ?, ?, ?, ?, null)",
        [hash_of(key), table.id, role.value, origin.value, store.now()],
    )
    if role is Role.SCORE:
        _add_watching(db, store, table, key)


def _add_watching(db: Database, store: Store, table: TableRecord, key: str) -> None:
    db.execute(
        "insert or ignore into keys (hash, table_id, role, origin, made, parent) "
        "select ?, table_id, 'watch', origin, ?, hash from keys where hash = ?",
        [hash_of(watching_key(key, table)), store.now(), hash_of(key)],
    )


def hash_of(key: str) -> str:
    """Return the hash that stands for a key in the file.

    A fast hash is enough: a key is a random number of 144 bits, not a password.
    """
    return hashlib.sha256(key.encode(errors="surrogatepass")).hexdigest()
