"""The table page, where people spend the evening: the last hand's points, the next question."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.analysis.awards import Given, awards
from scorekeeper.engine.analysis.needs import Need, needs
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.game import Game
from scorekeeper.engine.rules.steps.asking import number_of, seat_of
from scorekeeper.engine.rules.wording import Sentence
from scorekeeper.ledger.entries.game_log import Kind
from scorekeeper.ledger.entries.game_record import GameRecord
from scorekeeper.ledger.entries.history import moved, seat_changes
from scorekeeper.ledger.entries.outcome import Outcome, Submission
from scorekeeper.ledger.errors import Unknown, UnreadableGame
from scorekeeper.ledger.evenings import games
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.people.seats import Person
from scorekeeper.web.access import access_control, phone_owner
from scorekeeper.web.access.phone_owner import Asking
from scorekeeper.web.open_store import open_store
from scorekeeper.web.performance import polling
from scorekeeper.web.rendering.formatting import Teller
from scorekeeper.web.rendering.game_chart import totals_chart
from scorekeeper.web.rendering.line_chart import Chart, signed
from scorekeeper.web.table import conflicts, json_answers
from scorekeeper.web.table.entry_forms import (
    Carried,
    answer_given,
    answer_shown,
    as_fields,
    choice_given,
)
from scorekeeper.web.table.look_ahead_description import position

CALL_BY_CALL = "calls"
ASKED = "asked"  # the question: without scripts, the page begins there if it is below the window
LOW_CHART = 140.0  # units high, of the 340 that a chart is wide

pages = Blueprint("play", __name__, url_prefix="/games/<int:game_id>")


def load(game_id: int) -> GameRecord:
    """The game of this address; Unknown where it is not this table's."""
    store = open_store()
    return store.game(g.table.id, game_id)


