"""Access: join links and codes, the roles they grant, and the owner of each phone."""

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

from scorekeeper.errors import MalformedEntry
from scorekeeper.ledger import access_codes, access_keys, game_list, phones, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.journal_events import Author
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.phones import SeenPhones, Sighting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.rules.steps import Step
from scorekeeper.seating import Seat
from scorekeeper.web import rate_limits
from scorekeeper.web.place import Keeping, here
from scorekeeper.web.rate_limits import SAFE_METHODS
from scorekeeper.wording import say


def open_store() -> Store:
    """Return the store that this request reads and writes."""
    store: Store = current_app.config["STORE"]
    return store


# The owner of a phone
#
# For each table, the phone's cookie holds the id of the player who owns it. A seat or a name would
# not do: people change seats between games, and names are corrected.

COOKIE = "sits"


@dataclass(frozen=True, slots=True)
class Asking:
    """The seat that has to answer a question, as seen from this phone.

    own         the seat of the phone's owner; None for a phone that lies on the table
    asked       the seat that has to answer; None if the question is for the whole table
    entering    whether the phone answers for another player
    """

    own: Seat | None
    asked: Seat | None
    entering: bool = False

    @property
    def waiting(self) -> bool:
        """Whether another player is to answer on their own phone."""
        return self.own is not None and self.asked not in (None, self.own) and not self.entering

    @property
    def my_turn(self) -> bool:
        """Whether only the phone's owner has to answer."""
        return self.own is not None and self.asked == self.own

    @property
    def shared(self) -> bool:
        """Whether the question is for the whole table, and this phone may answer it."""
        return self.own is not None and self.asked is None


def owner_seat(record: GameRecord) -> Seat | None:
    """Return the seat of this phone's owner; None unless a player of the game owns it."""
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
        elif folded(name) == owner:  # an old cookie: it held a name instead of an id
            return Seat(seat)
    return None


def set_owner(record: GameRecord, seat: Seat | None) -> None:
    """Make the player in a seat the owner of this phone; None makes it a phone of the table."""
    others = {
        table: player
        for table, player in session.get(COOKIE, {}).items()
        if table != str(record.table_id)
    }
    sitting = record.log.sitting.at(record.game.current.number)
    own = {} if seat is None else {str(record.table_id): sitting[seat]}
    session[COOKIE] = others | own


def seat_asked(step: Step | None, by_call: bool) -> Seat | None:
    """Return the seat that has to answer a question; None if it is for the whole table.

    `by_call` is true if the auction is recorded call by call.
    """
    if step is None:
        return None
    return step.turn if by_call else step.asked


# Grants
#
# The cookie holds a grant for each table: the role, the number of renewals of its keys, and the key
# of the link, so that the phone can show it to others. It is signed and no script can read it.

OPEN_TO_ALL = {
    *("access.join", "access.type_code", "access.join_by_code"),
    *("assets.file", "health.show", "offline.worker", "offline.manifest"),
}
# These write only to the phone's cookie, or to memory.
PERSONAL = {"languages", "practice_record", "settings", "shown"}
# A link may also lead to the screen for the room, with scripts or without.
SCREENS: dict[str, dict[str, Any]] = {"screen": {}, "plain": {"plain": ""}}
EVENING = dt.timedelta(hours=12)  # a game without an entry for longer is not being played
MOST_TABLES = 12  # in one cookie, which browsers limit to 4 KB
PHONES = "phones"  # the extension that records when each phone was last seen

pages = Blueprint("access", __name__)


def is_loopback(host: str) -> bool:
    """Return whether a host name or address reaches this machine only."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def install(app: Flask) -> None:
    """Refuse requests without a key, unless the application needs none."""
    app.extensions[PHONES] = SeenPhones(app.config["STORE"])
    app.register_blueprint(pages)
    app.before_request(_admit)


@pages.get("/join/<key>")
def join(key: str) -> ResponseReturnValue:
    """Exchange a key for a cookie, and redirect to a URL without the key."""
    store = open_store()
    if current_app.config["KEYLESS"]:  # a link from before leads to the table, too
        return redirect(_first_page(store, tables.first(store)), 303)
    link = access_keys.look_up(store, key)
    if link is None:  # good keys are not limited, because a household shares one address
        rate_limits.count_attempt()
        return link_needed(404, stale=True)
    _name_newcomer(link.table)
    grant(link.table, link.role, key)
    return redirect(_first_page(store, link.table), 303)


@pages.get("/join")
def type_code() -> ResponseReturnValue:
    """Show the page on which a code is typed, for phones of a table, too."""
    _only_with_keys()
    return link_needed(200, typing=True)


@pages.post("/join")
def join_by_code() -> ResponseReturnValue:
    """Exchange a typed code for a key of this phone's own, and redirect as a link does."""
    _only_with_keys()
    try:
        digits = access_codes.digits_in(request.form.get("code", ""))
    except MalformedEntry as error:
        return link_needed(422, typing=True, problem=error.sentence)
    rate_limits.count_attempt()
    store = open_store()
    opened = access_codes.look_up(store, code_secret(), digits)
    if opened is None:
        wrong = say(
            "This code is not valid, or not any more. Check the digits, or ask for a new one."
        )
        return link_needed(422, typing=True, problem=wrong)
    _name_newcomer(opened.table)
    by = Author("phone", session["device"])
    key = access_keys.mint(store, opened.table, Origin.CODE, by, opened.role)
    grant(opened.table, opened.role, key)
    return redirect(_first_page(store, opened.table), 303)


def code_secret() -> str:
    """Return the secret that codes are worked out with."""
    return str(current_app.secret_key)


def _only_with_keys() -> None:
    if current_app.config["KEYLESS"]:
        abort(404)


