"""The page where people spend the evening: the next question, and the points of the last hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, current_app, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.wording import Sentence, say
from scorekeeper.ledger.errors import StaleEntry
from scorekeeper.ledger.log import Kind
from scorekeeper.ledger.store import GameRecord, Store, new_key
from scorekeeper.web import kept
from scorekeeper.web.forms import Carried, answer_given
from scorekeeper.web.telling import Teller

CALL_BY_CALL = "calls"
MOST_WORDS = 40  # answers of a question are short; anything longer is not shown again

pages = Blueprint("play", __name__, url_prefix="/games/<int:game_id>")


@dataclass(frozen=True, slots=True)
class Offered:
    """An entry made on an old view that would still fit, to be made again with a tap."""

    address: str
    fields: Mapping[str, str]
    told: Sentence


def load(game_id: int) -> GameRecord:
    """The game of this address; Unknown where it is not this table's."""
    store: Store = current_app.config["STORE"]
    return store.game(g.table.id, game_id)


def record_entry(
    game_id: int, kind: Kind, given: Mapping[str, Any], deal: int | None = None
) -> None:
    """Record what a form gave.

    Raises StaleEntry, MalformedEntry and IllegalEntry.
    """
    carried = Carried.posted()
    store: Store = current_app.config["STORE"]
    store.record(
        g.table.id,
        game_id,
        key=carried.key,
        revision=carried.revision,
        kind=kind,
        given=given,
        deal=deal,
        device=session.get("device", ""),
    )


def page(
    record: GameRecord, status: int = 200, *, asking: bool = True, **context: Any
) -> ResponseReturnValue:
    """The page of a game as it stands; `asking` shows the question even after a scored hand."""
    game = record.game
    fresh = not game.current.record.facts
    last = game.complete[-1] if game.complete else None
    return (
        render_template(
            "play.html",
            **(
                game_context(record)
                | {
                    "step": game.step,
                    "last": last if fresh else None,
                    "asking": game.step is not None and (asking or not fresh or last is None),
                    "by_call": session.get("record") == CALL_BY_CALL,
                    "chosen": {},
                    "action": url_for("play.answer", game_id=record.id),
                }
                | context
            ),
        ),
        status,
    )


def game_context(record: GameRecord) -> dict[str, Any]:
    """What every page of a game shows."""
    return {
        "record": record,
        "game": record.game,
        "log": record.log,
        "book": record.game.setup.book,
        "carry": Carried(new_key(), record.log.revision),
        "tell": Teller(record.players),
    }


@pages.get("/")
@kept.for_watchers
def hand(game_id: int) -> ResponseReturnValue:
    """The next question; or the points of the hand just scored, until the next one is asked for."""
    if "record" in request.args:
        session["record"] = request.args["record"][:10]
    record = load(game_id)
    asked_for = request.args.get("hand", type=int) == record.game.current.number
    return page(record, asking=asked_for)


@pages.get("/<any(answers, undo, redo, stop, dealer):act>")
def back(game_id: int, act: str) -> ResponseReturnValue:  # noqa: ARG001
    """The page of the game, for an address that a refused form has left behind."""
    return redirect(url_for("play.hand", game_id=game_id), 303)


@pages.post("/answers")
def answer(game_id: int) -> ResponseReturnValue:
    """Take an answer to the question that the page showed."""
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
    try:
        record_entry(game_id, kind, answer_given())
    except EntryError as error:
        return refused(game_id, error)
    except StaleEntry as stale:
        return overtaken(game_id, stale, kind)
    number = load(game_id).game.current.number if kind in {Kind.DEALER, Kind.UNDO} else None
    return redirect(url_for("play.hand", game_id=game_id, hand=number), 303)


def refused(game_id: int, error: EntryError) -> ResponseReturnValue:
    """The page again, with the reason beside the field and the answer as it was given."""
    return page(load(game_id), 422, error=error, chosen=_short(answer_given()))


def overtaken(game_id: int, stale: StaleEntry, kind: Kind) -> ResponseReturnValue:
    """The page as it stands now, after an entry made on an old view; offered again if it fits."""
    record = load(game_id)
    changes = stale.present - stale.seen
    return page(
        record,
        409,
        notice=say("The game has moved on since this page was loaded; your tap was not recorded.")
        if changes > 0
        else say("This page is not of this game as it stands; your tap was not recorded."),
        offered=_offered(record, kind),
    )


def _offered(record: GameRecord, kind: Kind) -> Offered | None:
    """What came too late, if it still fits; an undo would not be the one that was meant."""
    if kind in {Kind.UNDO, Kind.REDO}:
        return None
    given = answer_given()
    try:
        entry = record.log.entry(kind, None, given)
    except EntryError:
        return None
    told = record.log.after([entry]).told(entry)
    return Offered(request.path, _short(given), told)


def _short(answer: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value)[:MOST_WORDS] for name, value in answer.items()}