def submit(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> Outcome:
    """Record what the posted form gives, if it fits; `deal` names the hand that it puts right.

    `fact` stands for the fields of the form, where these are not yet the whole entry.
    Raises Unknown.
    """
    store = open_store()
    try:
        carried = Carried.posted()
    except EntryError as error:
        record = load(game_id)
        return Outcome.refused(error, record)
    of_answer = kind is Kind.ANSWER
    given = Submission(
        carried.key,
        carried.revision,
        kind,
        answer_given() if fact is None else fact,
        carried.hand if of_answer else deal,
        carried.question if of_answer else None,
        session.get("device", ""),
    )
    return store.submit(g.table.id, game_id, given)


def page(record: GameRecord, status: int = 200, **context: Any) -> ResponseReturnValue:
    """The page of a game: the next question, under the result of the last hand until it begins."""
    game = record.game
    fresh = not game.current.record.facts
    by_call = session.get("record") == CALL_BY_CALL
    return (
        render_template(
            "table/table.html",
            **(
                game_context(record)
                | {
                    "step": game.step,
                    "last": game.complete[-1] if fresh and game.complete else None,
                    "position": position(record),
                    "need": _nearest(game),
                    "awards": awards_of(record),
                    "drawn": _final_chart(record),
                    "signed_totals": [signed(total) for total in game.totals],
                    "by_call": by_call,
                    "seat": _asking(record, by_call, refused=status == 422),
                    **table_context(record),
                    "drawn_dealer": "drawn" in request.args and fresh and not game.deals,
                    "chosen": as_fields(record.log.answered_before or {}),
                    "withdrawn": record.log.answered_before is not None,
                    "action": url_for("play.answer", game_id=record.id),
                }
                | context
            ),
        ),
        status,
    )


def awards_of(record: GameRecord) -> tuple[Given, ...]:
    """The awards of a game that is over; the holders are players where seats changed hands."""
    sitting = record.log.sitting
    if not sitting.changes:
        return awards(record.game)
    return awards(record.game, lambda number, seat: Person(sitting.at(number)[seat]))


def _final_chart(record: GameRecord) -> Chart | None:
    """The running totals, low enough to stand under the winner with the awards on a phone."""
    if not record.game.winners:
        return None
    return totals_chart(record.game, Teller(record.players), height=LOW_CHART)


def _nearest(game: Game) -> Need | None:
    """What the best placed side needs, of those that can win or reach the target if any can."""
    by_side = needs(game)
    in_order = [by_side[side] for side in game.order] if by_side else []
    wins = [need for need in in_order if need.win]
    reaches = [need for need in in_order if need.reach]
    return next(iter(wins or reaches or in_order), None)


def _asking(record: GameRecord, by_call: bool, refused: bool) -> Asking:
    """Whom the next question asks; a phone whose answer was refused goes on with it."""
    asked = phone_owner.asked(record.game.step, by_call)
    entering = refused or request.args.get("for", type=int) == asked
    return Asking(phone_owner.mine(record), asked, entering)


def table_context(record: GameRecord) -> dict[str, Any]:
    """Whether the game was removed, and where a page that follows the table goes on.

    follows      it goes on by itself to the game that the table begins next
    another      the game in progress, once this one is over or removed
    """
    store = open_store()
    removed = record.game.removable and store.removed(record.table_id, record.id)
    current = games.current(store, record.table_id)
    another = None
    with suppress(Unknown, UnreadableGame):
        if (record.game.over or removed) and current not in (None, record.id):
            another = store.game(record.table_id, current)
    if another is not None and another.game.over:
        another = None
    return {"removed": removed, "follows": removed or current == record.id, "another": another}


def game_context(record: GameRecord) -> dict[str, Any]:
    """What every page of a game shows."""
    return {
        "record": record,
        "game": record.game,
        "log": record.log,
        "book": record.game.setup.book,
        "invite": not current_app.config["KEYLESS"],
        "carry": Carried(new_key(), record.log.revision),
        "mine": phone_owner.mine(record),
        "tell": Teller.of(record),
        "seat_changes": seat_changes(record.log),
        "moved": moved(record.log),
        "meanwhile": _meanwhile(record),
    }


def _meanwhile(record: GameRecord) -> list[Sentence]:
    """What was recorded since the page that this one takes the place of."""
    since = request.args.get("since", type=int)
    if since is None:
        return []
    store = open_store()
    return store.told_since(record.table_id, record.id, since)


@pages.get("/")
@polling.for_watchers
def hand(game_id: int) -> ResponseReturnValue:
    """The table page: the next question, and the result of the hand that was scored last."""
    if "record" in request.args:
        session["record"] = request.args["record"][:10]
    return page(load(game_id))


@pages.get("/<any(answers, choice, undo, redo, stop, dealer, seat, remove):act>")
def back(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """The page of the game, for an address that a refused form has left behind."""
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/seat")
def sit(game_id: int) -> ResponseReturnValue:
    """Say whose phone this is, or that it is nobody's."""
    record = load(game_id)
    try:
        phone_owner.sit(record, seat_of(request.form, "sits", len(record.players)))
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Take an answer to the question that the page showed."""
    return _take(game_id, Kind.ANSWER)


@pages.post("/<any(undo, redo, stop, dealer):act>")
def act(game_id: int, act: str) -> ResponseReturnValue:
    """Undo, redo, stop the game, or say who deals."""
    return _take(game_id, Kind(act))


@pages.post("/choice")
def choose(game_id: int) -> ResponseReturnValue:
    """Say which of two answers to one question holds."""
    try:
        hand = number_of(request.form, "hand")
    except EntryError as error:
        if json_answers.wanted():
            return json_answers.answer(Outcome.refused(error, load(game_id)))
        return refused(game_id, error)
    return _take(game_id, Kind.CHOICE, hand, choice_given())


def _take(
    game_id: int, kind: Kind, deal: int | None = None, fact: Mapping[str, Any] | None = None
) -> ResponseReturnValue:
    """Record what the posted form gives, and answer as it was asked: with a page or with JSON."""
    outcome = submit(game_id, kind, deal, fact)
    if json_answers.wanted():
        return json_answers.answer(outcome)
    if outcome.error is not None:
        return refused(game_id, outcome.error, offered=conflicts.offered(outcome))
    if not outcome.stands:
        return page(outcome.record, 409, **conflicts.context(outcome))
    return redirect(url_for("play.hand", game_id=game_id, _anchor=ASKED), 303)


@pages.post("/remove")
def remove(game_id: int) -> ResponseReturnValue:
    """Take a game that was begun by mistake off the list."""
    store = open_store()
    try:
        games.remove(store, g.table.id, game_id, access_control.author())
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("home.index", removed=game_id), 303)


@pages.post("/bring-back")
def bring_back(game_id: int) -> ResponseReturnValue:
    """Put a removed game on the list again."""
    store = open_store()
    games.bring_back(store, g.table.id, game_id, access_control.author())
    return redirect(url_for("play.hand", game_id=game_id), 303)


def refused(game_id: int, error: EntryError, **context: Any) -> ResponseReturnValue:
    """The page again, with the reason beside the field and the answer as it was given."""
    another = error.code == "another-question"
    chosen: dict[str, Any] = {} if another else {"chosen": answer_shown(), "withdrawn": False}
    return page(load(game_id), 422, error=error, **chosen, **context)
