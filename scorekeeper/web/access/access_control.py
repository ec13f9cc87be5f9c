"""Who may see and who may write: keys in links, exchanged for a signed cookie.

The cookie says for each table what the phone may do there, by which renewal of the keys, and by
which key it came, so that the phone can hand that on. It is signed and no script can read it.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import secrets
from contextlib import suppress
from typing import Any

from flask import (
    Blueprint,
    Flask,
    Response,
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
from werkzeug.exceptions import TooManyRequests

from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.evenings import games
from scorekeeper.ledger.journal_events import Author
from scorekeeper.ledger.tables import access_keys, phones, tables
from scorekeeper.ledger.tables.access_keys import Role
from scorekeeper.ledger.tables.phones import SeenPhones, Sighting
from scorekeeper.ledger.tables.tables import TableRecord
from scorekeeper.web.access import phone_owner, rate_limits
from scorekeeper.web.access.rate_limits import SAFE_METHODS
from scorekeeper.web.open_store import open_store

OPEN_TO_ALL = {
    *("assets.file", "access.join", "health.show", "offline.worker", "offline.manifest"),
}
PERSONAL = {"languages", "practice_record", "settings"}  # they write to the phone's cookie alone
# Where a link may lead besides the first page: to the screen for the room, with scripts or without.
SCREENS: dict[str, dict[str, Any]] = {"screen": {}, "plain": {"plain": ""}}
EVENING = dt.timedelta(hours=12)  # a game that nobody has touched for longer is not being played
MOST_TABLES = 12  # in one cookie, which a browser keeps up to 4 KB
PHONES = "phones"  # the extension that notes which phones are here

pages = Blueprint("access", __name__)


def is_loopback(host: str) -> bool:
    """Whether a host name or address reaches this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def install(app: Flask) -> None:
    """Let nobody in without a key, unless the application was made without keys."""
    app.extensions[PHONES] = SeenPhones(app.config["STORE"])
    app.register_blueprint(pages)
    app.before_request(_admit)


@pages.get("/join/<key>")
def join(key: str) -> ResponseReturnValue:
    """Exchange a key for a cookie, and take it out of the address."""
    store = open_store()
    opened = access_keys.opened(store, key)
    if opened is None:  # a right key is never limited: a household shares one address
        rate_limits.wrong_key()
        return door(404, stale=True)
    grant(opened.table, opened.role, key)
    return redirect(_first_page(store, opened.table), 303)


def _first_page(store: Store, table: TableRecord) -> str:
    """Where a link leads: to the hand that is being played, or else to the first page."""
    screen = SCREENS.get(request.args.get("to", ""))
    if screen is not None:
        return url_for("screen.newest", **screen)
    game_id = games.current(store, table.id, within=EVENING)
    with suppress(Unknown, UnreadableGame):
        if game_id is not None and not store.game(table.id, game_id).game.over:
            return url_for("play.hand", game_id=game_id)
    return url_for("home.index")


@pages.errorhandler(TooManyRequests)
def too_many(error: TooManyRequests) -> ResponseReturnValue:
    """The door, to be tried again later."""
    shown, status = door(429, seconds=error.retry_after)
    return shown, status, {"Retry-After": str(error.retry_after)}


@pages.after_request
def _silent(response: Response) -> Response:
    """Let no page say by which key one came; the door has a form, which says from which host."""
    response.headers["Referrer-Policy"] = (
        "no-referrer" if response.status_code == 303 else "strict-origin"
    )
    return response


def door(status: int, **context: Any) -> tuple[str, int]:
    """What those see who are outside."""
    return render_template("access/link_needed.html", **context), status


def grant(table: TableRecord, role: Role, key: str) -> None:
    """Note in the cookie what this phone may do; a watching link takes nothing away."""
    _part_from_removed(table)
    grants = dict(session.get("grants", {}))
    held = grants.pop(str(table.id), None)
    fresh = [*_granting(table, role), key]
    if held and role is Role.WATCH and held[:2] == _granting(table, Role.SCORE):
        fresh = held
    newest = list(grants.items())[-(MOST_TABLES - 1) :]
    session["grants"] = {**dict(newest), str(table.id): fresh}
    session["table"] = table.id
    _name_device()


def _admit() -> ResponseReturnValue | None:
    if request.endpoint in OPEN_TO_ALL:
        return None
    personal = request.blueprint in PERSONAL
    store = open_store()
    if current_app.config["KEYLESS"]:
        g.table, g.role, g.key = tables.first(store), Role.SCORE, ""
        if "device" not in session:
            _name_device()
        return None
    granted = _granted(store)
    if granted is None:
        return None if personal else door(403)
    g.table, g.role, g.key = granted
    _note_phone()
    if g.role is not Role.SCORE and request.method not in SAFE_METHODS and not personal:
        abort(403)
    return None


def author() -> Author:
    """This phone, as the journal names it."""
    return Author("phone", session.get("device", ""), phones.link_of(g.get("key", "")))


def sighting() -> Sighting | None:
    """This phone as it was let in; None where it came by no link."""
    if current_app.config["KEYLESS"] or "role" not in g:
        return None
    owner = session.get(phone_owner.COOKIE, {}).get(str(g.table.id))
    _, renewal = _granting(g.table, g.role)
    return Sighting(
        *(g.table.id, session["device"], g.role, int(renewal), phones.link_of(g.key)),
        owner if isinstance(owner, int) else None,
    )


def _note_phone() -> None:
    if "device" not in session:
        _name_device()
    seen = sighting()
    if seen is not None:
        seen_phones: SeenPhones = current_app.extensions[PHONES]
        seen_phones.note(seen)


def _part_from_removed(table: TableRecord) -> None:
    """Give a removed phone that follows a link another name, by which it is good again.

    What it was granted under the old name at a table that it was removed from, it loses.
    """
    store = open_store()
    device, grants = session.get("device"), session.get("grants", {})
    if device is None:
        return
    laid = {str(record.id): record for record in tables.every(store)}
    gone = {
        number
        for number in {*grants, str(table.id)}
        if number in laid and phones.is_removed(store, laid[number], device)
    }
    if gone:
        session["grants"] = {number: held for number, held in grants.items() if number not in gone}
        del session["device"]


def _name_device() -> None:
    """Give the phone a name of its own, to be noted with its entries, and a lasting cookie."""
    session.setdefault("device", secrets.token_hex(4))
    session.permanent = True


def _granted(store: Store) -> tuple[TableRecord, Role, str] | None:
    """The table that this phone has open, its role there and its key, while its grant is good."""
    table_id = session.get("table")
    held = session.get("grants", {}).get(str(table_id))
    if table_id is None or held is None:
        return None
    try:
        table = tables.table(store, table_id)
        role = Role(held[0])
    except (Unknown, ValueError):
        return None
    if held[:2] != _granting(table, role):
        return None
    if phones.is_removed(store, table, session.get("device", "")):
        return None
    return table, role, "".join(held[2:])


def _granting(table: TableRecord, role: Role) -> list[str | int]:
    """How a cookie names a role at a table, as long as its keys are not renewed."""
    return [role.value, table.score_keys if role is Role.SCORE else table.watch_keys]