def _first_page(store: Store, table: TableRecord) -> str:
    """Return the URL to which a link leads: the screen for the room, if the link names it."""
    screen = SCREENS.get(request.args.get("to", ""))
    return url_of_game(store, table) if screen is None else url_for("screen.newest", **screen)


def url_of_game(store: Store, table: TableRecord) -> str:
    """Return the URL of the game that is being played, otherwise of the first page."""
    game_id = game_list.current(store, table.id, within=EVENING)
    with suppress(Unknown, UnreadableGame):
        if game_id is not None and not store.game(table.id, game_id).game.over:
            return url_for("table.hand", game_id=game_id)
    return url_for("home.first_page")


@pages.errorhandler(TooManyRequests)
def too_many(error: TooManyRequests) -> ResponseReturnValue:
    """Answer that another key or code may be tried only after some seconds."""
    typing = request.endpoint != "access.join"
    page, status = link_needed(429, typing=typing, seconds=error.retry_after)
    return page, status, {"Retry-After": str(error.retry_after)}


@pages.after_request
def _set_referrer_policy(response: Response) -> Response:
    # A join address holds a key, so its redirect sends no referrer. The page that asks for a link
    # has a form, whose check of the host needs the origin.
    response.headers["Referrer-Policy"] = (
        "no-referrer" if response.status_code == 303 else "strict-origin"
    )
    return response


def link_needed(status: int, **context: Any) -> tuple[str, int]:
    """Render the page for a phone that has not been let in, with the code that was typed."""
    typed = request.form.get("code", "")
    return render_template("access/link_needed.html", code=typed, **context), status


def grant(table: TableRecord, role: Role, key: str) -> None:
    """Store a role in the phone's cookie; a link to watch never takes the right to score away."""
    grants = dict(session.get("grants", {}))
    existing = grants.pop(str(table.id), None)
    fresh = [*_current_grant(table, role), key]
    if existing and role is Role.WATCH and existing[:2] == _current_grant(table, Role.SCORE):
        fresh = existing
    newest = list(grants.items())[-(MOST_TABLES - 1) :]
    session["grants"] = {**dict(newest), str(table.id): fresh}
    session["table"] = table.id


def _admit() -> ResponseReturnValue | None:
    if request.endpoint in OPEN_TO_ALL:
        return None
    personal = request.blueprint in PERSONAL
    store = open_store()
    if current_app.config["KEYLESS"]:
        g.table, g.key = tables.first(store), ""
        g.role = Role.WATCH if here().keeps is Keeping.SHOWN else Role.SCORE
        if "device" not in session:
            _name_device()
        _refuse_writes(personal)
        return None
    opened = _open_grant(store)
    if opened is None:
        return None if personal else link_needed(403)
    g.table, g.role, g.key = opened
    _record_phone()
    _refuse_writes(personal)
    return None


def _refuse_writes(personal: bool) -> None:
    if g.role is not Role.SCORE and request.method not in SAFE_METHODS and not personal:
        abort(403)


def only_scorers() -> None:
    """Answer 403 to a watcher."""
    if g.role is not Role.SCORE:
        abort(403)


def author() -> Author:
    """Return the author of this request's journal events."""
    return Author("phone", session.get("device", ""), phones.link_of(g.get("key", "")))


def sighting() -> Sighting | None:
    """Return this phone with its role and its link, to be noted; None if it came without a link."""
    if current_app.config["KEYLESS"] or "role" not in g:
        return None
    owner = session.get(COOKIE, {}).get(str(g.table.id))
    _, renewal = _current_grant(g.table, g.role)
    return Sighting(
        *(g.table.id, session["device"], g.role, int(renewal), phones.link_of(g.key)),
        owner if isinstance(owner, int) else None,
    )


def _record_phone() -> None:
    if "device" not in session:
        _name_device()
    seen = sighting()
    if seen is not None:
        seen_phones: SeenPhones = current_app.extensions[PHONES]
        seen_phones.note(seen)


def _readmit_removed(table: TableRecord) -> None:
    """Let a removed phone in again when it follows a link, as a new device.

    It loses its grants at the tables that it was removed from.
    """
    store = open_store()
    device, grants = session.get("device"), session.get("grants", {})
    if device is None:
        return
    known_tables = {str(record.id): record for record in tables.every(store)}
    gone = {
        number
        for number in {*grants, str(table.id)}
        if number in known_tables and phones.is_removed(store, known_tables[number], device)
    }
    if gone:
        session["grants"] = {
            number: granted for number, granted in grants.items() if number not in gone
        }
        del session["device"]


def _name_newcomer(table: TableRecord) -> None:
    """Give a phone that is let in an id; a removed one gets another."""
    _readmit_removed(table)
    _name_device()


def _name_device() -> None:
    """Give the phone a random id, which its entries are recorded with, and a lasting cookie."""
    session.setdefault("device", secrets.token_hex(4))
    session.permanent = True


def _open_grant(store: Store) -> tuple[TableRecord, Role, str] | None:
    """Return the phone's table, its role and its key; None if its grant is missing or void."""
    table_id = session.get("table")
    granted = session.get("grants", {}).get(str(table_id))
    if table_id is None or granted is None:
        return None
    try:
        table = tables.table(store, table_id)
        role = Role(granted[0])
    except (Unknown, ValueError):
        return None
    if granted[:2] != _current_grant(table, role):
        return None
    if phones.is_removed(store, table, session.get("device", "")):
        return None
    return table, role, "".join(granted[2:])


def _current_grant(table: TableRecord, role: Role) -> list[str | int]:
    """Return the values with which a valid grant begins: the role and the number of renewals."""
    return [role.value, table.score_keys if role is Role.SCORE else table.watch_keys]
