"""Helpers: links to a table, for tests that enter through the door."""

from __future__ import annotations

from flask.testing import FlaskClient

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.web.rate_limits import Limit

UNLIMITED = Limit(1_000_000, 0.0)  # tests tap faster than any person


def new_link(store: Store, role: Role, table: TableRecord | None = None) -> str:
    """The address of a new link to a table, by default the first."""
    return new_links(store, table)[role]


def new_links(store: Store, table: TableRecord | None = None) -> dict[Role, str]:
    """The same for both roles; the watching link belongs to the scoring one."""
    table = table or tables.first(store)
    key = access_keys.mint(store, table, Origin.COMMAND)
    return {Role.SCORE: f"/join/{key}", Role.WATCH: f"/join/{access_keys.watching_key(key, table)}"}


def cookie_name(client: FlaskClient) -> str:
    """The name of the session cookie of a client's score keeper."""
    return str(client.application.config["SESSION_COOKIE_NAME"])


def session_of(client: FlaskClient) -> str:
    """The session of a client, from its cookie."""
    cookie = client.get_cookie(cookie_name(client))
    return cookie.value if cookie else ""
