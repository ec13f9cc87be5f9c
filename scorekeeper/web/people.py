"""Changes of people: another takes a seat, a name is corrected, two spellings are one player."""

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
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_log import GameRecord, Kind
from scorekeeper.ledger.history import seat_changes
from scorekeeper.ledger.people import people_of
from scorekeeper.ledger.renames_and_merges import NameTaken
from scorekeeper.ledger.tables import names_at, players_at
from scorekeeper.rules.steps import number_of
from scorekeeper.web import access, table
from scorekeeper.web.access import open_store
from scorekeeper.web.settings import is_own_path
from scorekeeper.web.table import answer_given, answer_shown
from scorekeeper.wording import say

OVERTAKEN = say(
    "Somebody has changed the seats since this page was loaded: look and enter it again."
)

pages = Blueprint("people", __name__)


@pages.get("/games/<int:game_id>/players")
def seats(game_id: int) -> ResponseReturnValue:
    """Who sits where in a game, with the ways to change it."""
    _only_scorers()
    return _seats(table.load(game_id))


@pages.post("/games/<int:game_id>/players")
def take_seat(game_id: int) -> ResponseReturnValue:
    """Seat somebody else from a hand on, or take such a change back, or move it."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        return _seats(table.load(game_id), 422, error=error, chosen=answer_shown())
    given = answer_given()
    fact: dict[str, Any] = {name: given[name] for name in ("seat", "name", "was") if name in given}
    if "take_back" in given:
        fact = {"seat": given.get("seat")}
    elif "name" not in fact:
        fact["name"] = ""
    outcome = table.submit(game_id, Kind.SEAT, hand, fact)
    if outcome.error is not None:
        return _seats(outcome.record, 422, error=outcome.error, chosen=answer_shown())
    if not outcome.stands:
        return _seats(outcome.record, 409, notice=OVERTAKEN, chosen=answer_shown())
    return redirect(url_for("people.seats", game_id=game_id), 303)


@pages.get("/players/<int:player_id>/name")
def name(player_id: int) -> ResponseReturnValue:
    """The name of a player, and whom the player may be the same as."""
    _only_scorers()
    person = people_of(open_store().db, g.table.id).person(player_id)
    if person != player_id:
        return redirect(url_for("people.name", player_id=person, back=_asked_back() or None), 303)
    return _name(player_id)


@pages.post("/players/<int:player_id>/name")
def rename(player_id: int) -> ResponseReturnValue:
    """Give the player another name."""
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
    """What it would mean that two players are one."""
    _only_scorers()
    return _preview(player_id)


@pages.post("/players/<int:player_id>/merge")
def merge(player_id: int) -> ResponseReturnValue:
    """Record that two players are one, by the name that is kept."""
    other, kept = _number("with"), _number("keep")
    if other is None or kept is None or kept not in {player_id, other}:
        return _preview(player_id, 422)
    gone = other if kept == player_id else player_id
    try:
        renames_and_merges.merge(open_store(), g.table.id, gone, kept, access.author())
    except EntryError:
        return _preview(player_id, 422)
    return redirect(url_for("people.name", player_id=kept, back=_asked_back() or None), 303)


@pages.post("/players/<int:player_id>/separate")
def separate(player_id: int) -> ResponseReturnValue:
    """Make a merged player one of their own again."""
    whole = renames_and_merges.withdraw(open_store(), g.table.id, player_id, access.author())
    return redirect(url_for("people.name", player_id=whole, back=_asked_back() or None), 303)


@pages.get("/players/<int:player_id>/separate")
def back(player_id: int) -> ResponseReturnValue:
    """The page of the name, for an address that a form has left behind."""
    return redirect(url_for("people.name", player_id=player_id), 303)


def _seats(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    sitting, game = record.log.sitting, record.game
    now = sitting.at(game.current.number)
    people = [record.people.person(player) for player in now]
    there = {record.people.name(player) for player in sitting.everyone}
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
                        name for name in names_at(open_store(), g.table.id) if name not in there
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
        "back": _asked_back(),
    }
    return render_template("players/name.html", **(shown | context)), status


def _preview(player_id: int, status: int = 200) -> ResponseReturnValue:
    """The preview of a merge; the page of the name where nobody else is chosen."""
    other = _number("with")
    _person(player_id)
    if other is None:
        return redirect(url_for("people.name", player_id=player_id), 303)
    try:
        preview = renames_and_merges.preview(open_store(), g.table.id, player_id, other)
    except EntryError as error:
        return _name(player_id, 422, error=error)
    parsed = dt.date.fromisoformat
    shown = render_template("players/merge.html", merge=preview, parsed=parsed, back=_asked_back())
    return shown, status


def _person(player_id: int) -> Any:
    """A player of the table, as lists name them; ends the request where there is none."""
    person = people_of(open_store().db, g.table.id).person(player_id)
    players = {player.id: player for player in players_at(open_store(), g.table.id)}
    return players[person] if person in players else abort(404)


def _back(player_id: int) -> str:
    """Where a rename was asked for; else the page of the name."""
    return _asked_back() or url_for("people.name", player_id=player_id)


def _asked_back() -> str:
    """The page of ours that the request names to go back to; none where it names no such."""
    asked = request.values.get("back", "")
    return asked if is_own_path(asked) else ""


def _number(field: str) -> int | None:
    return request.values.get(field, type=int)


def _only_scorers() -> None:
    if g.role is not Role.SCORE:
        abort(403)
