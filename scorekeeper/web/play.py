"""The page where people spend the evening: the next question, and the points of the last hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.awards import awards
from scorekeeper.engine.errors import EntryError, IllegalEntry
from scorekeeper.engine.game import DealRecord
from scorekeeper.engine.steps.asking import seat_of
from scorekeeper.engine.wording import Sentence, say
from scorekeeper.ledger import games
from scorekeeper.ledger.errors import StaleEntry
from scorekeeper.ledger.history import log_at
from scorekeeper.ledger.log import Kind
from scorekeeper.ledger.store import GameRecord, Store, new_key
from scorekeeper.web import bare, late, pulse, seats
from scorekeeper.web.ahead import position
from scorekeeper.web.forms import Carried, answer_given, answer_shown, as_fields
from scorekeeper.web.seats import Asking
from scorekeeper.web.telling import Teller

CALL_BY_CALL = "calls"

pages = Blueprint("play", __name__, url_prefix="/games/<int:game_id>")


def load(game_id: int) -> GameRecord:
    """The game of this address; Unknown where it is not this table's."""
    store: Store = current_app.config["STORE"]
    return store.game(g.table.id, game_id)


def record_entry(
    game_id: int, kind: Kind, given: Mapping[str, Any], deal: int | None = None
) -> bool:
    """Record what a form gave; False where the same answer has been recorded meanwhile.

    What puts a past hand right is no worse for what has been recorded in others meanwhile. Raises
    StaleEntry, MalformedEntry and IllegalEntry.
    """
    carried = Carried.posted()
    store: Store = current_app.config["STORE"]
    revision = carried.revision
    while True:
        try:
            store.record(
                g.table.id,
                game_id,
                key=carried.key,
                revision=revision,
                kind=kind,
                given=given,
                deal=carried.hand if kind is Kind.ANSWER else deal,
                question=carried.question if kind is Kind.ANSWER else None,
                device=session.get("device", ""),
            )
        except StaleEntry as stale:
            present = load(game_id)
            if kind is Kind.ANSWER and late.stands(present):
                return False
            if deal is None or present.game.deal(deal) is None or stale.seen > stale.present:
                raise
            if seen(game_id, carried.revision, deal) != present.game.deals[deal - 1].record:
                raise
            revision = present.log.revision
        except IllegalEntry as error:
            if error.code == "another-question" and late.stands(load(game_id)):
                return False
            raise
        else:
            return True


def seen(game_id: int, revision: int, number: int) -> DealRecord | None:
    """What was recorded of a hand at a revision."""
    store: Store = current_app.config["STORE"]
    deal = log_at(store, g.table.id, game_id, revision).game.deal(number)
    return deal.record if deal else None


def page(
    record: GameRecord, status: int = 200, *, asking: bool = True, **context: Any
) -> ResponseReturnValue:
    """The page of a game as it stands; `asking` shows the question even after a scored hand."""
    game = record.game
    fresh = not game.current.record.facts
    last = game.complete[-1] if game.complete else None
    by_call = session.get("record") == CALL_BY_CALL
    asks = game.step is not None and (asking or not fresh or last is None)
    return (
        render_template(
            "play.html",
            **(
                game_context(record)
                | {
                    "step": game.step,
                    "last": last if fresh else None,
                    "asking": asks,
                    "position": position(record, asks),
                    "awards": awards(game),
                    "by_call": by_call,
                    "seat": _asking(record, by_call, refused=status == 422),
                    "removed": _removed(record),
                    "chosen": as_fields(record.log.answered_before or {}),
                    "withdrawn": record.log.answered_before is not None,
                    "action": url_for("play.answer", game_id=record.id),
                }
                | context
            ),
        ),
        status,
    )


def _asking(record: GameRecord, by_call: bool, refused: bool) -> Asking:
    """Whom the next question asks; a phone whose answer was refused goes on with it."""
    asked = seats.asked(record.game.step, by_call)
    entering = refused or request.args.get("for", type=int) == asked
    return Asking(seats.mine(record), asked, entering)


def _removed(record: GameRecord) -> bool:
    store: Store = current_app.config["STORE"]
    return record.game.removable and store.removed(record.table_id, record.id)


