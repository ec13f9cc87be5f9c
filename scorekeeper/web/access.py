"""Who may see and who may write: keys in links, exchanged for a signed cookie.

A table has two keys, one for scoring and one for watching. They are derived from the secret of
the database and the number of times the table has renewed them, so that nothing but the secret
is stored and a renewed key makes all earlier ones void.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import secrets
from dataclasses import dataclass
from enum import Enum

import segno
from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.store import Store, TableRecord

SECRET_NAME = "secret"  # noqa: S105  (the name of the setting, not its value)
KEY_LENGTH = 24  # characters of base64: 144 bits
OPEN_TO_ALL = {"assets.file", "access.join", "offline.worker", "offline.manifest"}
PERSONAL = {"languages", "settings"}  # the blueprints that write to the phone's own cookie alone
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}

pages = Blueprint("access", __name__)


class Role(Enum):
    """What a link lets its holder do at a table."""

    SCORE = "score"
    WATCH = "watch"


def secret_of(store: Store) -> str:
    """The secret of a database, made when it is first asked for."""
    return store.setting(SECRET_NAME, lambda: secrets.token_urlsafe(32))


def key_of(store: Store, table: TableRecord, role: Role) -> str:
    """The key of a table for a role."""
    message = f"{table.id}.{role.value}.{_generation(table, role)}".encode()
    digest = hmac.new(secret_of(store).encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode()[:KEY_LENGTH]


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to this table with its code for a camera."""

    role: Role
    link: str
    code: Markup


def invitations() -> list[Invitation]:
    """The links that the holder of this phone may hand on: never more than he was given.

    They name the address that the phone itself uses, unless that is of use on this machine alone.
    """
    if current_app.config["KEYLESS"]:
        return []
    store: Store = current_app.config["STORE"]
    roles = list(Role) if g.role is Role.SCORE else [Role.WATCH]
    found = []
    for role in roles:
        link = url_for("access.join", key=key_of(store, g.table, role), _external=True)
        reachable: str | None = current_app.config["REACHABLE"]
        if reachable and is_loopback(request.host.rsplit(":", 1)[0].strip("[]")):
            link = link.replace(request.host_url, reachable, 1)
        svg = segno.make(link, error="m").svg_inline(scale=4, border=4, dark="#000", light="#fff")
        found.append(Invitation(role, link, Markup(svg)))  # noqa: S704  (drawn by segno)
    return found


def is_loopback(host: str) -> bool:
    """Whether a host name or address reaches this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def install(app: Flask) -> None:
    """Let nobody in without a key, unless the application was made without keys."""
    app.register_blueprint(pages)
    app.before_request(_admit)


@pages.get("/join/<key>")
def join(key: str) -> ResponseReturnValue:
    """Exchange a key for a cookie, and take it out of the address."""
    store: Store = current_app.config["STORE"]
    for table in store.tables():
        for role in Role:
            if hmac.compare_digest(key_of(store, table, role).encode(), key.encode()):
                _grant(table, role)
                return redirect(url_for("home.index"), 303)
    return render_template("door.html", stale=True), 404


def _admit() -> ResponseReturnValue | None:
    if request.endpoint in OPEN_TO_ALL:
        return None
    personal = request.blueprint in PERSONAL
    store: Store = current_app.config["STORE"]
    if current_app.config["KEYLESS"]:
        g.table, g.role = store.first_table(), Role.SCORE
        if "device" not in session:
            _name_device()
        return None
    granted = _granted(store)
    if granted is None:
        return None if personal else (render_template("door.html", stale=False), 403)
    g.table, g.role = granted
    if g.role is not Role.SCORE and request.method not in SAFE_METHODS and not personal:
        abort(403)
    return None


def _grant(table: TableRecord, role: Role) -> None:
    """Note in the cookie what this phone may do; a watching link takes nothing away."""
    grants = dict(session.get("grants", {}))
    held = grants.get(str(table.id), [None])[0]
    if held != Role.SCORE.value or role is Role.SCORE:
        grants[str(table.id)] = [role.value, _generation(table, role)]
    session["grants"] = grants
    session["table"] = table.id
    _name_device()


def _name_device() -> None:
    """Give the phone a name of its own, to be noted with its entries, and a lasting cookie."""
    session.setdefault("device", secrets.token_hex(4))
    session.permanent = True


def _granted(store: Store) -> tuple[TableRecord, Role] | None:
    """The table that this phone has open and its role there, if its key is still good."""
    table_id = session.get("table")
    grant = session.get("grants", {}).get(str(table_id))
    if table_id is None or grant is None:
        return None
    try:
        table = store.table(table_id)
        role = Role(grant[0])
    except (Unknown, ValueError):
        return None
    return (table, role) if grant[1] == _generation(table, role) else None


def _generation(table: TableRecord, role: Role) -> int:
    return table.score_keys if role is Role.SCORE else table.watch_keys
