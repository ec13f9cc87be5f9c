"""Pages that change players: another player in a seat, a corrected name, two names merged."""

from __future__ import annotations

import datetime as dt
from typing import Any

from flask import (
    Blueprint,
    abort,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.errors import EntryError
from scorekeeper.ledger import renames_and_merges
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.history import seat_changes
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.renames_and_merges import Merge, NameTaken
from scorekeeper.ledger.tables import names_at, players_at
from scorekeeper.rules.steps import number_of
from scorekeeper.web import access, previews, table
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.entry_forms import posted_answer, shortened_answer
from scorekeeper.web.formatting import Teller
from scorekeeper.web.settings import is_own_path
from scorekeeper.wording import say

OVERTAKEN = say(
    "Somebody has changed the seats since this page was loaded: look and enter it again."
)

pages = Blueprint("people", __name__)


@pages.get("/games/<int:game_id>/players")
def seats(game_id: int) -> ResponseReturnValue:
    """Show who sits where in a game, with the forms that change it."""
    only_scorers()
    return _seats(table.load(game_id))


@pages.post("/games/<int:game_id>/players")
def take_seat(game_id: int) -> ResponseReturnValue:
    """Seat another player from a hand on, or move or withdraw a change of players."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        return _seats(table.load(game_id), 422, error=error, chosen=shortened_answer())
    posted = posted_answer()
    fact: dict[str, Any] = {
        name: posted[name] for name in ("seat", "name", "was") if name in posted
    }
    if "take_back" in posted:
        fact = {"seat": posted.get("seat")}
    elif "name" not in fact:
        fact["name"] = ""
    outcome = table.record_posted(game_id, Kind.SEAT, hand, fact)
    if outcome.error is not None:
        return _seats(outcome.record, 422, error=outcome.error, chosen=shortened_answer())
    if not outcome.stands:
        return _seats(outcome.record, 409, notice=OVERTAKEN, chosen=shortened_answer())
    return redirect(url_for("people.seats", game_id=game_id), 303)


@pages.get("/players/<int:player_id>/name")
def name(player_id: int) -> ResponseReturnValue:
    """Show the name of a player, and the players to merge with."""
    only_scorers()
    person = people_of(open_store().db, g.table.id).person(player_id)
    if person != player_id:
        return redirect(url_for("people.name", player_id=person, back=_return_path() or None), 303)
    return _name(player_id)


@pages.post("/players/<int:player_id>/name")
def rename(player_id: int) -> ResponseReturnValue:
    typed = request.form.get("name", "")
    try:
        renames_and_merges.rename(open_store(), g.table.id, player_id, typed, access.author())
    except NameTaken as taken:
        return _name(player_id, 422, error=taken, typed=typed, other=_person(taken.other))
    except EntryError as error:
        return _name(player_id, 422, error=error, typed=typed)
    return redirect(_back(player_id), 303)


@pages.get("/players/<int:player_id>/merge")
def ask(player_id: int) -> ResponseReturnValue:
    """Show what a merge of two players would change."""
    only_scorers()
    return _preview(player_id)


@pages.post("/players/<int:player_id>/merge")
def merge(player_id: int) -> ResponseReturnValue:
    """Merge two players into the one whose name is kept."""
    other, into = _number("with"), _number("keep")
    if other is None or into is None or into not in {player_id, other}:
        return _preview(player_id, 422)
    merged = other if into == player_id else player_id
    try:
        preview = renames_and_merges.preview(open_store(), g.table.id, player_id, other)
        previews.check(_sealed(preview))
    except previews.Differs as error:
        return _preview(player_id, 409, notice=error.sentence)
    except EntryError:
        pass  # one player: a repeated tap finds them merged
    try:
        renames_and_merges.merge(open_store(), g.table.id, merged, into, access.author())
    except EntryError:
        return _preview(player_id, 422)
    return redirect(url_for("people.name", player_id=into, back=_return_path() or None), 303)


@pages.post("/players/<int:player_id>/separate")
def separate(player_id: int) -> ResponseReturnValue:
    """Undo the merge of a player."""
    whole = renames_and_merges.withdraw(open_store(), g.table.id, player_id, access.author())
    return redirect(url_for("people.name", player_id=whole, back=_return_path() or None), 303)


@pages.get("/players/<int:player_id>/separate")
def redirect_reload(player_id: int) -> ResponseReturnValue:
    """Redirect to the page of the player's name if the URL of the form is reloaded."""
    return redirect(url_for("people.name", player_id=player_id), 303)


def _seats(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    sitting, game = record.log.sitting, record.game
    now = sitting.at(game.current.number)
    people = [record.people.person(player) for player in now]
    seated = {record.people.name(player) for player in sitting.everyone}
    last = max(len(game.deals) if game.over else game.current.number, 1)
    return (
        render_template(
            "players/seats.html",
            **(
                table.game_context(record)
                | {
                    "people": people,
                    "changes": list(zip(sitting.changes, seat_changes(record.log), strict=True)),
                    "offered": [
                        name for name in names_at(open_store(), g.table.id) if name not in seated
                    ],
                    "last": last,
                    "chosen": {},
                }
                | context
            ),
        ),
        status,
    )


def _name(player_id: int, status: int = 200, **context: Any) -> ResponseReturnValue:
    who = _person(player_id)
    shown = {
        "who": who,
        "typed": who.name,
        "others": [
            player for player in players_at(open_store(), g.table.id) if player.id != who.id
        ],
        "former": renames_and_merges.former_names(open_store(), g.table.id, who.id),
        "merged": renames_and_merges.merged(open_store(), g.table.id, who.id),
        "back": _return_path(),
        "playing": None if _return_path() else table.game_in_progress(g.table.id),
        "teller": Teller.of,
    }
    return render_template("players/name.html", **(shown | context)), status


def _sealed(merge: Merge) -> str:
    """Return the value that the form below the preview of a merge carries."""
    return previews.sealed([merge.player, merge.into], merge)


def _preview(player_id: int, status: int = 200, **context: Any) -> ResponseReturnValue:
    """Show the preview of a merge; without another player, the page of the player's name."""
    other = _number("with")
    _person(player_id)
    if other is None:
        return redirect(url_for("people.name", player_id=player_id), 303)
    try:
        preview = renames_and_merges.preview(open_store(), g.table.id, player_id, other)
    except EntryError as error:
        return _name(player_id, 422, error=error)
    parsed = dt.date.fromisoformat
    shown = {"merge": preview, "parsed": parsed, "back": _return_path(), "value": _sealed(preview)}
    return render_template("players/merge.html", **(shown | context)), status


def _person(player_id: int) -> Any:
    """Return a player of the table; ends the request with 404 if there is none."""
    person = people_of(open_store().db, g.table.id).person(player_id)
    players = {player.id: player for player in players_at(open_store(), g.table.id)}
    return players[person] if person in players else abort(404)


def _back(player_id: int) -> str:
    """Return the page to go back to after a rename, by default the page of the player's name."""
    return _return_path() or url_for("people.name", player_id=player_id)


def _return_path() -> str:
    """Return the path in the field `back`, if it is one of our pages; otherwise ""."""
    path = request.values.get("back", "")
    return path if is_own_path(path) else ""


def _number(field: str) -> int | None:
    return request.values.get(field, type=int)