def game_context(record: GameRecord) -> dict[str, Any]:
    """What every page of a game shows."""
    return {
        "record": record,
        "game": record.game,
        "log": record.log,
        "book": record.game.setup.book,
        "invite": not current_app.config["KEYLESS"],
        "carry": Carried(new_key(), record.log.revision),
        "mine": seats.mine(record),
        "tell": Teller(record.players),
        "meanwhile": bare.told_since(record.id, request.args.get("since", type=int)),
    }


@pages.get("/")
@pulse.for_watchers
def hand(game_id: int) -> ResponseReturnValue:
    """The next question; or the points of the hand just scored, until the next one is asked for."""
    if "record" in request.args:
        session["record"] = request.args["record"][:10]
    record = load(game_id)
    asked_for = request.args.get("hand", type=int) == record.game.current.number
    return page(record, asking=asked_for)


@pages.get("/<any(answers, undo, redo, stop, dealer, seat, remove):act>")
def back(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """The page of the game, for an address that a refused form has left behind."""
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/seat")
def sit(game_id: int) -> ResponseReturnValue:
    """Say whose phone this is, or that it is nobody's."""
    record = load(game_id)
    try:
        seats.sit(record, seat_of(request.form, "sits", len(record.players)))
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Take an answer to the question that the page showed."""
    if bare.wanted():
        record = partial(record_entry, game_id, Kind.ANSWER, answer_given())
        return bare.answer(game_id, record, partial(_became, game_id))
    try:
        record_entry(game_id, Kind.ANSWER, answer_given())
    except EntryError as error:
        return refused(game_id, error)
    except StaleEntry as stale:
        return overtaken(game_id, stale, Kind.ANSWER)
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/<any(undo, redo, stop, dealer):act>")
def act(game_id: int, act: str) -> ResponseReturnValue:
    """Undo, redo, stop the game, or say who deals."""
    kind = Kind(act)
    if bare.wanted():
        return bare.answer(game_id, partial(record_entry, game_id, kind, answer_given()))
    try:
        record_entry(game_id, kind, answer_given())
    except EntryError as error:
        return refused(game_id, error)
    except StaleEntry as stale:
        return overtaken(game_id, stale, kind)
    number = load(game_id).game.current.number if kind in {Kind.DEALER, Kind.UNDO} else None
    return redirect(url_for("play.hand", game_id=game_id, hand=number), 303)


@pages.post("/remove")
def remove(game_id: int) -> ResponseReturnValue:
    """Take a game that was begun by mistake off the list."""
    store: Store = current_app.config["STORE"]
    try:
        games.remove(store, g.table.id, game_id)
    except EntryError as error:
        return refused(game_id, error)
    return redirect(url_for("home.index", removed=game_id), 303)


@pages.post("/bring-back")
def bring_back(game_id: int) -> ResponseReturnValue:
    """Put a removed game on the list again."""
    store: Store = current_app.config["STORE"]
    games.bring_back(store, g.table.id, game_id)
    return redirect(url_for("play.hand", game_id=game_id), 303)


def refused(game_id: int, error: EntryError) -> ResponseReturnValue:
    """The page again, with the reason beside the field and the answer as it was given."""
    another = error.code == "another-question"
    chosen: dict[str, Any] = {} if another else {"chosen": answer_shown(), "withdrawn": False}
    return page(load(game_id), 422, error=error, **chosen)


def overtaken(game_id: int, stale: StaleEntry, kind: Kind) -> ResponseReturnValue:
    """The page as it stands now, after an entry made on an old view; offered again if it fits."""
    record = load(game_id)
    store: Store = current_app.config["STORE"]
    before = log_at(store, g.table.id, game_id, stale.seen)
    shown = late.context(record, before, kind)
    said = [told for _, told in shown["reason"].blanks] if shown["reason"] else []
    return page(
        record,
        409,
        notice=say("The game has moved on since this page was loaded; your tap was not recorded.")
        if stale.present > stale.seen
        else say("This page is not of this game as it stands; your tap was not recorded."),
        meanwhile=[one for one in bare.told_since(game_id, stale.seen) if one not in said],
        **shown,
    )


def _became(game_id: int) -> Sentence | None:
    return late.another_question(load(game_id).log)
