"""Access: who may see and who may write, whose phone it is, and the open score file."""

from __future__ import annotations

import datetime as dt
import ipaddress
import secrets
from contextlib import suppress
from dataclasses import dataclass
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

from scorekeeper.ledger import access_keys, game_list, phones, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_log import GameRecord
from scorekeeper.ledger.journal_events import Author
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.phones import SeenPhones, Sighting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.steps import Step
from scorekeeper.seating import Seat
from scorekeeper.web import rate_limits
from scorekeeper.web.rate_limits import SAFE_METHODS


def open_store() -> Store:
    """The store that this request reads and writes."""
    store: Store = current_app.config["STORE"]
    return store


# Whose phone it is
#
# The phone keeps who it belongs to in its cookie, for each table and by the player, not by the
# seat: so it holds for the next game of the same people, wherever they sit, and through another
# name.

COOKIE = "sits"


@dataclass(frozen=True, slots=True)
class Asking:
    """Whom a question asks, as seen from this phone.

    mine        the seat of the phone's owner; None for a phone that lies on the table
    asked       the seat that is asked; None where the whole table is
    entering    the phone answers in place of somebody else
    """

    mine: Seat | None
    asked: Seat | None
    entering: bool = False

    @property
    def waiting(self) -> bool:
        """Whether somebody else is to answer on their own phone."""
        return self.mine is not None and self.asked not in (None, self.mine) and not self.entering

    @property
    def my_turn(self) -> bool:
        """Whether the phone's owner is asked, and nobody else."""
        return self.mine is not None and self.asked == self.mine

    @property
    def shared(self) -> bool:
        """Whether this phone is asked together with all the others."""
        return self.mine is not None and self.asked is None


def mine(record: GameRecord) -> Seat | None:
    """Where the owner of this phone sits in a game; None where nobody of it owns the phone."""
    if g.get("role") is not Role.SCORE:
        return None
    owner = session.get(COOKIE, {}).get(str(record.table_id))
    if owner is None:
        return None
    sitting = record.log.sitting.at(record.game.current.number)
    for seat, (player, name) in enumerate(zip(sitting, record.players, strict=True)):
        if isinstance(owner, int):
            if record.people.person(player) == record.people.person(owner):
                return Seat(seat)
        elif folded(name) == owner:  # a cookie from before the number was kept
            return Seat(seat)
    return None


def sit(record: GameRecord, seat: Seat | None) -> None:
    """Note whose phone this is; None makes it the table's again."""
    others = {
        table: player
        for table, player in session.get(COOKIE, {}).items()
        if table != str(record.table_id)
    }
    sitting = record.log.sitting.at(record.game.current.number)
    own = {} if seat is None else {str(record.table_id): sitting[seat]}
    session[COOKIE] = others | own


def asked(step: Step | None, by_call: bool) -> Seat | None:
    """Whom a question asks; where the auction is recorded call by call, the first call too."""
    if by_call and isinstance(step, AuctionStep):
        return step.auction.turn
    return step.asked if step else None


# Who may see and write
#
# The cookie says for each table what the phone may do there, by which renewal of the keys, and by
# which key it came, so that the phone can hand that on. It is signed and no script can read it.

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
    game_id = game_list.current(store, table.id, within=EVENING)
    with suppress(Unknown, UnreadableGame):
        if game_id is not None and not store.game(table.id, game_id).game.over:
            return url_for("play.hand", game_id=game_id)
    return url_for("home.first_page")


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
    owner = session.get(COOKIE, {}).get(str(g.table.id))
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
